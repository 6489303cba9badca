"""Clocks over workers that die, stall and come back: nothing too early, nothing twice, nothing lost."""

from __future__ import annotations

import asyncio
import os
import signal
import time
from itertools import pairwise
from typing import TYPE_CHECKING

import grpc

from ludoteca.v1 import table_pb2
from ludoteca.v1 import table_service_pb2 as wire
from ludoteca_server.application.alarms import LEASE_MS, POLL_MS
from ludoteca_server.application.scribe import LATE_MS
from tests.e2e.api.delay import delayed
from tests.e2e.api.table import (
    LONGER_THAN_A_TEST_MS,
    PATIENCE_S,
    Service,
    Stubs,
    bearer,
    channel,
    each_worker,
    failure_of,
    hear,
    new_game,
    new_game_in_turns,
    until_gone,
    worker_pid,
)
from tests.games import GAMES

if TYPE_CHECKING:
    from pathlib import Path

    from tests.e2e.api.table import Game

MOVE_MS = 400
PER_MOVE = table_pb2.TurnClock(move_ms=MOVE_MS)
SLACK_MS = 2_000
"""What a busy machine may add."""


async def last_seq(stubs: Stubs, game: Game) -> int:
    response = await stubs.tables.GetTable(wire.GetTableRequest(table_id=game.table_id))
    return response.table.seq


async def told(stubs: Stubs, game: Game) -> list[table_pb2.Notice]:
    """Every notice of the table up to now."""
    heard = await hear(stubs, game.table_id, 1, await last_seq(stubs, game))
    return [table_pb2.Notice.FromString(each) for each in heard]


async def ticked(stubs: Stubs, games: list[Game], count: int) -> None:
    """Returns when the clock has played so often at every table from now on."""
    for game in games:
        seq = await last_seq(stubs, game)
        await asyncio.wait_for(hear(stubs, game.table_id, seq + 1, seq + count), PATIENCE_S)


def waits_ms(notices: list[table_pb2.Notice]) -> list[int]:
    """How long the clock waited before each of its own events; they follow the start without a gap."""
    assert [each.seq for each in notices] == list(range(1, len(notices) + 1))
    started = next(n for n, each in enumerate(notices) if each.kind == "started")
    timed = notices[started:]
    assert all(each.by_clock for each in timed[1:])
    return [after.at_ms - before.at_ms for before, after in pairwise(timed)]


async def test_another_worker_carries_on_when_one_is_killed(tmp_path: Path) -> None:
    service = Service(tmp_path)
    async with each_worker(service.address) as workers:
        games = [await new_game(workers[n % 2], turn_clock=PER_MOVE) for n in range(12)]
        kills = 3
        for _ in range(kills):
            await ticked(workers[1], games[:2], 1)
            pids = service.worker_pids()
            os.kill(pids[0], signal.SIGKILL)
            await until_gone(pids[:1], service)
        async with each_worker(service.address) as alive:
            await ticked(alive[0], games, 2)
            waits = [wait for game in games for wait in waits_ms(await told(alive[0], game))]
    print(f"{kills} kills, {len(waits)} ticks, {min(waits)} to {max(waits)} ms apart")
    assert min(waits) >= MOVE_MS, "never too early, so never twice"
    assert max(waits) <= MOVE_MS + LEASE_MS + POLL_MS + LATE_MS + SLACK_MS
    assert service.stop() == 0


async def test_after_all_workers_died_the_wait_is_given_once_more(tmp_path: Path) -> None:
    service = Service(tmp_path, workers=2)
    async with each_worker(service.address) as workers:
        game = await new_game(workers[0], turn_clock=PER_MOVE)
        await ticked(workers[0], [game], 1)
        pids = service.worker_pids()
        for pid in pids:
            os.kill(pid, signal.SIGSTOP)
        stopped_ms = time.time() * 1000
        await asyncio.sleep((MOVE_MS + LATE_MS + 500) / 1000)  # an outage takes its time
        resumed_ms = time.time() * 1000
        for pid in pids:
            os.kill(pid, signal.SIGKILL)
        await until_gone(pids, service)
        async with each_worker(service.address) as back:
            await ticked(back[0], [game], 1)
            notices = await told(back[0], game)
    assert min(waits_ms(notices)) >= MOVE_MS
    first_after = next(each for each in notices if each.at_ms > stopped_ms + 50)
    assert first_after.at_ms >= resumed_ms + MOVE_MS
    assert service.stop() == 0


