"""A proxy on loopback that makes a line longer: every byte comes later, in order, each way."""

from __future__ import annotations

import asyncio
from contextlib import asynccontextmanager
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import AsyncIterator

_CHUNK = 1 << 16


@asynccontextmanager
async def delayed(address: str, delay_s: float) -> AsyncIterator[str]:
    """The address of a proxy to `address` that adds `delay_s` each way."""
    host, _, port = address.rpartition(":")
    lines: set[asyncio.Task[None]] = set()

    async def accept(reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        there_reader, there_writer = await asyncio.open_connection(host, int(port))
        for source, sink in ((reader, there_writer), (there_reader, writer)):
            line = asyncio.create_task(_carry(source, sink, delay_s))
            lines.add(line)
            line.add_done_callback(lines.discard)

    server = await asyncio.start_server(accept, "127.0.0.1", 0)
    here = server.sockets[0].getsockname()
    try:
        yield f"{here[0]}:{here[1]}"
    finally:
        server.close()
        for line in list(lines):
            line.cancel()
        await asyncio.gather(*lines, return_exceptions=True)


async def _carry(source: asyncio.StreamReader, sink: asyncio.StreamWriter, delay_s: float) -> None:
    """Carries bytes from one end to the other: each chunk leaves its delay after it came."""
    loop = asyncio.get_running_loop()
    under_way: asyncio.Queue[tuple[float, bytes]] = asyncio.Queue()

    async def deliver() -> None:
        while True:
            leaves_s, chunk = await under_way.get()
            await asyncio.sleep(max(0.0, leaves_s - loop.time()))
            if not chunk:
                return
            sink.write(chunk)
            await sink.drain()

    delivering = asyncio.create_task(deliver())
    try:
        while chunk := await source.read(_CHUNK):
            under_way.put_nowait((loop.time() + delay_s, chunk))
        under_way.put_nowait((loop.time() + delay_s, b""))
        await delivering
    except ConnectionError:
        return
    finally:
        delivering.cancel()
        sink.close()
