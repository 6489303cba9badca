"""The event log on Redis Streams (Redis >= 7 or Valkey): one stream a table, compare-and-append, sharded pub/sub."""

from __future__ import annotations

import asyncio
from contextlib import suppress
from typing import TYPE_CHECKING, cast

from redis import exceptions as redis_errors

from ludoteca_server.eventlog import chain, keys
from ludoteca_server.eventlog.connection import BYTES_MAX
from ludoteca_server.eventlog.refusals import is_no_stream, meaning
from ludoteca_server.eventlog.rounds import Rounds
from ludoteca_server.eventlog.routing import open_carrier
from ludoteca_server.eventlog.scripts import Script
from ludoteca_server.eventlog.subscribers import Subscribers
from ludoteca_server.eventlog.topology import Topology
from ludoteca_server.model.durability import Durability, needs_replica
from ludoteca_server.model.entry import EMPTY, Entry, EntryId, History
from ludoteca_server.model.errors import (
    CorruptLog,
    InArchive,
    LostRace,
    LudotecaError,
    StoreAway,
    StoreFull,
)
from ludoteca_server.tally import Tally

if TYPE_CHECKING:
    from collections.abc import AsyncIterator, Sequence
    from contextlib import AbstractAsyncContextManager

    from ludoteca_server.eventlog.carrier import Argument, Carrier, Reply
    from ludoteca_server.eventlog.following import Follower

_PAGE = 2000
"""Entries of one range read: a long log does not hold the store or the memory of the worker for long."""


