"""A game knows itself; everything else knows no game."""

from __future__ import annotations

import re

import pytest

from tests.architecture.tree import (
    REGISTRY,
    code,
    files,
    game_folders,
    games,
    text,
    without_comments,
)

GENERIC = ("core-rs/", "service/", "clients/python/", "proto/ludoteca/v1/", "proto/ludoteca/log/")
# Where generic code has to say a game's name, and why.
ALLOWED = {
    REGISTRY: "the one list of games",
    "core-rs/rules/src/lib.rs": "declares the games' modules",
    "clients/python/ludoteca_bots/kinds.py": "the bots of each game",
    "clients/python/ludoteca_tui/games/__init__.py": "the board of each game",
    "core-rs/sim/load/src/script.rs": "chooses the games that a load plays",
    "service/ludoteca_cli/bench/report.py": "says which games its numbers are of",
    "service/ludoteca_cli/bench/script.py": "chooses the game that the service is measured with",
}


def generic_files() -> list[str]:
    """Code that belongs to no game and is no test."""
    return [
        name
        for name in code()
        if name.startswith(GENERIC)
        and "/tests/" not in name
        and not any(game in name for game in game_folders())
    ]


def test_generic_code_names_no_game() -> None:
    found = []
    for name in generic_files():
        if name in ALLOWED:
            continue
        for number, line in without_comments(name):
            if re.match(r"\s*(pub(\([a-z]+\))? )?mod \w+;", line):
                continue
            words = re.sub(r"[_\W]", "", line.lower())
            found += [
                f"{name}:{number}: {line.strip()}"
                for game in game_folders()
                if game.replace("_", "") in words
            ]
    assert not found, "generic code names a game:\n" + "\n".join(found)


def folder(game: str) -> list[str]:
    """The rules of one game."""
    return [name for name in files() if name.startswith(f"core-rs/rules/src/{game}/")]


def test_what_is_on_offer_has_rules() -> None:
    assert set(games()) <= set(game_folders())


@pytest.mark.parametrize("game", game_folders())
def test_a_game_never_reaches_into_another(game: str) -> None:
    others = [other for other in (*game_folders(), "fixtures") if other != game]
    found = [
        f"{name}:{number}: {line.strip()}"
        for name in folder(game)
        if name.endswith(".rs")
        for number, line in without_comments(name)
        if re.search(rf"\b({'|'.join(others)})::", line)
    ]
    assert not found, "\n".join(found)


@pytest.mark.parametrize("game", games())
def test_a_game_has_its_spec_beside_its_code(game: str) -> None:
    names = {name.rsplit("/", 1)[1] for name in folder(game)}
    assert {"rules.md", "content.toml", "mod.rs"} <= names
    assert f"proto/ludoteca/{game}/v1/{game}.proto" in files()


def sections(rules: str) -> set[str]:
    """The numbers of headings, and of the numbered points under each: 7, 7.3, 15.11."""
    found: set[str] = set()
    current = ""
    for line in rules.splitlines():
        if heading := re.match(r"#{2,4} (\d+(?:\.\d+)*)", line):
            current = heading[1]
            found.add(current)
        elif point := re.match(r"(\d+)\. ", line):
            found.add(f"{current}.{point[1]}")
    return found


@pytest.mark.parametrize("game", game_folders())
def test_every_section_that_code_cites_exists(game: str) -> None:
    rules = text(f"core-rs/rules/src/{game}/rules.md")
    titles = sections(rules)
    cited = {
        section
        for name in folder(game)
        if name.endswith(".rs")
        for section in re.findall(rf"Rules: {game} §(\d+(?:\.\d+)*)", text(name))
    }
    assert cited, f"no function of {game} says which section it implements"
    assert cited <= titles, f"cited, but not in rules.md: {sorted(cited - titles)}"
