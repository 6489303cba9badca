"""The archive's metrics: what is put away, read and fails is counted, and the alert looks at what fails."""

from __future__ import annotations

import asyncio
import re
from pathlib import Path
from typing import TYPE_CHECKING

import pytest

from ludoteca_server.application.get_table import get_table
from ludoteca_server.archive.files import FileArchive
from ludoteca_server.metrics.text import of_worker
from ludoteca_server.model.errors import ArchiveAway
from tests.unit.application.house import House
from tests.unit.application.test_archive import archived, finished, put_all_away
from tests.unit.server.test_metrics import value

if TYPE_CHECKING:
    from collections.abc import AsyncIterator

    from ludoteca_server.application.service import Application

ALERTS = Path(__file__).parents[3] / "docs" / "monitoring" / "alerts.yml"


@pytest.fixture
async def house(tmp_path: Path) -> AsyncIterator[House]:
    archive = FileArchive(str(tmp_path / "archive"))
    yield House(archive=archive)
    await archive.close()


def failures(app: Application) -> dict[str, float]:
    text = of_worker(app)()
    return {
        what: value(text, "ludoteca_archive_failures_total", what=what)
        for what in ("move", "read", "table")
    }


async def test_what_is_put_away_and_read_is_counted(house: House, tmp_path: Path) -> None:
    app = house.worker()
    tables = [await finished(house, app) for _ in range(3)]
    assert await put_all_away(app) == 3
    files = [file.stat().st_size for file in (tmp_path / "archive").rglob("*.log.zst")]
    text = of_worker(app)()
    assert value(text, "ludoteca_archived_tables_total") == len(files) == 3
    assert value(text, "ludoteca_archived_bytes_total") == sum(files)

    reader = house.worker()
    for _ in range(2):
        for table in tables:
            assert await get_table(table.table_id, tables=reader.tables)
    now = of_worker(reader)()
    assert value(now, "ludoteca_archive_read_seconds_count") == 3, "each once: then it is kept"
    assert value(now, "ludoteca_archived_tables_total") == 0, "another worker's"
    assert failures(app) == failures(reader) == {"move": 0, "read": 0, "table": 0}


async def test_what_fails_is_counted_by_what_was_tried(house: House, tmp_path: Path) -> None:
    app = house.worker()
    away = await archived(house, app)
    bad = await finished(house, app)
    house.log.logs[bad.table_id].pop(5)
    assert app.archivist is not None
    await app.archivist.run(0)
    assert failures(app) == {"move": 0, "read": 0, "table": 1}

    (tmp_path / "archive").rename(tmp_path / "unmounted")
    reader = house.worker()
    with pytest.raises(ArchiveAway):
        await get_table(away.table_id, tables=reader.tables)
    assert failures(reader) == {"move": 0, "read": 1, "table": 0}
    assert value(of_worker(reader)(), "ludoteca_archive_read_seconds_count") == 0
    await finished(house, app)
    keeping = asyncio.create_task(app.archivist.keep(0))
    while app.tally.archive_failures["move"] == 0:
        await asyncio.sleep(0.001)
    keeping.cancel()
    assert failures(app) == {"move": 1, "read": 0, "table": 1}


def test_an_alert_looks_at_every_kind_of_failure() -> None:
    [rule] = re.findall(r"- alert: LudotecaArchiveFails\n +expr: (.+)", ALERTS.read_text())
    assert "increase(ludoteca_archive_failures_total[" in rule
    assert "{" not in rule, "it leaves none of them out"
