"""From a call to a settled event: the order of things, retries, races."""

from __future__ import annotations

import asyncio
from typing import TYPE_CHECKING

import pytest

from ludoteca.v1 import table_pb2
from ludoteca.v1 import table_service_pb2 as wire
from ludoteca_core import BadRequest, Rejected
from ludoteca_server.application.leave import leave
from ludoteca_server.application.view import view
from ludoteca_server.model.errors import (
    LostRace,
    NoSuchTable,
    NoToken,
    StoreAway,
    StoreFull,
    WrongToken,
)
from tests.unit.application.house import do, every_game, new_id, new_token, sit, spin, told

if TYPE_CHECKING:
    from tests.unit.application.house import House


@every_game
async def test_r13_nothing_is_acknowledged_or_told_before_the_append_is_settled(
    house: House,
) -> None:
    app = house.worker()
    table = await house.playing(app)
    seq = (await app.tables.fresh(table.table_id)).head.seq
    request, token = await table.request(app)
    hearing = asyncio.create_task(told(app, table.table_id, seq + 1, from_seq=seq + 1))
    await spin()

    house.log.settle.clear()
    acting = asyncio.create_task(do(app, request, token))
    await house.log.held.wait()
    await spin()
    assert not acting.done(), "acknowledged before it was settled"
    assert not hearing.done(), "told before it was settled"
    seen = await view(table.table_id, None, False, token, tables=app.tables)
    assert table_pb2.View.FromString(seen.view).table.seq == seq, "shown before it was settled"

    house.log.settle.set()
    acted = await acting
    assert acted.seq == seq + 1
    [notice] = await hearing
    assert table_pb2.Notice.FromString(notice).seq == seq + 1


@every_game
async def test_r13_a_refused_append_is_neither_acknowledged_nor_told(house: House) -> None:
    app = house.worker()
    table = await house.playing(app)
    seq = (await app.tables.fresh(table.table_id)).head.seq
    request, token = await table.request(app)
    hearing = asyncio.create_task(told(app, table.table_id, seq + 1, from_seq=seq + 1))
    await spin()

    house.log.append_failure = StoreFull("The disk is full.")
    with pytest.raises(StoreFull):
        await do(app, request, token)
    house.log.append_failure = None
    assert (await app.tables.fresh(table.table_id)).head.seq == seq
    assert not hearing.done()

    assert (await do(app, request, token)).seq == seq + 1, "the same request goes through later"
    assert len(await hearing) == 1


@every_game
async def test_r11_a_retry_is_answered_from_the_log(house: House) -> None:
    app, other = house.worker(), house.worker()
    table = await house.playing(app)
    await other.tables.fresh(table.table_id)  # the other worker's memory is behind from here on
    request, token = await table.request(app)
    first = await do(app, request, token)
    await table.move(app)

    again = await do(app, request, token)
    elsewhere = await do(other, request, token)
    restarted = await do(house.worker(), request, token)
    assert first == again == elsewhere == restarted
    assert len(house.log.logs[table.table_id]) == first.seq + 1


@every_game
async def test_r11_the_same_request_at_once_to_two_workers_makes_one_event(house: House) -> None:
    app, other = house.worker(), house.worker()
    table = await house.playing(app)
    request, token = await table.request(app)
    replies = await asyncio.gather(*(do(each, request, token) for each in (app, other) * 5))
    assert len(set(replies)) == 1
    assert len(house.log.logs[table.table_id]) == replies[0].seq


@every_game
async def test_r11_a_lost_answer_is_found_again(house: House) -> None:
    app = house.worker()
    table = await house.playing(app)
    request, token = await table.request(app)
    house.log.answers_lost = 1
    with pytest.raises(StoreAway):
        await do(app, request, token)
    length = len(house.log.logs[table.table_id])
    assert (await do(app, request, token)).seq == length
    assert len(house.log.logs[table.table_id]) == length


@every_game
async def test_r11_a_reused_request_id_is_nonsense(house: House) -> None:
    app = house.worker()
    table = await house.playing(app)
    request, token = await table.request(app)
    await do(app, request, token)
    leaving = wire.LeaveTableRequest(table_id=table.table_id, request_id=request.request_id)
    with pytest.raises(BadRequest) as caught:
        await leave(leaving.SerializeToString(), token, scribe=app.scribe, pace=app.pace)
    assert caught.value.reason == "request_id_reused"


async def test_r11_leaving_twice_with_one_id_leaves_once(house: House) -> None:
    app = house.worker()
    table_id = await house.open(app)
    token = new_token()
    await sit(app, table_id, token)
    leaving = wire.LeaveTableRequest(table_id=table_id, request_id=new_id()).SerializeToString()
    first = await leave(leaving, token, scribe=app.scribe, pace=app.pace)
    assert await leave(leaving, token, scribe=house.worker().scribe, pace=app.pace) == first == 3


