"""The games this server offers."""

from __future__ import annotations

from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from ludoteca_core import Library


async def list_games(*, library: Library) -> bytes:
    """ListGamesResponse."""
    return library.games()


async def get_game(game: str, *, library: Library) -> bytes:
    """GetGameResponse. Raises BadRequest(`unknown_game`)."""
    return library.game(game)
