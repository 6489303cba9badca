"""The levels `node` and `node+power`: nothing is acknowledged or shown before a replica has it."""

from __future__ import annotations

import asyncio
import signal
from contextlib import asynccontextmanager
from typing import TYPE_CHECKING

import pytest
import pytest_asyncio

from ludoteca_server.eventlog import keys, rounds
from ludoteca_server.eventlog.redis_streams import RedisStreams
from ludoteca_server.model.entry import EMPTY, Entry
from ludoteca_server.model.errors import StoreAway, StoreFull
from tests.integration.servers import Server, replicated
from tests.unit.eventlog.contract import TEN, table

if TYPE_CHECKING:
    from collections.abc import AsyncIterator
    from pathlib import Path

    from ludoteca_server.eventlog.following import Follower

__all__ = ["table"]

QUIET_S = 0.2
"""Nothing is heard for so long: long enough for a message that was sent, as the last test of each shows."""


@pytest_asyncio.fixture
async def servers(tmp_path: Path) -> AsyncIterator[tuple[Server, Server]]:
    """A primary and its replica."""
    async with replicated(tmp_path) as both:
        yield both


@asynccontextmanager
async def streams(server: Server, timeout_s: float = 5.0) -> AsyncIterator[RedisStreams]:
    """A client at the level `node`."""
    client = RedisStreams(server.url, timeout_s=timeout_s, durability="node")
    try:
        yield client
    finally:
        await client.close()


class Stalled:
    """While it is entered the replica does nothing."""

    def __init__(self, replica: Server) -> None:
        self._replica = replica

    def __enter__(self) -> None:
        self._replica.signal(signal.SIGSTOP)

    def __exit__(self, *error: object) -> None:
        self._replica.signal(signal.SIGCONT)


async def heard(following: Follower) -> Entry | None:
    """The next thing a follower hears."""
    async with asyncio.timeout(10):
        return await anext(aiter(following))


async def test_r13_nothing_is_acknowledged_or_shown_before_a_replica_has_it(
    servers: tuple[Server, Server], table: str
) -> None:
    primary, replica = servers
    async with streams(primary, 1.0) as log, streams(primary, 1.0) as other:
        (first,) = await log.append(table, EMPTY, [b"1"])
        doubts = log.doubts
        async with other.follow(table) as following:
            with Stalled(replica):
                with pytest.raises(
                    StoreAway, match=r"No replica .* Retry with the same request id"
                ):
                    await log.append(table, first, [b"2"])
                assert log.doubts > doubts, "what is cached is to be proved"
                for reading in (other.read(table), other.head(table), log.read(table, 2)):
                    with pytest.raises(StoreAway, match="No replica"):
                        await reading
                with pytest.raises(TimeoutError):
                    async with asyncio.timeout(QUIET_S):
                        await anext(aiter(following))
                stored = await primary.ask("XLEN", keys.stream(table))
                assert stored == 2, "it is in the primary, where no replica has it"
            (second,) = await log.append(table, first, [b"2"])
            assert await heard(following) == Entry(second, b"2")
        assert [entry.event for entry in await other.read(table)] == [b"1", b"2"]


async def test_an_event_whose_writer_died_before_it_was_published_is_heard_in_the_next_round(
    servers: tuple[Server, Server], table: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(rounds, "EVERY_S", 0.05)
    primary, replica = servers
    async with streams(primary) as other, streams(primary, 1.0) as log:
        (first,) = await log.append(table, EMPTY, [b"1"])
        async with other.follow(table) as following:
            assert await heard(following) is None, "whoever has just entered reads the log"
            with Stalled(replica), pytest.raises(StoreAway):
                await log.append(table, first, [b"2"])
            assert await heard(following) is None
            assert [entry.event for entry in await other.read(table, 2)] == [b"2"]
            (third,) = await log.append(table, await log.head(table), [b"3"])
            while (told := await heard(following)) is None:
                pass
            assert told == Entry(third, b"3")
            with pytest.raises(TimeoutError):
                async with asyncio.timeout(QUIET_S):
                    await anext(aiter(following))


async def test_a_damaged_log_keeps_no_other_from_being_looked_at(
    servers: tuple[Server, Server], table: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(rounds, "EVERY_S", 0.05)
    primary, replica = servers
    damaged = f"{table}-damaged"
    async with streams(primary) as other, streams(primary, 1.0) as log:
        await primary.ask("XADD", keys.stream(damaged), "1-1", "not", "ours")
        (first,) = await other.append(table, EMPTY, [b"1"])
        async with other.follow(damaged) as bad, other.follow(table) as following:
            assert await heard(bad) is None, "its reader finds out what is wrong"
            assert await heard(following) is None
            with Stalled(replica), pytest.raises(StoreAway):
                await log.append(table, first, [b"2"])
            assert await heard(following) is None


async def calls(server: Server, command: str) -> int:
    """How often a command was carried out."""
    stats = await server.ask("INFO", "commandstats")
    assert isinstance(stats, dict)
    return int(stats.get(f"cmdstat_{command}", {"calls": 0})["calls"])


async def test_appends_and_reads_that_come_together_share_one_wait(
    servers: tuple[Server, Server], table: str
) -> None:
    primary, _ = servers
    tables = [f"{table}{number}" for number in range(256)]
    async with streams(primary) as log:
        await log.append(table, EMPTY, [b"0"])
        await log.read(table)
        before = await calls(primary, "wait")
        await asyncio.gather(*(log.append(each, EMPTY, TEN[:2]) for each in tables))
        appending = await calls(primary, "wait") - before
        await asyncio.gather(*(log.read(each) for each in tables))
        reading = await calls(primary, "wait") - before - appending
    print(f"512 appends: {appending} WAITs; 256 range reads: {reading}")
    assert appending <= 4
    assert reading <= 4


async def test_r35_a_full_primary_refuses_events_and_tells_the_past(
    servers: tuple[Server, Server], table: str
) -> None:
    primary, _ = servers
    async with streams(primary) as log:
        (head,) = await log.append(table, EMPTY, [b"1"])
        await primary.ask("CONFIG", "SET", "maxmemory", 1 << 20)
        with pytest.raises(StoreFull, match="Raise maxmemory"):
            await log.append(table, head, [b"2"])
        assert [entry.event for entry in await log.read(table)] == [b"1"]
        await primary.ask("CONFIG", "SET", "maxmemory", 0)
        await log.append(table, head, [b"2"])


async def test_a_primary_that_wants_a_replica_and_has_none_stores_nothing(
    servers: tuple[Server, Server], table: str
) -> None:
    primary, replica = servers
    await primary.ask("CONFIG", "SET", "min-replicas-to-write", 1)
    async with streams(primary, 1.0) as log:
        (head,) = await log.append(table, EMPTY, [b"1"])
        await replica.kill()
        with pytest.raises((StoreFull, StoreAway)):  # as soon as the primary has seen it go
            await log.append(table, head, [b"2"])
        with pytest.raises(StoreFull, match="too few replicas"):
            await log.append(table, head, [b"2"])
        assert await primary.ask("XLEN", keys.stream(table)) in (1, 2)
