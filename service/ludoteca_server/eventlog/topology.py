"""Which server of a store takes which writes: found out by redis-py, and again at every doubt."""

from __future__ import annotations

import asyncio
from dataclasses import dataclass
from typing import TYPE_CHECKING
from urllib.parse import urlsplit

from redis import exceptions as redis_errors
from redis.asyncio import Redis, RedisCluster
from redis.asyncio.cluster import ClusterNode
from redis.asyncio.retry import Retry
from redis.backoff import NoBackoff
from redis.crc import key_slot

from ludoteca_server.eventlog import keys
from ludoteca_server.eventlog.addresses import Seeds, shown_all
from ludoteca_server.eventlog.lane import LOST
from ludoteca_server.eventlog.refusals import meaning
from ludoteca_server.model.errors import StoreAway

if TYPE_CHECKING:
    from collections.abc import Callable, Sequence

    from redis.asyncio.cluster import NodesManager

SLOTS = 16384
_AGAIN_AFTER_S = 0.1
"""Seconds between two look-ups at least: a store in trouble is not asked more often."""
_NOBODY = -1

_FAILED = (*LOST, redis_errors.RedisClusterException)


@dataclass(frozen=True, slots=True)
class Shape:
    """The servers of a store that take writes."""

    urls: tuple[str, ...]
    fences: tuple[bytes, ...]
    """For each server a key that lies on it."""
    owners: tuple[int, ...] = ()
    """For each slot the number of its server; empty: there is one server, and it is no cluster."""

    @property
    def is_cluster(self) -> bool:
        """Whether keys are spread over slots."""
        return bool(self.owners)

    def server_of(self, key: bytes) -> int | None:
        """The number of the server that holds `key`; None if nobody serves its slot."""
        if not self.owners:
            return 0
        found = self.owners[key_slot(key)]
        return None if found == _NOBODY else found


def one_server(url: str) -> Shape:
    """The shape of a store that is no cluster."""
    return Shape((url,), (keys.fence(0),))


