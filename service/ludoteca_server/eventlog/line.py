"""The socket of a connection that redis-py has opened and greeted, read without its streams and tasks."""

from __future__ import annotations

import asyncio
from typing import TYPE_CHECKING, cast

import hiredis
from redis import exceptions as redis_errors

if TYPE_CHECKING:
    from collections.abc import Callable

    from redis.asyncio import Connection

    from ludoteca_server.eventlog.carrier import Reply

_MORE = object()
"""What hiredis answers where a reply is not whole yet."""


class Line(asyncio.Protocol):
    """One exchange at a time: a write of some commands, then as many replies.

    redis-py knows the addresses, TLS, passwords and databases, so it makes the connection. Its own way to read
    costs a task and several timeouts for each exchange, which is more than all else that an append costs here.
    """

    def __init__(
        self,
        connection: Connection,
        *,
        done: Callable[[list[Reply]], None],
        lost: Callable[[Line, Exception], None],
    ) -> None:
        """`connection` is connected. `done` gets all replies of an exchange; `lost` hears once that there is no more.

        Raises redis.exceptions.ConnectionError: it is connected no longer.
        """
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
        self._done = done
        self._lost = lost
        self._wanted = 0
        self._is_lost = False
        self.replies: list[Reply] = []
        """Those of the present exchange that have come."""
        self._transport.set_protocol(self)

    @property
    def is_open(self) -> bool:
        """Whether an exchange may be begun."""
        return not (self._is_lost or self._transport.is_closing())

    def exchange(self, packed: bytes, count: int) -> None:
        """Sends commands that have `count` replies, at least one."""
        self.replies = []
        self._wanted = count
        self._transport.write(packed)

    def fail(self, error: Exception) -> None:
        """Gives the line up."""
        if not self._is_lost:
            self._is_lost = True
            self._transport.abort()
            self._lost(self, error)

    def data_received(self, data: bytes) -> None:
        """Takes what came; see asyncio.Protocol."""
        self._reader.feed(data)
        try:
            while (reply := self._reader.gets()) is not _MORE:
                if isinstance(reply, redis_errors.ConnectionError):
                    raise reply  # "still loading", for one: this connection is of no use
                if not self._wanted:
                    raise redis_errors.ConnectionError("a reply to nothing")
                self.replies.append(reply)
                self._wanted -= 1
                if not self._wanted:
                    self._done(self.replies)
        except redis_errors.RedisError as error:
            self.fail(error)

    def connection_lost(self, exc: Exception | None) -> None:
        """The socket is closed; see asyncio.Protocol."""
        self._before.connection_lost(exc)  # who closes the connection waits for that
        if not self._is_lost:
            self._is_lost = True
            self._lost(self, redis_errors.ConnectionError("the store closed the connection"))
