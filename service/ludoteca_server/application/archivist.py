"""Moves finished tables to the archive and back: written, proved, and only then removed from the store."""

from __future__ import annotations

import asyncio
import secrets
from dataclasses import dataclass
from typing import TYPE_CHECKING

import structlog

from ludoteca_core import CoreError, Library
from ludoteca_server.application.full_log import prove
from ludoteca_server.model.entry import EMPTY
from ludoteca_server.model.errors import (
    ArchiveAway,
    CorruptLog,
    InArchive,
    LostRace,
    LudotecaError,
    NoSuchTable,
)

if TYPE_CHECKING:
    from collections.abc import Sequence

    from ludoteca_server.application.ports import Archive, Clock, DueSets, EventLog, Lobby, Shelf
    from ludoteca_server.application.scribe import Scribe
    from ludoteca_server.application.tables import Tables
    from ludoteca_server.model.entry import Entry, EntryId
    from ludoteca_server.tally import Tally

HOLD_MS = 60_000
"""How long a worker that puts tables away may be silent before another one goes on."""
_ROUND_S = 5.0
_BATCH = 64
_AT_ONCE = 4
"""Tables that are moved side by side: what takes long is waiting for disks."""

_log = structlog.get_logger(__name__)


@dataclass(slots=True)
class Moved:
    """What was put away."""

    tables: int = 0
    bytes: int = 0
    """In the archive, compressed."""
    failed: int = 0
    """Tables whose logs do not hold, or that the archive knows otherwise: they stay in the store."""


