"""Watching over gRPC: nothing missing, nothing twice, the same for all who may see the same."""

from __future__ import annotations

import asyncio
from dataclasses import dataclass, field
from typing import TYPE_CHECKING

import grpc
import pytest

from ludoteca.v1 import table_pb2
from ludoteca.v1 import table_service_pb2 as wire
from tests.e2e.api.auction import QUICK, act, close, kind_of, new_auction
from tests.e2e.api.table import (
    PATIENCE_S,
    bearer,
    dice,
    failing,
    hear,
    new_game,
    new_game_in_turns,
    new_id,
    view_at,
)
from tests.games import GAMES

if TYPE_CHECKING:
    import random

    from tests.e2e.api.table import Game, Stubs

every_game = pytest.mark.parametrize("title", GAMES)


async def play(game: Game, workers: list[Stubs], chance: random.Random, moves: int) -> int:
    """Plays over both workers, fewer moves than any game has; the last seq."""
    for _ in range(moves):
        seq = await game.move(chance.choice(workers), choice=chance.randrange(1000))
    return seq


@dataclass
class Restless:
    """Watches a table and goes away again and again; whatever it has heard then, it asks for the rest."""

    game: Game
    workers: list[Stubs]
    token: bytes | None
    own: random.Random
    told: list[table_pb2.Notice] = field(default_factory=list)
    went: int = 0

    async def watch(self, last: int) -> None:
        """Until it has heard of the event `last`."""
        while len(self.told) < last:
            follow = wire.Follow(table_id=self.game.table_id, from_seq=len(self.told) + 1)
            call = self.own.choice(self.workers).tables.Watch(
                wire.WatchRequest(follows=[follow]),
                metadata=bearer(self.token) if self.token else None,
            )
            patience = self.own.randrange(1, 30)
            async for response in call:
                if response.HasField("notice"):
                    self.told.append(response.notice)
                    patience -= 1
                if patience == 0 or len(self.told) >= last:
                    break
            call.cancel()
            self.went += 1

    def seqs(self) -> list[int]:
        return [notice.seq for notice in self.told]


def restless(game: Game, workers: list[Stubs], seed: int) -> list[Restless]:
    """Two spectators and every seat."""
    return [
        Restless(game, workers, token, dice(seed + n))
        for n, token in enumerate([None, None, *game.tokens])
    ]


@every_game
async def test_r19_random_disconnects(workers: list[Stubs], title: str) -> None:
    seed, last = 19, 120
    game = await new_game_in_turns(workers[0], title)
    viewers = restless(game, workers, seed)
    watching = [asyncio.create_task(viewer.watch(last)) for viewer in viewers]
    assert await play(game, workers, dice(seed), last - game.started_seq) == last
    await asyncio.wait_for(asyncio.gather(*watching), PATIENCE_S)
    went = sum(viewer.went for viewer in viewers)
    print(f"R19 {title}: {went} disconnects of {len(viewers)} viewers, {last} events, seed {seed}")
    assert went > len(viewers)
    for viewer in viewers:
        assert viewer.seqs() == list(range(1, last + 1))


async def test_r19_r20_random_disconnects_from_a_countdown(workers: list[Stubs]) -> None:
    """Buurn in real time, as quick as its options allow: the clock and the seats make the events."""
    seed, last = 32, 45
    chance = dice(seed)
    game = await new_auction(workers[0], **QUICK)
    viewers = restless(game, workers, seed)
    watching = [asyncio.create_task(viewer.watch(last)) for viewer in viewers]
    pressed = 0
    while not all(each.done() for each in watching):
        seat = chance.randrange(len(game.tokens))
        stubs = chance.choice(workers)
        offers = (await game.offers(stubs, seat)).offers
        if offers:
            pressed += isinstance(await act(stubs, game, seat, chance.choice(offers).action), int)
        await asyncio.sleep(0.05)
    await asyncio.gather(*watching)
    for viewer in viewers:
        assert viewer.seqs()[:last] == list(range(1, last + 1))
        for notice in viewer.told:
            view = await view_at(chance.choice(workers), game.table_id, notice.seq, viewer.token)
            assert view.view_digest == notice.view_digest, notice.seq
    by_clock = sum(kind_of(notice) in ("tick", "close", "timeout") for notice in viewers[0].told)
    print(
        f"R19, R20 in real time: {by_clock} events of the clock and {pressed} of seats, "
        f"{sum(viewer.went for viewer in viewers)} disconnects, seed {seed}"
    )
    assert by_clock > 5
    assert pressed > 5
    await close(workers[0], game)


