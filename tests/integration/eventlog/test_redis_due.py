"""Due times and presence in a real Valkey."""

from __future__ import annotations

import asyncio
from typing import TYPE_CHECKING

import pytest_asyncio
from redis.asyncio import Redis

from ludoteca_server.eventlog import keys
from ludoteca_server.eventlog.due import RedisDueSets, RedisPresence, shard_of
from tests.unit.eventlog.due_contract import NOW_MS, DueSetsContract, PresenceContract, name

if TYPE_CHECKING:
    from collections.abc import AsyncIterator

__all__ = ["name"]


class TestRedisDueSets(DueSetsContract):
    @pytest_asyncio.fixture
    async def due_sets(self, store_url: str) -> AsyncIterator[RedisDueSets]:
        async with Redis.from_url(store_url) as raw:
            for shard in range(keys.DUE_SETS):
                await raw.delete(keys.due(shard), keys.due_seqs(shard))
        client = RedisDueSets(store_url)
        yield client
        await client.close()

    async def test_a_finished_table_leaves_nothing_behind(
        self, due_sets: RedisDueSets, name: str, store_url: str
    ) -> None:
        await due_sets.put(name, 1, NOW_MS, NOW_MS)
        await due_sets.settle(name, 9, None, NOW_MS)
        async with Redis.from_url(store_url) as raw:
            shard = shard_of(name)
            assert await raw.zcard(keys.due(shard)) == 0
            assert await raw.hlen(keys.due_seqs(shard)) == 0

    async def test_tables_are_spread_over_all_sets(self) -> None:
        found = {shard_of(f"table {number}") for number in range(500)}
        assert found == set(range(keys.DUE_SETS))


class TestRedisPresence(PresenceContract):
    @pytest_asyncio.fixture
    async def presence(self, store_url: str) -> AsyncIterator[RedisPresence]:
        client = RedisPresence(store_url)
        yield client
        await client.close()

    async def pass_ms(self, ms: int) -> None:
        await asyncio.sleep(ms / 1000)
