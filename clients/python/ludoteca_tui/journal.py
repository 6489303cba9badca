"""The log in words: one entry for each event, its facts indented."""

from __future__ import annotations

from typing import TYPE_CHECKING

from rich.text import Text

from ludoteca_tui.frame import styled, wrap
from ludoteca_tui.look import MUTED, STRONG
from ludoteca_tui.scene import badge
from ludoteca_tui.words import sentence_text

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Sequence

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
    elif notice.HasField("action"):
        head.append("clock: ", STRONG)
    if notice.by_clock:
        head.append("(clock) ", MUTED)
    headline = sentence_text(notice.sentence, names) or notice.kind
    head.append(headline)
    lines = wrap(head, width, 2 if brief else 5, look)
    for fact in notice.facts:
        text = sentence_text(fact.sentence, names)
        if headline.endswith(text.rstrip(".")) or headline == text:  # it has been said
            continue
        indent = " " * (2 if brief else 7)
        fact_line = Text(indent).append(text, MUTED)
        lines += wrap(fact_line, width, len(indent) + 2, look)
    return lines


def entries(
    notices: Iterable[table_pb2.Notice],
    names: Sequence[str],
    look: Look,
    is_count: Callable[[table_pb2.Notice], bool],
) -> list[Text]:
    """Many events; numbers that were called one after the other are one entry."""
    lines: list[Text] = []
    for run in runs(notices, is_count):
        lines += run_entry(run, names, look, look.width)
    return lines


def runs(
    notices: Iterable[table_pb2.Notice], is_count: Callable[[table_pb2.Notice], bool]
) -> list[list[table_pb2.Notice]]:
    """The events, with neighbours that only count put together."""
    found: list[list[table_pb2.Notice]] = []
    for notice in notices:
        if found and is_count(notice) and is_count(found[-1][0]):
            found[-1].append(notice)
        else:
            found.append([notice])
    return found


def run_entry(
    run: Sequence[table_pb2.Notice],
    names: Sequence[str],
    look: Look,
    width: int,
    *,
    brief: bool = False,
) -> list[Text]:
    """One event, or several that only count: the first one in words, then the numbers of the others."""
    lines = entry(run[0], names, look, width, brief=brief)
    numbers = [sentence_text(notice.facts[0].sentence, names) for notice in run[1:]]
    if not numbers:
        return lines
    return wrap(lines[0].append(", " + ", ".join(numbers)), width, 2 if brief else 7, look)


def anchors(notices: Iterable[table_pb2.Notice]) -> frozenset[str]:
    """The things that the facts of some events name."""
    return frozenset(
        anchor
        for notice in notices
        for fact in notice.facts
        for anchor in (fact.to, getattr(fact, "from"))
        if anchor
    )
