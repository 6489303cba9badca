"""Finds settled events that nobody has published: their writer died first, or gave up waiting for a replica."""

from __future__ import annotations

import asyncio
from typing import TYPE_CHECKING

from ludoteca_server.eventlog.lane import log_bug
from ludoteca_server.model.errors import LudotecaError

if TYPE_CHECKING:
    from collections.abc import Awaitable, Callable, Iterator, Sequence

    from ludoteca_server.eventlog.following import Feed
    from ludoteca_server.model.entry import EntryId

EVERY_S = 3.0
"""Seconds between two rounds: about the longest that followers miss such an event."""
_TABLES_AT_ONCE = 200


class Rounds:
    """Looks at all tables that are followed here, again and again.

    At the `node` levels the writer publishes what it has appended only when a replica has it: two steps, so it can die
    between them.
    """

    def __init__(
        self,
        feeds: Callable[[], Iterator[tuple[str, Feed]]],
        heads: Callable[[Sequence[str]], Awaitable[Sequence[EntryId | None]]],
    ) -> None:
        """`heads` tells the settled heads of tables; None where the server of one does not answer."""
        self._feeds = feeds
        self._heads = heads
        self._known: dict[str, EntryId | None] = {}

    async def keep(self) -> None:
        """Goes round until it is cancelled."""
        while True:
            await asyncio.sleep(EVERY_S)
            try:
                await self.go()
            except LudotecaError:  # the store is away: the next round finds what there is
                continue
            except Exception as error:  # nobody would go round again, and nobody would notice
                log_bug(error)

    async def go(self) -> None:
        """Looks at every followed table once. Raises StoreAway."""
        feeds = dict(self._feeds())
        known: dict[str, EntryId | None] = {}
        tables = list(feeds)
        for at in range(0, len(tables), _TABLES_AT_ONCE):
            some = tables[at : at + _TABLES_AT_ONCE]
            for table_id, head in zip(some, await self._heads(some), strict=True):
                feed, before = feeds[table_id], self._known.get(table_id)
                if head is not None and head not in (before, feed.last):
                    feed.lose()  # its followers read the log
                known[table_id] = before if head is None else head
        self._known = known
