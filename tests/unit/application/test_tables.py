"""Hot tables: a cache that is bounded, never trusted, and equal to the fold."""

from __future__ import annotations

import asyncio
from pathlib import Path
from typing import TYPE_CHECKING

import pytest

from ludoteca.v1 import table_pb2
from ludoteca.v1 import table_service_pb2 as wire
from ludoteca_core import Call
from ludoteca_server.application import import_record as import_record_module
from ludoteca_server.application import tables as tables_module
from ludoteca_server.application.export_record import export_record
from ludoteca_server.application.get_table import get_table
from ludoteca_server.application.import_record import import_record
from ludoteca_server.application.repair_lobby import repair_lobby
from ludoteca_server.application.view import view
from ludoteca_server.eventlog import chain
from ludoteca_server.model.entry import EMPTY, Entry
from ludoteca_server.model.errors import (
    CorruptLog,
    MalformedRequest,
    NoSuchTable,
    SeqFromTheFuture,
    StoreAway,
)
from ludoteca_server.model.limits import Limits
from tests.unit.application.house import House, do, new_id, new_token, spin, told

if TYPE_CHECKING:
    from ludoteca_server.application.tables import Hot

CONTENT = Path(__file__).parents[3] / "core-rs/rules/src/burgenland/content.toml"


async def test_the_cache_is_bounded_and_keeps_what_was_used_last() -> None:
    house = House(limits=Limits(hot_tables=3))
    app = house.worker()
    ids = [await house.open(app) for _ in range(5)]
    assert len(app.tables) == 3
    await app.tables.hot(ids[2])
    await app.tables.hot(ids[0])
    assert [table_id for table_id, _ in app.tables.all_hot()] == [ids[4], ids[2], ids[0]]


async def test_r26_a_cached_table_equals_the_folded_one(house: House) -> None:
    app, other = house.worker(), house.worker()
    table = await house.playing(app)
    await other.tables.fresh(table.table_id)
    for move in range(30):
        await table.move(app, choice=move)
        followed = await other.tables.fresh(table.table_id)
        folded = await house.worker().tables.fresh(table.table_id)
        cached = await app.tables.hot(table.table_id)
        assert cached.head == followed.head == folded.head
        assert cached.table.digest() == followed.table.digest() == folded.table.digest()


async def test_r26_what_was_cached_before_the_store_was_in_doubt_is_proved_once(
    house: House,
) -> None:
    """A failover may have taken the tail of a log: a request that was answered before is not found in it."""
    app = house.worker()
    table = await house.playing(app)
    request, token = await table.request(app)
    first = await do(app, request, token)
    before = house.log.logs[table.table_id]
    house.log.logs[table.table_id] = before[:-1]
    assert (await app.tables.hot(table.table_id)).head == before[-1].id
    house.log.doubts += 1
    assert (await do(app, request, token)).seq == first.seq, "decided anew, in the same place"
    assert len(house.log.logs[table.table_id]) == len(before)
    house.log.reads = 0
    for _ in range(3):
        await app.tables.hot(table.table_id)
    assert house.log.reads == 0


async def test_a_cold_table_is_loaded_once_for_all_who_wait(house: House) -> None:
    table_id = await house.open(house.worker())
    app = house.worker()
    house.log.reads = 0
    await asyncio.gather(*(app.tables.hot(table_id) for _ in range(1)))
    cold_reads = house.log.reads
    another = house.worker()
    house.log.reads = 0
    hots = await asyncio.gather(*(another.tables.hot(table_id) for _ in range(10)))
    assert cold_reads == 1
    assert len({id(hot.requests) for hot in hots}) == 1, "one fold"


async def test_a_history_that_was_replaced_is_folded_anew(house: House) -> None:
    """A failover that lost the tail: another worker wrote on from an earlier seq."""
    app, other = house.worker(), house.worker()
    table = await house.playing(app)
    for _ in range(3):
        await table.move(app)
    stale = await app.tables.hot(table.table_id)
    del house.log.logs[table.table_id][-2:]
    await table.move(other, choice=1)
    await table.move(other, choice=1)
    fresh = await app.tables.fresh(table.table_id)
    assert fresh.head.seq == stale.head.seq
    assert fresh.head != stale.head
    assert fresh.table.digest() == (await other.tables.hot(table.table_id)).table.digest()


