"""The embedded Valkey and its data directory."""

from __future__ import annotations

import asyncio
import os
import signal
import sys
from pathlib import Path
from typing import TYPE_CHECKING

import pytest
from redis.asyncio import Redis

from ludoteca_server import datadir
from ludoteca_server.datadir import DataDir, DataDirInUse, Running
from ludoteca_server.eventlog import keys
from ludoteca_server.eventlog.redis_streams import RedisStreams
from ludoteca_server.eventlog.survey import survey
from ludoteca_server.model.entry import EMPTY
from ludoteca_server.valkey import StoreFailed, Valkey, find_binary, version_of

if TYPE_CHECKING:
    from collections.abc import Sequence

    from tests.integration.conftest import StartStore

EVENTS = [b"event %d" % seq for seq in range(1, 21)]


async def append(url: str, events: Sequence[bytes]) -> None:
    """Appends to table t."""
    log = RedisStreams(url)
    await log.append("t", await log.head("t"), events)
    await log.close()


async def stored(url: str) -> list[bytes]:
    """What table t holds."""
    log = RedisStreams(url)
    entries = await log.read("t")
    await log.close()
    return [entry.event for entry in entries]


def incremental(path: Path) -> Path:
    """The append-only file in use."""
    (file,) = (path / "appendonlydir").glob("*.incr.aof")
    return file


async def test_everything_is_there_after_a_clean_stop(
    start_store: StartStore, tmp_path: Path
) -> None:
    valkey = await start_store(tmp_path)
    await append(valkey.url, EVENTS)
    pid = valkey.pid
    await valkey.stop()
    with pytest.raises(ProcessLookupError):
        os.kill(pid, 0)
    await valkey.start()
    assert await stored(valkey.url) == EVENTS
    assert valkey.cut is None


async def test_the_level_process_lets_the_store_write_once_a_second(tmp_path: Path) -> None:
    owned = await DataDir.own(tmp_path)
    valkey = Valkey(owned, durability="process")
    await valkey.start()
    (facts,) = await survey(valkey.url)
    assert (facts.appendonly, facts.appendfsync) == (True, "everysec")
    await valkey.stop()
    owned.release()


async def test_an_event_takes_21_bytes_more_than_its_own_whatever_the_length_of_the_log(
    start_store: StartStore, tmp_path: Path
) -> None:
    """18 of them are the entry's: its id's chain 10, seq 2, flags 2, the length of the event 2, of the entry 2."""
    valkey = await start_store(tmp_path)
    log = RedisStreams(valkey.url)
    lengths = range(100, 301, 10)
    async with Redis.from_url(valkey.url) as raw:
        taken = 0
        for length in lengths:
            await log.append(f"t{length}", EMPTY, [b"e" * 36] * length)
            taken += await raw.memory_usage(keys.stream(f"t{length}"), samples=0) or 0
    await log.close()
    assert taken / sum(lengths) <= 36 + 21


async def test_r12_zeros_behind_the_last_event_are_cut_and_told(
    start_store: StartStore, tmp_path: Path
) -> None:
    """A power cut on some file systems: the file has its new length, and zeros where the data was to be."""
    valkey = await start_store(tmp_path)
    await append(valkey.url, EVENTS)
    await valkey.kill()
    size = incremental(tmp_path).stat().st_size
    for zeros in (1, 4096, 200_000):
        with incremental(tmp_path).open("ab") as file:
            file.write(bytes(zeros))
        told: list[str] = []
        valkey._tell = told.append
        await valkey.start()
        assert valkey.cut is not None
        assert (valkey.cut.zeros, valkey.cut.size) == (zeros, size)
        assert told[0] == str(valkey.cut)
        assert await stored(valkey.url) == EVENTS
        await valkey.kill()
        assert incremental(tmp_path).stat().st_size == size


async def test_r12_a_torn_last_event_is_dropped_with_or_without_zeros_behind_it(
    start_store: StartStore, tmp_path: Path
) -> None:
    valkey = await start_store(tmp_path)
    await append(valkey.url, EVENTS)
    await valkey.kill()
    whole = incremental(tmp_path).read_bytes()
    for torn in (whole[:-5], whole[:-5] + bytes(5000), whole[:-40] + bytes(40)):
        incremental(tmp_path).write_bytes(torn)
        await valkey.start()
        assert await stored(valkey.url) == EVENTS[:-1]
        await append(valkey.url, [b"another 20"])
        await valkey.kill()
        await valkey.start()
        assert await stored(valkey.url) == [*EVENTS[:-1], b"another 20"]
        await valkey.kill()


