"""The log and the lobby in a real Valkey."""

from __future__ import annotations

import asyncio
from contextlib import asynccontextmanager
from typing import TYPE_CHECKING

import pytest
import pytest_asyncio
from redis.asyncio import Redis

from ludoteca_server.eventlog import chain, keys
from ludoteca_server.eventlog.audit import audit
from ludoteca_server.eventlog.following import QUEUE_MAX
from ludoteca_server.eventlog.lobby import KEYS, RedisLobby
from ludoteca_server.eventlog.redis_streams import RedisStreams
from ludoteca_server.eventlog.shelf import RedisShelf
from ludoteca_server.eventlog.survey import survey
from ludoteca_server.model.entry import EMPTY, Entry, EntryId
from ludoteca_server.model.errors import CorruptLog, InArchive
from tests.unit.eventlog.contract import TEN, EventLogContract, table
from tests.unit.eventlog.lobby_contract import LobbyContract
from tests.unit.eventlog.shelf_contract import ShelfContract

if TYPE_CHECKING:
    from collections.abc import AsyncIterator

    from ludoteca_server.application.ports import EventLog

__all__ = ["table"]


@asynccontextmanager
async def streams(url: str) -> AsyncIterator[RedisStreams]:
    """A client that is closed at the end."""
    client = RedisStreams(url)
    try:
        yield client
    finally:
        await client.close()


@pytest_asyncio.fixture
async def raw(store_url: str) -> AsyncIterator[Redis]:
    """The store without our log."""
    async with Redis.from_url(store_url) as client:
        yield client


class TestRedisStreams(EventLogContract):
    @pytest_asyncio.fixture
    async def log(self, store_url: str) -> AsyncIterator[RedisStreams]:
        async with streams(store_url) as client:
            self.url = store_url
            yield client

    @pytest_asyncio.fixture
    async def other(self, store_url: str) -> AsyncIterator[RedisStreams]:
        async with streams(store_url) as client:
            yield client

    async def plant(self, log: EventLog, table: str, entry_id: EntryId, event: bytes) -> None:
        async with Redis.from_url(self.url) as client:
            await client.xadd(keys.stream(table), {"e": event}, id=str(entry_id))

    async def truncate(self, log: EventLog, table: str, seq: int) -> None:
        """A failover's replica never saw the tail: its last id is the shorter log's."""
        kept = await log.read(table, 1, seq)
        async with Redis.from_url(self.url) as client:
            await client.delete(keys.stream(table))
            for entry in kept:
                await client.xadd(keys.stream(table), {"e": entry.event}, id=str(entry.id))

    async def test_a_stream_entry_of_another_shape_is_a_corrupt_log(
        self, log: RedisStreams, table: str, raw: Redis
    ) -> None:
        ids = await log.append(table, EMPTY, TEN[:2])
        right = chain.link(table, ids[1], b"3")
        await raw.xadd(keys.stream(table), {"e": b"3", "more": b"4"}, id=str(right))
        for call in (log.read(table), log.history(table)):
            with pytest.raises(CorruptLog) as corrupt:
                await call
            assert corrupt.value.seq == 3

    async def test_a_script_that_the_store_forgot_is_loaded_again(
        self, log: RedisStreams, table: str, raw: Redis
    ) -> None:
        ids = await log.append(table, EMPTY, TEN[:5])
        await raw.script_flush()
        await log.append(table, ids[-1], TEN[5:])
        assert [entry.event for entry in await log.read(table)] == TEN

    async def test_256_appends_at_once_need_no_more_connections_than_one(
        self, log: RedisStreams, table: str, raw: Redis
    ) -> None:
        before = len(await raw.client_list())
        made = await asyncio.gather(
            *(log.append(f"{table}{number}", EMPTY, TEN[:3]) for number in range(256))
        )
        assert len(made) == 256
        assert len(await raw.client_list()) <= before + 1

    async def test_an_append_is_one_write_without_a_transaction(
        self, log: RedisStreams, table: str, raw: Redis
    ) -> None:
        """Two writes would put a MULTI block into the append-only file."""
        await log.append(table, EMPTY, [b"0"])
        before = (await raw.info("persistence"))["aof_current_size"]
        event = b"x" * 100
        (entry_id,) = await log.append(table, await log.head(table), [event])
        after = (await raw.info("persistence"))["aof_current_size"]
        words = [b"XADD", keys.stream(table), str(entry_id).encode(), b"e", event]
        command = b"*5\r\n" + b"".join(b"$%d\r\n%b\r\n" % (len(word), word) for word in words)
        select = b"*2\r\n$6\r\nSELECT\r\n$1\r\n0\r\n"
        assert after - before in (len(command), len(command) + len(select))

    async def test_a_range_longer_than_a_page(self, log: RedisStreams, table: str) -> None:
        events = [str(number).encode() for number in range(4500)]
        await log.append(table, EMPTY, events)
        assert [entry.event for entry in await log.read(table)] == events
        assert len(await log.read(table, 2000)) == 2501
        assert len(await log.read(table, 2001, 4001)) == 2001
        assert (await log.history(table)).events == events
        assert (await log.history(table, 4001)).events == events[:4001]
        assert (await log.history(table, 2000)).events == events[:2000]

    async def test_a_slow_follower_gets_none_instead_of_what_it_missed(
        self, log: RedisStreams, other: RedisStreams, table: str
    ) -> None:
        events = [str(number).encode() for number in range(QUEUE_MAX + 5)]
        async with log.follow(table) as slow, log.follow(table) as quick:
            appending = asyncio.create_task(other.append(table, EMPTY, events))
            heard = 0
            async for entry in quick:
                assert entry is not None
                heard += 1
                if heard == len(events):
                    break
            await appending
            missed = 0
            async for entry in slow:
                missed += entry is None
                if entry is not None and entry.id.seq == len(events):
                    break
            assert missed == 1

    async def test_a_message_that_does_not_follow_becomes_none(
        self, log: RedisStreams, table: str, raw: Redis
    ) -> None:
        async with log.follow(table) as following:
            (first,) = await log.append(table, EMPTY, [b"1"])
            iterator = aiter(following)
            assert await anext(iterator) == Entry(first, b"1")
            await raw.spublish(keys.channel(table), b"3-7\nfork")
            await raw.spublish(keys.channel(table), b"nonsense")
            assert await anext(iterator) is None
            await log.append(table, first, [b"2"])
            entry = await anext(iterator)
            assert entry is None or entry.event == b"2"

    async def test_following_and_leaving_at_once_never_loses_an_entry(
        self, log: RedisStreams, other: RedisStreams, table: str
    ) -> None:
        """Entering again while the store still hears of the leaving."""
        head = EMPTY
        for number in range(50):
            entering = asyncio.create_task(self._enter_and_leave(log, table))
            await asyncio.sleep(0)
            entering.cancel()
            await asyncio.wait([entering])
            async with log.follow(table) as following:
                (head,) = await other.append(table, head, [str(number).encode()])
                async for entry in following:
                    if entry is not None or (await log.head(table)) == head:
                        break

    async def _enter_and_leave(self, log: RedisStreams, table: str) -> None:
        async with log.follow(table):
            pass

    async def test_the_shared_store_is_whole_but_for_what_tests_broke(
        self, log: RedisStreams, table: str
    ) -> None:
        await log.append(table, EMPTY, TEN)
        found = await audit(log)
        assert found.tables > 0
        assert found.entries >= 10
        assert table not in {fault.table_id for fault in found.faults}

    async def test_the_survey_knows_the_embedded_store(self, store_url: str) -> None:
        (facts,) = await survey(store_url)
        assert (facts.product, facts.major >= 9, facts.role) == ("valkey", True, "master")
        assert (facts.appendonly, facts.appendfsync) == (True, "always")
        assert (facts.maxmemory, facts.maxmemory_policy) == (0, "noeviction")
        assert not facts.cluster
        assert facts.aof_write_ok


