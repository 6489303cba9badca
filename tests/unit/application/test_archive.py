"""Finished tables in the archive: nobody can tell, except that the store is smaller."""

from __future__ import annotations

import asyncio
from contextlib import aclosing
from pathlib import Path
from typing import TYPE_CHECKING

import pytest

from ludoteca.v1 import table_pb2
from ludoteca.v1 import table_service_pb2 as wire
from ludoteca_core import Rejected
from ludoteca_server.application.export_record import export_record
from ludoteca_server.application.full_log import FullLog
from ludoteca_server.application.get_table import get_table
from ludoteca_server.application.import_record import import_record
from ludoteca_server.application.repair_lobby import STALE_MS, reindex
from ludoteca_server.application.resign import resign
from ludoteca_server.application.view import view
from ludoteca_server.archive.files import FileArchive
from ludoteca_server.model.entry import History
from ludoteca_server.model.errors import (
    ArchiveAway,
    CorruptLog,
    InArchive,
    MalformedRequest,
    NoSuchTable,
    StoreAway,
    StoreFull,
)
from ludoteca_server.model.stream import Told
from ludoteca_server.tally import Tally
from tests.unit.application.house import House, create, do, follow, new_id, new_token, told
from tests.unit.application.test_lobby import listed, repair

if TYPE_CHECKING:
    from collections.abc import AsyncIterator

    from ludoteca_server.application.service import Application
    from ludoteca_server.model.entry import Entry
    from tests.unit.application.house import Playing

CONTENT = Path(__file__).parents[3] / "core-rs/rules/src/burgenland/content.toml"
DAY_MS = 24 * 3_600_000


@pytest.fixture
async def house(tmp_path: Path) -> AsyncIterator[House]:
    archive = FileArchive(str(tmp_path / "archive"))
    yield House(archive=archive)
    await archive.close()


async def finished(
    house: House, app: Application, moves: int = 12, backups: dict[str, list[Entry]] | None = None
) -> Playing:
    """A table that has ended; `backups` gets its log as it was before its last move."""
    table = await house.playing(app)
    for number in range(moves):
        if backups is not None:
            backups[table.table_id] = list(house.log.logs[table.table_id])
        await table.move(app, number)
    request = wire.ResignRequest(table_id=table.table_id, request_id=new_id())
    await resign(request.SerializeToString(), table.tokens[1], scribe=app.scribe, pace=app.pace)
    return table


async def archived(house: House, app: Application, moves: int = 12) -> Playing:
    """A table that has ended and is in the archive."""
    table = await finished(house, app, moves)
    await put_all_away(app)
    assert table.table_id in house.log.put_away
    return table


async def put_all_away(app: Application, after_ms: int = 0) -> int:
    assert app.archivist is not None
    moved = await app.archivist.run(after_ms)
    assert moved is not None
    assert moved.failed == 0
    return moved.tables


async def all_of(app: Application, table: Playing) -> list[object]:
    """Everything that can be asked about a table that is over."""
    table_id = table.table_id
    last = (await app.tables.fresh(table_id)).head.seq
    told_of: list[object] = [last, await get_table(table_id, tables=app.tables)]
    for caller in (None, *table.tokens):
        told_of += [
            await view(table_id, seq, True, caller, tables=app.tables) for seq in (None, 1, 7, last)
        ]
        told_of.append(await told(app, table_id, last, caller=caller))
        told_of.append(await told(app, table_id, last, from_seq=9, caller=caller))
        told_of.append(
            await export_record(table_id, caller, library=app.library, tables=app.tables)
        )
    return told_of


async def test_a_table_in_the_archive_answers_as_before(house: House) -> None:
    app = house.worker()
    table = await finished(house, app)
    before, rows = await all_of(app, table), await listed(app)
    assert await put_all_away(app) == 1
    assert house.log.logs == {}
    for worker in (app, house.worker()):
        assert await all_of(worker, table) == before
        assert await listed(worker) == rows
        record = before[-1]
        assert isinstance(record, bytes)
        assert worker.library.verify_record(record)


