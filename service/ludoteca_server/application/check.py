"""What Act would answer."""

from __future__ import annotations

from typing import TYPE_CHECKING

from ludoteca_server.application.admission import Pace, seat_of, token_of

if TYPE_CHECKING:
    from ludoteca_server.application.tables import Tables


async def check(
    table_id: str, request: bytes, caller: bytes | None, *, tables: Tables, pace: Pace
) -> bytes:
    """CheckActionResponse to a CheckActionRequest of the caller's own seat; makes no event.

    Raises:
        NoToken, WrongToken, TooMuch, BadRequest, NoSuchTable, CorruptLog, StoreAway.
    """
    token = token_of(caller)
    pace.spend(token)
    hot = await tables.fresh(table_id)
    return hot.table.check(seat_of(hot.table, token), request)
