"""New workers under live tables: no game ends by it, nobody misses an event."""

from __future__ import annotations

import asyncio
import os
import time
from dataclasses import dataclass, field
from itertools import cycle
from typing import TYPE_CHECKING

import grpc
import pytest

from ludoteca.v1 import table_pb2
from ludoteca.v1 import table_service_pb2 as wire
from tests.e2e.api.table import WORKERS, Service, Stubs, bearer, channel, new_game_in_turns
from tests.games import GAMES

if TYPE_CHECKING:
    from pathlib import Path

    from tests.e2e.api.table import Game

TABLES = int(os.environ.get("LUDOTECA_ROLLED_TABLES", "40"))
SOAK_TABLES = 200
MOVES_PER_S = 150
"""Of all tables together: the tables are live and the machine is not full."""
PAUSE_MOST_S = 2.0
ROLLED_WITHIN_S = 120.0
"""Two starts of a worker, under load, on a machine that does other things too."""
_AGAIN = (grpc.StatusCode.UNAVAILABLE, grpc.StatusCode.CANCELLED)
"""gRPC itself cancels a call that reaches a server just after it closed: it was not begun."""


@dataclass
class Bot:
    """Plays all seats of a table over one connection, and says how long each move took."""

    game: Game
    stubs: Stubs
    acknowledged: list[int] = field(default_factory=list)
    took_s: list[float] = field(default_factory=list)
    sent_again: int = 0

    async def play(self, done: asyncio.Event, every_s: float) -> None:
        """Moves until `done`, or to the end of the game."""
        while not done.is_set():
            began_s = time.monotonic()
            if not await self.move():
                return
            self.took_s.append(time.monotonic() - began_s)
            await asyncio.sleep(every_s)

    async def move(self) -> bool:
        request, token = None, b""
        while True:
            try:
                if request is None:
                    if await self.game.turn(self.stubs) is None:
                        return False
                    request, token = await self.game.request(self.stubs, len(self.acknowledged))
                answer = await self.stubs.tables.Act(request, metadata=bearer(token))
            except grpc.aio.AioRpcError as error:
                if error.code() not in _AGAIN:
                    raise
                self.sent_again += 1
                await asyncio.sleep(0.02)
                continue
            self.acknowledged.append(answer.seq)
            return True


@dataclass
class Spectator:
    """Watches a table and comes back after every break."""

    game: Game
    stubs: Stubs
    seqs: list[int] = field(default_factory=list)
    breaks: int = 0

    async def watch_to(self, last: asyncio.Future[int]) -> None:
        """Until the last seq is known and was seen."""
        while not (last.done() and self.seqs and self.seqs[-1] >= last.result()):
            follow = wire.Follow(table_id=self.game.table_id, from_seq=len(self.seqs) + 1)
            call = self.stubs.tables.Watch(wire.WatchRequest(follows=[follow]))
            try:
                async for response in call:
                    if response.HasField("notice"):
                        self.seqs.append(response.notice.seq)
                    if last.done() and self.seqs[-1] >= last.result():
                        break
            except grpc.aio.AioRpcError as error:
                if error.code() not in _AGAIN:
                    raise
                self.breaks += 1
                await asyncio.sleep(0.02)
            call.cancel()


@pytest.mark.timeout(300)
async def test_r25_a_rolling_restart_under_live_tables_ends_none(tmp_path: Path) -> None:
    limits = {"peer_calls_per_second": 100_000, "peer_tables_per_minute": 100_000}
    service = Service(tmp_path, max_streams_per_peer=1_000, presence_grace_ms=300_000, **limits)
    channels = [channel(service.address) for _ in range(2 * TABLES)]
    bots = [
        Bot(await new_game_in_turns(stubs, title), stubs)
        for stubs, title in zip(map(Stubs, channels[:TABLES]), cycle(GAMES), strict=False)
    ]
    spectators = [
        Spectator(bot.game, Stubs(on)) for bot, on in zip(bots, channels[TABLES:], strict=True)
    ]
    done = asyncio.Event()
    lasts = [asyncio.get_running_loop().create_future() for _ in bots]
    watching = [
        asyncio.create_task(each.watch_to(last))
        for each, last in zip(spectators, lasts, strict=True)
    ]
    playing = [asyncio.create_task(bot.play(done, TABLES / MOVES_PER_S)) for bot in bots]
    while not all(bot.acknowledged for bot in bots):
        await asyncio.sleep(0.01)
    before = service.worker_pids()
    service.roll()
    async with asyncio.timeout(ROLLED_WITHIN_S):
        while set(pids := service.worker_pids()) & set(before) or len(pids) < WORKERS:
            assert len(pids) >= WORKERS - 1, (
                "one goes at a time: the tables are never without a worker"
            )
            await asyncio.sleep(0.02)
    reached = [len(bot.acknowledged) for bot in bots]
    while any(
        len(bot.acknowledged) == count and not task.done()
        for bot, count, task in zip(bots, reached, playing, strict=True)
    ):
        await asyncio.sleep(0.01)
    done.set()
    await asyncio.gather(*playing)
    for last, bot in zip(lasts, bots, strict=True):
        last.set_result(bot.acknowledged[-1])
    # A table at rest tells its spectator nothing more: one more move each, and all see it.
    await asyncio.gather(*(bot.move() for bot in bots), *watching)

    aborted = 0
    for bot, spectator in zip(bots, spectators, strict=True):
        asked = wire.GetTableRequest(table_id=bot.game.table_id)
        table = (await bot.stubs.tables.GetTable(asked)).table
        aborted += table.lifecycle == table_pb2.LIFECYCLE_ABANDONED
        first = bot.game.started_seq + 1
        assert bot.acknowledged == list(range(first, first + len(bot.acknowledged)))
        assert spectator.seqs == list(range(1, spectator.seqs[-1] + 1))
    worst_s = sorted(max(bot.took_s) for bot in bots)
    p99_s = worst_s[min(len(worst_s) - 1, len(worst_s) * 99 // 100)]
    print(
        f"R25: {TABLES} live tables, {aborted} aborted, "
        f"{sum(len(bot.acknowledged) for bot in bots)} moves, "
        f"{sum(bot.sent_again for bot in bots)} calls sent again, "
        f"{sum(each.breaks for each in spectators)} streams resumed, "
        f"p99 of each table's longest pause {p99_s:.2f} s"
    )
    assert aborted == 0
    assert sum(each.breaks for each in spectators) > 0, "streams ended and were resumed"
    if TABLES >= SOAK_TABLES:
        assert p99_s < PAUSE_MOST_S
    for each in channels:
        await each.close()
    assert service.stop() == 0
