"""The games that a proof runs over, and what a table of each needs so that seats alone move it."""

from __future__ import annotations

from typing import TYPE_CHECKING

from ludoteca.buurn.v1 import buurn_pb2

if TYPE_CHECKING:
    from google.protobuf.message import Message

GAMES = ("burgenland", "el_gaucho", "buurn", "el_burro")


def fewest_seats(game: str) -> int:
    """The smallest table of a game."""
    return 3 if game == "buurn" else 2


def in_turns(game: str) -> Message | None:
    """Options of a table at which some seat always has an action: at Buurn the first player calls the numbers."""
    return buurn_pb2.Options(tick_ms=0) if game == "buurn" else None
