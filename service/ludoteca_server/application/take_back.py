"""Takes the caller's last actions back."""

from __future__ import annotations

from typing import TYPE_CHECKING

from ludoteca_core import Call
from ludoteca_server.application.admission import Pace, token_of

if TYPE_CHECKING:
    from ludoteca_server.application.scribe import Scribe


async def take_back(request: bytes, caller: bytes | None, *, scribe: Scribe, pace: Pace) -> int:
    """Takes the caller's last actions back; returns the event's seq. `request` is a TakeBackRequest.

    Raises:
        NoToken, TooMuch, and what `Scribe.carry_out` raises.
    """
    token = token_of(caller)
    call = Call.take_back(request)
    pace.spend(token)
    return (await scribe.carry_out(call, token)).seq