class Archivist:
    """Moves logs between store and archive, for one worker.

    Any worker may repeat any step at any time: a log stays in the store until the archive is proved to have it, and its
    removal is one write, refused if the log has gone on. The lease among workers only saves double work.
    """

    def __init__(
        self,
        owner: str,
        *,
        live: EventLog,
        archive: Archive,
        shelf: Shelf,
        tables: Tables,
        scribe: Scribe,
        lobby: Lobby,
        due_sets: DueSets,
        clock: Clock,
        tally: Tally,
    ) -> None:
        """`live` is the store's log alone, `owner` names this worker among those that serve together."""
        self._owner = owner
        self._live = live
        self._archive = archive
        self._shelf = shelf
        self._tables = tables
        self._scribe = scribe
        self._lobby = lobby
        self._due_sets = due_sets
        self._clock = clock
        self._tally = tally
        self._bare = Library()

    async def keep(self, after_ms: int) -> None:
        """Puts tables away that ended so long ago until it is cancelled, if no other worker does."""
        while True:
            try:
                moved = await self.run(after_ms)
            except LudotecaError as error:  # the tables wait in the store
                if isinstance(error, ArchiveAway):
                    self._tally.archive_failures["move"] += 1
                _log.warning("archive_put_off", reason=error.reason, why=str(error))
            else:
                if moved is not None and (moved.tables or moved.failed):
                    _log.info(
                        "archived", tables=moved.tables, bytes=moved.bytes, failed=moved.failed
                    )
            await asyncio.sleep(_ROUND_S)

    async def run(self, after_ms: int) -> Moved | None:
        """Puts every table away that ended so long ago; None if another worker is at it (or died less than a minute ago).

        Raises StoreAway, StoreFull, ArchiveAway.
        """
        moved = Moved()
        if not await self._lobby.ended(self._clock.now_ms() - after_ms, 1):
            return moved  # nobody asks an archive anything while there is nothing to do
        if not await self._shelf.hold(self._owner, HOLD_MS):
            return None
        await self._begin()
        await self._archive.sweep()
        while waiting := await self._lobby.ended(self._clock.now_ms() - after_ms, _BATCH):
            for start in range(0, len(waiting), _AT_ONCE):
                if not await self._shelf.hold(self._owner, HOLD_MS):
                    return moved
                moves = (
                    self._move(table_id, moved) for table_id in waiting[start : start + _AT_ONCE]
                )
                for error in await asyncio.gather(*moves, return_exceptions=True):
                    if error is not None:
                        raise error
        # For a millisecond: the next worker need not wait until the lease runs out.
        await self._shelf.hold(self._owner, 1)
        return moved

    async def restore(self, table_id: str) -> int:
        """Brings a log back into the store, where it stays as long as if the table had just ended; its events.

        Its file stays in the archive. Raises NoSuchTable, LostRace, CorruptLog, StoreAway, StoreFull, ArchiveAway.
        """
        await prove(self._archive, self._shelf)
        entries = await self._archive.read(table_id)
        if not entries:
            raise NoSuchTable(
                f"The archive has no table {table_id[:64]!r}: `ludoteca archive list` names those it has."
            )
        await self._shelf.take_back(table_id, entries)
        hot = await self._tables.fresh(table_id)
        await self._scribe.list_in_lobby(table_id, hot, ended_at_ms=self._clock.now_ms())
        return len(entries)

    async def reindex(self, faults: list[str] | None = None) -> set[str]:
        """Lists every table of the archive anew, also in a store that has lost them; those that are only there.

        `faults` gets a sentence about each that cannot be read. Raises StoreAway, StoreFull, ArchiveAway.
        """
        await self._begin()
        listed: set[str] = set()
        async for file in self._archive.files():
            try:
                entries = await self._archive.read(file.table_id)
                if not await self._adopt(file.table_id, entries):
                    continue  # written, and its writer did not come to remove it: it is removed in its turn
                hot = await self._tables.fresh(file.table_id)
                await self._scribe.list_in_lobby(file.table_id, hot)
                await self._lobby.no_longer_waits(file.table_id)
                listed.add(file.table_id)
            except (CorruptLog, CoreError, NoSuchTable) as error:
                _log.error("archived_table_does_not_fold", table_id=file.table_id, error=str(error))
                if faults is not None:
                    faults.append(str(error))
            finally:
                self._tables.drop(file.table_id)
        return listed

    async def _begin(self) -> None:
        """Gives a new archive a name that the store keeps, and proves an old one. Raises ArchiveAway."""
        if await self._shelf.archive_name() is None:
            if await self._archive.name() is None:
                await self._archive.begin(secrets.token_hex(8))
            name = await self._archive.name()
            if name is not None:
                await self._shelf.keep_archive_name(name)
        await prove(self._archive, self._shelf)

    async def _move(self, table_id: str, moved: Moved) -> None:
        try:
            size = await self._put_away(table_id)
        except (CorruptLog, CoreError, LostRace, NoSuchTable) as error:
            _log.error("table_is_not_archived", table_id=table_id, error=str(error))
            moved.failed += 1
            self._tally.archive_failures["table"] += 1
        else:
            if size is not None:
                moved.tables += 1
                moved.bytes += size
                self._tally.archived_tables += 1
                self._tally.archived_bytes += size
        await self._lobby.no_longer_waits(table_id)

    async def _put_away(self, table_id: str) -> int | None:
        """Moves one log; the size of its file, None if there is nothing to move."""
        try:
            entries = await self._live.read(table_id)
        except InArchive:  # the worker that put it away ended before the next step
            await self._due_sets.forget(table_id)
            return None
        if not entries or not (await self._tables.at(table_id, entries[-1].id.seq)).is_over:
            return None
        await self._put_content_away(entries[0].event)
        size = await self._archive.put(table_id, entries)
        # Again: a directory whose file system was unmounted meanwhile takes the file all the same.
        await prove(self._archive, self._shelf)
        await self._shelf.put_away(table_id, entries[-1].id)
        await self._due_sets.forget(table_id)
        self._tables.drop(table_id)
        return size

    async def _put_content_away(self, first_event: bytes) -> None:
        """Tables with an owner's content file are worth nothing without it. The store keeps its own, for ever."""
        named = self._bare.missing_content(first_event)
        if named is not None:
            text = await self._live.content(named[1])
            if text is not None:
                await self._archive.keep_content(named[1], text)

    async def _adopt(self, table_id: str, entries: Sequence[Entry]) -> bool:
        """Puts the id of a whole archived log into its place in the store, if that has no more than its beginning.

        Otherwise a store that was restored from a backup would go on from that beginning, and there would be two
        histories. Returns whether the store knows the log as archived afterwards.
        """
        known = await self._live_head(table_id)
        if known is None:
            return True
        if known == EMPTY or (known.seq < len(entries) and entries[known.seq - 1].id == known):
            await self._shelf.adopt(table_id, entries[-1].id, known=known)
            await self._due_sets.forget(table_id)
        return await self._live_head(table_id) is None

    async def _live_head(self, table_id: str) -> EntryId | None:
        """The last entry of a log in the store; None if it is away."""
        try:
            return await self._live.head(table_id)
        except InArchive:
            return None
