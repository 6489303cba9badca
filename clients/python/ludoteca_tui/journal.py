"""The log in words: one entry for each event, its facts indented."""

from __future__ import annotations

from typing import TYPE_CHECKING

from rich.text import Text

from ludoteca_tui.frame import styled, wrap
from ludoteca_tui.look import MUTED, STRONG
from ludoteca_tui.scene import badge
from ludoteca_tui.words import sentence_text

if TYPE_CHECKING:
    from collections.abc import Iterable, Sequence

    from ludoteca.v1 import table_pb2
    from ludoteca_tui.look import Look


class Journal:
    """The events that a viewer was told, oldest first."""

    def __init__(self) -> None:
        self.notices: list[table_pb2.Notice] = []

    def add(self, notices: Iterable[table_pb2.Notice]) -> None:
        """Takes in what happened."""
        self.notices.extend(notices)

    def last(self, count: int) -> list[table_pb2.Notice]:
        """The last entries."""
        return self.notices[-count:] if count else []

    def undone(self) -> set[int]:
        """The seqs of events that were taken back."""
        gone: set[int] = set()
        for notice in self.notices:
            if notice.kind == "taken_back":
                gone.update(range(notice.to_seq + 1, notice.seq))
        return gone


def entry(
    notice: table_pb2.Notice, names: Sequence[str], look: Look, width: int, *, brief: bool = False
) -> list[Text]:
    """One event as lines of at most `width` cells; `brief` leaves out its number."""
    head = styled("" if brief else f"{notice.seq:>4} ", MUTED)
    if notice.HasField("seat"):
        text, style = badge(notice.seat)
        head.append(text, style)
        is_label = notice.HasField("action")  # the other sentences say who
        head.append(f" {names[notice.seat]}: " if is_label else " ", STRONG)
    elif notice.by_clock:
        head.append("clock: ", STRONG)
    head.append(sentence_text(notice.sentence, names) or notice.kind)
    lines = wrap(head, width, 2 if brief else 5, look)
    for fact in notice.facts:
        indent = " " * (2 if brief else 7)
        fact_line = Text(indent).append(sentence_text(fact.sentence, names), MUTED)
        lines += wrap(fact_line, width, len(indent) + 2, look)
    return lines


def anchors(notices: Iterable[table_pb2.Notice]) -> frozenset[str]:
    """The things that the facts of some events name."""
    return frozenset(
        anchor
        for notice in notices
        for fact in notice.facts
        for anchor in (fact.to, getattr(fact, "from"))
        if anchor
    )
