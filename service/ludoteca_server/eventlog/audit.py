"""Proof that stored logs are whole: dense versions, one chain from the first entry to the last."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Protocol

from ludoteca_server.eventlog import chain
from ludoteca_server.model.entry import EMPTY
from ludoteca_server.model.errors import CorruptLog, InArchive

if TYPE_CHECKING:
    from collections.abc import AsyncIterator, Iterable

    from ludoteca_server.model.entry import Entry


class Audited(Protocol):
    """What an audit reads."""

    def table_ids(self) -> AsyncIterator[str]:
        """Every table that has a log."""
        ...

    async def read(self, table_id: str) -> list[Entry]:
        """A whole log, proved. Raises CorruptLog."""
        ...


@dataclass(slots=True)
class Audit:
    """What an audit found."""

    tables: int = 0
    entries: int = 0
    faults: list[CorruptLog] = field(default_factory=list)
    """The first fault of every log that has one."""


async def audit(log: Audited) -> Audit:
    """Reads and proves every log of a store. Raises StoreAway."""
    found = Audit()
    seen = set()
    async for table_id in log.table_ids():
        if table_id in seen:
            continue
        seen.add(table_id)
        try:
            found.entries += len(await log.read(table_id))
        except InArchive:
            continue  # it has left meanwhile
        except CorruptLog as fault:
            found.faults.append(fault)
        found.tables += 1
    return found


def faults(table_id: str, entries: Iterable[Entry]) -> list[tuple[int, str]]:
    """Every place where a log does not fit, as seq and sentence: a dense log with one chain has none."""
    found = []
    before = EMPTY
    for entry in entries:
        fault = chain.misfit(table_id, before, entry)
        if fault is not None:
            found.append((before.seq + 1, fault))
        before = entry.id
    return found
