"""Backup and restore as docs/operations.md has them: what was acknowledged before the copy is in it, and every log holds."""

from __future__ import annotations

import asyncio
import json
import os
import re
import shutil
import signal
import sys
import textwrap
from pathlib import Path
from typing import TYPE_CHECKING

import pytest
from redis.asyncio import Redis

from ludoteca_server.eventlog import keys
from ludoteca_server.eventlog.audit import audit
from ludoteca_server.eventlog.redis_streams import RedisStreams
from ludoteca_server.model.entry import EMPTY
from ludoteca_server.model.errors import CorruptLog

if TYPE_CHECKING:
    from ludoteca_server.model.entry import EntryId
    from tests.integration.conftest import StartStore

WRITERS = 16
PAGE = Path(__file__).parents[2] / "docs" / "operations.md"


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


async def test_one_damaged_table_comes_back_as_the_page_says(
    start_store: StartStore, tmp_path: Path
) -> None:
    section = PAGE.read_text(encoding="utf-8").split("\n## Backup and restore\n")[1]
    block = re.search(r"```python\n(.*?)```", section, re.DOTALL)
    assert block is not None
    folders = {name: tmp_path / name.lower() for name in ("DATA_DIR", "BACKUP_DIR")}
    valkey = await start_store(folders["DATA_DIR"])
    log = RedisStreams(valkey.url)
    await log.append("t", EMPTY, [b"1", b"2"])
    await valkey.stop()
    folders["BACKUP_DIR"].mkdir(mode=0o700)
    shutil.copytree(folders["DATA_DIR"] / "appendonlydir", folders["BACKUP_DIR"] / "appendonlydir")
    await valkey.start()
    await log.append("other", EMPTY, [b"after the backup"])
    await log.append("t", await log.head("t"), [b"3"])
    first = (await log.read("t"))[0]
    raw = Redis.from_url(valkey.url)
    await raw.xdel(keys.stream("t"), str(first.id))
    with pytest.raises(CorruptLog):
        await log.read("t")

    copy = await start_store(folders["BACKUP_DIR"])
    program = textwrap.dedent(block.group(1)).replace("TABLE", "t")
    for name, folder in folders.items():
        url = {"DATA_DIR": valkey.url, "BACKUP_DIR": copy.url}[name]
        (folder / "ludoteca.json").write_text(json.dumps({"store": url}), encoding="utf-8")
        program = program.replace(name, str(folder))
    process = await asyncio.create_subprocess_exec(sys.executable, "-c", program)
    assert await process.wait() == 0
    assert [entry.event for entry in await log.read("t")] == [b"1", b"2"]
    await log.append("t", await log.head("t"), [b"goes on"])
    found = await audit(log)
    assert (found.faults, found.tables) == ([], 2), "the other table was not touched"
    await log.close()
    await raw.aclose()
