"""R16 over a whole service: the core panics in the middle of a call, and all else goes on."""

from __future__ import annotations

import asyncio
import os
from pathlib import Path
from typing import TYPE_CHECKING

import grpc

from ludoteca.v1 import table_service_pb2 as wire
from tests.e2e.api.faulty.marks import AFTER, BEFORE
from tests.e2e.api.table import (
    LONGER_THAN_A_TEST_MS,
    PATIENCE_S,
    Service,
    bearer,
    each_worker,
    failing,
    hear,
    new_game_in_turns,
    new_id,
)
from tests.games import GAMES

if TYPE_CHECKING:
    import pytest

    from tests.e2e.api.table import Game, Stubs

FAULTY = Path(__file__).parent / "faulty"
ROOT = FAULTY.parents[3]
INTERNAL = grpc.StatusCode.INTERNAL


async def play_on(game: Game, workers: list[Stubs], stop: asyncio.Event) -> int:
    """Plays a table that has no part in it, over both workers; how many moves went through."""
    moves = 0
    while not stop.is_set() and await game.turn(workers[moves % 2]) is not None:
        await game.move(workers[moves % 2], moves)
        moves += 1
    return moves


async def panics_in_a_call(game: Game, workers: list[Stubs]) -> None:
    """The call fails alone; the same action goes through under another id, and after its event once."""
    request, token = await game.request(workers[0])
    for stubs in workers:
        request.request_id = BEFORE + new_id()
        refused = await failing(stubs.tables.Act(request, metadata=bearer(token)))
        assert (refused.code, refused.info.reason) == (INTERNAL, "bug")
        assert refused.info.metadata["id"], "what it was is in the server's log, under this"
        assert "provoked" not in refused.message, "and nowhere else"
    before = (await game.offers(workers[0], 0)).seq
    request.request_id = AFTER + new_id()
    refused = await failing(workers[0].tables.Act(request, metadata=bearer(token)))
    assert (refused.code, refused.info.reason) == (INTERNAL, "bug")
    for stubs in workers:
        answer = await stubs.tables.Act(request, metadata=bearer(token))
        assert answer.seq == before + 1, "its event was made, once"


async def panics_on_a_stream(game: Game, workers: list[Stubs]) -> None:
    """The action is refused; those before and after it on the same stream are not."""
    for stubs in workers:
        request, token = await game.request(stubs)
        play = stubs.tables.Play(metadata=bearer(token))
        await play.write(wire.PlayRequest(open=wire.PlayOpen(table_id=game.table_id)))

        async def answer(request_id: bytes) -> wire.PlayResponse:
            action = wire.PlayAction(action=request.action, request_id=request_id)  # noqa: B023
            await play.write(wire.PlayRequest(actions=wire.PlayActions(actions=[action])))  # noqa: B023
            while True:
                response = await play.read()  # noqa: B023
                assert isinstance(response, wire.PlayResponse)
                if not response.HasField("notice"):
                    return response

        told = (await answer(BEFORE + new_id())).refused
        assert (told.status, told.rejection.code) == (INTERNAL.value[0], "bug")
        assert told.request_id.hex() in told.rejection.sentence.text, "what it was is in the log"
        assert "provoked" not in told.rejection.sentence.text, "and nowhere else"
        assert (await answer(new_id())).accepted.seq > game.started_seq
        play.cancel()


async def test_r16_a_panic_fails_its_call_and_nothing_else(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("PYTHONPATH", f"{FAULTY}{os.pathsep}{ROOT}")
    monkeypatch.setenv("RUST_BACKTRACE", "0")
    service = Service(tmp_path, presence_grace_ms=LONGER_THAN_A_TEST_MS, log_format="json")
    async with each_worker(service.address) as workers:
        pids = service.worker_pids()
        stop = asyncio.Event()
        whole = [await new_game_in_turns(workers[0], title) for title in GAMES]
        playing = [asyncio.create_task(play_on(game, workers, stop)) for game in whole]
        for title in GAMES:
            game = await new_game_in_turns(workers[0], title)
            hearing = [
                asyncio.create_task(hear(stubs, game.table_id, 1, game.started_seq + 6))
                for stubs in workers
            ]
            await panics_in_a_call(game, workers)
            await panics_on_a_stream(game, workers)
            for move in range(3):
                await game.move(workers[move % 2], move)
            live = [await asyncio.wait_for(each, PATIENCE_S) for each in hearing]
            assert live[0] == live[1], title
            assert len(live[0]) == game.started_seq + 6, "every event once: 1 + 2 + 3 actions"
        stop.set()
        moves = [await each for each in playing]
    print(f"R16: {5 * len(GAMES)} panics, {sum(moves)} moves at {len(whole)} other tables")
    assert min(moves) > 0
    assert service.worker_pids() == pids, "no worker died"
    assert service.stop() == 0
