"""A table's record."""

from __future__ import annotations

import asyncio
from typing import TYPE_CHECKING

from ludoteca_core import Corrupt
from ludoteca_server.application.sight import sight
from ludoteca_server.application.tables import corrupt_log

if TYPE_CHECKING:
    from ludoteca_core import Library
    from ludoteca_server.application.tables import Tables


async def export_record(
    table_id: str, caller: bytes | None, *, library: Library, tables: Tables
) -> bytes:
    """The file (docs/record-format.md): whole once the table is over, before that what the caller may see.

    Raises:
        ClosedToSpectators, NoSuchTable, CorruptLog, StoreAway.
    """
    hot = await tables.fresh(table_id)
    viewer = None if caller is None else hot.table.seat_of(caller)
    last = await sight(table_id, hot, viewer, tables=tables)
    async with tables.past:
        entries = await tables.entries(table_id, 1, last)
        events = [entry.event for entry in entries]
        try:
            return await asyncio.to_thread(library.export_record, events, viewer)
        except Corrupt as error:
            raise corrupt_log(table_id, error) from error
