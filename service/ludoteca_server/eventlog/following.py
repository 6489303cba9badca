"""One subscription to one table's log: a bounded queue that never loses an entry silently."""

from __future__ import annotations

import asyncio
from collections import deque
from typing import TYPE_CHECKING

from ludoteca_server.eventlog import chain

if TYPE_CHECKING:
    from ludoteca_server.model.entry import Entry, EntryId

QUEUE_MAX = 1024


class Follower:
    """`Following` as a queue that is filled from outside and read by one task."""

    def __init__(self, queue_max: int = QUEUE_MAX) -> None:
        self._queue: deque[Entry | None] = deque()
        self._queue_max = queue_max
        self._wake = asyncio.Event()
        self._ended = False

    def put(self, entry: Entry) -> None:
        """Hands an entry over; a reader that is too slow gets one None in place of all that waits."""
        if len(self._queue) >= self._queue_max:
            self.lose()
        else:
            self._queue.append(entry)
            self._wake.set()

    def lose(self) -> None:
        """Says that something may have been missed. What waits is dropped: the reader reads the log now."""
        self._queue.clear()
        self._queue.append(None)
        self._wake.set()

    def end(self) -> None:
        """Ends the iteration after what waits."""
        self._ended = True
        self._wake.set()

    def __aiter__(self) -> Follower:
        return self

    async def __anext__(self) -> Entry | None:
        """The next entry, or None: something may have been missed."""
        while not self._queue:
            if self._ended:
                raise StopAsyncIteration
            self._wake.clear()
            await self._wake.wait()
        return self._queue.popleft()


class Feed:
    """The followers of one table, and the proof that the entries they get follow one another."""

    def __init__(self, table_id: str) -> None:
        self.followers: set[Follower] = set()
        self._table_id = table_id
        self._last: EntryId | None = None

    @property
    def last(self) -> EntryId | None:
        """The last entry that was handed over; None if that is not known."""
        return self._last

    def put(self, entry: Entry) -> None:
        """Hands an entry to every follower; one that does not fit behind the last becomes a None."""
        last, self._last = self._last, entry.id
        if last is not None and chain.misfit(self._table_id, last, entry) is not None:
            self.lose()
            return
        for follower in self.followers:
            follower.put(entry)

    def lose(self) -> None:
        """Something may have been missed."""
        self._last = None
        for follower in self.followers:
            follower.lose()
