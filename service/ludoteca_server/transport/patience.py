"""How long a message waits for its stream's reader."""

from __future__ import annotations

import asyncio
from typing import TYPE_CHECKING

from ludoteca_server.model.errors import SlowReader

if TYPE_CHECKING:
    from ludoteca_server.tally import Tally
    from ludoteca_server.transport.metadata import Context

_LOOKS = 4
"""So often in its time a write is looked at: it may wait a quarter longer."""


class Patience:
    """Ends the writes that wait too long: flow control holds up the write to a client that does not read, for ever.

    One timer looks at all of them, and only while some wait: a write costs an entry in a dict, not a timer of its own.
    """

    def __init__(self, at_most_s: float, *, tally: Tally) -> None:
        """Writes wait for `at_most_s`; 0: without a bound."""
        self._at_most_s = at_most_s
        self._tally = tally
        self._now = 0
        """Looks so far."""
        self._since: dict[asyncio.Task[object], int] = {}
        """The writes that wait, by task; the oldest first."""
        self._given_up: set[asyncio.Task[object]] = set()
        self._next_look: asyncio.TimerHandle | None = None

    async def write(self, context: Context, message: bytes) -> None:
        """Hands a message over.

        Raises SlowReader if that takes too long: gRPC has the message all the same, it comes before the status.
        """
        if not self._at_most_s:
            await context.write(message)
            return
        task = asyncio.current_task()
        assert task is not None  # noqa: S101  # a coroutine of a server's call runs in one
        self._since[task] = self._now
        if self._next_look is None:
            self._look_later()
        try:
            await context.write(message)
        except asyncio.CancelledError:
            if task not in self._given_up or task.uncancel():
                raise  # the client has gone, too
            self._tally.streams_evicted += 1
            raise SlowReader(self._at_most_s) from None
        finally:
            del self._since[task]
            self._given_up.discard(task)

    def _look_later(self) -> None:
        wait_s = self._at_most_s / _LOOKS
        self._next_look = asyncio.get_running_loop().call_later(wait_s, self._look)

    def _look(self) -> None:
        self._next_look = None
        self._now += 1
        for task, since in self._since.items():
            if self._now - since <= _LOOKS:
                break
            if task not in self._given_up:
                self._given_up.add(task)
                task.cancel()
        if self._since:
            self._look_later()
