"""The clock: seats nobody holds, tables nobody plays; any worker may fire it and one firing counts."""

from __future__ import annotations

import asyncio
from dataclasses import replace
from typing import TYPE_CHECKING

import ludoteca_core
from ludoteca.v1 import table_pb2
from ludoteca.v1 import table_service_pb2 as wire
from ludoteca_server.application.fire_clock import DueTables, fire_clock, sweep_hot, sweep_listed
from ludoteca_server.application.resign import resign
from tests.unit.application.house import new_id, told

if TYPE_CHECKING:
    from ludoteca_core import Table
    from ludoteca_server.application.service import Application
    from tests.unit.application.house import House, Playing


async def give_up(app: Application, table: Playing, seat: int) -> None:
    request = wire.ResignRequest(table_id=table.table_id, request_id=new_id())
    await resign(request.SerializeToString(), table.tokens[seat], scribe=app.scribe, pace=app.pace)


async def sweep(app: Application, due: DueTables) -> int:
    return await sweep_listed(
        tables=app.tables,
        scribe=app.scribe,
        lobby=app.lobby,
        clock=app.clock,
        read_row=app.read_row,
        due=due,
    )


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
    await next_worker.tables.fresh(table.table_id)
    made = await sweep_hot(
        tables=next_worker.tables, scribe=next_worker.scribe, clock=next_worker.clock
    )
    assert made > 0
    assert await table.to_act(next_worker) != seat


async def test_a_table_nobody_plays_is_closed_and_one_firing_counts(house: House) -> None:
    app, other = house.worker(), house.worker()
    table = await house.playing(app, abandon_after_ms=60_000)
    length = len(house.log.logs[table.table_id])
    await other.tables.fresh(table.table_id)
    house.clock.at_ms += 59_999
    assert await sweep(app, DueTables()) == 0
    house.clock.at_ms += 1
    made = await asyncio.gather(
        sweep(app, DueTables()),
        sweep(other, DueTables()),
        fire_clock(table.table_id, scribe=house.worker().scribe),
    )
    assert sorted(made) == [0, 0, 1]
    assert len(house.log.logs[table.table_id]) == length + 1
    info = table_pb2.Table.FromString((await app.tables.fresh(table.table_id)).table.info())
    assert info.lifecycle == table_pb2.LIFECYCLE_ABANDONED


async def test_an_action_puts_the_end_off(house: House) -> None:
    app, other = house.worker(), house.worker()
    table = await house.playing(app, abandon_after_ms=60_000)
    due = DueTables()
    house.clock.at_ms += 40_000
    await table.move(app)
    house.clock.at_ms += 40_000
    assert await sweep(other, due) == 0, "its row in the lobby is older than the action"
    house.log.reads = 0
    assert await sweep(other, due) == 0
    assert house.log.reads == 0, "what was learnt is not asked for again"
    house.clock.at_ms += 20_000
    assert await sweep(other, due) == 1


async def test_a_corrupt_table_does_not_stop_the_sweep(house: House) -> None:
    app = house.worker()
    tables = [await house.playing(app, abandon_after_ms=60_000) for _ in range(3)]
    del house.log.logs[tables[1].table_id][1]
    house.clock.at_ms += 60_000
    assert await sweep(house.worker(), DueTables()) == 2


class Poisoned:
    """A table whose rules panic when they are asked what is due."""

    def __init__(self, table: Table) -> None:
        self._table = table

    def __getattr__(self, name: str) -> object:
        if name == "due_at_ms":
            ludoteca_core.provoke_bug()
        return getattr(self._table, name)


async def test_r16_a_table_that_panics_does_not_stop_the_sweep(house: House) -> None:
    app = house.worker()
    tables = [await house.playing(app, abandon_after_ms=60_000) for _ in range(3)]
    hot = await app.tables.hot(tables[1].table_id)
    app.tables._hot[tables[1].table_id] = replace(hot, table=Poisoned(hot.table))  # type: ignore[arg-type]  # a fault
    house.clock.at_ms += 60_000
    assert await sweep_hot(tables=app.tables, scribe=app.scribe, clock=app.clock) == 2
