from __future__ import annotations

from typing import TYPE_CHECKING

import pytest

from tests.e2e.api.table import Service

if TYPE_CHECKING:
    from collections.abc import Iterator


@pytest.fixture(autouse=True)
def no_service_outlives_its_test() -> Iterator[None]:
    """A test that fails before it stops its service would slow down all that come after it."""
    before = list(Service.running_now)
    yield
    for service in [each for each in Service.running_now if each not in before]:
        service.stop()