class RedisStreams:
    """`EventLog` on the servers of the store: on each, appends, reads and subscriptions have connections of their own.

    At the `node` levels appends and reads have two connections each (see `Pipe`), and an append does not publish, since
    nobody may hear of an event that no replica has: the writer publishes over a further one, once it is settled.
    """

    def __init__(
        self,
        url: str,
        *,
        timeout_s: float = 5.0,
        durability: Durability = "power",
        bytes_max: int = BYTES_MAX,
        tally: Tally | None = None,
    ) -> None:
        """`url`: one address, or several with commas between. `tally` is where the worker counts; a tool counts for nobody.

        `bytes_max`: bytes of appends to one server that may wait for it. Raises ValueError.
        """
        self._tally = tally or Tally()
        self.doubts = 0
        """See the port."""
        topology = Topology(url, timeout_s)

        def open_one(name: str, level: Durability, tally: Tally | None = None) -> Carrier:
            return open_carrier(
                url,
                name=name,
                timeout_s=timeout_s,
                durability=level,
                topology=topology,
                bytes_max=bytes_max,
                tally=tally,
                doubt=self._doubted,
            )

        self._appends = open_one("ludoteca-append", durability, self._tally)
        self._reads = open_one("ludoteca-read", durability)
        self._publishes = (
            open_one("ludoteca-publish", "process") if needs_replica(durability) else None
        )
        self._subscribers = Subscribers(topology, timeout_s=timeout_s)
        self._rounds: asyncio.Task[None] | None = None
        self._append = Script("append.lua")

    def _doubted(self) -> None:
        self.doubts += 1

    async def append(self, table_id: str, head: EntryId, events: Sequence[bytes]) -> list[EntryId]:
        """Appends `events` behind `head` in one write; see the port."""
        if not events:
            return []
        ids = chain.links(table_id, head, events)
        stream = keys.stream(table_id)
        channel = keys.channel(table_id) if self._publishes is None else b""
        texts = [b"%d-%d" % each for each in (head, *ids)]
        calls = [
            (stream, before, here, event, channel)
            for before, here, event in zip(texts, texts[1:], events, strict=False)
        ]
        loop = asyncio.get_running_loop()
        started_s = loop.time()
        replies = await self._append.run(self._appends, *calls, key_count=1)
        self._tally.append_seconds.observe(loop.time() - started_s)
        for stored, reply in enumerate(replies):
            if reply == [1, texts[stored + 1]]:
                continue
            if isinstance(reply, redis_errors.ResponseError):
                if is_no_stream(reply):
                    raise await self._put_away(table_id)
                raise self._refusal(reply, stored, len(events))
            outcome, there = _outcome(reply)
            if not outcome:
                raise LostRace(
                    f"Another event came first: the last seq is {there.seq}.", seq=there.seq
                )
        if self._publishes is not None:
            await self._publish(self._publishes, table_id, ids, events)
        return ids

    async def _publish(
        self, carrier: Carrier, table_id: str, ids: Sequence[EntryId], events: Sequence[bytes]
    ) -> None:
        """Tells followers of entries that are settled. Where it fails, the rounds find them."""
        channel = keys.channel(table_id)
        commands = [
            ("SPUBLISH", channel, str(entry_id).encode() + b"\n" + event)
            for entry_id, event in zip(ids, events, strict=True)
        ]
        with suppress(LudotecaError):
            await carrier.send(*commands)

    def _refusal(self, error: redis_errors.ResponseError, stored: int, count: int) -> Exception:
        """The error for an append that the store refused. StoreFull says that nothing was stored, so it is for a whole batch."""
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
        ids, events = await self._pages(table_id, max(start - 1, 1), to_seq)
        found = [Entry(chain.parse(each), event) for each, event in zip(ids, events, strict=True)]
        last = found[-1].id.seq if found else max(start - 2, 0)
        if to_seq is not None and last < to_seq:
            await self._prove_end(table_id, last, to_seq)
        return chain.proved(table_id, start, found)

    async def history(self, table_id: str, to_seq: int | None = None) -> History:
        """Reads and proves a whole log; see the port."""
        if to_seq is not None and to_seq < 1:
            return History([], EMPTY)
        ids, events = await self._pages(table_id, 1, to_seq)
        head = chain.proved_head(table_id, ids, events)
        if to_seq is not None and head.seq < to_seq:
            await self._prove_end(table_id, head.seq, to_seq)
        return History(events, head)

    async def _pages(
        self, table_id: str, start: int, end: int | None
    ) -> tuple[list[bytes], list[bytes]]:
        """Ids and events of a range."""
        ids, events = await self._range(table_id, start, end)
        count = len(ids)
        while count == _PAGE:
            page, more = await self._range(table_id, chain.parse(ids[-1]).seq + 1, end)
            ids += page
            events += more
            count = len(page)
        return ids, events

    async def _prove_end(self, table_id: str, last: int, end: int) -> None:
        """Nothing was found in `last + 1 ..= end`: right at the log's end, a gap before it."""
        head = await self.head(table_id)
        if head.seq > last and not (await self._range(table_id, last + 1, end))[0]:
            raise chain.gap(table_id, last + 1)

    async def _range(
        self, table_id: str, start: int, end: int | None
    ) -> tuple[list[bytes], list[bytes]]:
        """Ids and events of a range, or of its first page."""
        last = "+" if end is None else end
        command = ("XRANGE", keys.stream(table_id), start, last, "COUNT", _PAGE)
        return _parts(table_id, await self._of_stream(table_id, command))

    async def head(self, table_id: str) -> EntryId:
        """The last entry's id; see the port."""
        command = ("XREVRANGE", keys.stream(table_id), "+", "-", "COUNT", 1)
        return _last_id(table_id, await self._of_stream(table_id, command))

    async def _of_stream(self, table_id: str, command: Sequence[Argument]) -> Reply:
        """The reply to a command that reads a stream. Raises InArchive: it has left the store, perhaps between two pages."""
        (reply,) = await self._reads.send(command)
        if isinstance(reply, redis_errors.ResponseError):
            if is_no_stream(reply):
                raise await self._put_away(table_id)
            raise meaning(reply, self._reads.where)
        return reply

    async def _put_away(self, table_id: str) -> StoreAway:
        """The error for a caller that met no stream under the log's key.

        InArchive with the id that stands there, or StoreAway if the log is being brought back right now.
        """
        (head,) = await self._reads.send(("GET", keys.stream(table_id)))
        if isinstance(head, bytes):
            return InArchive(table_id, chain.parse(head))
        return StoreAway(
            f"Table {table_id} is on its way back from the archive. Retry in a moment."
        )

    async def _heads(self, table_ids: Sequence[str]) -> list[EntryId | None]:
        """The last entries' ids of logs, see `_head_of`."""
        commands = [("XREVRANGE", keys.stream(each), "+", "-", "COUNT", 1) for each in table_ids]
        replies = await self._reads.send(*commands)
        return list(map(_head_of, table_ids, replies))

    def follow(self, table_id: str) -> AbstractAsyncContextManager[Follower]:
        """Follows the log; see the port."""
        if self._publishes is not None and self._rounds is None:
            rounds = Rounds(self._subscribers.feeds, self._heads)
            self._rounds = asyncio.create_task(rounds.keep(), name="rounds")
        return self._subscribers.follow(table_id)

    async def table_ids(self) -> AsyncIterator[str]:
        """Every table that has a log, some perhaps twice; see the port."""
        for server in await self._reads.primaries():
            async for table_id in _tables_of(server):
                yield table_id

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
        if self._rounds is not None:
            self._rounds.cancel()
            await asyncio.wait([self._rounds])
        await self._subscribers.close()
        await self._appends.close()
        await self._reads.close()
        if self._publishes is not None:
            await self._publishes.close()


