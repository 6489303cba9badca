"""A terminal that keeps what was printed, and somebody who types into it."""

from __future__ import annotations

import io
from typing import TYPE_CHECKING

from rich.console import Console

from ludoteca_tui.look import Look

if TYPE_CHECKING:
    from collections.abc import Callable, Sequence


def paper(width: int = 120, *, ascii: bool = True) -> Look:  # noqa: A002 - as the flag
    """A look whose console writes into memory, without colours."""
    console = Console(
        file=io.StringIO(), width=width, color_system=None, highlight=False, markup=False
    )
    return Look(console, ascii=ascii)


def printed(look: Look) -> str:
    """All that was printed so far."""
    assert isinstance(look.console.file, io.StringIO)
    return look.console.file.getvalue()


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
