"""Play: batches decided upon one another, answered when they are settled."""

from __future__ import annotations

import asyncio
from contextlib import aclosing
from typing import TYPE_CHECKING

import pytest

from ludoteca.v1 import table_service_pb2 as wire
from ludoteca_core import BadRequest, Rejected
from ludoteca_server.application.play import play
from ludoteca_server.model.errors import (
    Draining,
    LostRace,
    MalformedRequest,
    NoToken,
    StoreAway,
    TooMuch,
    WrongToken,
)
from ludoteca_server.model.limits import Limits
from ludoteca_server.model.stream import (
    Accepted,
    Echoed,
    Follow,
    Offered,
    PlayActions,
    PlayOpen,
    Refused,
    Seen,
    Told,
    Wishes,
)
from tests.unit.application.house import House, every_game, new_id, new_token, spin

if TYPE_CHECKING:
    from collections.abc import AsyncGenerator, AsyncIterator

    from google.protobuf import any_pb2

    from ludoteca_server.application.service import Application
    from ludoteca_server.model.stream import PlayMessage, StreamItem
    from tests.unit.application.house import Playing


class Player:
    """A Play stream of one seat, message by message."""

    def __init__(self, app: Application, caller: bytes | None) -> None:
        self._messages: asyncio.Queue[PlayMessage | None] = asyncio.Queue()
        self.groups: AsyncGenerator[list[StreamItem], None] = play(
            self._read(),
            caller,
            scribe=app.scribe,
            hub=app.hub,
            tables=app.tables,
            pace=app.pace,
        )
        self.items: AsyncGenerator[StreamItem, None] = self._items()

    async def _items(self) -> AsyncGenerator[StreamItem, None]:
        async with aclosing(self.groups):
            async for group in self.groups:
                for item in group:
                    yield item

    async def _read(self) -> AsyncIterator[PlayMessage]:
        while (message := await self._messages.get()) is not None:
            yield message

    def send(self, message: PlayMessage | None) -> None:
        self._messages.put_nowait(message)

    def open(self, table_id: str, **wishes: bool) -> None:
        self.send(PlayOpen(Follow(table_id, 0), Wishes(**wishes)))

    def act(self, actions: list[any_pb2.Any], ids: list[bytes] | None = None) -> list[bytes]:
        """Sends actions in one message; their request ids."""
        request_ids = ids or [new_id() for _ in actions]
        message = wire.PlayActions()
        for action, request_id in zip(actions, request_ids, strict=True):
            message.actions.add(action=action, request_id=request_id)
        self.send(PlayActions(message.SerializeToString(), lambda _message: request_ids))
        return request_ids

    async def answers(self, count: int) -> list[Accepted | Refused]:
        got: list[Accepted | Refused] = []
        while len(got) < count:
            item = await anext(self.items)
            if isinstance(item, Accepted | Refused):
                got.append(item)
        return got


async def plan(house: House, table: Playing, most: int) -> tuple[bytes, list[any_pb2.Any]]:
    """Several actions that the seat in turn can do one upon the other, found on a copy of the store."""
    copy = House(limits=house.limits, clock=house.clock)
    copy.log.logs = {table.table_id: list(house.log.logs[table.table_id])}
    app = copy.worker()
    seat = await table.to_act(app)
    token = table.tokens[seat]
    actions: list[any_pb2.Any] = []
    while len(actions) < most and await table.to_act(app) == seat:
        offers = (await table.offers(app, token)).offers
        actions.append(offers[0].action)
        await table.move(app)
    return token, actions


async def batch(house: House, app: Application, table: Playing) -> tuple[bytes, list[any_pb2.Any]]:
    """Plays on to a turn of several actions; whose it is, and the actions."""
    for move in range(200):
        token, actions = await plan(house, table, 4)
        if len(actions) > 1:
            return token, actions
        await table.move(app, choice=move)
    raise AssertionError("no seat ever had two actions in a row")


