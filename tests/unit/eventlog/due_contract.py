"""What all due sets and all presence keep: run against those in memory and in a real Valkey alike."""

from __future__ import annotations

import uuid
from typing import TYPE_CHECKING

import pytest

from ludoteca_server.model.due import Wake

if TYPE_CHECKING:
    from ludoteca_server.application.ports import DueSets, Presence

NOW_MS = 1_800_000_000_000
LEASE_MS = 1_000


@pytest.fixture
def name() -> str:
    """A table that no other test uses."""
    return uuid.uuid4().hex


class DueSetsContract:
    """Needs the fixture `due_sets`: empty ones."""

    async def claim(self, due_sets: DueSets, at_ms: int) -> list[Wake]:
        return (await due_sets.claim(at_ms, LEASE_MS, 256)).wakes

    async def test_a_table_that_is_forgotten_is_never_due(
        self, due_sets: DueSets, name: str
    ) -> None:
        await due_sets.put(name, 5, NOW_MS, NOW_MS)
        await due_sets.forget(name)
        claimed = await due_sets.claim(NOW_MS + 1, 1_000, 10_000)
        assert name not in [wake.table_id for wake in claimed.wakes]
        assert await due_sets.settle(name, 1, None, NOW_MS) is None, "nothing is announced any more"
        await due_sets.forget(name)

    async def test_a_table_is_claimed_when_it_is_due_and_by_one_worker(
        self, due_sets: DueSets, name: str
    ) -> None:
        await due_sets.put(name, 1, NOW_MS + 50, NOW_MS)
        early = await due_sets.claim(NOW_MS + 49, LEASE_MS, 256)
        assert (early.wakes, early.next_at_ms, early.has_more) == ([], NOW_MS + 50, False)
        assert await self.claim(due_sets, NOW_MS + 50) == [Wake(name, NOW_MS + 50)]
        assert await self.claim(due_sets, NOW_MS + 50) == []

    async def test_a_claim_ends_with_its_lease(self, due_sets: DueSets, name: str) -> None:
        await due_sets.put(name, 1, NOW_MS, NOW_MS)
        assert await self.claim(due_sets, NOW_MS) == [Wake(name, NOW_MS)]
        assert await self.claim(due_sets, NOW_MS + LEASE_MS - 1) == []
        again = await self.claim(due_sets, NOW_MS + LEASE_MS)
        assert again == [Wake(name, NOW_MS + LEASE_MS)]

    async def test_the_earliest_of_what_was_announced_counts(
        self, due_sets: DueSets, name: str
    ) -> None:
        for seq, due_ms in ((1, 500), (2, 100), (3, 900)):
            await due_sets.put(name, seq, NOW_MS + due_ms, NOW_MS)
        assert await self.claim(due_sets, NOW_MS + 100) == [Wake(name, NOW_MS + 100)]

    async def test_who_has_seen_the_log_says_when_it_is_due_next(
        self, due_sets: DueSets, name: str
    ) -> None:
        await due_sets.put(name, 1, NOW_MS, NOW_MS)
        await self.claim(due_sets, NOW_MS)
        assert await due_sets.settle(name, 1, NOW_MS + 5_000, NOW_MS) == NOW_MS + 5_000
        assert await self.claim(due_sets, NOW_MS + LEASE_MS) == []
        assert await self.claim(due_sets, NOW_MS + 5_000) == [Wake(name, NOW_MS + 5_000)]
        assert await due_sets.settle(name, 7, None, NOW_MS) is None
        assert await self.claim(due_sets, NOW_MS + 99_999) == []

    async def test_who_has_not_seen_an_announced_event_looks_again(
        self, due_sets: DueSets, name: str
    ) -> None:
        await due_sets.put(name, 3, NOW_MS, NOW_MS)
        await self.claim(due_sets, NOW_MS)
        assert await due_sets.settle(name, 2, NOW_MS + 9_000, NOW_MS + 10) == NOW_MS + 110
        assert await self.claim(due_sets, NOW_MS + 110) == [Wake(name, NOW_MS + 110)]
        later_ms = NOW_MS + 2_000
        assert await due_sets.settle(name, 2, NOW_MS + 9_000, later_ms) == later_ms + 2_000
        assert await due_sets.settle(name, 2, later_ms + 5, later_ms) == later_ms + 5
        hour_ms = NOW_MS + 3_600_000
        assert await due_sets.settle(name, 2, hour_ms * 2, hour_ms) == hour_ms + 60_000
        assert await due_sets.settle(name, 3, hour_ms + 7, hour_ms) == hour_ms + 7, "it came"

    async def test_a_worker_that_was_stopped_undoes_nothing(
        self, due_sets: DueSets, name: str
    ) -> None:
        await due_sets.put(name, 4, NOW_MS, NOW_MS)
        await due_sets.settle(name, 5, NOW_MS + 100, NOW_MS)
        assert await due_sets.settle(name, 4, NOW_MS + 50_000, NOW_MS) is not None
        assert await self.claim(due_sets, NOW_MS + 100) != []

    async def test_who_asks_for_a_table_while_it_is_looked_at_is_heard(
        self, due_sets: DueSets, name: str
    ) -> None:
        await due_sets.put(name, 4, NOW_MS, NOW_MS)
        await self.claim(due_sets, NOW_MS)
        await due_sets.put(name, 4, 0, NOW_MS)  # a seat came: whoever looks may not have seen it
        assert await due_sets.settle(name, 4, NOW_MS + 50_000, NOW_MS) == 0
        assert await self.claim(due_sets, NOW_MS) == [Wake(name, 0)]
        assert await due_sets.settle(name, 4, NOW_MS + 50_000, NOW_MS) == NOW_MS + 50_000

    async def test_a_creation_that_came_to_nothing_is_forgotten_in_time(
        self, due_sets: DueSets, name: str
    ) -> None:
        await due_sets.put(name, 1, NOW_MS, NOW_MS)
        assert await due_sets.settle(name, 0, None, NOW_MS + 5_000) is not None
        assert await due_sets.settle(name, 0, None, NOW_MS + 86_400_000) is None
        assert await self.claim(due_sets, NOW_MS + 10**9) == []

    async def test_a_table_that_cannot_be_read_is_put_off(
        self, due_sets: DueSets, name: str
    ) -> None:
        await due_sets.put_off(name, NOW_MS)
        assert await self.claim(due_sets, NOW_MS) == [], "it was not there"
        await due_sets.put(name, 1, NOW_MS, NOW_MS)
        await due_sets.put_off(name, NOW_MS + 5_000)
        assert await self.claim(due_sets, NOW_MS + 4_999) == []
        assert await self.claim(due_sets, NOW_MS + 5_000) != []

    async def test_many_tables_are_claimed_in_portions(self, due_sets: DueSets, name: str) -> None:
        for number in range(60):
            await due_sets.put(f"{name}{number}", 1, NOW_MS, NOW_MS)
        found: list[Wake] = []
        portions = 0
        while True:
            claimed = await due_sets.claim(NOW_MS, LEASE_MS, 32)
            found += claimed.wakes
            portions += 1
            if not claimed.has_more:
                break
        assert sorted(wake.table_id for wake in found) == sorted(f"{name}{n}" for n in range(60))
        assert portions > 1


class PresenceContract:
    """Needs the fixture `presence`: nobody is there."""

    async def test_who_was_refreshed_is_there(self, presence: Presence, name: str) -> None:
        await presence.refresh([], 60_000)
        assert await presence.there(name, 3) == [False, False, False]
        await presence.refresh([(name, 0), (name, 2), ("other", 1)], 60_000)
        assert await presence.there(name, 3) == [True, False, True]
        await presence.refresh([(name, 0)], 60_000)
        assert await presence.there(name, 3) == [True, False, True], "each worker adds its own"

    async def test_who_is_refreshed_no_longer_goes(self, presence: Presence, name: str) -> None:
        await presence.refresh([(name, 0)], 40)
        await presence.refresh([(name, 1)], 60_000)
        await self.pass_ms(60)
        assert await presence.there(name, 2) == [False, True]

    async def pass_ms(self, ms: int) -> None:
        """Lets time pass."""
        raise NotImplementedError
