"""Archiving on a real Valkey and a real directory, killed at every step: nothing is lost, no table is half anywhere."""

from __future__ import annotations

import asyncio
import os
import random
import signal
import sys
from contextlib import AsyncExitStack, asynccontextmanager, suppress
from pathlib import Path
from typing import TYPE_CHECKING

import pytest
from redis.asyncio import Redis

from ludoteca.v1 import table_service_pb2 as wire
from ludoteca_server.application.resign import resign
from ludoteca_server.bootstrap import build
from ludoteca_server.eventlog import keys
from ludoteca_server.model.errors import LostRace, StoreAway
from ludoteca_server.settings import Settings
from tests.integration.archive_victim import STEPS
from tests.unit.application.house import House, new_id

if TYPE_CHECKING:
    from collections.abc import AsyncIterator

    from ludoteca_server.application.service import Application
    from ludoteca_server.model.entry import Entry
    from tests.integration.conftest import StartStore

VICTIM = Path(__file__).with_name("archive_victim.py")
KILLS = int(os.environ.get("LUDOTECA_KILLS", "4"))
TABLES = 4 * KILLS + 10


@asynccontextmanager
async def worker(store: str, archive: Path) -> AsyncIterator[Application]:
    """A worker of its own, with nothing in its memory."""
    async with AsyncExitStack() as stack:
        settings = Settings.model_validate({"redis": store, "archive": str(archive)})
        yield await build(settings, "w", stack)


async def finished(app: Application) -> str:
    """A table that has ended."""
    table = await House().playing(app)
    await table.move(app)
    request = wire.ResignRequest(table_id=table.table_id, request_id=new_id())
    await resign(request.SerializeToString(), table.tokens[0], scribe=app.scribe, pace=app.pace)
    return table.table_id


async def victim(store: str, archive: Path, step: str) -> asyncio.subprocess.Process:
    return await asyncio.create_subprocess_exec(
        sys.executable, str(VICTIM), store, str(archive), step
    )


async def logs_of(app: Application, tables: list[str]) -> dict[str, list[Entry]]:
    return {table_id: await app.log.read(table_id) for table_id in tables}


async def whereabouts(raw: Redis, tables: list[str]) -> list[str]:
    """What the store has of each table."""
    kinds = [await raw.type(keys.stream(table_id)) for table_id in tables]
    return [kind.decode() if isinstance(kind, bytes) else kind for kind in kinds]


async def run_to_the_end(app: Application, raw: Redis) -> None:
    """Another worker goes on, as soon as the dead one's lease is over."""
    assert app.archivist is not None
    await raw.delete(keys.ARCHIVE_HOLDER)
    moved = await app.archivist.run(0)
    assert moved is not None
    assert moved.failed == 0


async def test_r19_kill_at_any_step_loses_nothing(start_store: StartStore, tmp_path: Path) -> None:
    valkey = await start_store(tmp_path / "store")
    async with Redis.from_url(valkey.url) as raw:
        for number, step in enumerate(STEPS):
            archive = tmp_path / "archive"
            async with worker(valkey.url, archive) as app:
                tables = [await finished(app)]
                await app.alarms.put(tables[0], 99, 5)
                before = await logs_of(app, tables)
            dying = await victim(valkey.url, archive, step)
            assert await dying.wait() == -signal.SIGKILL, step
            is_away = step in ("removed", "forgotten")
            assert await whereabouts(raw, tables) == ["string" if is_away else "stream"], step
            async with worker(valkey.url, archive) as app:
                assert await logs_of(app, tables) == before, step
                await run_to_the_end(app, raw)
                assert await whereabouts(raw, tables) == ["string"], step
                assert await app.lobby.ended(2**52, 10) == []
            async with worker(valkey.url, archive) as app:
                assert await logs_of(app, tables) == before, step
                assert len((await app.lobby.rows("", 100))[0]) == number + 1
            assert len(list(archive.rglob("*.log.zst"))) == number + 1
            due = [await raw.zscore(keys.due(shard), tables[0]) for shard in range(keys.DUE_SETS)]
            assert due == [None] * keys.DUE_SETS
        print(f"killed at {len(STEPS)} steps, nothing lost")


