"""A greedy player of El Gaucho: spends its dice on what its herds gain most by, one turn ahead."""

from __future__ import annotations

from dataclasses import dataclass
from itertools import combinations
from typing import TYPE_CHECKING

from ludoteca.el_gaucho.v1 import el_gaucho_pb2
from ludoteca_bots.el_gaucho_herds import best_order, fits, gain, outlook

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from ludoteca.v1 import table_pb2

Action = el_gaucho_pb2.Action
Found = tuple[Action, "table_pb2.Offer"]

# Worth in pesos.
LYING, RAISED = 0.35, 0.6
"""Shares of a tile's gain: a gaucho that lies has to be raised, one that is raised was half paid for."""
AREAS = {
    "wish": 4.0,
    "theft": 5.0,
    "secret_cattle": 6.0,
    "immediate_sale": 3.5,
    "overseer": 3.0,
    "sort": 2.0,
}
FIRST_AREAS = ("secret_cattle", "theft", "wish", "immediate_sale", "overseer", "sort")
SALE_BONUS = 5
LEAST_GAIN = 4.0
"""A special action that brings less waits."""
HARM = 0.4
"""What an opponent's peso is worth to us."""


@dataclass(frozen=True)
class Target:
    """Something that dice pay for."""

    kind: str
    id: str
    sums: tuple[int, ...]
    worth: float
    needs_gaucho: bool


class Greedy:
    """Looks one turn ahead."""

    needs_view = True

    def choose(
        self, view: table_pb2.View | None, offers: Sequence[table_pb2.Offer]
    ) -> table_pb2.Offer:
        """The action that looks best from this seat."""
        board = el_gaucho_pb2.View()
        if view is None or not view.state.Unpack(board):
            return offers[0]
        return _Turn(board, view.seat, offers).choose()