async def test_only_tables_that_ended_long_enough_ago_are_put_away(house: House) -> None:
    app = house.worker()
    await house.playing(app)
    await house.open(app)
    table = await finished(house, app)
    assert await put_all_away(app, DAY_MS) == 0
    house.clock.at_ms += DAY_MS
    assert await put_all_away(app, DAY_MS) == 1
    assert list(house.log.put_away) == [table.table_id]
    assert len(house.log.logs) == 2
    assert await put_all_away(app, 0) == 0


async def test_a_stream_that_is_open_meanwhile_goes_on_and_its_past_is_read(house: House) -> None:
    app = house.worker()
    table = await finished(house, app)
    last = (await app.tables.fresh(table.table_id)).head.seq
    async with aclosing(follow(app, table.table_id)) as items:
        first = await anext(items)
        assert isinstance(first, Told)
        await put_all_away(app)
        seqs = [first.seq]
        async for item in items:
            if isinstance(item, Told):
                seqs.append(item.seq)
                if item.seq == last:
                    break
    assert seqs == list(range(1, last + 1))


async def test_an_action_is_refused_by_the_rules_not_by_the_archive(house: House) -> None:
    app, other = house.worker(), house.worker()
    table = await house.playing(app)
    request, token = await table.request(app)
    made = (await do(app, request, token)).seq
    await table.request(other)  # the other worker keeps the table as it is now
    late, late_token = await table.request(other)
    [waiting] = [token for token in table.tokens if token != late_token]
    resigning = wire.ResignRequest(table_id=table.table_id, request_id=new_id())
    for worker in (app, other):
        done = await resign(
            resigning.SerializeToString(), waiting, scribe=worker.scribe, pace=worker.pace
        )
        if worker is app:
            first = done
            await put_all_away(app)
    assert done == first, "a retry is answered with the event it made"
    for worker in (app, other, house.worker()):
        assert (await do(worker, request, token)).seq == made
        with pytest.raises(Rejected) as refused:
            await do(worker, late, late_token)
        assert refused.value.code == "table_over"
    assert house.log.logs == {}


async def test_r11_a_table_is_not_made_again_where_one_was_put_away(house: House) -> None:
    app = house.worker()
    creator, request_id = new_token(), new_id()
    request = wire.CreateTableRequest(
        game="burgenland", seats=2, request_id=request_id, abandon_after_ms=1
    )
    row = await create(app, request, creator)
    table_id = table_pb2.Table.FromString(row).table_id
    house.clock.at_ms += 1_000
    await house.fire(app)
    assert await put_all_away(app) == 1
    for worker in (app, house.worker()):
        assert await create(worker, request, creator) == row
    request.seats = 3
    with pytest.raises(MalformedRequest):
        await create(app, request, creator)
    assert list(house.log.put_away) == [table_id]
    assert house.log.logs == {}


async def test_a_record_that_was_imported_goes_the_same_way(house: House) -> None:
    app = house.worker()
    table = await finished(house, app)
    record = await export_record(table.table_id, None, library=app.library, tables=app.tables)
    request_id = new_id()

    async def keep(worker: Application) -> tuple[str, int]:
        return await import_record(
            record,
            request_id,
            library=worker.library,
            tables=worker.tables,
            log=worker.log,
            lobby=worker.lobby,
            scribe=worker.scribe,
        )

    kept = await keep(app)
    info = await get_table(kept[0], tables=app.tables)
    assert await put_all_away(app) == 2
    for worker in (app, house.worker()):
        assert await keep(worker) == kept
        assert await get_table(kept[0], tables=worker.tables) == info
    assert house.log.logs == {}
    assert await put_all_away(app) == 0


