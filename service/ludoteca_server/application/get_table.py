"""What everybody may know of a table."""

from __future__ import annotations

from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from ludoteca_server.application.tables import Tables


async def get_table(table_id: str, *, tables: Tables) -> bytes:
    """The ludoteca.v1.Table as of now. Raises NoSuchTable, CorruptLog, StoreAway."""
    hot = await tables.fresh(table_id)
    return hot.table.info(archived=hot.archived, table_id=table_id)
