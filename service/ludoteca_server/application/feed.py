"""One followed table: turns each event once into the notice of every kind of viewer that listens here."""

from __future__ import annotations

import asyncio
from contextlib import AsyncExitStack
from dataclasses import dataclass
from typing import TYPE_CHECKING

from ludoteca_core import CoreError
from ludoteca_server.application.front import Front, Held, News, news_of
from ludoteca_server.application.sight import closed
from ludoteca_server.model.errors import NoSuchTable, StoreAway
from ludoteca_server.model.stream import Told

if TYPE_CHECKING:
    from collections.abc import Sequence

    from ludoteca_core import Step, Table
    from ludoteca_server.application.inbox import Inbox
    from ludoteca_server.application.ports import EventLog, Following
    from ludoteca_server.application.rounds import Rounds
    from ludoteca_server.application.tables import Hot, Tables
    from ludoteca_server.model.entry import Entry, EntryId

LOOK_MS = 250
"""The longest time in ms between two looks at what is held back: it is the worker's clock that says whether an event is old
enough, and a timer of the loop may drift from it."""


@dataclass(slots=True, eq=False)
class Listener:
    """One stream's interest in one table."""

    inbox: Inbox
    caller: bytes | None
    """Hash of the stream's token."""
    words: bool
    viewer: int | None = None
    """The seat that the caller holds now, or None. A caller that loses its seat gets the public's notices from then on."""


