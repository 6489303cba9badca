"""A subscriber to each server of the store: a table's subscription goes where its slot goes."""

from __future__ import annotations

import asyncio
from contextlib import asynccontextmanager, suppress
from typing import TYPE_CHECKING

from ludoteca_server.eventlog import keys
from ludoteca_server.eventlog.subscriber import Subscriber
from ludoteca_server.model.errors import LudotecaError, StoreAway

if TYPE_CHECKING:
    from collections.abc import AsyncIterator, Coroutine, Iterator

    from ludoteca_server.eventlog.following import Feed, Follower
    from ludoteca_server.eventlog.topology import Shape, Topology


class Subscribers:
    """All subscriptions of the process. After a move or a failover followers read the log once, and miss nothing."""

    def __init__(self, topology: Topology, *, timeout_s: float) -> None:
        self._topology = topology
        self._timeout_s = timeout_s
        self._by_url: dict[str, Subscriber] = {}
        self._tasks: set[asyncio.Task[None]] = set()
        self._looking: asyncio.Task[None] | None = None
        self._closed = False
        topology.listeners.append(self._reshaped)

    @asynccontextmanager
    async def follow(self, table_id: str) -> AsyncIterator[Follower]:
        """Follows a table once the store has confirmed the subscription. Raises StoreAway."""
        if self._closed:
            raise StoreAway("The server is going down. Reconnect and resume.")
        shape = self._topology.shape or await self._topology.known()
        async with self._home(shape, keys.channel(table_id)).follow(table_id) as follower:
            yield follower

    def feeds(self) -> Iterator[tuple[str, Feed]]:
        """Every table that is followed, and what its followers get."""
        for subscriber in list(self._by_url.values()):
            for name, feed in subscriber.feeds().items():
                yield keys.table_of_channel(name), feed

    async def close(self) -> None:
        """Ends every subscription and the connections."""
        self._closed = True
        for task in list(self._tasks):
            task.cancel()
        if self._tasks:
            await asyncio.wait(self._tasks)
        for subscriber in self._by_url.values():
            await subscriber.close()

    def _home(self, shape: Shape, channel: bytes) -> Subscriber:
        number = shape.server_of(channel)
        if number is None:
            raise StoreAway(
                f"No server of the cluster at {self._topology.where} has the table now."
            )
        url = shape.urls[number]
        found = self._by_url.get(url)
        if found is None:
            # A command may not name channels of several slots.
            most = {"per_command": 1} if shape.is_cluster else {}
            found = self._by_url[url] = Subscriber(
                url, timeout_s=self._timeout_s, doubt=self._doubted, **most
            )
        return found

    def _doubted(self) -> None:
        """A connection has failed: perhaps another server has taken over."""
        if self._topology.is_fixed or self._closed:
            return
        if self._looking is None or self._looking.done():
            self._looking = self._start(self._look())

    async def _look(self) -> None:
        with suppress(LudotecaError):  # the subscriber tries again, and so shall we
            await self._topology.renewed(self._topology.shape)

    def _reshaped(self, shape: Shape) -> None:
        """The store has another shape: every channel goes to its home, before anybody else looks."""
        if self._closed:
            return
        moved = []
        for subscriber in list(self._by_url.values()):
            for name in subscriber.feeds():
                try:
                    home = self._home(shape, name)
                except StoreAway:
                    continue  # it stays until its slot has a server
                if home is not subscriber:
                    subscriber.hand_over(name, home)
                    moved.append((name, home))
        idle = [
            self._by_url.pop(url)
            for url, each in list(self._by_url.items())
            if url not in shape.urls and not each.feeds()
        ]
        self._start(self._settle_in(moved, idle))

    async def _settle_in(
        self, moved: list[tuple[bytes, Subscriber]], idle: list[Subscriber]
    ) -> None:
        for name, home in moved:
            await home.begin(name)
        for subscriber in idle:
            await subscriber.close()

    def _start(self, work: Coroutine[None, None, None]) -> asyncio.Task[None]:
        task = asyncio.create_task(work, name="store subscribers")
        self._tasks.add(task)
        task.add_done_callback(self._tasks.discard)
        return task
