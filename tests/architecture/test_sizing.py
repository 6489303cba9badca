"""The page for operators sizes a server by numbers that were measured: those of docs/benchmarks.md, give or take."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

DOCS = Path(__file__).parents[2] / "docs"
GIVE_OR_TAKE = 2.0
"""The page rounds, and a busy machine measures otherwise each time."""


def measured() -> dict[str, float]:
    """Every measure by its name."""
    rows = re.findall(
        r"^\| `([\w.]+)` \|(?:[^|\n]+\|)? ([\d,.]+) ", (DOCS / "benchmarks.md").read_text(), re.M
    )
    return {name: float(number.replace(",", "")) for name, number in rows}


def told() -> dict[str, float]:
    """What the page says of a measure: the number in the cell that names it."""
    text = (DOCS / "operations.md").read_text()
    cells = re.findall(r"\| ([\d.]+) [^|(]*\(`([\w.]+)`\)", text)
    return {name: float(number) for number, name in cells}


def test_there_is_something_to_compare() -> None:
    assert set(told()) == {"act.cpu", "play.cpu", "watch.delivery", "log.bytes", "load.el_burro"}


@pytest.mark.parametrize("name", sorted(told()))
def test_the_page_for_operators_has_measured_numbers(name: str) -> None:
    found = measured()
    assert found[name] / GIVE_OR_TAKE < told()[name] < found[name] * GIVE_OR_TAKE, found[name]
