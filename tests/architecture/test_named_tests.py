"""Pages that say which test keeps a promise name tests that exist."""

from __future__ import annotations

import re

import pytest

from tests.architecture.tree import files, text

PAGES = ["docs/threat-model.md", "docs/operations.md", "docs/clocks.md"]
NAMED = re.compile(r"`(test_\w+)`")


@pytest.fixture(scope="module")
def defined() -> set[str]:
    """Every test function there is."""
    names: set[str] = set()
    for name in files():
        if name.startswith("tests/") and name.endswith(".py"):
            names |= set(re.findall(r"def (test_\w+)\(", text(name)))
    return names


@pytest.mark.parametrize("page", PAGES)
def test_the_tests_that_a_page_names_exist(page: str, defined: set[str]) -> None:
    assert [name for name in NAMED.findall(text(page)) if name not in defined] == []


def test_the_threat_model_names_many() -> None:
    assert len(set(NAMED.findall(text("docs/threat-model.md")))) >= 20