async def test_a_damaged_file_is_refused_with_the_stores_own_words(
    start_store: StartStore, tmp_path: Path
) -> None:
    valkey = await start_store(tmp_path)
    await append(valkey.url, EVENTS)
    await valkey.stop()
    whole = bytearray(incremental(tmp_path).read_bytes())
    whole[whole.index(b"XADD") - 3] = 0xFF
    incremental(tmp_path).write_bytes(whole)
    with pytest.raises(StoreFailed, match=r"(?s)cannot start: .+valkey\.log"):
        await valkey.start()
    assert valkey.pid == 0


async def test_a_second_owner_is_refused_and_told_of_the_first(
    start_store: StartStore, tmp_path: Path
) -> None:
    await start_store(tmp_path)
    with pytest.raises(DataDirInUse, match=f"process id {os.getpid()}") as refused:
        await DataDir.own(tmp_path)
    assert refused.value.running == Running(pid=os.getpid())
    assert datadir.running(tmp_path) == Running(pid=os.getpid())


async def test_whoever_looks_is_told_the_address(tmp_path: Path) -> None:
    assert datadir.running(tmp_path / "none") is None
    owned = await DataDir.own(tmp_path)
    told = Running(os.getpid(), "127.0.0.1:7777", store="unix:///x", store_pid=7, workers=[1, 2])
    owned.tell(told)
    assert datadir.running(tmp_path) == told
    with pytest.raises(DataDirInUse, match=r"at 127\.0\.0\.1:7777"):
        await DataDir.own(tmp_path)
    owned.release()
    assert datadir.running(tmp_path) is None
    (await DataDir.own(tmp_path)).release()


OWNER = """
import asyncio, sys
from pathlib import Path
from ludoteca_server.datadir import DataDir
from ludoteca_server.valkey import Valkey

async def main():
    owned = await DataDir.own(Path(sys.argv[1]))
    valkey = Valkey(owned)
    await valkey.start()
    print(valkey.pid, valkey.url, flush=True)
    await asyncio.Event().wait()

asyncio.run(main())
"""


@pytest.mark.skipif(sys.platform != "linux", reason="PDEATHSIG is Linux")
async def test_r12_the_store_dies_with_its_killed_owner_and_the_next_start_has_everything(
    start_store: StartStore, tmp_path: Path
) -> None:
    owner = await asyncio.create_subprocess_exec(
        sys.executable, "-c", OWNER, tmp_path, stdout=asyncio.subprocess.PIPE
    )
    assert owner.stdout is not None
    pid, url = (await owner.stdout.readline()).decode().split()
    await append(url, EVENTS)
    owner.send_signal(signal.SIGKILL)
    await owner.wait()
    valkey = await start_store(tmp_path)  # waits for the lock that the store still holds
    assert str(valkey.pid) != pid
    assert await stored(valkey.url) == EVENTS


async def test_the_socket_has_a_short_path_and_is_ones_own(tmp_path: Path) -> None:
    deep = tmp_path / ("d" * 200)
    owned = await DataDir.own(deep)
    socket = owned.socket_path()
    assert len(str(socket)) < 104
    assert socket.parent.stat().st_mode & 0o077 == 0
    assert socket == owned.socket_path()
    owned.release()


async def test_the_wheel_brings_the_program(tmp_path: Path) -> None:
    assert (await version_of(find_binary()))[0] >= 9
    with pytest.raises(StoreFailed, match="correct valkey_binary"):
        find_binary(tmp_path / "none")
    with pytest.raises(StoreFailed, match="neither Valkey nor Redis"):
        await version_of(find_binary(Path(sys.executable)))


async def test_an_old_program_is_refused(tmp_path: Path) -> None:
    old = tmp_path / "redis-server"
    old.write_text("#!/bin/sh\necho Redis server v=6.2.14 sha=0\n")
    old.chmod(0o755)
    owned = await DataDir.own(tmp_path / "data")
    with pytest.raises(StoreFailed, match=r"version 6\.2\.14: 7 is the oldest"):
        await Valkey(owned, binary=old).start()
    owned.release()


async def test_a_store_that_cannot_write_its_directory_says_so(tmp_path: Path) -> None:
    owned = await DataDir.own(tmp_path)
    (tmp_path / "appendonlydir").write_text("a file where a folder has to be")
    with pytest.raises(StoreFailed, match="cannot start"):
        await Valkey(owned).start()
    owned.release()
