"""Seats that choose at once, over two workers: El Gaucho's start tiles, with and without a clock."""

from __future__ import annotations

import asyncio
import os
from typing import TYPE_CHECKING

import grpc

from ludoteca.el_gaucho.v1 import el_gaucho_pb2
from ludoteca.v1 import table_pb2
from ludoteca.v1 import table_service_pb2 as wire
from tests.e2e.api.table import (
    PATIENCE_S,
    Service,
    Stubs,
    bearer,
    each_worker,
    failing,
    failure_of,
    hear,
    new_game,
    new_id,
    until_gone,
    view_at,
)

if TYPE_CHECKING:
    from pathlib import Path

    from google.protobuf.message import Message

    from tests.e2e.api.table import Game

ROUNDS = int(os.environ.get("LUDOTECA_ROUNDS", "25"))
MOVE_MS = 1_200


async def pampa(stubs: Stubs, seats: int, **terms: Message | int) -> Game:
    """A table of El Gaucho: every seat chooses start tiles, all at once."""
    return await new_game(stubs, seats, start=True, game="el_gaucho", **terms)


async def choice(stubs: Stubs, game: Game, seat: int, nth: int = 0) -> wire.ActRequest:
    """One of the seat's choices."""
    offers = (await game.offers(stubs, seat)).offers
    assert {offer.name for offer in offers} == {"keep_start_tiles"}
    return wire.ActRequest(
        table_id=game.table_id, action=offers[nth % len(offers)].action, request_id=new_id()
    )


async def own_view(stubs: Stubs, game: Game, seat: int) -> el_gaucho_pb2.View:
    seen = el_gaucho_pb2.View()
    (await view_at(stubs, game.table_id, None, game.tokens[seat])).state.Unpack(seen)
    return seen


async def since_start(stubs: Stubs, game: Game, count: int) -> list[table_pb2.Notice]:
    """The start's notice and so many after it, as everybody gets them."""
    start = len(game.tokens) + 2
    heard = hear(stubs, game.table_id, start, start + count)
    return [table_pb2.Notice.FromString(each) for each in await asyncio.wait_for(heard, PATIENCE_S)]


async def test_r10_seats_that_choose_at_once_over_two_workers(workers: list[Stubs]) -> None:
    """Every choice is in the log once, or its sender knows the new seq and sends it again."""
    seats = 4
    accepted = aborted = 0

    async def choose(game: Game, seat: int) -> int:
        nonlocal aborted
        stubs = workers[seat % 2]
        request = await choice(stubs, game, seat, seat)
        if seat > 1:
            request.expected_seq = seats + 2
        while True:
            try:
                answer = await stubs.tables.Act(request, metadata=bearer(game.tokens[seat]))
            except grpc.aio.AioRpcError as error:
                failure = failure_of(error)
                assert failure.code is grpc.StatusCode.ABORTED
                request.expected_seq = int(failure.info.metadata["seq"])
                assert request.expected_seq > seats + 2
                aborted += 1
            else:
                return answer.seq

    for number in range(ROUNDS):
        game = await pampa(workers[number % 2], seats)
        seqs = await asyncio.gather(*(choose(game, seat) for seat in range(seats)))
        assert sorted(seqs) == list(range(seats + 3, 2 * seats + 3))
        _, *notices = await since_start(workers[0], game, seats)
        assert {each.seat for each in notices} == set(range(seats))
        assert [each.HasField("action") for each in notices] == [False] * (seats - 1) + [True]
        accepted += len(seqs)
    print(
        f"R10: {ROUNDS} times {seats} choices at once: {accepted} in their logs once, {aborted} sent again"
    )
    assert aborted > 0


async def test_r36_choices_that_wait_for_the_others_outlive_every_worker(tmp_path: Path) -> None:
    service = Service(tmp_path)
    async with each_worker(service.address) as workers:
        game = await pampa(workers[0], 3)
        first = await choice(workers[1], game, 0, 3)
        kept = el_gaucho_pb2.Action()
        first.action.Unpack(kept)
        await workers[1].tables.Act(first, metadata=bearer(game.tokens[0]))
        before = [await own_view(workers[0], game, seat) for seat in range(3)]
        offers = [await game.offers(workers[0], seat) for seat in range(3)]
        await until_gone(service.kill_workers(), service)
    async with each_worker(service.address) as workers:
        for stubs in workers:
            assert [await own_view(stubs, game, seat) for seat in range(3)] == before
            assert [await game.offers(stubs, seat) for seat in range(3)] == offers
        own = before[0].players[0]
        assert [tile.id for tile in own.choice.tiles] == list(kept.keep_start_tiles.tiles)
        again = await workers[0].tables.Act(first, metadata=bearer(game.tokens[0]))
        assert again.seq == len(game.tokens) + 3, "the same request is the same event"
        first.request_id = new_id()
        twice = await failing(workers[1].tables.Act(first, metadata=bearer(game.tokens[0])))
        assert twice.rejection is not None
        assert twice.rejection.code == "not_your_turn"
        for seat in (1, 2):
            request = await choice(workers[seat % 2], game, seat)
            await workers[seat % 2].tables.Act(request, metadata=bearer(game.tokens[seat]))
        after = await own_view(workers[0], game, 0)
        herd = [tile.id for herd in after.players[0].herds for tile in herd.tiles]
        assert sorted(herd) == sorted(kept.keep_start_tiles.tiles)
    assert service.stop() == 0


