"""The lobby: marked before, put after, and true to the logs again whatever happens between."""

from __future__ import annotations

import asyncio
from typing import TYPE_CHECKING, Any

import pytest

from ludoteca.v1 import table_pb2
from ludoteca.v1 import table_service_pb2 as wire
from ludoteca_server.application.list_tables import list_tables
from ludoteca_server.application.repair_lobby import STALE_MS, reindex, repair_lobby
from ludoteca_server.model.errors import MalformedRequest, StoreAway, StoreFull
from ludoteca_server.model.row import Lifecycle
from tests.unit.application.house import create, new_id, new_token, sit, spin

if TYPE_CHECKING:
    from ludoteca_server.application.service import Application
    from ludoteca_server.model.entry import History
    from tests.unit.application.house import House


async def listed(
    app: Application, lifecycle: Lifecycle | None = None, game: str = ""
) -> list[table_pb2.Table]:
    rows, next_page = await list_tables(
        game, lifecycle, 500, "", lobby=app.lobby, read_row=app.read_row
    )
    assert next_page == ""
    return [table_pb2.Table.FromString(row) for row in rows]


async def repair(app: Application) -> int:
    return await repair_lobby(
        tables=app.tables, scribe=app.scribe, lobby=app.lobby, alarms=app.alarms
    )


async def test_r15_the_lobby_follows_the_lifecycle(house: House) -> None:
    app = house.worker()
    table = await house.playing(app)
    open_id = await house.open(app)
    assert {each.table_id for each in await listed(app)} == {table.table_id, open_id}
    [playing] = await listed(app, Lifecycle.PLAYING)
    assert playing.table_id == table.table_id
    assert [each.held for each in playing.seats] == [True, True]
    assert await listed(app, Lifecycle.FINISHED) == []
    assert await listed(app, game="chess") == []
    assert len(await listed(app, game="burgenland")) == 2


async def test_r15_actions_do_not_touch_the_lobby(house: House) -> None:
    app = house.worker()
    table = await house.playing(app)
    before = await listed(app)
    await table.move(app)
    assert await listed(app) == before
    assert await house.lobby.marked(-1) == []


async def test_r15_a_writer_that_died_between_mark_and_put_is_made_up_for(house: House) -> None:
    app = house.worker()
    table_id = await house.open(app)
    house.log.answers_lost = 1
    with pytest.raises(StoreAway):
        await sit(app, table_id, new_token())
    assert [each.held for each in (await listed(app))[0].seats] == [False, False]
    other = house.worker()
    assert await repair(other) == 0, "its writer may still come back to it"
    house.clock.at_ms += STALE_MS
    assert await repair(other) == 1
    assert [each.held for each in (await listed(other))[0].seats] == [True, False]
    assert await repair(other) == 0


async def test_r15_a_row_clears_no_mark_of_an_event_that_it_does_not_have(
    house: House, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Two workers seat somebody at once, and the second one dies before it lists the table."""
    first, second = house.worker(), house.worker()
    table_id = await house.open(first)
    put, go_on = house.lobby.put, asyncio.Event()

    async def slow_put(*row: Any) -> None:
        await go_on.wait()
        await put(*row)

    with monkeypatch.context() as patched:
        patched.setattr(house.lobby, "put", slow_put)
        seating = asyncio.create_task(sit(first, table_id, new_token(), seat=0))
        await spin()
        house.log.answers_lost = 1
        with pytest.raises(StoreAway):
            await sit(second, table_id, new_token(), seat=1)
        go_on.set()
        await seating
    house.clock.at_ms += STALE_MS
    assert await repair(first) == 1
    assert [each.held for each in (await listed(first))[0].seats] == [True, True]
    assert await repair(first) == 0


async def test_r15_a_table_on_a_server_that_is_away_holds_up_no_other(
    house: House, monkeypatch: pytest.MonkeyPatch
) -> None:
    app = house.worker()
    lost, found = await house.open(app), await house.open(app)
    for table_id in (lost, found):
        house.log.answers_lost = 1
        with pytest.raises(StoreAway):
            await sit(app, table_id, new_token())
    house.clock.at_ms += STALE_MS
    other, history = house.worker(), house.log.history

    async def half_there(table_id: str, to_seq: int | None = None) -> History:
        if table_id == lost:
            raise StoreAway("Its server is away.")
        return await history(table_id, to_seq)

    monkeypatch.setattr(house.log, "history", half_there)
    with pytest.raises(StoreAway):
        await repair(other)
    assert await house.lobby.marked(STALE_MS) == [lost], "the older mark waits for its server alone"
    monkeypatch.setattr(house.log, "history", history)
    assert await repair(other) == 1


async def test_a_creation_that_came_to_nothing_leaves_no_mark(house: House) -> None:
    app = house.worker()
    house.log.append_failure = StoreFull("The disk is full.")
    request = wire.CreateTableRequest(game="burgenland", seats=2, request_id=new_id())
    with pytest.raises(StoreFull):
        await create(app, request, new_token())
    house.log.append_failure = None
    house.clock.at_ms += STALE_MS
    assert await repair(app) == 1
    assert await repair(app) == 0
    assert await listed(app) == []
    assert house.log.logs == {}


async def test_r15_reindex_makes_the_lobby_anew(house: House) -> None:
    app = house.worker()
    ids = {await house.open(app) for _ in range(3)}
    before = await listed(app)
    bare = type(house)(limits=house.limits, clock=house.clock, log=house.log).worker()
    assert await listed(bare) == []
    found = await reindex(
        tables=bare.tables,
        scribe=bare.scribe,
        lobby=bare.lobby,
        alarms=bare.alarms,
        log=bare.log,
    )
    assert found == ids
    assert {each.table_id for each in await listed(bare)} == {each.table_id for each in before}


async def test_r11_a_table_is_made_once(house: House) -> None:
    app = house.worker()
    token, request_id = new_token(), new_id()
    request = wire.CreateTableRequest(
        game="burgenland", seats=3, name="Friday", request_id=request_id
    )
    first = await create(app, request, token)
    table = table_pb2.Table.FromString(first)
    await sit(app, table.table_id, new_token())
    assert await create(app, request, token) == first
    assert await create(house.worker(), request, token) == first
    assert len(house.log.logs) == 1
    request.seats = 4
    with pytest.raises(MalformedRequest) as caught:
        await create(app, request, token)
    assert caught.value.reason == "request_id_reused"
    other = table_pb2.Table.FromString(await create(app, request, new_token()))
    assert other.table_id != table.table_id


async def test_pages(house: House) -> None:
    app = house.worker()
    made = []
    for _ in range(7):
        house.clock.at_ms += 1
        made.append(await house.open(app))
    got: list[str] = []
    place = ""
    while True:
        rows, place = await list_tables("", None, 3, place, lobby=app.lobby, read_row=app.read_row)
        assert len(rows) <= 3
        got += [table_pb2.Table.FromString(row).table_id for row in rows]
        if not place:
            break
    assert got == made[::-1], "newest first"
    with pytest.raises(MalformedRequest):
        await list_tables("", None, 501, "", lobby=app.lobby, read_row=app.read_row)