class Topology:
    """The store's shape as far as it is known. It is looked up when it is first needed, and again when it has failed."""

    def __init__(self, given: str, timeout_s: float) -> None:
        """`given`: the addresses of an operator. Raises ValueError."""
        self.where = shown_all(given)
        self._seeds = Seeds.of(given)
        self._timeout_s = timeout_s
        self._asking: asyncio.Task[Shape] | None = None
        self._asked_s = float("-inf")
        self.shape: Shape | None = one_server(self._seeds.urls[0]) if self._seeds.is_fixed else None
        """As far as it is known."""
        self.listeners: list[Callable[[Shape], None]] = []
        """Called at once with a new shape."""

    @property
    def is_fixed(self) -> bool:
        """Whether nothing can change: the store is a socket of this machine."""
        return self._seeds.is_fixed

    def url_of(self, host: str, port: int) -> str:
        """The address of another server of the store."""
        return self._seeds.url_of(host, port)

    async def known(self) -> Shape:
        """The shape. Raises StoreAway."""
        return self.shape or await self.renewed(None)

    async def renewed(self, failed: Shape | None) -> Shape:
        """The shape after `failed` has failed; the same if it still is the right one. Raises StoreAway."""
        if self.shape is not None and (self.shape is not failed or self.is_fixed):
            return self.shape
        if self._asking is None:  # callers that come while it is looked up share the answer
            self._asking = asyncio.create_task(self._ask_again(), name="topology")
            self._asking.add_done_callback(self._asked)
        return await asyncio.shield(self._asking)

    async def _ask_again(self) -> Shape:
        loop = asyncio.get_running_loop()
        await asyncio.sleep(max(self._asked_s + _AGAIN_AFTER_S - loop.time(), 0))
        self._asked_s = loop.time()
        found = await self._ask()
        if self.shape is None or found != self.shape:
            self.shape = found
            for listener in self.listeners:
                listener(found)
        return self.shape

    def _asked(self, task: asyncio.Task[Shape]) -> None:
        self._asking = None
        if not task.cancelled():
            task.exception()  # taken note of: perhaps no caller waits any more

    async def _ask(self) -> Shape:
        told: dict[str, dict[str, object]] = {}
        error: Exception | None = None
        for url in self._places():
            try:
                told[url] = await _info(url, self._timeout_s)
            except _FAILED as failure:
                error = failure
                continue
            if told[url].get("cluster_enabled") == 1:
                return await self._ask_cluster(url)
        if not told:
            assert error is not None  # noqa: S101 -- there is an address, and it did not answer
            raise meaning(error, self.where)
        if len(self._seeds.urls) == 1:
            return one_server(self._seeds.urls[0])  # a replica refuses writes: READONLY
        return one_server(self._primary(told))

    def _places(self) -> list[str]:
        """Where to ask: what the operator said, then servers that were found."""
        more = self.shape.urls if self.shape is not None else ()
        return list(dict.fromkeys((*self._seeds.urls, *more)))

    def _primary(self, told: dict[str, dict[str, object]]) -> str:
        """The one primary. An old one that came back does not count: the new one went on from its history."""
        primaries = {url: info for url, info in told.items() if info.get("role") == "master"}
        left_behind = {info.get("master_replid2") for info in primaries.values()}
        found = [
            url for url, info in primaries.items() if info.get("master_replid") not in left_behind
        ]
        if len(found) == 1:
            return found[0]
        if found:
            raise StoreAway(
                f"Several of the servers at {self.where} are primaries, and none follows another: end all but one."
            )
        raise StoreAway(f"None of the servers at {self.where} is a primary now.")

    async def _ask_cluster(self, url: str) -> Shape:
        try:
            cluster = RedisCluster.from_url(
                url,
                startup_nodes=[_node(place) for place in self._places()],
                require_full_coverage=False,
                retry=Retry(NoBackoff(), 0),
                socket_timeout=self._timeout_s,
                socket_connect_timeout=self._timeout_s,
            )
        except redis_errors.RedisClusterException as bad:
            raise StoreAway(f"The cluster at {self.where} cannot be used: {bad}.") from bad
        manager = cluster.nodes_manager
        try:
            await manager.initialize()
        except IndexError as none:  # redis-py takes the first primary, also where there is none
            raise StoreAway(
                f"No server of the cluster at {self.where} has slots: give them out (CLUSTER ADDSLOTSRANGE)."
            ) from none
        except _FAILED as failure:
            raise meaning(failure, self.where) from failure
        else:
            return self._cluster_shape(manager)
        finally:
            await manager.aclose()
            await manager.aclose("startup_nodes")

    def _cluster_shape(self, manager: NodesManager) -> Shape:
        numbers: dict[str, int] = {}
        owners = [_NOBODY] * SLOTS
        for slot, nodes in manager.slots_cache.items():
            url = self.url_of(nodes[0].host, int(nodes[0].port))
            owners[slot] = numbers.setdefault(url, len(numbers))
        fences = tuple(_fence_of(number, owners) for number in range(len(numbers)))
        return Shape(tuple(numbers), fences, tuple(owners))


def _fence_of(number: int, owners: Sequence[int]) -> bytes:
    """A key that lies on the server of this number."""
    tag = 0
    while owners[key_slot(keys.fence(tag))] != number:
        tag += 1
    return keys.fence(tag)


def _node(url: str) -> ClusterNode:
    parts = urlsplit(url)
    return ClusterNode(parts.hostname or "", parts.port or 6379)


async def _info(url: str, timeout_s: float) -> dict[str, object]:
    """What a server says of itself."""
    client = Redis.from_url(
        url,
        socket_timeout=timeout_s,
        socket_connect_timeout=timeout_s,
        retry=Retry(NoBackoff(), 0),
    )
    async with client:
        told: dict[str, object] = await client.info()
    return told