class Feed:
    """One followed table: how far this worker's streams have been told of it, and the streams that listen."""

    @classmethod
    async def open(cls, table_id: str, *, tables: Tables, log: EventLog, rounds: Rounds) -> Feed:
        """Follows the log from its present end. Raises NoSuchTable, CorruptLog, StoreAway."""
        async with AsyncExitStack() as stack:
            following = await stack.enter_async_context(log.follow(table_id))
            hot = await tables.fresh(table_id)  # after the subscription: nothing falls between
            public, held = await Held.of(table_id, hot, tables=tables)
            return cls(table_id, hot, public, held, following, stack.pop_all(), tables, rounds)

    def __init__(
        self,
        table_id: str,
        hot: Hot,
        public: Table,
        held: Held,
        following: Following,
        subscription: AsyncExitStack,
        tables: Tables,
        rounds: Rounds,
    ) -> None:
        """Use `open`."""
        self.table_id = table_id
        self._seats = Front(hot.table)
        self._public = Front(public)
        self._held = held
        self._next_look: asyncio.TimerHandle | None = None
        self._reading: asyncio.Task[None] | None = None
        """Reads from the log what spectators have not been told and `_held` had no room for."""
        self.archived = hot.archived
        self.listeners: set[Listener] = set()
        self._is_closed = False
        self._head = hot.head
        self._tables = tables
        self._rounds = rounds
        self._following = following
        self._subscription = subscription
        self.loop = asyncio.get_running_loop()
        """Asked once: it is a system call."""
        self._look_again(tables.clock.now_ms())
        self.task = asyncio.create_task(self._run(), name=f"feed {table_id}")
        self.task.add_done_callback(self._ended)

    @property
    def table(self) -> Table:
        """The table after the last event that was told to seats."""
        return self._seats.table

    def front(self, viewer: int | None) -> Front:
        """How far `viewer` was told."""
        return self._public if viewer is None else self._seats

    def _offer(self, entry: Entry, step: Step) -> bool:
        """Tells an event that this worker appended, if it is the next one; else it comes by the subscription. Whether it was told."""
        after = step.table
        if entry.id.seq != self._head.seq + 1 or after is None:
            return False
        self._tell(News(entry, after, step.notice, step.starts_or_ends))
        return True

    def hold(self) -> None:
        """Takes nothing from the subscription until `go_on`.

        An event of this worker comes back by the subscription in the very turn in which its append is answered. Taken
        from there, it would be folded a second time, and its notice would leave apart from its answer.
        """
        self._following.hold()

    def go_on(self, settled: Sequence[tuple[Entry, Step]]) -> None:
        """Tells what this worker's append settled, then takes what came meanwhile."""
        told: list[EntryId] = []
        try:
            for entry, step in () if self._is_closed else settled:
                if self._offer(entry, step):
                    told.append(entry.id)
        except CoreError as error:
            self._give_up(error)
        finally:
            self._following.go_on(told)

    async def close(self) -> None:
        """Follows the log no longer."""
        self._is_closed = True  # an append may be on its way: what it settles is told to nobody
        if self._next_look is not None:
            self._next_look.cancel()
        tasks = [self.task] if self._reading is None else [self.task, self._reading]
        for task in tasks:
            task.cancel()
        try:
            await asyncio.wait(tasks)
        finally:  # also if the closing itself is cancelled meanwhile
            await self._subscription.aclose()

    async def _run(self) -> None:
        is_chained = False  # whether the subscription has proved, since the last gap, that it continues the log
        async for entry in self._following:
            if entry is None or entry.id.seq > self._head.seq + 1:
                await self._catch_up()
                is_chained = False
            elif entry.id.seq <= self._head.seq:
                continue  # told already
            elif is_chained or self._following.continues(self._head, entry):
                await self._take(entry)
                is_chained = True
            else:  # of another history: a server that was deposed may have published it
                await self._catch_up()

    def _ended(self, task: asyncio.Task[None]) -> None:
        """Ends every stream of the table: their clients come back and get a new feed."""
        error = None if task.cancelled() else task.exception()
        self._fail(
            error
            or StoreAway(f"Table {self.table_id} is no longer followed: open the stream again.")
        )

    def _give_up(self, error: BaseException) -> None:
        """Ends the feed with its streams: some listeners may have been told what others have not."""
        self._fail(error)
        self.task.cancel()  # the next stream gets a new feed

    def _fail(self, error: BaseException) -> None:
        for listener in self.listeners:
            listener.inbox.fail(error)

    async def _catch_up(self) -> None:
        head = self._head
        try:
            entries = await self._tables.entries(self.table_id, head.seq)
        except NoSuchTable:
            # The log ends before the last event told. A client that opens the stream again hears if the table is gone.
            entries = []
        if not entries or entries[0].id != head:
            raise self._was_cut()
        for entry in entries[1:]:
            await self._take(entry)

    def _was_cut(self) -> StoreAway:
        """The error for streams that were told events which the log no longer has, after a failover."""
        return StoreAway(f"The log of table {self.table_id} lost its tail: open the stream again.")

    async def _take(self, entry: Entry) -> None:
        if entry.id.seq != self._head.seq + 1:
            return  # told already
        news = await news_of(self.table_id, self.table, entry, tables=self._tables)
        if entry.id.seq == self._head.seq + 1:
            self._tables.learn(self.table_id, entry, news.after)
            self._tell(news)

    def _tell(self, news: News) -> None:
        """Tells the next event: to seats at once, to spectators as the table's policy says."""
        self._head = news.entry.id
        after = news.after
        if news.is_lifecycle:
            for listener in self.listeners:
                if listener.caller is not None:
                    listener.viewer = after.seat_of(listener.caller)
        self._seats.advance(after)
        if after.is_closed:
            # The public's front stays behind: streams of spectators that are busy with another table's log, and meet
            # their error later, must not read this event until then.
            self._send(news, to_seats=True, to_public=False)
            self._shut_out()
        elif self._held or not after.is_shown(after.seq, self._tables.clock.now_ms()):
            self._send(news, to_seats=True, to_public=False)
            self._held.add(news)
            self._show()
        else:
            self._public.advance(after)
            self._send(news, to_seats=True, to_public=True)

    def _send(self, news: News, *, to_seats: bool, to_public: bool) -> None:
        made: dict[tuple[int | None, bool], Told] = {}
        for listener in self.listeners:
            if not (to_public if listener.viewer is None else to_seats):
                continue
            kind = (listener.viewer, listener.words)
            told = made.get(kind)
            if told is None:
                told = Told(self.table_id, news.seq, news.notice(*kind), self.archived)
                made[kind] = told
            if listener.inbox.tell(told):
                if listener.viewer is None:
                    self._rounds.add(listener.inbox)
                else:
                    listener.inbox.wake()

    def _show(self) -> None:
        """Tells spectators what is old enough now, and looks again when there will be more."""
        now_ms = self._tables.clock.now_ms()
        for news in self._held.due(self.table, now_ms):
            self._public.advance(news.after)
            self._send(news, to_seats=False, to_public=True)
        self._look_again(now_ms)
        self._read_if_dry()

    def _read_if_dry(self) -> None:
        if self._held.is_dry and self._reading is None and not self.task.done():
            self._reading = asyncio.create_task(self._read_on(), name=f"late {self.table_id}")
            self._reading.add_done_callback(self._has_read)

    async def _read_on(self) -> None:
        while self._held.is_dry:
            public, head = self._public.table, self._head
            await self._held.read_on(self.table_id, public, head.seq, tables=self._tables)
            self._held.goes_to(self._head.seq)
            self._show()

    def _has_read(self, reading: asyncio.Task[None]) -> None:
        self._reading = None
        if reading.cancelled():
            return
        error = reading.exception()
        if error is None:
            self._read_if_dry()
        else:
            self._give_up(self._was_cut() if isinstance(error, NoSuchTable) else error)

    def _look_again(self, now_ms: int) -> None:
        if self._next_look is not None:
            self._next_look.cancel()
            self._next_look = None
        next_at_ms = self._held.next_at_ms
        if next_at_ms is not None:
            wait_ms = min(max(next_at_ms - now_ms, 1), LOOK_MS)
            loop = asyncio.get_running_loop()
            self._next_look = loop.call_later(wait_ms / 1000, self._look)

    def _look(self) -> None:
        try:
            self._show()
        except CoreError as error:
            self._give_up(error)

    def _shut_out(self) -> None:
        """Ends the streams of callers without a seat: the table is closed to spectators now."""
        for listener in self.listeners:
            if listener.viewer is None:
                listener.inbox.fail(closed(self.table_id))
