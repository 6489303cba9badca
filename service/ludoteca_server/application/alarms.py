"""Which tables this worker has to look at, and when: the due sets, and what it knows of them between two claims."""

from __future__ import annotations

import asyncio
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Sequence

    from ludoteca_core import Step, Table
    from ludoteca_server.application.ports import Clock, DueSets
    from ludoteca_server.model.due import Wake

POLL_MS = 250
"""How often a worker asks the sets for times that others have set. Who set one wakes by itself, so this delay is felt only
where that worker dies."""
LEASE_MS = 1_000
"""How long a worker has for a table that it claimed before another one looks after it."""
PUT_OFF_MS = 600_000
"""How long a table that cannot be read is left alone."""
LEAD_MS = 50
"""How long before its due time a table is claimed, so that claiming and reading are done when it is due."""
_CLAIMS_MOST = 256
_PAUSE_MS = 20
"""The shortest time between two claims: tables that fall due within it are claimed together."""


class Alarms:
    """The due sets as one worker uses them."""

    def __init__(self, sets: DueSets, *, clock: Clock) -> None:
        self._sets = sets
        self._clock = clock
        self._next_ms = 0
        self._sooner = asyncio.Event()

    async def announce(
        self, table_id: str, before: Table, steps: Sequence[Step], *, claimed: bool
    ) -> None:
        """Before events are appended: sees to it that the table is looked at when it is due after them.

        Most events put off what is due, and need nothing: the table is looked at too early then. `claimed`: this
        worker settles the table afterwards.
        """
        now_ms = self._clock.now_ms()
        last_ms = before.due_at_ms
        first_ms: int | None = None
        is_sooner = False
        for step in steps:
            after = step.table
            # After a takeback only a fold of the log can say: look at once.
            due_ms = now_ms if after is None else after.due_at_ms
            if due_ms is not None:
                is_sooner = is_sooner or _comes_sooner(last_ms, due_ms, now_ms, claimed)
                first_ms = due_ms if first_ms is None else min(first_ms, due_ms)
            last_ms = due_ms
        if is_sooner and first_ms is not None:
            await self.put(table_id, steps[-1].seq, first_ms)

    async def put(self, table_id: str, seq: int, due_at_ms: int) -> None:
        """Announces the event `seq`. Raises StoreAway, StoreFull."""
        await self._sets.put(table_id, seq, due_at_ms, self._clock.now_ms())
        self._expect(due_at_ms - LEAD_MS)

    async def settle(self, table_id: str, seq: int, next_at_ms: int | None) -> None:
        """Says when the table as of `seq` is due next. Raises StoreAway, StoreFull."""
        found = await self._sets.settle(table_id, seq, next_at_ms, self._clock.now_ms())
        if found is not None:
            self._expect(found - LEAD_MS)

    async def put_off(self, table_id: str) -> None:
        """Leaves a table alone for some time. Raises StoreAway, StoreFull."""
        await self._sets.put_off(table_id, self._clock.now_ms() + PUT_OFF_MS)

    async def claim(self, lead_ms: int = 0) -> list[Wake]:
        """What is due in `lead_ms` and nobody else looks after. Raises StoreAway, StoreFull."""
        now_ms = self._clock.now_ms()
        self._next_ms = now_ms + POLL_MS
        self._sooner.clear()
        claimed = await self._sets.claim(now_ms + lead_ms, LEASE_MS, _CLAIMS_MOST)
        if claimed.has_more:
            self._expect(now_ms)
        if claimed.next_at_ms is not None:
            self._expect(claimed.next_at_ms - LEAD_MS)
        return claimed.wakes

    async def until(self, at_ms: int) -> None:
        """Returns when it is time to look at a table that was claimed before."""
        left_ms = at_ms - self._clock.now_ms()
        while left_ms > 0:
            await asyncio.sleep(left_ms / 1000)
            left_ms = at_ms - self._clock.now_ms()

    async def wait(self) -> None:
        """Returns when it is time to look at the sets."""
        await asyncio.sleep(_PAUSE_MS / 1000)
        while (left_ms := self._next_ms - self._clock.now_ms()) > 0:
            self._sooner.clear()
            try:
                async with asyncio.timeout(min(left_ms, POLL_MS) / 1000):
                    await self._sooner.wait()
            except TimeoutError:
                continue

    def _expect(self, due_at_ms: int) -> None:
        if due_at_ms < self._next_ms:
            self._next_ms = due_at_ms
            self._sooner.set()


def _comes_sooner(before_ms: int | None, after_ms: int, now_ms: int, claimed: bool) -> bool:
    """Whether the set may not know of what is due after an event.

    It knows what was due before it, unless that had been put off (an alarm that nobody drove in time).
    """
    if before_ms is None or after_ms < before_ms:
        return True
    return not claimed and 0 < before_ms <= now_ms
