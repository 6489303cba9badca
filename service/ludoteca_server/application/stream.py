"""An open stream: the past from the logs, then live, without a gap and without a repetition."""

from __future__ import annotations

from contextlib import AsyncExitStack, asynccontextmanager
from dataclasses import dataclass
from typing import TYPE_CHECKING

from ludoteca_server.application.feed import Listener
from ludoteca_server.application.sight import closed
from ludoteca_server.application.tables import from_the_future
from ludoteca_server.model.errors import Draining, MalformedRequest, SlowReader
from ludoteca_server.model.stream import Live, Offered, Seen, Told

if TYPE_CHECKING:
    from collections.abc import AsyncGenerator, AsyncIterator, Iterator, Sequence

    from ludoteca_server.application.feed import Feed
    from ludoteca_server.application.hub import Hub
    from ludoteca_server.application.inbox import Inbox
    from ludoteca_server.application.tables import Tables
    from ludoteca_server.model.stream import Follow, StreamItem, Wishes

GROUP_MOST = 64
"""Items in one group at most. What was taken out of the inbox is no longer counted by its bounds, so this is one too."""
PAGE = 256
"""The fewest notices that are made from a log at once."""
_PAGES_MOST = 8
"""The most pages of one catch-up. Each folds the log from its first event, so a long log gets large pages, not many."""


@dataclass(slots=True)
class _Followed:
    """A table of the stream."""

    feed: Feed
    listener: Listener
    next_seq: int
    """The first seq not sent."""
    is_live: bool = False
    owes_tail: bool = True
    """Whether a view or offers are due at the tail of the burst."""


