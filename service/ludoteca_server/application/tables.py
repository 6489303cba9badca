"""The hot tables of a worker: folded from their logs, bounded in number, thrown away at any doubt."""

from __future__ import annotations

import asyncio
from collections import OrderedDict
from typing import TYPE_CHECKING, NamedTuple

from ludoteca_core import Corrupt, Refold
from ludoteca_server.application.locks import Lock, Locks
from ludoteca_server.model.entry import EMPTY, Entry
from ludoteca_server.model.errors import (
    CorruptLog,
    InArchive,
    LostRace,
    NoSuchTable,
    SeqFromTheFuture,
)

if TYPE_CHECKING:
    from collections.abc import Sequence

    from ludoteca_core import Library, Requests, Step, Table
    from ludoteca_server.application.ports import Clock, EventLog
    from ludoteca_server.model.entry import EntryId, History
    from ludoteca_server.tally import Tally

LONG = 1024
"""From so many events on, folding leaves the event loop for a thread: before, it is over in a millisecond."""
_LONG_TOLD = 512
"""The same of telling them, which takes several times as long."""
_PASTS_AT_ONCE = 8
_LOADS_AT_ONCE = 8
"""So many cold tables are read and folded at once: the logs of all that are asked for after a restart would not fit in memory."""
_ID_LENGTH = 26


class Hot(NamedTuple):
    """A table as of `head`, and which request made which event."""

    table: Table
    requests: Requests
    head: EntryId
    archived: bool
    """An imported record: stored under another id than the one in its first event."""


