"""Content files whose hidden things have names that are found nowhere else."""

from __future__ import annotations

import re
from pathlib import Path
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Callable

_RULES = Path(__file__).parents[3] / "core-rs" / "rules" / "src"
_CANARY = re.compile(rb"qz(\d{3})x")
_COLOUR_CARD = re.compile(r'  \{ id = "\w+", (colour = .*), count = \d+ \},')
_TILE = re.compile(r'id = "[a-z]+_\d\d"')

GAMES = ("burgenland", "el_gaucho", "buurn", "el_burro")


def found(data: bytes) -> set[int]:
    """The canaries in some bytes."""
    return {int(each) for each in _CANARY.findall(data)}


def planted(game: str) -> tuple[str, int]:
    """The game's content file with canaries in place of what it hides, and how many."""
    text = (_RULES / game / "content.toml").read_text()
    if game == "burgenland":
        text = text.replace("\ncolour_cards = 80\n", "\ncolour_cards = 24\n")
        text = text.replace("\ncards_per_colour = 10\n", "\ncards_per_colour = 3\n")
    lines, kind, section = [], 0, ""
    for line in text.splitlines():
        if line.startswith("["):
            section = line
        renamed = _RENAMED[game](line, section, f"qz{kind:03}x")
        kind += renamed is not None
        lines.append(line if renamed is None else renamed)
    return "\n".join(lines) + "\n", kind


def _burgenland(line: str, section: str, name: str) -> str | None:
    """Each colour card is there once."""
    card = _COLOUR_CARD.fullmatch(line)
    return f'  {{ id = "{name}", {card[1]}, count = 1 }},' if card else None


def _el_gaucho(line: str, section: str, name: str) -> str | None:
    return f'id = "{name}"' if _TILE.fullmatch(line) else None


def _of(*sections: str) -> Callable[[str, str, str], str | None]:
    def renamed(line: str, section: str, name: str) -> str | None:
        is_hidden = section in sections and line.startswith("id = ")
        return f'id = "{name}"' if is_hidden else None

    return renamed


_RENAMED: dict[str, Callable[[str, str, str], str | None]] = {
    "burgenland": _burgenland,
    "el_gaucho": _el_gaucho,
    "buurn": _of("[[family]]"),
    "el_burro": _of("[[farm_card]]", "[[special_card]]", "[[donkey_card]]"),
}
