"""Tables that cannot be made as they are asked for: the SDK says how they can."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest

from ludoteca_client import BadRequest, Refused

if TYPE_CHECKING:
    from collections.abc import Mapping

    from ludoteca_client import Client


@pytest.mark.parametrize(
    ("seats", "options", "kind", "words"),
    [
        (2, {}, Refused, "Buurn has 3 to 5 seats."),
        (3, {"tick_ms": 100}, Refused, "tick_ms (0, 300 to 5000)"),
        (3, {"tempo": 1}, BadRequest, "Buurn has no option tempo. Buurn has 3 to 5 seats. Its"),
        (3, {"tick_ms": "soon"}, BadRequest, "tick_ms (0, 300 to 5000)"),
    ],
)
async def test_a_table_that_cannot_be_made_says_how_it_can(
    client: Client, seats: int, options: Mapping[str, str | int], kind: type[Exception], words: str
) -> None:
    with pytest.raises(kind) as refused:
        await client.create_table("buurn", seats, options=options)
    assert words in str(refused.value)
    assert "\n" not in str(refused.value)
