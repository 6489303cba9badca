"""Binds the caller's token to a seat."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

from ludoteca_core import Call
from ludoteca_server.application.admission import Pace, seat_of, token_of

if TYPE_CHECKING:
    from ludoteca_server.application.scribe import Scribe
    from ludoteca_server.application.tables import Tables


@dataclass(frozen=True, slots=True)
class Seated:
    """A seat that was taken."""

    seat: int
    seq: int
    table: bytes
    """ludoteca.v1.Table after the event."""


async def join(
    request: bytes, caller: bytes | None, *, scribe: Scribe, tables: Tables, pace: Pace
) -> Seated:
    """Takes a seat. `request` is a JoinTableRequest.

    Raises:
        NoToken, TooMuch, and what `Scribe.carry_out` raises.
    """
    token = token_of(caller)
    call = Call.join(request)
    pace.spend(token)
    done = await scribe.carry_out(call, token, joins=True)
    table = done.step.table if done.step is not None else None
    if table is None:
        async with tables.past:
            table = await tables.at(call.table_id, done.seq)
    return Seated(seat_of(table, token), done.seq, table.info())
