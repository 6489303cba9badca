"""Logs as the caller may see them: the past, then live."""

from __future__ import annotations

from contextlib import aclosing
from typing import TYPE_CHECKING

from ludoteca_server.application.stream import open_stream
from ludoteca_server.model.errors import MalformedRequest

if TYPE_CHECKING:
    from collections.abc import AsyncGenerator, Sequence

    from ludoteca_server.application.hub import Hub
    from ludoteca_server.application.tables import Tables
    from ludoteca_server.model.stream import Follow, StreamItem, Wishes

FOLLOWS_MOST = 100


async def watch(
    follows: Sequence[Follow], wishes: Wishes, caller: bytes | None, *, hub: Hub, tables: Tables
) -> AsyncGenerator[StreamItem, None]:
    """Notices of every table from its seq on, without end.

    Where the caller's token holds a seat, the table is told as that seat sees it.

    Raises:
        MalformedRequest: no table, over a hundred, or one twice.
        NoSuchTable, SeqFromTheFuture, CorruptLog, StoreAway, Draining.
    """
    if not 1 <= len(follows) <= FOLLOWS_MOST:
        raise MalformedRequest(f"A stream follows 1 to {FOLLOWS_MOST} tables.", "bad_field")
    async with open_stream(caller, wishes, hub=hub, tables=tables) as stream:
        for follow in follows:
            await stream.follow(follow)
        async with aclosing(stream.groups()) as groups:
            async for group in groups:
                for item in group:
                    yield item
