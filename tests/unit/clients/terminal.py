"""A terminal that keeps what was printed, and somebody who types into it."""

from __future__ import annotations

import asyncio
import io
from typing import TYPE_CHECKING

from rich.console import Console

from ludoteca_tui.lines import Key
from ludoteca_tui.look import Look

if TYPE_CHECKING:
    from collections.abc import Callable, Sequence


class _Tape(io.StringIO):
    """Keeps what is written, and says that something was."""

    def __init__(self) -> None:
        super().__init__()
        self.written = asyncio.Event()

    def write(self, text: str) -> int:
        self.written.set()
        return super().write(text)


def paper(width: int = 120, *, ascii: bool = True) -> Look:  # noqa: A002 - as the flag
    """A look whose console writes into memory, without colours."""
    console = Console(file=_Tape(), width=width, color_system=None, highlight=False, markup=False)
    return Look(console, ascii=ascii)


def printed(look: Look) -> str:
    """All that was printed so far."""
    assert isinstance(look.console.file, _Tape)
    return look.console.file.getvalue()


async def seen(look: Look, text: str) -> str:
    """Waits until a text has been printed; returns all that has."""
    tape = look.console.file
    assert isinstance(tape, _Tape)
    while text not in tape.getvalue():
        tape.written.clear()
        await tape.written.wait()
    return tape.getvalue()


class Script:
    """Types lines, each when the client asks for one; then the input ends."""

    is_interactive = False

    def __init__(self, lines: Sequence[str]) -> None:
        self.left = list(lines)

    async def next(self) -> str | None:
        return self.left.pop(0) if self.left else None


class Typist:
    """Reads what was printed since the last line and types an answer to it."""

    is_interactive = False

    def __init__(self, look: Look, answer: Callable[[str], str]) -> None:
        self.typed: list[str] = []
        self._look = look
        self._answer = answer
        self._read = 0

    async def next(self) -> str | None:
        text = printed(self._look)
        line = self._answer(text[self._read :])
        self._read = len(text)
        self.typed.append(line)
        return line


class Hand:
    """Types when the test says so, like a person at a terminal."""

    is_interactive = True

    def __init__(self) -> None:
        self._lines: asyncio.Queue[str | None] = asyncio.Queue()

    def type(self, line: str) -> None:
        self._lines.put_nowait(line)

    async def next(self) -> str | None:
        return await self._lines.get()


class Keyboard(Hand):
    """A terminal whose keys can be read one by one."""

    def __init__(self) -> None:
        super().__init__()
        self.is_by_keys = False

    def by_keys(self, wanted: bool) -> bool:
        self.is_by_keys = wanted
        return wanted

    def press(self, key: str) -> None:
        self.type(Key(key))
