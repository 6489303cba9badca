"""What the use cases need of the world outside: protocols, implemented elsewhere."""

from __future__ import annotations

from contextlib import nullcontext
from typing import TYPE_CHECKING, Protocol

from ludoteca_server.model.entry import EMPTY

if TYPE_CHECKING:
    from collections.abc import AsyncIterator, Sequence
    from contextlib import AbstractAsyncContextManager, AbstractContextManager

    from ludoteca_server.model.archived import ArchivedFile
    from ludoteca_server.model.due import Claimed
    from ludoteca_server.model.entry import Entry, EntryId, History
    from ludoteca_server.model.row import Row


class Clock(Protocol):
    """Time."""

    def now_ms(self) -> int:
        """Milliseconds since 1970."""
        ...


class Secrets(Protocol):
    """Randomness of the operating system."""

    def seed(self) -> bytes:
        """32 bytes for the seed of a table."""
        ...


class ReadRow(Protocol):
    """Reads rows of the lobby."""

    def __call__(self, row: bytes) -> Row:
        """What the use cases need of a serialised ludoteca.v1.Table."""
        ...


class Span(Protocol):
    """Makes spans: times a step of the work, where traces are collected."""

    def __call__(self, name: str, /) -> AbstractContextManager[object]:
        """A step that lasts as long as its context."""
        ...


_NO_SPAN = nullcontext()


def no_span(name: str, /) -> AbstractContextManager[object]:
    """`Span` where nobody traces."""
    return _NO_SPAN


class Following(Protocol):
    """A subscription to one table's log."""

    def __aiter__(self) -> AsyncIterator[Entry | None]:
        """New entries as they settle. None: something may have been missed, read the log."""
        ...

    def continues(self, head: EntryId, entry: Entry) -> bool:
        """Whether `entry` is the one behind `head` by the chain of their ids. After a gap only the reader knows its head."""
        ...

    def hold(self) -> None:
        """Keeps back what comes while the reader appends to the log itself. Calls nest: each needs its own `go_on`."""
        ...

    def go_on(self, told: Sequence[EntryId]) -> None:
        """Ends one `hold`; after the last one what was kept back is handed out, but for the entries in `told`.

        Those the reader has by its own append; they do not come by the subscription too.
        """
        ...


class EventLog(Protocol):
    """One append-only log a table. It holds bytes and knows nothing of their meaning."""

    @property
    def doubts(self) -> int:
        """A counter that grows when the store was lost or another server took over: what was cached before has to be proved."""
        ...

    async def append(self, table_id: str, head: EntryId, events: Sequence[bytes]) -> list[EntryId]:
        """Appends `events` behind `head`, each upon the one before it; returns when they are settled.

        An append that was carried out before (same head, same bytes) is answered with its ids.

        Raises:
            LostRace: the log's head is another one. Entries before the lost one are stored.
            StoreFull: refused, nothing was stored.
            TooMuch: too much waits for the store already; nothing was sent.
            StoreAway: no answer; the entries may have been stored.
        """
        ...

    async def read(
        self, table_id: str, from_seq: int = 1, to_seq: int | None = None
    ) -> list[Entry]:
        """The entries from `from_seq` on, oldest first; empty if there are none (also: no such table).

        Raises:
            CorruptLog: a gap, or a chain that does not fit: an entry that does not belong here.
            StoreAway: no answer.
        """
        ...

    async def history(self, table_id: str, to_seq: int | None = None) -> History:
        """The log from its first entry on, proved like `read`: for a fold, at half the price. Raises as `read`."""
        ...

    async def head(self, table_id: str) -> EntryId:
        """The last entry's id; `EMPTY` if there is no such table. Raises StoreAway."""
        ...

    def follow(self, table_id: str) -> AbstractAsyncContextManager[Following]:
        """Follows the log: once entered, every entry that settles later is seen, or a None stands in for it."""
        ...

    def table_ids(self) -> AsyncIterator[str]:
        """Every table that has a log, in any order; one that is made meanwhile may be missing. Raises StoreAway."""
        ...

    async def keep_content(self, content_hash: bytes, text: bytes) -> None:
        """Keeps an owner's content file for as long as tables may need it."""
        ...

    async def content(self, content_hash: bytes) -> bytes | None:
        """A content file that was kept."""
        ...

    async def ping(self) -> None:
        """Returns if the store answers. Raises StoreAway."""
        ...

    async def close(self) -> None:
        """Ends subscriptions and connections."""
        ...


class Lobby(Protocol):
    """A read model of all tables, derived from their logs and repairable at any time."""

    async def mark(self, table_id: str, seq: int = 1) -> None:
        """Marks a table whose row will be out of date with the event `seq`; written before a lifecycle event."""
        ...

    async def put(
        self,
        table_id: str,
        row: bytes,
        seq: int,
        created_at_ms: int,
        ended_at_ms: int | None = None,
    ) -> None:
        """Replaces a table's row (a serialised ludoteca.v1.Table), unless a row of a later seq is there.

        Its mark goes if the row has the event that was announced. Another worker's may still be on its way: its mark stays.
        A table that has ended waits from then on to be put away; the latest time that was told counts.
        """
        ...

    async def ended(self, by_ms: int, most: int) -> list[str]:
        """Tables that had ended by then and wait to be put away, the first one first."""
        ...

    async def no_longer_waits(self, table_id: str) -> None:
        """Takes a table out of those that wait to be put away: it is, or it cannot be. Its row stays."""
        ...

    async def unmark(self, table_id: str, older_than_ms: int = 0) -> None:
        """Clears a mark that is older than this: the event that was announced has come to nothing."""
        ...

    async def marked(self, older_than_ms: int) -> list[str]:
        """Tables that were marked longer ago than this and not put since."""
        ...

    async def rows(self, after: str, count: int) -> tuple[list[bytes], str]:
        """Up to `count` rows, newest first, from the place `after` names; and the place of the next page (empty at the end)."""
        ...


