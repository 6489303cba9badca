"""Calls that are begun and never sent: no pace sees them, since a handler runs when the request is there."""

from __future__ import annotations

import asyncio
import struct

from ludoteca.v1 import catalog_service_pb2
from ludoteca_server.model.limits import Limits
from ludoteca_server.settings import Settings
from ludoteca_server.transport.server import Transport
from tests.e2e.api.table import PATIENCE_S, Stubs, channel
from tests.unit.application.house import House

HEADERS, RST_STREAM, SETTINGS = 1, 3, 4
END_HEADERS = 4
STREAMS = 10
BEGUN = 1_100


def frame(kind: int, flags: int, stream: int, payload: bytes = b"") -> bytes:
    """A frame of HTTP/2."""
    head = struct.pack(">I", len(payload))[1:] + bytes([kind, flags])
    return head + struct.pack(">I", stream) + payload


def headers(path: str = "/ludoteca.v1.TableService/GetTable") -> bytes:
    """Of a POST without TLS, each field a literal of HPACK."""
    fields = {
        b":path": path.encode(),
        b":authority": b"localhost",
        b"te": b"trailers",
        b"content-type": b"application/grpc",
    }
    literals = [
        b"\x00" + bytes([len(name)]) + name + bytes([len(value)]) + value
        for name, value in fields.items()
    ]
    return b"\x83\x86" + b"".join(literals)


async def refused(reader: asyncio.StreamReader, count: int) -> None:
    """Waits until so many streams were refused."""
    while count:
        head = await reader.readexactly(9)
        await reader.readexactly(int.from_bytes(head[:3], "big"))
        count -= head[3] == RST_STREAM


async def test_calls_that_are_begun_and_never_sent_are_bounded() -> None:
    app = House(limits=Limits(streams_per_peer=STREAMS)).worker()
    given = {"port": 0, "drain_s": 0, "max_streams_per_peer": STREAMS}
    transport = Transport(app, Settings.model_validate(given))
    port = await transport.start()
    reader, writer = await asyncio.open_connection("127.0.0.1", port)
    stubs = Stubs(channel(f"127.0.0.1:{port}"))
    try:
        writer.write(b"PRI * HTTP/2.0\r\n\r\nSM\r\n\r\n" + frame(SETTINGS, 0, 0))
        writer.writelines(frame(HEADERS, END_HEADERS, 2 * n + 1, headers()) for n in range(BEGUN))
        async with asyncio.timeout(PATIENCE_S):
            await refused(reader, BEGUN - STREAMS - 1_000)
            await stubs.catalog.GetServer(catalog_service_pb2.GetServerRequest())
    finally:
        writer.close()
        await stubs.channel.close()
        await transport.drain()
