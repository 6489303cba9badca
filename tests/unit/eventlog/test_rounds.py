"""The rounds over followed tables, which go on whatever happens on one of them."""

from __future__ import annotations

import asyncio
from typing import TYPE_CHECKING

import pytest

from ludoteca_server.eventlog import rounds as rounds_module
from ludoteca_server.eventlog.following import Feed
from ludoteca_server.eventlog.rounds import Rounds
from ludoteca_server.model.entry import EMPTY
from ludoteca_server.model.errors import StoreAway

if TYPE_CHECKING:
    from collections.abc import Sequence

    from ludoteca_server.model.entry import EntryId


@pytest.mark.parametrize("fault", [StoreAway("The store is away."), KeyError("a bug")])
async def test_a_round_that_fails_is_not_the_last(
    fault: Exception, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(rounds_module, "EVERY_S", 0.001)
    rounds = 0
    third = asyncio.Event()

    async def heads(tables: Sequence[str]) -> Sequence[EntryId | None]:
        nonlocal rounds
        rounds += 1
        if rounds == 1:
            raise fault
        if rounds == 3:
            third.set()
        return [EMPTY for _ in tables]

    keeping = asyncio.create_task(Rounds(lambda: iter([("here", Feed("here"))]), heads).keep())
    async with asyncio.timeout(5):
        await third.wait()
    assert not keeping.done()
    keeping.cancel()