class DueSets(Protocol):
    """When the clock has to look at each table next. A time may be too early, which costs a look, and never too late.

    A table's due time is a function of its log. An event after which the table is due earlier than before is
    announced here before it is appended, so that a worker's death at any moment loses no wake-up.
    """

    async def put(self, table_id: str, seq: int, due_at_ms: int, now_ms: int) -> None:
        """Announces the event `seq`, after which the table is due at `due_at_ms`.

        The table is looked at by then, and again until the log has reached `seq`, with this event or another one. With
        `due_at_ms` 0 it is looked at once more, also if a worker is looking at it right now.
        """
        ...

    async def claim(self, now_ms: int, lease_ms: int, most: int) -> Claimed:
        """Claims about `most` tables that are due. One that is not settled within the lease is due again."""
        ...

    async def settle(
        self, table_id: str, seq: int, next_at_ms: int | None, now_ms: int
    ) -> int | None:
        """Sets when the table is due next, as its log up to `seq` says; None: never again.

        Returns when it is looked at next, which is earlier if an event was announced that is not in that log.
        """
        ...

    async def put_off(self, table_id: str, until_ms: int) -> None:
        """Leaves a table alone that cannot be read."""
        ...

    async def forget(self, table_id: str) -> None:
        """Nothing will ever be due at the table: it is over, and its log put away."""
        ...


class Presence(Protocol):
    """Which seats are there, of the games that ask: each worker speaks for the streams it holds."""

    async def refresh(self, seats: Sequence[tuple[str, int]], for_ms: int) -> None:
        """Says that these seats (table id, seat) are there for so long."""
        ...

    async def there(self, table_id: str, seats: int) -> list[bool]:
        """Which of the table's seats are there."""
        ...


class Shelf(Protocol):
    """What the store knows of the logs that left it, and of the archive they went to.

    In the place of a log that is in the archive stands its last entry's id: nobody can begin a log anew there, or
    go on with it, and `EventLog` says InArchive.
    """

    async def put_away(self, table_id: str, head: EntryId) -> None:
        """Removes a log whose last entry is `head`. Nothing happens if it is away already.

        Raises:
            LostRace: the log has gone on, or is not there.
            StoreAway, StoreFull: it may have been removed; the same call finds out.
        """
        ...

    async def take_back(self, table_id: str, entries: Sequence[Entry]) -> None:
        """Puts a whole log back in its place, at once. Nothing happens if it is there.

        Raises:
            LostRace: another log is there, or was put away from there.
            StoreAway, StoreFull.
        """
        ...

    async def adopt(self, table_id: str, head: EntryId, *, known: EntryId = EMPTY) -> None:
        """Puts `head`, the id of an archived log's last entry, in the place of a log that ends at `known` here.

        Nothing happens if the log here ends otherwise.
        """
        ...

    async def archive_name(self) -> str | None:
        """The name of the archive that the logs went to; None if none ever did."""
        ...

    async def keep_archive_name(self, name: str) -> None:
        """Keeps the name of the archive that the logs go to. The first one that was kept stays."""
        ...

    async def hold(self, owner: str, for_ms: int) -> bool:
        """Takes or renews the lease of the worker that puts tables away. Whether `owner` has it, for `for_ms` from now."""
        ...


class Archive(Protocol):
    """Whole logs of finished tables, a file each, on a directory or in object storage.

    Every call raises ArchiveAway where there is no answer.
    """

    async def name(self) -> str | None:
        """The name it was given; None if it was never begun, or is not there (a file system that is not mounted)."""
        ...

    async def begin(self, name: str) -> None:
        """Gives an archive that has no name one."""
        ...

    async def put(self, table_id: str, entries: Sequence[Entry]) -> int:
        """Keeps a whole log; it was read back and found the same when this returns. The size of its file in bytes.

        Raises:
            CorruptLog: another history of the table is there. It stays.
        """
        ...

    async def read(self, table_id: str) -> list[Entry]:
        """A whole log, proved; empty if there is none. Raises CorruptLog."""
        ...

    def files(self) -> AsyncIterator[ArchivedFile]:
        """Every log, in the order of table ids."""
        ...

    async def sweep(self) -> int:
        """Removes what writers that died left half written long ago; how many files."""
        ...

    async def keep_content(self, content_hash: bytes, text: bytes) -> None:
        """Keeps an owner's content file beside the logs that need it."""
        ...

    async def content(self, content_hash: bytes) -> bytes | None:
        """A content file that was kept."""
        ...

    async def close(self) -> None:
        """Lets go of it."""
        ...
