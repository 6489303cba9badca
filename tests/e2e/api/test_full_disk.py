"""A whole server whose disk is full: what was acknowledged stays, and play goes on by itself when there is room."""

from __future__ import annotations

import asyncio
import resource
import sys
from typing import TYPE_CHECKING

import pytest

from ludoteca.v1 import table_service_pb2 as wire
from tests.e2e.api.steadfast import Steadfast
from tests.e2e.api.table import Service, each_worker, hear, new_game

if TYPE_CHECKING:
    from pathlib import Path

ROOM_BYTES = 6_000
MOVES = 25


@pytest.mark.skipif(sys.platform != "linux", reason="prlimit is Linux")
async def test_r35_a_disk_that_fills_up_in_the_middle_of_play_loses_nothing(tmp_path: Path) -> None:
    """A limit on the size of the store's file stands in for the disk: half of a write gets in, and the store ends.

    The one that is started in its place finds room.
    """
    service = Service(tmp_path, store_timeout_s=2)
    async with each_worker(service.address) as workers:
        players = [Steadfast(await new_game(stubs), workers) for stubs in workers]
        first = service.running()["store_pid"]
        assert isinstance(first, int)
        [file] = (tmp_path / "data" / "appendonlydir").glob("*.incr.aof")
        most = file.stat().st_size + ROOM_BYTES
        resource.prlimit(first, resource.RLIMIT_FSIZE, (most, most))

        async def play(player: Steadfast) -> None:
            for _ in range(MOVES):
                await player.move()

        await asyncio.gather(*map(play, players))
        while (
            service.running()["store_pid"] == first
        ):  # the write failed, and another one is told of
            await asyncio.sleep(0.01)
        assert sum(player.unanswered for player in players) > 0
        for player in players:
            assert player.acknowledged == list(range(5, 5 + MOVES))
            for stubs in workers:
                told = await hear(stubs, player.game.table_id, 1, 4 + MOVES)
                assert len(told) == 4 + MOVES
        listed = await workers[1].tables.ListTables(wire.ListTablesRequest(page_size=10))
        assert len(listed.tables) == 2
    assert service.stop() == 0
