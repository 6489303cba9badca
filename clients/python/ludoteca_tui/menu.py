"""The legal actions as numbered lines."""

from __future__ import annotations

from typing import TYPE_CHECKING

from rich.text import Text

from ludoteca_tui.frame import PLAIN, columns, flow, joined, styled
from ludoteca_tui.look import MUTED, STRONG, WARNING
from ludoteca_tui.words import offer_text, sentence_text

if TYPE_CHECKING:
    from collections.abc import Sequence

    from ludoteca.v1 import table_pb2
    from ludoteca_tui.narrower import Choice, Narrower

INDENT = " " * 7


def lines(narrower: Narrower, undo: str, width: int, names: Sequence[str]) -> list[Text]:
    """The present question: its answers, the path to it, and what can always be typed."""
    shown, rest = narrower.page()
    items = [_item(number, choice, names) for number, choice in enumerate(shown, start=1)]
    if rest:
        items.append(joined([("m", STRONG), (f" more ({rest})", MUTED)]))
    rows = columns(items, width - len(INDENT))
    result: list[Text] = []
    for row in rows:
        result += flow(styled(INDENT if result else " DO    ", STRONG), [row], width)
    result += _standing(narrower, width)
    always = f"/ all {len(narrower.offers)}   u undo {undo}   ? help"
    if narrower.path:
        trail = " > ".join(narrower.path)
        result.append(styled(f"{INDENT}{trail} > ", STRONG).append(f"  b back   {always}", MUTED))
    else:
        result.append(Text(f"{INDENT}{always}", MUTED))
    return result


def _standing(narrower: Narrower, width: int) -> list[Text]:
    """The row of what can be done at any time; each group keeps its place and its number."""
    items = []
    for number, choice in narrower.standing():
        style = STRONG if choice.offers else MUTED
        count = f" ({len(choice.offers)})" if choice.offers else " -"
        name = PLAIN if choice.offers else MUTED
        items.append(joined([(str(number), style), (f" {choice.text}", name), (count, MUTED)]))
    return flow(styled(" ANY   ", STRONG), items, width, 3) if items else []


def question(offer: table_pb2.Offer, names: Sequence[str]) -> list[Text]:
    """What is asked once before an action that cannot be taken back, or that loses something."""
    line = styled(f" SURE  {offer_text(offer, names)}.", STRONG)
    if offer.HasField("warning"):
        line.append(f" {sentence_text(offer.warning, names)}", WARNING)
    if offer.reveals:
        line.append(" This cannot be taken back.", WARNING)
    return [line, Text(f"{INDENT}Enter do it   b back", MUTED)]


def _item(number: int, choice: Choice, names: Sequence[str]) -> Text:
    item = joined([(str(number), STRONG), (f" {choice.text}", PLAIN)])
    if len(choice.offers) > 1:
        return item.append(f" ({len(choice.offers)})", MUTED)
    offer = choice.offers[0]
    if offer.HasField("warning"):
        item.append(f" ({sentence_text(offer.warning, names)})", WARNING)
    return item
