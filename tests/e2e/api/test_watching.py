"""Watching over gRPC: nothing missing, nothing twice, the same for all who may see the same."""

from __future__ import annotations

import asyncio
from typing import TYPE_CHECKING

import grpc
import pytest

from ludoteca.v1 import table_pb2
from ludoteca.v1 import table_service_pb2 as wire
from tests.e2e.api.table import bearer, dice, failing, hear, new_game, new_id, view_at

if TYPE_CHECKING:
    import random

    from tests.e2e.api.table import Game, Stubs


async def play(game: Game, workers: list[Stubs], chance: random.Random, moves: int) -> int:
    """Plays over both workers; the last seq."""
    seq = 0
    for _ in range(moves):
        if await game.turn(workers[0]) is None:
            break
        seq = await game.move(chance.choice(workers), choice=chance.randrange(1000))
    return seq


@pytest.mark.parametrize("title", ["burgenland", "el_gaucho", "el_burro"])
async def test_r19_random_disconnects(workers: list[Stubs], title: str) -> None:
    seed = 19
    chance = dice(seed)
    game = await new_game(workers[0], seats=3, game=title)
    last = 120
    disconnects = 0

    async def follow(token: bytes | None, own: random.Random) -> list[int]:
        nonlocal disconnects
        got: list[int] = []
        while len(got) < last:
            next_seq = len(got) + 1
            call = own.choice(workers).tables.Watch(
                wire.WatchRequest(follows=[wire.Follow(table_id=game.table_id, from_seq=next_seq)]),
                metadata=bearer(token) if token else None,
            )
            patience = own.randrange(1, 30)
            async for response in call:
                if response.HasField("notice"):
                    got.append(response.notice.seq)
                    patience -= 1
                if patience == 0 or len(got) >= last:
                    break
            call.cancel()
            disconnects += 1
        return got

    viewers = [
        asyncio.create_task(follow(token, dice(seed + n)))
        for n, token in enumerate([None, None, *game.tokens])
    ]
    assert await play(game, workers, chance, last - 5) == last
    received = [await asyncio.wait_for(viewer, 30) for viewer in viewers]
    print(
        f"R19: {disconnects} disconnects, {sum(map(len, received))} notices to {len(viewers)} "
        f"viewers, seed {seed}"
    )
    assert disconnects > len(viewers)
    for got in received:
        assert got == list(range(1, last + 1))


@pytest.mark.parametrize("title", ["burgenland", "el_gaucho", "el_burro"])
async def test_r18_resuming_brings_only_what_is_new(workers: list[Stubs], title: str) -> None:
    game = await new_game(workers[0], game=title)
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


async def test_r20_every_digest_is_that_of_the_view(workers: list[Stubs]) -> None:
    game = await new_game(workers[0])
    last = await play(game, workers, dice(20), 25)
    for token in (None, *game.tokens):
        for data in await hear(workers[0], game.table_id, 1, last, token):
            notice = table_pb2.Notice.FromString(data)
            view = await view_at(workers[1], game.table_id, notice.seq, token)
            assert view.view_digest == notice.view_digest, notice.seq
            assert view.takeback_from == notice.takeback_from


async def test_r39_replay_is_what_was_seen_live(workers: list[Stubs]) -> None:
    game = await new_game(workers[0])
    tokens = [None, *game.tokens]
    heard = [
        asyncio.create_task(hear(stubs, game.table_id, 1, 60, token))
        for token in tokens
        for stubs in workers
    ]
    chance = dice(39)
    for _ in range(56):
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
    assert "taken_back" in kinds
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
