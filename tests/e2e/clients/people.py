"""People at a terminal, as far as a test needs them."""

from __future__ import annotations

import random
import re

_NUMBERED = re.compile(r"(?:^ DO {4}|^ {7}| {3})([1-9]) ", re.MULTILINE)


class AnyNumber:
    """Takes any choice that is shown, and is sure of it."""

    def __init__(self, seed: int) -> None:
        self._random = random.Random(seed)  # noqa: S311 - a player, no secret

    def __call__(self, text: str) -> str:
        """The answer to what was printed."""
        question = text[text.rindex(" DO ") :] if " DO " in text else ""
        if text.rfind(" SURE ") > text.rfind(" DO "):
            return ""
        numbers = [int(number) for number in _NUMBERED.findall(question)]
        return str(self._random.randint(1, max(numbers, default=1)))
