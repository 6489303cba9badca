"""The event log, the lobby, due times and presence in memory, for unit tests only."""

from __future__ import annotations

from contextlib import asynccontextmanager
from typing import TYPE_CHECKING

from ludoteca_server.eventlog import chain
from ludoteca_server.eventlog.following import Feed, Follower
from ludoteca_server.eventlog.lobby import place, read_place
from ludoteca_server.model.due import Claimed, Wake
from ludoteca_server.model.entry import EMPTY, Entry, EntryId, History
from ludoteca_server.model.errors import InArchive, LostRace

if TYPE_CHECKING:
    from collections.abc import AsyncIterator, Callable, Sequence


class MemoryLog:
    """`EventLog` in a dictionary. It settles at once and never fails, except as a test tells it to."""

    def __init__(self) -> None:
        self.logs: dict[str, list[Entry]] = {}
        self.failure: Exception | None = None
        """Raised by every call while it is set: a store that is full or away."""
        self.doubts = 0
        """See the port; a test counts it up."""
        self.put_away: dict[str, EntryId] = {}
        """The last ids of logs that are in the archive."""
        self._feeds: dict[str, Feed] = {}
        self._contents: dict[bytes, bytes] = {}

    async def append(self, table_id: str, head: EntryId, events: Sequence[bytes]) -> list[EntryId]:
        """Appends `events` behind `head`; see the port."""
        await self._here(table_id)
        ids = chain.links(table_id, head, events)
        log = self.logs.get(table_id, [])
        known = {entry.id for entry in log}
        for entry_id, event in zip(ids, events, strict=True):
            last = log[-1].id if log else EMPTY
            if last == head:
                entry = Entry(entry_id, event)
                log.append(entry)
                self.logs[table_id] = log
                if table_id in self._feeds:
                    self._feeds[table_id].put(entry)
            elif entry_id not in known:
                raise LostRace(
                    f"Another event came first: the last seq is {last.seq}.", seq=last.seq
                )
            head = entry_id
        return ids

    async def read(
        self, table_id: str, from_seq: int = 1, to_seq: int | None = None
    ) -> list[Entry]:
        """Reads and proves a range; see the port."""
        await self._here(table_id)
        start = max(from_seq, 1)
        if to_seq is not None and to_seq < start:
            return []
        log = self.logs.get(table_id, [])
        behind = [entry for entry in log if entry.id.seq >= start - 1]
        found = [entry for entry in behind if to_seq is None or entry.id.seq <= to_seq]
        if len(found) < len(behind) and (not found or found[-1].id.seq != to_seq):
            raise chain.gap(table_id, found[-1].id.seq + 1 if found else start)
        return chain.proved(table_id, start, found)

    async def history(self, table_id: str, to_seq: int | None = None) -> History:
        """Reads and proves a whole log; see the port."""
        return History.of(await self.read(table_id, 1, to_seq))

    async def head(self, table_id: str) -> EntryId:
        """The last entry's id; see the port."""
        await self._here(table_id)
        log = self.logs.get(table_id)
        return log[-1].id if log else EMPTY

    @asynccontextmanager
    async def follow(self, table_id: str) -> AsyncIterator[Follower]:
        """Follows the log; see the port."""
        await self.ping()
        feed = self._feeds.setdefault(table_id, Feed(table_id))
        follower = Follower(feed)
        feed.followers.add(follower)
        try:
            yield follower
        finally:
            feed.followers.discard(follower)

    async def table_ids(self) -> AsyncIterator[str]:
        """Every table that has a log; see the port."""
        await self.ping()
        for table_id in list(self.logs):
            yield table_id

    async def keep_content(self, content_hash: bytes, text: bytes) -> None:
        """Keeps an owner's content file."""
        await self.ping()
        self._contents[content_hash] = text

    async def content(self, content_hash: bytes) -> bytes | None:
        """A content file that was kept."""
        await self.ping()
        return self._contents.get(content_hash)

    async def ping(self) -> None:
        """Returns, or raises what the test set."""
        if self.failure is not None:
            raise self.failure

    async def _here(self, table_id: str) -> None:
        await self.ping()
        if table_id in self.put_away:
            raise InArchive(table_id, self.put_away[table_id])

    async def close(self) -> None:
        """Ends subscriptions."""
        for feed in self._feeds.values():
            for follower in feed.followers:
                follower.end()


