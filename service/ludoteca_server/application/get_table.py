"""What everybody may know of a table."""

from __future__ import annotations

from typing import TYPE_CHECKING

from ludoteca_server.application.sight import sight

if TYPE_CHECKING:
    from ludoteca_server.application.tables import Tables


async def get_table(table_id: str, caller: bytes | None = None, *, tables: Tables) -> bytes:
    """The ludoteca.v1.Table as of now; to callers without a seat as late as its spectators see it.

    One that is closed to them tells no turn and no clock. Raises NoSuchTable, CorruptLog, StoreAway.
    """
    hot = await tables.fresh(table_id)
    viewer = None if caller is None else hot.table.seat_of(caller)
    if viewer is None and hot.table.is_delayed:
        last = await sight(table_id, hot, viewer, tables=tables)
        async with tables.past:
            late = await tables.at(table_id, last)
        return late.info(table_id=table_id)
    return hot.table.info(archived=hot.archived, table_id=table_id, sealed=viewer is None)
