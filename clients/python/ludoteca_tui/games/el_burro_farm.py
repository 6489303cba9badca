"""One seat's farm in El Burro: barrows, stores and prices, spaces with workers, cards, goals."""

from __future__ import annotations

from typing import TYPE_CHECKING

from rich.text import Text

from ludoteca_tui.frame import PLAIN, Piece, flow, joined, styled
from ludoteca_tui.games.el_burro_hand import pending
from ludoteca_tui.games.el_burro_markets import areas, barrows
from ludoteca_tui.games.el_burro_sight import chip, named, rule
from ludoteca_tui.look import LIVE, MUTED, STRONG, seat_letter
from ludoteca_tui.words import plain

if TYPE_CHECKING:
    from collections.abc import Sequence

    from ludoteca.el_burro.v1 import el_burro_pb2
    from ludoteca_tui.games.el_burro_sight import Sight

CELL = 6
HEAD = 10
EXTENSIONS = {"plain": "+", "upgraded": "++"}


def farm(sight: Sight, player: el_burro_pb2.Player, width: int) -> list[Text]:
    """The farm of a seat."""
    seat = player.seat
    you = " (you)" if player.own else ""
    title = f"FARM of {seat_letter(seat)} {sight.scene.name(seat)}{you}"
    others = [f"farm {seat_letter(one.seat)}" for one in sight.view.players if one.seat != seat]
    lines = [rule(sight, title, width, f"type {', '.join(others)}" if others else "")]
    parts = (
        ("SPACES", _spaces(sight, player)),
        ("ACQUIRED", _acquisitions(sight, player)),
        ("OFFICE", _office(player)),
        ("ON FARM", _rest(sight, player)),
        ("MARKETS", [] if player == sight.shown else _areas(sight, player)),
    )
    lines += _barrows(sight, player, width)
    lines += _stores(sight, player)
    for head, items in parts:
        if items:
            lines += flow(styled(f" {head:<9}", STRONG), items, width)
    return lines if player.own else lines + pending(player, width)


def _barrows(sight: Sight, player: el_burro_pb2.Player, width: int) -> list[Text]:
    """The row above the farm: what each barrow asks for, filled or not."""
    lines: list[Text] = []
    for row, target in zip(player.barrows, barrows(player), strict=True):
        anchor = f"card {row.card.id}"
        mark = sight.mark(anchor)
        if not mark[0]:
            mark = sight.mark(f"target {player.seat}/{target.id}")
        scored = " being scored" if row.being_scored else ""
        name = joined([mark, (target.name, sight.style(anchor, STRONG)), (scored, MUTED)])
        head = styled(" BARROWS  " if not lines else " " * HEAD, STRONG)
        drawn = sight.markings(player.seat, target.id, row.markings, row.filled)
        lines += flow(head, [name, *drawn], width)
    return lines or [styled(" BARROWS  -", STRONG)]


def _areas(sight: Sight, player: el_burro_pb2.Player) -> list[Text]:
    """A seat's areas at the markets that it has begun or unlocked."""
    items: list[Text] = []
    by_id = {area.market: area for area in player.markets}
    for target in areas(sight, player):
        area = by_id[target.id]
        if area.closed:
            items.append(styled(f"{target.name} scored", MUTED))
        elif area.unlocked or any(area.filled):
            items.append(styled(f"{target.name}{'' if area.unlocked else ' (locked)'}:", STRONG))
            items += sight.markings(player.seat, target.id, target.markings, area.filled)
    return items


def _stores(sight: Sight, player: el_burro_pb2.Player) -> list[Text]:
    """Goods by column: stored, on fields, without a place; then the prices."""
    goods = list(dict.fromkeys(store.good for store in player.stores))
    heads: list[Piece] = [(" STORE    ", STRONG)]
    for good in goods:
        letters, style = chip(good)
        mark, _ = sight.mark(f"good {player.seat}/{good}")
        heads += [(" " * (CELL - len(letters) - len(mark)) + mark, LIVE), (letters, style)]
    rows = [joined(heads), _row("", [_stored(store) for store in player.stores])]
    fields = {field.good: f"{field.tokens}/{field.cards}" for field in player.fields}
    rows.append(_row("fields", [fields.get(good, "") for good in goods]))
    if player.loose:
        counts = [str(list(player.loose).count(good) or "") for good in goods]
        rows.append(_row("loose!", counts))
    for name in ("buy", "sell", "upgrade"):
        prices = {
            price.good: f"${getattr(price, name)}"
            for price in player.prices
            if price.HasField(name)
        }
        rows.append(_row(name, [prices.get(good, "") for good in goods]))
    side = _holdings(sight, player)
    for row, (text, anchor) in zip(rows, side, strict=False):
        row.pad_right(max(0, HEAD + CELL * len(goods) + 3 - row.cell_len))
        row.append_text(joined(sight.thing(anchor, text)))
    return rows


