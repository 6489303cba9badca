"""The clock: seats nobody holds, tables nobody plays; any worker may fire it and one firing counts."""

from __future__ import annotations

import asyncio
from typing import TYPE_CHECKING

import pytest

import ludoteca_core
from ludoteca.v1 import table_pb2
from ludoteca.v1 import table_service_pb2 as wire
from ludoteca_server.application.alarms import LEASE_MS
from ludoteca_server.application.fire_clock import fire_clock, fire_clocks
from ludoteca_server.application.resign import resign
from ludoteca_server.application.scribe import LATE_MS
from ludoteca_server.model.due import Wake
from ludoteca_server.model.errors import StoreAway
from tests.unit.application.house import do, new_id, spin, told

if TYPE_CHECKING:
    from ludoteca_core import Table
    from ludoteca_server.application.service import Application
    from tests.unit.application.house import House, Playing


async def give_up(app: Application, table: Playing, seat: int) -> None:
    request = wire.ResignRequest(table_id=table.table_id, request_id=new_id())
    await resign(request.SerializeToString(), table.tokens[seat], scribe=app.scribe, pace=app.pace)


async def test_the_clock_plays_on_for_a_vacated_seat_at_once(house: House) -> None:
    app = house.worker()
    table = await house.playing(app, seats=3)
    seat = await table.to_act(app)
    await give_up(app, table, seat)
    hot = await app.tables.fresh(table.table_id)
    assert await table.to_act(app) != seat
    notices = [
        table_pb2.Notice.FromString(each) for each in await told(app, table.table_id, hot.head.seq)
    ]
    assert notices[-1].by_clock
    assert notices[-1].seat == seat


async def test_the_end_by_resignation_needs_no_clock(house: House) -> None:
    app = house.worker()
    table = await house.playing(app)
    await give_up(app, table, 0)
    hot = await app.tables.fresh(table.table_id)
    assert hot.table.is_over
    assert hot.table.due_at_ms is None


async def test_a_worker_that_died_before_the_clocks_move_is_made_up_for(house: House) -> None:
    app = house.worker()
    table = await house.playing(app, seats=3)
    seat = await table.to_act(app)
    length = len(house.log.logs[table.table_id])
    await give_up(app, table, seat)
    del house.log.logs[table.table_id][length + 1 :]  # it died just after the resignation
    next_worker = house.worker()
    assert await house.fire(next_worker) > 0
    assert await table.to_act(next_worker) != seat


async def test_a_table_nobody_plays_is_closed_and_one_firing_counts(house: House) -> None:
    app, other = house.worker(), house.worker()
    table = await house.playing(app, abandon_after_ms=60_000)
    length = len(house.log.logs[table.table_id])
    await other.tables.fresh(table.table_id)
    house.clock.at_ms += 59_999
    assert await house.fire(app) == 0
    house.clock.at_ms += 1
    third = house.worker()
    wake = Wake(table.table_id, house.clock.at_ms)
    await asyncio.gather(
        house.fire(app),
        house.fire(other),
        fire_clock(wake, scribe=third.scribe, alarms=third.alarms),
    )
    assert len(house.log.logs[table.table_id]) == length + 1
    assert table.table_id not in house.due_sets.due, "it is never due again"
    info = table_pb2.Table.FromString((await app.tables.fresh(table.table_id)).table.info())
    assert info.lifecycle == table_pb2.LIFECYCLE_ABANDONED


async def test_an_action_puts_the_end_off(house: House) -> None:
    app, other = house.worker(), house.worker()
    table = await house.playing(app, abandon_after_ms=60_000)
    house.clock.at_ms += 40_000
    await table.move(app)
    house.clock.at_ms += 40_000
    assert await house.fire(other) == 0, "the set knew of an earlier time: a needless look"
    assert house.due_sets.due[table.table_id] == house.clock.at_ms + 20_000
    house.clock.at_ms += 20_000
    assert await house.fire(other) == 1


