"""Limits: how fast a seat or an address goes on, and how many streams a peer holds."""

from __future__ import annotations

import asyncio
from contextlib import ExitStack

import pytest

from ludoteca_server.application.admission import Doors, Pace, Paces, Uploads
from ludoteca_server.model.errors import TooMuch
from ludoteca_server.model.limits import Limits
from ludoteca_server.tally import Tally
from tests.unit.application.house import SetClock


def a_pace(most: int, clock: SetClock, period_ms: int = 1000, tally: Tally | None = None) -> Pace:
    """A pace of the test's own."""
    return Pace(most, period_ms, rule="{} here", name="pace", clock=clock, tally=tally or Tally())


def test_r17_a_bucket_fills_again_and_says_when() -> None:
    clock = SetClock()
    pace = a_pace(10, clock)
    for _ in range(10):
        pace.spend(b"a")
    with pytest.raises(TooMuch, match="10 here: try again in 100 ms") as caught:
        pace.spend(b"a")
    assert caught.value.retry_after_ms == 100
    pace.spend(b"b")
    clock.at_ms += 100
    pace.spend(b"a")
    with pytest.raises(TooMuch):
        pace.spend(b"a")


def test_r17_a_refusal_takes_nothing() -> None:
    tally = Tally()
    pace = a_pace(10, SetClock(), tally=tally)
    with pytest.raises(TooMuch):
        pace.spend(b"a", 11)
    pace.spend(b"a", 10)
    assert tally.limited == {"pace": 1}


def test_a_bucket_may_fill_in_a_minute() -> None:
    clock = SetClock()
    pace = a_pace(6, clock, 60_000)
    for _ in range(6):
        pace.spend("a")
    with pytest.raises(TooMuch) as caught:
        pace.spend("a")
    assert caught.value.retry_after_ms == 10_000
    clock.at_ms += 9_999
    with pytest.raises(TooMuch) as caught:
        pace.spend("a")
    assert caught.value.retry_after_ms == 1
    clock.at_ms += 1
    pace.spend("a")


async def test_r17_who_waits_goes_on_when_there_is_room() -> None:
    clock = SetClock()
    tally = Tally()
    pace = a_pace(1000, clock, tally=tally)
    pace.spend("a", 1000)
    waiting = pace.wait("a")
    clock.at_ms += 1
    await waiting
    assert not tally.limited
    with pytest.raises(TooMuch):
        pace.spend("a")


async def test_r17_what_waits_is_counted_once_however_often_it_looks() -> None:
    clock, tally = SetClock(), Tally()
    pace = a_pace(1000, clock, tally=tally)
    pace.spend("a", 1000)
    waiting = asyncio.create_task(pace.wait("a"))
    for _ in range(3):  # the clock stands still: it looks and looks again, a millisecond apart
        await asyncio.sleep(0.002)
    clock.at_ms += 1
    await waiting
    assert tally.limited == {"pace": 1}


def test_r17_what_never_fits_is_not_told_to_wait() -> None:
    pace = a_pace(10, SetClock())
    with pytest.raises(TooMuch, match="10 here: send fewer at once") as caught:
        pace.spend(b"a", 11)
    assert caught.value.retry_after_ms == 0, "no delay helps"


def test_no_bound() -> None:
    a_pace(0, SetClock()).spend(b"a", 1_000_000)
    free = Limits(
        actions_per_second=0,
        peer_calls_per_second=0,
        peer_tables_per_minute=0,
        peer_record_bytes_per_minute=0,
    )
    paces = Paces.of(free, clock=SetClock(), tally=Tally())
    for pace in (paces.seat, paces.calls, paces.new_tables, paces.record_bytes):
        pace.spend(b"a", 1_000_000)


def test_a_peers_streams_are_counted_while_they_are_open() -> None:
    tally = Tally()
    doors = Doors(2, tally=tally)
    with doors.stream("10.0.0.1"):
        with doors.stream("10.0.0.1"):
            with pytest.raises(TooMuch), doors.stream("10.0.0.1"):
                pass
            with doors.stream("10.0.0.2"):
                pass
        with doors.stream("10.0.0.1"):
            pass
    assert tally.limited == {"max_streams_per_peer": 1}


def test_records_that_come_in_are_bounded_each_and_together() -> None:
    uploads = Uploads(10)
    with ExitStack() as stack:
        records = [stack.enter_context(uploads.record()) for _ in range(5)]
        for record in records[:4]:
            record.add(b"ten bytes.")
            with pytest.raises(TooMuch, match="at most 10 bytes"):
                record.add(b"!")
        with pytest.raises(TooMuch) as caught:
            records[4].add(b"!")
        assert caught.value.retry_after_ms > 0, "there is room as soon as another one is done"
    with uploads.record() as record:
        record.add(b"ten bytes.")
