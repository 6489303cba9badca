"""What a race is to a client: presses, a number that counts down, and how long it takes presses."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Protocol

if TYPE_CHECKING:
    from collections.abc import Hashable, Sequence

    from ludoteca.v1 import table_pb2
    from ludoteca_tui.scene import Scene


@dataclass(frozen=True)
class Press:
    """A thing that can be pressed."""

    key: str
    """The key that presses it on a terminal."""
    text: str
    """What it is called on the screen."""
    name: str
    """The name of the action."""
    anchor: str = ""
    """The thing that the action names; empty if it names none."""
    words: tuple[str, ...] = ()
    """What a line may call it."""
    needs_number: bool = False
    """Whether the number on the screen belongs to it: then it waits for a number."""
    why_not: str = ""
    """Why nobody can press it any more; empty while it is free."""

    def offer(
        self, offers: Sequence[table_pb2.Offer], number: int | None
    ) -> table_pb2.Offer | None:
        """The legal action that it is, with the number on the screen; None if there is none."""
        found = [
            offer
            for offer in offers
            if offer.name == self.name
            and (not self.anchor or any(param.anchor == self.anchor for param in offer.params))
        ]
        exact = [
            offer
            for offer in found
            if any(p.name == "count" and p.value.number == number for p in offer.params)
        ]
        if exact:
            return exact[0]
        return found[0] if len(found) == 1 else None


@dataclass(frozen=True)
class Race:
    """A race that is on."""

    number: int | None
    """The last number called; None before the first."""
    title: str
    is_sold: bool
    """The number has found its taker: what is left goes to whoever is first."""
    bar_ms: int
    """How long the number takes presses; 0 = for ever."""
    presses: tuple[Press, ...]
    stamp: Hashable
    """Another one for another number: what was pressed before is over."""
    opening: Hashable
    """Another one for another race: the whole table is shown when it begins."""
    why_not: str = ""
    """Why the seat can press nothing; empty if it can."""


class Races(Protocol):
    """What the client knows of a game's races, from its views."""

    def race(self, scene: Scene) -> Race | None:
        """The race that is on for the viewer's seat; None if none is."""

    def grace_ms(self, scene: Scene) -> int | None:
        """Within which round trip a press is never too late; None if it does not matter."""

    def only_counts(self, notices: Sequence[table_pb2.Notice]) -> bool:
        """Whether nothing has happened but that the number has changed."""
