"""Lines that somebody types, or that a script sends."""

from __future__ import annotations

import asyncio
import contextlib
import os
import sys
import termios
import threading
from typing import Protocol, runtime_checkable


class LineSource(Protocol):
    """Where commands come from."""

    is_interactive: bool
    """Whether a person types: then lines are read at any time, else only when something is asked."""

    async def next(self) -> str | None:
        """The next line without its end; None at the end of the input."""


class Key(str):
    """A single key, pressed where keys are read one by one."""

    __slots__ = ()


@runtime_checkable
class KeySource(Protocol):
    """A line source that can give keys as they are pressed."""

    def by_keys(self, wanted: bool) -> bool:
        """Reads keys one by one, or lines again; whether it is keys now."""


class StandardInput:
    """Standard input, read by a thread of its own: a terminal, a pipe or a file alike."""

    def __init__(self) -> None:
        self.is_interactive = sys.stdin.isatty()
        self._queue: asyncio.Queue[str | None] = asyncio.Queue()
        self._loop = asyncio.get_running_loop()
        self._descriptor = sys.stdin.fileno()
        self._is_by_keys = False
        # The descriptor itself: a thread that waits within sys.stdin would keep Python from exiting.
        threading.Thread(target=self._read, args=(self._descriptor,), daemon=True).start()

    async def next(self) -> str | None:
        """The next line; None, again and again, after the last one."""
        line = await self._queue.get()
        if line is None:
            self._queue.put_nowait(None)
        return line

    def by_keys(self, wanted: bool) -> bool:
        """Switches a terminal between lines with an echo and single keys without one."""
        if not self.is_interactive or wanted == self._is_by_keys:
            return self._is_by_keys
        attributes = termios.tcgetattr(self._descriptor)
        line_flags = termios.ICANON | termios.ECHO
        attributes[3] = attributes[3] & ~line_flags if wanted else attributes[3] | line_flags
        # What was typed before meant something else: a stray key must not become a press.
        termios.tcsetattr(self._descriptor, termios.TCSAFLUSH, attributes)
        self._is_by_keys = wanted
        return wanted

    def _read(self, descriptor: int) -> None:
        rest = b""
        while piece := os.read(descriptor, 4096):
            if self._is_by_keys and not rest:
                for key in piece.decode(errors="replace"):
                    self._pass_on(Key(key))
                continue
            *whole, rest = (rest + piece).split(b"\n")
            for line in whole:
                self._pass_on(line.decode(errors="replace").rstrip("\r"))
        if rest:
            self._pass_on(rest.decode(errors="replace"))
        self._pass_on(None)

    def _pass_on(self, line: str | None) -> None:
        with contextlib.suppress(RuntimeError):  # the loop is closed: nobody listens any more
            self._loop.call_soon_threadsafe(self._queue.put_nowait, line)
