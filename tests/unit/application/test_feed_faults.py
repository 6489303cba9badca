"""R16: a bug of the core in a notice ends the streams of that table with an error; who comes back is served anew."""

from __future__ import annotations

import asyncio
from contextlib import aclosing
from typing import TYPE_CHECKING, NoReturn

import pytest

from ludoteca.v1 import table_pb2
from ludoteca_core import Bug
from ludoteca_server.application import feed as feed_module
from ludoteca_server.application.front import News
from ludoteca_server.model.stream import Live, Told
from tests.unit.application.house import House, follow, spin

if TYPE_CHECKING:
    from collections.abc import AsyncGenerator

    from ludoteca_core import Table
    from ludoteca_server.application.front import Notice
    from ludoteca_server.model.entry import Entry
    from ludoteca_server.model.stream import StreamItem


def broken(entry: Entry, after: Table, _notice: Notice, is_lifecycle: bool) -> News:
    """News that nobody can be told."""

    def bug(_viewer: int | None, _words: bool, /) -> NoReturn:
        raise Bug("provoked")

    return News(entry, after, bug, is_lifecycle)


async def live(items: AsyncGenerator[StreamItem, None]) -> None:
    while not isinstance(await anext(items), Live):
        pass


async def test_r16_a_notice_that_cannot_be_made_ends_the_streams_and_not_the_call(
    house: House, monkeypatch: pytest.MonkeyPatch
) -> None:
    app = house.worker()
    table = await house.playing(app)
    async with aclosing(follow(app, table.table_id)) as items:
        await live(items)
        waiting = asyncio.ensure_future(anext(items))
        with monkeypatch.context() as patched:
            patched.setattr(feed_module, "News", broken)
            last = await table.move(app)
            await spin()
        with pytest.raises(Bug):
            await asyncio.wait_for(waiting, 1)
    async with aclosing(follow(app, table.table_id, last)) as items:
        told = await anext(items)
        assert isinstance(told, Told)
        assert told.seq == last
        await live(items)
        last = await table.move(app)
        told = await anext(items)
        assert isinstance(told, Told)
        assert told.seq == last


async def test_r16_a_late_notice_that_cannot_be_made_leaves_no_feed_that_has_stopped(
    house: House, monkeypatch: pytest.MonkeyPatch
) -> None:
    """One stream has not read its error yet when another one comes: it gets a feed that goes on."""
    app = house.worker()
    seconds = table_pb2.Spectators(delay_seconds=10)
    table = await house.playing(app, spectators=seconds)
    stuck, back = follow(app, table.table_id), follow(app, table.table_id)
    async with aclosing(stuck), aclosing(back):
        await live(stuck)
        [feed] = app.hub._feeds.values()
        with monkeypatch.context() as patched:
            patched.setattr(feed_module, "News", broken)
            await table.move(app)
            await spin()
        house.clock.at_ms += 10_000
        feed._look()
        await spin()
        await live(back)
        [again] = app.hub._feeds.values()
        assert again is not feed


async def test_a_feed_that_was_closed_during_an_append_sets_no_timer(house: House) -> None:
    """Its last stream leaves before the append settles: what it is told then is held back for nobody."""
    app = house.worker()
    seconds = table_pb2.Spectators(delay_seconds=10)
    table = await house.playing(app, spectators=seconds)
    items = follow(app, table.table_id)
    await live(items)
    [feed] = app.hub._feeds.values()
    house.log.settle.clear()
    moving = asyncio.create_task(table.move(app))
    await house.log.held.wait()
    await items.aclose()
    house.log.settle.set()
    await moving
    await spin()
    assert feed._next_look is None or feed._next_look.cancelled()