class TestRedisLobby(LobbyContract):
    @pytest_asyncio.fixture
    async def lobby(self, store_url: str, raw: Redis) -> AsyncIterator[RedisLobby]:
        await raw.delete(*KEYS)
        client = RedisLobby(store_url)
        try:
            yield client
        finally:
            await client.close()


class TestRedisShelf(ShelfContract):
    @pytest_asyncio.fixture
    async def log(self, store_url: str) -> AsyncIterator[RedisStreams]:
        async with streams(store_url) as client:
            yield client

    @pytest_asyncio.fixture
    async def shelf(self, store_url: str, raw: Redis) -> AsyncIterator[RedisShelf]:
        await raw.delete(keys.ARCHIVE_NAME, keys.ARCHIVE_HOLDER)
        client = RedisShelf(store_url)
        try:
            yield client
        finally:
            await client.close()

    async def pass_ms(self, ms: int) -> None:
        await asyncio.sleep(ms / 1000)  # the store's own clock takes the lease away

    async def test_a_log_that_leaves_between_two_pages_is_not_cut_short(
        self, log: RedisStreams, shelf: RedisShelf, table: str
    ) -> None:
        events = [str(number).encode() for number in range(4_500)]
        head = (await log.append(table, EMPTY, events))[-1]
        reading = asyncio.gather(
            *(log.read(table) for _ in range(5)), log.read(table, 1, 4_400), return_exceptions=True
        )
        await asyncio.sleep(0)  # the first pages are on their way
        await shelf.put_away(table, head)
        for answer in await reading:
            if not isinstance(answer, InArchive):
                assert not isinstance(answer, BaseException)
                assert len(answer) in (4_400, 4_500)

    async def test_the_longest_log_comes_back_at_once(
        self, log: RedisStreams, shelf: RedisShelf, table: str
    ) -> None:
        """50,000 events: the table says `log_full` then."""
        events = [b"%d" % number * 20 for number in range(50_000)]
        ids = chain.links(table, EMPTY, events)
        entries = [Entry(*each) for each in zip(ids, events, strict=True)]
        await shelf.adopt(table, ids[-1])
        await shelf.take_back(table, entries)
        assert await log.read(table) == entries

    async def test_what_stays_of_a_log_is_small(
        self, log: RedisStreams, shelf: RedisShelf, table: str, raw: Redis
    ) -> None:
        head = (await log.append(table, EMPTY, [b"x" * 100] * 300))[-1]
        before = await raw.memory_usage(keys.stream(table))
        await shelf.put_away(table, head)
        after = await raw.memory_usage(keys.stream(table))
        assert before is not None
        assert after is not None
        print(f"a log of 300 events: {before} bytes, put away {after}")
        assert before > 30_000
        assert after < 150
