"""Commands and their replies on one connection, without the streams of redis-py."""

from __future__ import annotations

from typing import TYPE_CHECKING

from redis import exceptions as redis_errors

from ludoteca_server.eventlog.tap import Tap

if TYPE_CHECKING:
    from collections.abc import Callable

    from redis.asyncio import Connection

    from ludoteca_server.eventlog.carrier import Reply


class Line(Tap):
    """One exchange at a time: a write of some commands, then as many replies."""

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
        super().__init__(connection)
        self._done = done
        self._lost = lost
        self._wanted = 0
        self._is_lost = False
        self.replies: list[Reply] = []
        """Those of the present exchange that have come."""

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
            try:
                self._transport.abort()
            finally:
                self._lost(self, error)

    def take(self, reply: Reply) -> None:
        """Takes a reply; see Tap."""
        if isinstance(reply, redis_errors.ConnectionError):
            raise reply  # "still loading", for one: this connection is of no use
        if not self._wanted:
            raise redis_errors.ConnectionError("a reply to nothing")
        self.replies.append(reply)
        self._wanted -= 1
        if not self._wanted:
            self._done(self.replies)
