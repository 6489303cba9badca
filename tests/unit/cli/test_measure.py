"""Choosing what is measured, and the shape of a measure."""

from __future__ import annotations

import os

import pytest

from ludoteca_cli.bench.cpu import cpu_seconds
from ludoteca_cli.bench.measure import Measure, Wish, beside, percentile


@pytest.mark.parametrize(
    ("only", "wanted"),
    [
        ("*", True),
        ("rules.*", True),
        ("*.clone", True),
        ("rules.burgenland.clone", True),
        ("act.cpu", False),
        ("*.cpu", False),
    ],
)
def test_a_glob_chooses_names(only: str, wanted: bool) -> None:
    assert Wish(only).wants("append.256", "rules.burgenland.clone") is wanted


def test_only_a_pattern_that_says_so_begins_with_a_group() -> None:
    assert Wish("rules.tic_tac_toe.*").begins("rules.")
    assert not Wish("*.clone").begins("rules.")


def test_only_what_was_asked_for_is_told() -> None:
    measured = {"act.cpu": Measure(1.0, "us"), "play.cpu": Measure(2.0, "us")}
    assert list(Wish("play.*").pick(measured)) == ["play.cpu"]


def test_a_measure_tells_its_ratio_and_null_where_there_is_none() -> None:
    assert beside(3.0, "ms", 2.0).as_dict() == {
        "value": 3.0,
        "unit": "ms",
        "baseline": 2.0,
        "ratio": 1.5,
    }
    assert beside(3.0, "ms", None).as_dict()["ratio"] is None


def test_the_99th_percentile_is_not_the_maximum() -> None:
    assert percentile([float(n) for n in range(1000)], 0.99) == 990.0


def test_processor_time_only_grows() -> None:
    before = cpu_seconds(os.getpid())
    sum(n * n for n in range(200_000))
    assert cpu_seconds(os.getpid()) > before > 0
