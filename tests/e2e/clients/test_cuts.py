"""Bots and a spectator over a line that keeps breaking."""

from __future__ import annotations

import asyncio
from contextlib import AsyncExitStack, suppress
from typing import TYPE_CHECKING

import pytest

import ludoteca_bots
from ludoteca_client import Client, Refused, Token, backoff
from tests.e2e.api.auction import QUICK, new_auction
from tests.e2e.api.table import PATIENCE_S, Stubs, channel, new_game_in_turns, view_at
from tests.e2e.clients.cutter import Cutter
from tests.e2e.clients.relay import Relay
from tests.games import GAMES

if TYPE_CHECKING:
    from collections.abc import Awaitable, Callable

    from ludoteca_client import Moment, Play
    from ludoteca_client.feed import Feed
    from tests.e2e.api.table import Game

    Made = Callable[[Stubs, str], Awaitable[Game]]

CUT_SHARE = 0.3


async def test_r19_a_game_over_a_breaking_line_is_the_same_game(
    address: str, client: Client
) -> None:
    table = await client.create_table("burgenland", 2, options={"turn_limit": 60})
    moments: list[Moment] = []
    async with Cutter(address, 7, 80_000) as cutter:
        clients = [Client(cutter.address, patience_s=60) for _ in range(3)]

        async def watch() -> None:
            async with clients[2].watch(table.table_id, views=True) as stream:
                moments.extend([moment async for moment in stream.moments()])

        seats = [
            await client.join(table.table_id, name, bot=True)
            for client, name in zip(clients, ("Bo", "Cy"), strict=False)
        ]
        spectator = asyncio.create_task(watch())
        await seats[0].start()
        counts = await asyncio.gather(
            ludoteca_bots.play(seats[0], "greedy"), ludoteca_bots.play(seats[1], "random", seed=4)
        )
        await spectator
        for each in clients:
            await each.close()
    last = (await client.table(table.table_id)).seq
    seqs = [notice.seq for moment in moments for notice in moment.notices]
    assert seqs == list(range(1, last + 1)), "R19: no gap, no duplicate"
    assert cutter.cuts >= 10
    acted = [n for m in moments for n in m.notices if n.kind == "acted"]
    assert sum(counts) == len(acted), "R11: each action happened once"
    for moment in moments:
        assert moment.view is not None
        shown = await client.view(table.table_id, moment.seq)
        assert shown.view_digest == moment.view.view_digest, "R20: in step"
        assert shown.view_digest == moment.notices[-1].view_digest
    print(f"{cutter.cuts} connections for {last} events and {sum(counts)} actions")


async def test_r39_the_past_looks_as_it_did_live(client: Client) -> None:
    """Each seat's and the public's view after every event is the one its live notice promised."""
    table = await client.create_table("burgenland", 2, options={"turn_limit": 6})
    seats = [await client.join(table.table_id, name, bot=True) for name in ("Bo", "Cy")]
    streams = [seats[0].watch(), seats[1].watch(), client.watch(table.table_id)]
    for stream in streams:
        await stream.__aenter__()
    await seats[0].start()
    await asyncio.gather(*(ludoteca_bots.play(seat, "random", seed=1) for seat in seats))
    tokens = [seats[0].token, seats[1].token, None]
    compared = 0
    for stream, token in zip(streams, tokens, strict=True):
        async for notice in stream:
            view = await client.view(table.table_id, notice.seq, token=token)
            assert view.view_digest == notice.view_digest
            compared += 1
        await stream.close()
    print(f"{compared} views of the past compared")
    assert compared >= 3 * 20


async def by_turns(stubs: Stubs, title: str) -> Game:
    """A table at which seats alone act."""
    return await new_game_in_turns(stubs, title)


async def by_the_clock(stubs: Stubs, _title: str) -> Game:
    """Buurn in real time, as quick as its options allow."""
    return await new_auction(stubs, **QUICK)


async def move_on(game: Game, stubs: Stubs, plays: list[Play], choice: int) -> None:
    """One action on its seat's stream, as soon as some seat has one; the clock may be quicker."""
    while True:
        for seat in await game.to_act(stubs):
            if offers := (await game.offers(stubs, seat)).offers:
                with suppress(Refused):
                    await plays[seat].act(offers[choice % len(offers)])
                return
        await asyncio.sleep(0.02)


class Watcher:
    """What one viewer of a table is told by our client, and shown."""

    def __init__(self, token: bytes | None, feed: Feed) -> None:
        self.token = token
        self.feed = feed
        self.seqs: list[int] = []
        self.shown: dict[int, int] = {}
        """The digest of the view after an event."""

    async def follow(self, last: asyncio.Future[int]) -> None:
        """Until it was told of the last event, whichever that will be."""
        async for moment in self.feed.moments():
            self.seqs += [notice.seq for notice in moment.notices]
            assert moment.view is not None
            assert moment.view.table.seq == moment.seq
            self.shown[moment.seq] = moment.view.view_digest
            if last.done() and moment.seq >= last.result():
                return


@pytest.mark.parametrize(
    ("title", "made", "moves"),
    [*((title, by_turns, 30) for title in GAMES), ("buurn", by_the_clock, 15)],
    ids=[*GAMES, "buurn-in-real-time"],
)
async def test_r20_in_step_when_30_percent_of_the_messages_of_streams_are_lost(
    address: str, monkeypatch: pytest.MonkeyPatch, title: str, made: Made, moves: int
) -> None:
    """Whatever is lost, every viewer is told of each event once, and is shown the service's own views."""
    monkeypatch.setattr(backoff, "FIRST_S", 0.001)
    monkeypatch.setattr(backoff, "MOST_S", 0.01)
    stubs = Stubs(channel(address))
    game = await made(stubs, title)
    last: asyncio.Future[int] = asyncio.get_running_loop().create_future()
    async with (
        Relay(address, 20, CUT_SHARE) as relay,
        Client(relay.address) as client,
        AsyncExitStack() as stack,
    ):
        plays = [
            client.seat(game.table_id, seat, Token(token)).play(from_seq=1, views=True, offers=True)
            for seat, token in enumerate(game.tokens)
        ]
        public = client.watch(game.table_id, views=True)
        watchers = [Watcher(None, public)]
        watchers += [Watcher(token, play) for token, play in zip(game.tokens, plays, strict=True)]
        for watcher in watchers:
            await stack.enter_async_context(watcher.feed)
        following = [asyncio.create_task(watcher.follow(last)) for watcher in watchers]
        for move in range(moves):
            relay.is_kind = move > moves - 5
            await move_on(game, stubs, plays, move)
        reached = (await client.table(game.table_id)).seq
        last.set_result(reached)
        await move_on(game, stubs, plays, 0)  # a table at rest tells nobody anything
        await asyncio.wait_for(asyncio.gather(*following), PATIENCE_S)
    compared = 0
    for watcher in watchers:
        assert watcher.seqs == list(range(1, watcher.seqs[-1] + 1))
        assert watcher.seqs[-1] >= reached
        for seq, digest in watcher.shown.items():
            view = await view_at(stubs, game.table_id, seq, watcher.token)
            assert view.view_digest == digest, (seq, watcher.token)
            compared += 1
    print(
        f"R20 {title}: {relay.lost} of {relay.messages} messages lost ({relay.broken} with the line, "
        f"{relay.swallowed} without, {relay.falsified} false), {reached} events to {len(watchers)} viewers, {compared} views compared"
    )
    assert relay.lost > relay.messages * CUT_SHARE * 0.6
    assert relay.swallowed > 0
    assert relay.views_asked > 0, "a false digest was noticed"
    await stubs.channel.close()
