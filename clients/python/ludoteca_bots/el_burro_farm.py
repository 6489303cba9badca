"""What a seat of El Burro has and lacks, as a greedy player reads it from its view; worth in silver."""

from __future__ import annotations

import re
from collections import Counter
from dataclasses import dataclass
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator, Sequence

    from ludoteca.el_burro.v1 import el_burro_pb2

PRESTIGE = 2.5
GOODS = {
    "olive": 2.0,
    "grain": 2.0,
    "grape": 2.0,
    "pig": 4.0,
    "food": 4.0,
    "wine": 4.0,
    "meat": 6.0,
}
BECOMES = {"olive": "food", "grain": "food", "grape": "wine", "pig": "meat"}
TRACKS = {"olive": "olive_grain", "grain": "olive_grain"}
STAR = ("food", "wine", "meat")
LAST_ROUND = 4
TILE, ROAD = 5.0, 3.0
"""What a market's bonus tile brings, and the two spaces of a barrow."""
MOST_SCORED, GUESS = 6, 2.0
"""Of special cards."""
STEPS = (2.5, 2.5, 3.0, 8.0)
"""The spaces of a reward track."""


@dataclass(frozen=True)
class Target:
    """An own barrow, market or boat that still asks for something."""

    id: str
    payoff: float
    open: dict[int, tuple[str, ...]]
    """What the empty markings need."""
    is_special: bool
    """It takes special deliveries only."""


