"""What the clock does on its own: it closes tables nobody plays and plays for seats nobody holds."""

from __future__ import annotations

from typing import TYPE_CHECKING

import structlog

from ludoteca_core import CoreError
from ludoteca_server.model.errors import CorruptLog, NoSuchTable

if TYPE_CHECKING:
    from ludoteca_server.application.ports import Clock, Lobby, ReadRow
    from ludoteca_server.application.scribe import Scribe
    from ludoteca_server.application.tables import Hot, Tables

_PAGE = 500

_log = structlog.get_logger(__name__)


class DueTables:
    """When the listed tables that this worker does not hold are due, as far as it knows."""

    def __init__(self) -> None:
        self._due_at_ms: dict[str, int | None] = {}

    def may_be_due(self, table_id: str, listed_due_at_ms: int, now_ms: int) -> bool:
        """Whether a table has to be looked at: what a row says is never too late."""
        due_at_ms = self._due_at_ms.get(table_id, listed_due_at_ms)
        return due_at_ms is not None and due_at_ms <= now_ms

    def learn(self, table_id: str, due_at_ms: int | None) -> None:
        """Takes in what a folded table says."""
        self._due_at_ms[table_id] = due_at_ms

    def keep_only(self, table_ids: set[str]) -> None:
        """Forgets all other tables."""
        for table_id in self._due_at_ms.keys() - table_ids:
            del self._due_at_ms[table_id]


async def fire_clock(table_id: str, *, scribe: Scribe) -> int:
    """Makes the clock's events that are due at a table; any worker may, and one of them counts.

    Returns how many were made. A table whose log or rules fail is left alone, and logged.

    Raises:
        StoreAway, StoreFull.
    """
    try:
        return await scribe.tick(table_id)
    except (CorruptLog, NoSuchTable, CoreError) as error:
        _log.error("clock_failed", table_id=table_id, error=str(error))
        return 0


async def sweep_hot(*, tables: Tables, scribe: Scribe, clock: Clock) -> int:
    """Fires the clock at every hot table that is due; returns how many events it made."""
    now_ms = clock.now_ms()
    made = 0
    for table_id, hot in tables.all_hot():
        due_at_ms = _due_at_ms(table_id, hot)
        if due_at_ms is not None and due_at_ms <= now_ms:
            made += await fire_clock(table_id, scribe=scribe)
    return made


async def sweep_listed(
    *,
    tables: Tables,
    scribe: Scribe,
    lobby: Lobby,
    clock: Clock,
    read_row: ReadRow,
    due: DueTables,
) -> int:
    """Fires the clock at every listed table that is due, hot or not; returns how many events it made."""
    now_ms = clock.now_ms()
    going_on: set[str] = set()
    made = 0
    place = ""
    while True:
        rows, place = await lobby.rows(place, _PAGE)
        for row in map(read_row, rows):
            if row.is_over or row.abandon_after_ms == 0:
                continue
            going_on.add(row.table_id)
            if due.may_be_due(row.table_id, row.at_ms + row.abandon_after_ms, now_ms):
                made += await fire_clock(row.table_id, scribe=scribe)
                due.learn(row.table_id, await _next_due_at_ms(row.table_id, tables))
        if not place:
            due.keep_only(going_on)
            return made


async def _next_due_at_ms(table_id: str, tables: Tables) -> int | None:
    try:
        return _due_at_ms(table_id, await tables.hot(table_id))
    except (CorruptLog, NoSuchTable):
        return None


def _due_at_ms(table_id: str, hot: Hot) -> int | None:
    try:
        return hot.table.due_at_ms
    except CoreError as error:  # a table that breaks the rules' code stops no other
        _log.error("clock_failed", table_id=table_id, error=str(error))
        return None
