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
from ludoteca_server.eventlog import keys
from ludoteca_server.eventlog.redis_streams import RedisStreams
from ludoteca_server.model.entry import EMPTY

if TYPE_CHECKING:
    from collections.abc import Awaitable, Callable, Sequence

SEATS = 4
IN_FLIGHT = 256
PAYLOAD = b"e" * 100


async def measure(wish: Wish, games: Sequence[str], url: str) -> dict[str, Measure]:
    """`append.256`, `log.bytes` and `load.<game>`."""
    found: dict[str, Measure] = {}
    stored: list[FinishedTable] = []
    log = RedisStreams(url)
    bare = Redis.from_url(url)
    try:
        if wish.wants("append.256"):
            wish.say("append.256")
            found["append.256"] = await _append(wish, log, bare)
        for game in games:
            if not wish.wants(f"load.{game}", "log.bytes"):
                continue
            wish.say(f"load.{game}")
            library = Library()
            table = FinishedTable(library, game, SEATS, seed=1)
            await log.append(table.table_id, EMPTY, table.events)
            found[f"load.{game}"] = await _load(wish, log, bare, library, table.table_id)
            stored.append(table)
        if stored:
            found["log.bytes"] = await _bytes(bare, stored)
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


async def _load(
    wish: Wish, log: RedisStreams, bare: Redis, library: Library, table_id: str
) -> Measure:
    """Rebuilding a finished table from a warm store, beside its bare range read."""

    async def ours() -> None:
        entries = await log.read(table_id)
        library.replay([entry.event for entry in entries])

    async def plain() -> None:
        await bare.xrange(keys.stream(table_id))

    times = 20 if wish.quick else 100
    return beside(await _median_ms(ours, times), "ms", await _median_ms(plain, times))


async def _median_ms(run: Callable[[], Awaitable[None]], times: int) -> float:
    spent = []
    for _ in range(times):
        start = time.perf_counter()
        await run()
        spent.append((time.perf_counter() - start) * 1000)
    return statistics.median(spent)


async def _bytes(bare: Redis, tables: Sequence[FinishedTable]) -> Measure:
    """What an event takes up in the store, beside its own bytes; over one finished table of each game."""
    used = [await bare.memory_usage(keys.stream(table.table_id), samples=0) for table in tables]
    events = [event for table in tables for event in table.events]
    count = len(events)
    payload = sum(len(event) for event in events)
    return beside(sum(int(each or 0) for each in used) / count, "bytes/event", payload / count)
