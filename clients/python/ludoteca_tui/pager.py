"""Long texts, laid out and a page at a time."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

from rich.markdown import Markdown
from rich.text import Text

if TYPE_CHECKING:
    from collections.abc import Sequence

    from ludoteca_tui.look import Look

_HEADING = re.compile(r"^#+\s+([0-9]+(?:\.[0-9]+)*)\b")


class Pager:
    """What is still to be shown of a text."""

    def __init__(self, lines: Sequence[Text], height: int) -> None:
        self._left = list(lines)
        self._height = height

    def page(self) -> list[Text]:
        """The next lines."""
        shown, self._left = self._left[: self._height], self._left[self._height :]
        return shown

    @property
    def left(self) -> int:
        """How many lines are still to come."""
        return len(self._left)


def laid_out(markdown: str, look: Look) -> list[Text]:
    """A text with its headings and tables drawn; where only ASCII may be used, as it was written."""
    if look.ascii:
        return [Text(line) for line in markdown.splitlines()]
    options = look.console.options.update(width=look.width)
    drawn = look.console.render_lines(Markdown(markdown), options, pad=False)
    return [Text.assemble(*((part.text, part.style or "") for part in line)) for line in drawn]


def section(rules: str, number: str) -> str:
    """The text of one section with those below it, e.g. 7.3; empty if there is none."""
    found: list[str] = []
    for line in rules.splitlines():
        match = _HEADING.match(line)
        if match is not None:
            is_within = match.group(1) == number or match.group(1).startswith(f"{number}.")
            if found and not is_within:
                break
            if not is_within:
                continue
            found.append(line)
        elif found:
            if line.startswith("#"):
                break
            found.append(line)
    return "\n".join(found)
