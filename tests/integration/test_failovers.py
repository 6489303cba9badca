"""A cluster whose primary is killed while its replica is stalled: what was acknowledged at the level `node` is there."""

from __future__ import annotations

import asyncio
import os
import secrets
import signal
from dataclasses import dataclass
from typing import TYPE_CHECKING

import pytest
from redis.crc import key_slot

from ludoteca_server.eventlog import keys
from ludoteca_server.eventlog.redis_streams import RedisStreams
from tests.integration.load import Load
from tests.integration.servers import SLOTS, cluster

if TYPE_CHECKING:
    from pathlib import Path

    from ludoteca_server.model.durability import Durability
    from tests.integration.servers import Cluster, ClusterServer

FAILOVERS = int(os.environ.get("LUDOTECA_FAILOVERS", "1"))
"""A share of the 20 that a soak makes."""
STALL_S = 1.0
NODE_TIMEOUT_MS = 1_500


@dataclass
class Loss:
    """What failovers took."""

    acknowledged: int = 0
    shown: int = 0
    lost: int = 0
    unseen: int = 0
    branches_left: int = 0


def victims(count: int) -> list[str]:
    """Tables that lie on the first of three servers."""
    found: list[str] = []
    while len(found) < count:
        name = secrets.token_hex(8)
        if key_slot(keys.stream(name)) < SLOTS // 3:
            found.append(name)
    return found


async def fail_over(made: Cluster, level: Durability, loss: Loss) -> None:
    """A load on the first third of the slots, whose primary dies while its replica is stalled."""
    pair: tuple[ClusterServer, ClusterServer] = (made.servers[0], made.servers[3])
    roles = [(await server.info())["role"] for server in pair]
    primary, replica = pair if roles[0] == "master" else pair[::-1]
    log = RedisStreams(made.url, timeout_s=2.0, durability=level)
    reader = RedisStreams(made.url, timeout_s=2.0, durability=level)
    load = Load(log, victims(32), reader=reader, event_bytes=1_000)
    await load.begin()
    await load.reaches(500)
    replica.signal(signal.SIGSTOP)
    await asyncio.sleep(STALL_S)
    await primary.kill()
    replica.signal(signal.SIGCONT)
    await replica.leads()
    await primary.start()
    await primary.follows()
    await made.is_whole()
    await load.reaches(500)
    await load.end()
    lost, unseen = await load.lost(reader)
    loss.acknowledged += load.count
    loss.shown += sum(len(ids) for ids in load.shown.values())
    loss.lost += lost
    loss.unseen += unseen
    loss.branches_left += load.branches_left
    for client in (log, reader):
        await client.close()


@pytest.mark.timeout(60 + 30 * FAILOVERS)
async def test_r12_a_failover_to_a_replica_that_was_stalled_loses_nothing_at_level_node(
    tmp_path: Path,
) -> None:
    loss = Loss()
    async with cluster(tmp_path, node_timeout_ms=NODE_TIMEOUT_MS) as made:
        for _ in range(FAILOVERS):
            await fail_over(made, "node", loss)
    print(
        f"{FAILOVERS} failovers at level node: {loss.acknowledged} acknowledged, {loss.lost} lost; "
        f"{loss.shown} shown, {loss.unseen} lost; {loss.branches_left} writers found another head"
    )
    assert (loss.lost, loss.unseen) == (0, 0)


@pytest.mark.timeout(90)
async def test_a_failover_at_level_process_may_lose_a_tail_and_forks_nothing(
    tmp_path: Path,
) -> None:
    """What it loses is said in docs/operations.md. Every log is one chain all the same."""
    loss = Loss()
    async with cluster(tmp_path, node_timeout_ms=NODE_TIMEOUT_MS) as made:
        await fail_over(made, "process", loss)
    print(
        f"1 failover at level process: {loss.acknowledged} acknowledged, {loss.lost} lost; {loss.shown} shown, "
        f"{loss.unseen} lost; {loss.branches_left} writers found another head"
    )
    assert 0 < loss.lost < loss.acknowledged, "the stalled replica is the one that takes over"
