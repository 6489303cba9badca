"""Locks by table."""

from __future__ import annotations

import asyncio
from collections import deque
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from types import TracebackType


class Locks:
    """A lock for each table. It exists only while it is held, so taking a free one costs an entry in a dict.

    Tasks get it in the order in which they asked.
    """

    def __init__(self) -> None:
        self._held: dict[str, deque[asyncio.Future[None]]] = {}
        """For each lock that is held, the tasks that wait for it, in order."""

    def of(self, table_id: str) -> Lock:
        """The table's lock."""
        return Lock(self._held, table_id)


class Lock:
    """Is held inside of `async with`."""

    __slots__ = ("_held", "_table_id")

    def __init__(self, held: dict[str, deque[asyncio.Future[None]]], table_id: str) -> None:
        """Use `Locks.of`."""
        self._held = held
        self._table_id = table_id

    async def __aenter__(self) -> None:
        """Returns once the lock is ours."""
        waiting = self._held.get(self._table_id)
        if waiting is None:
            self._held[self._table_id] = deque()
            return
        turn: asyncio.Future[None] = asyncio.get_running_loop().create_future()
        waiting.append(turn)
        try:
            await turn
        except asyncio.CancelledError:
            if turn.done() and not turn.cancelled():
                self._hand_on()  # it was ours already
            raise

    async def __aexit__(
        self,
        kind: type[BaseException] | None,
        error: BaseException | None,
        trace: TracebackType | None,
    ) -> None:
        """Hands the lock on."""
        self._hand_on()

    def _hand_on(self) -> None:
        waiting = self._held[self._table_id]
        while waiting:
            turn = waiting.popleft()
            if not turn.done():
                turn.set_result(None)
                return
        del self._held[self._table_id]
