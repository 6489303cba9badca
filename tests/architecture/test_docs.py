"""The pages lead somewhere: links, commands and targets they name exist."""

from __future__ import annotations

import posixpath
import re
from pathlib import PurePosixPath

import pytest

from tests.architecture.tree import ROOT, code, files, text

PAGES = [name for name in files() if name.endswith(".md") and "/rules/src/" not in name]
LINK = re.compile(r"\]\(([^)\s]+)\)")


def slug(title: str) -> str:
    """The anchor that a heading gets."""
    return re.sub(r"[^\w\- ]", "", title.lower()).replace(" ", "-")


def headings(page: str) -> set[str]:
    """Every anchor of a page."""
    return {slug(title) for title in re.findall(r"^#+ (.+)$", text(page), re.M)}


@pytest.mark.parametrize("page", PAGES)
def test_links_lead_somewhere(page: str) -> None:
    for link in LINK.findall(text(page)):
        if re.match(r"[a-z]+:", link):
            continue
        path, _, anchor = link.partition("#")
        target = str(PurePosixPath(page).parent / path) if path else page
        assert (ROOT / target).exists(), f"{page} links to {link}"
        if anchor:
            assert anchor in headings(target), f"{page} links to {link}"


def test_the_targets_that_pages_name_exist() -> None:
    targets = set(re.findall(r"^([a-z-]+):", text("Makefile"), re.M))
    for page in PAGES:
        named = set(re.findall(r"(?:^|`)make ([a-z][a-z-]+)", text(page), re.M))
        assert named <= targets, f"{page} names {sorted(named - targets)}"


def test_the_commands_that_pages_name_exist() -> None:
    commands = set(
        re.findall(
            r"@app\.command.*\n(?:\s.*\n|\)\n)*def (\w+)\(", text("service/ludoteca_cli/main.py")
        )
    )
    assert {"serve", "play", "demo"} <= commands
    for page in PAGES:
        named = set(re.findall(r"(?:`|/|^)ludoteca ([a-z]+)", text(page), re.M))
        assert named <= commands | {"archive", "record"}, f"{page} names {sorted(named - commands)}"


def test_every_page_is_reached_from_the_readme() -> None:
    todo, seen = ["README.md"], set()
    while todo:
        page = todo.pop()
        if page in seen or not page.endswith(".md"):
            continue
        seen.add(page)
        for link in LINK.findall(text(page)):
            path = link.partition("#")[0]
            if path and not re.match(r"[a-z]+:", path):
                todo.append(posixpath.normpath(PurePosixPath(page).parent / path))
    assert not [page for page in PAGES if page not in seen and not page.startswith("tests/")]


def test_the_tests_that_pages_name_exist() -> None:
    made = {name for file in code() for name in re.findall(r"\b(?:def|fn) (\w+)\(", text(file))}
    for page in PAGES:
        named = set(re.findall(r"`((?:test|[rs]\d\d(?:_\d+)*)_[a-z]\w+)`", text(page)))
        assert named <= made, f"{page} names {sorted(named - made)}"


def test_the_changelog_has_a_place_for_what_comes() -> None:
    assert "## [Unreleased]" in text("CHANGELOG.md")


def test_every_refusal_of_the_table_is_explained() -> None:
    refusals = text("core-rs/rules/src/refusal.rs").split("impl Refusal for TableRejection")[1]
    codes = set(re.findall(r'Self::\w+(?: \{ \.\. \})? => "(\w+)"', refusals.split("fn rule")[0]))
    assert "table_not_started" in codes
    section = text("ARCHITECTURE.md").split("\n## The table\n")[1].split("\n## ")[0]
    assert codes <= set(re.findall(r"`(\w+)`", section)), "ARCHITECTURE.md, The table"
