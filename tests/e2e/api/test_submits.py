"""Every submit is answered: once, typed, in time, whoever sends it where and however often."""

from __future__ import annotations

import asyncio
import os
import time
from collections import Counter
from typing import TYPE_CHECKING

import grpc
import pytest
from google.protobuf import any_pb2

from ludoteca.burgenland.v1 import burgenland_pb2
from ludoteca.v1 import table_service_pb2 as wire
from tests.e2e.api.table import (
    PATIENCE_S,
    Service,
    bearer,
    dice,
    each_worker,
    failing,
    failure_of,
    new_game,
    new_game_in_turns,
    new_id,
    until_gone,
)
from tests.games import GAMES

if TYPE_CHECKING:
    import random
    from pathlib import Path

    from tests.e2e.api.table import Game, Stubs

SUBMITS = 1_500
ROUNDS = int(os.environ.get("LUDOTECA_ROUNDS", "40"))
COPIES = 6
ANSWER_WITHIN_S = 1.0
EXPECTED = {
    grpc.StatusCode.OK,
    grpc.StatusCode.INVALID_ARGUMENT,
    grpc.StatusCode.FAILED_PRECONDITION,
    grpc.StatusCode.ABORTED,
    grpc.StatusCode.PERMISSION_DENIED,
}


def garbled(action: any_pb2.Any, chance: random.Random) -> any_pb2.Any:
    """An action with some bytes of it changed."""
    data = bytearray(action.value) or bytearray(b"\x00")
    for _ in range(chance.randrange(1, 4)):
        data[chance.randrange(len(data))] = chance.randrange(256)
    return any_pb2.Any(type_url=action.type_url, value=bytes(data))


async def fuzz(
    game: Game, workers: list[Stubs], chance: random.Random, submits: int
) -> list[tuple[grpc.StatusCode, float]]:
    """Submits of all kinds, most of them illegal; what came back and after how many seconds."""
    answers: list[tuple[grpc.StatusCode, float]] = []
    known: list[any_pb2.Any] = []
    while len(answers) < submits:
        stubs = chance.choice(workers)
        if len(known) < 3 or chance.random() < 0.3:
            seat = await game.turn(stubs)
            if seat is None:
                return answers
            known = [offer.action for offer in (await game.offers(stubs, seat)).offers]
        request = wire.ActRequest(
            table_id=game.table_id, action=chance.choice(known), request_id=new_id()
        )
        if chance.random() < 0.3:
            request.action.CopyFrom(garbled(request.action, chance))
        if chance.random() < 0.1:
            request.expected_seq = chance.randrange(100)
        if chance.random() < 0.05:
            request.request_id = os.urandom(chance.randrange(40))
        token = os.urandom(32) if chance.random() < 0.1 else chance.choice(game.tokens)
        started_s = time.monotonic()
        try:
            await stubs.tables.Act(request, metadata=bearer(token), timeout=PATIENCE_S)
            code = grpc.StatusCode.OK
        except grpc.aio.AioRpcError as error:
            code = failure_of(error).code
        answers.append((code, time.monotonic() - started_s))
    return answers


