"""How far a caller without a seat may see a table: its spectator policy (R34)."""

from __future__ import annotations

from typing import TYPE_CHECKING

from ludoteca_server.model.errors import ClosedToSpectators

if TYPE_CHECKING:
    from ludoteca_server.application.tables import Hot, Tables


async def sight(table_id: str, hot: Hot, viewer: int | None, *, tables: Tables) -> int:
    """The last event that `viewer` may see of the table as it is in `hot`.

    Raises ClosedToSpectators, NoSuchTable, CorruptLog, StoreAway.
    """
    if viewer is not None:
        return hot.head.seq
    if hot.table.is_closed:
        raise closed(table_id)
    if not hot.table.is_delayed:
        return hot.head.seq
    async with tables.past:
        entries = await tables.entries(table_id, 1, hot.head.seq)
        return tables.shown_seq(table_id, entries)


def closed(table_id: str) -> ClosedToSpectators:
    """Says that only seats see a table."""
    return ClosedToSpectators(
        f"Table {table_id} is closed to spectators while it is played: call with the token of one of its seats, "
        "or come back when it is over."
    )