class Farm:
    """The own seat."""

    def __init__(self, board: el_burro_pb2.View, seat: int) -> None:
        """Reads `seat`'s farm off its own view."""
        self.board = board
        self.me = next(player for player in board.players if player.seat == seat)
        self.held = Counter({store.good: store.tokens for store in self.me.stores})
        for field in self.me.fields:
            self.held[field.good] += field.tokens
        self.held.update(self.me.loose)
        self.purse = {"silver": self.me.silver, "worker": self.me.workers}
        self.targets = {target.id: target for target in self._targets()}
        self.wanted = Counter(
            need
            for target in self.targets.values()
            for needs in target.open.values()
            for need in needs
        )
        self.positions = {track.track: track.space for track in self.me.rewards}
        self.rounds_left = LAST_ROUND + 1 - board.round

    def _targets(self) -> Iterator[Target]:
        for row in self.me.barrows:
            is_special = row.card.deck == "special"
            payoff = PRESTIGE * row.prestige + (0 if is_special else ROAD)
            yield from _target(f"slot_{row.slot}", payoff, row, row.filled, is_special=is_special)
        markets = {market.id: market for market in self.board.markets}
        for area in self.me.markets:
            market = markets[area.market]
            if area.unlocked and not area.closed:
                place = list(market.place_prestige)[len(market.places) : len(market.places) + 1]
                payoff = PRESTIGE * (sum(place) + self.board.market_prestige) + TILE
                yield from _target(area.market, payoff, market, area.filled, is_special=False)
        for dock in self.board.docks:
            if dock.HasField("seat") and dock.seat == self.me.seat:
                payoff = PRESTIGE * dock.boat.prestige
                yield from _target(dock.id, payoff, dock.boat, dock.filled, is_special=True)

    # ------------------------------------------------------------------ goods

    def worth_of(self, good: str) -> float:
        """What one more of a good is worth: more while it is lacking."""
        base = GOODS.get(good, 1.0)
        lacking = self.wanted[good] - self.held[good]
        if good in STAR:
            lacking += self.wanted["upgraded_good"]
        if lacking > 0:
            return base + 2.0
        if self.rounds_left <= 1 and self.board.phase != "farm":
            return 0.3 * base
        return base * (0.8 if self.held[good] < 2 else 0.5)

    def cost_of(self, goods: Iterable[str]) -> float:
        """What is given away with goods."""
        return sum(
            1.0 if one == "silver" else 3.0 if one == "worker" else self._given(one)
            for one in goods
        )

    def _given(self, good: str) -> float:
        """A good that own markings wait for is dearer than one to spare."""
        base = GOODS.get(good, 1.0)
        is_spare = self.held[good] > self.wanted[good]
        late = 0.3 if self.rounds_left <= 1 else 0.6
        return base * (late if is_spare else 1.0)

    def upgrade(self, good: str) -> float:
        """What the upgrade of a good brings."""
        to = BECOMES.get(good)
        if to is None:
            return 0.0
        lost = self._given(good) if self.held[good] > self.wanted[good] else GOODS[good] + 2.0
        return self.worth_of(to) - lost

    # ------------------------------------------------------------------ deliveries

    def own(self, target: str, marking: int, left: int) -> float:
        """What filling an own marking brings, if `left` deliveries are left with it."""
        found = self.targets.get(target)
        if found is None or marking not in found.open:
            return 0.0
        missing = len(found.open)
        if missing == 1:
            return found.payoff
        if self.rounds_left <= 1 and not found.is_special and left < missing:
            return 0.1 * found.payoff
        ready = sum(self.has(needs) for needs in found.open.values())
        share = 0.9 if ready >= missing and left >= missing else 0.7
        return share * found.payoff / float(missing**0.7)

    def has(self, needs: Sequence[str]) -> bool:
        """Whether the seat can bring all of a marking's needs."""
        return not self.lacks(needs)

    def lacks(self, needs: Sequence[str]) -> list[str]:
        """The needs that it cannot bring."""
        lacking = []
        for need, count in Counter(needs).items():
            if need == "upgraded_good":
                have = sum(self.held[one] for one in STAR)
            else:
                have = self.purse.get(need, self.held[need])
            lacking += [need] * (count - have)
        return lacking

    def ready(self) -> list[float]:
        """What the deliveries bring that the seat could make now, best first; no token counts twice."""
        rest = Counter(self.held)
        rest.update(self.purse)
        found = []
        normal = (target for target in self.targets.values() if not target.is_special)
        for target in sorted(normal, key=lambda one: (len(one.open), -one.payoff)):
            for needs in target.open.values():
                asked = Counter(
                    next((s for s in STAR if rest[s]), need) if need == "upgraded_good" else need
                    for need in needs
                )
                if all(rest[good] >= count for good, count in asked.items()):
                    rest.subtract(asked)
                    found.append(target.payoff / len(target.open))
        return sorted(found, reverse=True)

    def buyable(self, left: int) -> dict[str, float]:
        """What it would bring to get a good that a marking lacks, with `left` deliveries to go."""
        found: dict[str, float] = {}
        for target in self.targets.values():
            for marking, needs in target.open.items():
                lacking = self.lacks(needs)
                if len(lacking) != 1:
                    continue
                worth = self.own(target.id, marking, left)
                for good in STAR if lacking[0] == "upgraded_good" else lacking:
                    found[good] = max(found.get(good, 0.0), worth)
        return found

    def step(self, track: str) -> float:
        """What one step on a reward track brings."""
        space = self.positions.get(track, 0)
        if space >= len(STEPS):
            return 0.0
        bonus = 0.0
        if space == 2:
            for pair in self.board.connections:
                other = {pair.first: pair.second, pair.second: pair.first}.get(track)
                if other is not None and self.positions.get(other, 0) >= space:
                    bonus += PRESTIGE * pair.prestige
        return STEPS[space] + bonus + 0.3 * space

    def rewards(self, goods: Iterable[str]) -> float:
        """The best reward for what a goat brings."""
        options = [self.step(TRACKS.get(good, good)) for good in goods if good in GOODS]
        return max([*options, PRESTIGE if "silver" in goods else 0.0], default=0.0)

    # ------------------------------------------------------------------ special cards

    def scores(self, words: str) -> float:
        """The prestige that a special card's words promise, by what stands on the farm; a guess."""
        text = words.lower()
        counts = [n for name, n in self._countable().items() if name in text]
        numbers = [int(one) for one in re.findall(r"\d+", text)]
        most = numbers[-1] if "most" in text else MOST_SCORED
        if not numbers or not counts:
            return GUESS
        if " / " in text:
            steps = numbers[: text.split(" prestige")[0].count(" / ") + 1]
            reached = sum(map(bool, counts)) if "kinds" in text else sum(counts)
            return float(steps[min(reached, len(steps)) - 1]) if reached else 0.0
        each = numbers[0]
        if "set of" in text:
            return float(min(most, each * min(counts)))
        per = numbers[1] if "every" in text else 1
        return float(min(most, each * (sum(counts) // per)))

    def _countable(self) -> dict[str, int]:
        """What special cards count, by the words for it."""
        cards = {field.good: field.cards for field in self.me.fields}
        signs = [text for card in self.me.administration_cards for text in card.functions]
        special = [*self.me.field_cards, *self.me.administration_cards]
        special += [row.card for row in (*self.me.acquisitions, *self.me.barrows)]
        count = {
            "olive": cards.get("olive", 0),
            "grain": cards.get("grain", 0),
            "grape": cards.get("grape", 0),
            "each field": sum(cards.values()),
            "desk": sum("Card limit" in sign for sign in signs),
            "purse": sum("Income" in sign for sign in signs),
            "sty": sum("pig marking" in sign for sign in signs),
            "reward step": sum(self.positions.values()),
            "reward track": sum(map(bool, self.positions.values())),
            "top of the farm": len(self.me.barrows),
            "trough": self.me.trough,
            "bonus tile": len(self.me.market_tiles),
            "special cards": sum(card.deck == "special" for card in special) + 1,
            "milestone": self.me.milestone,
            "leading donkey": max((one.number for one in self.me.donkeys), default=0),
            "rear donkey": min((one.number for one in self.me.donkeys), default=0),
            "achievement": sum(self.me.personal.claimed),
        }
        count["symbols"] = count["desk"] + count["purse"] + count["sty"]
        count["kinds of fields"] = sum(map(bool, cards.values()))
        return count

    # ------------------------------------------------------------------ road

    def move(self, donkey: int, spaces: int) -> float:
        """What a donkey unlocks with so many spaces."""
        road = {space.id: space for space in self.board.road}
        mine = next(one for one in self.me.donkeys if one.donkey == donkey)
        ways = road[mine.space].next if mine.space in road else ()
        return max((self.walk(way, donkey, spaces) for way in ways), default=0.0)

    def walk(self, first: str, donkey: int, spaces: int) -> float:
        """What a donkey unlocks that goes on over `first`."""
        road = {space.id: space for space in self.board.road}
        other = next((one for one in self.me.donkeys if one.donkey != donkey), None)
        space = road[first]
        if spaces < 1 or (space.barrier and not self._is_open(space.barrier)):
            return 0.0
        worth = 0.4 + (2.0 if space.prestige else 0.0)
        for element in space.elements:
            is_far = other is not None and other.number >= space.number
            if element.id not in self.me.elements and (element.donkeys < 2 or is_far):
                worth += self._element(element.what)
            elif element.id not in self.me.elements:
                worth += 0.5
        onwards = (self.walk(way, donkey, spaces - 1) for way in space.next)
        return worth + max(onwards, default=0.0)

    def branch(self, name: str, donkey: int, spaces: int) -> float:
        """What a branch brings."""
        here = next(one.space for one in self.me.donkeys if one.donkey == donkey)
        road = {space.id: space for space in self.board.road}
        ways = [way for way in road[here].next if road[way].branch == name]
        return max((self.walk(way, donkey, spaces + 1) for way in ways), default=0.0)

    def _element(self, what: str) -> float:
        if what == "milestone":
            return PRESTIGE * self.rounds_left
        return 2.5 if what == "trough" else 5.0 * float(self.rounds_left**0.5)

    def _is_open(self, barrier: str) -> bool:
        return any(
            one.id == barrier and self.me.seat in one.claimed_by for one in self.board.general
        )


def _target(
    identity: str,
    payoff: float,
    asks: el_burro_pb2.RowCard | el_burro_pb2.Market | el_burro_pb2.Boat,
    filled: Sequence[bool],
    *,
    is_special: bool,
) -> Iterator[Target]:
    empty = {
        index: tuple(marking.needs)
        for index, marking in enumerate(asks.markings)
        if not filled[index]
    }
    if empty:
        yield Target(identity, payoff, empty, is_special)


def printed(text: str) -> tuple[int, int]:
    """The prestige of a barrow in hand and its count of goods, as its words give them."""
    numbers = [int(one) for one in re.findall(r"\d+", text)]
    return (numbers[-1], sum(numbers[:-1])) if numbers else (0, 0)
