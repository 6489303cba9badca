"""Wakes spectators' streams a few at a time, so that a call which comes meanwhile does not wait for all of them."""

from __future__ import annotations

import asyncio
from collections import deque
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from ludoteca_server.application.inbox import Inbox

ROUND = 16
"""Streams that are woken in one turn of the loop: half a millisecond of writing, between which calls are served."""


class Rounds:
    """The streams of a worker that have to be woken, in order."""

    def __init__(self) -> None:
        self._asleep: deque[Inbox] = deque()

    def add(self, inbox: Inbox) -> None:
        """Wakes a stream when its turn comes."""
        if not self._asleep:
            asyncio.get_running_loop().call_soon(self._wake)
        self._asleep.append(inbox)

    def _wake(self) -> None:
        for _ in range(min(ROUND, len(self._asleep))):
            self._asleep.popleft().wake()
        if self._asleep:
            asyncio.get_running_loop().call_soon(self._wake)