async def test_a_corrupt_table_does_not_stop_the_clock(house: House) -> None:
    app = house.worker()
    tables = [await house.playing(app, abandon_after_ms=60_000) for _ in range(3)]
    del house.log.logs[tables[1].table_id][1]
    house.clock.at_ms += 60_000
    assert await house.fire(house.worker()) == 2
    assert house.due_sets.due[tables[1].table_id] > house.clock.at_ms, "left alone for a while"


class Poisoned:
    """A table whose rules panic when they are asked what is due."""

    def __init__(self, table: Table) -> None:
        self._table = table

    def __getattr__(self, name: str) -> object:
        if name == "due_at_ms":
            ludoteca_core.provoke_bug()
        return getattr(self._table, name)


async def test_r16_a_table_that_panics_does_not_stop_the_clock(house: House) -> None:
    app = house.worker()
    tables = [await house.playing(app, abandon_after_ms=60_000) for _ in range(3)]
    hot = await app.tables.hot(tables[1].table_id)
    app.tables._hot[tables[1].table_id] = hot._replace(table=Poisoned(hot.table))  # type: ignore[arg-type]  # a fault
    house.clock.at_ms += 60_000
    assert await house.fire(app) == 2


PER_MOVE = table_pb2.TurnClock(move_ms=10_000)
PER_GAME = table_pb2.TurnClock(bank_ms=10_000, increment_ms=2_000)


async def clocks(app: Application, table: Playing) -> list[tuple[int, int | None]]:
    """What is left of each seat's time, and since when it runs."""
    hot = await app.tables.fresh(table.table_id)
    info = table_pb2.Table.FromString(hot.table.info())
    return [
        (each.left_ms, each.since_ms if each.HasField("since_ms") else None) for each in info.clocks
    ]


async def test_a_late_seat_is_played_for_by_any_worker_on_time(house: House) -> None:
    app, other = house.worker(), house.worker()
    table = await house.playing(app, turn_clock=PER_MOVE)
    seat = await table.to_act(app)
    house.clock.at_ms += 9_999
    assert await house.fire(other) == 0
    house.clock.at_ms += 1
    assert await house.fire(other) == 1
    hot = await app.tables.fresh(table.table_id)
    [notice] = await told(app, table.table_id, hot.head.seq, from_seq=hot.head.seq)
    parsed = table_pb2.Notice.FromString(notice)
    assert (parsed.by_clock, parsed.seat) == (True, seat)
    assert [each.left_ms for each in parsed.clocks] == [10_000, 10_000]


async def test_what_is_put_off_costs_no_write_and_what_comes_sooner_is_announced(
    house: House,
) -> None:
    app = house.worker()
    table = await house.playing(app, turn_clock=PER_GAME)
    first_due_ms = house.due_sets.due[table.table_id]
    assert first_due_ms == house.clock.at_ms + 10_000
    house.clock.at_ms += 9_000
    seat = await table.to_act(app)
    while await table.to_act(app) == seat:
        await table.move(app)
    assert house.due_sets.due[table.table_id] == first_due_ms, "an early look does no harm"
    left = await clocks(app, table)
    assert left[seat] == (3_000, None)
    assert left[1 - seat] == (10_000, house.clock.at_ms)
    while await table.to_act(app) != seat:
        await table.move(app)
    assert house.due_sets.due[table.table_id] == first_due_ms
    house.clock.at_ms += 1_000
    assert await house.fire(app) == 0
    assert house.due_sets.due[table.table_id] == house.clock.at_ms + 2_000


