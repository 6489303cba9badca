"""A thousand spectators are woken a few at a time: nobody else waits for all of them."""

from __future__ import annotations

import asyncio
from typing import TYPE_CHECKING

from ludoteca_server.application.inbox import Inbox
from ludoteca_server.application.rounds import ROUND, Rounds
from ludoteca_server.model.stream import Live, Told
from ludoteca_server.tally import Tally
from tests.unit.application.house import House, follow, spin

if TYPE_CHECKING:
    from collections.abc import AsyncGenerator

    from ludoteca_server.model.stream import StreamItem

SPECTATORS = 10 * ROUND


async def test_what_comes_in_meanwhile_has_its_turn_between_rounds() -> None:
    rounds, woken = Rounds(), list[int]()

    async def read(number: int, inbox: Inbox) -> None:
        await inbox.news()
        woken.append(number)

    inboxes = [Inbox(3, Tally()) for _ in range(SPECTATORS)]
    readers = [asyncio.create_task(read(*each)) for each in enumerate(inboxes)]
    await spin()
    for inbox in inboxes:
        assert inbox.tell(Told("t", 1, b"", archived=False)), "it sleeps"
        assert not inbox.tell(Told("t", 2, b"", archived=False)), "it is going to be woken"
        rounds.add(inbox)
    seen: list[int] = []
    while len(woken) < SPECTATORS:
        await asyncio.sleep(0)  # a caller's turn
        seen.append(len(woken))
    turns = [after - before for before, after in zip([0, *seen], seen, strict=False)]
    assert max(turns) == ROUND
    assert woken == list(range(SPECTATORS)), "in order"
    await asyncio.wait(readers)


async def test_a_stream_that_is_not_asleep_is_not_to_be_woken() -> None:
    inbox = Inbox(1, Tally())
    assert not inbox.tell(Told("t", 1, b"", archived=False))
    assert await inbox.news()
    assert not inbox.tell(Told("t", 2, b"", archived=False)), "full: its table is behind"
    assert not inbox.tell(Told("t", 3, b"", archived=False)), "it is behind already"


async def test_seats_hear_of_an_event_before_the_crowd(house: House) -> None:
    app = house.worker()
    table = await house.playing(app)
    crowd = [follow(app, table.table_id, 0) for _ in range(SPECTATORS)]
    seat = follow(app, table.table_id, 0, caller=table.tokens[1])
    for items in (*crowd, seat):
        assert isinstance(await anext(items), Live)
    order: list[str] = []

    async def hear(who: str, items: AsyncGenerator[StreamItem, None]) -> None:
        assert isinstance(await anext(items), Told)
        order.append(who)

    hearing = [asyncio.create_task(hear("spectator", items)) for items in crowd]
    hearing.append(asyncio.create_task(hear("seat", seat)))
    await spin()
    await table.move(app)
    await asyncio.wait(hearing)
    assert order.index("seat") < ROUND
    assert len(order) == SPECTATORS + 1
    for items in (*crowd, seat):
        await items.aclose()
