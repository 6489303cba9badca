"""What El Burro shows just above the question: what is pending, and the viewer's cards."""

from __future__ import annotations

from typing import TYPE_CHECKING

from rich.text import Text

from ludoteca_tui.frame import PLAIN, Piece, flow, joined, styled
from ludoteca_tui.games.el_burro_sight import chips, donkey_slots, needed
from ludoteca_tui.look import MUTED, STRONG, WARNING
from ludoteca_tui.words import plain

if TYPE_CHECKING:
    from collections.abc import Iterable

    from ludoteca.el_burro.v1 import el_burro_pb2
    from ludoteca_tui.games.el_burro_sight import Sight

SIDES = ("field", "administration", "acquisition", "barrow")
"""The sides of a farm card, in the order of the rules and of the view."""


def mine(sight: Sight, player: el_burro_pb2.Player, width: int) -> list[Text]:
    """The hand with all its functions, donkey cards, then pending decisions and loose goods."""
    lines: list[Text] = []
    for number, card in enumerate(player.hand):
        head = " HAND    " if number == 0 else "         "
        lines += flow(styled(head, STRONG), _card(sight, card), width)
    for head, cards in (
        ("DONKEYS", player.donkey_hand),
        ("DISCARD", player.donkey_discard),
    ):
        if cards:
            items = [*_donkeys(sight, cards), styled("(only you)", MUTED)]
            lines += flow(styled(f" {head:<8}", STRONG), items, width)
    lines += _this_round(sight, player, width)
    return lines + pending(player, width)


def pending(player: el_burro_pb2.Player, width: int) -> list[Text]:
    """What a seat has to decide, the top first; and goods that have no place."""
    lines: list[Text] = []
    items = [Text(_frame(frame)) for frame in reversed(player.stack)]
    for number, item in enumerate(items[1:], start=1):
        items[number] = styled("< ", MUTED).append_text(item)
    if items:
        items[0].stylize(STRONG)
        lines += flow(styled(" PENDING ", STRONG), items, width, 1)
    if player.loose:
        goods = joined(chips(needed(player.loose)))
        text = Text("has no place: use, sell or return it first")
        lines += flow(styled(" LOOSE   ", WARNING), [goods, text], width)
    return lines


def _frame(frame: el_burro_pb2.Frame) -> str:
    if frame.text:
        return frame.text
    left = f" {frame.left}" if frame.left else ""
    return f"{plain(frame.kind)}{left}{' (anytime)' if frame.anytime else ''}"


def _card(sight: Sight, card: el_burro_pb2.Card) -> list[Text]:
    """A card of the hand: its name, then what it does at each side."""
    special = " (special)" if card.deck == "special" else ""
    items = [joined([*sight.thing(f"card {card.id}", card.name, STRONG), (special, MUTED)])]
    for side, text in zip(SIDES, card.functions, strict=False):
        items.append(styled(f"{side}: ", MUTED).append(text))
    return items


def _donkeys(sight: Sight, cards: Iterable[el_burro_pb2.DonkeyCard]) -> list[Text]:
    items = []
    for card in cards:
        row: list[Piece] = sight.thing(f"donkey_card {card.id}", str(card.value), STRONG)
        items.append(joined([*row, (f" {card.text}" if card.text else "", PLAIN)]))
    return items


def _this_round(sight: Sight, player: el_burro_pb2.Player, width: int) -> list[Text]:
    """The viewer's cards of this round with what they bring."""
    items = [
        styled(f"{slot} ", MUTED).append_text(_donkeys(sight, [card])[0])
        for slot, card, _ in donkey_slots(player)
    ]
    return flow(styled(" CHOSEN  ", STRONG), items, width) if items else []
