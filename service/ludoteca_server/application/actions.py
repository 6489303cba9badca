"""The legal actions of a seat."""

from __future__ import annotations

from typing import TYPE_CHECKING

from ludoteca_server.application.admission import seat_of, token_of

if TYPE_CHECKING:
    from ludoteca_server.application.tables import Tables


async def actions(table_id: str, words: bool, caller: bytes | None, *, tables: Tables) -> bytes:
    """ListActionsResponse for the caller's seat. Raises NoToken, WrongToken, NoSuchTable, CorruptLog, StoreAway."""
    token = token_of(caller)
    hot = await tables.fresh(table_id)
    return hot.table.actions(seat_of(hot.table, token), words)