@every_game
async def test_r18_resuming_brings_only_what_is_new(workers: list[Stubs], title: str) -> None:
    game = await new_game_in_turns(workers[0], title)
    last = await play(game, workers, dice(18), 60)
    whole = await hear(workers[0], game.table_id, 1, last)
    for from_seq in (2, last // 2, last):
        for stubs in workers:
            request = wire.WatchRequest(
                follows=[wire.Follow(table_id=game.table_id, from_seq=from_seq)]
            )
            size, seqs = 0, []
            call = stubs.tables.Watch(request)
            async for response in call:
                if response.HasField("live"):
                    break
                size += response.ByteSize()
                seqs.append(response.notice.seq)
            call.cancel()
            assert seqs == list(range(from_seq, last + 1))
            assert size <= sum(map(len, whole[from_seq - 1 :])) + 2048


@every_game
async def test_r20_every_digest_is_that_of_the_view(workers: list[Stubs], title: str) -> None:
    game = await new_game_in_turns(workers[0], title)
    last = await play(game, workers, dice(20), 25)
    for token in (None, *game.tokens):
        for data in await hear(workers[0], game.table_id, 1, last, token):
            notice = table_pb2.Notice.FromString(data)
            view = await view_at(workers[1], game.table_id, notice.seq, token)
            assert view.view_digest == notice.view_digest, notice.seq
            assert view.takeback_from == notice.takeback_from


@every_game
async def test_r39_replay_is_what_was_seen_live(workers: list[Stubs], title: str) -> None:
    game = await new_game_in_turns(workers[0], title)
    tokens = [None, *game.tokens]
    heard = [
        asyncio.create_task(hear(stubs, game.table_id, 1, 60, token))
        for token in tokens
        for stubs in workers
    ]
    chance = dice(39)
    for _ in range(60):
        request, token = await game.request(workers[0], chance.randrange(100))
        seq = (await workers[chance.randrange(2)].tables.Act(request, metadata=bearer(token))).seq
        offers = await workers[1].tables.ListActions(
            wire.ListActionsRequest(table_id=game.table_id), metadata=bearer(token)
        )
        if offers.takeback_choices and seq < 59:
            back = wire.TakeBackRequest(
                table_id=game.table_id, to_seq=offers.takeback_choices[0], request_id=new_id()
            )
            seq = (await workers[1].tables.TakeBack(back, metadata=bearer(token))).seq
        if seq >= 60:
            break
    live = [await each for each in heard]
    replay = [
        await hear(stubs, game.table_id, 1, 60, token) for token in tokens for stubs in workers
    ]
    assert live == replay
    kinds = {table_pb2.Notice.FromString(data).kind for data in live[0]}
    assert title == "buurn" or "taken_back" in kinds, "Buurn has no takebacks"
    assert len({tuple(each) for each in live}) == len(tokens)


async def test_views_at_the_tail_and_many_tables_on_one_stream(workers: list[Stubs]) -> None:
    games = [await new_game(workers[0]) for _ in range(3)]
    follows = [wire.Follow(table_id=game.table_id, from_seq=1) for game in games]
    call = workers[1].tables.Watch(wire.WatchRequest(follows=follows, words=True, views=True))
    shown: dict[str, table_pb2.View] = {}
    seqs: dict[str, int] = {}
    async for response in call:
        match response.WhichOneof("message"):
            case "notice":
                assert response.notice.seq == seqs.get(response.notice.table_id, 0) + 1
                seqs[response.notice.table_id] = response.notice.seq
                assert response.notice.sentence.text
            case "view":
                shown[response.view.table.table_id] = response.view
                assert response.view.table.seq == seqs[response.view.table.table_id]
        if len(shown) == 3:
            break
    call.cancel()
    for game in games:
        now = await view_at(workers[0], game.table_id, None)
        assert shown[game.table_id].view_digest == now.view_digest


async def test_a_seat_and_the_public_are_told_apart_and_hands_stay_hidden(
    workers: list[Stubs],
) -> None:
    game = await new_game(workers[0])
    last = await play(game, workers, dice(4), 30)
    public = await view_at(workers[0], game.table_id, last)
    assert not public.HasField("seat")
    for seat, token in enumerate(game.tokens):
        own = await view_at(workers[1], game.table_id, last, token)
        assert own.seat == seat
        assert own.view_digest != public.view_digest


async def test_lists_have_pages(
    workers: list[Stubs],
) -> None:
    for _ in range(3):
        await new_game(workers[0], start=False)
    page = await workers[1].tables.ListTables(wire.ListTablesRequest(page_size=2))
    assert len(page.tables) == 2
    assert page.next_page_token
    after = await workers[1].tables.ListTables(
        wire.ListTablesRequest(page_size=2, page_token=page.next_page_token)
    )
    assert not {t.table_id for t in page.tables} & {t.table_id for t in after.tables}
    request = wire.ListTablesRequest()
    request.page_token = "nonsense"  # noqa: S105  # no password
    refused = await failing(workers[1].tables.ListTables(request))
    assert refused.code is grpc.StatusCode.INVALID_ARGUMENT
