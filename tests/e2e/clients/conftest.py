from __future__ import annotations

from typing import TYPE_CHECKING

import pytest

from ludoteca_client import Client, TokenStore
from tests.e2e.api.table import Service

if TYPE_CHECKING:
    from collections.abc import AsyncIterator, Iterator
    from pathlib import Path


@pytest.fixture(scope="session")
def address(tmp_path_factory: pytest.TempPathFactory) -> Iterator[str]:
    """Where a service with two workers listens."""
    service = Service(tmp_path_factory.mktemp("clients"))
    yield service.address
    assert service.stop() == 0


@pytest.fixture
async def client(address: str) -> AsyncIterator[Client]:
    async with Client(address) as client:
        yield client


@pytest.fixture
def store(tmp_path: Path) -> TokenStore:
    return TokenStore(tmp_path / "seats.jsonl")
