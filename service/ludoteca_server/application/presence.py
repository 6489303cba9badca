"""Which seats are there, at tables whose game asks: kept for the streams of this worker, read by the clock."""

from __future__ import annotations

from typing import TYPE_CHECKING

import structlog

from ludoteca_server.model.errors import LudotecaError

if TYPE_CHECKING:
    from collections.abc import Sequence

    from ludoteca_core import Table
    from ludoteca_server.application.alarms import Alarms
    from ludoteca_server.application.hub import Hub
    from ludoteca_server.application.ports import Clock, Presence
    from ludoteca_server.application.tables import Tables

_REFRESHES_PER_GRACE = 3
_EMPTY_CHECKS = 10

_log = structlog.get_logger(__name__)


class Attendance:
    """Presence as one worker knows it.

    A seat is there while some worker holds a stream of it, and for a grace time after that: a client that
    comes back in time, to any worker, was never away. A worker that could not speak for its own streams, since
    it has just begun or the store was away, declares nobody absent for as long.
    """

    def __init__(self, keys: Presence, grace_ms: int, *, clock: Clock) -> None:
        self._keys = keys
        self._clock = clock
        self.grace_ms = grace_ms
        self.check_ms = max(1, grace_ms // _REFRESHES_PER_GRACE)
        """How often a table in play is looked at for seats that come and go."""
        self._reliable_from_ms = clock.now_ms() + grace_ms

    def next_check_ms(self, is_anybody_there: bool) -> int:
        """After how many ms to look again.

        An empty table is looked at rarely: a seat that comes to it asks for a look itself (`keep_presence`).
        """
        return self.check_ms if is_anybody_there else _EMPTY_CHECKS * self.check_ms

    @property
    def is_reliable(self) -> bool:
        """Whether a seat without a key may be taken for absent: see the class."""
        return self._clock.now_ms() >= self._reliable_from_ms

    async def there(self, table_id: str, table: Table) -> list[bool] | None:
        """Which seats are there; None at a table that does not ask. Raises StoreAway."""
        if not table.asks_presence:
            return None
        return await self._keys.there(table_id, table.seats)

    async def refresh(self, seats: Sequence[tuple[str, int]]) -> None:
        """Says that seats are there. A store that is away makes this worker doubt what it reads for a while."""
        try:
            await self._keys.refresh(seats, self.grace_ms)
        except LudotecaError as error:
            self._reliable_from_ms = self._clock.now_ms() + self.grace_ms
            _log.warning("presence_put_off", reason=error.reason)

    async def begin(self, table_id: str, table: Table) -> None:
        """Marks every seat of a table that just started as there: each has the grace time to open a stream."""
        if table.asks_presence:
            await self.refresh([(table_id, seat) for seat in range(table.seats)])


async def keep_presence(
    *, attendance: Attendance, hub: Hub, tables: Tables, alarms: Alarms
) -> None:
    """Keeps the keys of seats whose streams this worker holds alive, and has tables looked at when a seat comes.

    Runs until it is cancelled.
    """
    while True:
        arrivals = hub.arrivals()
        await attendance.refresh(hub.seats_there())
        for table_id in arrivals:
            try:
                hot = await tables.hot(table_id)
                await alarms.put(table_id, hot.head.seq, 0)
            except LudotecaError as error:  # the next look at the table finds the seat
                _log.warning("presence_put_off", table_id=table_id, reason=error.reason)
        await hub.somebody_comes(attendance.check_ms / 1000)
