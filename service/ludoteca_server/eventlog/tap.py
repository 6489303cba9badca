"""The socket of a connection that redis-py has opened and greeted, read without its streams and tasks."""

from __future__ import annotations

import asyncio
from abc import abstractmethod
from typing import TYPE_CHECKING, cast

import hiredis
from redis import exceptions as redis_errors

if TYPE_CHECKING:
    from redis.asyncio import Connection

    from ludoteca_server.eventlog.carrier import Reply

_MORE = object()
"""What hiredis answers where a reply is not whole yet."""


class Tap(asyncio.Protocol):
    """Takes replies as they come.

    redis-py knows the addresses, TLS, passwords and databases, so it makes the connection. Its own way to read
    costs a task and several timeouts for each reply that is waited for, which is more than all else that it costs here.
    """

    def __init__(self, connection: Connection) -> None:
        """`connection` is connected. Raises redis.exceptions.ConnectionError: it is connected no longer."""
        writer = connection._writer
        if writer is None:
            raise redis_errors.ConnectionError("the store closed the connection")
        self._transport = writer.transport
        self._before = cast("asyncio.Protocol", self._transport.get_protocol())
        self._reader = hiredis.Reader(
            protocolError=redis_errors.InvalidResponse,
            replyError=connection._parser.parse_error,
            notEnoughData=_MORE,
        )
        self._transport.set_protocol(self)

    @abstractmethod
    def take(self, reply: Reply) -> None:
        """Takes the next reply, which may be a refusal. Raises RedisError: the connection is of no use any more."""

    @abstractmethod
    def fail(self, error: Exception) -> None:
        """The connection is of no use any more; called again where that has more than one reason."""

    def data_received(self, data: bytes) -> None:
        """Takes what came; see asyncio.Protocol."""
        self._reader.feed(data)
        take, gets = self.take, self._reader.gets
        try:
            while (reply := gets()) is not _MORE:
                take(reply)
        except redis_errors.RedisError as error:
            self.fail(error)
        except Exception:
            # A bug, and replies may be lost by it. Without a word of it the loop would close the connection as if the store had.
            self.fail(redis_errors.InvalidResponse("a reply that could not be taken"))
            raise  # the loop logs it

    def connection_lost(self, exc: Exception | None) -> None:
        """The socket is closed; see asyncio.Protocol."""
        try:
            self._before.connection_lost(exc)  # who closes the connection waits for that
        finally:
            self.fail(redis_errors.ConnectionError("the store closed the connection"))
