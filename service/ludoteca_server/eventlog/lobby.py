"""The lobby in the store: rows by table, their order by age, and marks of rows that may be out of date."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

from redis import exceptions as redis_errors

from ludoteca_server.eventlog import keys
from ludoteca_server.eventlog.refusals import meaning
from ludoteca_server.eventlog.routing import open_carrier
from ludoteca_server.eventlog.scripts import Script
from ludoteca_server.model.errors import MalformedRequest

if TYPE_CHECKING:
    from collections.abc import Sequence

    from ludoteca_server.eventlog.carrier import Reply
    from ludoteca_server.model.durability import Durability

_PLACE = re.compile(r"[0-9]{16}:[\x21-\x7e]{1,100}")
_LATEST_MS = 10**16 - 1
KEYS = (
    keys.LOBBY_ROWS,
    keys.LOBBY_ORDER,
    keys.LOBBY_MARKS,
    keys.LOBBY_ENDED,
    keys.LOBBY_MARK_SEQS,
)
"""All that the lobby keeps, in the order in which put_row.lua wants it."""
_MARKS = (keys.LOBBY_MARKS, keys.LOBBY_MARK_SEQS)


def place(created_at_ms: int, table_id: str) -> str:
    """Where a table stands in the order of all tables: by age, then by id.

    The times of an imported record are whatever its maker wrote: one that does not fit counts as the latest.
    """
    return f"{min(created_at_ms, _LATEST_MS):016d}:{table_id}"


def read_place(after: str) -> str | None:
    """The place a page token names; None for the first page. Raises MalformedRequest."""
    if not after:
        return None
    if not _PLACE.fullmatch(after):
        raise MalformedRequest("The page token is none that this server gave out.", "bad_page")
    return after


class RedisLobby:
    """`Lobby` in the store that holds the logs. All of it can be made anew from them."""

    def __init__(
        self, url: str, *, timeout_s: float = 5.0, durability: Durability = "power"
    ) -> None:
        """`url`: one address, or several with commas between. Raises ValueError."""
        self._pipe = open_carrier(
            url, name="ludoteca-lobby", timeout_s=timeout_s, durability=durability
        )
        self._mark = Script("mark.lua")
        self._marked = Script("marked.lua")
        self._put_row = Script("put_row.lua")
        self._unmark = Script("unmark.lua")

    async def mark(self, table_id: str, seq: int = 1) -> None:
        """Marks a table; see the port."""
        await self._run(self._mark, [*_MARKS, table_id.encode(), seq], len(_MARKS))

    async def put(
        self,
        table_id: str,
        row: bytes,
        seq: int,
        created_at_ms: int,
        ended_at_ms: int | None = None,
    ) -> None:
        """Replaces a row; see the port."""
        order = place(created_at_ms, table_id).encode()
        ended: bytes | int = b"" if ended_at_ms is None else ended_at_ms
        told: list[bytes | int] = [table_id.encode(), seq, row, order, ended]
        await self._run(self._put_row, [*KEYS, *told], len(KEYS))

    async def ended(self, by_ms: int, most: int) -> list[str]:
        """Tables that wait to be put away; see the port."""
        limits = ("BYSCORE", "LIMIT", 0, most)
        return _texts(await self._pipe.ask("ZRANGE", keys.LOBBY_ENDED, "-inf", by_ms, *limits))

    async def no_longer_waits(self, table_id: str) -> None:
        """Clears a table that waited; see the port."""
        await self._pipe.ask("ZREM", keys.LOBBY_ENDED, table_id)

    async def unmark(self, table_id: str, older_than_ms: int = 0) -> None:
        """Clears a mark; see the port."""
        await self._run(self._unmark, [*_MARKS, table_id.encode(), older_than_ms], len(_MARKS))

    async def marked(self, older_than_ms: int) -> list[str]:
        """Old marks; see the port."""
        return _texts(await self._run(self._marked, [keys.LOBBY_MARKS, older_than_ms], 1))

    async def rows(self, after: str, count: int) -> tuple[list[bytes], str]:
        """A page of rows; see the port."""
        last = read_place(after)
        start = "+" if last is None else f"({last}"
        places = _texts(
            await self._pipe.ask("ZREVRANGEBYLEX", keys.LOBBY_ORDER, start, "-", "LIMIT", 0, count)
        )
        if not places:
            return [], ""
        tables = [one.partition(":")[2] for one in places]
        stored = await self._pipe.ask("HMGET", keys.LOBBY_ROWS, *tables)
        values = stored if isinstance(stored, list) else []
        rows = [value.partition(b":")[2] for value in values if isinstance(value, bytes)]
        return rows, places[-1] if len(places) == count else ""

    async def close(self) -> None:
        """Ends the connection."""
        await self._pipe.close()

    async def _run(self, script: Script, call: Sequence[bytes | int], key_count: int) -> Reply:
        (reply,) = await script.run(self._pipe, call, key_count=key_count)
        if isinstance(reply, redis_errors.ResponseError):
            raise meaning(reply, self._pipe.where)
        return reply


def _texts(reply: Reply) -> list[str]:
    if not isinstance(reply, list):
        return []
    return [item.decode() for item in reply if isinstance(item, bytes)]
