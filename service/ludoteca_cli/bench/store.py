"""The event log on a real store that fsyncs every append: the log's own code, beside bare commands."""

from __future__ import annotations

import asyncio
import statistics
import time
from typing import TYPE_CHECKING

from redis.asyncio import Redis

from ludoteca_cli.bench.finished import FinishedTable
from ludoteca_cli.bench.measure import Measure, Wish, beside
from ludoteca_core import Library
from ludoteca_server.application.tables import Tables
from ludoteca_server.bootstrap import SystemClock
from ludoteca_server.eventlog import keys
from ludoteca_server.eventlog.redis_streams import RedisStreams
from ludoteca_server.model.entry import EMPTY
from ludoteca_server.tally import Tally

if TYPE_CHECKING:
    from collections.abc import Awaitable, Callable, Sequence

SEATS = 4
YOUNG = 300
_LENGTHS = range(100, 301, 8)
"""Of many lengths: what is made ready for the next event is a large part of some, and of others none."""
IN_FLIGHT = 256
PAYLOAD = b"e" * 100
_TURN = 5
"""Runs before the other side's: one by one, each would find the other's memory in the processor's cache."""


async def measure(wish: Wish, games: Sequence[str], url: str) -> dict[str, Measure]:
    """`append.256`, `log.bytes`, `log.bytes.100`, `load.<game>` and `load.300`."""
    found: dict[str, Measure] = {}
    log = RedisStreams(url)
    bare = Redis.from_url(url)
    try:
        if wish.wants("append.256"):
            wish.say("append.256")
            found["append.256"] = await _append(wish, log, bare)
        for game in games:
            if not wish.wants(f"load.{game}"):
                continue
            wish.say(f"load.{game}")
            library = Library()
            table = FinishedTable(library, game, SEATS, seed=1)
            await log.append(table.table_id, EMPTY, table.events)
            found[f"load.{game}"] = await _load(wish, log, bare, library, [table.table_id])
        if wish.wants("load.300"):
            wish.say("load.300")
            library = Library()
            young = await _young(log, library, games)
            found["load.300"] = await _load(wish, log, bare, library, young)
        if wish.wants("log.bytes"):
            wish.say("log.bytes")
            library = Library()
            logs = [FinishedTable(library, game, SEATS, seed=3).events for game in games]
            found["log.bytes"] = await _bytes(log, bare, "real", logs)
        if wish.wants("log.bytes.100"):
            logs = [[PAYLOAD] * max(_LENGTHS)]
            found["log.bytes.100"] = await _bytes(log, bare, "even", logs)
    finally:
        await log.close()
        await bare.aclose()
    return wish.pick(found)


async def _append(wish: Wish, log: RedisStreams, bare: Redis) -> Measure:
    """Acknowledged appends a second with 256 tables in flight, beside bare XADDs of one pipeline."""
    rounds = 3
    ours, plain = [], []
    for number in range(rounds):
        tables = [f"bench-{number}-{table}" for table in range(IN_FLIGHT)]
        each, _count = await appended(log, tables, wish.seconds(3) / rounds)
        ours.append(each)
        plain.append(await _added(bare, number, wish.seconds(3) / rounds))
    return beside(statistics.median(ours), "appends/s", statistics.median(plain))


async def appended(log: RedisStreams, tables: Sequence[str], seconds: float) -> tuple[float, int]:
    """Durable appends a second to all these tables at once, one after the other in each; and how many."""
    start = time.perf_counter()
    counts = await asyncio.gather(*(_writer(log, table, start + seconds) for table in tables))
    return sum(counts) / (time.perf_counter() - start), sum(counts)


async def _writer(log: RedisStreams, table_id: str, until: float) -> int:
    """One table's writer: one append after the other, each awaited."""
    head, count = EMPTY, 0
    while time.perf_counter() < until:
        (head,) = await log.append(table_id, head, [PAYLOAD])
        count += 1
    return count


async def _added(bare: Redis, number: int, seconds: float) -> float:
    start = time.perf_counter()
    count = 0
    while time.perf_counter() < start + seconds:
        pipeline = bare.pipeline(transaction=False)
        for table in range(IN_FLIGHT):
            pipeline.xadd(f"bare-{number}-{table}", {"e": PAYLOAD})
        await pipeline.execute()
        count += IN_FLIGHT
    return count / (time.perf_counter() - start)


async def _young(log: RedisStreams, library: Library, games: Sequence[str]) -> list[str]:
    """A table after 300 events of each game that is as long."""
    found = []
    for game in games:
        table = FinishedTable(library, game, SEATS, seed=2)
        if len(table.events) > YOUNG:
            await log.append(table.table_id, EMPTY, table.events[:YOUNG])
            found.append(table.table_id)
    return found


async def _load(
    wish: Wish, log: RedisStreams, bare: Redis, library: Library, table_ids: Sequence[str]
) -> Measure:
    """Loading tables as a worker does that has not got them, beside the bare range reads; a table's share of it."""
    tables = Tables(1, library=library, log=log, tally=Tally(), clock=SystemClock())

    async def ours() -> None:
        for table_id in table_ids:
            tables.drop(table_id)
            await tables.fresh(table_id)

    async def plain() -> None:
        for table_id in table_ids:
            await bare.xrange(keys.stream(table_id))

    loading: list[float] = []
    reading: list[float] = []
    for _ in range(4 if wish.quick else 20):
        loading += await _times_ms(ours)
        reading += await _times_ms(plain)
    of_one_ms, bare_ms = (statistics.median(each) / len(table_ids) for each in (loading, reading))
    return beside(of_one_ms, "ms", bare_ms)


async def _times_ms(run: Callable[[], Awaitable[None]]) -> list[float]:
    """How long each run of a turn takes."""
    spent = []
    for _ in range(_TURN):
        start = time.perf_counter()
        await run()
        spent.append((time.perf_counter() - start) * 1000)
    return spent


async def _bytes(
    log: RedisStreams, bare: Redis, name: str, logs: Sequence[Sequence[bytes]]
) -> Measure:
    """What an event takes up in the store beside its own bytes, over the beginnings of these logs."""
    used = count = payload = 0
    for number, events in enumerate(logs):
        for length in _LENGTHS:
            if length <= len(events):
                table_id = f"{name}-{number}-{length}"
                await log.append(table_id, EMPTY, events[:length])
                used += await bare.memory_usage(keys.stream(table_id), samples=0) or 0
                count += length
                payload += sum(len(event) for event in events[:length])
    return beside(used / count, "bytes/event", payload / count)
