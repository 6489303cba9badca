"""Keeps a record under a fresh table id, for reading."""

from __future__ import annotations

import asyncio
from typing import TYPE_CHECKING

import ludoteca_core
from ludoteca_core import BadRecord, Corrupt
from ludoteca_server.model.entry import EMPTY
from ludoteca_server.model.errors import MalformedRequest

if TYPE_CHECKING:
    from ludoteca_core import Library
    from ludoteca_server.application.ports import EventLog, Lobby
    from ludoteca_server.application.scribe import Scribe
    from ludoteca_server.application.tables import Tables

_REQUEST_ID_LENGTHS = range(8, 33)
_BATCH = 256


async def import_record(
    record: bytes,
    request_id: bytes,
    *,
    library: Library,
    tables: Tables,
    log: EventLog,
    lobby: Lobby,
    scribe: Scribe,
) -> tuple[str, int]:
    """Verifies a whole record and stores its events; returns the new table's id and how many there are.

    The id is made of the record and the request id: sent again, the same table is the answer.

    Raises:
        MalformedRequest: no record, one that does not hold, or a bad request id.
        StoreAway, StoreFull: retry with the same request id.
    """
    if len(request_id) not in _REQUEST_ID_LENGTHS:
        raise MalformedRequest("A request id has 8 to 32 bytes.", "bad_request_id")
    try:
        events = await asyncio.to_thread(library.import_record, record)
    except BadRecord as error:
        raise MalformedRequest(
            f"Line {error.line} of the record: {error.why}.", "bad_record"
        ) from error
    except Corrupt as error:
        raise MalformedRequest(
            f"The record does not hold at seq {error.seq}: {error.why}.", "bad_record"
        ) from error
    table_id = ludoteca_core.table_id(ludoteca_core.hash_token(record), request_id)
    await lobby.mark(table_id)
    head = EMPTY
    for start in range(0, len(events), _BATCH):
        head = (await log.append(table_id, head, events[start : start + _BATCH]))[-1]
    await scribe.list_in_lobby(table_id, await tables.fresh(table_id))
    return table_id, len(events)
