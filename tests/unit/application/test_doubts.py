"""Tables that were read before the store came into doubt and finished loading after it: their tail may be gone."""

from __future__ import annotations

import asyncio
from typing import TYPE_CHECKING

from ludoteca_server.application import tables as tables_module
from tests.unit.application.house import House, spin

if TYPE_CHECKING:
    from collections.abc import Callable

    import pytest

    from ludoteca_server.application.service import Application
    from ludoteca_server.model.entry import Entry
    from tests.unit.application.house import Playing


async def two_tables(house: House) -> tuple[Application, Playing, Playing]:
    """A worker and two tables in play, the first one move on."""
    app = house.worker()
    table, other = await house.playing(app), await house.playing(app)
    await table.move(app)
    return app, table, other


def lose_the_tail(house: House, table_id: str) -> Entry:
    """A failover takes the last event; the one that is the last now."""
    house.log.doubts += 1
    house.log.logs[table_id].pop()
    return house.log.logs[table_id][-1]


async def test_a_load_that_began_before_a_doubt_is_proved_after_it(
    house: House, monkeypatch: pytest.MonkeyPatch
) -> None:
    _, table, other = await two_tables(house)
    monkeypatch.setattr(tables_module, "LONG", 1)
    may_fold = asyncio.Event()

    async def fold_slowly(fold: Callable[..., object], *events: object) -> object:
        await may_fold.wait()
        return fold(*events)

    monkeypatch.setattr(asyncio, "to_thread", fold_slowly)
    fresh = house.worker()
    loading = asyncio.create_task(fresh.tables.hot(table.table_id))
    await spin()
    last = lose_the_tail(house, table.table_id)
    meeting_the_doubt = asyncio.create_task(fresh.tables.hot(other.table_id))
    await spin()
    may_fold.set()
    await asyncio.gather(loading, meeting_the_doubt)
    assert (await fresh.tables.hot(table.table_id)).head == last.id


async def test_what_was_read_before_a_doubt_proves_nothing_after_it(
    house: House, monkeypatch: pytest.MonkeyPatch
) -> None:
    app, table, other = await two_tables(house)
    house.log.doubts += 1
    read = house.log.read
    may_answer = asyncio.Event()

    async def answer_slowly(
        table_id: str, from_seq: int = 1, to_seq: int | None = None
    ) -> list[Entry]:
        found = await read(table_id, from_seq, to_seq)
        if table_id == table.table_id:
            await may_answer.wait()
        return found

    monkeypatch.setattr(house.log, "read", answer_slowly)
    proving = asyncio.create_task(app.tables.hot(table.table_id))
    await spin()
    last = lose_the_tail(house, table.table_id)
    await app.tables.hot(other.table_id)
    may_answer.set()
    await proving
    assert (await app.tables.hot(table.table_id)).head == last.id
