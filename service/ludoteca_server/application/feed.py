"""One followed table: turns each event once into the notice of every kind of viewer that listens here."""

from __future__ import annotations

import asyncio
from contextlib import AsyncExitStack
from dataclasses import dataclass
from typing import TYPE_CHECKING

from ludoteca_core import Corrupt, Refold
from ludoteca_server.application.tables import corrupt_log
from ludoteca_server.model.errors import StoreAway
from ludoteca_server.model.stream import Told

if TYPE_CHECKING:
    from collections.abc import Callable, Sequence

    from ludoteca_core import Step, Table
    from ludoteca_server.application.inbox import Inbox
    from ludoteca_server.application.ports import EventLog, Following
    from ludoteca_server.application.tables import Hot, Tables
    from ludoteca_server.model.entry import Entry


@dataclass(slots=True, eq=False)
class Listener:
    """A stream's ear at one table."""

    inbox: Inbox
    caller: bytes | None
    """Hash of the stream's token."""
    words: bool
    viewer: int | None = None
    """The seat the caller holds now: whoever loses a seat gets the public's notices from then on."""


class Feed:
    """One table as this worker's streams have been told it."""

    @classmethod
    async def open(cls, table_id: str, *, tables: Tables, log: EventLog) -> Feed:
        """Follows the log from its present end. Raises NoSuchTable, CorruptLog, StoreAway."""
        async with AsyncExitStack() as stack:
            following = await stack.enter_async_context(log.follow(table_id))
            hot = await tables.fresh(table_id)  # after the subscription: nothing falls between
            return cls(table_id, hot, following, stack.pop_all(), tables)

    def __init__(
        self,
        table_id: str,
        hot: Hot,
        following: Following,
        subscription: AsyncExitStack,
        tables: Tables,
    ) -> None:
        """Use `open`."""
        self.table_id = table_id
        self.table = hot.table
        self.archived = hot.archived
        self.listeners: set[Listener] = set()
        self._head = hot.head
        self._tables = tables
        self._following = following
        self._subscription = subscription
        self._may_take = asyncio.Event()
        self._may_take.set()
        self._rendered: dict[tuple[str, int | None, bool], bytes] = {}
        self.task = asyncio.create_task(self._run(), name=f"feed {table_id}")
        self.task.add_done_callback(self._ended)

    @property
    def seq(self) -> int:
        """The last event that was told."""
        return self._head.seq

    def view(self, viewer: int | None, words: bool) -> bytes:
        """The view after the last event that was told, made once for each kind of viewer."""
        key = ("view", viewer, words)
        if key not in self._rendered:
            self._rendered[key] = self.table.view(viewer, words)
        return self._rendered[key]

    def offers(self, seat: int, words: bool) -> bytes:
        """The legal actions of a seat after the last event that was told."""
        key = ("offers", seat, words)
        if key not in self._rendered:
            self._rendered[key] = self.table.actions(seat, words)
        return self._rendered[key]

    def _offer(self, entry: Entry, step: Step) -> None:
        """Takes a settled event of this worker. Out of order it is left to the subscription."""
        if entry.id.seq == self._head.seq + 1 and step.table is not None:
            self._tell(entry, step.table, step.notice, is_lifecycle=step.starts_or_ends)

    def hold(self) -> None:
        """Takes nothing from the subscription until `go_on`.

        An event of this worker comes back by the subscription in the very turn in which its append is answered. Taken
        from there, it would be folded a second time, and its notice would leave apart from its answer.
        """
        self._may_take.clear()

    def go_on(self, settled: Sequence[tuple[Entry, Step]]) -> None:
        """Tells what this worker's append settled, then takes what came meanwhile."""
        try:
            for entry, step in settled:
                self._offer(entry, step)
        finally:
            self._may_take.set()

    async def close(self) -> None:
        """Follows the log no longer."""
        self.task.cancel()
        await asyncio.wait([self.task])
        await self._subscription.aclose()

    async def _run(self) -> None:
        async for entry in self._following:
            await self._may_take.wait()
            if entry is None or entry.id.seq > self._head.seq + 1:
                await self._catch_up()
            else:
                await self._take(entry)

    def _ended(self, task: asyncio.Task[None]) -> None:
        """Ends every stream of the table: their clients come back and get a new feed."""
        error = None if task.cancelled() else task.exception()
        for listener in self.listeners:
            listener.inbox.fail(
                error
                or StoreAway(f"Table {self.table_id} is no longer followed: open the stream again.")
            )

    async def _catch_up(self) -> None:
        head = self._head
        entries = await self._tables.entries(self.table_id, head.seq)
        if entries[0].id != head:
            raise StoreAway(
                f"The log of table {self.table_id} was cut behind seq {head.seq - 1}: open the stream again."
            )
        for entry in entries[1:]:
            await self._take(entry)

    async def _take(self, entry: Entry) -> None:
        if entry.id.seq != self._head.seq + 1:
            return  # told already
        try:
            step = self.table.evolve(entry.event)
        except Refold:
            await self._take_back(entry)
            return
        except Corrupt as error:
            raise corrupt_log(self.table_id, error) from error
        if step.table is None:
            await self._take_back(entry)
            return
        self._tables.learn(self.table_id, entry, step.table)
        self._tell(entry, step.table, step.notice, is_lifecycle=step.starts_or_ends)

    async def _take_back(self, entry: Entry) -> None:
        table = await self._tables.at(self.table_id, entry.id.seq)

        def notice(viewer: int | None, words: bool) -> bytes:
            return table.notice_of_takeback(entry.event, viewer, words)

        if entry.id.seq == self._head.seq + 1:
            self._tell(entry, table, notice, is_lifecycle=False)

    def _tell(
        self,
        entry: Entry,
        after: Table,
        notice: Callable[[int | None, bool], bytes],
        *,
        is_lifecycle: bool,
    ) -> None:
        self.table = after
        self._head = entry.id
        self._rendered.clear()
        made: dict[tuple[int | None, bool], Told] = {}
        for listener in self.listeners:
            if is_lifecycle and listener.caller is not None:
                listener.viewer = after.seat_of(listener.caller)
            kind = (listener.viewer, listener.words)
            told = made.get(kind)
            if told is None:
                told = Told(self.table_id, entry.id.seq, notice(*kind), self.archived)
                made[kind] = told
            listener.inbox.tell(told)
