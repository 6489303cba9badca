"""Everything the use cases need, put together; and what a worker does on its own."""

from __future__ import annotations

import asyncio
from dataclasses import dataclass
from typing import TYPE_CHECKING

import structlog

from ludoteca_server.application.admission import Doors, Pace, Uploads
from ludoteca_server.application.fire_clock import DueTables, sweep_hot, sweep_listed
from ludoteca_server.application.hub import Hub
from ludoteca_server.application.repair_lobby import repair_lobby
from ludoteca_server.application.scribe import Scribe
from ludoteca_server.application.tables import Tables
from ludoteca_server.model.errors import LudotecaError

if TYPE_CHECKING:
    from ludoteca_core import Library
    from ludoteca_server.application.ports import Clock, EventLog, Lobby, ReadRow, Secrets
    from ludoteca_server.model.limits import Limits

_HOUSEKEEPING_S = 1.0
_ROUNDS_PER_LISTED_SWEEP = 30

_log = structlog.get_logger(__name__)


@dataclass(frozen=True, slots=True, kw_only=True)
class About:
    """What this server says of itself."""

    version: str
    durability: str
    """What an acknowledged action survives: `process` or `power`."""
    worker: str
    """Names the worker among those that serve together."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Application:
    """The ports of a worker and what it keeps in memory."""

    library: Library
    log: EventLog
    lobby: Lobby
    clock: Clock
    secrets: Secrets
    read_row: ReadRow
    limits: Limits
    about: About
    tables: Tables
    hub: Hub
    scribe: Scribe
    pace: Pace
    doors: Doors
    uploads: Uploads

    @classmethod
    def build(
        cls,
        *,
        library: Library,
        log: EventLog,
        lobby: Lobby,
        clock: Clock,
        secrets: Secrets,
        read_row: ReadRow,
        limits: Limits,
        about: About,
    ) -> Application:
        """Puts the parts together."""
        tables = Tables(limits.hot_tables, library=library, log=log)
        hub = Hub(limits.queued_notices, tables=tables, log=log)
        return cls(
            library=library,
            log=log,
            lobby=lobby,
            clock=clock,
            secrets=secrets,
            read_row=read_row,
            limits=limits,
            about=about,
            tables=tables,
            hub=hub,
            scribe=Scribe(tables=tables, lobby=lobby, clock=clock, hub=hub, read_row=read_row),
            pace=Pace(limits.actions_per_second, clock=clock),
            doors=Doors(limits.streams_per_peer),
            uploads=Uploads(limits.record_bytes),
        )

    async def keep_house(self) -> None:
        """Fires clocks and repairs the lobby until it is cancelled."""
        due = DueTables()
        rounds = 0
        while True:
            try:
                await sweep_hot(tables=self.tables, scribe=self.scribe, clock=self.clock)
                await repair_lobby(tables=self.tables, scribe=self.scribe, lobby=self.lobby)
                if rounds % _ROUNDS_PER_LISTED_SWEEP == 0:
                    await sweep_listed(
                        tables=self.tables,
                        scribe=self.scribe,
                        lobby=self.lobby,
                        clock=self.clock,
                        read_row=self.read_row,
                        due=due,
                    )
                rounds += 1
            except LudotecaError as error:  # the store is away: the next round tries again
                _log.warning("housekeeping_put_off", reason=error.reason)
            await asyncio.sleep(_HOUSEKEEPING_S)
