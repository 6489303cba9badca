"""A whole server on a cluster at the level `node`: a primary dies, its replica takes over, and play goes on."""

from __future__ import annotations

import asyncio
from typing import TYPE_CHECKING

import pytest

from ludoteca.v1 import catalog_service_pb2
from tests.e2e.api.steadfast import Steadfast, follow_through, seqs_of
from tests.e2e.api.table import LONGER_THAN_A_TEST_MS, Service, each_worker, new_game_in_turns
from tests.games import GAMES
from tests.integration.servers import cluster

if TYPE_CHECKING:
    from pathlib import Path

MOVES = 12


@pytest.mark.timeout(180)
async def test_r12_play_goes_on_when_a_replica_takes_over(tmp_path: Path) -> None:
    async with cluster(tmp_path, node_timeout_ms=1_500) as made:
        service = await asyncio.to_thread(
            Service,
            tmp_path,
            redis=made.url,
            durability="node",
            store_timeout_s=2,
            presence_grace_ms=LONGER_THAN_A_TEST_MS,
        )
        async with each_worker(service.address) as workers:
            server = await workers[0].catalog.GetServer(catalog_service_pb2.GetServerRequest())
            assert server.durability == "node"
            games = [await new_game_in_turns(workers[0], title) for title in (*GAMES, *GAMES[:2])]
            players = [Steadfast(game, workers) for game in games]
            last = games[0].started_seq + 2 * MOVES
            watching = [
                asyncio.create_task(follow_through(workers, game.table_id, last)) for game in games
            ]
            playing = [asyncio.create_task(player.play(2 * MOVES)) for player in players]
            while len(players[0].acknowledged) < MOVES:
                await asyncio.sleep(0.001)
            await made.servers[0].kill()
            await made.servers[3].leads()
            await made.servers[0].start()
            await asyncio.gather(*playing)
            heard = [await each for each in watching]
        for player, (told, _) in zip(players, heard, strict=True):
            assert player.acknowledged == list(range(player.game.started_seq + 1, last + 1))
            assert seqs_of(told) == list(range(1, last + 1))
        unanswered = sum(player.unanswered for player in players)
        print(
            f"R12: 1 failover, {unanswered} calls sent again, 0 of {2 * MOVES * len(games)} actions lost"
        )
        assert await asyncio.to_thread(service.stop) == 0
