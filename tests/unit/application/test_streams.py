"""Streams: the past and the present of a log, without a gap, a repetition or a secret."""

from __future__ import annotations

import asyncio
import random
from contextlib import aclosing
from typing import TYPE_CHECKING

import pytest

from ludoteca.v1 import table_pb2
from ludoteca.v1 import table_service_pb2 as wire
from ludoteca_core import Call
from ludoteca_server.application import feed as feed_module
from ludoteca_server.application import stream as stream_module
from ludoteca_server.application.inbox import Inbox
from ludoteca_server.application.resign import resign
from ludoteca_server.application.take_back import take_back
from ludoteca_server.application.view import view
from ludoteca_server.application.watch import FOLLOWS_MOST, watch
from ludoteca_server.eventlog import chain
from ludoteca_server.model.entry import Entry, EntryId
from ludoteca_server.model.errors import (
    CorruptLog,
    Draining,
    MalformedRequest,
    NoSuchTable,
    SeqFromTheFuture,
    StoreAway,
    TooMuch,
)
from ludoteca_server.model.limits import Limits
from ludoteca_server.model.stream import Echoed, Follow, Live, Refused, Seen, Told, Wishes
from ludoteca_server.tally import Tally
from tests.unit.application.house import House, every_game, follow, new_id, new_token, spin, told

if TYPE_CHECKING:
    from collections.abc import AsyncGenerator, Sequence

    from ludoteca_core import Step
    from ludoteca_server.application.service import Application
    from ludoteca_server.application.tables import Hot
    from ludoteca_server.model.stream import StreamItem
    from tests.unit.application.house import Playing


def seqs(notices: list[bytes]) -> list[int]:
    return [table_pb2.Notice.FromString(each).seq for each in notices]


async def next_notice(items: AsyncGenerator[StreamItem, None]) -> Told:
    while True:
        item = await anext(items)
        if isinstance(item, Told):
            return item


async def test_the_past_comes_first_and_then_the_present(house: House) -> None:
    app = house.worker()
    table = await house.playing(app)
    last = await table.move(app)
    async with aclosing(follow(app, table.table_id)) as items:
        past = [await anext(items) for _ in range(last)]
        assert [each.seq for each in past if isinstance(each, Told)] == list(range(1, last + 1))
        assert await anext(items) == Live(table.table_id, last)
        for _ in range(5):
            seq = await table.move(app)
            item = await anext(items)
            assert isinstance(item, Told)
            assert item.seq == seq


