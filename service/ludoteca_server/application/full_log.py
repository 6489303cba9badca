"""All logs: those of live tables in the store, those of finished ones in the archive, through one door."""

from __future__ import annotations

import asyncio
from collections import OrderedDict
from functools import partial
from typing import TYPE_CHECKING

from ludoteca_server.model.entry import EMPTY, History
from ludoteca_server.model.errors import ArchiveAway, CorruptLog, InArchive, LostRace

if TYPE_CHECKING:
    from collections.abc import AsyncIterator, Sequence
    from contextlib import AbstractAsyncContextManager

    from ludoteca_server.application.ports import Archive, EventLog, Following, Shelf
    from ludoteca_server.model.entry import Entry, EntryId
    from ludoteca_server.tally import Tally

KEPT_BYTES = 8 << 20
"""What logs from the archive may take in memory: a stream reads its log in pages, and a hundred streams read the same."""
_BYTES_PER_ENTRY = 300
"""What Python adds to an event."""


class FullLog:
    """`EventLog` over the store and the archive.

    The store is asked first, always: it knows which log is away, and how that one ends. So nothing is cached that
    could be wrong: a log in the archive never changes, and what is kept of it is kept under its last entry's id.
    """

    def __init__(
        self,
        live: EventLog,
        archive: Archive,
        shelf: Shelf,
        *,
        tally: Tally,
        kept_bytes: int = KEPT_BYTES,
    ) -> None:
        self._live = live
        self._archive = archive
        self._shelf = shelf
        self._tally = tally
        self._kept: OrderedDict[tuple[str, EntryId], list[Entry]] = OrderedDict()
        self._kept_bytes = 0
        self._kept_bytes_most = kept_bytes
        self._loads: dict[tuple[str, EntryId], asyncio.Task[list[Entry]]] = {}

    @property
    def doubts(self) -> int:
        """Of the store: what is archived is never in doubt. See the port."""
        return self._live.doubts

    async def append(self, table_id: str, head: EntryId, events: Sequence[bytes]) -> list[EntryId]:
        """Appends to a live log; see the port. One that is away takes nothing, but knows what it has."""
        try:
            return await self._live.append(table_id, head, events)
        except InArchive as away:
            whole = await self._whole(away)
            ids = [EMPTY, *(entry.id for entry in whole)]
            is_behind = head.seq < len(ids) and ids[head.seq] == head
            there = whole[head.seq : head.seq + len(events)]
            if is_behind and [entry.event for entry in there] == list(events):
                return [entry.id for entry in there]
            raise LostRace(
                f"Another event came first: the last seq is {away.head.seq}.", seq=away.head.seq
            ) from None

    async def read(
        self, table_id: str, from_seq: int = 1, to_seq: int | None = None
    ) -> list[Entry]:
        """Reads and proves a range; see the port."""
        try:
            return await self._live.read(table_id, from_seq, to_seq)
        except InArchive as away:
            whole = await self._whole(away)
            return whole[max(from_seq, 1) - 1 : None if to_seq is None else max(to_seq, 0)]

    async def history(self, table_id: str, to_seq: int | None = None) -> History:
        """Reads and proves a whole log; see the port."""
        try:
            return await self._live.history(table_id, to_seq)
        except InArchive as away:
            whole = await self._whole(away)
            return History.of(whole[: None if to_seq is None else max(to_seq, 0)])

    async def head(self, table_id: str) -> EntryId:
        """The last entry's id; see the port."""
        try:
            return await self._live.head(table_id)
        except InArchive as away:
            return away.head

    def follow(self, table_id: str) -> AbstractAsyncContextManager[Following]:
        """Follows a log; see the port. One that is away has nothing to say, and its past is read."""
        return self._live.follow(table_id)

    def table_ids(self) -> AsyncIterator[str]:
        """Every table whose log is in the store; `Archive.files` has the others."""
        return self._live.table_ids()

    async def keep_content(self, content_hash: bytes, text: bytes) -> None:
        """Keeps an owner's content file in the store: the archive gets it with the first table that needs it."""
        await self._live.keep_content(content_hash, text)

    async def content(self, content_hash: bytes) -> bytes | None:
        """A content file that was kept, in the store or, where that lost it, in the archive."""
        return await self._live.content(content_hash) or await self._archive.content(content_hash)

    async def ping(self) -> None:
        """Returns if the store answers: live tables need no archive."""
        await self._live.ping()

    async def close(self) -> None:
        """Ends the store's subscriptions and connections."""
        await self._live.close()

    async def _whole(self, away: InArchive) -> list[Entry]:
        """The log that the store says is away, ending as it says. Raises ArchiveAway, CorruptLog."""
        key = (away.table_id, away.head)
        if key in self._kept:
            self._kept.move_to_end(key)
            return self._kept[key]
        load = self._loads.get(key)
        if load is None:  # callers that come meanwhile share its answer, or its error
            load = asyncio.create_task(self._load(away), name=f"load {away.table_id}")
            self._loads[key] = load
            load.add_done_callback(partial(self._loaded, key))
        return await asyncio.shield(load)

    def _loaded(self, key: tuple[str, EntryId], load: asyncio.Task[list[Entry]]) -> None:
        del self._loads[key]
        if not load.cancelled():
            load.exception()  # taken note of: perhaps no caller waits any more

    async def _load(self, away: InArchive) -> list[Entry]:
        loop = asyncio.get_running_loop()
        started_s = loop.time()
        try:
            whole = await self._read(away)
        except (ArchiveAway, CorruptLog):
            self._tally.archive_failures["read"] += 1
            raise
        self._tally.archive_read_seconds.observe(loop.time() - started_s)
        self._keep((away.table_id, away.head), whole)
        return whole

    async def _read(self, away: InArchive) -> list[Entry]:
        whole = await self._archive.read(away.table_id)
        if not whole:
            await prove(self._archive, self._shelf)
        if not whole or whole[-1].id != away.head:
            raise CorruptLog(
                f"The archive does not have the log of table {away.table_id} up to seq {away.head.seq}: "
                "bring its file back from a backup of the archive.",
                away.table_id,
                len(whole) + 1,
            )
        return whole

    def _keep(self, key: tuple[str, EntryId], whole: list[Entry]) -> None:
        self._kept[key] = whole
        self._kept_bytes += _size(whole)
        while self._kept_bytes > self._kept_bytes_most:
            _, gone = self._kept.popitem(last=False)
            self._kept_bytes -= _size(gone)


async def prove(archive: Archive, shelf: Shelf) -> None:
    """Proves that the archive is the one this store's logs went to.

    A file system that is not mounted looks like an empty directory: what was not found there is not lost, and
    what is put there would be.

    Raises:
        ArchiveAway: it is another one, or not there.
    """
    known, found = await shelf.archive_name(), await archive.name()
    if found is None or found != known:
        raise ArchiveAway(
            "The archive is not the one that this store's tables went to "
            f"(it is named {found or 'nothing'}, not {known}). Is it mounted, is --archive right?"
        )


def _size(whole: Sequence[Entry]) -> int:
    return sum(len(entry.event) + _BYTES_PER_ENTRY for entry in whole)
