"""A table as its caller may see it."""

from __future__ import annotations

from typing import TYPE_CHECKING

from ludoteca_server.application.sight import sight
from ludoteca_server.application.tables import from_the_future
from ludoteca_server.model.errors import MalformedRequest
from ludoteca_server.model.stream import Seen

if TYPE_CHECKING:
    from ludoteca_server.application.tables import Tables


async def view(
    table_id: str, seq: int | None, words: bool, caller: bytes | None, *, tables: Tables
) -> Seen:
    """The view after the event `seq`, or now. A token that holds no seat sees what the public sees, and when it does.

    Raises:
        ClosedToSpectators, SeqFromTheFuture, NoSuchTable, CorruptLog, StoreAway.
        MalformedRequest: seq 0.
    """
    hot = await tables.fresh(table_id)
    viewer = None if caller is None else hot.table.seat_of(caller)
    last = await sight(table_id, hot, viewer, tables=tables)
    seq = last if seq is None else seq
    if seq > last:
        raise from_the_future(table_id, seq, last)
    if seq == hot.head.seq:
        return Seen(table_id, hot.table.view(viewer, words), hot.archived)
    if seq == 0:
        raise MalformedRequest(
            "The first event is seq 1: leave seq out for the present.", "bad_field"
        )
    async with tables.past:
        past = await tables.at(table_id, seq)
    return Seen(table_id, past.view(viewer, words), hot.archived)