async def test_the_due_sets_know_nothing_of_it(house: House) -> None:
    app = house.worker()
    table = await finished(house, app)
    await app.alarms.put(table.table_id, 99, 5)  # announced by a worker that died before its append
    await put_all_away(app)
    assert table.table_id not in house.due_sets.due
    await app.alarms.put(table.table_id, 99, 5)  # by one that was stopped for a while
    assert await house.fire(app) == 0
    assert house.log.logs == {}


async def test_an_archive_that_is_away_is_said_to_be_and_forgotten_when_it_is_back(
    house: House, tmp_path: Path
) -> None:
    app = house.worker()
    table = await archived(house, app)
    live = await house.playing(app)
    before = await get_table(table.table_id, tables=house.worker().tables)
    (tmp_path / "archive").rename(tmp_path / "unmounted")
    cold = house.worker()
    for _ in range(2):
        with pytest.raises(ArchiveAway, match="mounted"):
            await get_table(table.table_id, tables=cold.tables)
        with pytest.raises(ArchiveAway):
            await told(cold, table.table_id, 1)
        await live.move(cold)
        with pytest.raises(NoSuchTable):
            await get_table("0" * 26, tables=cold.tables)
    (tmp_path / "unmounted").rename(tmp_path / "archive")
    assert await get_table(table.table_id, tables=cold.tables) == before


async def test_an_archive_that_is_away_holds_up_no_rows_of_the_lobby(
    house: House, tmp_path: Path
) -> None:
    app = house.worker()
    table = await archived(house, app)
    (tmp_path / "archive").rename(tmp_path / "unmounted")
    live = await house.open(app)
    for table_id in (table.table_id, live):
        await house.lobby.mark(table_id)
    cold = house.worker()
    house.clock.at_ms += STALE_MS
    await repair(cold)
    assert await house.lobby.marked(-1) == [table.table_id]
    (tmp_path / "unmounted").rename(tmp_path / "archive")
    await repair(cold)
    assert await house.lobby.marked(-1) == []


async def test_many_who_ask_for_one_table_get_one_answer(
    house: House, monkeypatch: pytest.MonkeyPatch
) -> None:
    app = house.worker()
    table = await archived(house, app)
    assert house.archive is not None
    asked = 0

    async def away(table_id: str) -> list[Entry]:
        nonlocal asked
        asked += 1
        await asyncio.sleep(0)
        raise ArchiveAway("away")

    log = house.worker().log
    with monkeypatch.context() as patch:
        patch.setattr(house.archive, "read", away)
        answers = await asyncio.gather(
            *(log.read(table.table_id) for _ in range(50)), return_exceptions=True
        )
    assert {type(answer) for answer in answers} == {ArchiveAway}
    assert asked == 1
    assert await log.read(table.table_id)


async def test_nothing_is_put_into_an_archive_that_is_not_the_one(
    house: House, tmp_path: Path
) -> None:
    """A file system that is not mounted looks like an empty directory."""
    app = house.worker()
    await archived(house, app)
    table = await finished(house, app)
    (tmp_path / "archive").rename(tmp_path / "unmounted")
    assert app.archivist is not None
    for _ in range(2):
        house.clock.at_ms += DAY_MS
        with pytest.raises(ArchiveAway, match="mounted"):
            await app.archivist.run(0)
    assert table.table_id in house.log.logs
    other = FileArchive(str(tmp_path / "archive"))
    await other.begin("another")
    house.clock.at_ms += DAY_MS
    with pytest.raises(ArchiveAway, match="named another"):
        await app.archivist.run(0)
    await other.close()
    assert table.table_id in house.log.logs