async def test_r14_a_worker_that_stalls_and_comes_back_makes_no_second_branch(
    tmp_path: Path,
) -> None:
    service = Service(tmp_path, presence_grace_ms=LONGER_THAN_A_TEST_MS)
    rounds = 16
    clock = table_pb2.TurnClock(move_ms=60_000)
    async with each_worker(service.address) as workers:
        stalling, other = workers
        games = [
            await new_game_in_turns(stalling, title, turn_clock=None if title == "buurn" else clock)
            for title in GAMES
        ]
        pid = await worker_pid(stalling)
        accepted: dict[str, list[int]] = {game.table_id: [] for game in games}
        for number in range(rounds):
            game = games[number % len(games)]
            request, token = await game.request(other, number)
            sent = asyncio.ensure_future(
                stalling.tables.Act(request, metadata=bearer(token), timeout=PATIENCE_S)
            )
            await asyncio.sleep(
                0.0003 * (number * 5 // 4 % 8)
            )  # somewhere between socket and answer
            os.kill(pid, signal.SIGSTOP)
            taken_over = await other.tables.Act(request, metadata=bearer(token))
            accepted[game.table_id] += [taken_over.seq, await game.move(other)]
            os.kill(pid, signal.SIGCONT)
            answer = await sent
            assert answer.seq == taken_over.seq, "the same request is the same event"
        for game in games:
            last = await last_seq(other, game)
            assert accepted[game.table_id] == list(range(game.started_seq + 1, last + 1))
            both = [await hear(stubs, game.table_id, 1, last) for stubs in workers]
            assert both[0] == both[1]
            assert len(both[0]) == last
    print(f"R14: {rounds} stalls at {len(games)} games, {2 * rounds} actions, one branch each")
    assert service.stop() == 0


async def test_r32_an_action_and_the_clock_race_and_the_log_says_who_won(
    workers: list[Stubs],
) -> None:
    winners: list[str] = []
    for number in range(12):
        game = await new_game(workers[0], turn_clock=table_pb2.TurnClock(move_ms=200))
        request, token = await game.request(workers[1], number)
        started = (await told(workers[0], game))[-1]
        seq = started.seq + 1
        due_s = (started.at_ms + 200) / 1000
        await asyncio.sleep(due_s - time.time() + (number - 6) / 1000)
        try:
            answer = await workers[1].tables.Act(request, metadata=bearer(token))
            acted, refusal = answer.seq == seq, None
        except grpc.aio.AioRpcError as error:
            acted, refusal = False, failure_of(error).code
        assert refusal in (None, grpc.StatusCode.FAILED_PRECONDITION)
        [first] = await hear(workers[0], game.table_id, seq, seq)
        assert table_pb2.Notice.FromString(first).by_clock is not acted
        winners.append("seat" if acted else "clock")
        leaving = wire.ResignRequest(table_id=game.table_id, request_id=os.urandom(16))
        await workers[0].tables.Resign(leaving, metadata=bearer(token))
    print(f"R32: {len(winners)} races, the seat won {winners.count('seat')}")


async def test_a_longer_line_costs_its_round_trip_and_keeps_the_order(service: Service) -> None:
    """The line that the fairness test puts a seat behind."""
    delay_s = 0.05
    async with delayed(service.address, delay_s) as address:
        stubs = Stubs(channel(address))
        game = await new_game(stubs)
        for number in range(3):
            started_s = time.monotonic()
            seq = await game.move(stubs, number)
            assert time.monotonic() - started_s >= 3 * 2 * delay_s, "turn, offers and action"
        heard = await hear(stubs, game.table_id, 1, seq)
        assert [table_pb2.Notice.FromString(each).seq for each in heard] == list(range(1, seq + 1))
        await stubs.channel.close()
