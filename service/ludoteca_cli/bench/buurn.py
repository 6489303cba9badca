"""Buurn's countdown at its usual pace, which runs by itself: the clock calls number after number."""

from __future__ import annotations

from typing import TYPE_CHECKING

from google.protobuf.any_pb2 import Any

from ludoteca.buurn.v1 import buurn_pb2 as wire

if TYPE_CHECKING:
    from ludoteca.v1 import table_pb2

GAME = "buurn"
SEATS = 3
_TICK_MS = 1_000
_GRACE_MS = 250
WAIT_MS = _TICK_MS + _GRACE_MS
"""From one number to the next, and to the first one of a turn."""

OPTIONS = Any()
OPTIONS.Pack(wire.Options(tick_ms=_TICK_MS, grace_ms=_GRACE_MS, reveal_ms=WAIT_MS))


def calls_a_number(notice: table_pb2.Notice) -> bool:
    """Whether the next number is due so long after this event."""
    action = wire.Action()
    notice.action.Unpack(action)
    return action.WhichOneof("action") == "tick"