async def test_the_clock_chooses_for_all_that_owe_a_choice(workers: list[Stubs]) -> None:
    """`ON_TIMEOUT_DEFAULT`: rules.md §14 names a default, and their holders keep the seats."""
    clock = table_pb2.TurnClock(move_ms=MOVE_MS)
    game = await pampa(workers[0], 3, turn_clock=clock)
    request = await choice(workers[1], game, 1)
    await workers[1].tables.Act(request, metadata=bearer(game.tokens[1]))
    started, acted, *late = await since_start(workers[1], game, 3)
    assert (acted.seat, acted.by_clock) == (1, False)
    assert [(each.kind, each.seat, each.by_clock) for each in late] == [
        ("acted", 0, True),
        ("acted", 2, True),
    ]
    assert not late[0].HasField("action"), "sealed until all have chosen"
    for each in late:
        assert each.at_ms >= started.at_ms + MOVE_MS
    table = (await workers[0].tables.GetTable(wire.GetTableRequest(table_id=game.table_id))).table
    assert all(seat.held for seat in table.seats)


async def test_seats_that_owe_a_choice_too_long_are_given_to_bots(workers: list[Stubs]) -> None:
    clock = table_pb2.TurnClock(move_ms=MOVE_MS, on_timeout=table_pb2.ON_TIMEOUT_VACATE)
    game = await pampa(workers[0], 4, turn_clock=clock, takeover=table_pb2.TAKEOVER_BOTS)
    for seat in (0, 1):
        request = await choice(workers[seat], game, seat)
        await workers[seat].tables.Act(request, metadata=bearer(game.tokens[seat]))
    started, *_chosen, one, two, three, four = await since_start(workers[0], game, 6)
    for each in (one, two, three, four):
        assert each.at_ms >= started.at_ms + MOVE_MS
    assert sorted((each.seat, each.kind, each.by_clock) for each in (one, two, three, four)) == [
        (2, "acted", True),
        (2, "timed_out", False),
        (3, "acted", True),
        (3, "timed_out", False),
    ]
    joining = wire.JoinTableRequest(
        table_id=game.table_id, seat=2, name="Somebody", request_id=new_id()
    )
    stranger = bearer(bytes(range(32)))
    refused = await failing(workers[1].tables.JoinTable(joining, metadata=stranger))
    assert refused.rejection is not None
    assert refused.rejection.code == "takeover_not_allowed"
    joining.bot, joining.request_id = True, new_id()
    await workers[1].tables.JoinTable(joining, metadata=stranger)


async def test_a_choice_that_is_owed_too_long_may_end_the_table(workers: list[Stubs]) -> None:
    """Two seats owe one; the end comes once, and the lowest of them is to blame."""
    clock = table_pb2.TurnClock(move_ms=MOVE_MS, on_timeout=table_pb2.ON_TIMEOUT_END)
    game = await pampa(workers[0], 3, turn_clock=clock)
    request = await choice(workers[0], game, 0)
    await workers[0].tables.Act(request, metadata=bearer(game.tokens[0]))
    _, _, end = await since_start(workers[1], game, 2)
    assert (end.kind, end.seat) == ("timed_out", 1)
    table = (await workers[1].tables.GetTable(wire.GetTableRequest(table_id=game.table_id))).table
    assert (table.lifecycle, table.seq) == (table_pb2.LIFECYCLE_FINISHED, end.seq)
    assert list(table.ranking[-1].seats) == [1]


async def test_a_game_in_real_time_takes_no_turn_clock(workers: list[Stubs]) -> None:
    request = wire.CreateTableRequest(
        game="buurn",
        seats=3,
        request_id=new_id(),
        turn_clock=table_pb2.TurnClock(move_ms=MOVE_MS),
    )
    owner = bearer(bytes(range(32)))
    refused = await failing(workers[0].tables.CreateTable(request, metadata=owner))
    assert refused.code is grpc.StatusCode.INVALID_ARGUMENT
    assert refused.rejection is not None
    assert refused.rejection.code == "no_turn_clock"
