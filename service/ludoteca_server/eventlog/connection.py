"""One connection whose commands leave together: the place where an own auto-pipelining client can go later."""

from __future__ import annotations

import asyncio
import math
from collections import deque
from typing import TYPE_CHECKING, TypeAlias
from urllib.parse import urlsplit

from redis import exceptions as redis_errors
from redis.asyncio import Connection, ConnectionPool
from redis.asyncio.retry import Retry
from redis.backoff import NoBackoff

from ludoteca_server.eventlog.refusals import meaning
from ludoteca_server.model.errors import StoreAway, TooMuch

if TYPE_CHECKING:
    from collections.abc import Sequence

    from ludoteca_server.tally import Tally

Argument: TypeAlias = "bytes | str | int"
Reply: TypeAlias = "bytes | int | list[Reply] | redis_errors.ResponseError | None"

_Call: TypeAlias = "tuple[list[bytes], int, asyncio.Future[list[Reply]]]"
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


class Pipe:
    """Sends the commands of one turn of the event loop in one write, and matches the replies in order.

    The store makes one fsync for all commands that arrive together, so a busy pipe pays a small part of
    one each. A batch that meets a dead connection is sent once more on a fresh one: every command that goes
    through here can be repeated without harm.
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
        self._pump: asyncio.Task[None] | None = None
        self._closed = False

    async def send(self, *commands: Sequence[Argument]) -> list[Reply]:
        """Sends `commands` in order, with nothing of this process between them. A refusal is a value in the list.

        Raises:
            StoreAway: no answer; the commands may have been carried out.
            TooMuch: more commands wait already than may.
        """
        if self._closed:
            raise StoreAway("The server is going down. Retry with the same request id.")
        if len(self._waiting) >= self._waiting_max:
            raise TooMuch("The store cannot keep up. Retry in a moment.", retry_after_ms=100)
        answer: asyncio.Future[list[Reply]] = asyncio.get_running_loop().create_future()
        packed = self._connection.pack_commands(commands)
        self._waiting.append((packed, len(commands), answer))
        if self._tally is not None:
            self._tally.queued_appends += len(commands)
        if self._pump is None or self._pump.done():
            self._pump = asyncio.create_task(self._drain(), name="store pipe")
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
        if self._pump is not None:
            await self._pump
        await self._connection.disconnect()

    async def _drain(self) -> None:
        """Sends what waits, batch by batch, until nothing does."""
        while self._waiting:
            batch = self._next_batch()
            size = sum(count for _, count, _ in batch)
            if self._tally is not None and size:
                self._tally.group_sizes.observe(size)
            packed = b"".join(chunk for chunks, _, _ in batch for chunk in chunks)
            try:
                replies = await self._exchange(packed, size)
            except _LOST as error:
                await self._connection.disconnect(nowait=True)
                for _, _, answer in batch:
                    if not answer.done():
                        answer.set_exception(meaning(error, self.where))
                continue
            at = 0
            for _, count, answer in batch:
                if not answer.done():
                    answer.set_result(replies[at : at + count])
                at += count

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

    async def _exchange(self, packed: bytes, count: int) -> list[Reply]:
        """One write, and `count` replies."""
        was_connected = self._connection.is_connected
        try:
            return await self._once(packed, count)
        except redis_errors.ConnectionError:
            if not was_connected:
                raise
        await self._connection.disconnect(nowait=True)
        return await self._once(packed, count)

    async def _once(self, packed: bytes, count: int) -> list[Reply]:
        connection = self._connection
        loop = asyncio.get_running_loop()
        replies: list[Reply] = []
        async with asyncio.timeout(self._timeout_s) as limit:
            await connection.connect()  # type: ignore[no-untyped-call]  # redis-py's gap
            await connection.send_packed_command(packed)
            while len(replies) < count:
                try:
                    replies.append(await connection.read_response(timeout=math.inf))
                except redis_errors.ResponseError as refusal:
                    replies.append(refusal)
                if len(replies) % 100 == 0:  # it is slow, not silent
                    limit.reschedule(loop.time() + self._timeout_s)
        return replies
