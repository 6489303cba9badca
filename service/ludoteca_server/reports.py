"""What a worker tells its supervisor of itself, over a socket that only the two have."""

from __future__ import annotations

import asyncio
import socket
import struct
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Callable

_QUESTION = b"?"
_LENGTH = struct.Struct("!I")


class Line:
    """A supervisor's end: asks one worker, one question at a time."""

    def __init__(self) -> None:
        self._ours, self.theirs = socket.socketpair()
        """The worker inherits `theirs`."""
        self._ours.setblocking(False)
        self._streams: tuple[asyncio.StreamReader, asyncio.StreamWriter] | None = None
        self._asking: asyncio.Task[bytes] | None = None

    async def ask(self, within_s: float) -> bytes | None:
        """The worker's report; None if it is dead, or too slow. A late answer is the next question's."""
        if self._asking is None or self._asking.done():
            self._asking = asyncio.create_task(self._ask(), name="ask a worker")
        done, _ = await asyncio.wait([self._asking], timeout=within_s)
        if not done or self._asking.cancelled() or self._asking.exception() is not None:
            return None
        return self._asking.result()

    async def _ask(self) -> bytes:
        if self._streams is None:
            self._streams = await asyncio.open_unix_connection(sock=self._ours)
        reader, writer = self._streams
        writer.write(_QUESTION)
        (length,) = _LENGTH.unpack(await reader.readexactly(_LENGTH.size))
        return await reader.readexactly(length)

    async def close(self) -> None:
        """The worker is gone."""
        if self._asking is not None:
            self._asking.cancel()
            await asyncio.wait([self._asking])
        if self._streams is None:
            self._ours.close()
        else:
            self._streams[1].close()


async def answer(fd: int, report: Callable[[], bytes]) -> None:
    """A worker's end: a report for every question, until the supervisor is gone."""
    theirs = socket.socket(fileno=fd)
    theirs.setblocking(False)
    reader, writer = await asyncio.open_unix_connection(sock=theirs)
    try:
        while await reader.read(1):
            told = report()
            writer.write(_LENGTH.pack(len(told)) + told)
            await writer.drain()
    except OSError:
        return
    finally:
        writer.close()