@every_game
async def test_actions_of_one_message_leave_as_one_append(house: House) -> None:
    app = house.worker()
    table = await house.playing(app)
    token, actions = await batch(house, app, table)
    seq = len(house.log.logs[table.table_id])
    player = Player(app, token)
    player.open(table.table_id)
    ids = player.act(actions)
    answers = await player.answers(len(actions))
    assert answers == [Accepted(each, seq + 1 + n) for n, each in enumerate(ids)]
    assert house.log.appended[-1] == (table.table_id, len(actions))
    await player.items.aclose()


async def test_what_one_message_makes_comes_together_where_it_is_wished(house: House) -> None:
    app = house.worker()
    table = await house.playing(app)
    seq = len(house.log.logs[table.table_id])
    token, actions = await plan(house, table, 8)
    player = Player(app, token)
    player.open(table.table_id, groups=True, views=True)
    opening = await anext(player.groups)
    assert [type(each) for each in opening] == [Seen], "the view as it is at the opening"
    ids = player.act(actions)
    group = await anext(player.groups)
    answers, told, tail = group[: len(ids)], group[len(ids) : -1], group[-1]
    assert [each.seq for each in told if isinstance(each, Told)] == [
        seq + 1 + n for n in range(len(ids))
    ]
    assert answers == [Accepted(each, seq + 1 + n) for n, each in enumerate(ids)]
    assert isinstance(tail, Seen)
    await player.groups.aclose()


async def test_nothing_comes_in_groups_unasked(house: House) -> None:
    app = house.worker()
    table = await house.playing(app)
    token, actions = await plan(house, table, 8)
    player = Player(app, token)
    player.open(table.table_id)
    player.act(actions)
    for _ in range(2 * len(actions)):
        assert len(await anext(player.groups)) == 1
    await player.groups.aclose()


@every_game
async def test_r13_accepted_comes_when_the_batch_is_settled(house: House) -> None:
    app = house.worker()
    table = await house.playing(app)
    token, actions = await batch(house, app, table)
    player = Player(app, token)
    player.open(table.table_id)
    house.log.settle.clear()
    player.act(actions)
    answering = asyncio.create_task(anext(player.items))
    await house.log.held.wait()
    await spin()
    assert not answering.done(), "something was said before it was settled"
    house.log.settle.set()
    assert isinstance(await answering, Told | Accepted)
    await player.items.aclose()


async def test_after_a_refusal_the_rest_of_the_message_is_not_decided(house: House) -> None:
    app = house.worker()
    table = await house.playing(app)
    token, actions = await plan(house, table, 2)
    length = len(house.log.logs[table.table_id])
    nonsense = wire.ActRequest().action
    nonsense.CopyFrom(actions[0])
    nonsense.value = b"\x1a\x08\x0a\x06castle"  # start_build of a piece there is not
    player = Player(app, token)
    player.open(table.table_id)
    player.act([actions[0], nonsense, actions[0]])
    first, second, third = await player.answers(3)
    assert isinstance(first, Accepted)
    assert isinstance(second, Refused)
    assert isinstance(second.error, Rejected | BadRequest)
    assert isinstance(third, Refused)
    assert isinstance(third.error, LostRace)
    assert third.error.seq == length + 1
    await player.items.aclose()


@every_game
async def test_r11_an_id_sent_twice_in_one_message_acts_once(house: House) -> None:
    app = house.worker()
    table = await house.playing(app)
    token, actions = await plan(house, table, 1)
    request_id = new_id()
    player = Player(app, token)
    player.open(table.table_id)
    player.act([actions[0]] * 3, [request_id] * 3)
    answers = await player.answers(3)
    assert len(set(answers)) == 1
    assert isinstance(answers[0], Accepted)
    assert len(house.log.logs[table.table_id]) == answers[0].seq
    await player.items.aclose()


@every_game
async def test_a_batch_that_loses_its_race_is_decided_again(house: House) -> None:
    app = house.worker()
    table = await house.playing(app)
    token, actions = await batch(house, app, table)
    player = Player(app, token)
    player.open(table.table_id)
    house.log.races_lost = 2
    player.act(actions)
    answers = await player.answers(len(actions))
    assert all(isinstance(each, Accepted) for each in answers)
    await player.items.aclose()


