"""Who draws which game."""

from __future__ import annotations

from typing import TYPE_CHECKING

from ludoteca_tui.games.burgenland import BurgenlandRenderer
from ludoteca_tui.games.buurn import BuurnRenderer
from ludoteca_tui.games.buurn_race import BuurnRaces
from ludoteca_tui.games.el_gaucho import ElGauchoRenderer
from ludoteca_tui.games.generic import GenericRenderer

if TYPE_CHECKING:
    from ludoteca_tui.race import Races
    from ludoteca_tui.scene import Renderer

_RENDERERS: dict[str, Renderer] = {
    "burgenland": BurgenlandRenderer(),
    "buurn": BuurnRenderer(),
    "el_gaucho": ElGauchoRenderer(),
}
_RACES: dict[str, Races] = {"buurn": BuurnRaces()}
_GENERIC = GenericRenderer()


def renderer(game: str) -> Renderer:
    """The renderer of a game; one that shows the bare fields if the client does not know it."""
    return _RENDERERS.get(game, _GENERIC)


def races(game: str) -> Races | None:
    """What this client knows of a game's races; None if there are none in it."""
    return _RACES.get(game)
