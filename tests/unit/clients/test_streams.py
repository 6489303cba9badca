"""Streams: resumed after any cut, each event once, in step with the service."""

from __future__ import annotations

import asyncio
from types import MappingProxyType
from typing import Any

import grpc
import pytest

from ludoteca_client import Client, LineState, NotFound, OutOfStep, Overtaken, ServerAway, Token
from ludoteca_client.play import ACTIONS_MOST
from tests.unit.clients.fake_service import DRAW, END, TABLE_ID, FakeService, fail, packed

CUT_SHARE = 0.3


async def test_r19_a_watch_with_cuts_has_no_gap_and_no_duplicate(
    fake: FakeService, client: Client
) -> None:
    fake.last_seq = 60
    fake.cut_share = CUT_SHARE
    for number in range(30):
        await fake.add(0, packed(DRAW), bytes([number]))

    async def go_on() -> None:
        while len(fake.notices) < fake.last_seq:
            await fake.add(0, packed(DRAW), len(fake.notices).to_bytes(2, "big"))
            await asyncio.sleep(0)

    seqs: list[int] = []
    async with client.watch(TABLE_ID) as watch:
        async for notice in watch:
            seqs.append(notice.seq)
            if notice.seq == 31:
                await go_on()
    assert seqs == list(range(1, 61))
    assert len(fake.opened) > 5, "the line was cut"
    print(f"{len(fake.opened)} connections for {len(seqs)} events")


async def test_r18_a_resumed_stream_asks_for_what_it_has_not(
    fake: FakeService, client: Client
) -> None:
    fake.last_seq = 40
    fake.cut_share = CUT_SHARE
    for number in range(39):
        await fake.add(0, packed(DRAW), bytes([number]))
    last = 0
    async with client.watch(TABLE_ID, from_seq=3) as watch:
        async for notice in watch:
            assert notice.seq == max(last + 1, 3)
            last = notice.seq
    assert fake.opened[0] == 3
    assert fake.opened == sorted(fake.opened), "never further back than one event"


async def test_r11_actions_survive_cuts_once_each(fake: FakeService, client: Client) -> None:
    fake.last_seq = 61
    fake.cut_share = CUT_SHARE
    seat = client.seat(TABLE_ID, 0, Token.fresh())
    async with seat.play(from_seq=1) as play:
        answers = [await play.act(DRAW) for _ in range(20)]
        answers += await play.act_all([DRAW] * 40)
        seqs = [notice.seq async for notice in play]
    assert answers == list(range(2, 62)), "each action made exactly one event"
    assert seqs == list(range(1, 62))
    print(f"{len(fake.opened)} connections for {len(answers)} actions")


async def test_r11_many_actions_come_in_messages_that_the_service_takes(
    fake: FakeService, client: Client
) -> None:
    """Also those that are sent again after a cut."""
    fake.last_seq = 601
    fake.cut_share = 0.01
    seat = client.seat(TABLE_ID, 0, Token.fresh())
    async with seat.play(from_seq=1) as play:
        assert await play.act_all([DRAW] * 600) == list(range(2, 602))
    assert len(fake.opened) > 2
    assert fake.longest == ACTIONS_MOST


async def test_r11_an_action_whose_answer_the_store_lost_is_asked_for_again(
    fake: FakeService, client: Client
) -> None:
    fake.away = 3
    seat = client.seat(TABLE_ID, 0, Token.fresh())
    async with seat.play() as play:
        assert await play.act(DRAW) == 2
    assert len(fake.notices) == 2
    fake.away = 1_000_000
    async with seat.play(patience_s=0.1) as play:
        with pytest.raises(ServerAway):
            await play.act(DRAW)


async def test_r20_moments_are_in_step_under_cuts(fake: FakeService, client: Client) -> None:
    fake.last_seq = 40
    fake.cut_share = CUT_SHARE
    fake.wrong_digests = {7, 19}
    seat = client.seat(TABLE_ID, 0, Token.fresh())
    seqs: list[int] = []
    async with seat.play(from_seq=1, views=True, offers=True) as play:
        async for moment in play.moments():
            seqs += [notice.seq for notice in moment.notices]
            assert moment.view is not None
            assert moment.view.table.seq == moment.seq
            assert moment.view.view_digest == moment.seq * 1_000_003, "the service's own view"
            if moment.offers is not None and moment.offers.offers:
                assert moment.offers.seq == moment.seq
                await play.act(moment.offers.offers[0])
    assert seqs == list(range(1, 41))
    assert not fake.wrong_digests


