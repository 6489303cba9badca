"""What a worker counts while it works: plain numbers, cheap enough for every action, read when somebody asks.

No metrics library here: one of its counters costs a lock and about ten times an addition, and the use cases would
have to know it. `metrics` gives the numbers their names and their form.
"""

from __future__ import annotations

from bisect import bisect_left
from collections import Counter, defaultdict
from dataclasses import dataclass, field

SECONDS = (0.0005, 0.001, 0.002, 0.005, 0.01, 0.02, 0.05, 0.1, 0.2, 0.5, 1.0, 2.0, 5.0)
"""Bounds for how long something took."""
LATE_SECONDS = (0.001, 0.002, 0.005, 0.01, 0.02, 0.05, 0.1, 0.25, 0.5, 1.0, 2.0, 5.0, 30.0)
"""Bounds for how long after its time the clock came."""
SIZES = (1.0, 2.0, 4.0, 8.0, 16.0, 32.0, 64.0, 128.0, 256.0, 512.0, 1000.0)
"""Bounds for how many leave together."""


class Histogram:
    """How many values fell up to each bound."""

    __slots__ = ("bounds", "counts", "total")

    def __init__(self, bounds: tuple[float, ...]) -> None:
        self.bounds = bounds
        self.counts = [0] * (len(bounds) + 1)
        """For each bound those above the one before it, at last those above all."""
        self.total = 0.0

    def observe(self, value: float) -> None:
        """Counts a value."""
        self.counts[bisect_left(self.bounds, value)] += 1
        self.total += value


def _of_seconds() -> Histogram:
    return Histogram(SECONDS)


@dataclass(slots=True)
class Tally:
    """Everything that is counted; nothing in it names a table, a person, an address or a token."""

    calls: Counter[tuple[str, str]] = field(default_factory=Counter)
    """Calls that ended, by method and status code."""
    call_seconds: defaultdict[str, Histogram] = field(
        default_factory=lambda: defaultdict(_of_seconds)
    )
    """How long unary calls took, by method."""
    rejections: Counter[str] = field(default_factory=Counter)
    """Answers that are no success, by reason: rejections of the rules and all other errors."""
    limited: Counter[str] = field(default_factory=Counter)
    """What a limit refused or held up, by limit."""

    actions: Counter[str] = field(default_factory=Counter)
    """Events that seats made, by game."""
    clock_events: Counter[str] = field(default_factory=Counter)
    """Events that the clock made, by game."""
    clock_late_seconds: Histogram = field(default_factory=lambda: Histogram(LATE_SECONDS))
    """How long after its due time an event of the clock was decided."""
    conflicts: int = 0
    """Appends that lost a race."""

    append_seconds: Histogram = field(default_factory=_of_seconds)
    """From an append's first byte to its settlement."""
    group_sizes: Histogram = field(default_factory=lambda: Histogram(SIZES))
    """Commands that left for the store in one write on the appends' connection."""
    queued_appends: int = 0
    """Commands that wait there for a write now."""

    cache_hits: int = 0
    cold_load_seconds: Histogram = field(default_factory=_of_seconds)
    """How long it took to read and fold tables that were not in memory."""
    streams_behind: int = 0
    """How often a stream was too slow, and read the log instead."""
    streams_evicted: int = 0
    """Streams that were ended because nobody read them."""

    archived_tables: int = 0
    """Tables that were put into the archive."""
    archived_bytes: int = 0
    """Bytes of their files."""
    archive_failures: Counter[str] = field(default_factory=Counter)
    """What did not work there, by what was tried: a round of moves, one table's move, a read."""
    archive_read_seconds: Histogram = field(default_factory=_of_seconds)
    """How long it took to read logs from there."""
