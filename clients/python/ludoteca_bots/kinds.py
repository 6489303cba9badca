"""The kinds of bots by name, and who plays which game."""

from __future__ import annotations

from typing import TYPE_CHECKING

from ludoteca_bots import burgenland, buurn, el_burro, el_gaucho
from ludoteca_bots.strategy import AtRandom, Strategy

if TYPE_CHECKING:
    from collections.abc import Callable

KINDS = {
    "random": "takes any legal action",
    "greedy": "takes what looks best at once; plays at random where it does not know the game",
}
"""Every kind and what it does, in a sentence."""

_GREEDY: dict[str, Callable[[], Strategy]] = {
    "burgenland": burgenland.Greedy,
    "buurn": buurn.Greedy,
    "el_burro": el_burro.Greedy,
    "el_gaucho": el_gaucho.Greedy,
}


def make(kind: str, game: str, seed: int | None = None) -> Strategy:
    """A player of `kind` for `game`; equal seeds choose alike.

    Raises:
        ValueError: there is no such kind.
    """
    if kind not in KINDS:
        raise ValueError(f"There is no bot called {kind}; there are {', '.join(KINDS)}.")
    known = _GREEDY.get(game) if kind == "greedy" else None
    return known() if known is not None else AtRandom(seed)