async def _tables_of(server: Carrier) -> AsyncIterator[str]:
    """Every table that has a log on one server."""
    cursor = b"0"
    while True:
        reply = await server.ask(
            "SCAN", cursor, "MATCH", keys.STREAMS, "COUNT", 500, "TYPE", "stream"
        )
        match reply:
            case [bytes(cursor), list(page)]:
                for name in page:
                    if isinstance(name, bytes):
                        yield keys.table_of(name)
        if cursor == b"0":
            return


def _outcome(reply: Reply) -> tuple[bool, EntryId]:
    match reply:
        case [int(stored), bytes(entry_id)]:
            return bool(stored), chain.parse(entry_id)
    raise StoreAway(f"The store answers what append.lua does not say: {reply!r}")


def _parts(table_id: str, reply: Reply) -> tuple[list[bytes], list[bytes]]:
    """Ids and events of entries as XRANGE tells them. A bare loop: every event that is read passes here.

    Raises:
        CorruptLog: an entry that is not ours.
    """
    ids: list[bytes] = []
    events: list[bytes] = []
    for item in cast("list[tuple[bytes, tuple[bytes, bytes]]]", reply or ()):
        try:
            entry_id, (name, event) = item
        except (TypeError, ValueError):
            raise _foreign(table_id, item) from None
        if name != b"e":
            raise _foreign(table_id, item)
        ids.append(entry_id)
        events.append(event)
    return ids, events


def _last_id(table_id: str, reply: Reply) -> EntryId:
    """The id of the entry that XREVRANGE tells; `EMPTY` if it tells none."""
    ids, _ = _parts(table_id, reply)
    return chain.parse(ids[0]) if ids else EMPTY


def _head_of(table_id: str, reply: Reply) -> EntryId | None:
    """The last entry's id; `EMPTY` for a log that is away or damaged, None where the server does not tell."""
    if isinstance(reply, redis_errors.ResponseError):
        return EMPTY if is_no_stream(reply) else None
    try:
        return _last_id(table_id, reply)
    except CorruptLog:
        # Its followers read the log and hear what is wrong; the followers of other tables do not wait for that.
        return EMPTY


def _foreign(table_id: str, item: Sequence[object]) -> CorruptLog:
    """Says that an entry is not ours."""
    entry_id = item[0]
    if not isinstance(entry_id, bytes):
        return CorruptLog(f"The log of table {table_id} cannot be read.", table_id, 0)
    seq = chain.parse(entry_id).seq
    return CorruptLog(
        f"The log of table {table_id} holds a foreign entry at seq {seq}.", table_id, seq
    )
