"""Limits: how fast a seat acts, and how many streams a peer holds."""

from __future__ import annotations

from contextlib import ExitStack

import pytest

from ludoteca_server.application.admission import Doors, Pace, Uploads
from ludoteca_server.model.errors import TooMuch
from tests.unit.application.house import SetClock


def test_r17_a_bucket_fills_again_and_says_when() -> None:
    clock = SetClock()
    pace = Pace(10, clock=clock)
    for _ in range(10):
        pace.spend(b"a")
    with pytest.raises(TooMuch) as caught:
        pace.spend(b"a")
    assert caught.value.retry_after_ms == 100
    pace.spend(b"b")
    clock.at_ms += 100
    pace.spend(b"a")
    with pytest.raises(TooMuch):
        pace.spend(b"a")


def test_r17_a_refusal_takes_nothing() -> None:
    clock = SetClock()
    pace = Pace(10, clock=clock)
    with pytest.raises(TooMuch):
        pace.spend(b"a", 11)
    pace.spend(b"a", 10)


def test_no_bound() -> None:
    pace = Pace(0, clock=SetClock())
    pace.spend(b"a", 1_000_000)


def test_a_peers_streams_are_counted_while_they_are_open() -> None:
    doors = Doors(2)
    with doors.stream("10.0.0.1"):
        with doors.stream("10.0.0.1"):
            with pytest.raises(TooMuch), doors.stream("10.0.0.1"):
                pass
            with doors.stream("10.0.0.2"):
                pass
        with doors.stream("10.0.0.1"):
            pass


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
