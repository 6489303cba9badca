"""When tables are due, in sorted sets of the store; and which seats are there, in keys that expire."""

from __future__ import annotations

from typing import TYPE_CHECKING
from zlib import crc32

from redis import exceptions as redis_errors

from ludoteca_server.eventlog import keys
from ludoteca_server.eventlog.refusals import Lost, meaning
from ludoteca_server.eventlog.routing import open_carrier
from ludoteca_server.eventlog.scripts import Script
from ludoteca_server.model.due import Claimed, Wake

if TYPE_CHECKING:
    from collections.abc import Sequence

    from ludoteca_server.eventlog.carrier import Reply
    from ludoteca_server.model.durability import Durability


def shard_of(table_id: str) -> int:
    """The number of the due set that a table is in."""
    return crc32(table_id.encode()) % keys.DUE_SETS


class RedisDueSets:
    """`DueSets` in the store that holds the logs, in other slots than the tables."""

    def __init__(
        self, url: str, *, timeout_s: float = 5.0, durability: Durability = "power"
    ) -> None:
        """`url`: one address, or several with commas between. Raises ValueError."""
        self._pipe = open_carrier(
            url, name="ludoteca-due", timeout_s=timeout_s, durability=durability
        )
        self._put = Script("put_due.lua")
        self._claim = Script("claim_due.lua")
        self._settle = Script("settle_due.lua")

    async def put(self, table_id: str, seq: int, due_at_ms: int, now_ms: int) -> None:
        """Announces an event; see the port."""
        await self._run(self._put, table_id, seq, due_at_ms, now_ms)

    async def claim(self, now_ms: int, lease_ms: int, most: int) -> Claimed:
        """Claims what is due; see the port."""
        share = max(1, most // keys.DUE_SETS)
        calls = [
            (keys.due(shard), now_ms, now_ms + lease_ms, share) for shard in range(keys.DUE_SETS)
        ]
        wakes: list[Wake] = []
        later: list[int] = []
        has_more = False
        for reply in await self._claim.run(self._pipe, *calls, key_count=1):
            if isinstance(reply, Lost):
                continue  # the sets on the other servers are claimed: they do not wait for this one
            if isinstance(reply, redis_errors.ResponseError):
                raise meaning(reply, self._pipe.where)
            match reply:
                case [list(due), bytes(after)]:
                    found = _wakes(due)
                    wakes += found
                    has_more = has_more or len(found) == share
                    if after:
                        later.append(_time(after))
        return Claimed(wakes, min(later, default=None), has_more)

    async def settle(
        self, table_id: str, seq: int, next_at_ms: int | None, now_ms: int
    ) -> int | None:
        """Sets when the table is due next; see the port."""
        told = "" if next_at_ms is None else next_at_ms
        reply = await self._run(self._settle, table_id, seq, told, now_ms)
        return _time(reply) if isinstance(reply, bytes) and reply else None

    async def put_off(self, table_id: str, until_ms: int) -> None:
        """Leaves a table alone; see the port."""
        await self._pipe.ask("ZADD", keys.due(shard_of(table_id)), "XX", until_ms, table_id)

    async def forget(self, table_id: str) -> None:
        """Forgets a table; see the port."""
        shard = shard_of(table_id)
        replies = await self._pipe.send(
            ("ZREM", keys.due(shard), table_id), ("HDEL", keys.due_seqs(shard), table_id)
        )
        for reply in replies:
            if isinstance(reply, redis_errors.ResponseError):
                raise meaning(reply, self._pipe.where)

    async def close(self) -> None:
        """Ends the connection."""
        await self._pipe.close()

    async def _run(self, script: Script, table_id: str, *arguments: int | str) -> Reply:
        shard = shard_of(table_id)
        told = [each.encode() if isinstance(each, str) else each for each in arguments]
        call = (keys.due(shard), keys.due_seqs(shard), table_id.encode(), *told)
        (reply,) = await script.run(self._pipe, call, key_count=2)
        if isinstance(reply, redis_errors.ResponseError):
            raise meaning(reply, self._pipe.where)
        return reply


class RedisPresence:
    """`Presence` in the tables' own slots: a key a seat, for as long as a worker holds a stream of it."""

    def __init__(self, url: str, *, timeout_s: float = 5.0) -> None:
        self._pipe = open_carrier(url, name="ludoteca-presence", timeout_s=timeout_s)

    async def refresh(self, seats: Sequence[tuple[str, int]], for_ms: int) -> None:
        """Says that seats are there; see the port."""
        if not seats:
            return
        commands = [("SET", keys.presence(*seat), b"1", "PX", for_ms) for seat in seats]
        for reply in await self._pipe.send(*commands):
            if isinstance(reply, redis_errors.ResponseError):
                raise meaning(reply, self._pipe.where)

    async def there(self, table_id: str, seats: int) -> list[bool]:
        """Which seats are there; see the port."""
        names = [keys.presence(table_id, seat) for seat in range(seats)]
        reply = await self._pipe.ask("MGET", *names)
        found = reply if isinstance(reply, list) else []
        return [each is not None for each in found]

    async def close(self) -> None:
        """Ends the connection."""
        await self._pipe.close()


def _wakes(due: Sequence[Reply]) -> list[Wake]:
    texts = [item for item in due if isinstance(item, bytes)]
    pairs = zip(texts[::2], texts[1::2], strict=True)
    return [Wake(table_id.decode(), _time(at_ms)) for table_id, at_ms in pairs]


def _time(score: bytes) -> int:
    return int(float(score))
