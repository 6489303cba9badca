"""A real Valkey that dies, comes back, fills up: nothing acknowledged is lost, and every error says what to do."""

from __future__ import annotations

import asyncio
import os
import random
import resource
import secrets
import sys
from contextlib import asynccontextmanager
from typing import TYPE_CHECKING

import pytest
from redis.asyncio import Redis

from ludoteca_server.datadir import DataDir
from ludoteca_server.eventlog.audit import audit
from ludoteca_server.eventlog.connection import Pipe
from ludoteca_server.eventlog.lobby import RedisLobby
from ludoteca_server.eventlog.redis_streams import RedisStreams
from ludoteca_server.model.entry import EMPTY
from ludoteca_server.model.errors import StoreAway, StoreFull, TooMuch
from ludoteca_server.valkey import Valkey

if TYPE_CHECKING:
    from collections.abc import AsyncIterator
    from pathlib import Path

    from ludoteca_server.eventlog.following import Follower
    from ludoteca_server.model.entry import Entry, EntryId
    from tests.integration.conftest import StartStore


@asynccontextmanager
async def streams(url: str, timeout_s: float = 5.0) -> AsyncIterator[RedisStreams]:
    """A client that is closed at the end."""
    client = RedisStreams(url, timeout_s=timeout_s)
    try:
        yield client
    finally:
        await client.close()


async def test_a_store_that_is_down_at_first_is_away_and_then_works(
    start_store: StartStore, tmp_path: Path
) -> None:
    valkey = await start_store(tmp_path)
    await valkey.stop()
    async with streams(valkey.url) as log:
        lobby = RedisLobby(valkey.url)
        for call in (
            log.append("t", EMPTY, [b"1"]),
            log.read("t"),
            log.head("t"),
            log.ping(),
            log.content(b"x"),
            lobby.mark("t"),
            lobby.rows("", 5),
        ):
            with pytest.raises(StoreAway, match="Is it running"):
                await call
        with pytest.raises(StoreAway):
            async with log.follow("t"):
                pass
        await valkey.start()
        await log.append("t", EMPTY, [b"1"])
        await lobby.mark("t")
        assert await lobby.marked(0) == ["t"]
        async with log.follow("t") as following:
            await log.append("t", await log.head("t"), [b"2"])
            entry = await anext(aiter(following))
            assert entry is not None
            assert entry.event == b"2"
        await lobby.close()


async def collect(log: RedisStreams, table: str, following: Follower, count: int) -> list[Entry]:
    """What a viewer does: keeps what fits, and reads the log where something may be missing."""
    got: list[Entry] = []
    async for entry in following:
        if entry is not None and entry.id.seq <= len(got):
            continue  # read already
        if entry is not None and entry.id.seq == len(got) + 1:
            got.append(entry)
        else:
            got += await read_on(log, table, len(got) + 1)
        if len(got) >= count:
            break
    return got


async def read_on(log: RedisStreams, table: str, from_seq: int) -> list[Entry]:
    """Reads as soon as the store is there."""
    while True:
        try:
            return await log.read(table, from_seq)
        except StoreAway:
            await asyncio.sleep(0)


async def test_r19_a_follower_misses_nothing_across_restarts_of_the_store(
    start_store: StartStore, tmp_path: Path
) -> None:
    valkey = await start_store(tmp_path)
    async with streams(valkey.url) as log, streams(valkey.url) as writer, log.follow("t") as feed:
        collecting = asyncio.create_task(collect(log, "t", feed, 60))
        head = EMPTY
        for number in range(60):
            if number in (20, 40):
                await valkey.kill()
                await valkey.start()
            head = await insist(writer, "t", head, b"%d" % number)
        assert [entry.event for entry in await collecting] == [b"%d" % n for n in range(60)]


async def insist(log: RedisStreams, table: str, head: EntryId, event: bytes) -> EntryId:
    """Appends until it is settled; the same append twice makes one entry."""
    while True:
        try:
            (entry_id,) = await log.append(table, head, [event])
        except StoreAway:
            await asyncio.sleep(0)
        else:
            return entry_id


KILLS = int(os.environ.get("LUDOTECA_KILLS", "6"))
"""A share of the 500 that a soak makes."""


