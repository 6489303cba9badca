"""The contracts of log, lobby, due times, presence and shelf against stores that are not the embedded one."""

from __future__ import annotations

import asyncio
from contextlib import AsyncExitStack, asynccontextmanager
from dataclasses import dataclass
from typing import TYPE_CHECKING

import pytest
import pytest_asyncio

from ludoteca_server.datadir import DataDir
from ludoteca_server.eventlog import keys
from ludoteca_server.eventlog.due import RedisDueSets, RedisPresence
from ludoteca_server.eventlog.lobby import KEYS, RedisLobby
from ludoteca_server.eventlog.redis_streams import RedisStreams
from ludoteca_server.eventlog.routing import open_carrier
from ludoteca_server.eventlog.shelf import RedisShelf
from ludoteca_server.valkey import Valkey
from tests.integration.servers import cluster, redis_server, replicated
from tests.unit.eventlog.contract import EventLogContract, table
from tests.unit.eventlog.due_contract import DueSetsContract, PresenceContract, name
from tests.unit.eventlog.lobby_contract import LobbyContract
from tests.unit.eventlog.shelf_contract import ShelfContract

if TYPE_CHECKING:
    from collections.abc import AsyncIterator
    from pathlib import Path

    from ludoteca_server.application.ports import EventLog
    from ludoteca_server.eventlog.carrier import Carrier
    from ludoteca_server.model.durability import Durability
    from ludoteca_server.model.entry import EntryId

__all__ = ["name", "table"]

KINDS = ["replicated", "cluster", "cluster at level node"]
if redis_server() is not None:
    KINDS.append("redis")

pytestmark = pytest.mark.asyncio(loop_scope="session")


@dataclass(frozen=True)
class Store:
    """A store that tests share, and the level it is used at."""

    url: str
    level: Durability


async def started(kind: str, folder: Path, stack: AsyncExitStack) -> Store:
    """A store of this kind that ends with `stack`."""
    if kind == "redis":
        owned = await DataDir.own(folder / "redis")
        stack.callback(owned.release)
        redis = Valkey(owned, binary=redis_server())
        stack.push_async_callback(redis.stop)
        await redis.start()
        return Store(redis.url, "power")
    if kind == "replicated":
        primary, replica = await stack.enter_async_context(replicated(folder))
        return Store(f"{replica.url},{primary.url}", "node")
    made = await stack.enter_async_context(cluster(folder))
    return Store(made.url, "process" if kind == "cluster" else "node")


@pytest_asyncio.fixture(
    scope="module",
    loop_scope="session",
    params=KINDS,
)
async def store(
    request: pytest.FixtureRequest, tmp_path_factory: pytest.TempPathFactory
) -> AsyncIterator[Store]:
    """Each kind of store in turn: whoever uses it makes its own table ids."""
    async with AsyncExitStack() as stack:
        yield await started(request.param, tmp_path_factory.mktemp("stores"), stack)


@pytest_asyncio.fixture(loop_scope="session")
async def raw(store: Store) -> AsyncIterator[Carrier]:
    """The store without our log."""
    carrier = open_carrier(store.url, name="test", timeout_s=5.0)
    yield carrier
    await carrier.close()


@asynccontextmanager
async def streams(store: Store) -> AsyncIterator[RedisStreams]:
    """A client that is closed at the end."""
    client = RedisStreams(store.url, durability=store.level)
    try:
        yield client
    finally:
        await client.close()


class TestLog(EventLogContract):
    @pytest_asyncio.fixture(loop_scope="session")
    async def log(self, store: Store, raw: Carrier) -> AsyncIterator[RedisStreams]:
        self.raw = raw
        async with streams(store) as client:
            yield client

    @pytest_asyncio.fixture(loop_scope="session")
    async def other(self, store: Store) -> AsyncIterator[RedisStreams]:
        async with streams(store) as client:
            yield client

    async def plant(self, log: EventLog, table: str, entry_id: EntryId, event: bytes) -> None:
        await self.raw.ask("XADD", keys.stream(table), str(entry_id), "e", event)

    async def truncate(self, log: EventLog, table: str, seq: int) -> None:
        kept = await log.read(table, 1, seq)
        await self.raw.ask("DEL", keys.stream(table))
        for entry in kept:
            await self.plant(log, table, entry.id, entry.event)


class TestLobby(LobbyContract):
    @pytest_asyncio.fixture(loop_scope="session")
    async def lobby(self, store: Store, raw: Carrier) -> AsyncIterator[RedisLobby]:
        for key in KEYS:
            await raw.ask("DEL", key)
        client = RedisLobby(store.url, durability=store.level)
        yield client
        await client.close()


class TestDueSets(DueSetsContract):
    @pytest_asyncio.fixture(loop_scope="session")
    async def due_sets(self, store: Store, raw: Carrier) -> AsyncIterator[RedisDueSets]:
        for shard in range(keys.DUE_SETS):
            await raw.ask("DEL", keys.due(shard), keys.due_seqs(shard))
        client = RedisDueSets(store.url, durability=store.level)
        yield client
        await client.close()


class TestPresence(PresenceContract):
    @pytest_asyncio.fixture(loop_scope="session")
    async def presence(self, store: Store) -> AsyncIterator[RedisPresence]:
        client = RedisPresence(store.url)
        yield client
        await client.close()

    async def pass_ms(self, ms: int) -> None:
        await asyncio.sleep(ms / 1000)


class TestShelf(ShelfContract):
    @pytest_asyncio.fixture(loop_scope="session")
    async def log(self, store: Store) -> AsyncIterator[RedisStreams]:
        async with streams(store) as client:
            yield client

    @pytest_asyncio.fixture(loop_scope="session")
    async def shelf(self, store: Store, raw: Carrier) -> AsyncIterator[RedisShelf]:
        for key in (keys.ARCHIVE_NAME, keys.ARCHIVE_HOLDER):
            await raw.ask("DEL", key)
        client = RedisShelf(store.url, durability=store.level)
        yield client
        await client.close()

    async def pass_ms(self, ms: int) -> None:
        await asyncio.sleep(ms / 1000)
