"""Workers that cannot be started, or hang before they serve: the others go on, and they are tried again."""

from __future__ import annotations

import asyncio
import errno
import os
import signal
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Any

import pytest

from ludoteca_server import crew as crew_module
from ludoteca_server.crew import Crew, NoWorker

if TYPE_CHECKING:
    from collections.abc import Sequence

PATIENCE_S = 30
SERVES = "import os, time; os.write({fd}, b'{{}}\\n'); time.sleep(600)"
HANGS = "import time; time.sleep(600)"
MUTE = "import os, time; os.close({fd}); time.sleep(600)"


@dataclass
class Tries:
    """What becomes of the tries to start a worker, counted from 1."""

    refused: list[int] = field(default_factory=list)
    """The system has no process to give."""
    hung: list[int] = field(default_factory=list)
    """It never says that it serves."""
    mute: list[int] = field(default_factory=list)
    """It hangs, and has closed the pipe in which it would say so."""
    processes: list[asyncio.subprocess.Process] = field(default_factory=list)
    """Those that were started."""


@pytest.fixture
def tries(monkeypatch: pytest.MonkeyPatch) -> Tries:
    """Tries that end as a test says."""
    start, count = asyncio.create_subprocess_exec, 0
    tries = Tries()

    async def started(
        program: str, *_: str, pass_fds: Sequence[int], **given: Any
    ) -> asyncio.subprocess.Process:
        nonlocal count
        count += 1
        if count in tries.refused:
            raise BlockingIOError(errno.EAGAIN, os.strerror(errno.EAGAIN))
        words = HANGS if count in tries.hung else MUTE if count in tries.mute else SERVES
        words = words.format(fd=pass_fds[0])
        tries.processes.append(await start(program, "-c", words, pass_fds=pass_fds, **given))
        return tries.processes[-1]

    monkeypatch.setattr(asyncio, "create_subprocess_exec", started)
    monkeypatch.setattr(crew_module, "_BACK_OFF_S", (0.01,))
    return tries


def open_files() -> int:
    return len(os.listdir("/proc/self/fd"))


async def test_a_worker_that_cannot_be_started_is_started_later(tries: Tries) -> None:
    tries.refused += [2, 3]
    both = asyncio.Event()
    crew = Crew(2, "{}", lambda pids: both.set() if len(pids) == 2 else None, reporting=True)
    keepers = crew.start()
    async with asyncio.timeout(PATIENCE_S):
        await both.wait()
    assert not any(each.done() for each in keepers)
    assert crew.deaths == 2
    await crew.drain(PATIENCE_S, asyncio.Event())


async def no_worker_serves(why: str) -> None:
    """A crew of one gives up, says why, and leaves no file open."""
    before = open_files()
    crew = Crew(1, "{}", lambda _: None, reporting=True)
    [keeper] = crew.start()
    with pytest.raises(NoWorker, match=why):
        await asyncio.wait_for(keeper, PATIENCE_S)
    assert open_files() == before


async def test_where_no_worker_was_ever_started_it_is_said(tries: Tries) -> None:
    tries.refused += range(1, 10)
    await no_worker_serves(f"status {os.EX_OSERR}")


@pytest.mark.parametrize("kind", ["hung", "mute"])
async def test_a_worker_that_hangs_before_it_serves_is_killed_and_started_anew(
    tries: Tries, kind: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(crew_module, "_SERVES_WITHIN_S", 2.0)
    getattr(tries, kind).append(2)
    both = asyncio.Event()
    crew = Crew(2, "{}", lambda pids: both.set() if len(pids) == 2 else None, reporting=True)
    keepers = crew.start()
    async with asyncio.timeout(PATIENCE_S):
        await both.wait()
    assert not any(each.done() for each in keepers)
    assert tries.processes[1].returncode == -signal.SIGKILL
    assert [each.returncode for each in tries.processes[2:]] == [None], "one in its place"
    await crew.drain(PATIENCE_S, asyncio.Event())


async def test_where_every_worker_hangs_at_the_first_start_it_is_said(
    tries: Tries, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(crew_module, "_SERVES_WITHIN_S", 0.1)
    tries.hung += range(1, 10)
    await no_worker_serves(r"did not serve within .* a disk that holds its files")
