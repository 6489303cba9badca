"""Who draws which game."""

from __future__ import annotations

from typing import TYPE_CHECKING

from ludoteca_tui.games.burgenland import BurgenlandRenderer
from ludoteca_tui.games.buurn import BuurnRenderer
from ludoteca_tui.games.buurn_race import BuurnRaces
from ludoteca_tui.games.el_burro import ANYTIME, ElBurroRenderer
from ludoteca_tui.games.el_gaucho import ElGauchoRenderer
from ludoteca_tui.games.generic import GenericRenderer

if TYPE_CHECKING:
    from collections.abc import Sequence

    from ludoteca_tui.narrower import Standing
    from ludoteca_tui.race import Races
    from ludoteca_tui.scene import Renderer

_RENDERERS: dict[str, Renderer] = {
    "burgenland": BurgenlandRenderer(),
    "buurn": BuurnRenderer(),
    "el_burro": ElBurroRenderer(),
    "el_gaucho": ElGauchoRenderer(),
}
_RACES: dict[str, Races] = {"buurn": BuurnRaces()}
_STANDING: dict[str, Sequence[Standing]] = {"el_burro": ANYTIME}
_GENERIC = GenericRenderer()


def renderer(game: str) -> Renderer:
    """The renderer of a game; one that shows the bare fields if the client does not know it."""
    return _RENDERERS.get(game, _GENERIC)


def races(game: str) -> Races | None:
    """What this client knows of a game's races; None if there are none in it."""
    return _RACES.get(game)


def standing(game: str) -> Sequence[Standing]:
    """The groups of a game's actions that have their own row in the menu."""
    return _STANDING.get(game, ())
