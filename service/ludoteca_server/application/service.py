"""Everything the use cases need, put together; and what a worker does on its own."""

from __future__ import annotations

import asyncio
from dataclasses import dataclass
from functools import partial
from typing import TYPE_CHECKING

import structlog

from ludoteca_server.application.admission import Doors, Paces, Uploads
from ludoteca_server.application.alarms import Alarms
from ludoteca_server.application.archivist import Archivist
from ludoteca_server.application.fire_clock import fire_clocks
from ludoteca_server.application.full_log import FullLog
from ludoteca_server.application.hub import Hub
from ludoteca_server.application.open_table import open_table
from ludoteca_server.application.ports import no_span
from ludoteca_server.application.presence import Attendance, keep_presence
from ludoteca_server.application.repair_lobby import repair_lobby
from ludoteca_server.application.scribe import Scribe
from ludoteca_server.application.tables import Tables
from ludoteca_server.application.traced import TracedScribe, TracedTables
from ludoteca_server.model.errors import LudotecaError

if TYPE_CHECKING:
    from collections.abc import Callable

    from ludoteca_core import Library
    from ludoteca_server.application.admission import Pace
    from ludoteca_server.application.ports import (
        Archive,
        Clock,
        DueSets,
        EventLog,
        Lobby,
        Presence,
        ReadRow,
        Secrets,
        Shelf,
        Span,
    )
    from ludoteca_server.model.limits import Limits
    from ludoteca_server.tally import Tally

_HOUSEKEEPING_S = 1.0

_log = structlog.get_logger(__name__)


@dataclass(frozen=True, slots=True, kw_only=True)
class About:
    """What this server says of itself."""

    version: str
    durability: str
    """What an acknowledged action survives: the level's name (see `model.durability`)."""
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
    paces: Paces
    doors: Doors
    alarms: Alarms
    attendance: Attendance
    uploads: Uploads
    archivist: Archivist | None
    """Puts finished tables away, if there is an archive."""
    tally: Tally

    @property
    def pace(self) -> Pace:
        """How fast each seat acts."""
        return self.paces.seat

    @classmethod
    def build(
        cls,
        *,
        library: Library,
        log: EventLog,
        lobby: Lobby,
        due_sets: DueSets,
        presence: Presence,
        clock: Clock,
        secrets: Secrets,
        read_row: ReadRow,
        limits: Limits,
        about: About,
        tally: Tally,
        span: Span,
        archive: Archive | None = None,
        shelf: Shelf | None = None,
    ) -> Application:
        """Puts the parts together. `log` is the store's; with an archive, both are one log to everybody else."""
        full = _with_archive(log, archive, shelf, tally)
        new_tables, new_scribe = _makers(span)
        tables = new_tables(
            limits.hot_tables, library=library, log=full, live=log, tally=tally, clock=clock
        )
        hub = Hub(limits.queued_notices, tables=tables, log=full, tally=tally)
        alarms = Alarms(due_sets, clock=clock)
        attendance = Attendance(presence, limits.presence_grace_ms, clock=clock)
        scribe = new_scribe(
            tables=tables,
            lobby=lobby,
            clock=clock,
            hub=hub,
            read_row=read_row,
            alarms=alarms,
            attendance=attendance,
            tally=tally,
        )
        return cls(
            library=library,
            log=full,
            lobby=lobby,
            clock=clock,
            secrets=secrets,
            read_row=read_row,
            limits=limits,
            about=about,
            tables=tables,
            hub=hub,
            scribe=scribe,
            alarms=alarms,
            attendance=attendance,
            paces=Paces.of(limits, clock=clock, tally=tally),
            doors=Doors(limits.streams_per_peer, tally=tally),
            uploads=Uploads(limits.record_bytes),
            archivist=None
            if archive is None or shelf is None
            else Archivist(
                about.worker,
                live=log,
                archive=archive,
                shelf=shelf,
                tables=tables,
                scribe=scribe,
                lobby=lobby,
                due_sets=due_sets,
                clock=clock,
                tally=tally,
            ),
            tally=tally,
        )

    async def open_table(self, request: bytes, request_id: bytes, caller: bytes | None) -> bytes:
        """Makes a table: the use case with its ports, of which it takes more than any other."""
        return await open_table(
            request,
            request_id,
            caller,
            library=self.library,
            tables=self.tables,
            lobby=self.lobby,
            clock=self.clock,
            secrets=self.secrets,
            read_row=self.read_row,
            alarms=self.alarms,
            abandon_after_ms=self.limits.abandon_after_ms,
        )

    async def keep_house(self) -> None:
        """Fires clocks, speaks for seats, repairs the lobby and fills the archive until it is cancelled."""
        async with asyncio.TaskGroup() as tasks:
            tasks.create_task(
                fire_clocks(scribe=self.scribe, alarms=self.alarms), name="fire clocks"
            )
            tasks.create_task(
                keep_presence(
                    attendance=self.attendance,
                    hub=self.hub,
                    tables=self.tables,
                    alarms=self.alarms,
                ),
                name="keep presence",
            )
            tasks.create_task(self._keep_lobby(), name="keep lobby")
            if self.archivist is not None:
                after_ms = self.limits.archive_after_ms
                tasks.create_task(self.archivist.keep(after_ms), name="keep archive")

    async def _keep_lobby(self) -> None:
        while True:
            try:
                await repair_lobby(
                    tables=self.tables, scribe=self.scribe, lobby=self.lobby, alarms=self.alarms
                )
            except LudotecaError as error:  # the store is away: the next round tries again
                _log.warning("housekeeping_put_off", reason=error.reason)
            await asyncio.sleep(_HOUSEKEEPING_S)


def _with_archive(
    live: EventLog, archive: Archive | None, shelf: Shelf | None, tally: Tally
) -> EventLog:
    """The log of live and archived tables, or the live one alone."""
    if archive is None or shelf is None:
        return live
    return FullLog(live, archive, shelf, tally=tally)


def _makers(span: Span) -> tuple[Callable[..., Tables], Callable[..., Scribe]]:
    """What makes tables and scribe: with spans only where somebody collects them."""
    if span is no_span:
        return Tables, Scribe
    return partial(TracedTables, span=span), partial(TracedScribe, span=span)