async def test_r19_kills_at_random_moments_lose_nothing(
    start_store: StartStore, tmp_path: Path
) -> None:
    valkey, archive = await start_store(tmp_path / "store"), tmp_path / "archive"
    seed = random.SystemRandom().randrange(1 << 30)
    dice = random.Random(seed)  # noqa: S311  # nothing is secret here
    print(f"seed {seed}")
    async with Redis.from_url(valkey.url) as raw:
        async with worker(valkey.url, archive) as app:
            tables = [await finished(app) for _ in range(TABLES)]
            before = await logs_of(app, tables)
        kills = 0
        for _ in range(KILLS):
            here = (await whereabouts(raw, tables)).count("stream")
            if not here:
                break
            await raw.delete(keys.ARCHIVE_HOLDER)
            dying = await victim(valkey.url, archive, "none")
            wanted = here - dice.randrange(1, 7)
            while (await whereabouts(raw, tables)).count("stream") > max(wanted, 0):
                await asyncio.sleep(dice.random() / 500)
            dying.kill()
            await dying.wait()
            kills += 1
            async with worker(valkey.url, archive) as app:
                assert await logs_of(app, tables) == before
        async with worker(valkey.url, archive) as app:
            await run_to_the_end(app, raw)
        async with worker(valkey.url, archive) as app:
            assert await logs_of(app, tables) == before
        assert await whereabouts(raw, tables) == ["string"] * TABLES
    print(f"{kills} kills over {TABLES} tables, nothing lost")


async def test_r12_the_store_is_killed_while_tables_leave_and_come_back(
    start_store: StartStore, tmp_path: Path
) -> None:
    valkey, archive = await start_store(tmp_path / "store"), tmp_path / "archive"
    async with Redis.from_url(valkey.url) as raw, worker(valkey.url, archive) as app:
        tables = [await finished(app) for _ in range(TABLES)]
        before = await logs_of(app, tables)
        assert app.archivist is not None
        running = asyncio.create_task(app.archivist.run(0))
        while (await whereabouts(raw, tables)).count("string") < TABLES // 3:
            await asyncio.sleep(0)
        await valkey.kill()
        with suppress(StoreAway):
            await running
        await valkey.start()
        assert await logs_of(app, tables) == before
        await run_to_the_end(app, raw)
        coming = [asyncio.create_task(app.archivist.restore(each)) for each in tables]
        await asyncio.wait(coming, return_when=asyncio.FIRST_COMPLETED)
        await valkey.kill()
        await asyncio.gather(*coming, return_exceptions=True)
        await valkey.start()
        assert await logs_of(app, tables) == before
        for table_id in tables:
            await app.archivist.restore(table_id)
        assert await whereabouts(raw, tables) == ["stream"] * TABLES
        assert await logs_of(app, tables) == before


async def test_r14_a_writer_that_was_stopped_meanwhile_cannot_begin_a_table_anew(
    start_store: StartStore, tmp_path: Path
) -> None:
    valkey, archive = await start_store(tmp_path / "store"), tmp_path / "archive"
    async with Redis.from_url(valkey.url) as raw, worker(valkey.url, archive) as app:
        table_id = await finished(app)
        [entries] = (await logs_of(app, [table_id])).values()
        await run_to_the_end(app, raw)
        ids = [entry.id for entry in entries]
        for head, event in (
            (ids[-1], b"later"),
            (ids[1], b"fork"),
            (ids[0]._replace(seq=0, chain=0), b"anew"),
        ):
            with pytest.raises(LostRace) as lost:
                await app.log.append(table_id, head, [event])
            assert lost.value.seq == len(entries)
        assert (
            await app.log.append(table_id, ids[2], [entry.event for entry in entries[3:]])
            == ids[3:]
        )
        assert await whereabouts(raw, [table_id]) == ["string"]
