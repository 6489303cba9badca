from __future__ import annotations

from typing import TYPE_CHECKING

import pytest

from tests.e2e.api.table import LONGER_THAN_A_TEST_MS, Service, each_worker

if TYPE_CHECKING:
    from collections.abc import AsyncIterator, Iterator

    from tests.e2e.api.table import Stubs


@pytest.fixture(scope="session")
def service(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Service]:
    """One service for all tests that leave it in one piece."""
    service = Service(tmp_path_factory.mktemp("service"), presence_grace_ms=LONGER_THAN_A_TEST_MS)
    yield service
    assert service.stop() == 0


@pytest.fixture
async def workers(service: Service) -> AsyncIterator[list[Stubs]]:
    """A connection to each of the two workers."""
    async with each_worker(service.address) as stubs:
        yield stubs
