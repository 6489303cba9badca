from __future__ import annotations

import pytest

from tests.unit.application.house import House


@pytest.fixture
async def house(request: pytest.FixtureRequest) -> House:
    """A store in memory, watched; its game is Burgenland, or what the test asks for (`every_game`)."""
    return House(game=getattr(request, "param", "burgenland"))
