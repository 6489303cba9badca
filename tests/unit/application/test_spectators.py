"""R34: what those see who hold no seat: nothing, everything public, or that late."""

from __future__ import annotations

import asyncio
import json
from contextlib import aclosing
from typing import TYPE_CHECKING

import pytest

from ludoteca.v1 import table_pb2
from ludoteca.v1 import table_service_pb2 as wire
from ludoteca_core import Call
from ludoteca_server.application import front
from ludoteca_server.application.actions import actions
from ludoteca_server.application.export_record import export_record
from ludoteca_server.application.get_table import get_table
from ludoteca_server.application.resign import resign
from ludoteca_server.application.start import start
from ludoteca_server.application.view import view
from ludoteca_server.application.watch import watch
from ludoteca_server.model.errors import (
    ClosedToSpectators,
    SeqFromTheFuture,
    StoreAway,
    WrongToken,
)
from ludoteca_server.model.stream import Follow, Live, Seen, Told, Wishes
from tests.unit.application.house import (
    House,
    Playing,
    follow,
    new_id,
    new_token,
    sit,
    spin,
    told,
)
from tests.unit.application.test_streams import moves_with_takebacks

if TYPE_CHECKING:
    from collections.abc import AsyncGenerator

    from ludoteca_server.application.service import Application
    from ludoteca_server.model.entry import Entry
    from ludoteca_server.model.stream import StreamItem

OFF = table_pb2.Spectators(off=True)
MOVES = table_pb2.Spectators(delay_moves=3)
LONG_AGO = table_pb2.Spectators(delay_moves=40)
SECONDS = table_pb2.Spectators(delay_seconds=10)
PATIENCE_S = 20
START = 4
"""Two seats: created, joined, joined, started."""


@pytest.fixture(autouse=True, params=[front.HELD_MOST, 2])
def held_most(request: pytest.FixtureRequest, monkeypatch: pytest.MonkeyPatch) -> int:
    """How much a worker holds back in memory; what is late beyond that is read from the log in time."""
    most: int = request.param
    monkeypatch.setattr(front, "HELD_MOST", most)
    return most


async def begin(app: Application, table: Playing) -> None:
    request = wire.StartTableRequest(table_id=table.table_id, request_id=new_id())
    await start(request.SerializeToString(), table.tokens[0], scribe=app.scribe, pace=app.pace)


async def give_up(app: Application, table: Playing, seat: int) -> None:
    request = wire.ResignRequest(table_id=table.table_id, request_id=new_id())
    await resign(request.SerializeToString(), table.tokens[seat], scribe=app.scribe, pace=app.pace)


async def seen_by(app: Application, table: Playing, caller: bytes | None) -> table_pb2.View:
    seen = await view(table.table_id, None, False, caller, tables=app.tables)
    return table_pb2.View.FromString(seen.view)


async def recorded_for(app: Application, table: Playing, caller: bytes | None) -> int:
    """How many events a caller's record of the table has."""
    record = await export_record(table.table_id, caller, library=app.library, tables=app.tables)
    header, *lines = record.decode().splitlines()
    events = json.loads(header)["events"]
    assert isinstance(events, int)
    assert len(lines) == events
    return events


async def heard(items: AsyncGenerator[StreamItem, None], upto: int) -> list[int]:
    """The seqs of a stream's notices, up to one."""
    seqs: list[int] = []
    async with asyncio.timeout(PATIENCE_S):
        while not seqs or seqs[-1] < upto:
            item = await anext(items)
            if isinstance(item, Told):
                seqs.append(item.seq)
    return seqs


async def into(rest: list[StreamItem], items: AsyncGenerator[StreamItem, None]) -> None:
    """Takes what a stream brings until it ends."""
    async for item in items:
        rest.append(item)  # noqa: PERF401  # what came before it ended is kept


async def is_quiet(items: AsyncGenerator[StreamItem, None]) -> asyncio.Task[StreamItem]:
    """The stream's next item, which has not come."""
    task = asyncio.ensure_future(anext(items))
    await spin()
    assert not task.done()
    return task