@pytest.mark.timeout(120 + 2 * KILLS)
async def test_r12_kill_9_of_the_store_under_load_loses_no_acknowledged_append(
    start_store: StartStore, tmp_path: Path
) -> None:
    seed = secrets.randbits(32)
    chance = random.Random(seed)  # noqa: S311  # chooses when to kill
    valkey = await start_store(tmp_path)
    settled: dict[str, EntryId] = {}
    shown: dict[str, EntryId] = {}
    acknowledged, unknown = 0, 0
    async with streams(valkey.url) as log, streams(valkey.url) as reader:
        stop = asyncio.Event()
        goal, reached = 0, asyncio.Event()

        async def write(table: str) -> None:
            nonlocal acknowledged, unknown
            head, number = EMPTY, 0
            while not stop.is_set():
                try:
                    (head,) = await log.append(table, head, [b"%s %d" % (table.encode(), number)])
                except StoreAway:
                    unknown += 1  # the same append again: stored once, whether it was or not
                    await asyncio.sleep(0)
                    continue
                settled[table] = head
                acknowledged += 1
                number += 1
                if acknowledged >= goal:
                    reached.set()

        async def watch(table: str) -> None:
            async with reader.follow(table) as following:
                async for entry in following:
                    if entry is not None:
                        shown[table] = entry.id

        tables = [f"t{number}" for number in range(32)]
        watchers = [asyncio.create_task(watch(table)) for table in tables[:8]]
        writers = [asyncio.create_task(write(table)) for table in tables]
        for _ in range(KILLS):
            goal = acknowledged + chance.randrange(200, 2000)
            reached.clear()
            await reached.wait()
            await valkey.kill()
            await valkey.start()
        stop.set()
        await asyncio.gather(*writers)
        for watcher in watchers:
            watcher.cancel()
        await asyncio.wait(watchers)
        await valkey.kill()
        await valkey.start()
        lost = 0
        for table, head in (*settled.items(), *shown.items()):
            entries = await reader.read(table)
            lost += not any(entry.id == head for entry in entries)
            numbers = [int(entry.event.split()[1]) for entry in entries]
            assert numbers == list(range(len(numbers))), "each one once, in order"
        found = await audit(reader)
        assert found.faults == []
        print(
            f"{KILLS + 1} kills, {acknowledged} acknowledged, {unknown} without answer, "
            f"{len(shown)} of 8 watched tables shown, {lost} lost (seed {seed})"
        )
        assert lost == 0
        assert len(shown) == 8


async def test_r35_a_full_store_refuses_and_works_again_when_there_is_room(
    start_store: StartStore, tmp_path: Path
) -> None:
    valkey = await start_store(tmp_path)
    async with streams(valkey.url) as log, Redis.from_url(valkey.url) as raw:
        (head,) = await log.append("t", EMPTY, [b"1"])
        lobby = RedisLobby(valkey.url)
        await raw.config_set("maxmemory", "1mb")
        for events in ([b"2"], [b"2", b"3", b"4"]):
            with pytest.raises(StoreFull, match="Raise maxmemory"):
                await log.append("t", head, events)
        with pytest.raises(StoreFull):
            await log.keep_content(b"hash", b"text")
        with pytest.raises(StoreFull):
            await lobby.mark("t")
        assert [entry.event for entry in await log.read("t")] == [b"1"], "reading still works"
        await raw.config_set("maxmemory", "0")
        await log.append("t", head, [b"2"])
        assert [entry.event for entry in await log.read("t")] == [b"1", b"2"]
        await lobby.close()


