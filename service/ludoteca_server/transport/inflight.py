"""The calls that a worker lets finish before it ends."""

from __future__ import annotations

import asyncio
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from ludoteca_server.transport.metadata import AnyContext


class InFlight:
    """Calls that are open."""

    def __init__(self) -> None:
        self._open: set[AnyContext] = set()
        self._ended: asyncio.Event | None = None
        """Set when none is left; there is one as soon as somebody waits for that."""

    def begin(self, context: AnyContext) -> None:
        """A call has come."""
        self._open.add(context)

    def end(self, context: AnyContext) -> None:
        """A call's handler is through. Its answer may still be on its way, which counts for who waits."""
        if self._ended is None:  # a callback makes a circle of references: not for every call
            self._open.discard(context)
        elif context in self._open:
            context.add_done_callback(self.forget)  # type: ignore[arg-type]  # the stubs' gap

    def forget(self, context: AnyContext) -> None:
        """Nobody is to wait for this call any more."""
        self._open.discard(context)
        if self._ended is not None and not self._open:
            self._ended.set()

    async def ended(self) -> None:
        """Returns when none is open."""
        self._ended = asyncio.Event()
        if self._open:
            await self._ended.wait()