async def test_it_is_unmounted_in_the_middle(
    house: House, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    app = house.worker()
    await archived(house, app)
    table = await finished(house, app)
    assert house.archive is not None
    really = house.archive.put

    async def put(*told: object) -> int:
        (tmp_path / "archive").rename(tmp_path / "unmounted")
        return await really(*told)  # type: ignore[arg-type]  # as it came

    monkeypatch.setattr(house.archive, "put", put)
    assert app.archivist is not None
    with pytest.raises(ArchiveAway, match="mounted"):
        await app.archivist.run(0)
    assert table.table_id in house.log.logs


async def test_a_file_that_is_lost_or_damaged_is_a_corrupt_log(
    house: House, tmp_path: Path
) -> None:
    app = house.worker()
    table = await archived(house, app)
    [file] = (tmp_path / "archive").rglob("*.log.zst")
    good = file.read_bytes()
    for bad in (good[:-3], b"", None):
        file.unlink()
        if bad is not None:
            file.write_bytes(bad)
        with pytest.raises(CorruptLog):
            await get_table(table.table_id, tables=house.worker().tables)
        file.write_bytes(good)
        assert await get_table(table.table_id, tables=house.worker().tables)


async def test_a_server_without_an_archive_says_what_is_missing(house: House) -> None:
    table = await archived(house, house.worker())
    house.archive = None
    app = house.worker()
    assert app.archivist is None
    with pytest.raises(InArchive, match="--archive"):
        await get_table(table.table_id, tables=app.tables)
    assert len(await listed(app)) == 1
    await house.playing(app)


async def test_a_table_that_does_not_fold_stays_and_holds_up_nobody(house: House) -> None:
    app = house.worker()
    bad, good = await finished(house, app), await finished(house, app)
    house.log.logs[bad.table_id].pop(5)
    assert app.archivist is not None
    moved = await app.archivist.run(0)
    assert moved is not None
    assert (moved.tables, moved.failed) == (1, 1)
    assert list(house.log.put_away) == [good.table_id]
    assert bad.table_id in house.log.logs
    assert await put_all_away(app) == 0, "it is not tried for ever"


async def test_one_worker_at_a_time(house: House) -> None:
    app = house.worker()
    await finished(house, app)
    assert app.archivist is not None
    assert await house.shelf.hold("another", 60_000)
    assert await app.archivist.run(0) is None
    house.clock.at_ms += 60_000
    assert await put_all_away(app) == 1


async def test_a_store_that_fails_in_the_middle_loses_nothing(house: House) -> None:
    app = house.worker()
    table = await finished(house, app)
    before = await all_of(app, table)
    assert app.archivist is not None
    for failure in (StoreAway("away"), StoreFull("full")):
        house.log.failure = failure
        with pytest.raises(type(failure)):
            await app.archivist.run(0)
        house.log.failure = None
        assert await all_of(house.worker(), table) == before
    assert await put_all_away(app) == 1


async def test_a_table_comes_back_and_stays_for_a_while(house: House) -> None:
    app = house.worker()
    table = await finished(house, app)
    before = await all_of(app, table)
    house.clock.at_ms += DAY_MS
    await put_all_away(app, DAY_MS)
    assert app.archivist is not None
    assert await app.archivist.restore(table.table_id) == before[0]
    assert list(house.log.logs) == [table.table_id]
    assert await all_of(house.worker(), table) == before
    assert await put_all_away(app, DAY_MS) == 0
    house.clock.at_ms += DAY_MS
    assert await put_all_away(app, DAY_MS) == 1
    assert await all_of(app, table) == before
    live = await house.playing(app)
    for missing in (live.table_id, "0" * 26):
        with pytest.raises(NoSuchTable, match="The archive has no table"):
            await app.archivist.restore(missing)


async def test_a_new_store_learns_from_the_archive_what_it_lost(house: House) -> None:
    app = house.worker()
    tables = [await finished(house, app) for _ in range(3)]
    before = [await all_of(app, table) for table in tables]
    rows = await listed(app)
    await put_all_away(app)
    bare = House(clock=house.clock, archive=house.archive)
    worker = bare.worker()
    with pytest.raises(NoSuchTable):
        await get_table(tables[0].table_id, tables=worker.tables)
    live = await bare.playing(worker)
    assert worker.archivist is not None
    assert await worker.archivist.reindex() == {table.table_id for table in tables}
    assert [await all_of(worker, table) for table in tables] == before
    assert [row for row in await listed(worker) if row.table_id != live.table_id] == rows
    assert await put_all_away(worker) == 0
    await live.move(worker)


async def test_reindex_leaves_what_is_in_both_places_to_the_store(house: House) -> None:
    app = house.worker()
    table = await archived(house, app)
    assert app.archivist is not None
    await app.archivist.restore(table.table_id)
    assert await app.archivist.reindex() == set()
    assert await reindex(
        tables=app.tables, scribe=app.scribe, lobby=app.lobby, alarms=app.alarms, log=app.log
    ) == {table.table_id}
    assert await put_all_away(app) == 1


async def test_a_store_that_is_older_than_the_archive_gets_the_end_of_its_tables_back(
    house: House,
) -> None:
    """A table that goes on in a restored store, and ended since its backup, has ended."""
    app = house.worker()
    backups: dict[str, list[Entry]] = {}
    table = await finished(house, app, backups=backups)
    assert await put_all_away(app) == 1
    before = await all_of(app, table)

    restored = House(clock=house.clock, archive=house.archive)
    restored.log.logs |= backups
    worker = restored.worker()
    went_on = await worker.tables.fresh(table.table_id)
    assert not went_on.table.is_over
    assert worker.archivist is not None
    assert await worker.archivist.reindex() == {table.table_id}
    assert await all_of(worker, table) == before
    [row] = await listed(worker)
    assert row.lifecycle == table_pb2.LIFECYCLE_FINISHED


async def test_a_restored_table_that_went_on_otherwise_stays_in_the_store(house: House) -> None:
    app = house.worker()
    backups: dict[str, list[Entry]] = {}
    table = await finished(house, app, backups=backups)
    assert await put_all_away(app) == 1
    restored = House(clock=house.clock, archive=house.archive)
    restored.log.logs |= backups
    worker = restored.worker()
    house.clock.at_ms += 1
    last = await table.move(worker)
    assert worker.archivist is not None
    assert await worker.archivist.reindex() == set()
    assert (await worker.tables.fresh(table.table_id)).head.seq == last


async def test_an_owners_content_goes_along_and_stays_in_the_store(house: House) -> None:
    app = house.worker()
    text = CONTENT.read_text() + "\n# mine\n"
    content_hash = app.library.add_content("burgenland", text)
    await app.log.keep_content(content_hash, text.encode())
    table = await archived(house, app)
    before = await all_of(app, table)
    assert await house.log.content(content_hash) == text.encode()
    assert house.archive is not None
    assert await house.archive.content(content_hash) == text.encode()
    bare = House(clock=house.clock, archive=house.archive).worker()
    assert bare.archivist is not None
    assert await bare.archivist.reindex() == {table.table_id}
    assert await all_of(bare, table) == before


async def test_archived_logs_are_kept_within_bounds_and_read_once(
    house: House, monkeypatch: pytest.MonkeyPatch
) -> None:
    app = house.worker()
    table = await archived(house, app, moves=30)
    reads: list[str] = []
    assert house.archive is not None
    really = house.archive.read

    async def read(table_id: str) -> list[object]:
        reads.append(table_id)
        return await really(table_id)  # type: ignore[return-value]

    monkeypatch.setattr(house.archive, "read", read)
    worker = house.worker()
    for _ in range(3):
        await all_of(worker, table)
    assert reads == [table.table_id]
    tight = FullLog(house.log, house.archive, house.shelf, tally=Tally(), kept_bytes=100)
    for _ in range(3):
        assert len(await tight.read(table.table_id)) == len(await app.log.read(table.table_id))
    for upto in (None, 0, 3, 999):
        whole = await worker.log.read(table.table_id, 1, upto)
        assert await worker.log.history(table.table_id, upto) == History.of(whole)
    assert len(reads) == 5, "a log over the bound is read each time; the first worker read it once"
