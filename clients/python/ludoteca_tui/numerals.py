"""Large numbers, five lines high, out of characters."""

from __future__ import annotations

_DIGITS = {
    "0": ("#####", "#   #", "#   #", "#   #", "#####"),
    "1": ("  #  ", " ##  ", "  #  ", "  #  ", "#####"),
    "2": ("#####", "    #", "#####", "#    ", "#####"),
    "3": ("#####", "    #", " ####", "    #", "#####"),
    "4": ("#   #", "#   #", "#####", "    #", "    #"),
    "5": ("#####", "#    ", "#####", "    #", "#####"),
    "6": ("#####", "#    ", "#####", "#   #", "#####"),
    "7": ("#####", "    #", "   # ", "  #  ", "  #  "),
    "8": ("#####", "#   #", "#####", "#   #", "#####"),
    "9": ("#####", "#   #", "#####", "    #", "#####"),
    "-": ("     ", "     ", " ### ", "     ", "     "),
}


_CELLS = 12


def numeral(number: int | None) -> list[str]:
    """The number as five lines of 12 cells, to the right; a dash if there is none."""
    text = "-" if number is None else str(number)
    return [
        "  ".join(_DIGITS[character][row] for character in text).rjust(_CELLS) for row in range(5)
    ]
