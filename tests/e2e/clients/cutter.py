"""A line that breaks: passes bytes on, and cuts every connection after a while."""

from __future__ import annotations

import asyncio
import contextlib
import random


class Cutter:
    """Listens on a port of its own; each connection lives for a random number of bytes."""

    def __init__(self, address: str, seed: int, most_bytes: int) -> None:
        self._host, _, port = address.rpartition(":")
        self._port = int(port)
        self._most_bytes = most_bytes
        self._random = random.Random(seed)  # noqa: S311 - repeatable faults
        self._server: asyncio.Server | None = None
        self._tasks: set[asyncio.Task[None]] = set()
        self.cuts = 0

    @property
    def address(self) -> str:
        assert self._server is not None
        return f"127.0.0.1:{self._server.sockets[0].getsockname()[1]}"

    async def __aenter__(self) -> Cutter:
        self._server = await asyncio.start_server(self._serve, "127.0.0.1", 0)
        return self

    async def __aexit__(self, *_: object) -> None:
        assert self._server is not None
        self._server.close()
        for task in self._tasks:
            task.cancel()
        await asyncio.gather(*self._tasks, return_exceptions=True)
        await self._server.wait_closed()

    async def _serve(self, reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        task = asyncio.current_task()
        assert task is not None
        self._tasks.add(task)
        task.add_done_callback(self._tasks.discard)
        there, back = await asyncio.open_connection(self._host, self._port)
        left = self._random.randint(self._most_bytes // 2, self._most_bytes)
        pumps = [
            asyncio.ensure_future(_pump(reader, back, 1 << 40)),
            asyncio.ensure_future(_pump(there, writer, left)),
        ]
        try:
            await asyncio.wait(pumps, return_when=asyncio.FIRST_COMPLETED)
            self.cuts += 1
        finally:
            for pump in pumps:
                pump.cancel()
            await asyncio.gather(*pumps, return_exceptions=True)
            for end in (writer, back):
                end.transport.abort()


async def _pump(source: asyncio.StreamReader, sink: asyncio.StreamWriter, left: int) -> None:
    with contextlib.suppress(ConnectionError):
        while left > 0 and (piece := await source.read(512)):
            left -= len(piece)
            sink.write(piece)
            await sink.drain()
