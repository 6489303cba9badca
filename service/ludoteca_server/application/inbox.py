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
        """Resolved to wake the task that waits in `news`; None while no task does."""
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
        """Queues a notice; if the queue is full, drops it and has the stream read the table's log from there on.

        Returns whether the caller has to call `wake`: the stream's task sleeps, and no earlier item has woken it.
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
        """Wakes the task that waits in `news`.

        A bare future, not an asyncio.Event: each wait for an Event asks which loop runs, which is a system call.
        """
        if self._reader is not None and not self._reader.done():
            self._reader.set_result(None)

    def answer(self, item: Accepted | Refused | Echoed) -> None:
        """Queues an answer. Answers are never dropped, so await `room` before doing what makes more of them."""
        self._put(item)
        self._answers += 1
        self._answer_bytes += _size(item)
        if not self.has_room:
            self._room.clear()

    async def room(self) -> None:
        """Returns when few answers wait, and small ones."""
        await self._room.wait()

    def fall_behind(self, table_id: str) -> None:
        """Has the stream read the table's log: notices may be missing in the queue."""
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
        """Drops everything that waits: the stream is closed."""
        self._items.clear()
        self._behind.clear()

    def begin_work(self) -> None:
        """Begins work whose answer will be queued here: until `end_work` a closed stream does not end."""
        self._work += 1

    def end_work(self) -> None:
        """Ends that work; its answer, if it has one, is in the queue."""
        self._work -= 1
        if self._is_closed:
            self.wake()

    async def news(self) -> bool:
        """Waits until an item or a log to read waits: True. False: the stream was closed and is empty.

        Raises:
            BaseException: the error that was given to `fail`, once the queue is empty.
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
        """A table whose log the stream has to read now, or None. From this call on its notices are queued again."""
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
    """Bytes of an answer whose number its caller chooses."""
    return len(answer.payload if isinstance(answer, Echoed) else answer.request_id)
