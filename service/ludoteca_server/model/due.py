"""Tables that are due."""

from __future__ import annotations

from dataclasses import dataclass
from typing import NamedTuple


class Wake(NamedTuple):
    """A table that a worker has to look at."""

    table_id: str
    set_to_ms: int
    """The time it was to be looked at: long ago if nobody was there to do it."""


@dataclass(frozen=True, slots=True)
class Claimed:
    """What a worker took over from the due sets."""

    wakes: list[Wake]
    next_at_ms: int | None
    """When the next one is due that was not; None if there is none."""
    has_more: bool
    """Whether others are due already."""
