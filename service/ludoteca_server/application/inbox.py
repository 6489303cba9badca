"""What waits for one open stream: bounded, however slow its reader is."""

from __future__ import annotations

import asyncio
from collections import deque
from typing import TYPE_CHECKING

from ludoteca_server.model.stream import Accepted, Echoed, Refused, Told

if TYPE_CHECKING:
    from ludoteca_server.tally import Tally

_ANSWERS_MOST = 256
_ANSWER_BYTES_MOST = 1 << 20


class Inbox:
    """Notices and answers in the order they came, and the tables whose log has to be read instead."""

    def __init__(self, notices_most: int, tally: Tally) -> None:
        self._notices_most = notices_most
        self._tally = tally
        self._notices = 0
        self._answers = 0
        self._answer_bytes = 0
        self._items: deque[Told | Accepted | Refused | Echoed] = deque()
        self._behind: dict[str, None] = {}
        self._loop = asyncio.get_running_loop()
        self._reader: asyncio.Future[None] | None = None
        """Of the one who waits for news."""
        self._room = asyncio.Event()
        self._room.set()
        self._work = 0
        self._error: BaseException | None = None
        self._is_closed = False
        self.is_draining = False

    @property
    def waiting(self) -> int:
        """How many notices and answers wait."""
        return len(self._items)

    def tell(self, told: Told) -> bool:
        """Takes a notice. With too many waiting, its table has to be read from the log from there on.

        Returns whether the stream has to be woken for it: it sleeps, and nobody was to wake it before.
        """
        if self._behind and told.table_id in self._behind:
            return False
        if self._notices >= self._notices_most:
            self._tally.streams_behind += 1
            self._behind[told.table_id] = None
            return False
        self._notices += 1
        self._items.append(told)
        return self._reader is not None and len(self._items) == 1

    def wake(self) -> None:
        """Wakes who waits for news. No Event: with each wait it asks which loop runs, a system call."""
        if self._reader is not None and not self._reader.done():
            self._reader.set_result(None)

    def answer(self, item: Accepted | Refused | Echoed) -> None:
        """Takes an answer. Answers are never dropped: await `room` before working for more of them."""
        self._put(item)
        self._answers += 1
        self._answer_bytes += _size(item)
        if not self.has_room:
            self._room.clear()

    async def room(self) -> None:
        """Returns when few answers wait, and small ones."""
        await self._room.wait()

    def fall_behind(self, table_id: str) -> None:
        """Says that the table's log has to be read: notices may be missing here."""
        self._behind[table_id] = None
        self.wake()

    def fail(self, error: BaseException) -> None:
        """Ends the stream with `error`, once what waits is taken."""
        self._error = self._error or error
        self.wake()

    def close(self) -> None:
        """Ends the stream, once what waits is taken."""
        self._is_closed = True
        self.wake()

    def drain(self) -> None:
        """Ends the stream because the worker goes down, once what waits is taken."""
        self.is_draining = True
        self.close()

    def forget(self) -> None:
        """Lets go of what waits: nobody takes it any more."""
        self._items.clear()
        self._behind.clear()

    def begin_work(self) -> None:
        """Says that something is worked on whose answer will come here: the stream does not close before."""
        self._work += 1

    def end_work(self) -> None:
        """Says that its answer has come here, if it has one."""
        self._work -= 1
        if self._is_closed:
            self.wake()

    async def news(self) -> bool:
        """Returns when something waits; False if nothing will any more.

        Raises what the stream was ended with.
        """
        while not (self._items or self._behind):
            if self._error is not None:
                raise self._error
            if self._is_closed and not self._work:
                return False
            self._reader = self._loop.create_future()
            try:
                await self._reader
            finally:
                self._reader = None
        return True

    def take(self) -> Told | Accepted | Refused | Echoed | None:
        """The next item; None if none waits."""
        if not self._items:
            return None
        item = self._items.popleft()
        if isinstance(item, Told):
            self._notices -= 1
        else:
            self._answers -= 1
            self._answer_bytes -= _size(item)
            if not self._room.is_set() and self.has_room:
                self._room.set()
        return item

    def take_behind(self) -> str | None:
        """A table whose log has to be read now; its notices are taken again from here on."""
        table_id = next(iter(self._behind), None)
        if table_id is not None:
            del self._behind[table_id]
        return table_id

    @property
    def is_empty(self) -> bool:
        """Whether nothing waits."""
        return not (self._items or self._behind)

    @property
    def has_room(self) -> bool:
        """Whether few answers wait, and small ones."""
        return self._answers < _ANSWERS_MOST and self._answer_bytes < _ANSWER_BYTES_MOST

    def _put(self, item: Told | Accepted | Refused | Echoed) -> None:
        self._items.append(item)
        self.wake()


def _size(answer: Accepted | Refused | Echoed) -> int:
    """How many bytes of its caller's making an answer holds."""
    return len(answer.payload if isinstance(answer, Echoed) else answer.request_id)
