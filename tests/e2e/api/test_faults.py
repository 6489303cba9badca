"""The store dies in mid-call and comes back, workers drain and die: nothing is lost, nothing happens twice."""

from __future__ import annotations

import asyncio
import os
from typing import TYPE_CHECKING

import grpc
import pytest
from redis.asyncio import Redis

from ludoteca.v1 import table_pb2
from ludoteca.v1 import table_service_pb2 as wire
from ludoteca_client import Client, backoff
from ludoteca_server.eventlog.audit import audit
from ludoteca_server.eventlog.redis_streams import RedisStreams
from tests.e2e.api.steadfast import Steadfast, Streaming, follow_through, seqs_of
from tests.e2e.api.table import (
    LONGER_THAN_A_TEST_MS,
    SEATS,
    Service,
    Stubs,
    bearer,
    dice,
    each_worker,
    failure_of,
    hear,
    new_game,
    new_game_in_turns,
    new_id,
)
from tests.games import GAMES

if TYPE_CHECKING:
    from pathlib import Path

    from tests.e2e.api.table import Game

Code = grpc.StatusCode


RUNS = int(os.environ.get("LUDOTECA_RUNS", "1"))
"""With three kills of the store and three of workers; a share of the 20 that a soak makes."""
MOVES = 8
"""Of each table between two kills."""


async def settled_logs(store: str) -> list[str]:
    """What is wrong with the logs of a store, read entry by entry."""
    log = RedisStreams(store)
    found = (await audit(log)).faults
    await log.close()
    return [str(each) for each in found]


