"""Records on their way out: a client that reads slowly leaves them in the worker's memory, so they are bounded."""

from __future__ import annotations

import asyncio
from typing import TYPE_CHECKING, cast

import pytest

from ludoteca.v1 import record_service_pb2 as wire
from ludoteca_server.model.errors import TooMuch
from ludoteca_server.model.limits import Limits
from ludoteca_server.transport.records import RecordServicer
from tests.unit.application.house import House, spin

if TYPE_CHECKING:
    from ludoteca_server.transport.metadata import Context

MOST = 1_000
REQUEST = wire.ExportRecordRequest(table_id="t").SerializeToString()


class SlowReader:
    """A call whose client reads when it is told to."""

    def __init__(self, address: str) -> None:
        self._address = address
        self.reads = asyncio.Event()

    def peer(self) -> str:
        return f"ipv4:{self._address}:5000"

    def invocation_metadata(self) -> None:
        return None

    async def send_initial_metadata(self, _metadata: object) -> None:
        return None

    async def write(self, _message: bytes) -> None:
        await self.reads.wait()


async def test_r17_records_on_their_way_to_one_address_are_bounded(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    async def whole(*_: object, **__: object) -> bytes:
        return bytes(MOST)

    monkeypatch.setattr("ludoteca_server.transport.records.export_record", whole)
    servicer = RecordServicer(House(limits=Limits(record_bytes=MOST)).worker())
    readers = [SlowReader("10.0.0.1") for _ in range(4)]
    exports = [
        asyncio.create_task(servicer.export_record(REQUEST, cast("Context", each)))
        for each in readers
    ]
    await spin()
    with pytest.raises(TooMuch) as caught:
        await asyncio.wait_for(
            servicer.export_record(REQUEST, cast("Context", SlowReader("10.0.0.1"))), 1
        )
    assert caught.value.retry_after_ms > 0
    other = SlowReader("10.0.0.2")
    exports.append(asyncio.create_task(servicer.export_record(REQUEST, cast("Context", other))))
    await spin()
    for each in (*readers, other):
        each.reads.set()
    await asyncio.gather(*exports)
    again = SlowReader("10.0.0.1")
    again.reads.set()
    await servicer.export_record(REQUEST, cast("Context", again))
