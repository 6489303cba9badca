"""Limits: how fast a seat acts, and how many streams a peer holds."""

from __future__ import annotations

import pytest

from ludoteca_server.application.admission import Doors, Pace
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
