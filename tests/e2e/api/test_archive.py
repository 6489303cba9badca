"""Finished tables leave the store, and over gRPC nobody can tell."""

from __future__ import annotations

import asyncio
import json
import os
import sys
import time
from typing import TYPE_CHECKING

import grpc
import pytest
from redis.asyncio import Redis

from ludoteca.v1 import table_pb2
from ludoteca.v1 import table_service_pb2 as wire
from ludoteca_server.eventlog import keys
from tests.e2e.api.table import (
    PATIENCE_S,
    Game,
    Service,
    Stubs,
    bearer,
    channel,
    each_worker,
    failing,
    hear,
    new_game,
    new_id,
    until_gone,
    view_at,
)
from tests.e2e.api.test_records import export, to_import, to_verify

if TYPE_CHECKING:
    from pathlib import Path

TABLES = int(os.environ.get("LUDOTECA_TABLES", "300"))
"""Tables of the check that memory stays flat; the first third warms up. A soak plays 10,000."""
AT_ONCE = 16


async def everything(stubs: Stubs, game: Game, last: int) -> list[object]:
    """All that the wire tells of a table that is over."""
    table_id = game.table_id
    asked: list[object] = [await stubs.tables.GetTable(wire.GetTableRequest(table_id=table_id))]
    for token in (None, *game.tokens):
        for seq in (None, 1, last // 2):
            asked.append(await view_at(stubs, table_id, seq, token))  # noqa: PERF401
        asked.append(await hear(stubs, table_id, 1, last, token))
        asked.append(await export(stubs, table_id, token))
    return asked


async def until_away(store: str, tables: list[str]) -> None:
    """Returns when no log of these tables is in the store."""
    deadline_s = time.monotonic() + PATIENCE_S + len(tables) / 10
    async with Redis.from_url(store) as raw:
        for table_id in tables:
            while await raw.type(keys.stream(table_id)) != b"string":
                assert time.monotonic() < deadline_s, f"{table_id} is still there"
                await asyncio.sleep(0.05)


async def ludoteca(*arguments: str) -> object:
    """What a command answers."""
    process = await asyncio.create_subprocess_exec(
        *(sys.executable, "-m", "ludoteca_cli", *arguments, "--json"),
        stdout=asyncio.subprocess.PIPE,
    )
    answer, _ = await process.communicate()
    assert process.returncode == 0, arguments
    return json.loads(answer)


async def complaint(*arguments: str) -> str:
    """What a command says that does not work."""
    process = await asyncio.create_subprocess_exec(
        *(sys.executable, "-m", "ludoteca_cli", *arguments),
        stdout=asyncio.subprocess.PIPE,
        stderr=asyncio.subprocess.STDOUT,
    )
    said, _ = await process.communicate()
    assert process.returncode == 1, arguments
    return " ".join(said.decode().split())


async def test_a_table_in_the_archive_is_viewed_watched_and_exported(tmp_path: Path) -> None:
    archive, data = tmp_path / "archive", tmp_path / "data"
    place = ("--archive", str(archive), "--data-dir", str(data))
    service = Service(tmp_path, archive=archive, archive_after_s=1)
    store = str(service.running()["store"])
    async with each_worker(service.address) as workers:
        game = await new_game(workers[0])
        last = await game.finish(workers[0])
        before = await everything(workers[0], game, last)
        live = await new_game(workers[1])
        await until_away(store, [game.table_id])
        for stubs in workers:
            assert await everything(stubs, game, last) == before
    await until_gone(service.kill_workers(), service)
    async with each_worker(service.address) as workers:
        for stubs in workers:
            assert await everything(stubs, game, last) == before
        record = await export(workers[0], game.table_id)
        verdict = await workers[1].records.VerifyRecord(to_verify(record))
        assert verdict.ok, verdict.failure
        assert verdict.events == last
        kept = await workers[0].records.ImportRecord(to_import(record, new_id()))
        assert kept.events == last
        rows = (await workers[0].tables.ListTables(wire.ListTablesRequest(page_size=500))).tables
        assert {game.table_id, live.table_id, kept.table_id} == {row.table_id for row in rows}
        await until_away(store, [kept.table_id])
        assert {file["table"] for file in await ludoteca("archive", "list", *place)} == {  # type: ignore[attr-defined]  # as the command answers
            game.table_id,
            kept.table_id,
        }
        assert await ludoteca("reindex", *place) == {"tables": 3, "archived": 2}
        assert await ludoteca("archive", "run", *place, "--archive-after-s", "0") == {
            "tables": 0,
            "bytes": 0,
            "failed": 0,
        }
    await until_gone(service.kill_workers(), service)
    archive.rename(tmp_path / "unmounted")
    async with each_worker(service.address) as workers:
        for stubs in workers:
            request = wire.GetViewRequest(table_id=game.table_id)
            away = await failing(stubs.tables.GetView(request))
            assert (away.code, away.info.reason) == (grpc.StatusCode.UNAVAILABLE, "archive_away")
            assert away.retry_s
            await live.move(stubs)
        assert "is not the archive that" in await complaint("doctor", *place)
        assert "There is no archive at" in await complaint("archive", "list", *place)
        (tmp_path / "unmounted").rename(archive)
        for stubs in workers:
            assert await everything(stubs, game, last) == before
        back = await ludoteca("archive", "restore", game.table_id, *place)
        assert back == {"tables": {game.table_id: last}}
        assert await everything(workers[0], game, last) == before
    assert service.stop() == 0


async def play_one(stubs: Stubs) -> str:
    """A table from its creation to its end, by resigning."""
    game = await new_game(stubs)
    for move in range(2):
        await game.move(stubs, move)
    request = wire.ResignRequest(table_id=game.table_id, request_id=new_id())
    await stubs.tables.Resign(request, metadata=bearer(game.tokens[0]))
    table = (await stubs.tables.GetTable(wire.GetTableRequest(table_id=game.table_id))).table
    assert table.lifecycle == table_pb2.LIFECYCLE_FINISHED
    return game.table_id


async def play_many(stubs: Stubs, count: int) -> list[str]:
    """So many tables, some at once."""
    left = iter(range(count))

    async def play() -> list[str]:
        return [await play_one(stubs) for _ in left]

    parts = await asyncio.gather(*(play() for _ in range(AT_ONCE)))
    return [table_id for part in parts for table_id in part]


def resident_bytes(pid: int) -> int:
    """What a process has in memory."""
    with open(f"/proc/{pid}/statm", encoding="ascii") as told:
        return int(told.read().split()[1]) * os.sysconf("SC_PAGE_SIZE")


@pytest.mark.skipif(sys.platform != "linux", reason="memory is read from /proc")
async def test_r37_memory_stays_flat_over_finished_tables(tmp_path: Path) -> None:
    """Of a worker, and of the store but for a row of the lobby and an id a table."""
    service = Service(
        tmp_path,
        workers=1,
        archive=tmp_path / "archive",
        archive_after_s=0,
        cache_tables=50,
        peer_tables_per_minute=0,
        peer_calls_per_second=0,
    )
    store = str(service.running()["store"])
    [pid] = service.worker_pids()
    stubs = Stubs(channel(service.address))
    async with Redis.from_url(store) as raw:

        async def used() -> tuple[int, int]:
            info = await raw.info("memory")
            return resident_bytes(pid), int(info["used_memory_dataset"])

        first = await play_many(stubs, TABLES // 3)
        await until_away(store, first)
        worker_before, store_before = await used()
        rest = await play_many(stubs, TABLES - len(first))
        await until_away(store, rest)
        worker_after, store_after = await used()
    growth = worker_after / worker_before - 1
    a_table = (store_after - store_before) / len(rest)
    print(
        f"{len(rest)} finished tables: the worker grew by {growth:.1%} of {worker_before / 1e6:.0f} MB,"
        f" the store by {a_table:.0f} bytes a table"
    )
    await stubs.channel.close()
    assert service.stop() == 0
    assert growth < 0.05
    assert a_table < 2_000
