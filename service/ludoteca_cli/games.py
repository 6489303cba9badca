"""The games on offer, for users who have named none."""

from __future__ import annotations

import sys
from typing import TYPE_CHECKING

from ludoteca_cli import answer
from ludoteca_cli.failure import Failure

if TYPE_CHECKING:
    from collections.abc import Sequence

    from ludoteca.v1.catalog_service_pb2 import Game


def offered() -> Sequence[Game]:
    """The games of this installation."""
    from ludoteca.v1.catalog_service_pb2 import ListGamesResponse
    from ludoteca_core import Library

    return ListGamesResponse.FromString(Library().games()).games


def lines() -> list[str]:
    """One line for each game: its id, its name, its seats."""
    games = offered()
    wide = max(len(game.id) for game in games)
    return [
        f"  {number}  {game.id:<{wide}}  {game.name}, {game.min_seats} to {game.max_seats} seats"
        for number, game in enumerate(games, start=1)
    ]


def asked() -> str:
    """The game that a person at a terminal chooses. Raises Failure where nobody can be asked."""
    listed = "\n".join(lines())
    if not sys.stdin.isatty():
        raise Failure(
            "Name a game to play (ludoteca play GAME), or a table (--table ID). The games:\n"
            + listed,
            2,
        )
    answer.console().print("Which game?\n" + listed)
    games = offered()
    while True:
        try:
            typed = input("> ").strip().casefold()
        except EOFError:
            raise Failure("No game was chosen.", 2) from None
        for number, game in enumerate(games, start=1):
            if typed in (str(number), game.id, game.name.casefold()):
                return game.id
        answer.console().print(f"Type a number from 1 to {len(games)}; Ctrl-C leaves.")
