"""All subscriptions of the process on one connection, by sharded pub/sub with the entry in the message."""

from __future__ import annotations

import asyncio
from contextlib import asynccontextmanager, suppress
from dataclasses import dataclass, field
from typing import TYPE_CHECKING

from redis import exceptions as redis_errors

from ludoteca_server.eventlog import keys
from ludoteca_server.eventlog.connection import no_doubt, open_connection, shown
from ludoteca_server.eventlog.following import Feed, Follower
from ludoteca_server.eventlog.lane import LOST, log_bug
from ludoteca_server.eventlog.refusals import meaning
from ludoteca_server.eventlog.tap import Tap
from ludoteca_server.model.errors import StoreAway

if TYPE_CHECKING:
    from collections.abc import AsyncIterator, Callable, Sequence

    from redis.asyncio import Connection

    from ludoteca_server.eventlog.carrier import Reply

_SILENCE_S = 10.0
"""After so long without a message the connection is tried with a PING; after twice as long it is given up."""

_BACK_OFF_S = (0.02, 0.05, 0.1, 0.25, 0.5, 1.0)
_CHANNELS_PER_COMMAND = 500


@dataclass(eq=False)
class _Channel:
    """One table's subscription."""

    feed: Feed
    home: Subscriber
    asked: int = 0
    """SSUBSCRIBE commands that have not been confirmed: only the confirmation of the last one counts."""
    subscribed: bool = False
    stale: bool = False
    """Whether the connection was lost since it stood: then followers read the log once the subscription is back."""
    waiting: list[asyncio.Future[None]] = field(default_factory=list)

    def confirm(self) -> None:
        """The store says that the subscription stands."""
        self.asked = max(self.asked - 1, 0)
        if self.asked:
            return
        self.subscribed = True
        if self.stale:
            self.stale = False
            self.feed.lose()
        for waiter in self.waiting:
            if not waiter.done():
                waiter.set_result(None)
        self.waiting.clear()

    def lose(self) -> None:
        """The connection is gone."""
        self.asked = 0
        self.stale = self.stale or self.subscribed
        self.subscribed = False

    def fail(self, error: Exception) -> None:
        """Fails the calls that wait for the subscription: the store cannot be reached."""
        for waiter in self.waiting:
            if not waiter.done():
                waiter.set_exception(error)
        self.waiting.clear()


class _Ear(Tap):
    """Hands messages and confirmations out as they come."""

    def __init__(self, connection: Connection, hear: Callable[[Reply], None]) -> None:
        super().__init__(connection)
        self._hear = hear
        self.heard = 0
        """How many replies have come."""
        self.lost: asyncio.Future[Exception] = asyncio.get_running_loop().create_future()
        """Done when the connection is lost, with the reason."""

    def take(self, reply: Reply) -> None:
        """Takes a reply; see Tap."""
        if isinstance(reply, Exception):
            raise reply
        self.heard += 1
        self._hear(reply)

    def fail(self, error: Exception) -> None:
        """Nothing comes any more; see Tap."""
        if not self.lost.done():
            self.lost.set_result(error)