class MemoryShelf:
    """`Shelf` of a `MemoryLog`, with the clock it is given."""

    def __init__(self, log: MemoryLog, now_ms: Callable[[], int]) -> None:
        self._log = log
        self._now_ms = now_ms
        self._name: str | None = None
        self._holder = ("", 0)

    async def put_away(self, table_id: str, head: EntryId) -> None:
        """Removes a log; see the port."""
        there = self._head(table_id)
        if there != head:
            raise LostRace(f"The last seq is {there.seq}.", seq=there.seq)
        self._log.logs.pop(table_id, None)
        self._log.put_away[table_id] = head

    async def take_back(self, table_id: str, entries: Sequence[Entry]) -> None:
        """Puts a log back; see the port."""
        there = self._head(table_id)
        if there not in (EMPTY, entries[-1].id):
            raise LostRace(f"The last seq is {there.seq}.", seq=there.seq)
        self._log.put_away.pop(table_id, None)
        self._log.logs.setdefault(table_id, list(entries))

    async def adopt(self, table_id: str, head: EntryId, *, known: EntryId = EMPTY) -> None:
        """Learns of a log in the archive; see the port."""
        if table_id not in self._log.put_away and self._head(table_id) == known:
            self._log.logs.pop(table_id, None)
            self._log.put_away[table_id] = head

    async def archive_name(self) -> str | None:
        """Where the logs went; see the port."""
        await self._log.ping()
        return self._name

    async def keep_archive_name(self, name: str) -> None:
        """Says where the logs go; see the port."""
        self._name = self._name or name

    async def hold(self, owner: str, for_ms: int) -> bool:
        """Takes or keeps the lease; see the port."""
        await self._log.ping()
        holder, until_ms = self._holder
        if holder != owner and until_ms > self._now_ms():
            return False
        self._holder = (owner, self._now_ms() + for_ms)
        return True

    def _head(self, table_id: str) -> EntryId:
        log = self._log.logs.get(table_id)
        return log[-1].id if log else self._log.put_away.get(table_id, EMPTY)


class MemoryLobby:
    """`Lobby` in dictionaries, with the clock it is given."""

    def __init__(self, now_ms: Callable[[], int]) -> None:
        self._now_ms = now_ms
        self._rows: dict[str, tuple[int, bytes, str]] = {}
        self._marks: dict[str, tuple[int, int]] = {}
        """When each table was marked, and the seq of the event that was announced."""
        self._ended: dict[str, int] = {}

    async def mark(self, table_id: str, seq: int = 1) -> None:
        """Marks a table; see the port."""
        _, known = self._marks.get(table_id, (0, 0))
        self._marks[table_id] = self._now_ms(), max(seq, known)

    async def put(
        self,
        table_id: str,
        row: bytes,
        seq: int,
        created_at_ms: int,
        ended_at_ms: int | None = None,
    ) -> None:
        """Replaces a row; see the port."""
        if table_id in self._rows and self._rows[table_id][0] > seq:
            return
        self._rows[table_id] = (seq, row, place(created_at_ms, table_id))
        if self._marks.get(table_id, (0, 0))[1] <= seq:
            self._marks.pop(table_id, None)
        if ended_at_ms is not None:
            at_ms = min(ended_at_ms, self._now_ms())
            self._ended[table_id] = max(at_ms, self._ended.get(table_id, at_ms))

    async def ended(self, by_ms: int, most: int) -> list[str]:
        """Tables that wait to be put away; see the port."""
        waiting = sorted(self._ended.items(), key=lambda item: item[1])
        return [table_id for table_id, at_ms in waiting if at_ms <= by_ms][:most]

    async def no_longer_waits(self, table_id: str) -> None:
        """Clears a table that waited; see the port."""
        self._ended.pop(table_id, None)

    async def unmark(self, table_id: str, older_than_ms: int = 0) -> None:
        """Clears a mark; see the port."""
        marked_at_ms, _ = self._marks.get(table_id, (0, 0))
        if marked_at_ms <= self._now_ms() - older_than_ms:
            self._marks.pop(table_id, None)

    async def marked(self, older_than_ms: int) -> list[str]:
        """Old marks; see the port."""
        before = self._now_ms() - older_than_ms
        return [table_id for table_id, (at_ms, _) in self._marks.items() if at_ms <= before]

    async def rows(self, after: str, count: int) -> tuple[list[bytes], str]:
        """A page of rows; see the port."""
        last = read_place(after)
        found = sorted(self._rows.values(), key=lambda row: row[2], reverse=True)
        page = [row for row in found if last is None or row[2] < last][:count]
        return [row for _, row, _ in page], page[-1][2] if len(page) == count else ""


