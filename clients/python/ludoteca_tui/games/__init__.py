"""Who draws which game."""

from __future__ import annotations

from typing import TYPE_CHECKING

from ludoteca_tui.games.burgenland import BurgenlandRenderer
from ludoteca_tui.games.generic import GenericRenderer

if TYPE_CHECKING:
    from ludoteca_tui.scene import Renderer

_RENDERERS: dict[str, Renderer] = {"burgenland": BurgenlandRenderer()}
_GENERIC = GenericRenderer()


def renderer(game: str) -> Renderer:
    """The renderer of a game; one that shows the bare fields if the client does not know it."""
    return _RENDERERS.get(game, _GENERIC)
