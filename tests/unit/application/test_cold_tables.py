"""Many tables that no worker has in memory, all asked for at once: as after a restart."""

from __future__ import annotations

import asyncio
from typing import TYPE_CHECKING

from ludoteca_server.archive.files import FileArchive
from tests.unit.application.house import House, do, spin
from tests.unit.application.test_archive import archived
from tests.unit.application.test_latency import grow

if TYPE_CHECKING:
    from collections.abc import Sequence
    from pathlib import Path

    import pytest

    from ludoteca_core import Requests, Table
    from ludoteca_server.application.service import Application
    from ludoteca_server.model.entry import Entry, History

TABLES = 40


class Held:
    """Reads of whole logs that wait for a word of the test; it counts the logs in memory, until they are folded."""

    def __init__(self, house: House, app: Application) -> None:
        self.let_go = asyncio.Event()
        self.ids: list[str] = []
        self.now = self.most = 0
        history, fold = house.log.history, app.tables._fold

        async def held(table_id: str, to_seq: int | None = None) -> History:
            self.ids.append(table_id)
            self.now += 1
            self.most = max(self.most, self.now)
            try:
                await self.let_go.wait()
                return await history(table_id, to_seq)
            except BaseException:
                self.now -= 1
                raise

        async def counted(table_id: str, events: Sequence[bytes]) -> tuple[Table, Requests]:
            try:
                await spin()
                return await fold(table_id, events)
            finally:
                self.now -= 1

        house.log.history = held  # type: ignore[method-assign]  # a slow store
        app.tables._fold = counted  # type: ignore[method-assign]  # a slow core


async def ask_all(app: Application, ids: Sequence[str]) -> list[asyncio.Task[object]]:
    """Asks for tables twice each, and returns when nothing goes on."""
    asking: list[asyncio.Task[object]] = [
        asyncio.create_task(ask(table_id))
        for table_id in ids
        for ask in (app.tables.hot, app.tables.fresh)
    ]
    await spin()
    return asking


async def test_few_logs_are_read_at_once_and_a_hot_table_waits_for_none() -> None:
    house = House()
    maker, app = house.worker(), house.worker()
    ids = [await house.open(maker) for _ in range(TABLES)]
    table = await house.playing(app)
    held = Held(house, app)
    asking = await ask_all(app, ids)
    assert len(held.ids) == 8, "one read a table, the others wait their turn"
    async with asyncio.timeout(10):
        await table.move(app)
        request, token = await table.request(app)
        await do(app, request, token)
        await app.tables.fresh(table.table_id)
    assert not any(each.done() for each in asking)
    for waiting in asking[-20:]:
        waiting.cancel()
    held.let_go.set()
    await asyncio.gather(*asking, return_exceptions=True)
    assert [each.cancelled() for each in asking] == [False] * 60 + [True] * 20
    assert sorted(held.ids) == sorted(ids[:30])
    assert (held.most, held.now) == (8, 0)


async def test_a_table_in_play_is_folded_anew_before_those_that_are_cold() -> None:
    house = House()
    maker, app = house.worker(), house.worker()
    ids = [await house.open(maker) for _ in range(TABLES)]
    table = await house.playing(app)
    head = (await app.tables.fresh(table.table_id)).head
    held = Held(house, app)
    asking = await ask_all(app, ids)
    taking = asyncio.create_task(grow(app, table, head.seq + 20))
    async with asyncio.timeout(10):  # something was taken back by then
        while len(held.ids) == 8:
            await spin()
    assert held.ids[8:] == [table.table_id]
    held.let_go.set()
    await asyncio.gather(taking, *asking)
    assert held.most == 9


async def test_an_archive_that_hangs_holds_up_no_live_table(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    archive = FileArchive(str(tmp_path / "archive"))
    house = House(archive=archive)
    maker, app = house.worker(), house.worker()
    away = [(await archived(house, maker, 2)).table_id for _ in range(10)]
    here = [await house.open(maker) for _ in range(TABLES)]
    let_go = asyncio.Event()
    read = archive.read

    async def hanging(table_id: str) -> list[Entry]:
        await let_go.wait()
        return await read(table_id)

    with monkeypatch.context() as patch:
        patch.setattr(archive, "read", hanging)
        asking = await ask_all(app, away)
        async with asyncio.timeout(10):
            await asyncio.gather(*map(app.tables.hot, here))
        assert not any(each.done() for each in asking)
        let_go.set()
        await asyncio.gather(*asking)
    await archive.close()
