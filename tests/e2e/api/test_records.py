"""Records over gRPC: exported, verified, kept under a new id, and read there like any table."""

from __future__ import annotations

import asyncio
import json
import os
from typing import TYPE_CHECKING

import grpc
import pytest

from ludoteca.v1 import record_service_pb2 as records
from ludoteca.v1 import table_pb2
from ludoteca.v1 import table_service_pb2 as wire
from tests.e2e.api.table import (
    bearer,
    dice,
    failing,
    hear,
    new_game,
    new_game_in_turns,
    new_id,
    view_at,
)
from tests.games import GAMES

if TYPE_CHECKING:
    from collections.abc import Iterator

    from tests.e2e.api.table import Stubs

PIECE = 100_000
MOVES = 40


async def export(stubs: Stubs, table_id: str, token: bytes | None = None) -> bytes:
    request = records.ExportRecordRequest(table_id=table_id)
    call = stubs.records.ExportRecord(request, metadata=bearer(token) if token else None)
    return b"".join([response.data async for response in call])


def to_import(record: bytes, request_id: bytes) -> Iterator[records.ImportRecordRequest]:
    for start in range(0, max(len(record), 1), PIECE):
        yield records.ImportRecordRequest(
            data=record[start : start + PIECE], request_id=request_id if start == 0 else b""
        )


def to_verify(record: bytes) -> Iterator[records.VerifyRecordRequest]:
    for start in range(0, max(len(record), 1), PIECE):
        yield records.VerifyRecordRequest(data=record[start : start + PIECE])


async def test_a_finished_table_is_exported_verified_and_kept(workers: list[Stubs]) -> None:
    game = await new_game(workers[0])
    last = await game.finish(workers[0])
    record = await export(workers[1], game.table_id)
    verdict = await workers[0].records.VerifyRecord(to_verify(record))
    assert verdict.ok, verdict.failure
    assert verdict.events == last
    assert verdict.picks > 0

    request_id = new_id()
    kept = await workers[0].records.ImportRecord(to_import(record, request_id))
    again = await workers[1].records.ImportRecord(to_import(record, request_id))
    other = await workers[1].records.ImportRecord(to_import(record, new_id()))
    assert kept == again
    assert kept.table_id not in (game.table_id, other.table_id)
    assert kept.events == last

    for stubs in workers:
        table = (await stubs.tables.GetTable(wire.GetTableRequest(table_id=kept.table_id))).table
        assert table.archived
        assert table.table_id == kept.table_id
        view = await view_at(stubs, kept.table_id, 10)
        assert (view.table.table_id, view.table.archived) == (kept.table_id, True)
        assert view.view_digest == (await view_at(stubs, game.table_id, 10)).view_digest
        notices = [
            table_pb2.Notice.FromString(data) for data in await hear(stubs, kept.table_id, 1, last)
        ]
        assert {notice.table_id for notice in notices} == {kept.table_id}
        original = await hear(stubs, game.table_id, 1, last)
        digests = [table_pb2.Notice.FromString(data).view_digest for data in original]
        assert [notice.view_digest for notice in notices] == digests
    page = await workers[1].tables.ListTables(wire.ListTablesRequest(page_size=500))
    assert kept.table_id in {table.table_id for table in page.tables if table.archived}

    for token in game.tokens:
        resigning = wire.ResignRequest(table_id=kept.table_id, request_id=new_id())
        refused = await failing(workers[0].tables.Resign(resigning, metadata=bearer(token)))
        assert refused.code is grpc.StatusCode.PERMISSION_DENIED, "no token holds a seat of it"


async def test_a_live_table_is_exported_as_the_caller_may_see_it(workers: list[Stubs]) -> None:
    game = await new_game(workers[0])
    for move in range(20):
        await game.move(workers[0], move)
    public = await export(workers[0], game.table_id)
    mine = await export(workers[1], game.table_id, game.tokens[0])
    stranger = await export(workers[1], game.table_id, os.urandom(32))
    assert public == stranger != mine
    for token in game.tokens:
        assert token.hex().encode() not in public + mine
    refused = await failing(workers[0].records.ImportRecord(to_import(public, new_id())))
    assert refused.code is grpc.StatusCode.INVALID_ARGUMENT, "it is not the whole log"


@pytest.mark.parametrize("title", GAMES)
async def test_r39_the_record_of_a_table_in_play_is_what_its_viewer_was_told_live(
    workers: list[Stubs], title: str
) -> None:
    """Line by line, for every seat and the public: one that is cut earlier is the beginning of a longer one."""
    game = await new_game_in_turns(workers[0], title)
    last = game.started_seq + MOVES
    viewers = [None, *game.tokens]
    hearing = [
        asyncio.create_task(hear(workers[n % 2], game.table_id, 1, last, token))
        for n, token in enumerate(viewers)
    ]
    chance = dice(39)
    cut: list[list[bytes]] = []
    for move in range(MOVES):
        if move == MOVES // 2:
            cut = [(await export(workers[1], game.table_id, each)).splitlines() for each in viewers]
        await game.move(workers[move % 2], chance.randrange(100))
    compared = 0
    for seat, (token, live, early) in enumerate(zip(viewers, hearing, cut, strict=True), -1):
        header, *lines = (await export(workers[0], game.table_id, token)).splitlines()
        assert json.loads(header)["view"] == ("public" if token is None else seat)
        assert early[1:] == lines[: len(early) - 1]
        for line, data in zip(lines, await live, strict=True):
            told, notice = json.loads(line), table_pb2.Notice.FromString(data)
            assert told["seq"] == notice.seq
            assert told["view_digest"] == f"{notice.view_digest:016x}", told
            assert ("action" in told) == notice.HasField("action")
            assert len(told["facts"]) == len(notice.facts)
            compared += 1
    print(
        f"R39 {title}: {compared} lines of {len(viewers)} viewers' records compared with what was live"
    )


async def test_files_that_are_no_record(workers: list[Stubs]) -> None:
    game = await new_game(workers[0])
    last = await game.finish(workers[0])
    record = await export(workers[0], game.table_id)
    lines = record.splitlines(keepends=True)
    swapped = b"".join([*lines[:40], lines[41], lines[40], *lines[42:]])
    short = b"".join([*lines[:40], *lines[41:]])
    for bad in (b"", b"no record", record[: len(record) // 2], swapped, short, b"\xff" * 1000):
        refused = await failing(workers[0].records.ImportRecord(to_import(bad, new_id())))
        assert refused.code is grpc.StatusCode.INVALID_ARGUMENT
        assert refused.info.reason == "bad_record"
    verdict = await workers[1].records.VerifyRecord(to_verify(swapped))
    assert not verdict.ok
    assert verdict.failure
    assert 0 < verdict.failed_seq <= last
    refused = await failing(workers[0].records.ImportRecord(to_import(record, b"short")))
    assert refused.info.reason == "bad_request_id"
    refused = await failing(workers[1].records.VerifyRecord(to_verify(b"no record")))
    assert refused.code is grpc.StatusCode.INVALID_ARGUMENT
