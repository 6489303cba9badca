"""docs/operations.md and the settings name each other: no flag is told of that is none, none is left out."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

from ludoteca_server.settings import Settings

ROOT = Path(__file__).parents[3]
PAGE = (ROOT / "docs" / "operations.md").read_text(encoding="utf-8")
FLAGS = {f"--{name.replace('_', '-')}" for name in Settings.model_fields}
UNITS = {"": 1, "KiB": 1 << 10, "MiB": 1 << 20}
OTHERS = {
    *("--config", "--help", "--deep"),
    *("--tls", "--ca-file", "--cert-file", "--key-file"),  # of the commands that call a service
    *("--only", "--fix"),  # of `bench`, and of the store's own tool
}


def test_every_flag_of_the_page_is_one() -> None:
    assert set(re.findall(r"--[a-z][a-z-]+", PAGE)) - OTHERS <= FLAGS


@pytest.mark.parametrize("name", sorted(Settings.model_fields))
def test_every_setting_is_on_the_page(name: str) -> None:
    flag = f"--{name.replace('_', '-')}"
    assert re.search(rf"{flag}(?![\w-])|`{name}[` ]", PAGE), f"{flag} is told of nowhere"


def test_the_limits_are_those_of_the_settings() -> None:
    table = re.findall(r"^\| `--([a-z-]+)` \| ([\d,]+) ?(\w*) \|", PAGE, re.MULTILINE)
    assert len(table) == 11
    for flag, number, unit in table:
        told = int(number.replace(",", "")) * UNITS[unit]
        assert Settings.model_fields[flag.replace("-", "_")].default == told, flag