async def test_r20_a_wrong_digest_asks_for_the_view(fake: FakeService, client: Client) -> None:
    fake.wrong_digests = {1}
    async with client.watch(TABLE_ID, views=True) as watch:
        moment = await anext(aiter(watch.moments()))
        assert moment.view == fake.view(1)
        assert await watch.live(TABLE_ID) == 1


async def test_a_log_that_lost_its_end_is_said(fake: FakeService, client: Client) -> None:
    for number in range(5):
        await fake.add(0, packed(DRAW), bytes([number]))
    async with client.watch(TABLE_ID) as watch:
        notices = aiter(watch)
        assert [(await anext(notices)).seq for _ in range(6)] == [1, 2, 3, 4, 5, 6]
        del fake.notices[2:]
        await fake.drop_all()
        with pytest.raises(OutOfStep, match="lost the end of its log"):
            await anext(notices)


async def test_an_overtaken_action_is_not_resent(fake: FakeService, client: Client) -> None:
    seat = client.seat(TABLE_ID, 0, Token.fresh())
    async with seat.play(words=True) as play:
        assert await play.act(DRAW, expected_seq=1) == 2
        with pytest.raises(Overtaken) as overtaken:
            await play.act(DRAW, expected_seq=1)
    assert overtaken.value.seq == 2
    assert len(fake.notices) == 2


async def test_from_now_begins_with_the_present(fake: FakeService, client: Client) -> None:
    for number in range(5):
        await fake.add(0, packed(DRAW), bytes([number]))
    seat = client.seat(TABLE_ID, 0, Token.fresh())
    async with seat.play(views=True, offers=True) as play:
        first = await anext(aiter(play.moments()))
    assert first.notices == ()
    assert first.view is not None
    assert first.view.table.seq == 6
    assert first.offers is not None
    assert len(first.offers.offers) == 2


async def test_the_line_is_told_and_measured(fake: FakeService, client: Client) -> None:
    fake.cut_share = 0.5
    fake.last_seq = 10
    states: list[LineState] = []
    seat = client.seat(TABLE_ID, 0, Token.fresh())
    async with seat.play(from_seq=1, on_line=states.append) as play:
        for _ in range(9):
            await play.act(DRAW)
        assert play.round_trip_s is not None
    lost = [state for state in states if not state.connected]
    assert lost
    assert all(state.retry_in_s > 0 and state.why for state in lost)
    assert states[-1].connected or not lost[-1].connected


async def test_r22_watching_what_is_not_there_ends_at_once(client: Client) -> None:
    async with client.watch("b" * 26) as watch:
        with pytest.raises(NotFound):
            await anext(aiter(watch))


async def test_waiting_for_a_past_that_never_comes_says_why(client: Client) -> None:
    async with client.watch("b" * 26) as watch:
        with pytest.raises(NotFound):
            await watch.live("b" * 26)


async def test_each_table_begins_at_its_own_seq_whatever_the_mapping(
    fake: FakeService, client: Client
) -> None:
    fake.last_seq = 5
    for number in range(4):
        await fake.add(0, packed(DRAW), bytes([number]))
    async with client.watch(MappingProxyType({TABLE_ID: 4})) as watch:
        assert [notice.seq async for notice in watch] == [4, 5]


async def test_a_fault_of_ones_own_does_not_look_like_the_end_of_the_table(client: Client) -> None:
    def clumsy(_state: LineState) -> None:
        raise ZeroDivisionError

    async with client.watch(TABLE_ID, on_line=clumsy) as watch:
        with pytest.raises(ZeroDivisionError):
            await anext(aiter(watch))


async def test_an_action_that_its_caller_gave_up_is_not_sent_later(
    fake: FakeService, client: Client, monkeypatch: pytest.MonkeyPatch
) -> None:
    seat = client.seat(TABLE_ID, 0, Token.fresh())
    check, tried, is_away = fake._check, asyncio.Event(), True

    async def closed(table_id: str, from_seq: int, context: Any) -> None:
        tried.set()
        if is_away:
            await fail(context, grpc.StatusCode.UNAVAILABLE, "store_away")
        await check(table_id, from_seq, context)

    monkeypatch.setattr(fake, "_check", closed)
    async with seat.play(from_seq=1) as play:
        acting = asyncio.create_task(play.act(DRAW))
        await tried.wait()
        acting.cancel()
        await asyncio.wait([acting])
        is_away = False
        assert await play.act(END) == 2
    assert [notice.action for notice in fake.notices[1:]] == [packed(END)]
