"""`ludoteca bench`: names, units and ratios for programs."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest

if TYPE_CHECKING:
    from tests.e2e.cli.conftest import Cli


@pytest.mark.parametrize(
    ("name", "unit"),
    [
        ("python.burgenland.random_play", "decisions/s"),
        ("load.burgenland", "ms"),
        ("load.300", "ms"),
        ("log.bytes", "bytes/event"),
        ("log.bytes.100", "bytes/event"),
        ("act.cpu", "us CPU/action"),
        ("spectate.lag", "ms p99"),
        ("spectate.many", "ms p99"),
        ("clock.jitter", "ms p99"),
    ],
)
def test_a_measure_answers_under_its_name(cli: Cli, name: str, unit: str) -> None:
    result = cli("bench", "--only", name, "--quick", "--json")
    assert result.status == 0, result.err
    (entry,) = result.json().items()
    assert entry[0] == name
    assert set(entry[1]) == {"value", "unit", "baseline", "ratio"}
    assert entry[1]["unit"] == unit
    assert entry[1]["value"] > 0