async def test_a_worker_that_dies_between_its_two_writes_loses_no_wake_up(house: House) -> None:
    app, other = house.worker(), house.worker()
    table = await house.playing(app, seats=3, abandon_after_ms=3_600_000)
    hot = await app.tables.fresh(table.table_id)
    seat = await table.to_act(app)
    house.log.append_failure = StoreAway("it died here")
    with pytest.raises(StoreAway):
        await give_up(app, table, seat)
    house.log.append_failure = None
    assert house.due_sets.due[table.table_id] <= house.clock.at_ms, "announced, and not appended"
    assert await house.fire(other) == 0
    soon_ms = house.due_sets.due[table.table_id]
    assert soon_ms == house.clock.at_ms + 100, "it may still come"
    waits: list[int] = []
    for _ in range(12):
        house.clock.at_ms = house.due_sets.due[table.table_id]
        assert await house.fire(other) == 0
        waits.append(house.due_sets.due[table.table_id] - house.clock.at_ms)
    assert waits[-1] == 60_000, "ever more rarely"
    assert (await app.tables.fresh(table.table_id)).head == hot.head
    resumed = house.worker()
    await give_up(resumed, table, seat)  # it was stopped, not dead
    del house.log.logs[table.table_id][hot.head.seq + 1 :]  # and died then
    house.clock.at_ms = house.due_sets.due[table.table_id]
    assert await house.fire(house.worker()) > 0


async def test_after_an_outage_the_wait_is_given_once_more(house: House) -> None:
    app = house.worker()
    await house.playing(app, turn_clock=PER_MOVE)
    house.clock.at_ms += 10_000 + LATE_MS + 1
    back = house.worker()
    assert await house.fire(back) == 0, "nobody could act while no worker was there"
    house.clock.at_ms += 9_999
    assert await house.fire(house.worker()) == 0
    house.clock.at_ms += 1
    assert await house.fire(house.worker()) == 1, "any worker knows: the set says so"


async def test_an_action_after_an_outage_starts_a_clock_that_is_on_time(house: House) -> None:
    app = house.worker()
    table = await house.playing(app, turn_clock=table_pb2.TurnClock(move_ms=50_000))
    house.clock.at_ms += 60_000
    assert await house.fire(app) == 0
    await table.move(app)
    assert house.due_sets.due[table.table_id] == house.clock.at_ms + 50_000
    house.clock.at_ms += 50_000
    assert await house.fire(app) == 1


async def test_c1_the_clock_does_not_overtake_a_call_that_came_before(house: House) -> None:
    app = house.worker()
    table = await house.playing(app, turn_clock=PER_MOVE)
    first, token = await table.request(app)
    house.clock.at_ms += 9_999
    async with app.tables.turn(table.table_id):
        acting = asyncio.create_task(do(app, first, token))
        await spin()
        house.clock.at_ms += 1
        firing = asyncio.create_task(house.fire(app))
        await spin()
    acted = await acting
    await firing
    notices = await told(app, table.table_id, acted.seq, from_seq=acted.seq)
    assert not table_pb2.Notice.FromString(notices[0]).by_clock
    hot = await app.tables.fresh(table.table_id)
    assert hot.head.seq == acted.seq, "the clock came second and had nothing to do any more"


async def test_a_claimed_table_is_due_again_when_its_worker_dies(house: House) -> None:
    app, other = house.worker(), house.worker()
    table = await house.playing(app, turn_clock=PER_MOVE)
    house.clock.at_ms += 10_000
    [wake] = await app.alarms.claim()  # and it is gone
    assert wake.table_id == table.table_id
    assert await house.fire(other) == 0
    house.clock.at_ms += LEASE_MS
    assert await house.fire(other) == 1


async def test_the_loop_wakes_for_what_its_worker_announces(house: House) -> None:
    app = house.worker()
    running = asyncio.create_task(fire_clocks(scribe=app.scribe, alarms=app.alarms))
    table = await house.playing(app, turn_clock=PER_MOVE)
    length = len(house.log.logs[table.table_id])
    house.clock.at_ms += 10_000
    async with asyncio.timeout(5):
        while len(house.log.logs[table.table_id]) == length:
            await asyncio.sleep(0.001)
    running.cancel()
    with pytest.raises(asyncio.CancelledError):
        await running