@every_game
async def test_a_batch_whose_answer_is_lost_is_found_again(house: House) -> None:
    app = house.worker()
    table = await house.playing(app)
    token, actions = await batch(house, app, table)
    player = Player(app, token)
    player.open(table.table_id)
    house.log.answers_lost = 1
    ids = player.act(actions)
    refused = await player.answers(len(ids))
    assert all(isinstance(each, Refused) for each in refused)
    assert all(isinstance(each.error, StoreAway) for each in refused if isinstance(each, Refused))
    length = len(house.log.logs[table.table_id])
    player.act(actions, ids)
    answers = await player.answers(len(ids))
    assert [each.seq for each in answers if isinstance(each, Accepted)][-1] == length
    assert len(house.log.logs[table.table_id]) == length
    await player.items.aclose()


async def test_echo_and_the_end(house: House) -> None:
    app = house.worker()
    table = await house.playing(app)
    player = Player(app, table.tokens[0])
    player.open(table.table_id)
    player.send(Echoed(b"hello"))
    player.send(None)
    assert [item async for item in player.items] == [Echoed(b"hello")]
    assert len(app.hub) == 0


async def test_views_and_offers_at_the_tail(house: House) -> None:
    app = house.worker()
    table = await house.playing(app)
    token, actions = await plan(house, table, 2)
    player = Player(app, token)
    player.open(table.table_id, views=True, offers=True)
    assert isinstance(await anext(player.items), Seen)
    assert isinstance(await anext(player.items), Offered)
    player.act(actions)
    kinds: list[type[object]] = []
    while Offered not in kinds:
        kinds.append(type(await anext(player.items)))
    assert kinds[-2:] == [Seen, Offered]
    assert kinds.count(Seen) == 1
    await player.items.aclose()


async def test_r17_too_many_actions_are_refused_with_a_delay() -> None:
    house = House(limits=Limits(actions_per_second=2))
    app = house.worker()
    table = await house.playing(app)
    house.clock.at_ms += 60_000
    token, actions = await plan(house, table, 1)
    player = Player(app, token)
    player.open(table.table_id)
    player.act(actions * 3)
    refused = await player.answers(3)
    for each in refused:
        assert isinstance(each, Refused)
        assert isinstance(each.error, TooMuch)
        assert each.error.retry_after_ms > 0 or len(actions) * 3 > 2
    house.clock.at_ms += 1_000
    player.act(actions)
    [accepted] = await player.answers(1)
    assert isinstance(accepted, Accepted)
    await player.items.aclose()


async def test_draining_waits_for_the_message_in_work(house: House) -> None:
    app = house.worker()
    table = await house.playing(app)
    token, actions = await plan(house, table, 1)
    player = Player(app, token)
    player.open(table.table_id)
    house.log.settle.clear()
    [request_id] = player.act(actions)
    answering = asyncio.create_task(player.answers(1))
    await house.log.held.wait()
    app.hub.drain()
    await spin()
    house.log.settle.set()
    [accepted] = await answering
    assert isinstance(accepted, Accepted)
    assert accepted.request_id == request_id
    with pytest.raises(Draining):
        _ = [item async for item in player.items]


async def test_how_a_play_stream_must_begin(house: House) -> None:
    app = house.worker()
    table = await house.playing(app)
    opening = PlayOpen(Follow(table.table_id, 0), Wishes())
    cases: list[tuple[bytes | None, list[PlayMessage | None], type[Exception]]] = [
        (None, [opening], NoToken),
        (new_token(), [opening], WrongToken),
        (table.tokens[0], [Echoed(b"")], MalformedRequest),
        (table.tokens[0], [None], MalformedRequest),
        (table.tokens[0], [opening, opening], MalformedRequest),
    ]
    for caller, messages, error in cases:
        player = Player(app, caller)
        for message in messages:
            player.send(message)
        with pytest.raises(error):
            await anext(player.items)
    assert len(app.hub) == 0
