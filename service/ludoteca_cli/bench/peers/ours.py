"""Our side of every pairing, in turns as long as the peers'."""

from __future__ import annotations

import asyncio
import os
import time
from contextlib import asynccontextmanager
from typing import TYPE_CHECKING

from ludoteca_cli.bench.cpu import cpu_seconds
from ludoteca_cli.bench.finished import FinishedTable
from ludoteca_cli.bench.load import generated
from ludoteca_cli.bench.peers.compared import Turn
from ludoteca_cli.bench.script import FINISHED
from ludoteca_cli.bench.store import appended
from ludoteca_core import Library
from ludoteca_server.eventlog.redis_streams import RedisStreams
from ludoteca_server.model.entry import EMPTY

if TYPE_CHECKING:
    from collections.abc import AsyncIterator
    from pathlib import Path

    from ludoteca_server.datadir import Running

SEATS = 4
SETTLES_S = 0.003
"""What still runs on behalf of the last answer is counted too."""


class Service:
    """The service, played by the load generator."""

    def __init__(
        self, generator: Path, running: Running, echo: tuple[str, int], *, quick: bool
    ) -> None:
        self._generator = generator
        self._command = (
            *("--service", running.address, "--service-pid", str(running.workers[0])),
            *("--store-pid", str(running.store_pid)),
            *("--echo", echo[0], "--echo-pid", str(echo[1])),
            *(("--quick",) if quick else ()),
        )

    async def turn(self, kind: str) -> Turn:
        """One turn of `pair`, `pair16` or `pair.echo`."""
        told = await generated(self._generator, *self._command, "--only", kind)
        return Turn(
            told[f"{kind}.rate"].value or 0.0,
            told[f"{kind}.cpu"].value or 0.0,
            told[f"{kind}.store"].value or 0.0,
        )


class Log:
    """The event log's own code in this process, on the store of the service."""

    def __init__(self, log: RedisStreams, store_pid: int) -> None:
        self._log = log
        self._store_pid = store_pid
        self._tables = 0
        self._library = Library()
        self._finished = FinishedTable(self._library, FINISHED, SEATS, seed=2)
        self._stored = False

    async def append(self, tables: int, seconds: float) -> Turn:
        """Durable appends to so many new tables at once."""
        self._tables += tables
        names = [f"peer-{os.getpid()}-{self._tables - n}" for n in range(tables)]
        before = cpu_seconds(os.getpid()), cpu_seconds(self._store_pid)
        rate, count = await appended(self._log, names, seconds)
        await asyncio.sleep(SETTLES_S)
        after = cpu_seconds(os.getpid()), cpu_seconds(self._store_pid)
        ours, stores = ((b - a) / count * 1e6 for a, b in zip(before, after, strict=True))
        return Turn(rate, ours, stores)

    async def replay(self, seconds: float) -> Turn:
        """A finished table from the store, again and again."""
        table = self._finished
        if not self._stored:
            await self._log.append(table.table_id, EMPTY, table.events)
            self._stored = True
        done, begun = 0, time.perf_counter()
        before, spent = cpu_seconds(os.getpid()), 0.0
        while spent < seconds:
            entries = await self._log.read(table.table_id)
            self._library.replay([entry.event for entry in entries])
            done += len(entries)
            spent = time.perf_counter() - begun
        return Turn(done / spent, (cpu_seconds(os.getpid()) - before) / done * 1e6)


@asynccontextmanager
async def event_log(running: Running) -> AsyncIterator[Log]:
    """The log of a running service."""
    log = RedisStreams(running.store)
    try:
        yield Log(log, running.store_pid)
    finally:
        await log.close()