@pytest.mark.parametrize("seqs", [[1, 2, 4], [2, 3], [1, 3, 4]])
async def test_a_log_with_a_gap_is_corrupt_and_harms_no_other(
    house: House, seqs: list[int]
) -> None:
    app = house.worker()
    table, other = await house.playing(app), await house.playing(app)
    log = house.log.logs[table.table_id]
    house.log.logs[table.table_id] = [log[seq - 1] for seq in seqs]
    with pytest.raises(CorruptLog) as caught:
        await get_table(table.table_id, tables=house.worker().tables)
    assert caught.value.table_id == table.table_id
    await other.move(app)


async def test_an_event_of_another_table_is_corrupt(house: House) -> None:
    app = house.worker()
    table, other = await house.playing(app), await house.playing(app)
    house.log.logs[table.table_id][3] = house.log.logs[other.table_id][3]
    with pytest.raises(CorruptLog) as caught:
        await get_table(table.table_id, tables=house.worker().tables)
    assert caught.value.seq == 4


async def test_an_event_that_the_rules_cannot_read_is_corrupt(house: House) -> None:
    app = house.worker()
    table = await house.playing(app)
    log = house.log.logs[table.table_id]
    log[3:] = [Entry(chain.link(table.table_id, log[2].id, b"\xff\x01"), b"\xff\x01")]
    with pytest.raises(CorruptLog) as caught:
        await get_table(table.table_id, tables=house.worker().tables)
    assert caught.value.seq == 4


async def test_a_record_that_came_in_half_is_no_table_until_it_is_sent_again(
    house: House, monkeypatch: pytest.MonkeyPatch
) -> None:
    app = house.worker()
    table = await house.playing(app, abandon_after_ms=1_000)
    await app.scribe.carry_out(resignation(table.table_id), table.tokens[0])
    record = await export_record(table.table_id, None, library=app.library, tables=app.tables)
    request_id = new_id()

    async def send() -> tuple[str, int]:
        return await import_record(
            record,
            request_id,
            library=app.library,
            tables=app.tables,
            log=app.log,
            lobby=app.lobby,
            scribe=app.scribe,
        )

    monkeypatch.setattr(import_record_module, "_BATCH", 3)
    house.log.answers_lost = 1
    with pytest.raises(StoreAway):
        await send()
    [kept] = house.log.logs.keys() - {table.table_id}
    house.clock.at_ms += 10_000
    await repair_lobby(tables=app.tables, scribe=app.scribe, lobby=app.lobby, alarms=app.alarms)
    await house.fire(app)
    with pytest.raises(NoSuchTable):
        await get_table(kept, tables=app.tables)
    assert await send() == (kept, 5)
    assert table_pb2.Table.FromString(await get_table(kept, tables=app.tables)).archived


def resignation(table_id: str) -> Call:
    request = wire.ResignRequest(table_id=table_id, request_id=new_id())
    return Call.resign(request.SerializeToString())


async def test_few_logs_are_in_memory_however_many_ask_for_the_past(house: House) -> None:
    app = house.worker()
    table = await house.playing(app)
    request, token = await table.request(app)
    await do(app, request, token)
    reading = most = 0
    read = house.log.read

    async def watched(table_id: str, from_seq: int = 1, to_seq: int | None = None) -> list[Entry]:
        nonlocal reading, most
        if from_seq > 1:
            return await read(table_id, from_seq, to_seq)  # a look at the end of the log
        reading += 1
        most = max(most, reading)
        await spin()
        reading -= 1
        return await read(table_id, from_seq, to_seq)

    house.log.read = watched  # type: ignore[method-assign]  # a slow store
    here, tables = table.table_id, app.tables
    await asyncio.gather(
        *(view(here, 3, False, None, tables=tables) for _ in range(20)),
        *(export_record(here, None, library=app.library, tables=tables) for _ in range(20)),
        *(told(app, here, 4) for _ in range(20)),
        *(do(app, request, token) for _ in range(20)),
    )
    assert most == 8


