"""`ludoteca reindex`: what it counts."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest

from ludoteca_cli.care import relist
from ludoteca_server.archive.files import FileArchive
from ludoteca_server.eventlog.memory import MemoryLog
from ludoteca_server.model.entry import Entry
from tests.unit.application.house import House
from tests.unit.application.test_archive import archived, finished, put_all_away

if TYPE_CHECKING:
    from collections.abc import AsyncIterator
    from pathlib import Path


@pytest.fixture
async def house(tmp_path: Path) -> AsyncIterator[House]:
    archive = FileArchive(str(tmp_path / "archive"))
    yield House(archive=archive)
    await archive.close()


async def test_a_table_whose_end_comes_back_from_the_archive_counts_once(house: House) -> None:
    """The store is older than the archive: the table is listed as the store has it, and then as it ended."""
    app = house.worker()
    backups: dict[str, list[Entry]] = {}
    await finished(house, app, 4, backups)
    assert await put_all_away(app) == 1
    restored = House(clock=house.clock, archive=house.archive)
    restored.log.logs |= backups
    worker = restored.worker()
    await restored.open(worker)
    assert await relist(worker) == (2, 1, [])


async def test_a_table_that_goes_to_the_archive_meanwhile_counts_once(
    house: House, monkeypatch: pytest.MonkeyPatch
) -> None:
    app = house.worker()
    await archived(house, app, 4)
    await finished(house, app, 4)
    really = MemoryLog.table_ids

    async def table_ids(log: MemoryLog) -> AsyncIterator[str]:
        async for table_id in really(log):
            yield table_id
        assert await put_all_away(app) == 1

    monkeypatch.setattr(MemoryLog, "table_ids", table_ids)
    assert await relist(app) == (2, 2, [])


async def test_a_table_that_the_store_names_twice_counts_once(
    house: House, monkeypatch: pytest.MonkeyPatch
) -> None:
    app = house.worker()
    whole, broken = [await house.open(app) for _ in range(2)]
    log = house.log.logs
    log[broken][0] = Entry(log[broken][0].id, b"")
    really = MemoryLog.table_ids

    async def table_ids(log: MemoryLog) -> AsyncIterator[str]:
        for _ in range(2):
            async for table_id in really(log):
                yield table_id

    monkeypatch.setattr(MemoryLog, "table_ids", table_ids)
    count, away, faults = await relist(house.worker())
    assert (count, away, len(faults)) == (1, 0, 1), whole


async def test_a_table_that_cannot_be_listed_does_not_count(house: House) -> None:
    app = house.worker()
    await house.open(app)
    house.log.logs["0" * 26] = []
    assert await relist(house.worker()) == (1, 0, [])