async def test_a_worker_that_is_behind_decides_again_on_the_news(house: House) -> None:
    """Its own memory says that it is another seat's turn: that is no reason to refuse."""
    app, other = house.worker(), house.worker()
    table = await house.playing(app)
    seats: list[int] = []
    for _ in range(60):
        acting = (app, other)[len(seats) % 2]
        seats.append(await table.to_act(house.worker()))
        await table.move(acting, choice=len(seats))
    assert set(seats) == {0, 1}


async def test_a_lost_race_is_decided_again(house: House) -> None:
    app = house.worker()
    table = await house.playing(app)
    request, token = await table.request(app)
    house.log.races_lost = 3
    acted = await do(app, request, token)
    assert acted.seq == len(house.log.logs[table.table_id])


async def test_a_lost_race_costs_the_tail_of_the_log_and_no_more(house: House) -> None:
    app, other = house.worker(), house.worker()
    table = await house.playing(app)
    for move in range(10):
        seq = await table.move(app, choice=move)
    request, token = await table.request(other)
    stale = await app.tables.hot(table.table_id)
    await do(other, request, token)
    while await table.to_act(other) == stale.table.seat_of(token):
        await table.move(other)
    app.tables._hot[table.table_id] = stale
    request, token = await table.request(house.worker())
    house.log.read_from.clear()
    await do(app, request, token)
    assert house.log.read_from == [seq]


@every_game
async def test_r38_a_race_lost_too_often_names_the_seq(house: House) -> None:
    app = house.worker()
    table = await house.playing(app)
    seq = len(house.log.logs[table.table_id])
    request, token = await table.request(app)
    house.log.races_lost = 1_000
    with pytest.raises(LostRace) as caught:
        await do(app, request, token)
    assert caught.value.seq == seq


@every_game
async def test_r38_another_expected_seq_is_a_lost_race(house: House) -> None:
    app = house.worker()
    table = await house.playing(app)
    seq = len(house.log.logs[table.table_id])
    request, token = await table.request(app)
    for wrong in (0, seq - 1, seq + 1):
        request.expected_seq = wrong
        with pytest.raises(LostRace) as caught:
            await do(app, request, token)
        assert caught.value.seq == seq
    request.expected_seq = seq
    assert (await do(app, request, token)).seq == seq + 1


@every_game
async def test_r38_a_lost_race_is_not_decided_again_if_a_seq_was_expected(house: House) -> None:
    app, other = house.worker(), house.worker()
    table = await house.playing(app)
    await other.tables.fresh(table.table_id)
    seq = await table.move(app)
    request, token = await table.request(app)
    request.expected_seq = seq - 1
    with pytest.raises(LostRace) as caught:
        await do(other, request, token)
    assert caught.value.seq == seq


@every_game
async def test_r21_only_the_token_of_the_seat_acts(house: House) -> None:
    app = house.worker()
    table = await house.playing(app)
    length = len(house.log.logs[table.table_id])
    request, token = await table.request(app)
    with pytest.raises(NoToken):
        await do(app, request, None)
    for _ in range(20):
        with pytest.raises(WrongToken):
            await do(app, request, new_token())
    for other in table.tokens:
        if other != token:
            with pytest.raises(Rejected):
                await do(app, request, other)
    assert len(house.log.logs[table.table_id]) == length


async def test_r22_an_unknown_table_writes_nothing(house: House) -> None:
    app = house.worker()
    for table_id in ("a" * 26, "", "no table", "x" * 5000, "}{" * 13):
        request = wire.ActRequest(table_id=table_id, request_id=new_id())
        with pytest.raises((NoSuchTable, BadRequest)):
            await do(app, request, new_token())
    assert house.log.logs == {}
    assert await house.lobby.marked(-1) == []


async def test_seats_that_join_at_once_over_two_workers_each_get_one(house: House) -> None:
    app, other = house.worker(), house.worker()
    table_id = await house.open(app, seats=4)
    await other.tables.fresh(table_id)
    tokens = [new_token() for _ in range(12)]
    results = await asyncio.gather(
        *(sit((app, other)[n % 2], table_id, token) for n, token in enumerate(tokens)),
        return_exceptions=True,
    )
    seqs = [each for each in results if isinstance(each, int)]
    refusals = [each for each in results if isinstance(each, Rejected)]
    assert sorted(seqs) == [2, 3, 4, 5]
    assert [each.code for each in refusals] == ["table_full"] * 8