class Subscriber:
    """Owns the subscriber connection: one task reads it, reconnects it and subscribes again.

    redis-py's own PubSub reconnects without a word, and a reconnect is what followers must hear of; so this
    uses its connection alone, with RESP2, where messages and confirmations come in one order.
    """

    def __init__(
        self,
        url: str,
        *,
        timeout_s: float,
        per_command: int = _CHANNELS_PER_COMMAND,
        doubt: Callable[[], None] = no_doubt,
    ) -> None:
        """`per_command`: channels that one command may name. `doubt` is called when the connection fails."""
        self._where = shown(url)
        self._per_command = per_command
        self._doubt = doubt
        self._timeout_s = timeout_s
        self._connection = open_connection(url, timeout_s, "ludoteca-follow")
        self._channels: dict[bytes, _Channel] = {}
        self._writing = asyncio.Lock()
        self._reader: asyncio.Task[None] | None = None
        self._asking: set[asyncio.Task[None]] = set()
        self._live = False
        self._failures = 0
        self._closed = False

    @asynccontextmanager
    async def follow(self, table_id: str) -> AsyncIterator[Follower]:
        """Follows a table once the store has confirmed the subscription. Raises StoreAway."""
        if self._closed:
            raise StoreAway("The server is going down. Reconnect and resume.")
        name = keys.channel(table_id)
        channel = self._channels.get(name)
        if channel is None:
            channel = self._channels[name] = _Channel(Feed(table_id), self)
        follower = Follower(channel.feed)
        channel.feed.followers.add(follower)
        try:
            await self._enter(name, channel)
            yield follower
        finally:
            channel.feed.followers.discard(follower)
            home = channel.home
            if not channel.feed.followers and home._channels.get(name) is channel:
                del home._channels[name]
                await home._write("SUNSUBSCRIBE", [name])

    def feeds(self) -> dict[bytes, Feed]:
        """What is followed here, by channel."""
        return {name: channel.feed for name, channel in self._channels.items()}

    def hand_over(self, name: bytes, home: Subscriber) -> None:
        """Gives a channel to the subscriber of another server. Call `begin` there; followers read the log after it."""
        channel = self._channels.pop(name)
        channel.lose()
        channel.home = home
        home._channels[name] = channel

    async def _enter(self, name: bytes, channel: _Channel) -> None:
        if channel.subscribed:
            return
        confirmed: asyncio.Future[None] = asyncio.get_running_loop().create_future()
        channel.waiting.append(confirmed)
        await self.begin(name)
        try:
            async with asyncio.timeout(self._timeout_s):
                await confirmed
        except TimeoutError as error:
            raise meaning(error, self._where) from error

    async def begin(self, name: bytes) -> None:
        """Subscribes to a channel of ours, unless that is on its way."""
        if self._closed:
            return
        if self._reader is None:
            self._reader = asyncio.create_task(self._run(), name="store subscriber")
        elif name in self._channels and not self._channels[name].asked:
            await self._write("SSUBSCRIBE", [name])

    async def _write(self, command: str, names: Sequence[bytes]) -> None:
        """Sends a command if there is a connection; the reader subscribes to everything anew after a loss."""
        async with self._writing:
            if not self._live or not self._connection.is_connected:
                return
            if command == "SSUBSCRIBE":
                names = [name for name in names if name in self._channels]
                for name in names:
                    self._channels[name].asked += 1
                if not names:
                    return
            with suppress(*LOST):  # the reader meets the same error
                await self._connection.send_command(command, *names)

    async def _run(self) -> None:
        """Keeps the connection for as long as the process lives."""
        while True:
            try:
                await self._connection.connect()  # type: ignore[no-untyped-call]  # redis-py's gap
                ear = _Ear(self._connection, self._take)
                self._live = True
                names = list(self._channels)
                for at in range(0, len(names), self._per_command):
                    await self._write("SSUBSCRIBE", names[at : at + self._per_command])
                await self._listen(ear)
            except Exception as error:  # also a bug: followers would hear of nothing again
                if not isinstance(error, LOST):
                    log_bug(error)
                for channel in self._channels.values():
                    channel.lose()
                    if not self._live or isinstance(error, redis_errors.ResponseError):
                        channel.fail(meaning(error, self._where))
                self._live = False
                with suppress(*LOST):
                    await self._connection.disconnect(nowait=True)
                self._doubt()
            await asyncio.sleep(_BACK_OFF_S[min(self._failures, len(_BACK_OFF_S) - 1)])
            self._failures += 1

    async def _listen(self, ear: _Ear) -> None:
        """Never returns: raises what the connection was lost with."""
        silent = False
        while True:
            heard = ear.heard
            await asyncio.wait([ear.lost], timeout=_SILENCE_S)
            if ear.lost.done():
                raise ear.lost.result()
            if ear.heard != heard:
                silent = False
            elif silent:
                raise redis_errors.TimeoutError("no answer to PING")
            else:
                silent = True
                await self._write("PING", [])

    def _take(self, reply: Reply) -> None:
        self._failures = 0
        match reply:
            case [b"smessage", bytes(name), bytes(message)]:
                self._deliver(name, message)
            case [b"ssubscribe", bytes(name), _] if name in self._channels:
                self._channels[name].confirm()
            case [b"sunsubscribe", bytes(name), _] if name in self._channels:
                self._taken_away(name)

    def _deliver(self, name: bytes, message: bytes) -> None:
        channel = self._channels.get(name)
        if channel is None:  # its last follower has just gone
            return
        channel.feed.take(message)

    def _taken_away(self, name: bytes) -> None:
        """The store ended a subscription that is wanted and not asked for again: its slot has moved."""
        channel = self._channels[name]
        if channel.subscribed and not channel.asked:
            channel.lose()
            asking = asyncio.create_task(self._write("SSUBSCRIBE", [name]), name="subscribe again")
            self._asking.add(asking)
            asking.add_done_callback(self._asking.discard)

    async def close(self) -> None:
        """Ends every subscription and the connection."""
        self._closed = True
        for channel in self._channels.values():
            channel.fail(StoreAway("The server is going down. Reconnect and resume."))
            for follower in channel.feed.followers:
                follower.end()
        if self._reader is not None:
            self._reader.cancel()
            await asyncio.wait([self._reader])
        self._live = False
        await self._connection.disconnect()