async def test_an_unknown_content_file_is_named(house: House) -> None:
    app = house.worker()
    table_id = await house.open(app)
    [first] = house.log.logs[table_id]
    known = bytes.fromhex(_content_hash(await app.tables.hot(table_id)))
    assert known in first.event
    event = first.event.replace(known, bytes(32))
    house.log.logs[table_id] = [Entry(chain.link(table_id, EMPTY, event), event)]
    with pytest.raises(CorruptLog) as caught:
        await get_table(table_id, tables=house.worker().tables)
    assert bytes(32).hex() in str(caught.value)


async def test_an_owners_content_file_is_fetched_for_the_tables_that_name_it(
    house: House,
) -> None:
    app, other = house.worker(), house.worker()
    text = CONTENT.read_text() + "\n# an owner's own copy\n"
    content_hash = app.library.add_content("burgenland", text)
    await house.log.keep_content(content_hash, text.encode())
    table = await house.playing(app)
    assert _content_hash(await other.tables.fresh(table.table_id)) == content_hash.hex()
    await table.move(other)
    ordinary = await house.open(other)
    assert _content_hash(await other.tables.hot(ordinary)) != content_hash.hex(), (
        "a file that came with an old table is not for new ones"
    )


def _content_hash(hot: Hot) -> str:
    return table_pb2.Table.FromString(hot.table.info()).content_hash.hex()


async def test_an_unanswered_append_is_not_trusted(house: House) -> None:
    app = house.worker()
    table = await house.playing(app)
    request, token = await table.request(app)
    house.log.answers_lost = 1
    with pytest.raises(StoreAway):
        await do(app, request, token)
    assert table.table_id not in dict(app.tables.all_hot())


async def test_a_cancelled_append_is_not_trusted(house: House) -> None:
    app = house.worker()
    table = await house.playing(app)
    request, token = await table.request(app)
    house.log.settle.clear()
    acting = asyncio.create_task(do(app, request, token))
    await house.log.held.wait()
    acting.cancel()
    with pytest.raises(asyncio.CancelledError):
        await acting
    assert table.table_id not in dict(app.tables.all_hot())
    house.log.settle.set()
    assert (await do(app, request, token)).seq == len(house.log.logs[table.table_id])


async def test_r22_reading_an_unknown_table_writes_nothing(house: House) -> None:
    app = house.worker()
    for table_id in ("a" * 26, "", "{}" * 13):
        with pytest.raises(NoSuchTable):
            await get_table(table_id, tables=app.tables)
        with pytest.raises(NoSuchTable):
            await view(table_id, 1, False, None, tables=app.tables)
    assert house.log.logs == {}


async def test_views_at_any_seq(house: House) -> None:
    app = house.worker()
    table = await house.playing(app)
    last = await table.move(app)
    for seq in range(1, last + 1):
        seen = await view(table.table_id, seq, False, table.tokens[0], tables=app.tables)
        assert table_pb2.View.FromString(seen.view).table.seq == seq
    with pytest.raises(SeqFromTheFuture):
        await view(table.table_id, last + 1, False, None, tables=app.tables)
    with pytest.raises(MalformedRequest):
        await view(table.table_id, 0, False, None, tables=app.tables)


async def test_a_token_without_a_seat_sees_what_the_public_sees(house: House) -> None:
    app = house.worker()
    table = await house.playing(app)
    public = await view(table.table_id, None, True, None, tables=app.tables)
    stranger = await view(table.table_id, None, True, new_token(), tables=app.tables)
    own = await view(table.table_id, None, True, table.tokens[0], tables=app.tables)
    assert public == stranger != own


async def test_long_logs_are_folded_in_a_thread(
    house: House, monkeypatch: pytest.MonkeyPatch
) -> None:
    table = await house.playing(house.worker())
    threads: list[object] = []

    async def to_thread(work: object, *args: object) -> object:
        threads.append(work)
        assert callable(work)
        return work(*args)

    monkeypatch.setattr(asyncio, "to_thread", to_thread)
    await house.worker().tables.fresh(table.table_id)
    assert not threads
    monkeypatch.setattr(tables_module, "LONG", 3)
    await house.worker().tables.fresh(table.table_id)
    assert len(threads) == 1
