"""What the clock does on its own: countdowns, seats that think for too long, seats and tables nobody plays."""

from __future__ import annotations

import asyncio
from typing import TYPE_CHECKING

import structlog

from ludoteca_core import CoreError
from ludoteca_server.application.alarms import LEAD_MS
from ludoteca_server.model.errors import CorruptLog, LudotecaError, NoSuchTable

if TYPE_CHECKING:
    from ludoteca_server.application.alarms import Alarms
    from ludoteca_server.application.scribe import Scribe
    from ludoteca_server.model.due import Wake

_STORE_AWAY_S = 0.5
_LOOKS_MOST = 512

_log = structlog.get_logger(__name__)


async def fire_clocks(*, scribe: Scribe, alarms: Alarms) -> None:
    """Looks after tables that are due until it is cancelled. Any worker may; one of them counts."""
    looks: set[asyncio.Task[None]] = set()
    try:
        while True:
            await alarms.wait()
            try:
                wakes = await alarms.claim(LEAD_MS)
            except LudotecaError as error:
                # The store is away. Nothing is lost: the sets are there when it comes back.
                _log.warning("clock_put_off", reason=error.reason)
                await asyncio.sleep(_STORE_AWAY_S)
                continue
            for wake in wakes:
                look = asyncio.create_task(
                    fire_clock(wake, scribe=scribe, alarms=alarms), name=f"clock {wake.table_id}"
                )
                looks.add(look)
                look.add_done_callback(looks.discard)
            if len(looks) >= _LOOKS_MOST:
                await asyncio.wait(looks, return_when=asyncio.FIRST_COMPLETED)
    finally:
        for look in looks:
            look.cancel()


async def fire_clock(wake: Wake, *, scribe: Scribe, alarms: Alarms) -> None:
    """Makes the clock's events that are due at a table, and sets when it is due next.

    A table whose log or rules fail is left alone for some time, and logged. While the store is away the lease
    runs out and the table is due again.
    """
    table_id = wake.table_id
    try:
        try:
            seq, next_at_ms = await scribe.look(table_id, wake.set_to_ms)
        except NoSuchTable:
            await alarms.settle(table_id, 0, None)  # its creation has come to nothing, so far
        except (CorruptLog, CoreError) as error:
            _log.error("clock_failed", table_id=table_id, error=str(error))
            await alarms.put_off(table_id)
        else:
            await alarms.settle(table_id, seq, next_at_ms)
    except LudotecaError as error:
        _log.warning("clock_put_off", table_id=table_id, reason=error.reason)
