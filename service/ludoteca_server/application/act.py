"""One action of a seat."""

from __future__ import annotations

from typing import TYPE_CHECKING, NamedTuple

from ludoteca_core import Call
from ludoteca_server.application.admission import Pace, seat_of, token_of

if TYPE_CHECKING:
    from ludoteca_server.application.scribe import Done, Scribe
    from ludoteca_server.application.tables import Tables


class Acted(NamedTuple):
    """An action that is in the log."""

    seq: int
    notice: bytes
    """The event as its seat sees it."""


async def act(
    request: bytes, caller: bytes | None, *, scribe: Scribe, tables: Tables, pace: Pace
) -> Acted:
    """Decides, appends, then answers; the event is settled when this returns. `request` is an ActRequest.

    Raises:
        NoToken, TooMuch, and what `Scribe.carry_out` raises.
    """
    token = token_of(caller)
    call = Call.act(request)
    pace.spend(token)
    done = await scribe.carry_out(call, token)
    if done.step is None or done.step.table is None:
        return Acted(done.seq, await _told_before(call, done, token, tables))
    seat = seat_of(done.step.table, token)
    return Acted(done.seq, done.step.notice(seat, call.words))


async def _told_before(call: Call, done: Done, token: bytes, tables: Tables) -> bytes:
    """The notice of an event that an earlier try made, for the seat that the token held then."""
    async with tables.past:
        before = await tables.at(call.table_id, done.seq - 1)
        entries = await tables.entries(call.table_id, 1, done.seq)
        seat = seat_of(before, token)
        [notice] = await tables.notices(call.table_id, entries, done.seq, seat, call.words)
    return notice
