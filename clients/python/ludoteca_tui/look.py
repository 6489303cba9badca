"""How things look in a terminal: letters and shapes first, colour on top of them."""

from __future__ import annotations

from dataclasses import dataclass

from rich.console import Console
from rich.style import Style

INK, PAPER = "#16191d", "#ffffff"

SEAT_LETTERS = "ABCDEFGH"
SEAT_SYMBOLS = "^#o+x*%@"
_SEAT_FILLS = (
    ("#135fec", PAPER),
    ("#d26315", INK),
    ("#41dece", INK),
    ("#fef259", INK),
    ("#572d46", PAPER),
)

MUTED = Style(dim=True)
STRONG = Style(bold=True)
LIVE = Style(bold=True)
CHANGED = Style(bold=True, underline=True)
WARNING = Style(color="#ffc56b", bold=True)
ERROR = Style(color="#ffb4ab", bold=True)
YOURS = Style(bold=True, reverse=True)


def fill(background: str, ink: str) -> Style:
    """A filled chip."""
    return Style(color=ink, bgcolor=background)


def seat_letter(seat: int) -> str:
    """The letter of a seat: A for seat 0."""
    return SEAT_LETTERS[seat] if seat < len(SEAT_LETTERS) else str(seat)


def seat_symbol(seat: int) -> str:
    """The shape of a seat as a character."""
    return SEAT_SYMBOLS[seat] if seat < len(SEAT_SYMBOLS) else "?"


def seat_style(seat: int) -> Style:
    """The chip of a seat."""
    if seat >= len(_SEAT_FILLS):
        return Style(reverse=True)
    background, ink = _SEAT_FILLS[seat]
    return fill(background, ink)


@dataclass(frozen=True)
class Look:
    """The terminal's manners: where to print, and whether only ASCII may be used."""

    console: Console
    ascii: bool = False

    @property
    def width(self) -> int:
        """Columns to fill; wider terminals keep the rest empty."""
        return min(self.console.width, 120)

    @property
    def path(self) -> str:
        """The character that paths on a board are drawn with."""
        return "." if self.ascii else "·"

    @property
    def box(self) -> tuple[str, str, str, str, str, str]:
        """Corners (top left, top right, bottom left, bottom right), horizontal and vertical line."""
        if self.ascii:
            return ("+", "+", "+", "+", "-", "|")
        return ("┌", "┐", "└", "┘", "─", "│")

    @property
    def ellipsis(self) -> str:
        """The sign of a text cut short."""
        return "~" if self.ascii else "…"


def standard_output(*, ascii: bool = False, width: int | None = None) -> Look:  # noqa: A002 - as the flag
    """The look of standard output. `NO_COLOR` and `TERM` are respected by Rich."""
    console = Console(
        highlight=False, markup=False, emoji=False, width=width, soft_wrap=False, safe_box=ascii
    )
    encoding = (console.encoding or "").lower()
    return Look(console, ascii=ascii or not encoding.startswith("utf"))
