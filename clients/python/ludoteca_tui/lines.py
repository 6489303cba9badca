"""Lines that somebody types, or that a script sends."""

from __future__ import annotations

import asyncio
import contextlib
import os
import sys
import threading
from typing import Protocol


class LineSource(Protocol):
    """Where commands come from."""

    is_interactive: bool
    """Whether a person types: then lines are read at any time, else only when something is asked."""

    async def next(self) -> str | None:
        """The next line without its end; None at the end of the input."""


class StandardInput:
    """Standard input, read by a thread of its own: a terminal, a pipe or a file alike."""

    def __init__(self) -> None:
        self.is_interactive = sys.stdin.isatty()
        self._queue: asyncio.Queue[str | None] = asyncio.Queue()
        self._loop = asyncio.get_running_loop()
        # The descriptor itself: a thread that waits within sys.stdin would keep Python from exiting.
        threading.Thread(target=self._read, args=(sys.stdin.fileno(),), daemon=True).start()

    async def next(self) -> str | None:
        """The next line; None, again and again, after the last one."""
        line = await self._queue.get()
        if line is None:
            self._queue.put_nowait(None)
        return line

    def _read(self, descriptor: int) -> None:
        rest = b""
        while piece := os.read(descriptor, 4096):
            *whole, rest = (rest + piece).split(b"\n")
            for line in whole:
                self._pass_on(line.decode(errors="replace").rstrip("\r"))
        if rest:
            self._pass_on(rest.decode(errors="replace"))
        self._pass_on(None)

    def _pass_on(self, line: str | None) -> None:
        with contextlib.suppress(RuntimeError):  # the loop is closed: nobody listens any more
            self._loop.call_soon_threadsafe(self._queue.put_nowait, line)
