"""Workers that cannot be started: the others go on, and they are tried again."""

from __future__ import annotations

import asyncio
import errno
import os
from typing import TYPE_CHECKING, Any

import pytest

from ludoteca_server import crew as crew_module
from ludoteca_server.crew import Crew, NoWorker

if TYPE_CHECKING:
    from collections.abc import Sequence

PATIENCE_S = 30
SERVES = "import os, time; os.write({fd}, b'{{}}\\n'); time.sleep(600)"


@pytest.fixture
def refused(monkeypatch: pytest.MonkeyPatch) -> list[int]:
    """The tries, counted from 1, at which the system has no process to give."""
    start, tries = asyncio.create_subprocess_exec, 0
    numbers: list[int] = []

    async def started(
        program: str, *_: str, pass_fds: Sequence[int], **given: Any
    ) -> asyncio.subprocess.Process:
        nonlocal tries
        tries += 1
        if tries in numbers:
            raise BlockingIOError(errno.EAGAIN, os.strerror(errno.EAGAIN))
        words = ("-c", SERVES.format(fd=pass_fds[0]))
        return await start(program, *words, pass_fds=pass_fds, **given)

    monkeypatch.setattr(asyncio, "create_subprocess_exec", started)
    monkeypatch.setattr(crew_module, "_BACK_OFF_S", (0.01,))
    return numbers


def open_files() -> int:
    return len(os.listdir("/proc/self/fd"))


async def test_a_worker_that_cannot_be_started_is_started_later(refused: list[int]) -> None:
    refused += [2, 3]
    both = asyncio.Event()
    crew = Crew(2, "{}", lambda pids: both.set() if len(pids) == 2 else None, reporting=True)
    keepers = crew.start()
    async with asyncio.timeout(PATIENCE_S):
        await both.wait()
    assert not any(each.done() for each in keepers)
    assert crew.deaths == 2
    await crew.drain(PATIENCE_S, asyncio.Event())


async def test_where_no_worker_was_ever_started_it_is_said(refused: list[int]) -> None:
    refused += range(1, 10)
    before = open_files()
    crew = Crew(1, "{}", lambda _: None, reporting=True)
    [keeper] = crew.start()
    with pytest.raises(NoWorker, match=f"status {os.EX_OSERR}"):
        await asyncio.wait_for(keeper, PATIENCE_S)
    assert open_files() == before
