"""Which streams of this worker follow which table: one feed for each table, however many streams there are."""

from __future__ import annotations

import asyncio
from contextlib import asynccontextmanager, contextmanager, nullcontext
from dataclasses import dataclass
from typing import TYPE_CHECKING

from ludoteca_server.application.feed import Feed, Listener
from ludoteca_server.application.inbox import Inbox
from ludoteca_server.application.locks import Locks
from ludoteca_server.application.rounds import Rounds
from ludoteca_server.model.errors import Draining

if TYPE_CHECKING:
    from collections.abc import AsyncIterator, Iterator
    from contextlib import AbstractContextManager
    from types import TracebackType

    from ludoteca_core import Step
    from ludoteca_server.application.ports import EventLog
    from ludoteca_server.application.tables import Tables
    from ludoteca_server.model.entry import Entry
    from ludoteca_server.tally import Tally


@dataclass(frozen=True, slots=True)
class Census:
    """How many listeners a worker has. A stream has one listener for each table it follows."""

    feeds: int
    """Tables that are followed."""
    seats: int
    """Listeners that hold a seat."""
    spectators: int
    """Listeners that hold none."""
    queued: int
    """Notices and answers that wait for their streams."""


class _Writing:
    """Context in which a feed takes nothing from its subscription; on exit it tells what was put into the list.

    A class and no generator, which would take three times as long at every action.
    """

    __slots__ = ("_feed", "_settled")

    def __init__(self, feed: Feed) -> None:
        self._feed = feed
        self._settled: list[tuple[Entry, Step]] = []

    def __enter__(self) -> list[tuple[Entry, Step]]:
        self._feed.hold()
        return self._settled

    def __exit__(
        self,
        kind: type[BaseException] | None,
        error: BaseException | None,
        trace: TracebackType | None,
    ) -> None:
        self._feed.loop.call_soon(self._feed.go_on, self._settled)


class Hub:
    """The feeds of a worker and its open streams."""

    def __init__(self, notices_most: int, *, tables: Tables, log: EventLog, tally: Tally) -> None:
        self._notices_most = notices_most
        self._tables = tables
        self._log = log
        self._tally = tally
        self._rounds = Rounds()
        self._feeds: dict[str, Feed] = {}
        self._openings = Locks()
        self._inboxes: set[Inbox] = set()
        self._is_draining = False
        self._arrived: set[str] = set()
        self._arrival = asyncio.Event()

    def __len__(self) -> int:
        """How many streams are open."""
        return len(self._inboxes)

    def writing(self, table_id: str) -> AbstractContextManager[list[tuple[Entry, Step]]]:
        """A context to append to a table's log in. The caller puts what has settled into the list that it yields.

        The feed tells that in the next turn of the loop, so that the caller's answer does not wait for spectators.
        """
        feed = self._feeds.get(table_id)
        return nullcontext([]) if feed is None else _Writing(feed)

    def seats_there(self) -> list[tuple[str, int]]:
        """The seats (table id, seat) with a stream here, at tables whose game keeps presence."""
        return sorted(
            {
                (feed.table_id, listener.viewer)
                for feed in self._feeds.values()
                if feed.table.has_presence
                for listener in feed.listeners
                if listener.viewer is not None
            }
        )

    def census(self) -> Census:
        """Counts the listeners, and what is queued for them."""
        viewers = [each.viewer for feed in self._feeds.values() for each in feed.listeners]
        seats = sum(viewer is not None for viewer in viewers)
        return Census(
            feeds=len(self._feeds),
            seats=seats,
            spectators=len(viewers) - seats,
            queued=sum(inbox.waiting for inbox in self._inboxes),
        )

    def arrivals(self) -> set[str]:
        """The tables at which a seat has opened a stream since the last call."""
        arrived, self._arrived = self._arrived, set()
        self._arrival.clear()
        return arrived

    async def somebody_comes(self, at_most_s: float) -> None:
        """Waits until a seat opens a stream at a table whose game keeps presence, `at_most_s` at most."""
        try:
            async with asyncio.timeout(at_most_s):
                await self._arrival.wait()
        except TimeoutError:
            return

    @contextmanager
    def inbox(self) -> Iterator[Inbox]:
        """What waits for a stream, for as long as it is open. Raises Draining."""
        if self._is_draining:
            raise Draining("This worker is going down: connect again to reach another one.", {})
        inbox = Inbox(self._notices_most, self._tally)
        self._inboxes.add(inbox)
        try:
            yield inbox
        finally:
            self._inboxes.discard(inbox)
            inbox.forget()

    @asynccontextmanager
    async def follow(self, table_id: str, listener: Listener) -> AsyncIterator[Feed]:
        """Lets `listener` hear of every event from the feed's present seq on.

        Raises NoSuchTable, CorruptLog, StoreAway.
        """
        async with self._openings.of(table_id):
            feed = self._feeds.get(table_id)
            if feed is None or feed.task.done():
                feed = await Feed.open(
                    table_id, tables=self._tables, log=self._log, rounds=self._rounds
                )
                self._feeds[table_id] = feed
            if listener.caller is not None:
                listener.viewer = feed.table.seat_of(listener.caller)
            feed.listeners.add(listener)
            if listener.viewer is not None and feed.table.has_presence:
                self._arrived.add(table_id)
                self._arrival.set()
        try:
            yield feed
        finally:
            feed.listeners.discard(listener)
            if not feed.listeners:
                if self._feeds.get(table_id) is feed:
                    del self._feeds[table_id]
                await feed.close()

    def drain(self) -> None:
        """Ends every stream, each with the seq to resume from, and lets no new one in."""
        self._is_draining = True
        for inbox in self._inboxes:
            inbox.drain()
