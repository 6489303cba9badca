"""A person at a real terminal: a pseudo-terminal with the client in it, read as it is drawn."""

from __future__ import annotations

import fcntl
import os
import pty
import re
import select
import signal
import struct
import subprocess
import sys
import termios
import time
from contextlib import contextmanager
from typing import TYPE_CHECKING

from ludoteca_tui.numerals import numeral
from tests.e2e.clients.people import AnyNumber

if TYPE_CHECKING:
    from collections.abc import Iterator
    from pathlib import Path

PATIENCE_S = 120
ROWS = 50
_STYLE = re.compile(r"\x1b\[[0-9;]*m")
_DRAWINGS = {tuple(numeral(number)): number for number in (None, *range(1, 19))}
NUMBER_AT = slice(12, 24)
"""The columns of a panel that hold the number."""


class Terminal:
    """What was written to it, and a way to type."""

    def __init__(self, descriptor: int) -> None:
        self._descriptor = descriptor
        self._bytes = b""
        self.is_closed = False

    @property
    def text(self) -> str:
        """All that was written, without colours; what was drawn over is still there."""
        plain = _STYLE.sub("", self._bytes.decode(errors="ignore"))
        return plain.replace("\r\n", "\n")

    def read(self, at_most_s: float) -> None:
        """Waits for more, for so long at most."""
        if self.is_closed or not select.select([self._descriptor], [], [], at_most_s)[0]:
            return
        try:
            piece = os.read(self._descriptor, 1 << 16)
        except OSError:  # Linux says so when the other end is closed
            piece = b""
        self.is_closed = not piece
        self._bytes += piece

    def type(self, text: str) -> None:
        os.write(self._descriptor, text.encode())


@contextmanager
def terminal(home: Path, width: int, *arguments: str) -> Iterator[Terminal]:
    """`ludoteca` with these arguments in a terminal so wide."""
    master, slave = pty.openpty()
    fcntl.ioctl(slave, termios.TIOCSWINSZ, struct.pack("HHHH", ROWS, width, 0, 0))
    with subprocess.Popen(
        [sys.executable, "-m", "ludoteca_cli", *arguments],
        stdin=slave, stdout=slave, stderr=slave, start_new_session=True, cwd=home,
        env={
            **{name: text for name, text in os.environ.items() if name not in ("COLUMNS", "LINES")},
            "XDG_STATE_HOME": str(home), "TERM": "xterm-256color",
        },
    ) as process:  # fmt: skip
        os.close(slave)
        try:
            yield Terminal(master)
            process.wait(PATIENCE_S)
        finally:
            if process.poll() is None:
                process.send_signal(signal.SIGKILL)
            os.close(master)
    assert process.returncode == 0


class Racer:
    """Plays a whole table of Buurn: buys when it can pay, grabs what is left, answers at random."""

    def __init__(self, terminal: Terminal, seed: int) -> None:
        self.seen: list[int | None] = []
        """The numbers on the screen at each press of the space bar."""
        self.answers = 0
        self._terminal = terminal
        self._answer = AnyNumber(seed)
        self._read = 0

    def play(self) -> str:
        """Plays until the client is gone; returns all that was on the screen."""
        until_s = time.monotonic() + PATIENCE_S
        while not self._terminal.is_closed:
            assert time.monotonic() < until_s, self._terminal.text[-4000:]
            self._terminal.read(0.1)
            text = self._terminal.text
            news = text[self._read :]
            if news.endswith("\n> "):
                self.answers += 1
                self._type(self._answer(news) + "\n", text)
            elif news.endswith("\n") and (lines := news.splitlines())[-1].startswith(" GUARD "):
                self._race(lines, text)
        return self._terminal.text

    def _race(self, lines: list[str], text: str) -> None:
        """A panel was drawn."""
        at = max(number for number, line in enumerate(lines) if line.startswith(" KEYS "))
        keys = " ".join(lines[at:-1])
        drawing = lines[at - 5 : at]
        if "SOLD" in " ".join(drawing):
            key = re.search(r" ([2-5]) ", keys)
            if key is not None:
                self._type(key.group(1), text)
        elif "[#" in drawing[2] and "too dear" not in keys:
            self.seen.append(_DRAWINGS[tuple(line.ljust(24)[NUMBER_AT] for line in drawing)])
            self._type(" ", text)

    def _type(self, keys: str, text: str) -> None:
        self._read = len(text)
        self._terminal.type(keys)