async def test_r34_a_closed_table_is_shown_to_its_seats_alone(house: House) -> None:
    app = house.worker()
    table = await house.playing(app, spectators=OFF)
    seq = await table.move(app)
    for caller in (None, new_token()):
        with pytest.raises(ClosedToSpectators, match="token of one of its seats"):
            await seen_by(app, table, caller)
        with pytest.raises(ClosedToSpectators):
            await view(table.table_id, 1, False, caller, tables=app.tables)
        with pytest.raises(ClosedToSpectators):
            await recorded_for(app, table, caller)
        with pytest.raises(ClosedToSpectators):
            await anext(follow(app, table.table_id, caller=caller))
    with pytest.raises(WrongToken):
        await actions(table.table_id, False, new_token(), tables=app.tables)
    for token in table.tokens:
        assert (await seen_by(app, table, token)).table.seq == seq
        assert await recorded_for(app, table, token) == seq
        async with aclosing(follow(app, table.table_id, caller=token)) as items:
            assert await heard(items, seq) == list(range(1, seq + 1))


async def test_r34_a_closed_table_is_open_before_the_start_and_after_the_end(house: House) -> None:
    app, other = house.worker(), house.worker()
    table_id = await house.open(app, spectators=OFF)
    await view(table_id, None, False, None, tables=app.tables)
    table = await house.playing(app, spectators=OFF)
    await give_up(app, table, 0)
    last = (await seen_by(other, table, None)).table.seq
    assert last == START + 1
    assert await recorded_for(other, table, None) == last
    async with aclosing(follow(other, table.table_id)) as items:
        assert await heard(items, last) == list(range(1, last + 1))


async def test_r34_the_start_of_a_closed_table_ends_the_streams_of_spectators(house: House) -> None:
    app = house.worker()
    table_id = await house.open(app, spectators=OFF)
    from_outside = follow(app, table_id)
    assert await heard(from_outside, 1) == [1]
    tokens = [new_token(), new_token()]
    own = follow(app, table_id, caller=tokens[0])
    assert await heard(own, 1) == [1]
    for seat, token in enumerate(tokens):
        await sit(app, table_id, token, seat=seat)
    await begin(app, Playing(table_id, tokens))
    assert await heard(own, START) == [2, 3, START]
    before = await heard(from_outside, START - 1)
    with pytest.raises(ClosedToSpectators):
        await heard(from_outside, START)
    assert before == [2, 3], "what came before, and not the setup"
    await own.aclose()


async def test_r34_whoever_gives_a_seat_up_sees_a_closed_table_no_longer(house: House) -> None:
    app = house.worker()
    table = await house.playing(app, 3, spectators=OFF)
    items = follow(app, table.table_id, 0, caller=table.tokens[0])
    assert isinstance(await anext(items), Live)
    await give_up(app, table, 0)
    with pytest.raises(ClosedToSpectators):
        await anext(items)
    with pytest.raises(ClosedToSpectators):
        await seen_by(app, table, table.tokens[0])


@pytest.mark.parametrize("holds_a_seat", [False, True], ids=["stranger", "resigned"])
async def test_r34_a_slow_stream_brings_nothing_of_what_was_closed_meanwhile(
    house: House, holds_a_seat: bool
) -> None:
    """It reads another table's log for as long as it likes, and comes to the closed one only then."""
    app = house.worker()
    other = await house.playing(app)
    table_id, tokens = await house.open(app, seats=3, spectators=OFF), [new_token() for _ in "012"]
    for seat, token in enumerate(tokens):
        await sit(app, table_id, token, seat=seat)
    table = Playing(table_id, tokens)
    if holds_a_seat:
        await begin(app, table)
    items = watch(
        [Follow(other.table_id, 1), Follow(table_id, 1)],
        Wishes(views=True),
        tokens[0] if holds_a_seat else None,
        hub=app.hub,
        tables=app.tables,
    )
    await anext(items)
    if holds_a_seat:
        known = await table.move(app)
        await give_up(app, table, 0)
    else:
        known = 1 + len(tokens)
        await begin(app, table)
    for _ in range(4):
        await table.move(app)
    await spin()
    rest: list[StreamItem] = []
    with pytest.raises(ClosedToSpectators):
        await into(rest, items)
    heard_of = [item for item in rest if isinstance(item, Told) and item.table_id == table_id]
    assert [item.seq for item in heard_of] == list(range(1, len(heard_of) + 1))
    assert START - 1 <= len(heard_of) <= known
    seen = [item for item in rest if isinstance(item, Seen) and item.table_id == table_id]
    views = [table_pb2.View.FromString(item.view) for item in seen]
    assert all(each.table.seq <= known for each in views)


