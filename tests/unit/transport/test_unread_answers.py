"""Answers that nobody takes: gRPC keeps them in memory, so the calls of an address that are open at once are bounded."""

from __future__ import annotations

import asyncio
import struct
from typing import TYPE_CHECKING

import grpc

from ludoteca.v1 import catalog_service_pb2
from ludoteca_server.model.limits import Limits
from ludoteca_server.settings import Settings
from ludoteca_server.transport.server import Transport
from tests.e2e.api.table import PATIENCE_S, Stubs, channel, failing
from tests.unit.application.house import House
from tests.unit.transport.test_half_sent import END_HEADERS, HEADERS, SETTINGS, frame, headers

if TYPE_CHECKING:
    import pytest

DATA, END_STREAM = 0, 1
INITIAL_WINDOW_SIZE = 4
MOST = 20
SERVER = catalog_service_pb2.GetServerRequest()
NOTHING = bytes(5)
"""A message of gRPC that is empty."""


async def test_r17_answers_that_one_address_does_not_take_are_bounded(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr("ludoteca_server.application.admission.CALLS_AT_ONCE", MOST)
    app = House(limits=Limits(streams_per_peer=10)).worker()
    transport = Transport(app, Settings.model_validate({"port": 0, "drain_s": 0}))
    port = await transport.start()
    stubs = Stubs(channel(f"127.0.0.1:{port}"))
    _reader, writer = await asyncio.open_connection("127.0.0.1", port)
    try:
        no_window = frame(SETTINGS, 0, 0, struct.pack(">HI", INITIAL_WINDOW_SIZE, 0))
        writer.write(b"PRI * HTTP/2.0\r\n\r\nSM\r\n\r\n" + no_window)
        asked = headers("/ludoteca.v1.CatalogService/GetServer")
        for stream in range(1, 2 * MOST, 2):
            writer.write(frame(HEADERS, END_HEADERS, stream, asked))
            writer.write(frame(DATA, END_STREAM, stream, NOTHING))
        async with asyncio.timeout(PATIENCE_S):
            while sum(app.tally.calls.values()) < MOST:
                await asyncio.sleep(0.01)
        refused = await failing(stubs.catalog.GetServer(SERVER))
        assert (refused.code, refused.info.reason) == (
            grpc.StatusCode.RESOURCE_EXHAUSTED,
            "too_much",
        )
        assert refused.retry_s
        writer.close()
        async with asyncio.timeout(PATIENCE_S):
            while app.doors._calls:
                await asyncio.sleep(0.01)
        for _ in range(2 * MOST):
            await stubs.catalog.GetServer(SERVER)
    finally:
        writer.close()
        await stubs.channel.close()
        await transport.drain()
    assert not app.doors._calls