async def test_r9_every_submit_is_answered(workers: list[Stubs]) -> None:
    seed = 9
    games = [await new_game_in_turns(workers[0], title, 3 + n) for n in (0, 1) for title in GAMES]
    runs = await asyncio.gather(
        *(
            fuzz(game, workers, dice(seed * 100 + n), SUBMITS // len(games))
            for n, game in enumerate(games)
        )
    )
    answers = [answer for run in runs for answer in run]
    codes = Counter(code for code, _ in answers)
    slowest = sorted(seconds for _, seconds in answers)
    print(
        f"R9: {len(answers)} submits, { {c.name: n for c, n in codes.items()} }, "
        f"p99 {slowest[len(slowest) * 99 // 100] * 1000:.0f} ms, seed {seed}"
    )
    assert set(codes) <= EXPECTED
    assert codes[grpc.StatusCode.OK] > 50
    assert slowest[len(slowest) * 99 // 100] < ANSWER_WITHIN_S
    for game, run in zip(games, runs, strict=True):
        accepted = sum(code is grpc.StatusCode.OK for code, _ in run)
        last = (await game.offers(workers[0], 0)).seq
        assert last == game.started_seq + accepted, "one event an accepted submit"


async def rush(game: Game, workers: list[Stubs]) -> tuple[list[int], int, int]:
    """Every seat that may act does so at once, with the same action from many hands: who got in, who lost, who may not."""
    seats = await game.to_act(workers[0])
    offered = [await game.offers(workers[1], seat) for seat in seats]
    seq = offered[0].seq
    copies = []
    for seat, offers in zip(seats, offered, strict=True):
        for n in range(COPIES):
            request = wire.ActRequest(
                table_id=game.table_id, action=offers.offers[0].action, request_id=new_id()
            )
            if n % 3:
                request.expected_seq = seq
            copies.append(workers[n % 2].tables.Act(request, metadata=bearer(game.tokens[seat])))
    accepted: list[int] = []
    aborted = refused = 0
    for call in copies:
        try:
            accepted.append((await call).seq)
        except grpc.aio.AioRpcError as error:
            failure = failure_of(error)
            if failure.code is grpc.StatusCode.ABORTED:
                assert int(failure.info.metadata["seq"]) > seq
                aborted += 1
            else:
                assert failure.code is grpc.StatusCode.FAILED_PRECONDITION
                refused += 1
    return accepted, aborted, refused


@pytest.mark.parametrize("title", GAMES)
async def test_r10_seats_that_submit_at_once_over_two_workers(
    workers: list[Stubs], title: str
) -> None:
    """Each submit is in the log once, or its sender knows the new seq, or why the rules refuse it now."""
    rounds = got_in = lost = refused = tables = 0
    while rounds < ROUNDS:
        game = await new_game_in_turns(workers[0], title)
        accepted: list[int] = []
        tables += 1
        while rounds < ROUNDS and await game.turn(workers[1]) is not None:
            seqs, aborted, no_longer = await rush(game, workers)
            accepted += seqs
            rounds, lost, refused = rounds + 1, lost + aborted, refused + no_longer
        last = (await game.offers(workers[0], 0)).seq
        assert sorted(accepted) == list(range(game.started_seq + 1, last + 1))
        got_in += len(accepted)
    print(
        f"R10 {title}: {rounds} times at once at {tables} tables: {got_in} accepted, "
        f"{lost} lost the race, {refused} refused"
    )
    assert got_in >= ROUNDS
    assert lost > 0


def with_bit_flipped(token: bytes, bit: int) -> bytes:
    """A token that differs in one place: no part of a token may go without a look."""
    return (int.from_bytes(token, "big") ^ (1 << bit)).to_bytes(len(token), "big")


@pytest.mark.parametrize("title", GAMES)
async def test_r21_no_other_token_is_accepted(workers: list[Stubs], title: str) -> None:
    games = [await new_game_in_turns(workers[0], title) for _ in range(3)]
    request, token = await games[0].request(workers[0])
    others = [each for game in games for each in game.tokens if each != token]
    others += [os.urandom(32) for _ in range(100)]
    others += [with_bit_flipped(token, bit) for bit in range(8 * len(token))]
    for n, other in enumerate(others):
        refused = await failing(workers[n % 2].tables.Act(request, metadata=bearer(other)))
        out_of_turn = other in games[0].tokens
        assert refused.code is (
            grpc.StatusCode.FAILED_PRECONDITION
            if out_of_turn
            else grpc.StatusCode.PERMISSION_DENIED
        )
    print(f"R21: {len(others)} other tokens, 0 accepted")
    assert (await workers[0].tables.Act(request, metadata=bearer(token))).seq == games[
        0
    ].started_seq + 1


async def test_r36_a_half_made_build_outlives_every_worker(tmp_path: Path) -> None:
    """A payment in progress is events: after a restart it goes on where it was, with the same cards."""
    service = Service(tmp_path)
    async with each_worker(service.address) as workers:
        game = await new_game(workers[0])
        seat = 0
        for _ in range(200):
            seat = await game.turn(workers[0]) or 0
            offers = (await game.offers(workers[0], seat)).offers
            names = [offer.name for offer in offers]
            pick = names.index("buy_joker") if "buy_joker" in names else 0
            request = wire.ActRequest(
                table_id=game.table_id, action=offers[pick].action, request_id=new_id()
            )
            await workers[0].tables.Act(request, metadata=bearer(game.tokens[seat]))
            if names[pick] == "buy_joker":
                break
        before = await game.offers(workers[0], seat)
        assert {offer.name for offer in before.offers} <= {"pay_card", "pay_auto"}
        await until_gone(service.kill_workers(), service)
    async with each_worker(service.address) as workers:
        for stubs in workers:
            assert await game.offers(stubs, seat) == before
        await game.move(workers[1])
    assert service.stop() == 0


async def test_play_answers_every_action_of_every_message(workers: list[Stubs]) -> None:
    game = await new_game(workers[0])
    seat = await game.turn(workers[0])
    assert seat is not None
    call = workers[1].tables.Play(metadata=bearer(game.tokens[seat]))
    opening = wire.PlayOpen(table_id=game.table_id, offers=True)
    await call.write(wire.PlayRequest(open=opening))
    sent: dict[bytes, str] = {}
    answered: dict[bytes, str] = {}
    offers: list[wire.ListActionsResponse] = []
    notices: list[int] = []
    rounds = 0
    async for response in call:
        kind = response.WhichOneof("message")
        if kind == "notice":
            notices.append(response.notice.seq)
        elif kind == "accepted":
            answered[response.accepted.request_id] = "accepted"
        elif kind == "refused":
            answered[response.refused.request_id] = response.refused.rejection.code
            assert response.refused.status in (3, 9, 10)
        elif kind == "offers":
            offers.append(response.offers)
            if not response.offers.offers or rounds == 10:
                break
            rounds += 1
            message = wire.PlayActions()
            garbage = burgenland_pb2.Action(play_exchange=burgenland_pb2.PlayExchange(a="?", b="?"))
            message.actions.add(action=response.offers.offers[0].action, request_id=new_id())
            message.actions.add(request_id=new_id()).action.Pack(garbage)
            message.actions.add(action=response.offers.offers[0].action, request_id=new_id())
            sent.update((each.request_id, "") for each in message.actions)
            await call.write(wire.PlayRequest(actions=message))
    call.cancel()
    assert answered.keys() == sent.keys()
    assert Counter(answered.values())["accepted"] == rounds == len(notices)
    assert Counter(answered.values())["lost_race"] == rounds
    assert notices == list(range(5, 5 + rounds))
