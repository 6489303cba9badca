"""A store that changes under its clients: slots move, replicas become primaries, old primaries come back."""

from __future__ import annotations

import asyncio
from contextlib import AsyncExitStack, asynccontextmanager
from typing import TYPE_CHECKING

import pytest
from redis.crc import key_slot

from ludoteca_server.eventlog import addresses, keys
from ludoteca_server.eventlog.audit import audit
from ludoteca_server.eventlog.due import RedisDueSets, shard_of
from ludoteca_server.eventlog.redis_streams import RedisStreams
from ludoteca_server.eventlog.survey import survey
from ludoteca_server.model.entry import EMPTY
from ludoteca_server.model.errors import StoreAway
from tests.integration.servers import SLOTS, ClusterServer, cluster, replicated
from tests.unit.eventlog.contract import TEN, table

if TYPE_CHECKING:
    from collections.abc import AsyncIterator
    from pathlib import Path

    from ludoteca_server.eventlog.following import Follower
    from ludoteca_server.model.entry import EntryId
    from tests.integration.servers import Cluster

__all__ = ["table"]


@asynccontextmanager
async def streams(url: str, timeout_s: float = 2.0) -> AsyncIterator[RedisStreams]:
    """A client that is closed at the end."""
    client = RedisStreams(url, timeout_s=timeout_s)
    try:
        yield client
    finally:
        await client.close()


async def insist(log: RedisStreams, table: str, head: EntryId, event: bytes) -> EntryId:
    """Appends until it is settled."""
    while True:
        try:
            (entry_id,) = await log.append(table, head, [event])
        except StoreAway:
            await asyncio.sleep(0.01)
        else:
            return entry_id


async def hears(log: RedisStreams, table: str, following: Follower, event: bytes) -> None:
    """Follows as a viewer does, until it has seen `event`."""
    async with asyncio.timeout(20):
        async for entry in following:
            if entry is not None and entry.event == event:
                return
            if entry is None and event in [each.event for each in await log.read(table)]:
                return


@pytest.mark.parametrize(
    ("given", "found"),
    [
        ("redis://a:1", ["redis://a:1"]),
        ("unix:///run/s.sock", ["unix:///run/s.sock"]),
        ("redis://a:1,b:2", ["redis://a:1", "redis://b:2"]),
        ("redis://a:1, redis://b:2", ["redis://a:1", "redis://b:2"]),
        (
            "rediss://u:p@a:1,b,[::1]:3",
            ["rediss://u:p@a:1", "rediss://u:p@b", "rediss://u:p@[::1]:3"],
        ),
        ("redis://:p@a:1,b:2/3?x=1", ["redis://:p@a:1/3?x=1", "redis://:p@b:2/3?x=1"]),
    ],
)
def test_addresses(given: str, found: list[str]) -> None:
    assert addresses.split(given) == found
    assert "p@" not in addresses.shown_all(given)


async def move_slot(made: Cluster, slot: int, source: int, target: int) -> None:
    """Moves a slot's keys, one by one, and then the slot."""
    giver, taker = made.servers[source], made.servers[target]
    names = [await server.ask("CLUSTER", "MYID") for server in (giver, taker)]
    await taker.ask("CLUSTER", "SETSLOT", slot, "IMPORTING", names[0])
    await giver.ask("CLUSTER", "SETSLOT", slot, "MIGRATING", names[1])
    found = await giver.ask("CLUSTER", "GETKEYSINSLOT", slot, 100)
    assert isinstance(found, list)
    for key in found:
        await giver.ask("MIGRATE", "127.0.0.1", taker.port, key, 0, 5000)
    for number in (target, source, 3 - source - target):
        await made.servers[number].ask("CLUSTER", "SETSLOT", slot, "NODE", names[1])


async def test_a_cluster_that_gave_out_no_slots_is_said_to_be_one(tmp_path: Path) -> None:
    server = ClusterServer(tmp_path / "server", 15_000)
    try:
        await server.start()
        with pytest.raises(StoreAway, match="ADDSLOTSRANGE"):
            await survey(server.url)
        async with streams(server.url) as log:
            with pytest.raises(StoreAway, match="ADDSLOTSRANGE"):
                await log.ping()
    finally:
        await server.kill()