async def test_r35_a_disk_that_is_nearly_full_refuses_events_before_a_write_can_fail(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("ludoteca_server.valkey._LOOKS_AT_DISK_EVERY_S", 0.005)
    free = 1 << 30
    told: asyncio.Queue[str] = asyncio.Queue()
    owned = await DataDir.own(tmp_path)
    valkey = Valkey(owned, tell=told.put_nowait, free_bytes=lambda _path: free)
    await valkey.start()
    minding = asyncio.create_task(valkey.mind_disk())
    async with streams(valkey.url) as log:
        (head,) = await log.append("t", EMPTY, [b"1"])
        free = 10 << 20
        assert "refuses events until there is room" in await told.get()
        with pytest.raises(StoreFull, match="disk is nearly full"):
            await log.append("t", head, [b"2"])
        await valkey.kill()
        await valkey.start()
        with pytest.raises(StoreFull):
            await log.append("t", head, [b"2"])
        assert [entry.event for entry in await log.read("t")] == [b"1"], "reading still works"
        free = 1 << 30
        assert "takes events" in await told.get()
        (head,) = await log.append("t", head, [b"2"])
        assert [entry.event for entry in await log.read("t")] == [b"1", b"2"]
    minding.cancel()
    await asyncio.wait([minding])
    await valkey.stop()
    owned.release()


@pytest.mark.skipif(sys.platform != "linux", reason="prlimit is Linux")
async def test_r12_a_write_that_the_disk_cuts_short_loses_no_acknowledged_append(
    start_store: StartStore, tmp_path: Path
) -> None:
    """A limit on the file's size stands in for a full disk: half of a write gets in, and the store ends."""
    valkey = await start_store(tmp_path)
    (file,) = (tmp_path / "appendonlydir").glob("*.incr.aof")
    async with streams(valkey.url) as log:
        (head,) = await log.append("t", EMPTY, [b"0"])
        limit = file.stat().st_size + 50_000
        resource.prlimit(valkey.pid, resource.RLIMIT_FSIZE, (limit, limit))
        acknowledged = 1
        event = bytes(3000)
        while True:
            try:
                (head,) = await log.append("t", head, [event])
            except StoreAway:
                break
            acknowledged += 1
        assert await valkey.wait() != 0
        assert acknowledged > 10
        await valkey.start()
        assert len(await log.read("t")) == acknowledged
        assert await log.head("t") == head
        await log.append("t", head, [event])
        assert (await audit(log)).faults == []


async def test_a_batch_that_fills_the_store_says_that_some_of_it_may_be_stored(
    start_store: StartStore, tmp_path: Path
) -> None:
    valkey = await start_store(tmp_path)
    async with streams(valkey.url) as log, Redis.from_url(valkey.url) as raw:
        used = (await raw.info("memory"))["used_memory"]
        await raw.config_set("maxmemory", used + (8 << 20))
        events = [secrets.token_bytes(1 << 16) for _ in range(400)]
        with pytest.raises(StoreAway, match="events were stored"):
            await log.append("t", EMPTY, events)
        stored = await log.read("t")
        assert 0 < len(stored) < 400
        await raw.config_set("maxmemory", "0")
        assert len(await log.append("t", EMPTY, events)) == 400
        assert [entry.event for entry in await log.read("t")] == events


async def test_a_store_that_became_a_replica_is_away(
    start_store: StartStore, tmp_path: Path
) -> None:
    valkey = await start_store(tmp_path)
    async with streams(valkey.url) as log, Redis.from_url(valkey.url) as raw:
        (head,) = await log.append("t", EMPTY, [b"1"])
        await raw.replicaof("127.0.0.1", "1")
        with pytest.raises(StoreAway, match="read-only replica"):
            await log.append("t", head, [b"2"])
        await raw.replicaof("NO", "ONE")
        await log.append("t", head, [b"2"])


async def test_a_store_that_hangs_is_away_in_time(start_store: StartStore, tmp_path: Path) -> None:
    valkey = await start_store(tmp_path)
    async with streams(valkey.url, timeout_s=0.3) as log, Redis.from_url(valkey.url) as raw:
        (head,) = await log.append("t", EMPTY, [b"1"])
        await raw.execute_command("CLIENT", "PAUSE", "2000", "ALL")  # type: ignore[no-untyped-call]  # redis-py's gap
        with pytest.raises(StoreAway):
            await log.append("t", head, [b"2"])
        while True:
            try:
                await log.append("t", head, [b"2"])
                break
            except StoreAway:
                continue
        assert [entry.event for entry in await log.read("t")] == [b"1", b"2"], "stored once"


async def test_a_wrong_password_is_said(start_store: StartStore, tmp_path: Path) -> None:
    valkey = await start_store(tmp_path)
    async with Redis.from_url(valkey.url) as raw:
        await raw.config_set("requirepass", "right")
        for url, what in ((valkey.url, "asks for a password"), (_with(valkey, "wrong"), "refuses")):
            async with streams(url) as log:
                with pytest.raises(StoreAway, match=what) as away:
                    await log.ping()
                assert "wrong" not in str(away.value)
        async with streams(_with(valkey, "right")) as log:
            await log.append("t", EMPTY, [b"1"])
            async with log.follow("t"):
                pass


def _with(valkey: Valkey, password: str) -> str:
    return valkey.url.replace("unix://", f"unix://:{password}@")


async def test_too_many_waiting_commands_are_refused_before_they_are_sent(
    start_store: StartStore, tmp_path: Path
) -> None:
    valkey = await start_store(tmp_path)
    pipe = Pipe(valkey.url, name="test", waiting_max=10)
    results = await asyncio.gather(
        *(pipe.send(("SET", f"k{number}", b"1")) for number in range(30)), return_exceptions=True
    )
    refused = [result for result in results if isinstance(result, TooMuch)]
    assert 0 < len(refused) < 30
    assert all(result.retry_after_ms > 0 for result in refused)
    assert await pipe.ask("DBSIZE") == 30 - len(refused)
    await pipe.close()


async def test_a_connection_that_is_closing_is_replaced_by_one_and_no_reply_goes_astray(
    start_store: StartStore, tmp_path: Path
) -> None:
    """A batch that meets it goes out once: what is heard of the old connection later must not send it again."""
    valkey = await start_store(tmp_path)
    doubts: list[None] = []
    pipe = Pipe(valkey.url, name="test", doubt=lambda: doubts.append(None))
    for closed in range(20):
        assert await pipe.ask("ECHO", closed) == str(closed).encode()
        (lane,) = pipe._lanes
        assert lane._line is not None
        asking = [asyncio.create_task(pipe.ask("ECHO", number)) for number in range(30)]
        await asyncio.sleep(0)  # the batch is about to go out
        lane._line._transport.close()
        echoes = await asyncio.gather(*asking)
        assert echoes == [str(number).encode() for number in range(30)]
        assert len(doubts) == closed + 1
        assert pipe._free == [lane]
    async with Redis.from_url(valkey.url) as raw:
        opened = (await raw.info("stats"))["total_connections_received"]
    await pipe.close()
    assert opened <= 21 + 1 + 5, "one for each that was closed, and those of the test"


async def test_a_batch_that_nobody_waits_for_any_more_ends_with_its_connection(
    start_store: StartStore, tmp_path: Path
) -> None:
    valkey = await start_store(tmp_path)
    pipe = Pipe(valkey.url, name="test")
    await pipe.ask("PING")
    async with Redis.from_url(valkey.url) as raw:
        await raw.execute_command("CLIENT", "PAUSE", "5000", "WRITE")  # type: ignore[no-untyped-call]  # redis-py's gap
        asking = asyncio.create_task(pipe.ask("SET", "k", "1"))
        (lane,) = pipe._lanes
        while not lane.batch:
            await asyncio.sleep(0)
        asking.cancel()
        await asyncio.wait([asking])
        await pipe.close()
    assert "store lane" not in {task.get_name() for task in asyncio.all_tasks()}, "it connects anew"
    assert lane._line is None


async def test_r17_too_many_unacknowledged_bytes_are_refused_before_they_are_sent(
    start_store: StartStore, tmp_path: Path
) -> None:
    valkey = await start_store(tmp_path)
    log = RedisStreams(valkey.url, bytes_max=100_000)
    try:
        calls = [log.append(f"t{number}", EMPTY, [bytes(5_000)]) for number in range(30)]
        results = await asyncio.gather(*calls, return_exceptions=True)
        refused = [result for result in results if isinstance(result, TooMuch)]
        assert 10 <= len(refused) < 15, "19 of 5,000 bytes and what is around them fit"
        assert all(result.retry_after_ms > 0 for result in refused)
        assert (await audit(log)).tables == 30 - len(refused)
        await log.append("large", EMPTY, [bytes(200_000)])  # alone, it goes through whatever it has
        assert len(await log.append("after", EMPTY, [b"1"])) == 1
    finally:
        await log.close()