async def test_a_long_past_is_told_in_few_pages(
    house: House, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Each of them folds the log from its first event on."""
    monkeypatch.setattr(stream_module, "PAGE", 2)
    app = house.worker()
    table = await house.playing(app)
    for move in range(60):
        last = await table.move(app, choice=move)
    house.log.reads = 0
    got = await told(app, table.table_id, last)
    assert seqs(got) == list(range(1, last + 1))
    assert house.log.reads <= 10, "eight pages, and two looks at the end of the log"


async def test_from_seq_zero_brings_only_what_comes(house: House) -> None:
    app = house.worker()
    table = await house.playing(app)
    async with aclosing(follow(app, table.table_id, 0)) as items:
        live = await anext(items)
        assert isinstance(live, Live)
        seq = await table.move(app)
        assert (await next_notice(items)).seq == seq == live.seq + 1


@every_game
async def test_r18_a_resumed_stream_brings_only_later_events(house: House) -> None:
    app = house.worker()
    table = await house.playing(app)
    for move in range(40):
        last = await table.move(app, choice=move)
    for from_seq in (1, 2, last // 2, last, last + 1):
        async with aclosing(follow(house.worker(), table.table_id, from_seq)) as items:
            got = []
            async for item in items:
                if isinstance(item, Live):
                    break
                assert isinstance(item, Told)
                got.append(item.seq)
            assert got == list(range(from_seq, last + 1))


@every_game
async def test_r19_random_disconnects_lose_and_repeat_nothing(house: House) -> None:
    seed = 20_261_129
    chance = random.Random(seed)  # noqa: S311  # a test's own dice
    workers = [house.worker(), house.worker()]
    table = await house.playing(workers[0])
    last = (await workers[0].tables.fresh(table.table_id)).head.seq + 150
    disconnects = 0

    async def view_all(caller: bytes | None) -> list[int]:
        nonlocal disconnects
        got: list[int] = []
        while not got or got[-1] < last:
            app = chance.choice(workers)
            stop = min(last, (got[-1] if got else 0) + chance.randrange(1, 20))
            part = await told(
                app, table.table_id, stop, from_seq=(got[-1] if got else 0) + 1, caller=caller
            )
            got += seqs(part)
            disconnects += 1
        return got

    viewers = [asyncio.create_task(view_all(each)) for each in (None, *table.tokens)]
    for move in range(150):
        await table.move(chance.choice(workers), choice=chance.randrange(1000))
        await asyncio.sleep(0)
        if move % 10 == 5:
            house.log.feeds()[table.table_id].lose()
    for viewer in viewers:
        assert await viewer == list(range(1, last + 1)), f"seed {seed}"
    print(f"R19: {disconnects} disconnects, {3 * last} notices, seed {seed}")
    assert disconnects > 20


async def test_a_lost_wake_up_costs_no_event(house: House) -> None:
    app, other = house.worker(), house.worker()
    table = await house.playing(app)
    start = (await app.tables.fresh(table.table_id)).head.seq
    async with aclosing(follow(app, table.table_id, 0)) as items:
        assert isinstance(await anext(items), Live)
        feed = house.log.feeds().pop(table.table_id)
        await table.move(other)
        await table.move(other, choice=1)  # nobody heard of these two
        house.log.feeds()[table.table_id] = feed
        await table.move(other)
        got = [(await next_notice(items)).seq for _ in range(3)]
    assert got == [start + 1, start + 2, start + 3]


@pytest.mark.parametrize("rewritten", [False, True])
async def test_a_stream_of_a_log_that_lost_its_tail_is_to_be_opened_again(
    house: House, rewritten: bool
) -> None:
    """A failover may do that at the level `process`; the table is there, so nobody may be told that it is not."""
    app, other = house.worker(), house.worker()
    table = await house.playing(app)
    log = house.log.logs[table.table_id]
    async with aclosing(follow(app, table.table_id, 0)) as items:
        assert isinstance(await anext(items), Live)
        await table.move(app)
        assert (await next_notice(items)).seq == len(log)
        del log[-1]
        if rewritten:
            await table.move(other, choice=1)
        house.log.feeds()[table.table_id].lose()
        with pytest.raises(StoreAway, match="lost its tail: open the stream again"):
            await next_notice(items)
    assert seqs(await told(app, table.table_id, len(log))) == list(range(1, len(log) + 1))


async def moves_with_takebacks(app: Application, table: Playing, moves: int) -> int:
    """Plays, and takes back whatever can be taken back every few moves; the last seq."""
    taken, since = 0, 0
    for move in range(moves):
        token = table.tokens[await table.to_act(app)]
        seq = await table.move(app, choice=move * 7)
        offers = await table.offers(app, token)
        since += 1
        if offers.takeback_choices and since > 2:
            request = wire.TakeBackRequest(
                table_id=table.table_id, to_seq=offers.takeback_choices[0], request_id=new_id()
            )
            seq = await take_back(
                request.SerializeToString(), token, scribe=app.scribe, pace=app.pace
            )
            taken, since = taken + 1, 0
    assert taken > 0 or app.tables._hot[table.table_id].table.game == "buurn", "no takebacks there"
    return seq


@every_game
async def test_r39_replay_bytes_are_the_live_bytes(house: House) -> None:
    app, other = house.worker(), house.worker()
    table = await house.playing(app)
    start = (await app.tables.fresh(table.table_id)).head.seq
    viewers = [None, *table.tokens]
    open_streams = [
        follow(each, table.table_id, 0, caller=caller)
        for caller in viewers
        for each in (app, other)
    ]
    for items in open_streams:
        assert isinstance(await anext(items), Live)
    last = await moves_with_takebacks(app, table, 60)
    replayed = [
        await told(house.worker(), table.table_id, last, from_seq=start + 1, caller=caller)
        for caller in viewers
        for _ in (app, other)
    ]
    for items, replay in zip(open_streams, replayed, strict=True):
        live = [(await next_notice(items)).notice for _ in range(last - start)]
        await items.aclose()
        assert live == replay
    assert len({tuple(each) for each in replayed}) == len(viewers), "each viewer sees another log"


@every_game
async def test_r20_the_digest_of_a_notice_is_that_of_the_view(house: House) -> None:
    app = house.worker()
    table = await house.playing(app)
    last = await moves_with_takebacks(app, table, 60)
    for caller in (None, *table.tokens):
        for data in await told(app, table.table_id, last, caller=caller):
            notice = table_pb2.Notice.FromString(data)
            seen = await view(table.table_id, notice.seq, False, caller, tables=app.tables)
            assert table_pb2.View.FromString(seen.view).view_digest == notice.view_digest


@every_game
async def test_r20_viewers_stay_in_step_when_30_percent_of_the_wake_ups_are_lost(
    house: House, monkeypatch: pytest.MonkeyPatch
) -> None:
    seed = 20
    chance = random.Random(seed)  # noqa: S311  # a test's own dice
    workers = [house.worker(), house.worker()]
    table = await house.playing(workers[0])
    viewers = [(caller, each) for caller in (None, *table.tokens) for each in workers]
    streams = [follow(each, table.table_id, 0, caller=caller) for caller, each in viewers]
    for items in streams:
        assert isinstance(await anext(items), Live)
    start = (await workers[0].tables.fresh(table.table_id)).head.seq
    feed = house.log.feeds()[table.table_id]
    heard, lost = feed.put, 0

    def half_deaf(entry: Entry) -> None:
        nonlocal lost
        if chance.random() < 0.3:
            lost += 1
        else:
            heard(entry)

    monkeypatch.setattr(feed, "put", half_deaf)
    for _ in range(100):
        await table.move(chance.choice(workers), choice=chance.randrange(1000))
        await asyncio.sleep(0)
    monkeypatch.setattr(feed, "put", heard)  # what nobody hears of at last, the next event brings
    last = await table.move(workers[0])
    for (caller, _), items in zip(viewers, streams, strict=True):
        for seq in range(start + 1, last + 1):
            notice = table_pb2.Notice.FromString((await next_notice(items)).notice)
            assert notice.seq == seq, f"seed {seed}"
            seen = await view(table.table_id, seq, False, caller, tables=workers[0].tables)
            assert table_pb2.View.FromString(seen.view).view_digest == notice.view_digest
        await items.aclose()
    print(
        f"R20 {house.game}: {lost} of {last - start} wake-ups lost, {len(viewers)} streams in step"
    )
    assert lost > 15


async def test_views_come_at_the_tail_of_a_burst(house: House) -> None:
    app = house.worker()
    table = await house.playing(app)
    wishes = Wishes(views=True)
    async with aclosing(follow(app, table.table_id, 1, wishes=wishes)) as items:
        burst: list[StreamItem] = []
        while not (burst and isinstance(burst[-1], Seen)):
            burst.append(await anext(items))
        assert sum(isinstance(each, Seen) for each in burst) == 1
        for _ in range(3):
            await table.move(app)
        await spin()
        got = [await anext(items) for _ in range(4)]
    assert [type(each) for each in got] == [Told, Told, Told, Seen]
    assert isinstance(got[2], Told)
    assert isinstance(got[3], Seen)
    notice = table_pb2.Notice.FromString(got[2].notice)
    shown = table_pb2.View.FromString(got[3].view)
    assert (shown.table.seq, shown.view_digest) == (notice.seq, notice.view_digest)


async def test_notices_are_made_once_for_each_kind_of_viewer(house: House) -> None:
    app = house.worker()
    table = await house.playing(app)
    streams = [follow(app, table.table_id, 0) for _ in range(5)]
    for items in streams:
        assert isinstance(await anext(items), Live)
    await table.move(app)
    notices = [(await next_notice(items)).notice for items in streams]
    assert len({id(each) for each in notices}) == 1
    for items in streams:
        await items.aclose()


async def test_a_notice_is_made_once_however_many_spectators_there_are(
    house: House, monkeypatch: pytest.MonkeyPatch
) -> None:
    app = house.worker()
    table = await house.playing(app)
    public = [follow(app, table.table_id, 0) for _ in range(200)]
    readers = [follow(app, table.table_id, 0, wishes=Wishes(words=True)) for _ in range(50)]
    seats = [follow(app, table.table_id, 0, caller=token) for token in table.tokens for _ in "ab"]
    streams = [*public, *readers, *seats]
    for items in streams:
        assert isinstance(await anext(items), Live)
    made = 0

    def counted(*parts: object) -> Told:
        nonlocal made
        made += 1
        return Told(*parts)  # type: ignore[arg-type]  # passed on as they came

    monkeypatch.setattr(feed_module, "Told", counted)
    moves = 5
    for _ in range(moves):
        await table.move(app)
    heard = 0
    for items in streams:
        heard += len([await next_notice(items) for _ in range(moves)])
        await items.aclose()
    kinds = 4  # the public, the public with words, two seats
    assert (heard, made) == (len(streams) * moves, kinds * moves)


async def test_a_spectator_that_does_not_read_holds_up_nobody() -> None:
    house = House(limits=Limits(queued_notices=4))
    app = house.worker()
    table = await house.playing(app)
    slow, quick = follow(app, table.table_id, 0), follow(app, table.table_id, 0)
    for items in (slow, quick):
        assert isinstance(await anext(items), Live)
    live = []
    for move in range(20):
        live.append(await table.move(app, choice=move))
        assert (await next_notice(quick)).seq == live[-1], "as it happens"
    assert app.tally.streams_behind == 1
    assert app.hub.census().queued == 4
    assert [(await next_notice(slow)).seq for _ in live] == live, "no gap and no duplicate"
    for items in (slow, quick):
        await items.aclose()


async def test_a_slow_stream_is_moved_to_range_reads_and_holds_little() -> None:
    house = House(limits=Limits(queued_notices=4))
    app = house.worker()
    table = await house.playing(app)
    start = (await app.tables.fresh(table.table_id)).head.seq
    async with aclosing(follow(app, table.table_id, 0)) as items:
        assert isinstance(await anext(items), Live)
        for move in range(50):
            last = await table.move(app, choice=move)
        house.log.reads = 0
        got = [(await next_notice(items)).seq for _ in range(last - start)]
        assert got == list(range(start + 1, last + 1))
        assert house.log.reads == 1
        assert (await table.move(app)) == (await next_notice(items)).seq, "live again"


async def test_an_inbox_is_bounded() -> None:
    inbox = Inbox(3, Tally())
    for seq in range(1, 100):
        inbox.tell(Told("t", seq, b"", archived=False))
    taken = []
    while (item := inbox.take()) is not None:
        taken.append(item)
    assert len(taken) == 3
    assert inbox.take_behind() == "t"
    assert inbox.is_empty


@pytest.mark.parametrize(
    "answer",
    [
        Echoed(bytes(300_000)),
        Refused(bytes(300_000), TooMuch("Later.")),
    ],
)
async def test_answers_that_nobody_reads_are_bounded_in_bytes_too(
    answer: Echoed | Refused,
) -> None:
    inbox = Inbox(3, Tally())
    answered = 0

    async def answer_on_and_on() -> None:
        nonlocal answered
        while True:
            inbox.answer(answer)
            answered += 1
            await inbox.room()

    work = asyncio.create_task(answer_on_and_on())
    await spin()
    assert answered == 4, "the fourth one fills a mebibyte"
    inbox.take()
    await spin()
    assert answered == 5, "and one that is read makes room for another"
    work.cancel()


async def test_who_loses_a_seat_sees_the_publics_view_from_then_on(house: House) -> None:
    app = house.worker()
    table = await house.playing(app, seats=3)
    seq = await table.move(app)
    await table.to_act(app)
    seat = (await table.to_act(app) + 1) % 3
    lost = table.tokens[seat]
    mine = follow(app, table.table_id, 0, caller=lost)
    public = follow(app, table.table_id, 0)
    for items in (mine, public):
        assert isinstance(await anext(items), Live)
    seq = await table.move(app)
    own, theirs = await next_notice(mine), await next_notice(public)
    assert own.seq == theirs.seq == seq
    assert own.notice != theirs.notice
    request = wire.ResignRequest(table_id=table.table_id, request_id=new_id())
    await resign(request.SerializeToString(), lost, scribe=app.scribe, pace=app.pace)
    last = await table.move(app)
    while own.seq < last:
        own, theirs = await next_notice(mine), await next_notice(public)
        assert own == theirs
    for items in (mine, public):
        await items.aclose()


async def test_several_tables_on_one_stream(house: House) -> None:
    app = house.worker()
    tables = [await house.playing(app) for _ in range(3)]
    follows = [Follow(table.table_id, 1) for table in tables]
    async with aclosing(
        watch(follows, Wishes(), tables[1].tokens[0], hub=app.hub, tables=app.tables)
    ) as items:
        live = 0
        while live < 3:
            live += isinstance(await anext(items), Live)
        for table in tables:
            await table.move(app)
        got = [await next_notice(items) for _ in range(3)]
    assert [each.table_id for each in got] == [table.table_id for table in tables]
    own = table_pb2.Notice.FromString(got[1].notice)
    assert own.seq == 5


async def test_bad_follows(house: House) -> None:
    app = house.worker()
    table_id = await house.open(app)
    cases: list[tuple[list[Follow], type[Exception]]] = [
        ([], MalformedRequest),
        ([Follow(table_id, 1)] * 2, MalformedRequest),
        ([Follow(table_id, 1)] * (FOLLOWS_MOST + 1), MalformedRequest),
        ([Follow("a" * 26, 1)], NoSuchTable),
        ([Follow(table_id, 3)], SeqFromTheFuture),
        ([Follow(table_id, 2**64 - 1)], SeqFromTheFuture),
    ]
    for follows, error in cases:
        with pytest.raises(error):
            await anext(watch(follows, Wishes(), None, hub=app.hub, tables=app.tables))
    assert len(app.hub) == 0


async def test_draining_ends_streams_with_the_seq_to_resume_from(house: House) -> None:
    app = house.worker()
    table = await house.playing(app)
    items = follow(app, table.table_id)
    last = 0
    while not isinstance(item := await anext(items), Live):
        assert isinstance(item, Told)
        last = item.seq
    app.hub.drain()
    with pytest.raises(Draining) as caught:
        await anext(items)
    assert caught.value.resume == {table.table_id: last + 1}
    with pytest.raises(Draining):
        await anext(follow(app, table.table_id))
    assert (await table.move(app)) == last + 1, "calls in flight go on"


async def test_a_log_that_breaks_ends_its_streams_alone(house: House) -> None:
    app = house.worker()
    table, other = await house.playing(app), await house.playing(app)
    broken, whole = follow(app, table.table_id, 0), follow(app, other.table_id, 0)
    for items in (broken, whole):
        assert isinstance(await anext(items), Live)
    log = house.log.logs[table.table_id]
    bad = Entry(chain.link(table.table_id, log[-1].id, b"\xff"), b"\xff")
    log.append(bad)
    house.log.feeds()[table.table_id].put(bad)
    with pytest.raises(CorruptLog) as caught:
        await anext(broken)
    assert (caught.value.table_id, caught.value.seq) == (table.table_id, bad.id.seq)
    seq = await other.move(app)
    assert (await next_notice(whole)).seq == seq
    await whole.aclose()


async def test_a_feed_ends_with_its_last_stream(house: House) -> None:
    app = house.worker()
    table = await house.playing(app)
    for _ in range(3):
        await told(app, table.table_id, 2)
    await spin()
    assert len(app.hub) == 0
    assert house.log.feeds()[table.table_id].followers == set()


async def test_a_seats_stream_is_told_by_token_and_a_strangers_is_the_publics(
    house: House,
) -> None:
    app = house.worker()
    table = await house.playing(app)
    last = await table.move(app)
    public = await told(app, table.table_id, last)
    assert await told(app, table.table_id, last, caller=new_token()) == public
    assert await told(app, table.table_id, last, caller=table.tokens[0]) != public


async def test_an_event_of_this_worker_is_not_folded_again_when_the_subscription_is_quicker(
    house: House, monkeypatch: pytest.MonkeyPatch
) -> None:
    app = house.worker()
    table = await house.playing(app)
    append = app.tables.append

    async def slowly(table_id: str, hot: Hot, steps: Sequence[Step]) -> tuple[Hot, list[Entry]]:
        appended = await append(table_id, hot, steps)
        await spin()  # the subscription has brought it by now
        return appended

    monkeypatch.setattr(app.tables, "append", slowly)
    async with aclosing(follow(app, table.table_id, 0)) as items:
        assert isinstance(await anext(items), Live)
        feed = app.hub._feeds[table.table_id]
        take = feed._take
        folded: list[int] = []

        async def watched(entry: Entry) -> None:
            if entry.id.seq == feed.table.seq + 1:
                folded.append(entry.id.seq)
            await take(entry)

        monkeypatch.setattr(feed, "_take", watched)
        seq = await table.move(app)
        assert (await next_notice(items)).seq == seq
        await spin()
        assert folded == []
        other = await table.move(house.worker())
        assert (await next_notice(items)).seq == other
        assert folded == [other], "what another worker appended"


async def test_a_failed_append_holds_nobody_up(house: House) -> None:
    app = house.worker()
    table = await house.playing(app)
    async with aclosing(follow(app, table.table_id, 0)) as items:
        assert isinstance(await anext(items), Live)
        house.log.answers_lost = 1
        with pytest.raises(StoreAway):
            await table.move(app)
        first = (await next_notice(items)).seq
        assert (await table.move(house.worker())) == (await next_notice(items)).seq == first + 1


async def test_a_message_behind_a_gap_is_believed_only_if_it_continues_the_chain(
    house: House,
) -> None:
    """An old primary that was cut off may still publish what it appends: nobody else ever has it."""
    app, other = house.worker(), house.worker()
    table = await house.playing(app)
    last = await table.move(app)
    async with aclosing(follow(other, table.table_id, last + 1)) as items:
        assert isinstance(await anext(items), Live)
        waiting = asyncio.ensure_future(anext(items))
        request, token = await table.request(app)
        hot = await app.tables.fresh(table.table_id)
        call = Call.act(request.SerializeToString())
        seat = hot.table.seat_of(token)
        step = hot.table.decide(call, seat=seat, token_hash=token, at_ms=house.clock.at_ms)
        subscription = house.log.feeds()[table.table_id]
        subscription.lose()
        subscription.put(Entry(EntryId(last + 1, 7), step.event))
        await spin()
        assert not waiting.done(), "no log has it"
        assert await table.move(app, choice=1) == last + 1
        item = await waiting
        assert isinstance(item, Told)
        assert item.seq == last + 1
        assert await told(app, table.table_id, last + 1, from_seq=last + 1) == [item.notice]
