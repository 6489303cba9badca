from __future__ import annotations

import pytest

from tests.unit.application.house import House


@pytest.fixture
async def house() -> House:
    """A store in memory, watched."""
    return House()
