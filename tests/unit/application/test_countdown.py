"""Buurn's countdown in workers whose store and time stand still: what comes before what, and what a log brings back."""

from __future__ import annotations

import asyncio
from contextlib import suppress
from typing import TYPE_CHECKING

import pytest

import ludoteca_core
from ludoteca.buurn.v1 import buurn_pb2
from ludoteca.v1 import table_pb2
from ludoteca.v1 import table_service_pb2 as wire
from ludoteca_server.application.alarms import LEAD_MS
from ludoteca_server.application.fire_clock import fire_clocks
from ludoteca_server.eventlog.memory import MemoryDueSets
from tests.unit.application.house import House, do, new_id, spin, told

if TYPE_CHECKING:
    from collections.abc import AsyncIterator

    from ludoteca_server.application.service import Application
    from ludoteca_server.model.due import Claimed
    from tests.unit.application.house import Playing

TICK_MS, GRACE_MS, REVEAL_MS = 1_000, 250, 5_000
WAIT_MS = TICK_MS + GRACE_MS
START = 12
PER_GAME = table_pb2.TurnClock(
    bank_ms=10_000, increment_ms=1_000, on_timeout=table_pb2.ON_TIMEOUT_VACATE
)


async def auction(house: House, app: Application, late_ticks: int = 1) -> Playing:
    """A table of Buurn whose first number has been called."""
    options = buurn_pb2.Options(late_ticks=late_ticks)
    table = await house.playing(app, seats=3, game="buurn", options=options)
    house.clock.at_ms += REVEAL_MS
    assert await house.fire(app) == 1
    return table


async def grab(app: Application, table: Playing, seat: int, totem: str, count: int) -> int:
    """A hand on a totem in the first auction; the event's seq."""
    request = wire.ActRequest(table_id=table.table_id, request_id=new_id())
    hand = buurn_pb2.Grab(totem=totem, auction=1, count=count)
    request.action.Pack(buurn_pb2.Action(grab=hand))
    return (await do(app, request, table.tokens[seat])).seq


async def deeds(app: Application, table: Playing) -> list[str]:
    """What was done since the start, in order."""
    last = (await app.tables.fresh(table.table_id)).head.seq
    found: list[str] = []
    for data in await told(app, table.table_id, last):
        notice = table_pb2.Notice.FromString(data)
        action = buurn_pb2.Action()
        if notice.action.Unpack(action):
            found.append(action.WhichOneof("action") or "")
    return found


async def test_c1_a_grab_that_came_first_is_first_when_the_store_stalls(house: House) -> None:
    """The grab itself is on its way to the store when the next number falls due."""
    app = house.worker()
    table = await auction(house, app)
    await app.attendance.refresh([(table.table_id, seat) for seat in range(3)])
    house.log.settle.clear()
    grabbing = asyncio.create_task(grab(app, table, 0, "purchase", START))
    await house.log.held.wait()
    house.clock.at_ms += WAIT_MS
    firing = asyncio.create_task(house.fire(app))
    await spin()
    house.log.settle.set()
    await grabbing
    await firing
    assert await deeds(app, table) == ["tick", "grab"]


async def test_c1_a_grab_is_not_overtaken_while_the_clock_says_who_is_gone(house: House) -> None:
    """The clock looks in for another reason and waits for the store; the grab comes, then the number falls due."""
    app = house.worker()
    table = await auction(house, app, late_ticks=0)
    house.clock.at_ms += WAIT_MS - 1  # the grace time of seats that never came is over
    await app.attendance.refresh([(table.table_id, 0), (table.table_id, 1)])
    await app.alarms.put(table.table_id, 1, 0)
    house.log.settle.clear()
    firing = asyncio.create_task(house.fire(app))
    await house.log.held.wait()
    grabbing = asyncio.create_task(grab(app, table, 0, "purchase", START))
    await spin()
    house.clock.at_ms += 1
    house.log.settle.set()
    await grabbing
    await firing
    assert await deeds(app, table) == ["tick", "presence", "grab"]


class SlowSets(MemoryDueSets):
    """Due sets whose claims can be held."""

    def __init__(self) -> None:
        super().__init__()
        self.answers = asyncio.Event()
        self.answers.set()

    async def claim(self, now_ms: int, lease_ms: int, most: int) -> Claimed:
        await self.answers.wait()
        return await super().claim(now_ms, lease_ms, most)