class _Turn:
    """One decision."""

    def __init__(
        self, board: el_gaucho_pb2.View, seat: int, offers: Sequence[table_pb2.Offer]
    ) -> None:
        self._board = board
        self._me = next(player for player in board.players if player.seat == seat)
        self._offers = offers
        self._by_kind: dict[str, list[Found]] = {}
        for offer in offers:
            action = Action()
            offer.action.Unpack(action)
            self._by_kind.setdefault(action.WhichOneof("action") or "", []).append((action, offer))
        self._tiles = {
            space.tile.id: space
            for pasture in board.pastures
            for space in pasture.spaces
            if space.HasField("tile")
        }

    def choose(self) -> table_pb2.Offer:
        for question in (self._keep, self._place, self._secret, self._collect, self._special):
            offer = question()
            if offer is not None:
                return offer
        return self._dice() or self._recall() or self._end()

    # ------------------------------------------------------------------ herds

    def _herd(self, race: str) -> list[int]:
        """The own herd of a race, with the tiles that stand ready for it."""
        herd = self._laid(self._me, race)
        ready = [
            space.tile.value
            for space in self._tiles.values()
            if space.tile.race == race and self._is_mine(space, "standing")
        ]
        for value in best_order(herd, ready):
            herd = [*herd, value] if fits(herd, value) else [value]
        return herd

    def _laid(self, player: el_gaucho_pb2.Player, race: str) -> list[int]:
        return [t.value for herd in player.herds if herd.race == race for t in herd.tiles]

    def _gain(self, tile: el_gaucho_pb2.Tile) -> float:
        return gain(self._herd(tile.race), tile.value)

    def _is_mine(self, space: el_gaucho_pb2.Space, posture: str) -> bool:
        gaucho = space.gaucho
        return (
            space.HasField("gaucho") and gaucho.seat == self._me.seat and gaucho.posture == posture
        )

    # ------------------------------------------------------------------ questions

    def _keep(self) -> table_pb2.Offer | None:
        """Long low herds grow; a single high tile is worth itself."""
        found = self._by_kind.get("keep_start_tiles", [])
        values = {tile.id: (tile.race, tile.value) for tile in self._me.start_draw}

        def worth(action: Action) -> float:
            herds: dict[str, list[int]] = {}
            for identity in action.keep_start_tiles.tiles:
                race, value = values[identity]
                herds.setdefault(race, []).append(value)
            is_down = action.keep_start_tiles.direction == "desc"
            return sum(outlook(sorted(herd, reverse=is_down)) for herd in herds.values())

        return max(found, key=lambda one: worth(one[0]))[1] if found else None

    def _place(self) -> table_pb2.Offer | None:
        found = {
            a.place_start_gaucho.area: o for a, o in self._by_kind.get("place_start_gaucho", [])
        }
        return next((found[area] for area in FIRST_AREAS if area in found), None)

    def _secret(self) -> table_pb2.Offer | None:
        known = {tile.id: tile for tile in self._board.steppe.known}
        open_tiles = {
            pasture.id: sum(
                space.HasField("tile") and not space.HasField("gaucho") for space in pasture.spaces
            )
            for pasture in self._board.pastures
        }
        best: tuple[float, table_pb2.Offer] | None = None
        for action, offer in self._by_kind.get("secret_take", []):
            take = action.secret_take
            worth = self._gain(known[take.tile]) - 0.1 * open_tiles.get(take.pasture, 0)
            if best is None or worth > best[0]:
                best = (worth, offer)
        done = self._by_kind.get("secret_done")
        if done and (best is None or best[0] < 1):
            return done[0][1]
        return best[1] if best is not None else None

    def _collect(self) -> table_pb2.Offer | None:
        found = self._by_kind.get("collect_tile", [])
        if not found:
            return None
        values = {tile.id: tile.value for tile in self._me.pending}
        races = {tile.id: tile.race for tile in self._me.pending}
        race = races[found[0][0].collect_tile.tile]
        herd = self._laid(self._me, race)
        mine = [tile.value for tile in self._me.pending if tile.race == race]
        first = best_order(herd, mine)[0]
        is_fitting = fits(herd, first)
        for action, offer in found:
            collect = action.collect_tile
            is_append = collect.mode == "append"
            if values[collect.tile] == first and is_append and is_fitting:
                return offer
        sorts = [(a, o) for a, o in found if a.collect_tile.mode == "sort"]
        if sorts and len(herd) > 1:
            return max(sorts, key=lambda one: values[one[0].collect_tile.tile])[1]
        appends = [(a, o) for a, o in found if a.collect_tile.mode == "append"]
        return next(o for a, o in appends if values[a.collect_tile.tile] == first)

    def _special(self) -> table_pb2.Offer | None:
        """The special action that brings most, if it brings enough."""
        worths = list(self._specials())
        worth, offer = max(worths, key=lambda one: one[0], default=(0.0, None))
        return offer if worth >= LEAST_GAIN else None

    def _specials(self) -> Iterator[tuple[float, table_pb2.Offer]]:
        for _, offer in self._by_kind.get("use_secret_cattle", []):
            yield 10.0, offer
        for action, offer in self._by_kind.get("use_immediate_sale", []):
            herd = self._laid(self._me, action.use_immediate_sale.race)
            is_growing = len(self._herd(action.use_immediate_sale.race)) > len(herd)
            lost = 0.0 if self._board.final_round else outlook(herd) - len(herd) * max(herd)
            yield (0.0 if is_growing else SALE_BONUS - lost), offer
        for action, offer in self._by_kind.get("use_theft", []):
            yield self._theft(action.use_theft.tile), offer
        for action, offer in self._by_kind.get("use_overseer_raise", []):
            tiles = (self._tiles[tile].tile for tile in action.use_overseer_raise.tiles)
            yield sum(RAISED * self._gain(tile) for tile in tiles), offer
        for action, offer in self._by_kind.get("use_overseer_replace", []):
            tile = self._tiles[action.use_overseer_replace.tile].tile
            yield self._gain(tile) - HARM * tile.value, offer

    def _theft(self, identity: str) -> float:
        """What the tile brings us, and costs its owner more than is paid for it."""
        for player in self._board.players:
            for herd in player.herds:
                for tile in herd.tiles:
                    if tile.id == identity:
                        rest = [one.value for one in herd.tiles if one.id != identity]
                        left = len(rest) * max(rest, default=0)
                        return self._gain(tile) + HARM * (herd.worth - left - tile.value)
        return 0.0

    # ------------------------------------------------------------------ dice

    def _dice(self) -> table_pb2.Offer | None:
        targets = self._targets()
        picks = self._by_kind.get("pick_dice", [])
        if picks:
            return max(
                picks,
                key=lambda one: (
                    self._plan(list(one[0].pick_dice.dice), targets)[0],
                    sum(one[0].pick_dice.dice),
                ),
            )[1]
        hand = list(self._board.hand)
        worth, first = self._plan(hand, targets)
        best: tuple[float, table_pb2.Offer] | None = None
        for action, offer in self._by_kind.get("use_wish", []):
            wished = self._plan([*hand, action.use_wish.face], targets, gauchos=1)[0] - worth
            if wished >= LEAST_GAIN + 2 and (best is None or wished > best[0]):
                best = (wished, offer)
        if best is not None:
            return best[1]
        return self._offer(*first) if first is not None else None

    def _targets(self) -> list[Target]:
        """Everything that dice could pay for, and what it would be worth."""
        targets: list[Target] = []
        for identity, space in self._tiles.items():
            tile = space.tile
            if self._is_mine(space, "lying"):
                worth = RAISED * self._gain(tile)
                targets.append(Target("raise_gaucho", identity, (tile.small,), worth, False))
            elif not space.HasField("gaucho"):
                worth = self._gain(tile)
                targets.append(Target("place_standing", identity, (tile.value,), worth, True))
                lying = Target("place_lying", identity, (tile.small,), LYING * worth, True)
                targets.append(lying)
        for area in self._board.areas:
            if self._me.seat not in area.seats and area.id not in self._board.vacated_areas:
                worth = AREAS.get(area.id, 1.0)
                targets.append(Target("place_on_area", area.id, tuple(area.sums), worth, True))
        return targets

    def _plan(
        self, hand: Sequence[int], targets: Sequence[Target], *, gauchos: int = 0
    ) -> tuple[float, tuple[Target, tuple[int, ...]] | None]:
        """The most that the dice can bring, and the first thing to spend them on."""
        return _plan(tuple(sorted(hand)), targets, self._me.supply + gauchos)

    def _offer(self, target: Target, dice: tuple[int, ...]) -> table_pb2.Offer | None:
        for action, offer in self._by_kind.get(target.kind, []):
            body = getattr(action, target.kind)
            identity = body.area if target.kind == "place_on_area" else body.tile
            if identity == target.id and tuple(sorted(body.dice)) == dice:
                return offer
        return None

    def _recall(self) -> table_pb2.Offer | None:
        """Calls a gaucho back who is worth less than what he could do now."""
        if self._me.supply or not self._board.hand:
            return None
        worth, _ = self._plan(list(self._board.hand), self._targets(), gauchos=1)
        kept = [(AREAS.get(a.recall_from_area.area, 1.0), o) for a, o in self._recalls("area")]
        for action, offer in self._recalls("tile"):
            space = self._tiles[action.recall_from_tile.tile]
            share = LYING if space.gaucho.posture == "lying" else 1.0
            kept.append((share * space.tile.value, offer))
        least, offer_ = min(kept, key=lambda one: one[0], default=(worth, None))
        return offer_ if worth > least + 2 else None

    def _recalls(self, what: str) -> list[Found]:
        return self._by_kind.get(f"recall_from_{what}", [])

    def _end(self) -> table_pb2.Offer:
        end = self._by_kind.get("end_turn")
        return end[0][1] if end else self._offers[0]


def _plan(
    hand: tuple[int, ...], targets: Sequence[Target], gauchos: int
) -> tuple[float, tuple[Target, tuple[int, ...]] | None]:
    best: tuple[float, tuple[Target, tuple[int, ...]] | None] = (0.0, None)
    parts = {part for size in range(1, len(hand) + 1) for part in combinations(hand, size)}
    for part in sorted(parts):
        for target in targets:
            if sum(part) not in target.sums or (target.needs_gaucho and gauchos < 1):
                continue
            rest = list(hand)
            for die in part:
                rest.remove(die)
            left = [other for other in targets if other.id != target.id]
            more, _ = _plan(tuple(rest), left, gauchos - target.needs_gaucho)
            if target.worth + more > best[0]:
                best = (target.worth + more, (target, part))
    return best
