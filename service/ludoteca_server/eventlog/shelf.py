"""What stays in the store of logs that went to the archive: an id in the log's place, and where they went."""

from __future__ import annotations

from typing import TYPE_CHECKING

from redis import exceptions as redis_errors

from ludoteca_server.eventlog import chain, keys
from ludoteca_server.eventlog.refusals import meaning
from ludoteca_server.eventlog.routing import open_carrier
from ludoteca_server.eventlog.scripts import Script
from ludoteca_server.model.entry import EMPTY
from ludoteca_server.model.errors import LostRace, StoreAway

if TYPE_CHECKING:
    from collections.abc import Sequence

    from ludoteca_server.eventlog.carrier import Reply
    from ludoteca_server.model.durability import Durability
    from ludoteca_server.model.entry import Entry, EntryId


class RedisShelf:
    """`Shelf` in the store that holds the logs, each in its own slot.

    A log is a stream or, once it is away, a string under the same key: it is never both, nor half of either.
    """

    def __init__(
        self, url: str, *, timeout_s: float = 5.0, durability: Durability = "power"
    ) -> None:
        """`url`: one address, or several with commas between. Raises ValueError."""
        self._pipe = open_carrier(
            url, name="ludoteca-shelf", timeout_s=timeout_s, durability=durability
        )
        self._put_away = Script("put_away.lua")
        self._adopt = Script("adopt.lua")
        self._take_back = Script("take_back.lua")
        self._hold = Script("hold.lua")

    async def put_away(self, table_id: str, head: EntryId) -> None:
        """Removes a log; see the port."""
        await self._swap(self._put_away, table_id, [str(head).encode()])

    async def take_back(self, table_id: str, entries: Sequence[Entry]) -> None:
        """Puts a log back; see the port."""
        told = [str(entries[-1].id).encode()]
        for entry in entries:
            told += [str(entry.id).encode(), entry.event]
        await self._swap(self._take_back, table_id, told)

    async def adopt(self, table_id: str, head: EntryId, *, known: EntryId = EMPTY) -> None:
        """Learns of a log in the archive; see the port."""
        await self._run(
            self._adopt, keys.stream(table_id), [str(head).encode(), str(known).encode()]
        )

    async def archive_name(self) -> str | None:
        """Where the logs went; see the port."""
        name = await self._pipe.ask("GET", keys.ARCHIVE_NAME)
        return name.decode() if isinstance(name, bytes) else None

    async def keep_archive_name(self, name: str) -> None:
        """Says where the logs go; see the port."""
        await self._pipe.ask("SET", keys.ARCHIVE_NAME, name, "NX")

    async def hold(self, owner: str, for_ms: int) -> bool:
        """Takes or keeps the lease; see the port."""
        return await self._run(self._hold, keys.ARCHIVE_HOLDER, [owner.encode(), for_ms]) == 1

    async def close(self) -> None:
        """Ends the connection."""
        await self._pipe.close()

    async def _swap(self, script: Script, table_id: str, told: Sequence[bytes]) -> None:
        match await self._run(script, keys.stream(table_id), told):
            case [1, _]:
                return
            case [0, bytes(head)]:
                there = chain.parse(head)
                raise LostRace(
                    f"The log of table {table_id} is another one: its last seq is {there.seq}.",
                    seq=there.seq,
                )
            case reply:
                raise StoreAway(f"The store answers what no script of ours says: {reply!r}")

    async def _run(self, script: Script, key: bytes, told: Sequence[bytes | int]) -> Reply:
        (reply,) = await script.run(self._pipe, (key, *told), key_count=1)
        if isinstance(reply, redis_errors.ResponseError):
            raise meaning(reply, self._pipe.where)
        return reply
