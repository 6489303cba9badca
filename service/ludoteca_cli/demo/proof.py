"""The demo's findings: what had to hold, whether it did, and the figures."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from pathlib import Path


@dataclass(frozen=True, slots=True)
class Check:
    """One thing that had to hold."""

    what: str
    held: bool
    detail: str


@dataclass(slots=True)
class Proof:
    """What the demo found out about one table."""

    game_id: str
    game: str
    table_id: str = ""
    final_digest: str = ""
    record: Path | None = None
    checks: list[Check] = field(default_factory=list)

    def check(self, what: str, held: bool, detail: str) -> None:
        """Adds a finding."""
        self.checks.append(Check(what, held, detail))

    @property
    def held(self) -> bool:
        """Whether everything held."""
        return bool(self.checks) and all(check.held for check in self.checks)
