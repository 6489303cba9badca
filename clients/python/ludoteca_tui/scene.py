"""What there is to draw at one moment: a view, who looks, what is live, what has just changed."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Protocol, TypeAlias, runtime_checkable

from ludoteca_client import ClientTooOld, unpack
from ludoteca_tui.look import seat_letter, seat_style, seat_symbol

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence

    from google.protobuf.message import Message
    from rich.text import Text

    from ludoteca.v1 import table_pb2
    from ludoteca_tui.frame import Piece
    from ludoteca_tui.look import Look


Boxes: TypeAlias = "list[tuple[str, list[Text]]]"
"""Titles, and the lines below each."""


@dataclass(frozen=True)
class Scene:
    """A view with what the client adds to it. It knows no rule of any game."""

    look: Look
    view: table_pb2.View
    live: frozenset[str] = field(default_factory=frozenset)
    """Anchors that a legal action names."""
    changed: frozenset[str] = field(default_factory=frozenset)
    """Anchors that the last events named."""
    gone: Mapping[int, str] = field(default_factory=dict)
    """Names of those who have given up their seats: the service no longer tells them."""
    now_ms: int | None = None
    """The time at which it is drawn; None = that of the last event."""
    past: Sequence[table_pb2.Notice] = ()
    """The events that the viewer was told, oldest first."""

    @property
    def table(self) -> table_pb2.Table:
        """What everybody may know."""
        return self.view.table

    @property
    def seat(self) -> int | None:
        """The viewer's seat; None for the public."""
        return self.view.seat if self.view.HasField("seat") else None

    def state(self) -> Message | None:
        """The game's own view; None before the start, or if this client does not know the game."""
        if not self.view.HasField("state"):
            return None
        try:
            return unpack(self.view.state)
        except ClientTooOld:
            return None

    def name(self, seat: int) -> str:
        """The name of a seat's holder, or of who held it last, or its letter."""
        for info in self.table.seats:
            if info.seat == seat and info.name:
                return info.name
        return self.gone.get(seat, f"seat {seat_letter(seat)}")

    def left_ms(self, clock: table_pb2.SeatClock) -> int:
        """What a seat has left of its time."""
        if not clock.HasField("since_ms"):
            return clock.left_ms
        now_ms = max(self.now_ms or 0, self.table.at_ms)
        return max(0, clock.left_ms - (now_ms - clock.since_ms))

    def names(self) -> list[str]:
        """The names of all seats, in their order."""
        return [self.name(info.seat) for info in self.table.seats]


def badge(seat: int) -> Piece:
    """The chip that stands for a seat: letter, shape and colour."""
    return (f"{seat_letter(seat)}{seat_symbol(seat)}", seat_style(seat))


class Renderer(Protocol):
    """Draws one game from its view. The only place that knows what a game's view holds."""

    def facts(self, scene: Scene) -> list[str]:
        """Short things for the header: the turn, piles."""

    def board(self, scene: Scene, width: int) -> list[Text]:
        """The board, in lines of at most `width` cells."""

    def seat_columns(self, scene: Scene) -> list[str]:
        """Heads of the columns of the seats' table, after the name."""

    def seat_cells(self, scene: Scene, seat: int) -> list[str]:
        """A seat's cells, one for each column."""

    def breakdown(self, scene: Scene) -> list[tuple[str, list[int]]]:
        """Where the points come from: each source with those of every seat; empty if nothing is counted."""

    def mine(self, scene: Scene) -> list[Text]:
        """What the viewer's own seat holds; empty for the public."""


@runtime_checkable
class Spread(Protocol):
    """What the renderer of a game has besides, if the game is larger than one board."""

    def aside(self, scene: Scene, width: int) -> Boxes:
        """Further boxes, in lines of at most `width` cells."""

    def farm(self, scene: Scene, seat: int, width: int) -> list[Text]:
        """One seat's farm, in lines of at most `width` cells."""

    def glossary(self, scene: Scene) -> list[Text]:
        """What everything on the board says, in words."""
