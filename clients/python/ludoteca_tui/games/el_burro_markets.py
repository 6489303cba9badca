"""El Burro's local markets, what others need, and the open markings of the others."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

from rich.text import Text

from ludoteca_tui.frame import PLAIN, Piece, flow, joined, styled
from ludoteca_tui.games.el_burro_sight import GOODS, named
from ludoteca_tui.look import MUTED, STRONG
from ludoteca_tui.scene import badge
from ludoteca_tui.words import plain

if TYPE_CHECKING:
    from collections.abc import Sequence

    from ludoteca.el_burro.v1 import el_burro_pb2
    from ludoteca_tui.games.el_burro_sight import Sight

CELL = 15
NEED_CELL = 3


def markets(sight: Sight, width: int) -> list[Text]:
    """The markets side by side, each with the shown seat's area."""
    columns = max(1, min(len(sight.view.markets), (width - 1) // CELL))
    cell = (width - 1) // columns
    lines: list[Text] = []
    for first in range(0, len(sight.view.markets), columns):
        row = [_market(sight, one, cell - 1) for one in sight.view.markets[first : first + columns]]
        for number in range(max(len(block) for block in row)):
            line = Text(" ")
            for block in row:
                part = block[number] if number < len(block) else Text()
                line.append_text(part).pad_right(max(0, cell - part.cell_len))
            line.rstrip()
            lines.append(line)
    return lines


def _market(sight: Sight, market: el_burro_pb2.Market, width: int) -> list[Text]:
    """One market: name, places, tile, and the area's markings."""
    number = road_number(sight, market.id)
    name = f"{number} " if number else ""
    name += named(market.name, market.face or market.id)
    head = joined(sight.thing(f"market {market.id}", name, STRONG))
    shown = sight.shown
    if shown is not None:
        head = joined([sight.mark(f"target {shown.seat}/{market.id}")]).append_text(head)
    lines = list(head.wrap(sight.scene.look.console, width))
    lines += flow(Text(), _places(sight, market), width, 1)
    tile = joined(sight.thing(f"tile {market.bonus_tile}", plain(market.bonus_tile).capitalize()))
    lines += flow(Text(), [tile, Text(f"x{market.bonus_left}")], width, 1)
    area = _area(shown, market.id)
    if area is None or shown is None:
        return lines
    if area.closed:
        return [*lines, styled("scored", MUTED)]
    if not area.unlocked:
        lines.append(styled("locked", MUTED))
    return lines + sight.markings(shown.seat, market.id, market.markings, area.filled)


def _places(sight: Sight, market: el_burro_pb2.Market) -> list[Text]:
    """Who has scored it, and what the next one gains: place and round."""
    taken = len(market.places)
    place = market.place_prestige[taken] if taken < len(market.place_prestige) else 0
    more = f"+{sight.view.market_prestige}" if sight.view.market_prestige else ""
    items = [Text(f"{place}{more}*")]
    return items + [joined([badge(seat)]) for seat in market.places]


def _area(player: el_burro_pb2.Player | None, market: str) -> el_burro_pb2.MarketArea | None:
    areas = player.markets if player is not None else ()
    return next((area for area in areas if area.market == market), None)


def road_number(sight: Sight, market: str) -> int:
    """Where on the road a market is unlocked; 0 if that is nowhere."""
    for space in sight.view.road:
        if any(element.what == market for element in space.elements):
            return space.number
    return 0


def needs(sight: Sight) -> list[Text]:
    """Who lacks how much of what; the last row is what the viewer holds."""
    lacking = {(need.seat, need.good): need.count for need in sight.view.needs}
    heads: list[Piece] = [("    ", PLAIN)]
    for letters, style in GOODS.values():
        heads += [(" " * (NEED_CELL - len(letters)), PLAIN), (letters, style)]
    lines = [joined(heads)]
    for player in sight.view.players:
        if player.own:
            continue
        row: list[Piece] = [(" ", PLAIN), badge(player.seat), (" ", PLAIN)]
        for good in GOODS:
            count = lacking.get((player.seat, good), 0)
            row.append((f"{count or '.':>{NEED_CELL}}", STRONG if count else MUTED))
        lines.append(joined(row))
    if sight.own is not None:
        held = holds(sight.own)
        row = [(" you", STRONG)]
        row += [(f"{held.get(good, '.'):>{NEED_CELL}}", PLAIN) for good in GOODS]
        lines.append(joined(row))
    return lines


def holds(player: el_burro_pb2.Player) -> dict[str, int]:
    """What a seat has of each good, wherever it lies, of silver, and of free workers."""
    held = {store.good: store.tokens for store in player.stores}
    for field in player.fields:
        held[field.good] = held.get(field.good, 0) + field.tokens
    for good in player.loose:
        held[good] = held.get(good, 0) + 1
    return {**held, "silver": player.silver, "worker": player.workers}


@dataclass(frozen=True)
class Target:
    """Something of a seat that goods are brought to."""

    owner: int
    id: str
    """As the rules name it: a slot, a market, or a dock."""
    name: str
    markings: Sequence[el_burro_pb2.Marking]
    filled: Sequence[bool]
    is_closed: bool = False

    def open(self, sight: Sight) -> list[Text]:
        """The markings that are still empty."""
        drawn = sight.markings(self.owner, self.id, self.markings, self.filled)
        return [marking[2:] for marking in drawn if marking.plain.startswith("o ")]


def open_markings(sight: Sight, width: int) -> list[Text]:
    """What other seats have still to be brought, target by target."""
    lines: list[Text] = []
    for player in sight.view.players:
        if player.own:
            continue
        items = []
        for target in (*barrows(player), *areas(sight, player), *loaded(sight, player)):
            markings = target.open(sight)
            if target.is_closed and not any("!" in marking.plain for marking in markings):
                continue
            for number, marking in enumerate(markings):
                name = styled("", PLAIN) if number else styled(f"{target.name}: ", MUTED)
                items.append(name.append_text(marking))
        head = joined([(" ", PLAIN), badge(player.seat), (" ", PLAIN)])
        lines += flow(head, items or [styled("-", MUTED)], width)
    return lines


def barrows(player: el_burro_pb2.Player) -> list[Target]:
    """The barrows of a seat, by slot."""
    return [
        Target(
            owner=player.seat,
            id=f"slot_{row.slot}",
            name=f"{row.slot + 1} {row.card.name} {row.prestige}*",
            markings=row.markings,
            filled=row.filled,
        )
        for row in player.barrows
    ]


def areas(sight: Sight, player: el_burro_pb2.Player) -> list[Target]:
    """A seat's market areas; closed if they are scored, or if the viewer has not unlocked them."""
    found = []
    for market in sight.view.markets:
        area, own = _area(player, market.id), _area(sight.own, market.id)
        if area is not None:
            found.append(
                Target(
                    owner=player.seat,
                    id=market.id,
                    name=named(market.name, market.face or market.id),
                    markings=market.markings,
                    filled=area.filled,
                    is_closed=area.closed or (own is not None and not own.unlocked),
                )
            )
    return found


def loaded(sight: Sight, player: el_burro_pb2.Player) -> list[Target]:
    """The boats of a seat, by dock."""
    return [
        Target(
            owner=player.seat,
            id=dock.id,
            name=f"{named(dock.boat.name, dock.boat.id)} {dock.boat.prestige}*",
            markings=dock.boat.markings,
            filled=dock.filled,
        )
        for dock in sight.view.docks
        if dock.HasField("seat") and dock.seat == player.seat
    ]
