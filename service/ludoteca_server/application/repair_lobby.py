"""Keeps the lobby true to the logs."""

from __future__ import annotations

from typing import TYPE_CHECKING

import structlog

from ludoteca_core import CoreError
from ludoteca_server.model.errors import (
    ArchiveAway,
    CorruptLog,
    InArchive,
    NoSuchTable,
    StoreAway,
)

if TYPE_CHECKING:
    from ludoteca_server.application.alarms import Alarms
    from ludoteca_server.application.ports import EventLog, Lobby
    from ludoteca_server.application.scribe import Scribe
    from ludoteca_server.application.tables import Tables

STALE_MS = 2_000
"""A mark this old belongs to a writer that will not come back to it."""

_log = structlog.get_logger(__name__)


async def repair_lobby(*, tables: Tables, scribe: Scribe, lobby: Lobby, alarms: Alarms) -> int:
    """Folds every table whose mark was left behind and lists it; returns how many.

    Raises StoreAway, once all others are listed: a table on a server that is away holds up none elsewhere.
    """
    marked = await lobby.marked(STALE_MS)
    away: StoreAway | None = None
    for table_id in marked:
        try:
            await _relist(table_id, [], tables=tables, scribe=scribe, lobby=lobby, alarms=alarms)
        except StoreAway as error:
            away = error
    if away is not None:
        raise away
    return len(marked)


async def reindex(
    *,
    tables: Tables,
    scribe: Scribe,
    lobby: Lobby,
    alarms: Alarms,
    log: EventLog,
    faults: list[str] | None = None,
) -> set[str]:
    """Lists every table that has a log anew, and when it is due; returns those it could list. Raises StoreAway.

    `faults` gets a sentence about each table whose log does not fold.
    """
    listed: set[str] = set()
    others: set[str] = set()
    found: list[str] = [] if faults is None else faults
    async for table_id in log.table_ids():
        if table_id in listed or table_id in others:
            continue  # a store may name a table twice
        is_listed = await _relist(
            table_id, found, tables=tables, scribe=scribe, lobby=lobby, alarms=alarms
        )
        (listed if is_listed else others).add(table_id)
    return listed


async def _relist(
    table_id: str,
    faults: list[str],
    *,
    tables: Tables,
    scribe: Scribe,
    lobby: Lobby,
    alarms: Alarms,
) -> bool:
    """Lists a table if it can; `faults` gets a sentence where its log does not fold."""
    try:
        hot = await tables.fresh(table_id)
        await scribe.list_in_lobby(table_id, hot)
        await lobby.unmark(table_id, STALE_MS)  # of an event that is not in the log, so far
        if hot.table.due_at_ms is not None:
            await alarms.put(table_id, hot.head.seq, hot.table.due_at_ms)
    except (ArchiveAway, InArchive) as error:  # its row is old at worst, and others wait for theirs
        _log.warning("lobby_put_off", table_id=table_id, reason=error.reason)
    except NoSuchTable:
        await lobby.unmark(table_id, STALE_MS)  # its creation came to nothing
    except (CorruptLog, CoreError) as error:
        _log.error("table_does_not_fold", table_id=table_id, error=str(error))
        await lobby.unmark(table_id, STALE_MS)
        faults.append(str(error))
    else:
        return True
    return False
