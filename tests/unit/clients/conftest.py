from __future__ import annotations

from typing import TYPE_CHECKING

import grpc
import pytest

from ludoteca.v1 import catalog_service_pb2_grpc, table_service_pb2_grpc
from ludoteca_client import Client, backoff
from tests.unit.clients.fake_service import FakeService

if TYPE_CHECKING:
    from collections.abc import AsyncIterator


@pytest.fixture(autouse=True)
def _hurry(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(backoff, "FIRST_S", 0.001)
    monkeypatch.setattr(backoff, "MOST_S", 0.02)


@pytest.fixture
def fake() -> FakeService:
    return FakeService()  # type: ignore[abstract]  # the other calls answer UNIMPLEMENTED


@pytest.fixture
async def client(fake: FakeService) -> AsyncIterator[Client]:
    """A client of the fake service, which listens on a port of its own."""
    server = grpc.aio.server()
    table_service_pb2_grpc.add_TableServiceServicer_to_server(fake, server)
    catalog_service_pb2_grpc.add_CatalogServiceServicer_to_server(fake, server)
    port = server.add_insecure_port("127.0.0.1:0")
    await server.start()
    async with Client(f"127.0.0.1:{port}", patience_s=10.0) as client:
        yield client
    await server.stop(None)
