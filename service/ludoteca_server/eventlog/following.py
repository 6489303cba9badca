"""One subscription to one table's log: a bounded queue that never loses an entry silently."""

from __future__ import annotations

import asyncio
from collections import deque
from typing import TYPE_CHECKING

from ludoteca_server.eventlog import chain
from ludoteca_server.model.entry import Entry

if TYPE_CHECKING:
    from collections.abc import Iterable

    from ludoteca_server.model.entry import EntryId

QUEUE_MAX = 1024
_TOLD_MAX = 256
"""So many told entries may be without their message. It may never come, as the connection can be lost meanwhile; to forget
them costs one read of the log."""


class Follower:
    """`Following` as a queue that is filled from outside and read by one task."""

    def __init__(self, feed: Feed, queue_max: int = QUEUE_MAX) -> None:
        self._feed = feed
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

    def continues(self, head: EntryId, entry: Entry) -> bool:
        """Whether the entry stands behind `head`; see the port."""
        return chain.misfit(self._feed.table_id, head, entry) is None

    def hold(self) -> None:
        """Keeps back what comes until `go_on`; see the port."""
        self._feed.hold()

    def go_on(self, told: Iterable[EntryId]) -> None:
        """Hands out what was kept back, but for what was told; see the port."""
        self._feed.go_on(self, told)

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
        self.table_id = table_id
        self._last: EntryId | None = None
        self._holds = 0
        self._held: list[Entry | bytes] = []
        self._told: dict[bytes, EntryId] = {}
        """Entries that the only follower appended and told itself, by the id as it stands in a message."""

    @property
    def last(self) -> EntryId | None:
        """The id of the last entry handed over; None where followers were told to read the log instead."""
        return self._last

    def hold(self) -> None:
        """Keeps back what comes until as many `go_on`."""
        self._holds += 1

    def go_on(self, teller: Follower, told: Iterable[EntryId]) -> None:
        """Hands out what was kept back.

        Messages of the entries in `told` are passed over, now or when they come, if `teller` is the only follower:
        any other one has not been told, also one that came while `teller` left.
        """
        if self.followers == {teller}:
            for each in told:
                self._told[b"%d-%d" % each] = each
            if len(self._told) > _TOLD_MAX:
                self._told.clear()
        self._holds -= 1
        if self._held and not self._holds:
            held, self._held = self._held, []
            for kept in held:
                if isinstance(kept, bytes):
                    self.take(kept)
                else:
                    self.put(kept)

    def take(self, message: bytes) -> None:
        """Takes a message as it was published: an id, a line feed, the event. Followers read the log after any other one."""
        if self._holds:
            self._held.append(message)
            return
        text, _, event = message.partition(b"\n")
        told = self._told.pop(text, None)
        if told is not None:
            self._last = told
            return
        try:
            entry = Entry(chain.parse(text), event)
        except ValueError:  # not from append.lua: the log is the truth
            self.lose()
            return
        self.put(entry)

    def put(self, entry: Entry) -> None:
        """Hands an entry to every follower; one that does not fit behind the last becomes a None."""
        if self._holds:
            self._held.append(entry)
            return
        last, self._last = self._last, entry.id
        if last is not None and chain.misfit(self.table_id, last, entry) is not None:
            self.lose()
            return
        for follower in self.followers:
            follower.put(entry)

    def lose(self) -> None:
        """Something may have been missed."""
        self._last = None
        for follower in self.followers:
            follower.lose()
