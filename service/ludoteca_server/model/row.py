"""What the use cases read of a lobby row."""

from __future__ import annotations

from dataclasses import dataclass
from enum import IntEnum


class Lifecycle(IntEnum):
    """Where a table stands in its life; the numbers are those of `ludoteca.v1.Lifecycle`."""

    OPEN = 1
    PLAYING = 2
    FINISHED = 3
    ABANDONED = 4


@dataclass(frozen=True, slots=True)
class Row:
    """A table as the lobby lists it: as of its last lifecycle event."""

    table_id: str
    game: str
    lifecycle: Lifecycle
    seq: int
    at_ms: int
    created_at_ms: int
    abandon_after_ms: int

    @property
    def is_over(self) -> bool:
        """Whether nothing can happen at the table any more."""
        return self.lifecycle in (Lifecycle.FINISHED, Lifecycle.ABANDONED)