async def test_r34_whoever_gave_a_seat_up_is_not_told_how_far_the_table_is(house: House) -> None:
    """By no action of a message on a stream that is still open."""
    app = house.worker()
    table = await house.playing(app, 3, spectators=MOVES)
    request, _ = await table.request(app)
    await give_up(app, table, 0)
    message = wire.PlayActions()
    for _ in range(3):
        message.actions.add(action=request.action, request_id=new_id(), expected_seq=START)
    calls = Call.play(table.table_id, house.game, message.SerializeToString())
    outcomes = await app.scribe.carry_out_all(table.table_id, calls, table.tokens[0])
    assert [type(outcome) for outcome in outcomes] == [WrongToken] * 3


async def test_r34_the_lobby_tells_the_policy_and_not_the_turn(house: House) -> None:
    app = house.worker()
    for policy in (OFF, MOVES, SECONDS, None):
        table = await house.playing(app, spectators=policy)
        rows, _ = await house.lobby.rows("", 500)
        [row] = [
            each
            for each in map(table_pb2.Table.FromString, rows)
            if each.table_id == table.table_id
        ]
        assert row.spectators == (policy or table_pb2.Spectators())
        assert row.lifecycle == table_pb2.LIFECYCLE_PLAYING
        assert any(seat.to_act for seat in row.seats) is (policy is None)


async def test_r34_spectators_see_the_table_as_of_some_moves_ago(house: House) -> None:
    app = house.worker()
    table = await house.playing(app, spectators=MOVES)
    for move in range(12):
        last = await table.move(app, choice=move)
        shown = max(START - 1, last - 3)
        for worker in (app, house.worker()):
            assert (await seen_by(worker, table, None)).table.seq == shown
            assert await recorded_for(worker, table, new_token()) == shown
            info = table_pb2.Table.FromString(await get_table(table.table_id, tables=worker.tables))
            assert (info.seq, info.spectators) == (shown, MOVES)
            for hidden in range(shown + 1, last + 1):
                with pytest.raises(SeqFromTheFuture, match=f"at seq {shown}:"):
                    await view(table.table_id, hidden, False, None, tables=worker.tables)
        assert (await seen_by(app, table, table.tokens[1])).table.seq == last
        assert await recorded_for(app, table, table.tokens[1]) == last
    await give_up(app, table, 0)
    assert (await seen_by(app, table, None)).table.seq == last + 1, "all at once at the end"


async def test_r34_spectators_see_the_table_as_of_some_seconds_ago(house: House) -> None:
    app = house.worker()
    table = await house.playing(app, spectators=SECONDS)
    first = await table.move(app)
    house.clock.at_ms += 4_000
    second = await table.move(app)
    for wait_ms, shown in ((0, START - 1), (5_999, START - 1), (1, first), (3_999, first)):
        house.clock.at_ms += wait_ms
        assert (await seen_by(app, table, None)).table.seq == shown
        assert await recorded_for(app, table, None) == shown
        assert (await seen_by(app, table, table.tokens[0])).table.seq == second
    house.clock.at_ms += 1
    assert (await seen_by(app, table, None)).table.seq == second


