"""Boxes of text side by side, and a grid to draw a board on."""

from __future__ import annotations

from typing import TYPE_CHECKING

from rich.style import Style
from rich.text import Text

from ludoteca_tui.look import MUTED, STRONG

if TYPE_CHECKING:
    from collections.abc import Iterable, Sequence

    from ludoteca_tui.look import Look

PLAIN = Style()
Piece = tuple[str, Style]
"""Some text and its style."""
_GAP = 3
"""Cells between items that stand in one row."""


def fit(line: Text, width: int, look: Look) -> Text:
    """The line, exactly `width` cells wide: padded, or cut with a sign that it was."""
    fitted = line.copy()
    if fitted.cell_len > width:
        fitted.truncate(max(0, width - 1))
        fitted.append(look.ellipsis)
    fitted.pad_right(max(0, width - fitted.cell_len))
    return fitted


def wrap(text: Text, width: int, indent: int, look: Look) -> list[Text]:
    """The text in lines of at most `width` cells; lines after the first are indented."""
    lines = list(text.wrap(look.console, max(8, width - indent), tab_size=4))
    return [
        line if number == 0 else Text(" " * indent).append_text(line)
        for number, line in enumerate(lines)
    ]


def box(title: str, lines: Sequence[Text], width: int, look: Look, height: int = 0) -> list[Text]:
    """The lines in a frame, `width` cells wide; at least `height` lines high."""
    top_left, top_right, bottom_left, bottom_right, flat, upright = look.box
    head = styled(top_left + flat, MUTED)
    if title:
        head.append(f" {title} ", STRONG)
    head.append(flat * max(0, width - 1 - head.cell_len) + top_right, MUTED)
    empty = max(0, height - 2 - len(lines))
    framed = [head]
    for line in [*lines, *[Text()] * empty]:
        row = styled(upright, MUTED).append_text(fit(line, width - 2, look))
        framed.append(row.append(upright, MUTED))
    framed.append(styled(bottom_left + flat * (width - 2) + bottom_right, MUTED))
    return framed


def beside(left: Sequence[Text], right: Sequence[Text], look: Look) -> list[Text]:
    """Two blocks side by side; the shorter one is filled up."""
    width = max((line.cell_len for line in left), default=0)
    rows = max(len(left), len(right))
    padded = [*left, *[Text()] * (rows - len(left))]
    other = [*right, *[Text()] * (rows - len(right))]
    return [fit(one, width, look).append_text(two) for one, two in zip(padded, other, strict=True)]


def columns(items: Sequence[Text], width: int) -> list[Text]:
    """The items in one row if they fit, else one in each line."""
    total = sum(item.cell_len for item in items) + _GAP * (len(items) - 1)
    if total > width:
        return list(items)
    row = Text()
    for number, item in enumerate(items):
        row.append(" " * _GAP if number else "")
        row.append_text(item)
    return [row]


def flow(head: Text, items: Sequence[Text], width: int, gap: int = 2) -> list[Text]:
    """The items one after the other behind a head, in as many lines as they need.

    Lines after the first are indented to where the head ends; an item too long for a line is cut
    between words.
    """
    lines = [head.copy()]
    indent = head.cell_len
    for item in items:
        whole = indent + item.cell_len <= width
        for number, part in enumerate([item] if whole else item.split(" ")):
            space = 0 if lines[-1].cell_len == indent else 1 if number else gap
            if space and lines[-1].cell_len + space + part.cell_len > width:
                lines.append(Text(" " * indent))
                space = 0
            lines[-1].append(" " * space)
            lines[-1].append_text(part)
    return lines


class Canvas:
    """A grid of cells; what is put later covers what was there."""

    def __init__(self, width: int, height: int) -> None:
        self.width = width
        self.height = height
        self._cells: list[list[Piece]] = [[(" ", PLAIN)] * width for _ in range(height)]

    def put(self, x: int, y: int, text: str, style: Style = PLAIN) -> int:
        """Writes text from a cell on; returns the column after it. What is outside is left out."""
        for character in text:
            if 0 <= x < self.width and 0 <= y < self.height:
                self._cells[y][x] = (character, style)
            x += 1
        return x

    def put_all(self, x: int, y: int, pieces: Iterable[Piece]) -> int:
        """Writes styled pieces from a cell on; returns the column after them."""
        for text, style in pieces:
            x = self.put(x, y, text, style)
        return x

    def line(self, start: tuple[int, int], end: tuple[int, int], mark: str, style: Style) -> None:
        """Dots from one cell to another."""
        (x0, y0), (x1, y1) = start, end
        steps = max(abs(x1 - x0) // 2, abs(y1 - y0), 1)
        for step in range(steps + 1):
            x = round(x0 + (x1 - x0) * step / steps)
            y = round(y0 + (y1 - y0) * step / steps)
            self.put(x, y, mark, style)

    def lines(self) -> list[Text]:
        """The grid as lines."""
        return [joined(row) for row in self._cells]


def styled(text: str, style: Style) -> Text:
    """A line that begins with some text; unlike `Text(text, style)` it styles only that."""
    return Text().append(text, style)


def joined(pieces: Iterable[Piece]) -> Text:
    """The pieces as one line."""
    text = Text()
    for piece, style in pieces:
        text.append(piece, style)
    return text
