"""The connections to one server: commands that wait leave together, in one write."""

from __future__ import annotations

import asyncio
from collections import deque
from typing import TYPE_CHECKING

import hiredis
from redis import exceptions as redis_errors

from ludoteca_server.eventlog.carrier import Argument, Carrier, Command, Reply
from ludoteca_server.eventlog.fence import Fence
from ludoteca_server.eventlog.lane import Call, Lane, open_connection, shown
from ludoteca_server.eventlog.refusals import meaning
from ludoteca_server.model.errors import StoreAway, TooMuch

if TYPE_CHECKING:
    from collections.abc import Callable, Sequence

    from ludoteca_server.tally import Tally

__all__ = ["Argument", "Pipe", "Reply", "open_connection", "shown"]

BATCH_MAX = 1000
"""Commands in one write: about the number that shares one fsync without making the first wait for the last."""
WAITING_MAX = 20_000
"""Calls of `send`, each of one or more commands, that may wait for a write."""
BYTES_MAX = 64 << 20
"""Bytes of commands that may wait or be on their way: what is not acknowledged is in memory here."""
_RETRY_MS = 100
_FENCE_SHARE = 0.5
"""The share of `timeout_s` that a replica has to confirm in."""


def no_doubt() -> None:
    """The `doubt` of a caller that caches nothing."""


class Pipe(Carrier):
    """Sends the commands of one turn of the event loop in one write, and matches the replies in order.

    The store makes one fsync for all commands that arrive together, so a busy pipe pays a small part of
    one each. One batch is on its way at a time; what comes meanwhile is the next one. With a fence two connections take
    turns, since one that waits for a replica carries nothing else; each batch is settled before anybody gets a reply.
    """

    def __init__(
        self,
        url: str,
        *,
        name: str,
        timeout_s: float = 5.0,
        fence_key: bytes | None = None,
        waiting_max: int = WAITING_MAX,
        bytes_max: int = BYTES_MAX,
        tally: Tally | None = None,
        doubt: Callable[[], None] = no_doubt,
    ) -> None:
        """`tally` counts this connection's groups and queue.

        `doubt` is called when a connection is lost or no replica confirms: a caller's caches have to be proved then.
        `fence_key` names a key on this server; with it nothing is answered before a replica has confirmed.
        """
        self.where = shown(url)
        self._waiting_max = waiting_max
        self._bytes_max = bytes_max
        self._tally = tally
        self._doubt = doubt
        self._fence = None if fence_key is None else Fence(fence_key, timeout_s * _FENCE_SHARE)
        self._lanes = [
            Lane(
                url,
                name=name,
                timeout_s=timeout_s,
                answered=self._answered,
                failed=self._failed,
                doubt=doubt,
            )
            for _ in range(1 if self._fence is None else 2)
        ]
        self._free = list(self._lanes)
        self._waiting: deque[Call] = deque()
        self._bytes = 0
        """Bytes that wait or are on their way."""
        self._is_called = False
        self._loop: asyncio.AbstractEventLoop | None = None
        self._closed = False

    async def send(self, *commands: Command) -> list[Reply]:
        """Sends `commands` in order, with nothing of this process between them; see Carrier."""
        if self._closed:
            raise StoreAway("The server is going down. Retry with the same request id.")
        if not commands:
            return []
        packed = b"".join(map(hiredis.pack_command, map(tuple, commands)))  # type: ignore[arg-type]  # its stub means tuples of one
        size = len(packed)
        if len(self._waiting) >= self._waiting_max or self._bytes > max(self._bytes_max - size, 0):
            raise TooMuch("The store cannot keep up. Retry in a moment.", retry_after_ms=_RETRY_MS)
        loop = self._loop
        if loop is None:  # asked once: it is a system call
            loop = self._loop = asyncio.get_running_loop()
        answer: asyncio.Future[list[Reply]] = loop.create_future()
        self._waiting.append((packed, len(commands), answer))
        self._bytes += size
        if self._tally is not None:
            self._tally.queued_appends += len(commands)
        if self._free and not self._is_called:
            self._is_called = True
            loop.call_soon(self._next)
        return await answer

    async def primaries(self) -> Sequence[Carrier]:
        """This one; see Carrier."""
        return (self,)

    async def close(self) -> None:
        """Closes the connections once all is answered; see Carrier."""
        self._closed = True
        while pending := [
            call[2]
            for call in (*(call for lane in self._lanes for call in lane.batch), *self._waiting)
            if not call[2].done()
        ]:
            await asyncio.wait(pending)
        for lane in self._lanes:
            await lane.close()

    def _next(self) -> None:
        """Sends the next batch, if something waits and a lane is free."""
        self._is_called = False
        if not self._free:
            return
        batch = self._next_batch()
        if not batch:
            return
        count = sum([count for _, count, _ in batch])
        if self._tally is not None:
            self._tally.group_sizes.observe(count)
        parts = [packed for packed, _, _ in batch]
        if self._fence is not None:
            parts.append(self._fence.packed)
            count += self._fence.count
        self._free.pop().carry(batch, b"".join(parts), count)

    def _next_batch(self) -> list[Call]:
        batch: list[Call] = []
        size = 0
        while self._waiting and size < BATCH_MAX:
            call = self._waiting.popleft()
            if self._tally is not None:
                self._tally.queued_appends -= call[1]
            if call[2].done():  # its caller was cancelled
                self._bytes -= len(call[0])
            else:
                batch.append(call)
                size += call[1]
        return batch

    def _answered(self, lane: Lane, replies: list[Reply]) -> None:
        """Hands out the replies of a batch, and sends what has come meanwhile."""
        batch = self._take(lane)
        try:
            if self._fence is not None and not self._fence.is_settled(replies):
                self._unsettled(batch, replies)
            else:
                at = 0
                for _, count, answer in batch:
                    if not answer.done():
                        answer.set_result(replies[at : at + count])
                    at += count
        finally:
            if self._waiting:
                self._next()

    def _unsettled(self, batch: list[Call], replies: list[Reply]) -> None:
        """Answers a batch that no replica has confirmed in time: only commands that were refused have a known outcome."""
        at = 0
        for _, count, answer in batch:
            found = replies[at : at + count]
            at += count
            if answer.done():
                continue
            if all(isinstance(reply, redis_errors.ResponseError) for reply in found):
                answer.set_result(found)
            else:
                answer.set_exception(
                    StoreAway(
                        f"No replica of the store at {self.where} has confirmed in time. "
                        "Retry with the same request id."
                    )
                )
        self._doubt()  # callers hear of it in a later turn of the loop

    def _failed(self, lane: Lane, error: Exception) -> None:
        """Fails the calls of the batch, and sends what has come meanwhile."""
        for _, _, answer in self._take(lane):
            if not answer.done():
                answer.set_exception(meaning(error, self.where))
        if self._waiting and not self._is_called:
            self._is_called = True
            asyncio.get_running_loop().call_soon(self._next)

    def _take(self, lane: Lane) -> list[Call]:
        """The batch that a lane is done with."""
        batch, lane.batch = lane.batch, []
        self._bytes -= sum([len(packed) for packed, _, _ in batch])
        self._free.append(lane)
        return batch
