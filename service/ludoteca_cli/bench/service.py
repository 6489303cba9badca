"""A worker under load, beside a bare echo server of the same library: what an action costs the server."""

from __future__ import annotations

import asyncio
import statistics
import subprocess
import sys
import time
from contextlib import asynccontextmanager, contextmanager
from typing import TYPE_CHECKING

import grpc

from ludoteca_cli.bench.cpu import cpu_seconds
from ludoteca_cli.bench.echo import SERVICE
from ludoteca_cli.bench.measure import Measure, Wish, beside
from ludoteca_cli.bench.script import script
from ludoteca_cli.bench.spectators import watch_delivery
from ludoteca_cli.bench.traffic import BenchTable, open_tables
from ludoteca_cli.failure import Failure

if TYPE_CHECKING:
    from collections.abc import AsyncIterator, Awaitable, Callable, Iterator, Sequence

TABLES = 32
SIXTEEN_TABLES = 16
CHANNELS = 2
NAMES = ("act.cpu", "play.cpu", "play16.rate", "watch.delivery")
REQUEST = b"q" * 96


class Echo:
    """The echo server's process and its calls."""

    def __init__(self, channel: grpc.aio.Channel, pid: int) -> None:
        self.pid = pid
        self._unary: grpc.aio.UnaryUnaryMultiCallable[bytes, bytes] = channel.unary_unary(
            f"/{SERVICE}/Unary"
        )
        self._both: grpc.aio.StreamStreamMultiCallable[bytes, bytes] = channel.stream_stream(
            f"/{SERVICE}/Both"
        )
        self._stream: grpc.aio.UnaryStreamMultiCallable[bytes, bytes] = channel.unary_stream(
            f"/{SERVICE}/Stream"
        )

    async def unary(self, count: int) -> int:
        """So many unary calls, one after the other."""
        for _ in range(count):
            await self._unary(REQUEST)
        return count

    async def both(self, count: int) -> int:
        """So many messages there and back on one stream."""
        call = self._both()
        for _ in range(count):
            await call.write(REQUEST)
            await call.read()
        await call.done_writing()
        return count

    async def stream(self, payload: bytes) -> int:
        """A burst of messages of this payload."""
        call = self._stream(payload)
        count = 0
        async for _message in call:
            count += 1
        return count


@contextmanager
def echo_process() -> Iterator[tuple[str, int]]:
    """The bare server: its address and process id."""
    command = [sys.executable, "-m", "ludoteca_cli.bench.echo"]
    with subprocess.Popen(command, stdout=subprocess.PIPE, text=True) as process:
        try:
            assert process.stdout is not None  # noqa: S101
            port = process.stdout.readline().strip()
            if not port:
                raise Failure("The echo server did not start.")
            yield f"127.0.0.1:{port}", process.pid
        finally:
            process.terminate()


@asynccontextmanager
async def channels(address: str) -> AsyncIterator[list[grpc.aio.Channel]]:
    """Connections to a server that nothing else in this process uses."""
    options = [("grpc.use_local_subchannel_pool", 1)]
    opened = [grpc.aio.insecure_channel(address, options=options) for _ in range(CHANNELS)]
    try:
        yield opened
    finally:
        for channel in opened:
            await channel.close()


async def spent_us(pid: int, run: Callable[[], Awaitable[int]]) -> float:
    """Processor time of a process for each thing done while `run` ran, in microseconds."""
    before = cpu_seconds(pid)
    done = await run()
    return (cpu_seconds(pid) - before) / done * 1e6


async def together(*calls: Awaitable[int]) -> int:
    """Everything at once; the sum of what was done."""
    return sum(await asyncio.gather(*calls))


async def measure(wish: Wish, address: str, worker_pid: int) -> dict[str, Measure]:
    """`act.cpu`, `play.cpu`, `play16.rate` and `watch.delivery`."""
    if not wish.wants(*NAMES):
        return {}
    found: dict[str, Measure] = {}
    with echo_process() as (bare_address, bare_pid):
        async with channels(address) as lines, channels(bare_address) as bare_lines:
            echo = Echo(bare_lines[0], bare_pid)
            tables = await open_tables(lines, TABLES)
            wish.say("act.cpu")
            found["act.cpu"], unary_rate = await _act(wish, tables, echo, worker_pid)
            if wish.wants("play.cpu"):
                wish.say("play.cpu")
                found["play.cpu"] = await _play(wish, tables, echo, worker_pid)
            if wish.wants("play16.rate"):
                wish.say("play16.rate")
                found["play16.rate"] = await _sixteen(wish, lines, unary_rate)
            if wish.wants("watch.delivery"):
                wish.say("watch.delivery")
                delivery, size = await watch_delivery(wish, lines, worker_pid)
                bare = await spent_us(
                    bare_pid, lambda: together(*(echo.stream(b"n" * size) for _ in range(4)))
                )
                found["watch.delivery"] = beside(delivery, "us CPU/delivery", bare)
            for table in tables:
                await table.close()
    return wish.pick(found)


async def _act(
    wish: Wish, tables: list[BenchTable], echo: Echo, worker_pid: int
) -> tuple[Measure, float]:
    """Server time of a durable unary action, beside a bare unary call; and actions a second."""
    ours, bare, rates = [], [], []
    rounds = 2 if wish.quick else 4
    for _ in range(3):
        start = time.perf_counter()
        ours.append(
            await spent_us(
                worker_pid, lambda: together(*(table.act_rounds(rounds) for table in tables))
            )
        )
        rates.append(len(tables) * rounds * 4 / (time.perf_counter() - start))
        bare.append(
            await spent_us(
                echo.pid, lambda: together(*(echo.unary(rounds * 4) for _ in range(TABLES)))
            )
        )
    value = beside(statistics.median(ours), "us CPU/action", statistics.median(bare))
    return value, statistics.median(rates)


async def _play(wish: Wish, tables: list[BenchTable], echo: Echo, worker_pid: int) -> Measure:
    """The same on open streams. Only the acting seat's stream is open: one reply, as the echo has."""
    for table in tables:
        await table.play_apart()
    ours, bare = [], []
    for _ in range(8 if wish.quick else 24):
        await asyncio.gather(*(table.act(1, script.TURN) for table in tables))
        ours.append(
            await spent_us(worker_pid, lambda: together(*(table.play_apart() for table in tables)))
        )
        bare.append(
            await spent_us(echo.pid, lambda: together(*(echo.both(20) for _ in range(TABLES))))
        )
    return beside(statistics.median(ours), "us CPU/action", statistics.median(bare))


async def _sixteen(wish: Wish, lines: Sequence[grpc.aio.Channel], unary_rate: float) -> Measure:
    """Durable actions a second in messages of sixteen, beside the unary ones."""
    rates = []
    for _ in range(1 if wish.quick else 4):
        tables = await open_tables(lines, SIXTEEN_TABLES)
        for _ in range(script.ROUNDS_BEFORE_SIXTEEN):
            await asyncio.gather(*(_round(table) for table in tables))
        start = time.perf_counter()
        done = await together(*(table.play(script.SIXTEEN) for table in tables))
        rates.append(done / (time.perf_counter() - start))
        for table in tables:
            await table.close()
    return beside(statistics.median(rates), "actions/s", unary_rate)


async def _round(table: BenchTable) -> None:
    await table.play(script.TURN)
    await table.act(1, script.TURN)
