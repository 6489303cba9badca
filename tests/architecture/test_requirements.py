"""Every requirement that is met has a test that says so by its name."""

from __future__ import annotations

import re

import pytest

from tests.architecture.tree import code, text

# The pains of other servers that must not come back, by id (docs/requirements.md).
MET = range(1, 41)


def named() -> dict[int, list[str]]:
    """Which tests name which requirement."""
    found: dict[int, list[str]] = {}
    for name in code():
        pattern = (
            r"\bfn (r(\d{1,2})_\w+)" if name.endswith(".rs") else r"\bdef (test_r(\d{1,2})_\w+)"
        )
        for test, number in re.findall(pattern, text(name)):
            found.setdefault(int(number), []).append(f"{name}::{test}")
    return found


@pytest.mark.parametrize("number", MET)
def test_a_requirement_has_a_test_of_its_name(number: int) -> None:
    found = named().get(number)
    assert found is not None, f"no test is named r{number:02}_..."


def test_no_test_names_a_requirement_that_does_not_exist() -> None:
    assert all(number in MET for number in named())
