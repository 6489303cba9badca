"""Gives the caller's game up."""

from __future__ import annotations

from typing import TYPE_CHECKING

from ludoteca_core import Call
from ludoteca_server.application.admission import Pace, token_of

if TYPE_CHECKING:
    from ludoteca_server.application.scribe import Scribe


async def resign(request: bytes, caller: bytes | None, *, scribe: Scribe, pace: Pace) -> int:
    """Gives the caller's game up; returns the event's seq. `request` is a ResignRequest.

    Raises:
        NoToken, TooMuch, and what `Scribe.carry_out` raises.
    """
    token = token_of(caller)
    call = Call.resign(request)
    pace.spend(token)
    return (await scribe.carry_out(call, token)).seq
