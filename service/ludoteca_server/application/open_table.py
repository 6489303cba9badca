"""Makes a table."""

from __future__ import annotations

from typing import TYPE_CHECKING

import ludoteca_core
from ludoteca_server.application.admission import token_of
from ludoteca_server.model.errors import LostRace, MalformedRequest

if TYPE_CHECKING:
    from ludoteca_core import Library
    from ludoteca_server.application.alarms import Alarms
    from ludoteca_server.application.ports import Clock, Lobby, ReadRow, Secrets
    from ludoteca_server.application.tables import Tables


async def open_table(
    request: bytes,
    request_id: bytes,
    caller: bytes | None,
    *,
    library: Library,
    tables: Tables,
    lobby: Lobby,
    clock: Clock,
    secrets: Secrets,
    read_row: ReadRow,
    alarms: Alarms,
    abandon_after_ms: int,
) -> bytes:
    """Makes the table of a CreateTableRequest, once; returns its ludoteca.v1.Table after the first event.

    The id is made of the caller's token and the request id, so a retry finds the table it made.

    Raises:
        BadRequest, Rejected: nothing was stored.
        MalformedRequest: the request id came with another command before.
        StoreAway, StoreFull: retry with the same request id.
    """
    table_id = ludoteca_core.table_id(token_of(caller), request_id)
    at_ms = clock.now_ms()
    step = library.create(
        request,
        table_id=table_id,
        seed=secrets.seed(),
        at_ms=at_ms,
        abandon_after_ms=abandon_after_ms,
    )
    await lobby.mark(table_id)
    if step.table is not None and step.table.due_at_ms is not None:
        await alarms.put(table_id, step.seq, step.table.due_at_ms)
    try:
        table = await tables.create(table_id, step)
    except LostRace:
        [first] = await tables.entries(table_id, 1, 1)
        if not library.made(request, first.event):
            raise MalformedRequest(
                "This request id made another table before: make a new id for a new request.",
                "request_id_reused",
            ) from None
        return (await tables.at(table_id, 1)).info()
    row = table.info()
    await lobby.put(table_id, row, table.seq, read_row(row).created_at_ms)
    return row
