"""Backup and restore as docs/operations.md has them: what was acknowledged before the copy is in it, and every log holds."""

from __future__ import annotations

import asyncio
import os
import shutil
import signal
from typing import TYPE_CHECKING

from ludoteca_server.eventlog.audit import audit
from ludoteca_server.eventlog.redis_streams import RedisStreams
from ludoteca_server.model.entry import EMPTY

if TYPE_CHECKING:
    from pathlib import Path

    from ludoteca_server.model.entry import EntryId
    from tests.integration.conftest import StartStore

WRITERS = 16


async def restored(start_store: StartStore, path: Path, table: str) -> list[bytes]:
    """What a store that starts on a copy has of a table; all its logs are proved."""
    valkey = await start_store(path)
    log = RedisStreams(valkey.url)
    entries = await log.read(table)
    assert (await audit(log)).faults == []
    await log.append(table, entries[-1].id, [b"goes on"])
    await log.close()
    return [entry.event for entry in entries]


async def test_a_copy_of_a_stopped_store_is_put_back(
    start_store: StartStore, tmp_path: Path
) -> None:
    valkey = await start_store(tmp_path / "data")
    log = RedisStreams(valkey.url)
    await log.append("t", EMPTY, [b"1", b"2"])
    await valkey.stop()
    shutil.copytree(tmp_path / "data" / "appendonlydir", tmp_path / "backup")
    await valkey.start()
    await log.append("t", await log.head("t"), [b"after the backup"])
    await log.close()
    await valkey.stop()

    (tmp_path / "new").mkdir(mode=0o700)
    shutil.copytree(tmp_path / "backup", tmp_path / "new" / "appendonlydir")
    assert await restored(start_store, tmp_path / "new", "t") == [b"1", b"2"]


async def test_a_snapshot_of_a_running_store_has_all_that_was_acknowledged_before_it(
    start_store: StartStore, tmp_path: Path
) -> None:
    """SIGSTOP stands in for a file system that shows one instant of the whole directory."""
    valkey = await start_store(tmp_path / "data")
    log = RedisStreams(valkey.url)
    heads: dict[str, EntryId] = {}
    busy = asyncio.Event()

    async def write(table: str) -> None:
        head = EMPTY
        for number in range(200):
            (head,) = await log.append(table, head, [b"%d" % number])
            heads[table] = head
            if head.seq == 50:
                busy.set()

    writing = [asyncio.create_task(write(f"t{number}")) for number in range(WRITERS)]
    await busy.wait()
    os.kill(valkey.pid, signal.SIGSTOP)
    acknowledged = dict(heads)
    shutil.copytree(tmp_path / "data", tmp_path / "snapshot")
    os.kill(valkey.pid, signal.SIGCONT)
    await asyncio.gather(*writing)
    await log.close()

    copy = await start_store(tmp_path / "snapshot")
    log = RedisStreams(copy.url)
    for table, head in acknowledged.items():
        entries = await log.read(table)
        assert head in [entry.id for entry in entries], table
    found = await audit(log)
    assert (found.faults, found.tables) == ([], WRITERS)
    assert sum(head.seq for head in acknowledged.values()) <= found.entries < WRITERS * 200
    await log.close()