class MemoryDueSets:
    """`DueSets` in dictionaries."""

    def __init__(self) -> None:
        self.due: dict[str, int] = {}
        self._seqs: dict[str, tuple[int, int]] = {}

    async def put(self, table_id: str, seq: int, due_at_ms: int, now_ms: int) -> None:
        """Announces an event; see the port."""
        if self._seqs.get(table_id, (0, 0))[0] < seq:
            self._seqs[table_id] = (seq, now_ms)
        self.due[table_id] = min(due_at_ms, self.due.get(table_id, due_at_ms))

    async def claim(self, now_ms: int, lease_ms: int, most: int) -> Claimed:
        """Claims what is due; see the port."""
        due = sorted(self.due.items(), key=lambda item: item[1])
        wakes = [Wake(table_id, at_ms) for table_id, at_ms in due if at_ms <= now_ms][:most]
        for wake in wakes:
            self.due[wake.table_id] = now_ms + lease_ms
        later = [at_ms for at_ms in self.due.values() if at_ms > now_ms]
        return Claimed(wakes, min(later, default=None), has_more=len(wakes) == most)

    async def settle(
        self, table_id: str, seq: int, next_at_ms: int | None, now_ms: int
    ) -> int | None:
        """Sets when the table is due next; see the port."""
        if self.due.get(table_id) == 0:
            return 0
        known, announced_ms = self._seqs.get(table_id, (0, 0))
        if known > seq and announced_ms == 0:
            return self.due.get(table_id)
        waited_ms = now_ms - announced_ms
        if known > seq and (next_at_ms is not None or waited_ms < 86_400_000):
            at_ms = now_ms + max(100, min(60_000, waited_ms))
            at_ms = at_ms if next_at_ms is None else min(at_ms, next_at_ms)
            kept_ms = self.due.get(table_id, at_ms) if waited_ms <= 1_000 else at_ms
            self.due[table_id] = min(at_ms, kept_ms)
            return at_ms
        if next_at_ms is None:
            self.due.pop(table_id, None)
            self._seqs.pop(table_id, None)
        else:
            self._seqs[table_id] = (seq, 0)
            self.due[table_id] = next_at_ms
        return next_at_ms

    async def put_off(self, table_id: str, until_ms: int) -> None:
        """Leaves a table alone; see the port."""
        if table_id in self.due:
            self.due[table_id] = until_ms

    async def forget(self, table_id: str) -> None:
        """Forgets a table; see the port."""
        self.due.pop(table_id, None)
        self._seqs.pop(table_id, None)


class MemoryPresence:
    """`Presence` in a dictionary, with the clock it is given."""

    def __init__(self, now_ms: Callable[[], int]) -> None:
        self._now_ms = now_ms
        self._until_ms: dict[tuple[str, int], int] = {}

    async def refresh(self, seats: Sequence[tuple[str, int]], for_ms: int) -> None:
        """Says that seats are there; see the port."""
        self._until_ms.update(dict.fromkeys(seats, self._now_ms() + for_ms))

    async def there(self, table_id: str, seats: int) -> list[bool]:
        """Which seats are there; see the port."""
        now_ms = self._now_ms()
        return [self._until_ms.get((table_id, seat), 0) > now_ms for seat in range(seats)]
