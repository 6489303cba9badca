"""A line that is listened to: a proxy that keeps every byte a server sends back, and puts its HTTP/2 frames together."""

from __future__ import annotations

import asyncio
import socket
from collections import defaultdict
from contextlib import suppress
from dataclasses import dataclass, field
from functools import partial

_FRAME_HEADER = 9
_DATA = 0
_PADDED = 0x8
_CHUNK = 1 << 16


@dataclass
class Heard:
    """What came back over a line between two moments."""

    raw: bytearray = field(default_factory=bytearray)
    """Every byte, as it went over the wire."""
    told: defaultdict[tuple[int, int], bytearray] = field(
        default_factory=lambda: defaultdict(bytearray)
    )
    """The payload of the messages of each call: a name that two frames share is whole here."""
    spread: set[tuple[int, int]] = field(default_factory=set)
    """The calls whose payload is not in `raw` in one piece: more than one frame, or more than one read, brought it."""
    said: bytearray = field(default_factory=bytearray)
    """Errors and metadata as the client decoded them: headers are compressed on the wire."""

    def everything(self) -> bytes:
        """All of it, with something between the parts that no name spans.

        What stands in `raw` in one piece is there once: nothing has to be searched twice.
        """
        told = (self.told[call] for call in self.spread)
        return b"\n\0".join([self.raw, *told, self.said])

    def payloads(self) -> list[bytes]:
        """The calls' payloads in the order of the calls, and what was said: frames and pings aside."""
        return [*(bytes(self.told[call]) for call in sorted(self.told)), bytes(self.said)]


class Frames:
    """Takes a server's half of an HTTP/2 connection apart as it comes."""

    def __init__(self, number: int) -> None:
        self._number = number
        self._waiting = bytearray()

    def add(self, piece: bytes, heard: Heard) -> None:
        """Takes in the next bytes."""
        heard.raw += piece
        self._waiting += piece
        while len(self._waiting) >= _FRAME_HEADER:
            length = int.from_bytes(self._waiting[:3], "big")
            kind, flags = self._waiting[3], self._waiting[4]
            stream = int.from_bytes(self._waiting[5:9], "big") & 0x7FFFFFFF
            end = _FRAME_HEADER + length
            if len(self._waiting) < end:
                return
            if kind == _DATA:
                payload = bytes(self._waiting[_FRAME_HEADER:end])
                if flags & _PADDED:
                    payload = payload[1 : len(payload) - payload[0]]
                call = self._number, stream
                if call in heard.told or len(self._waiting) > len(piece):
                    heard.spread.add(call)
                heard.told[call] += payload
            del self._waiting[:end]


class Wiretap:
    """Listens on a port of its own and passes everything on to `port`."""

    def __init__(self, port: int) -> None:
        self._port = port
        self._listener: socket.socket | None = None
        self._lines: set[asyncio.Task[None]] = set()
        self._new: set[socket.socket] = set()
        """Accepted, but not served yet."""
        self._endings: list[asyncio.Task[None]] = []
        self._count = 0
        self.heard = Heard()
        self.total = 0
        """Bytes heard so far."""

    @property
    def address(self) -> str:
        assert self._listener is not None
        return f"127.0.0.1:{self._listener.getsockname()[1]}"

    def take(self) -> Heard:
        """What was heard since the last time."""
        heard, self.heard = self.heard, Heard()
        return heard

    async def start(self) -> None:
        self._listener = socket.create_server(("127.0.0.1", 0))
        self._listener.setblocking(False)
        asyncio.get_running_loop().add_reader(self._listener, self._accept)

    async def stop(self) -> None:
        assert self._listener is not None
        asyncio.get_running_loop().remove_reader(self._listener)
        self._listener.close()
        for line in (lines := list(self._lines)):
            line.cancel()
        await asyncio.gather(*lines, return_exceptions=True)
        await asyncio.gather(*self._endings)

    def _accept(self) -> None:
        """Takes a connection and its line in at once: `stop` finds every one, however young.

        `asyncio.start_server` has turns between the two in which a connection belongs to nobody.
        """
        assert self._listener is not None
        with suppress(BlockingIOError, ConnectionAbortedError):
            near, _ = self._listener.accept()
            near.setblocking(False)
            # asyncio sets it on no socket that was accepted by hand: without it every event waits 40 ms for an ACK
            near.setsockopt(socket.IPPROTO_TCP, socket.TCP_NODELAY, 1)
            line = asyncio.ensure_future(self._serve(near))
            self._lines.add(line)
            self._new.add(near)
            line.add_done_callback(partial(self._ended, near))

    def _ended(self, near: socket.socket, line: asyncio.Task[None]) -> None:
        """A line that never began leaves its socket open. Else its stream closes it, when it is done with its number."""
        self._lines.discard(line)
        if near in self._new:
            self._new.discard(near)
            near.close()

    async def _serve(self, near: socket.socket) -> None:
        self._new.discard(near)
        self._count += 1
        frames = Frames(self._count)
        ends: list[asyncio.StreamWriter] = []
        pumps: list[asyncio.Future[None]] = []
        try:
            reader, writer = await asyncio.open_connection(sock=near)
            ends.append(writer)
            with suppress(ConnectionError):  # the server may be gone already
                there, back = await asyncio.open_connection("127.0.0.1", self._port)
                ends.append(back)
                pumps += [
                    asyncio.ensure_future(self._pump(reader, back, None)),
                    asyncio.ensure_future(self._pump(there, writer, frames)),
                ]
                await asyncio.wait(pumps, return_when=asyncio.FIRST_COMPLETED)
        finally:  # no `await` here: `stop` may come just now, and would end it half done
            self._endings.append(asyncio.ensure_future(_hang_up(pumps, ends)))

    async def _pump(
        self, source: asyncio.StreamReader, sink: asyncio.StreamWriter, frames: Frames | None
    ) -> None:
        with suppress(ConnectionError):
            while piece := await source.read(_CHUNK):
                if frames is not None:  # before it goes on: who has read it finds it here
                    frames.add(piece, self.heard)
                    self.total += len(piece)
                sink.write(piece)
                await sink.drain()


async def _hang_up(pumps: list[asyncio.Future[None]], ends: list[asyncio.StreamWriter]) -> None:
    for pump in pumps:
        pump.cancel()
    await asyncio.gather(*pumps, return_exceptions=True)
    for end in ends:
        end.transport.abort()
        with suppress(OSError):
            await end.wait_closed()
