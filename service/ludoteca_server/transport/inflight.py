"""The calls that a worker lets finish before it ends."""

from __future__ import annotations

import asyncio
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from ludoteca_server.transport.metadata import AnyContext


class InFlight:
    """Calls that are open, until gRPC has their status or their client has gone."""

    def __init__(self) -> None:
        self._open: set[AnyContext] = set()
        self._ended: asyncio.Event | None = None
        """Set when none is left; there is one only while somebody waits for that."""

    def add(self, context: AnyContext) -> None:
        """A call has come."""
        self._open.add(context)
        context.add_done_callback(self.leave)  # type: ignore[arg-type]  # the stubs' gap

    def leave(self, context: AnyContext) -> None:
        """A call is over, or nobody is to wait for it any more."""
        self._open.discard(context)
        if self._ended is not None and not self._open:
            self._ended.set()

    async def ended(self) -> None:
        """Returns when none is open."""
        if self._open:
            self._ended = asyncio.Event()
            await self._ended.wait()
