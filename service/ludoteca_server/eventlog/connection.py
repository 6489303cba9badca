"""One connection whose commands leave together, in one write."""

from __future__ import annotations

import asyncio
from collections import deque
from typing import TYPE_CHECKING, TypeAlias
from urllib.parse import urlsplit

import hiredis
from redis import exceptions as redis_errors
from redis.asyncio import Connection, ConnectionPool
from redis.asyncio.retry import Retry
from redis.backoff import NoBackoff

from ludoteca_server.eventlog.line import Line
from ludoteca_server.eventlog.refusals import meaning
from ludoteca_server.model.errors import StoreAway, TooMuch

if TYPE_CHECKING:
    from collections.abc import Sequence

    from ludoteca_server.tally import Tally

Argument: TypeAlias = "bytes | str | int"
Reply: TypeAlias = "bytes | int | list[Reply] | redis_errors.ResponseError | None"

_Call: TypeAlias = "tuple[bytes, int, asyncio.Future[list[Reply]]]"
"""Packed commands, their number, and who waits for the replies."""

_BATCH_MAX = 1000
"""Commands in one write: about the number that shares one fsync without making the first wait for the last."""

_LOST = (redis_errors.RedisError, OSError)


def shown(url: str) -> str:
    """A store's address without its password."""
    parts = urlsplit(url)
    place = f"{parts.hostname}:{parts.port or 6379}" if parts.hostname else parts.path
    return f"{parts.scheme}://{place}"


def open_connection(url: str, timeout_s: float, name: str) -> Connection:
    """A connection to the store, not connected yet. Raises ValueError on a bad URL."""
    pool = ConnectionPool.from_url(
        url,
        protocol=2,
        decode_responses=False,
        socket_timeout=timeout_s,
        socket_connect_timeout=timeout_s,
        retry=Retry(NoBackoff(), 0),
        client_name=name,
        driver_info=None,
    )
    connection: Connection = pool.make_connection()  # type: ignore[no-untyped-call]  # redis-py's gap
    return connection


def _packed(command: Sequence[Argument]) -> bytes:
    """A command as it goes over the wire."""
    words = tuple(command)
    packed: bytes = hiredis.pack_command(words)  # type: ignore[arg-type]  # its stub means a tuple of one
    return packed


