"""Many writers and followers on a log, and what they were told: so that a test can say what got lost."""

from __future__ import annotations

import asyncio
from typing import TYPE_CHECKING

from ludoteca_server.eventlog.audit import audit
from ludoteca_server.model.entry import EMPTY
from ludoteca_server.model.errors import LostRace, StoreAway, TooMuch

if TYPE_CHECKING:
    from collections.abc import Sequence

    from ludoteca_server.eventlog.redis_streams import RedisStreams
    from ludoteca_server.model.entry import EntryId


class Load:
    """One writer a table, as fast as the store lets it; each append is repeated until it is answered."""

    def __init__(
        self,
        log: RedisStreams,
        tables: Sequence[str],
        *,
        reader: RedisStreams | None = None,
        event_bytes: int = 100,
    ) -> None:
        """`reader` follows every fourth table."""
        self._log = log
        self.tables = tables
        self._reader = reader
        self._filling = bytes(event_bytes)
        self.acknowledged: dict[str, list[EntryId]] = {table: [] for table in tables}
        self.shown: dict[str, list[EntryId]] = {}
        self.unanswered = 0
        """Appends that were sent again."""
        self.branches_left = 0
        """How often a writer found its last acknowledged event gone."""
        self._stop = asyncio.Event()
        self._writers: list[asyncio.Task[None]] = []
        self._watchers: list[asyncio.Task[None]] = []

    @property
    def count(self) -> int:
        """How many events were acknowledged."""
        return sum(len(ids) for ids in self.acknowledged.values())

    async def begin(self) -> None:
        """Starts everybody; followers are there when this returns."""
        if self._reader is not None:
            entered = [asyncio.Event() for _ in self.tables[::4]]
            self._watchers = [
                asyncio.create_task(self._watch(self._reader, table, event))
                for table, event in zip(self.tables[::4], entered, strict=True)
            ]
            await asyncio.gather(*(event.wait() for event in entered))
        self._writers = [asyncio.create_task(self._write(table)) for table in self.tables]

    async def reaches(self, more: int) -> None:
        """Waits until so many more are acknowledged."""
        goal = self.count + more
        while self.count < goal:
            await asyncio.sleep(0.001)

    async def end(self) -> None:
        """Stops everybody after the append that each is at."""
        self._stop.set()
        await asyncio.gather(*self._writers)
        await self._leave()

    async def abandon(self) -> None:
        """Stops everybody at once, wherever they are."""
        self._stop.set()
        for writer in self._writers:
            writer.cancel()
        await asyncio.wait(self._writers)
        await self._leave()

    async def _leave(self) -> None:
        for watcher in self._watchers:
            watcher.cancel()
        if self._watchers:
            await asyncio.wait(self._watchers)

    async def _write(self, table: str) -> None:
        head, number = EMPTY, 0
        while not self._stop.is_set():
            event = b"%s %d " % (table.encode(), number) + self._filling
            try:
                (head,) = await self._log.append(table, head, [event])
            except (StoreAway, TooMuch):
                self.unanswered += 1
                await asyncio.sleep(0.005)
                continue
            except LostRace:
                self.branches_left += 1
                head = await self._head_there(table)
                continue
            self.acknowledged[table].append(head)
            number += 1

    async def _head_there(self, table: str) -> EntryId:
        while True:
            try:
                return await self._log.head(table)
            except StoreAway:
                await asyncio.sleep(0.005)

    async def _watch(self, reader: RedisStreams, table: str, entered: asyncio.Event) -> None:
        shown = self.shown.setdefault(table, [])
        async with reader.follow(table) as following:
            entered.set()
            async for entry in following:
                if entry is not None:
                    shown.append(entry.id)

    async def lost(self, log: RedisStreams) -> tuple[int, int]:
        """How many that were acknowledged, and how many that were shown, are not in the log at their seq.

        Every log has to be one chain without a gap.
        """
        lost = unseen = 0
        for table in self.tables:
            there = {entry.id for entry in await log.read(table)}
            lost += sum(each not in there for each in self.acknowledged[table])
            unseen += sum(each not in there for each in self.shown.get(table, ()))
        assert (await audit(log)).faults == []
        return lost, unseen
