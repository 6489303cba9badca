"""The event log on Redis Streams (Redis >= 7 or Valkey): one stream a table, compare-and-append, sharded pub/sub."""

from __future__ import annotations

import asyncio
from typing import TYPE_CHECKING

from redis import exceptions as redis_errors

from ludoteca_server.eventlog import chain, keys
from ludoteca_server.eventlog.connection import Argument, Pipe, Reply
from ludoteca_server.eventlog.refusals import is_no_stream, meaning
from ludoteca_server.eventlog.scripts import Script
from ludoteca_server.eventlog.subscriber import Subscriber
from ludoteca_server.model.entry import EMPTY, Entry, EntryId
from ludoteca_server.model.errors import CorruptLog, InArchive, LostRace, StoreAway, StoreFull
from ludoteca_server.tally import Tally

if TYPE_CHECKING:
    from collections.abc import AsyncIterator, Sequence
    from contextlib import AbstractAsyncContextManager

    from ludoteca_server.eventlog.following import Follower

_PAGE = 2000
"""Entries of one range read: a long log does not hold the store or the memory of the worker for long."""


class RedisStreams:
    """`EventLog` on one primary. Appends and reads have a connection each, all subscriptions share a third."""

    def __init__(self, url: str, *, timeout_s: float = 5.0, tally: Tally | None = None) -> None:
        """`tally` is where the worker counts; a tool counts for nobody."""
        self._tally = tally or Tally()
        self._appends = Pipe(url, name="ludoteca-append", timeout_s=timeout_s, tally=self._tally)
        self._reads = Pipe(url, name="ludoteca-read", timeout_s=timeout_s)
        self._subscriber = Subscriber(url, timeout_s=timeout_s)
        self._append = Script("append.lua")

    async def append(self, table_id: str, head: EntryId, events: Sequence[bytes]) -> list[EntryId]:
        """Appends `events` behind `head` in one write; see the port."""
        if not events:
            return []
        ids = chain.links(table_id, head, events)
        stream, channel = keys.stream(table_id), keys.channel(table_id)
        calls = []
        before = head
        for entry_id, event in zip(ids, events, strict=True):
            calls.append((stream, str(before).encode(), str(entry_id).encode(), event, channel))
            before = entry_id
        loop = asyncio.get_running_loop()
        started_s = loop.time()
        replies = await self._append.run(self._appends, *calls, key_count=1)
        self._tally.append_seconds.observe(loop.time() - started_s)
        for stored, reply in enumerate(replies):
            if isinstance(reply, redis_errors.ResponseError):
                if is_no_stream(reply):
                    raise await self._put_away(table_id)
                raise self._refusal(reply, stored, len(events))
            outcome, there = _outcome(reply)
            if not outcome:
                raise LostRace(
                    f"Another event came first: the last seq is {there.seq}.", seq=there.seq
                )
        return ids

    def _refusal(self, error: redis_errors.ResponseError, stored: int, count: int) -> Exception:
        """What the caller of a refused append gets; a batch that got in half is not `nothing was stored`."""
        found = meaning(error, self._appends.where)
        if stored and isinstance(found, StoreFull):
            return StoreAway(f"{stored} of {count} events were stored. {found}")
        return found

    async def read(
        self, table_id: str, from_seq: int = 1, to_seq: int | None = None
    ) -> list[Entry]:
        """Reads and proves a range; see the port."""
        start = max(from_seq, 1)
        if to_seq is not None and to_seq < start:
            return []
        found = await self._pages(table_id, max(start - 1, 1), to_seq)
        last = found[-1].id.seq if found else max(start - 2, 0)
        if to_seq is not None and last < to_seq:
            await self._prove_end(table_id, last, to_seq)
        return chain.proved(table_id, start, found)

    async def _pages(self, table_id: str, start: int, end: int | None) -> list[Entry]:
        entries: list[Entry] = []
        while True:
            page = await self._range(table_id, start, end)
            entries += page
            if len(page) < _PAGE:
                return entries
            start = page[-1].id.seq + 1

    async def _prove_end(self, table_id: str, last: int, end: int) -> None:
        """Nothing was found in `last + 1 ..= end`: right at the log's end, a gap before it."""
        head = await self.head(table_id)
        if head.seq > last and not await self._range(table_id, last + 1, end):
            raise chain.gap(table_id, last + 1)

    async def _range(self, table_id: str, start: int, end: int | None) -> list[Entry]:
        last = "+" if end is None else end
        command = ("XRANGE", keys.stream(table_id), start, last, "COUNT", _PAGE)
        reply = await self._of_stream(table_id, command)
        return [_entry(table_id, item) for item in reply] if isinstance(reply, list) else []

    async def head(self, table_id: str) -> EntryId:
        """The last entry's id; see the port."""
        command = ("XREVRANGE", keys.stream(table_id), "+", "-", "COUNT", 1)
        reply = await self._of_stream(table_id, command)
        return _entry(table_id, reply[0]).id if isinstance(reply, list) and reply else EMPTY

    async def _of_stream(self, table_id: str, command: Sequence[Argument]) -> Reply:
        """What the stream answers. Raises InArchive: there is none any more, from one page to the next perhaps."""
        (reply,) = await self._reads.send(command)
        if isinstance(reply, redis_errors.ResponseError):
            if is_no_stream(reply):
                raise await self._put_away(table_id)
            raise meaning(reply, self._reads.where)
        return reply

    async def _put_away(self, table_id: str) -> StoreAway:
        """What the caller gets who meets no stream in the log's place: an id stands there."""
        (head,) = await self._reads.send(("GET", keys.stream(table_id)))
        if isinstance(head, bytes):
            return InArchive(table_id, chain.parse(head))
        return StoreAway(
            f"Table {table_id} is on its way back from the archive. Retry in a moment."
        )

    def follow(self, table_id: str) -> AbstractAsyncContextManager[Follower]:
        """Follows the log; see the port."""
        return self._subscriber.follow(table_id)

    async def table_ids(self) -> AsyncIterator[str]:
        """Every table that has a log, some perhaps twice; see the port."""
        cursor = b"0"
        while True:
            reply = await self._reads.ask(
                "SCAN", cursor, "MATCH", keys.STREAMS, "COUNT", 500, "TYPE", "stream"
            )
            match reply:
                case [bytes(cursor), list(page)]:
                    for name in page:
                        if isinstance(name, bytes):
                            yield keys.table_of(name)
            if cursor == b"0":
                return

    async def keep_content(self, content_hash: bytes, text: bytes) -> None:
        """Keeps an owner's content file for ever: old tables replay with it."""
        await self._appends.ask("SET", keys.content(content_hash), text)

    async def content(self, content_hash: bytes) -> bytes | None:
        """A content file that was kept."""
        reply = await self._reads.ask("GET", keys.content(content_hash))
        return reply if isinstance(reply, bytes) else None

    async def ping(self) -> None:
        """Returns if the store answers. Raises StoreAway."""
        await self._reads.ask("PING")

    async def close(self) -> None:
        """Ends subscriptions and connections."""
        await self._subscriber.close()
        await self._appends.close()
        await self._reads.close()


def _outcome(reply: Reply) -> tuple[bool, EntryId]:
    match reply:
        case [int(stored), bytes(entry_id)]:
            return bool(stored), chain.parse(entry_id)
    raise StoreAway(f"The store answers what append.lua does not say: {reply!r}")


def _entry(table_id: str, item: Reply) -> Entry:
    """An entry as XRANGE tells it. No `match`: it takes twice as long, and every replay passes here."""
    if not isinstance(item, list) or len(item) != 2 or not isinstance(item[0], bytes):
        raise CorruptLog(f"The log of table {table_id} cannot be read.", table_id, 0)
    entry_id = chain.parse(item[0])
    fields = item[1]
    if isinstance(fields, list) and len(fields) == 2 and fields[0] == b"e":
        event = fields[1]
        if isinstance(event, bytes):
            return Entry(entry_id, event)
    raise CorruptLog(
        f"The log of table {table_id} holds a foreign entry at seq {entry_id.seq}.",
        table_id,
        entry_id.seq,
    )