async def test_r34_a_stream_brings_each_notice_some_moves_late(house: House) -> None:
    """On the worker that appends and on another one; each view is that of the last notice."""
    app, other = house.worker(), house.worker()
    table = await house.playing(app, spectators=MOVES)
    streams = [follow(worker, table.table_id, wishes=Wishes(views=True)) for worker in (app, other)]
    for items in streams:
        assert await heard(items, START - 1) == list(range(1, START))
    own = follow(other, table.table_id, caller=table.tokens[0])
    assert await heard(own, START) == list(range(1, START + 1))
    for move in range(9):
        last = await table.move(app, choice=move)
        assert await heard(own, last) == [last], "seats hear it at once"
        if last - 3 < START:
            continue
        for items in streams:
            assert await heard(items, last - 3) == [last - 3]
            async with asyncio.timeout(PATIENCE_S):
                seen = await anext(items)
            assert isinstance(seen, Seen)
            assert table_pb2.View.FromString(seen.view).table.seq == last - 3
    for items in [*streams, own]:
        await items.aclose()


async def test_r34_a_stream_brings_each_notice_when_it_is_old_enough(house: House) -> None:
    app = house.worker()
    table = await house.playing(app, spectators=SECONDS)
    items = follow(app, table.table_id)
    assert await heard(items, START - 1) == list(range(1, START))
    first = await table.move(app)
    house.clock.at_ms += 4_000
    second = await table.move(app)
    async for item in items:
        assert isinstance(item, Live)
        break
    waiting = await is_quiet(items)
    house.clock.at_ms += 6_000
    item = await asyncio.wait_for(waiting, PATIENCE_S)
    assert isinstance(item, Told)
    assert item.seq == START
    assert await heard(items, first) == [first]
    waiting = await is_quiet(items)
    house.clock.at_ms += 4_000
    item = await asyncio.wait_for(waiting, PATIENCE_S)
    assert isinstance(item, Told)
    assert item.seq == second
    await items.aclose()


async def test_r34_the_end_of_a_table_shows_everything_at_once(house: House) -> None:
    app = house.worker()
    for policy in (MOVES, SECONDS):
        table = await house.playing(app, spectators=policy)
        items = follow(app, table.table_id)
        assert await heard(items, START - 1) == list(range(1, START))
        last = await table.move(app)
        await give_up(app, table, 0)
        assert await heard(items, last + 1) == list(range(START, last + 2))
        await items.aclose()


async def test_r34_late_notices_are_those_that_seats_could_have_heard(house: House) -> None:
    """Takebacks too, and whether a worker held them back or found them when the first spectator came."""
    app, other = house.worker(), house.worker()
    table = await house.playing(app, spectators=MOVES)
    early = follow(other, table.table_id)
    assert await heard(early, START - 1) == list(range(1, START))
    last = await moves_with_takebacks(app, table, 60)
    shown = last - 3
    assert await heard(early, shown) == list(range(START, shown + 1))
    late = await told(house.worker(), table.table_id, shown)
    newcomer = follow(house.worker(), table.table_id, shown + 1)
    assert isinstance(await anext(newcomer), Live)
    last = await table.move(app)
    assert await heard(newcomer, last - 3) == [last - 3]
    assert await heard(early, last - 3) == [last - 3]
    await give_up(app, table, 0)
    assert await heard(newcomer, last + 1) == [last - 2, last - 1, last, last + 1]
    assert late == (await told(house.worker(), table.table_id, last))[:shown]
    for items in (early, newcomer):
        await items.aclose()


async def test_r34_a_long_delay_keeps_little_in_memory(house: House, held_most: int) -> None:
    """The log has what a feed does not hold: takebacks, what becomes old enough, and the rest at the end."""
    app, other = house.worker(), house.worker()
    table = await house.playing(app, spectators=LONG_AGO)
    early = follow(other, table.table_id)
    assert await heard(early, START - 1) == list(range(1, START))
    last = await moves_with_takebacks(app, table, 60)
    shown = last - LONG_AGO.delay_moves
    assert shown > START
    assert await heard(early, shown) == list(range(START, shown + 1))
    newcomer = follow(house.worker(), table.table_id, shown + 1)
    assert isinstance(await anext(newcomer), Live)
    for move in range(2 * held_most):
        last = await table.move(app, choice=move)
        for items in (early, newcomer):
            assert await heard(items, last - LONG_AGO.delay_moves) == [last - LONG_AGO.delay_moves]
        [feed] = other.hub._feeds.values()
        assert len(feed._held) <= held_most
    await give_up(app, table, 0)
    hidden = list(range(last - LONG_AGO.delay_moves + 1, last + 2))
    for items in (early, newcomer):
        assert await heard(items, last + 1) == hidden
        await items.aclose()