class Stream:
    """Notices of the tables it follows, as its caller may see them, and answers, in order."""

    def __init__(
        self,
        inbox: Inbox,
        caller: bytes | None,
        wishes: Wishes,
        stack: AsyncExitStack,
        hub: Hub,
        tables: Tables,
    ) -> None:
        """Use `open_stream`."""
        self.inbox = inbox
        self._caller = caller
        self._wishes = wishes
        self._has_tails = wishes.views or wishes.offers
        self._stack = stack
        self._hub = hub
        self._tables = tables
        self._followed: dict[str, _Followed] = {}

    async def follow(self, follow: Follow) -> Feed:
        """Follows a table. Raises NoSuchTable, SeqFromTheFuture, MalformedRequest, CorruptLog, StoreAway."""
        table_id = follow.table_id
        if table_id in self._followed:
            raise MalformedRequest(f"Table {table_id} is named twice.", "named_twice")
        hot = await self._tables.fresh(table_id)
        last = hot.head.seq
        seat = None if self._caller is None else hot.table.seat_of(self._caller)
        if seat is None and hot.table.is_closed:
            raise closed(table_id)
        # A spectator who is told late does not hear how far the table is; one who resumes may be ahead of this clock.
        is_late = seat is None and hot.table.is_delayed
        if follow.from_seq > last + 1 and not is_late:
            raise from_the_future(table_id, follow.from_seq, last)
        listener = Listener(self.inbox, self._caller, self._wishes.words)
        feed = await self._stack.enter_async_context(self._hub.follow(table_id, listener))
        if listener.viewer is None and feed.table.is_closed:
            raise closed(table_id)
        if listener.viewer is None and feed.table.is_delayed:
            last = feed.front(None).seq
        self._followed[table_id] = _Followed(feed, listener, follow.from_seq or last + 1)
        self.inbox.fall_behind(table_id)
        return feed

    async def groups(self) -> AsyncGenerator[list[StreamItem], None]:
        """The stream's items in order: in groups of what waits together if the caller asked for that, else one by one.

        No group is empty. Ends when the inbox is closed.

        Raises:
            Draining: the worker goes down; it names where to resume.
            LudotecaError, CoreError: what ended a feed, or the reading of a log.
        """
        most = GROUP_MOST if self._wishes.groups else 1
        while await self.inbox.news():
            group = self._waiting(most)
            if group is None:
                async for told in self._read_the_log():
                    yield [told]
            elif group:
                yield group
            if self._has_tails and self.inbox.is_empty:
                for tail in self._tails():
                    yield [tail]
        if self.inbox.is_draining:
            raise Draining(
                "This worker is going down: connect again and resume from the seq named.",
                self.resume(),
            )

    def resume(self, unsent: Sequence[StreamItem] = ()) -> dict[str, int]:
        """For each table the first seq that was not sent. `unsent`: items that were yielded and not sent after all."""
        seqs = {table_id: each.next_seq for table_id, each in self._followed.items()}
        for item in unsent:
            if isinstance(item, Told):
                seqs[item.table_id] = min(seqs[item.table_id], item.seq)
        return seqs

    def _waiting(self, most: int) -> list[StreamItem] | None:
        """The next group, with the tails if the inbox is empty behind it; None if a log has to be read.

        Empty if everything that waited had been sent before, from the log.
        """
        item: StreamItem | None = self.inbox.take()
        if item is None:
            return None
        group: list[StreamItem] = []
        while item is not None:
            if not isinstance(item, Told) or self._is_next(item):
                group.append(item)
            item = self.inbox.take() if len(group) < most else None
        if most > 1 and self._has_tails and self.inbox.is_empty:
            group.extend(self._tails())
        return group

    def _is_next(self, told: Told) -> bool:
        followed = self._followed[told.table_id]
        if told.seq > followed.next_seq:
            self.inbox.fall_behind(told.table_id)
        if told.seq != followed.next_seq:
            return False
        followed.next_seq += 1
        followed.owes_tail = True
        return True

    async def _read_the_log(self) -> AsyncIterator[Told | Live]:
        table_id = self.inbox.take_behind()
        if table_id is None:
            return
        followed = self._followed[table_id]
        viewer = followed.listener.viewer
        last = followed.feed.front(viewer).seq  # what comes later waits in the inbox
        page_size = max(PAGE, -(-last // _PAGES_MOST))
        while followed.next_seq <= last:
            # The seat may have been lost since: then the public's front bounds the rest.
            viewer = followed.listener.viewer
            last = min(last, followed.feed.front(viewer).seq)
            upto = min(last, followed.next_seq + page_size - 1)
            for notice in await self._page(table_id, followed, viewer, upto):
                seq = followed.next_seq
                followed.next_seq += 1
                followed.owes_tail = True
                yield Told(table_id, seq, notice, followed.feed.archived)
        if not followed.is_live:
            followed.is_live = True
            yield Live(table_id, followed.next_seq - 1)

    async def _page(
        self, table_id: str, followed: _Followed, viewer: int | None, upto: int
    ) -> list[bytes]:
        """Notices from the followed table's next seq up to `upto`.

        Only they are kept, not the log that they are made from: a stream whose client does not read waits with them.
        """
        async with self._tables.past:
            entries = await self._tables.entries(table_id, 1, upto)
            return await self._tables.notices(
                table_id, entries, followed.next_seq, viewer, self._wishes.words
            )

    def _tails(self) -> Iterator[Seen | Offered]:
        words = self._wishes.words
        for table_id, followed in self._followed.items():
            feed, viewer = followed.feed, followed.listener.viewer
            front = feed.front(viewer)
            if not followed.owes_tail or front.seq != followed.next_seq - 1:
                continue
            followed.owes_tail = False
            if self._wishes.views:
                yield Seen(table_id, front.view(viewer, words), feed.archived)
            if self._wishes.offers and viewer is not None:
                yield Offered(front.offers(viewer, words))


@asynccontextmanager
async def open_stream(
    caller: bytes | None, wishes: Wishes, *, hub: Hub, tables: Tables
) -> AsyncIterator[Stream]:
    """A stream of `caller`, for as long as it is open. Raises Draining.

    A SlowReader that comes out of it says from then on where to resume.
    """
    with hub.inbox() as inbox:
        async with AsyncExitStack() as stack:
            stream = Stream(inbox, caller, wishes, stack, hub, tables)
            try:
                yield stream
            except SlowReader as slow:
                slow.resume = stream.resume(slow.unsent)
                raise
