"""One measured number, and how names choose what is measured."""

from __future__ import annotations

import statistics
import time
from dataclasses import dataclass
from fnmatch import fnmatchcase
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Callable, Sequence

_ROUNDS = 3


@dataclass(frozen=True, slots=True)
class Measure:
    """A value and what it stands beside; None where that does not apply or could not be measured."""

    value: float | None
    unit: str
    baseline: float | None = None
    ratio: float | None = None
    note: str = ""
    """Why there is no value."""

    def as_dict(self) -> dict[str, float | str | None]:
        """The entry of the JSON answer."""
        note = {"note": self.note} if self.note else {}
        return {
            "value": self.value,
            "unit": self.unit,
            "baseline": self.baseline,
            "ratio": self.ratio,
            **note,
        }


def beside(value: float, unit: str, baseline: float | None) -> Measure:
    """A value with its ratio to a baseline of the same run."""
    return Measure(value, unit, baseline, value / baseline if baseline else None)


@dataclass(frozen=True, slots=True)
class Wish:
    """What the user asked for."""

    only: str = "*"
    quick: bool = False
    say: Callable[[str], None] = lambda _text: None

    def wants(self, *names: str) -> bool:
        """Whether any of these names was asked for."""
        patterns = self.only.split(",")
        return any(fnmatchcase(name, pattern) for name in names for pattern in patterns)

    def begins(self, prefix: str) -> bool:
        """Whether the pattern itself says that names begin so."""
        return self.only.startswith(prefix)

    def pick(self, measured: dict[str, Measure]) -> dict[str, Measure]:
        """Those of the measures that were asked for."""
        return {name: measure for name, measure in measured.items() if self.wants(name)}

    def seconds(self, usual: float) -> float:
        """How long to measure: a fifth where it must be quick."""
        return usual / 5 if self.quick else usual


def rate(run: Callable[[], int], seconds: float) -> float:
    """Runs `run` again and again for `seconds` in three rounds; the median of how much it did a second.

    `run` returns how much one run of it has done.
    """
    rates = []
    for _ in range(_ROUNDS):
        start = time.perf_counter()
        done, spent = 0, 0.0
        while spent < seconds / _ROUNDS:
            done += run()
            spent = time.perf_counter() - start
        rates.append(done / spent)
    return statistics.median(rates)


def percentile(values: Sequence[float], share: float) -> float:
    """The value below which this share of the values lies."""
    ordered = sorted(values)
    return ordered[min(len(ordered) - 1, int(share * len(ordered)))]