class Pipe:
    """Sends the commands of one turn of the event loop in one write, and matches the replies in order.

    The store makes one fsync for all commands that arrive together, so a busy pipe pays a small part of
    one each. One batch is on its way at a time; what comes meanwhile is the next one. A batch that meets a dead
    connection is sent once more on a fresh one: every command that goes through here can be repeated without harm.

    No task runs while the connection stands: an exchange is a write, a timer and a callback.
    """

    def __init__(
        self,
        url: str,
        *,
        name: str,
        timeout_s: float = 5.0,
        waiting_max: int = 20_000,
        tally: Tally | None = None,
    ) -> None:
        """`tally` counts this connection's groups and queue."""
        self.where = shown(url)
        self._connection = open_connection(url, timeout_s, name)
        self._timeout_s = timeout_s
        self._waiting_max = waiting_max
        self._tally = tally
        self._waiting: deque[_Call] = deque()
        self._batch: list[_Call] = []
        """What is on its way."""
        self._may_repeat = False
        """Whether the batch goes out once more if its connection is dead."""
        self._line: Line | None = None
        self._timer: asyncio.TimerHandle | None = None
        self._heard = 0
        self._is_called = False
        self._connecting: asyncio.Task[None] | None = None
        self._closed = False

    async def send(self, *commands: Sequence[Argument]) -> list[Reply]:
        """Sends `commands` in order, with nothing of this process between them. A refusal is a value in the list.

        Raises:
            StoreAway: no answer; the commands may have been carried out.
            TooMuch: more commands wait already than may.
        """
        if self._closed:
            raise StoreAway("The server is going down. Retry with the same request id.")
        if not commands:
            return []
        if len(self._waiting) >= self._waiting_max:
            raise TooMuch("The store cannot keep up. Retry in a moment.", retry_after_ms=100)
        loop = asyncio.get_running_loop()
        answer: asyncio.Future[list[Reply]] = loop.create_future()
        packed = b"".join([_packed(command) for command in commands])
        self._waiting.append((packed, len(commands), answer))
        if self._tally is not None:
            self._tally.queued_appends += len(commands)
        if not (self._batch or self._is_called):
            self._is_called = True
            loop.call_soon(self._next)
        return await answer

    async def ask(self, *command: Argument) -> bytes | int | list[Reply] | None:
        """The reply to one command. Raises StoreAway, StoreFull, TooMuch."""
        (reply,) = await self.send(command)
        if isinstance(reply, redis_errors.ResponseError):
            raise meaning(reply, self.where)
        return reply

    async def close(self) -> None:
        """Lets what was sent be answered, then closes the connection."""
        self._closed = True
        while pending := [call[2] for call in (*self._batch, *self._waiting) if not call[2].done()]:
            await asyncio.wait(pending)
        if self._connecting is not None:
            await asyncio.wait([self._connecting])
        if self._timer is not None:
            self._timer.cancel()
        await self._connection.disconnect()

    def _next(self) -> None:
        """Sends the next batch, if something waits and nothing is on its way."""
        self._is_called = False
        if self._batch:
            return
        self._batch = self._next_batch()
        if not self._batch:
            return
        if self._tally is not None:
            self._tally.group_sizes.observe(sum(count for _, count, _ in self._batch))
        if self._line is not None and self._line.is_open:
            self._exchange(self._line, may_repeat=True)
        else:
            self._connect()

    def _next_batch(self) -> list[_Call]:
        batch: list[_Call] = []
        size = 0
        while self._waiting and size < _BATCH_MAX:
            call = self._waiting.popleft()
            if self._tally is not None:
                self._tally.queued_appends -= call[1]
            if not call[2].done():  # else its caller was cancelled
                batch.append(call)
                size += call[1]
        return batch

    def _exchange(self, line: Line, *, may_repeat: bool) -> None:
        self._may_repeat = may_repeat
        self._heard = 0
        self._timer = asyncio.get_running_loop().call_later(self._timeout_s, self._late, line)
        packed = b"".join([packed for packed, _, _ in self._batch])
        line.exchange(packed, sum(count for _, count, _ in self._batch))

    def _answered(self, replies: list[Reply]) -> None:
        """Hands out the replies of the batch, and sends what has come meanwhile."""
        if self._timer is not None:
            self._timer.cancel()
        batch, self._batch = self._batch, []
        at = 0
        for _, count, answer in batch:
            if not answer.done():
                answer.set_result(replies[at : at + count])
            at += count
        if self._waiting:
            self._next()

    def _late(self, line: Line) -> None:
        """Gives a silent store up; one that is slow, and has sent replies since, gets as long again."""
        if len(line.replies) > self._heard:
            self._heard = len(line.replies)
            self._timer = asyncio.get_running_loop().call_later(self._timeout_s, self._late, line)
        else:
            line.fail(TimeoutError("no answer"))

    def _lost(self, line: Line, error: Exception) -> None:
        """The connection is gone."""
        if self._line is not line:
            return
        self._line = None
        if self._timer is not None:
            self._timer.cancel()
        if self._batch and self._may_repeat and isinstance(error, redis_errors.ConnectionError):
            self._connect()
        else:
            self._failed(error)

    def _failed(self, error: Exception) -> None:
        """Tells those of the batch; what has come meanwhile is tried anew."""
        batch, self._batch = self._batch, []
        for _, _, answer in batch:
            if not answer.done():
                answer.set_exception(meaning(error, self.where))
        if self._waiting and not self._is_called:
            self._is_called = True
            asyncio.get_running_loop().call_soon(self._next)

    def _connect(self) -> None:
        self._connecting = asyncio.create_task(self._connected(), name="store pipe")

    async def _connected(self) -> None:
        """Makes a fresh connection and sends the batch on it: the last try of this batch."""
        try:
            await self._connection.disconnect(nowait=True)
            async with asyncio.timeout(self._timeout_s):
                await self._connection.connect()  # type: ignore[no-untyped-call]  # redis-py's gap
            self._line = Line(self._connection, done=self._answered, lost=self._lost)
        except _LOST as error:
            await self._connection.disconnect(nowait=True)
            self._failed(error)
        else:
            self._exchange(self._line, may_repeat=False)
