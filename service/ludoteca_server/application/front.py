"""How far a followed table has been told: to its seats at once, to spectators as its spectator policy says (R34)."""

from __future__ import annotations

from collections import deque
from typing import TYPE_CHECKING, NamedTuple, Protocol

from ludoteca_core import Corrupt, Refold
from ludoteca_server.application.tables import corrupt_log

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from ludoteca_core import Table
    from ludoteca_server.application.tables import Hot, Tables
    from ludoteca_server.model.entry import Entry


HELD_MOST = 64
"""Events of one table that are held back in memory, each with the state after it (3 KB). Later ones wait in the log."""


class Notice(Protocol):
    """Makes the notice of one event."""

    def __call__(self, viewer: int | None, words: bool, /) -> bytes:
        """As `viewer` sees it."""
        ...


class News(NamedTuple):
    """One event of a followed table."""

    entry: Entry
    after: Table
    notice: Notice
    is_lifecycle: bool

    @property
    def seq(self) -> int:
        """Its place in the log."""
        return self.entry.id.seq


async def news_of(table_id: str, before: Table, entry: Entry, *, tables: Tables) -> News:
    """The news that the next entry of a log is; `before` is the table before it. Raises CorruptLog, StoreAway."""
    try:
        step = before.evolve(entry.event)
    except Refold:
        return await _taken_back(table_id, entry, tables)
    except Corrupt as error:
        raise corrupt_log(table_id, error) from error
    if step.table is None:
        return await _taken_back(table_id, entry, tables)
    return News(entry, step.table, step.notice, step.starts_or_ends)


async def _taken_back(table_id: str, entry: Entry, tables: Tables) -> News:
    table = await tables.at(table_id, entry.id.seq)

    def notice(viewer: int | None, words: bool, /) -> bytes:
        return table.notice_of_takeback(entry.event, viewer, words)

    return News(entry, table, notice, is_lifecycle=False)


class Front:
    """The table after the last event that one kind of viewer (the seats, or the public) was told."""

    def __init__(self, table: Table) -> None:
        self.table = table
        self._rendered: dict[tuple[str, int | None, bool], bytes] = {}

    @property
    def seq(self) -> int:
        """The last event that was told."""
        return self.table.seq

    def advance(self, after: Table) -> None:
        """Moves on: the next event was told, and `after` is the table after it."""
        self.table = after
        if self._rendered:
            self._rendered = {}

    def view(self, viewer: int | None, words: bool) -> bytes:
        """The view after the last event that was told, made once for each kind of viewer."""
        key = ("view", viewer, words)
        if key not in self._rendered:
            self._rendered[key] = self.table.view(viewer, words)
        return self._rendered[key]

    def offers(self, seat: int, words: bool) -> bytes:
        """The legal actions of a seat after the last event that was told."""
        key = ("offers", seat, words)
        if key not in self._rendered:
            self._rendered[key] = self.table.actions(seat, words)
        return self._rendered[key]


class Held:
    """The events that spectators of a table have not been told yet, oldest first: up to `HELD_MOST`, the rest is in the log."""

    @classmethod
    async def of(cls, table_id: str, hot: Hot, *, tables: Tables) -> tuple[Table, Held]:
        """The table as spectators see it now, and the events after that. Raises CorruptLog, StoreAway."""
        held = cls()
        if not hot.table.is_delayed:
            return hot.table, held
        async with tables.past:
            entries = await tables.entries(table_id, 1, hot.head.seq)
            shown = tables.shown_seq(table_id, entries)
            public = await tables.at(table_id, shown)
            await held._take_in(table_id, public, entries[shown : shown + HELD_MOST], tables)
        held._is_cut = shown + HELD_MOST < len(entries)
        return public, held

    def __init__(self) -> None:
        self._news: deque[News] = deque()
        self._is_cut = False
        """Whether the log has more untold events than are held here."""

    def __bool__(self) -> bool:
        """Whether anything is not told yet."""
        return bool(self._news) or self._is_cut

    def __len__(self) -> int:
        """How many events are held."""
        return len(self._news)

    @property
    def is_dry(self) -> bool:
        """Whether nothing is held, and the log has untold events: time for `read_on`."""
        return self._is_cut and not self._news

    def add(self, news: News) -> None:
        """Holds the next event back."""
        if self._is_cut or len(self._news) >= HELD_MOST:
            self._is_cut = True
        else:
            self._news.append(news)

    async def read_on(self, table_id: str, public: Table, head_seq: int, *, tables: Tables) -> None:
        """Reads the events after `public` from the log, up to `head_seq`, and holds them; nothing is held before.

        Events that are added while it reads are not held: call `goes_to` with the table's seq afterwards.

        Raises:
            CorruptLog, StoreAway.
        """
        upto = min(public.seq + HELD_MOST, head_seq)
        async with tables.past:
            entries = await tables.entries(table_id, public.seq + 1, upto)
            await self._take_in(table_id, public, entries, tables)

    def goes_to(self, head_seq: int) -> None:
        """Notes that the table is at `head_seq`: the log may have untold events behind those that are held."""
        self._is_cut = not self._news or self._news[-1].seq < head_seq

    async def _take_in(
        self, table_id: str, public: Table, entries: Sequence[Entry], tables: Tables
    ) -> None:
        """Holds `entries`, which follow `public`; all of them or, where one fails, none."""
        found: list[News] = []
        before = public
        for entry in entries:
            found.append(await news_of(table_id, before, entry, tables=tables))
            before = found[-1].after
        self._news.extend(found)

    def due(self, last: Table, now_ms: int) -> Iterator[News]:
        """Takes out the events that may be told when the log ends with `last`: all of them, once the table is over."""
        while self._news and (last.is_over or self._news[0].after.is_shown(last.seq, now_ms)):
            yield self._news.popleft()

    @property
    def next_at_ms(self) -> int | None:
        """When the oldest one may be told, in ms since 1970; None if that does not depend on the time."""
        return self._news[0].after.shown_at_ms if self._news else None
