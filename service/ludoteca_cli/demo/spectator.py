"""A spectator who keeps what the service tells: enough to compare with others."""

from __future__ import annotations

import asyncio
from typing import TYPE_CHECKING, Self

from ludoteca_client import Client

if TYPE_CHECKING:
    from types import TracebackType

    from ludoteca.v1 import table_pb2
    from ludoteca_client import LineState


class Spectator:
    """Follows one table over a connection of its own, from its first event to its end."""

    def __init__(self, address: str, table_id: str) -> None:
        self._client = Client(address)
        self._watch = self._client.watch(table_id, from_seq=1, words=False, on_line=self._on_line)
        self._table_id = table_id
        self._task: asyncio.Task[None] | None = None
        self._grew = asyncio.Condition()
        self._was_cut = False
        self.notices: list[table_pb2.Notice] = []
        self.reconnects = 0

    async def __aenter__(self) -> Self:
        self._task = asyncio.create_task(self._follow())
        return self

    async def __aexit__(
        self,
        kind: type[BaseException] | None,
        error: BaseException | None,
        trace: TracebackType | None,
    ) -> None:
        if self._task is not None:
            self._task.cancel()
            await asyncio.gather(self._task, return_exceptions=True)
        await self._client.close()

    async def worker_pid(self) -> int:
        """The process that serves this spectator's connection."""
        name = (await self._client.server()).worker
        return int(name.rpartition("-")[2])

    async def reached(self, count: int) -> None:
        """Returns when so many notices have come."""
        async with self._grew:
            await self._grew.wait_for(lambda: len(self.notices) >= count or self._is_over())

    async def end(self) -> None:
        """Returns when the table is over. Raises what ended the stream otherwise."""
        if self._task is not None:
            await self._task

    def told(self) -> list[bytes]:
        """The notices as bytes, in a form in which equal ones are equal."""
        return [notice.SerializeToString(deterministic=True) for notice in self.notices]

    def _is_over(self) -> bool:
        return self._task is None or self._task.done()

    def _on_line(self, state: LineState) -> None:
        if not state.connected:
            self._was_cut = True
        elif self._was_cut:
            self._was_cut = False
            self.reconnects += 1

    async def _follow(self) -> None:
        try:
            async with self._watch as watch:
                async for notice in watch:
                    self.notices.append(notice)
                    async with self._grew:
                        self._grew.notify_all()
        finally:
            async with self._grew:
                self._grew.notify_all()