async def test_r34_a_late_stream_ends_where_the_log_it_reads_on_from_is_away(
    house: House, monkeypatch: pytest.MonkeyPatch
) -> None:
    """It comes back to all that it has not heard."""

    async def away(*_: object) -> list[Entry]:
        raise StoreAway("The connection broke.")

    monkeypatch.setattr("ludoteca_server.application.front.HELD_MOST", 1)
    app = house.worker()
    table = await house.playing(app, spectators=SECONDS)
    items = follow(app, table.table_id)
    assert await heard(items, START - 1) == list(range(1, START))
    last = await table.move(app)
    with monkeypatch.context() as patched:
        patched.setattr(house.log, "read", away)
        house.clock.at_ms += 10_000
        assert await heard(items, START) == [START]
        with pytest.raises(StoreAway):
            await heard(items, last)
    back = follow(app, table.table_id, last)
    assert await heard(back, last) == [last]
    await back.aclose()


async def test_r34_a_late_stream_does_not_tell_how_far_the_table_is(house: House) -> None:
    app = house.worker()
    table = await house.playing(app, spectators=MOVES)
    items = follow(app, table.table_id, 1_000)
    live = await anext(items)
    assert isinstance(live, Live)
    assert live.seq == 999
    await items.aclose()


async def test_r34_a_late_stream_resumes_without_a_gap_or_a_duplicate(house: House) -> None:
    """Whoever comes back finds what is held back there too."""
    app = house.worker()
    table = await house.playing(app, spectators=MOVES)
    got: list[int] = []
    for move in range(20):
        last = await table.move(app, choice=move)
        if last - 3 <= len(got):
            continue
        items = follow(house.worker() if move % 2 else app, table.table_id, len(got) + 1)
        got += await heard(items, last - 3)
        await items.aclose()
    assert got == list(range(1, last - 2))


async def test_a_long_delay_is_held_in_the_log_and_not_in_memory(
    house: House, held_most: int
) -> None:
    """By the worker that appends and by one that is there from the middle on; at the end all of it comes."""
    app, other = house.worker(), house.worker()
    table = await house.playing(app, spectators=table_pb2.Spectators(delay_moves=1_000))
    streams = [follow(app, table.table_id)]
    assert await heard(streams[0], START - 1) == list(range(1, START))
    for move in range(20):
        last = await table.move(app, choice=move)
        if move == 10:
            streams.append(follow(other, table.table_id))
            assert await heard(streams[1], START - 1) == list(range(1, START))
        for each in (app, other)[: len(streams)]:
            await spin()
            [feed] = each.hub._feeds.values()
            assert len(feed._held) == min(last - START + 1, held_most)
    await give_up(app, table, 0)
    for items in streams:
        assert await heard(items, last + 1) == list(range(START, last + 2))
        await items.aclose()


async def test_a_delay_that_cannot_be_read_on_ends_the_streams_and_the_next_one_resumes(
    house: House, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(front, "HELD_MOST", 1)
    app = house.worker()
    table = await house.playing(app, spectators=MOVES)
    items = follow(app, table.table_id)
    assert await heard(items, START - 1) == list(range(1, START))
    read_on = front.Held.read_on

    async def away(*_: object, **__: object) -> None:
        monkeypatch.setattr(front.Held, "read_on", read_on)
        raise StoreAway("It does not answer.")

    monkeypatch.setattr(front.Held, "read_on", away)
    for move in range(6):
        last = await table.move(app, choice=move)
    with pytest.raises(StoreAway, match="does not answer"):
        await heard(items, last)
    again = follow(app, table.table_id, START)
    assert await heard(again, last - 3) == list(range(START, last - 2))
    await again.aclose()
