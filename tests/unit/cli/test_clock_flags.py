"""How long seats may think, as it is typed."""

from __future__ import annotations

import pytest

from ludoteca.v1 import table_pb2
from ludoteca_cli.failure import Failure
from ludoteca_cli.play import turn_clock_of


def test_a_time_is_for_each_decision_and_two_are_for_the_game() -> None:
    assert turn_clock_of("", "") is None
    each = turn_clock_of("30s", "")
    assert each == table_pb2.TurnClock(move_ms=30_000, on_timeout=table_pb2.ON_TIMEOUT_DEFAULT)
    game = turn_clock_of("10m+5s", "end")
    assert game == table_pb2.TurnClock(
        bank_ms=600_000, increment_ms=5_000, on_timeout=table_pb2.ON_TIMEOUT_END
    )
    bank = turn_clock_of("1h+0s", "vacate")
    assert bank == table_pb2.TurnClock(bank_ms=3_600_000, on_timeout=table_pb2.ON_TIMEOUT_VACATE)


@pytest.mark.parametrize(
    ("clock", "on_timeout"),
    [("30", ""), ("s", ""), ("10m5s", ""), ("-3s", ""), ("30s", "explode"), ("", "end")],
)
def test_what_makes_no_sense_is_told(clock: str, on_timeout: str) -> None:
    with pytest.raises(Failure, match=r"--(clock|on-timeout)"):
        turn_clock_of(clock, on_timeout)