@pytest.mark.timeout(180)
@pytest.mark.parametrize("run", range(RUNS))
async def test_r12_stores_and_workers_that_are_killed_lose_and_double_nothing(
    tmp_path: Path, run: int, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Two tables of every game, one played by calls and one on streams; kills at random moments of the load."""
    monkeypatch.setattr(backoff, "MOST_S", 0.2)  # nobody is to sleep through the next kill
    chance = dice(12 + run)
    service = Service(tmp_path, store_timeout_s=2, presence_grace_ms=LONGER_THAN_A_TEST_MS)
    deaths = [
        service.kill_store,
        service.kill_workers,
        service.kill_store,
        service.kill_worker,
        service.kill_store,
    ]
    async with each_worker(service.address) as workers, Client(service.address) as client:
        callers = [
            Steadfast(await new_game_in_turns(workers[0], title), workers) for title in GAMES
        ]
        streamers = [
            Streaming(await new_game_in_turns(workers[1], title), workers, client)
            for title in GAMES
        ]
        for streamer in streamers:
            await streamer.come()
        players = [*callers, *streamers]
        lasts = [each.game.started_seq + MOVES * len(deaths) for each in players]
        watching = [
            asyncio.create_task(follow_through(workers, each.game.table_id, last))
            for each, last in zip(players, lasts, strict=True)
        ]
        for kill in deaths:
            playing = [asyncio.create_task(each.play(MOVES)) for each in players]
            before = sum(len(each.acknowledged) for each in players)
            goal = before + chance.randrange(1, len(players) * (MOVES - 3))
            while sum(len(each.acknowledged) for each in players) < goal:
                await asyncio.sleep(0.001)
            kill()
            await asyncio.gather(*playing)
        watched = [await each for each in watching]
        for player, last, (told, _) in zip(players, lasts, watched, strict=True):
            assert player.acknowledged == list(range(player.game.started_seq + 1, last + 1))
            assert seqs_of(told) == list(range(1, last + 1))
            for stubs in workers:
                assert await hear(stubs, player.game.table_id, 1, last) == told, "as the log has it"
        for streamer in streamers:
            last = streamer.acknowledged[-1]
            assert await streamer.heard(last) == [list(range(1, last + 1))] * SEATS
            await streamer.leave()
    assert await settled_logs(str(service.running()["store"])) == []
    unanswered = sum(each.unanswered for each in players)
    breaks = sum(each for _, each in watched) + sum(each.breaks for each in streamers)
    print(
        f"R12, run {run}: {len(deaths)} times something was killed, {unanswered} calls sent again, {breaks} streams broken, "
        f"0 of {sum(len(each.acknowledged) for each in players)} actions at {len(players)} tables of "
        f"{len(GAMES)} games lost or doubled"
    )
    assert unanswered > 0
    assert breaks > 0
    assert service.stop() == 0


async def test_r35_a_full_store_refuses_actions_tells_the_past_and_recovers_by_itself(
    tmp_path: Path,
) -> None:
    service = Service(tmp_path)
    async with each_worker(service.address) as workers:
        game = await new_game(workers[0])
        request, token = await game.request(workers[0], 0)
        async with Redis.from_url(str(service.running()["store"])) as raw:
            await raw.config_set("maxmemory", "1mb")
            for stubs in workers:
                with pytest.raises(grpc.aio.AioRpcError) as caught:
                    await stubs.tables.Act(request, metadata=bearer(token))
                refused = failure_of(caught.value)
                assert (refused.code, refused.info.reason) == (Code.UNAVAILABLE, "store_full")
                assert len(await hear(stubs, game.table_id, 1, 4)) == 4
            await raw.config_set("maxmemory", "0")
        answers = [await stubs.tables.Act(request, metadata=bearer(token)) for stubs in workers]
        assert [answer.seq for answer in answers] == [5, 5]
        assert await game.move(workers[1]) == 6
    assert service.stop() == 0


async def test_draining_answers_what_is_in_flight(tmp_path: Path) -> None:
    service = Service(tmp_path)
    async with each_worker(service.address) as workers:
        games = [await new_game(workers[0]) for _ in range(6)]
        acknowledged: dict[str, int] = {}
        streams = []
        for stubs in workers:
            call = stubs.tables.Watch(
                wire.WatchRequest(follows=[wire.Follow(table_id=games[0].table_id, from_seq=1)])
            )
            for _ in range(4):
                await call.read()
            streams.append(call)

        async def play(game: Game, stubs: Stubs) -> Code:
            while True:
                try:
                    acknowledged[game.table_id] = await game.move(stubs)
                except grpc.aio.AioRpcError as error:
                    return error.code()

        playing = [
            asyncio.create_task(play(game, workers[n % 2])) for n, game in enumerate(games[1:])
        ]
        while len(acknowledged) < 5:
            await asyncio.sleep(0.001)
        assert await asyncio.to_thread(service.stop) == 0
        # gRPC itself cancels a call that reaches a server just after it closed: it was not begun.
        assert {await each for each in playing} <= {Code.UNAVAILABLE, Code.CANCELLED}
        for call in streams:
            live = await call.read()
            assert isinstance(live, wire.WatchResponse)
            assert live.HasField("live")
            with pytest.raises(grpc.aio.AioRpcError) as caught:
                await call.read()
            ended = failure_of(caught.value)
            assert (ended.code, ended.info.reason) == (Code.UNAVAILABLE, "draining")
            assert ended.info.metadata["seq"] == "5"

    again = Service(tmp_path)
    async with each_worker(again.address) as workers:
        for table_id, seq in acknowledged.items():
            response = await workers[0].tables.GetTable(wire.GetTableRequest(table_id=table_id))
            assert response.table.seq >= seq
            assert len(await hear(workers[1], table_id, 1, seq)) == seq
    assert again.stop() == 0


async def test_a_vacated_seat_is_played_on_and_the_end_is_told(workers: list[Stubs]) -> None:
    game = await new_game(workers[0], seats=3)
    seat = await game.turn(workers[0])
    assert seat is not None
    request = wire.ResignRequest(table_id=game.table_id, request_id=new_id())
    await workers[1].tables.Resign(request, metadata=bearer(game.tokens[seat]))
    assert await game.turn(workers[0]) not in (None, seat)
    other = (seat + 1) % 3
    request.request_id = new_id()
    await workers[0].tables.Resign(request, metadata=bearer(game.tokens[other]))
    table = (await workers[1].tables.GetTable(wire.GetTableRequest(table_id=game.table_id))).table
    assert table.lifecycle == table_pb2.LIFECYCLE_FINISHED
    assert [list(group.seats) for group in table.ranking] == [[3 - seat - other], [other], [seat]]
    assert len(table.seed) == 32
    notices = await hear(workers[1], game.table_id, 1, table.seq)
    parsed = [table_pb2.Notice.FromString(data) for data in notices]
    assert [notice.seed for notice in parsed[:-1]] == [b""] * (len(parsed) - 1)
    assert parsed[-1].seed == table.seed
    assert any(notice.by_clock and notice.seat == seat for notice in parsed)
    listed = await workers[0].tables.ListTables(
        wire.ListTablesRequest(lifecycle=table_pb2.LIFECYCLE_FINISHED, page_size=500)
    )
    assert game.table_id in {each.table_id for each in listed.tables}


async def test_a_table_nobody_plays_is_closed(workers: list[Stubs]) -> None:
    game = await new_game(workers[0], abandon_after_ms=300)
    watching = wire.WatchRequest(follows=[wire.Follow(table_id=game.table_id, from_seq=5)])
    for stubs in workers:
        call = stubs.tables.Watch(watching)
        async for response in call:
            if response.HasField("notice"):
                break
        call.cancel()
        assert response.notice.kind == "abandoned"
        assert response.notice.seq == 5
        assert response.notice.lifecycle == table_pb2.LIFECYCLE_ABANDONED