async def test_a_table_is_played_on_while_its_slot_moves(tmp_path: Path, table: str) -> None:
    async with cluster(tmp_path) as made, streams(made.url) as log, streams(made.url) as other:
        slot = key_slot(keys.stream(table))
        owner = next(n for n in range(3) if slot < SLOTS * (n + 1) // 3)
        taker = (owner + 1) % 3
        head = (await log.append(table, EMPTY, TEN))[-1]
        async with other.follow(table) as following:
            heard = asyncio.create_task(hears(other, table, following, b"the end"))
            stop = asyncio.Event()

            async def play(head: EntryId) -> tuple[EntryId, int]:
                number = 0
                while not stop.is_set():
                    head = await insist(log, table, head, b"%d" % number)
                    number += 1
                return head, number

            playing = asyncio.create_task(play(head))
            for source, target in ((owner, taker), (taker, owner)):
                await move_slot(made, slot, source, target)
            stop.set()
            head, count = await playing
            head = await insist(log, table, head, b"the end")
            await heard
        entries = await log.read(table)
        assert [each.event for each in entries] == [
            *TEN,
            *(b"%d" % number for number in range(count)),
            b"the end",
        ]
        print(f"{count} appends while the slot moved there and back")
        assert (await audit(log)).faults == []


async def test_a_table_that_begins_in_a_slot_on_its_way_is_asked_for_where_it_goes(
    tmp_path: Path, table: str
) -> None:
    async with cluster(tmp_path) as made, streams(made.url) as log:
        slot = key_slot(keys.stream(table))
        source = next(n for n in range(3) if slot < SLOTS * (n + 1) // 3)
        giver, taker = made.servers[source], made.servers[(source + 1) % 3]
        await taker.ask("CLUSTER", "SETSLOT", slot, "IMPORTING", await giver.ask("CLUSTER", "MYID"))
        await giver.ask("CLUSTER", "SETSLOT", slot, "MIGRATING", await taker.ask("CLUSTER", "MYID"))
        ids = await log.append(table, EMPTY, TEN)
        assert [entry.id for entry in await log.read(table)] == ids
        assert await log.head(table) == ids[-1]


async def test_due_tables_of_the_servers_that_answer_do_not_wait_for_one_that_is_away(
    tmp_path: Path,
) -> None:
    async with cluster(tmp_path) as made, AsyncExitStack() as stack:
        due = RedisDueSets(made.url, timeout_s=1.0)
        stack.push_async_callback(due.close)
        names = [f"table {number}" for number in range(64)]
        for name in names:
            await due.put(name, 1, 10, 10)
        await made.servers[0].kill()
        while True:  # until the first error has told that it is away
            claimed = {wake.table_id for wake in (await due.claim(20, 1_000, 160)).wakes}
            if claimed:
                break
        away = {name for name in names if key_slot(keys.due(shard_of(name))) < SLOTS // 3}
        assert claimed == set(names) - away


async def test_a_replica_that_is_made_primary_takes_over(tmp_path: Path, table: str) -> None:
    async with replicated(tmp_path) as (old, new):
        url = f"{old.url},127.0.0.1:{new.port}"
        async with streams(url) as log, streams(url) as other, other.follow(table) as following:
            heard = asyncio.create_task(hears(other, table, following, b"after"))
            (head,) = await log.append(table, EMPTY, [b"before"])
            await old.ask("WAIT", 1, 1000)
            assert [facts.where for facts in await survey(url)] == [old.url]
            doubts = log.doubts
            await old.kill()
            with pytest.raises(StoreAway, match="is a primary now"):
                await log.append(table, head, [b"after"])
            await new.ask("REPLICAOF", "NO", "ONE")
            head = await insist(log, table, head, b"after")
            await heard
            assert log.doubts > doubts, "what was cached is to be proved"

            await old.start()
            assert (await old.info())["role"] == "master"
            async with streams(url) as late:
                with pytest.raises(StoreAway, match="Several of the servers"):
                    await late.read(table)
                await insist(log, table, head, b"on")  # who knows the right one goes on
                await old.ask("REPLICAOF", "127.0.0.1", new.port)
                assert [each.event for each in await late.read(table)] == [
                    b"before",
                    b"after",
                    b"on",
                ]


async def test_a_primary_that_another_one_went_on_from_does_not_count(
    tmp_path: Path, table: str
) -> None:
    async with replicated(tmp_path) as (old, new):
        await new.ask("REPLICAOF", "NO", "ONE")
        assert [(await each.info())["role"] for each in (old, new)] == ["master", "master"]
        assert [facts.where for facts in await survey(f"{old.url},{new.url}")] == [new.url]
