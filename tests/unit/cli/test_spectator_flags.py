"""R34: who may look on, as it is typed."""

from __future__ import annotations

import pytest

from ludoteca.v1 import table_pb2
from ludoteca_cli.failure import Failure
from ludoteca_cli.play import spectators_of


def test_r34_a_policy_is_a_word_or_a_delay() -> None:
    assert spectators_of("") is None
    assert spectators_of("public") is None
    assert spectators_of("off") == table_pb2.Spectators(off=True)
    assert spectators_of("moves:3") == table_pb2.Spectators(delay_moves=3)
    assert spectators_of("seconds:60") == table_pb2.Spectators(delay_seconds=60)


@pytest.mark.parametrize("policy", ["on", "moves", "moves:", "moves:0", "seconds:-1", "3", "OFF"])
def test_r34_what_makes_no_sense_is_told(policy: str) -> None:
    with pytest.raises(Failure, match="--spectators"):
        spectators_of(policy)
