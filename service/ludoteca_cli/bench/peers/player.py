"""Processes of peers that do what a line says and answer with a line."""

from __future__ import annotations

import asyncio
import json
import os
import tempfile
from contextlib import asynccontextmanager
from typing import TYPE_CHECKING

from ludoteca_cli.bench.peers.installed import NotMeasured

if TYPE_CHECKING:
    from asyncio.subprocess import Process
    from collections.abc import AsyncIterator
    from pathlib import Path
    from typing import IO

ANSWERS_WITHIN_S = 60.0


class Player:
    """One such process."""

    def __init__(self, process: Process, errors: IO[bytes]) -> None:
        self.pid = process.pid
        self._process = process
        self._errors = errors

    async def line(self) -> str:
        """The next line it prints. Raises NotMeasured if there is none."""
        assert self._process.stdout is not None  # noqa: S101
        try:
            async with asyncio.timeout(ANSWERS_WITHIN_S):
                line = await self._process.stdout.readline()
        except TimeoutError:
            raise NotMeasured(f"it gave no answer within {ANSWERS_WITHIN_S:.0f} s") from None
        if not line:
            raise NotMeasured(f"it ended: {self._last_words()}")
        return line.decode().strip()

    async def ask(self, line: str) -> dict[str, float]:
        """Has it do something. Raises NotMeasured."""
        assert self._process.stdin is not None  # noqa: S101
        self._process.stdin.write(f"{line}\n".encode())
        answer = await self.line()
        try:
            told = json.loads(answer)
        except ValueError:
            raise NotMeasured(f"it answered {answer[:100]!r}") from None
        return {name: float(value) for name, value in told.items()}

    def _last_words(self) -> str:
        self._errors.seek(0)
        said = self._errors.read().decode(errors="replace").split("\n")
        told = [line.strip() for line in said if line.strip()]
        # Node.js shows the place first, then the error, then the stack.
        errors = [line for line in told if "Error" in line]
        return (errors or told or ["it said nothing"])[0][:200]


@asynccontextmanager
async def playing(*command: str, cwd: Path, **environment: str) -> AsyncIterator[Player]:
    """Starts a process; it ends with the block."""
    with tempfile.TemporaryFile() as errors:
        process = await asyncio.create_subprocess_exec(
            *command,
            cwd=cwd,
            env=os.environ | environment,
            stdin=asyncio.subprocess.PIPE,
            stdout=asyncio.subprocess.PIPE,
            stderr=errors,
        )
        try:
            yield Player(process, errors)
        finally:
            if process.returncode is None:
                process.terminate()
            await process.wait()