def _stored(store: el_burro_pb2.Store) -> str:
    return f"{store.tokens}/{store.room}" if store.HasField("room") else str(store.tokens)


def _row(name: str, cells: Sequence[str]) -> Text:
    line = styled(f" {name:<9}", MUTED)
    for cell in cells:
        line.append(f"{cell:>{CELL}}")
    return line


def _holdings(sight: Sight, player: el_burro_pb2.Player) -> list[tuple[str, str]]:
    """What is counted beside the store, and its anchors."""
    view, seat = sight.view, player.seat
    milestone = f"{player.milestone}/{view.milestone_last}"
    trough = f"{player.trough}/{view.trough_last}"
    return [
        (f"$ {player.silver} (+{player.income})", f"silver {seat}"),
        (f"@ {player.workers} free", f"workers {seat}"),
        (f"milestone {milestone}", f"milestone {seat}"),
        (f"trough {trough}", f"trough {seat}"),
        (f"support {player.support}", f"support {seat}"),
    ]


def _spaces(sight: Sight, player: el_burro_pb2.Player) -> list[Text]:
    """The farm spaces, what a worker brings there, and who stands there."""
    items = []
    for space in player.spaces:
        anchor = f"farm_space {player.seat}/{space.id}"
        tile = f"extension {player.seat}/{space.extension}"
        mark = sight.mark(anchor)
        if not mark[0]:
            mark = sight.mark(tile)
        style = sight.style(anchor, sight.style(tile, STRONG))
        side = EXTENSIONS.get(space.extension_side, "")
        worker = " [@]" if space.assigned else ""
        name = named(space.name, space.id)
        text = f" {space.text}" if space.text else ""
        items.append(joined([mark, (f"{name}{side}", style), (worker, STRONG), (text, MUTED)]))
    return items


def _acquisitions(sight: Sight, player: el_burro_pb2.Player) -> list[Text]:
    """The row below the farm, with what each card does."""
    items = []
    for row in player.acquisitions:
        source = f"acquisition_{row.slot}"
        used = " (used)" if source in player.used else ""
        name = sight.thing(f"card {row.card.id}", f"{row.slot + 1} {row.card.name}{used}:", STRONG)
        items.append(joined([*name, (f" {' '.join(row.card.functions)}", PLAIN)]))
    return items


def _office(player: el_burro_pb2.Player) -> list[Text]:
    """What the cards at the right do, and special ones at the left."""
    items = [Text(f"cards up to {player.card_limit}")]
    items += [Text(" ".join(card.functions) or card.name) for card in player.administration_cards]
    special = (card for card in player.field_cards if card.deck == "special")
    return items + [Text(f"{card.name}: {' '.join(card.functions)}") for card in special]


def _rest(sight: Sight, player: el_burro_pb2.Player) -> list[Text]:
    """Market tiles, own goals, scored barrows."""
    items: list[Text] = []
    for tile in player.market_tiles:
        used = " (used)" if tile.id in player.used else ""
        name = f"{plain(tile.id).capitalize()} {tile.side}{used}"
        row = sight.thing(f"tile {player.seat}/{tile.id}", name, STRONG)
        items.append(joined([*row, (f": {tile.text}" if tile.side == "back" else "", MUTED)]))
    goals = player.personal
    if goals.conditions:
        items.append(styled(f"goals of {plain(goals.tile).capitalize()}:", STRONG))
    done = [*goals.claimed, *[False] * (len(goals.conditions) - len(goals.claimed))]
    for number, (text, is_done) in enumerate(zip(goals.conditions, done, strict=False)):
        anchor = f"achievement {player.seat}/personal_{number}"
        row = [("x " if is_done else "o ", STRONG), *sight.thing(anchor, text)]
        items.append(joined(row))
    items.append(styled(f"barrows scored {player.barrows_scored}", MUTED))
    return items
