"""One connection that carries one batch at a time."""

from __future__ import annotations

import asyncio
from contextlib import suppress
from typing import TYPE_CHECKING, TypeAlias
from urllib.parse import SplitResult, urlsplit

import structlog
from redis import exceptions as redis_errors
from redis.asyncio import Connection, ConnectionPool
from redis.asyncio.retry import Retry
from redis.backoff import NoBackoff
from redis.exceptions import RedisError

from ludoteca_server.eventlog.line import Line

if TYPE_CHECKING:
    from collections.abc import Callable

    from ludoteca_server.eventlog.carrier import Reply

Call: TypeAlias = "tuple[bytes, int, asyncio.Future[list[Reply]]]"
"""Packed commands, their number, and who waits for the replies."""

LOST = (redis_errors.RedisError, OSError, AttributeError)
"""What redis-py raises where a connection cannot be made or used. One that is closed while it is greeted has no writer
any more, and redis-py does not look."""

_log = structlog.get_logger(__name__)

BAD_PARTS = "it is no redis://USER:PASSWORD@HOST:PORT/DB; in a password / is written %2F, ? %3F, # %23, @ %40, a comma %2C"


def shown(url: str) -> str:
    """A store's address without its password. Raises ValueError on a bad URL."""
    parts = _parts(url)
    place = f"{parts.hostname}:{parts.port or 6379}" if parts.hostname else parts.path
    return f"{parts.scheme}://{place}"


def open_connection(url: str, timeout_s: float, name: str) -> Connection:
    """A connection to the store, not connected yet. Raises ValueError on a bad URL."""
    _parts(url)
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
    try:
        connection: Connection = pool.make_connection()  # type: ignore[no-untyped-call]  # redis-py's gap
    except (TypeError, RedisError) as error:  # an option that it does not know
        raise ValueError("an option behind the ? is none that redis-py has") from error
    return connection


def _parts(url: str) -> SplitResult:
    """An address taken apart. Raises ValueError, which shows nothing of it: it may hold a password."""
    try:
        parts = urlsplit(url)
        is_whole = parts.port is None or bool(parts.hostname)
    except ValueError:
        is_whole = False
    if not is_whole or parts.fragment or "@" in f"{parts.path}?{parts.query}":
        raise ValueError(BAD_PARTS)
    if parts.scheme == "unix" and not (parts.netloc == "" or parts.netloc.endswith("@")):
        raise ValueError(BAD_PARTS)
    return parts


class Lane:
    """Carries batches, and connects when it has to. A batch that meets a dead connection goes out once more on a fresh one.

    No task runs while the connection stands: an exchange is a write, a timer and a callback.
    """

    def __init__(
        self,
        url: str,
        *,
        name: str,
        timeout_s: float,
        answered: Callable[[Lane, list[Reply]], None],
        failed: Callable[[Lane, Exception], None],
        doubt: Callable[[], None],
    ) -> None:
        """One of `answered` and `failed` is called for each batch, whatever happens; `doubt` when a connection is lost."""
        self._connection = open_connection(url, timeout_s, name)
        self._timeout_s = timeout_s
        self._tell_answered = answered
        self._tell_failed = failed
        self._doubt = doubt
        self.batch: list[Call] = []
        """What is on its way."""
        self._packed = b""
        self._count = 0
        self._may_repeat = False
        """Whether the batch goes out once more if its connection is dead."""
        self._line: Line | None = None
        self._timer: asyncio.TimerHandle | None = None
        self._heard = 0
        self._connecting: asyncio.Task[None] | None = None

    def carry(self, batch: list[Call], packed: bytes, count: int) -> None:
        """Sends a batch: `packed` has `count` replies."""
        self.batch = batch
        self._packed = packed
        self._count = count
        if self._line is not None and self._line.is_open:
            self._exchange(self._line, may_repeat=True)
        else:
            self._connect()

    async def close(self) -> None:
        """Closes the connection; nobody waits for what is on its way."""
        if self._connecting is not None:
            await asyncio.wait([self._connecting])
        if self._timer is not None:
            self._timer.cancel()
        self.batch = []  # one that nobody waits for any more does not go out again
        await self._connection.disconnect()

    def _exchange(self, line: Line, *, may_repeat: bool) -> None:
        self._may_repeat = may_repeat
        self._heard = 0
        self._timer = asyncio.get_running_loop().call_later(self._timeout_s, self._late, line)
        try:
            line.exchange(self._packed, self._count)
        except Exception as error:
            log_bug(error)
            line.fail(error)

    def _answered(self, replies: list[Reply]) -> None:
        if self._timer is not None:
            self._timer.cancel()
        self._tell_answered(self, replies)

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
        if self.batch and self._may_repeat and isinstance(error, redis_errors.ConnectionError):
            self._connect()
        elif self.batch:
            self._tell_failed(self, error)
        self._doubt()  # before anybody can act on what they were told: they run in a later turn of the loop

    def _connect(self) -> None:
        # One that is closing: what it says once it is closed concerns no batch any more.
        closing, self._line = self._line, None
        self._connecting = asyncio.create_task(self._connected(), name="store lane")
        if closing is not None:
            self._doubt()

    async def _connected(self) -> None:
        """Makes a fresh connection and sends the batch on it: the last try of this batch."""
        try:
            await self._connection.disconnect(nowait=True)
            async with asyncio.timeout(self._timeout_s):
                await self._connection.connect()  # type: ignore[no-untyped-call]  # redis-py's gap
            line = Line(self._connection, done=self._answered, lost=self._lost)
        except asyncio.CancelledError:  # the loop ends
            self._tell_failed(self, redis_errors.ConnectionError("given up"))
            raise
        except Exception as error:  # whatever it is: those of the batch wait for a word
            if not isinstance(error, LOST):
                log_bug(error)
            with suppress(Exception):
                await self._connection.disconnect(nowait=True)
            self._tell_failed(self, error)
        else:
            self._line = line
            self._exchange(line, may_repeat=False)


def log_bug(error: Exception) -> None:
    """Logs what no store can cause: callers hear only that it does not answer."""
    _log.error("store_connection_bug", exc_info=error)