@pytest.fixture
async def slow() -> AsyncIterator[tuple[House, SlowSets, Application]]:
    """A worker whose clocks run."""
    house = House()
    house.due_sets = sets = SlowSets()
    app = house.worker()
    firing = asyncio.create_task(fire_clocks(scribe=app.scribe, alarms=app.alarms))
    yield house, sets, app
    firing.cancel()
    with suppress(asyncio.CancelledError):
        await firing


async def test_a_number_is_claimed_before_its_time_and_called_at_it(
    slow: tuple[House, SlowSets, Application],
) -> None:
    """What stands between its time and its event is one append: the store of the due sets may be slow."""
    house, sets, app = slow
    table = await house.playing(app, seats=3, game="buurn", options=buurn_pb2.Options())
    log = house.log.logs[table.table_id]
    length = len(log)
    due_ms = house.due_sets.due[table.table_id]
    house.clock.at_ms = due_ms - LEAD_MS
    async with asyncio.timeout(5):
        while house.due_sets.due[table.table_id] == due_ms:
            await asyncio.sleep(0.001)
    sets.answers.clear()
    house.clock.at_ms = due_ms - 1
    await asyncio.sleep(0.005)
    assert len(log) == length, "never too early"
    house.clock.at_ms = due_ms
    async with asyncio.timeout(5):
        while len(log) == length:
            await asyncio.sleep(0.001)
    hot = await app.tables.fresh(table.table_id)
    assert hot.table.at_ms == due_ms


async def proved(house: House, app: Application, table: Playing, seen: dict[int, bytes]) -> None:
    """Notes the digest now; a fold by somebody else has the same at every seq that was noted."""
    hot = await app.tables.fresh(table.table_id)
    seen[hot.head.seq] = hot.table.digest()
    events = [entry.event for entry in house.log.logs[table.table_id]]
    for seq, digest in seen.items():
        folded, _ = ludoteca_core.Library().replay(events[:seq])
        assert folded.digest() == digest, seq
        if seq == hot.head.seq:
            assert folded.due_at_ms == hot.table.due_at_ms
            assert folded.info() == hot.table.info(), "with the clocks of all seats"


async def test_r32_a_countdown_replays_with_who_came_and_went(house: House) -> None:
    """Numbers, presences and the end of the scramble are events: a fold needs no clock."""
    app = house.worker()
    table = await auction(house, app)
    seen: dict[int, bytes] = {}
    there = [(table.table_id, 0), (table.table_id, 1)]
    for _ in range(8):
        house.clock.at_ms += WAIT_MS
        await app.attendance.refresh(there)
        await house.fire(house.worker() if len(seen) % 2 else app)
        await proved(house, app, table, seen)
    hot = await app.tables.fresh(table.table_id)
    board = buurn_pb2.View()
    table_pb2.View.FromString(hot.table.view(None, False)).state.Unpack(board)
    assert [player.absent for player in board.players] == [False, False, True]
    await grab(app, table, 0, "purchase", board.count)
    await proved(house, app, table, seen)
    house.clock.at_ms = (await app.tables.fresh(table.table_id)).table.due_at_ms or 0
    await app.attendance.refresh(there)
    await house.fire(app)
    await proved(house, app, table, seen)
    kinds = await deeds(app, table)
    assert set(kinds) == {"tick", "presence", "grab", "close"}
    print(f"R32: a countdown of {len(kinds)} events, folded at {len(seen)} places")


async def test_r32_turn_clocks_replay_with_seats_that_ran_out_of_time(house: House) -> None:
    app = house.worker()
    table = await house.playing(app, seats=3, game="el_gaucho", turn_clock=PER_GAME)
    seen: dict[int, bytes] = {}
    for _ in range(3):
        house.clock.at_ms += 3_000
        [first, *_] = [seat for seat in range(3) if await owes(app, table, seat)]
        offers = await table.offers(app, table.tokens[first])
        request = wire.ActRequest(
            table_id=table.table_id, action=offers.offers[0].action, request_id=new_id()
        )
        await do(app, request, table.tokens[first])
        await proved(house, app, table, seen)
    house.clock.at_ms = (await app.tables.fresh(table.table_id)).table.due_at_ms or 0
    assert await house.fire(house.worker()) > 0
    await proved(house, app, table, seen)
    notices = [
        table_pb2.Notice.FromString(data)
        for data in await told(app, table.table_id, max(seen), from_seq=1)
    ]
    assert "timed_out" in {notice.kind for notice in notices}
    assert any(notice.by_clock for notice in notices), "the clock plays on for the vacated seat"


async def owes(app: Application, table: Playing, seat: int) -> bool:
    hot = await app.tables.fresh(table.table_id)
    return table_pb2.Table.FromString(hot.table.info()).seats[seat].to_act
