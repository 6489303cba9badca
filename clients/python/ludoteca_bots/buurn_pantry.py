"""What Buurn's ingredients are worth to a seat: an estimate for bots, from open cards and its own."""

from __future__ import annotations

from collections import Counter
from dataclasses import dataclass, field
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Iterable

    from ludoteca.buurn.v1 import buurn_pb2

STEPS = {
    "carolina_reaper": (0, -3, 0, 7, 15, 20),
    "ghost_pepper": (0, 1, 3, 6, 10, 15),
    "tequila": (0, 3, 5, 6, 5, 3),
}
"""Points by the number of cards."""
CLEANING = (6, 6, 4, 2, 0, 0)
"""Points a card by the number of owners."""
FUEL = (12, 8, 4)
"""Points by rank."""
HOPE = 0.8
"""What one more card of a family may still lead to, whatever it scores now."""


@dataclass
class Pantry:
    """One seat's cards and money, and the most and the owners of each family among the others."""

    cards: Counter[str]
    money: int
    organisations: int
    most: Counter[str] = field(default_factory=Counter)
    owners: Counter[str] = field(default_factory=Counter)
    families: frozenset[str] = frozenset()

    def score(self, extra: Iterable[str] = (), without: Iterable[str] = ()) -> float:
        """Points of all cards, with some more or fewer."""
        cards = self.cards + Counter(extra)
        cards.subtract(without)
        return sum(self._points(family, cards) for family in self.families)

    def gain(self, extra: Iterable[str] = (), without: Iterable[str] = ()) -> float:
        """What more and fewer cards change, hope included."""
        more, fewer = list(extra), list(without)
        hope = HOPE * (len(more) - len(fewer))
        return self.score(more, fewer) - self.score() + hope

    def _points(self, family: str, cards: Counter[str]) -> float:
        k = cards[family]
        match family:
            case "cactus":
                return k * (self.money // 5)
            case "mustard":
                return k * sum(1 for other, count in cards.items() if count and other != family)
            case "citron":
                return 3 * k if k < self.most[family] else 0
            case "cleaning_products":
                owners = self.owners[family] + (k > 0)
                return k * CLEANING[min(owners, len(CLEANING) - 1)]
            case "vintage_vinegar":
                if k == 0:
                    return -5
                return -2 if k >= self.most[family] else k
            case "explosives":
                return k * self.organisations
            case "fuel":
                rank = 0 if k > self.most[family] else 1
                return FUEL[rank] if k else 0
            case _:
                steps = STEPS.get(family, (0,))
                return steps[min(k, len(steps) - 1)]


def pantry_of(board: buurn_pb2.View, seat: int) -> Pantry:
    """What a seat knows of its own cards, and of the others' open ones."""
    pantry = Pantry(Counter(), 0, 0, families=frozenset(f.id for f in board.families))
    for player in board.players:
        piles = [*player.face_up, *player.face_down]
        if player.seat == seat:
            pantry.money, pantry.organisations = player.money, len(player.organisations)
        for pile in piles:
            if player.seat == seat:
                pantry.cards[pile.family] += pile.count
            else:
                pantry.most[pile.family] = max(pantry.most[pile.family], pile.count)
                pantry.owners[pile.family] += 1
    return pantry