class Tables:
    """Tables by id. A hot one is a cache: it may be behind, and the log's compare-and-append finds out."""

    def __init__(
        self,
        most: int,
        *,
        library: Library,
        log: EventLog,
        tally: Tally,
        clock: Clock,
        live: EventLog | None = None,
    ) -> None:
        """`live` is the store's part of `log`, where an archive has the rest."""
        self._most = most
        self._library = library
        self._log = log
        self._live = log if live is None else live
        self._tally = tally
        self.clock = clock
        """By which spectators see late."""
        self._hot: OrderedDict[str, Hot] = OrderedDict()
        self._doubts = 0
        self._unproved: set[str] = set()
        """Hot tables that were cached before the store was last in doubt: a failover may have taken their tail."""
        self._turns = Locks()
        self._loads = Locks()
        self.past = asyncio.Semaphore(_PASTS_AT_ONCE)
        """Held while a log is read and folded to tell somebody the past: whoever waits holds no log meanwhile."""
        # Whoever holds one of these waits for the store alone, for no lock and no other of them: there is no circle.
        self._cold = asyncio.Semaphore(_LOADS_AT_ONCE)
        self._refolds = asyncio.Semaphore(_LOADS_AT_ONCE)
        """A table in play, of which something was taken back, does not wait behind all that are cold."""

    def __len__(self) -> int:
        return len(self._hot)

    def turn(self, table_id: str) -> Lock:
        """Held while something is decided and appended: one append in flight a table."""
        return self._turns.of(table_id)

    def all_hot(self) -> list[tuple[str, Hot]]:
        """Every hot table, the least lately used first."""
        return list(self._hot.items())

    def drop(self, table_id: str) -> None:
        """Forgets a table whose cached state is in doubt."""
        self._hot.pop(table_id, None)

    async def hot(self, table_id: str) -> Hot:
        """The table, perhaps behind its log. Raises NoSuchTable, CorruptLog, StoreAway."""
        if self._doubts != self._log.doubts:
            self._doubts = self._log.doubts
            self._unproved = set(self._hot)
        if table_id in self._unproved:
            doubts = self._doubts
            hot = await self.fresh(table_id)
            if doubts == self._doubts:  # else it may have been read before the new doubt
                self._unproved.discard(table_id)
            return hot
        return self._cached(table_id) or await self.fresh(table_id)

    async def fresh(self, table_id: str) -> Hot:
        """The table with all that its log holds now. Raises NoSuchTable, CorruptLog, StoreAway."""
        hot = self._cached(table_id)
        if hot is None:
            async with self._loads.of(table_id):
                hot = self._cached(table_id)
                if hot is None:
                    return await self._load(table_id, self._cold)
        # One read proves the cached head and brings what came after it.
        entries = await self._log.read(table_id, hot.head.seq)
        if not entries or entries[0].id != hot.head:
            self.drop(table_id)
            return await self._load(table_id, self._refolds)
        return await self._advance(table_id, hot, entries[1:])

    async def append(
        self, table_id: str, hot: Hot, steps: Sequence[Step]
    ) -> tuple[Hot, list[Entry]]:
        """Appends `steps`, decided one upon another from `hot` on; returns when they are settled.

        Returns the table after them and their entries.

        Raises:
            LostRace: the log has gone on; some of the steps may be in it.
            StoreAway, StoreFull: the table is no longer hot then.
        """
        events = [step.event for step in steps]
        try:
            ids = await self._log.append(table_id, hot.head, events)
        except LostRace:
            self._tally.conflicts += 1
            raise  # what is cached is true but old: `fresh` proves it and reads on
        except BaseException:  # a cancelled call too leaves it unknown what the log holds
            self.drop(table_id)
            raise
        for event in events:
            hot.requests.add(event)
        entries = [Entry(each, event) for each, event in zip(ids, events, strict=True)]
        after = steps[-1].table
        if after is None:
            self.drop(table_id)
            return await self._load(table_id, self._refolds), entries
        return self._keep(table_id, Hot(after, hot.requests, ids[-1], hot.archived)), entries

    def learn(self, table_id: str, entry: Entry, after: Table) -> None:
        """Takes in what a follower of the log saw: the entry behind the cached head, and the table after it."""
        hot = self._hot.get(table_id)
        if hot is not None and hot.head.seq + 1 == entry.id.seq:
            hot.requests.add(entry.event)
            self._hot[table_id] = Hot(after, hot.requests, entry.id, hot.archived)

    async def create(self, table_id: str, step: Step) -> Table:
        """Appends the first event of a table. Raises LostRace if the table is there, StoreAway, StoreFull."""
        [head] = await self._log.append(table_id, EMPTY, [step.event])
        table, requests = self._library.replay([step.event])
        self._keep(table_id, Hot(table, requests, head, archived=False))
        return table

    async def entries(
        self, table_id: str, from_seq: int = 1, to_seq: int | None = None
    ) -> list[Entry]:
        """A stretch of the log. Raises NoSuchTable if it is empty, CorruptLog, StoreAway."""
        _check_id(table_id)
        entries = await self._log.read(table_id, from_seq, to_seq)
        if not entries:
            raise no_such_table(table_id)
        return entries

    async def _history(
        self, table_id: str, to_seq: int | None = None, *, log: EventLog | None = None
    ) -> History:
        """The log from its first event on. Raises NoSuchTable, CorruptLog, StoreAway."""
        _check_id(table_id)
        history = await (self._log if log is None else log).history(table_id, to_seq)
        if not history.events:
            raise no_such_table(table_id)
        return history

    async def at(self, table_id: str, seq: int) -> Table:
        """The table as it was after the event `seq`. Raises SeqFromTheFuture, NoSuchTable, CorruptLog."""
        history = await self._history(table_id, seq)
        if history.head.seq < seq:
            raise from_the_future(table_id, seq, history.head.seq)
        table, _ = await self._fold(table_id, history.events)
        return table

    async def notices(
        self,
        table_id: str,
        entries: Sequence[Entry],
        from_seq: int,
        viewer: int | None,
        words: bool,
    ) -> list[bytes]:
        """Notices from `from_seq` on; `entries` are the log from its first event on. Raises CorruptLog."""
        events = [entry.event for entry in entries]
        await self._content_for(table_id, events[0])
        try:
            if len(events) >= _LONG_TOLD:
                return await asyncio.to_thread(
                    self._library.notices, events, from_seq, viewer, words
                )
            return self._library.notices(events, from_seq, viewer, words)
        except Corrupt as error:
            raise corrupt_log(table_id, error) from error

    def shown_seq(self, table_id: str, entries: Sequence[Entry]) -> int:
        """Up to which of a going table's entries those may see who hold no seat. Raises CorruptLog."""
        try:
            return self._library.shown_seq([entry.event for entry in entries], self.clock.now_ms())
        except Corrupt as error:
            raise corrupt_log(table_id, error) from error

    async def _load(self, table_id: str, bound: asyncio.Semaphore) -> Hot:
        loop = asyncio.get_running_loop()
        started_s, doubts = loop.time(), self._doubts
        try:
            async with bound:
                events, head = await self._history(table_id, log=self._live)
                table, requests = await self._fold(table_id, events)
        except InArchive:
            # The archive reads few at once by itself, and one that hangs must not hold up live tables.
            events, head = await self._history(table_id)
            table, requests = await self._fold(table_id, events)
        archived = table.table_id != table_id
        if archived and not table.is_over:
            # An imported record whose end is on its way, or never came: the clock and players would spoil it.
            raise no_such_table(table_id)
        self._tally.cold_load_seconds.observe(loop.time() - started_s)
        if doubts != self._doubts:  # it may have been read before the new doubt
            self._unproved.add(table_id)
        return self._keep(table_id, Hot(table, requests, head, archived))

    async def _fold(self, table_id: str, events: Sequence[bytes]) -> tuple[Table, Requests]:
        await self._content_for(table_id, events[0])
        try:
            if len(events) >= LONG:
                return await asyncio.to_thread(self._library.replay, events)
            return self._library.replay(events)
        except Corrupt as error:
            raise corrupt_log(table_id, error) from error

    async def _content_for(self, table_id: str, first_event: bytes) -> None:
        missing = self._library.missing_content(first_event)
        if missing is None:
            return
        game, content_hash = missing
        text = await self._log.content(content_hash)
        if text is None:
            raise CorruptLog(
                f"Table {table_id} was made with a content file of {game} that is nowhere to be found "
                f"(BLAKE3 {content_hash.hex()}): start the server with that file again.",
                table_id,
                1,
            )
        self._library.add_content(game, text.decode(), for_new_tables=False)

    async def _advance(self, table_id: str, hot: Hot, entries: Sequence[Entry]) -> Hot:
        table = hot.table
        for entry in entries:
            try:
                after = table.evolve(entry.event).table
            except Refold:
                after = None
            except Corrupt as error:
                self.drop(table_id)
                raise corrupt_log(table_id, error) from error
            if after is None:
                self.drop(table_id)
                return await self._load(table_id, self._refolds)
            hot.requests.add(entry.event)
            table = after
        head = entries[-1].id if entries else hot.head
        return self._keep(table_id, Hot(table, hot.requests, head, hot.archived))

    def _cached(self, table_id: str) -> Hot | None:
        hot = self._hot.get(table_id)
        if hot is not None:
            self._tally.cache_hits += 1
            self._hot.move_to_end(table_id)
        return hot

    def _keep(self, table_id: str, hot: Hot) -> Hot:
        """Keeps `hot` unless a later state is kept; returns the later one."""
        kept = self._hot.get(table_id)
        if kept is not None and kept.head.seq > hot.head.seq:
            return kept
        self._hot[table_id] = hot
        self._hot.move_to_end(table_id)
        while len(self._hot) > self._most:
            self._hot.popitem(last=False)
        return hot


def _check_id(table_id: str) -> None:
    """Raises NoSuchTable for what no table is called."""
    if len(table_id) != _ID_LENGTH or not (table_id.isascii() and table_id.isalnum()):
        raise no_such_table(table_id)


def no_such_table(table_id: str) -> NoSuchTable:
    """Says that there is no such table."""
    return NoSuchTable(
        f"There is no table {table_id[:64]!r} here: ListTables lists those there are."
    )


def from_the_future(table_id: str, seq: int, last: int) -> SeqFromTheFuture:
    """Says that a seq has not come yet."""
    return SeqFromTheFuture(f"Table {table_id} is at seq {last}: {seq} has not happened yet.")


def corrupt_log(table_id: str, error: Corrupt) -> CorruptLog:
    """Names the table whose log does not replay."""
    return CorruptLog(
        f"The log of table {table_id} does not replay at seq {error.seq}: {error.why}. "
        "The other tables are not touched; keep the data directory and report this.",
        table_id,
        error.seq,
    )
