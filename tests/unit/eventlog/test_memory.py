"""The log, the lobby, due times and presence in memory."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest

from ludoteca_server.eventlog.memory import (
    MemoryDueSets,
    MemoryLobby,
    MemoryLog,
    MemoryPresence,
    MemoryShelf,
)
from ludoteca_server.model.entry import Entry, EntryId
from ludoteca_server.model.errors import StoreAway
from tests.unit.eventlog.contract import EventLogContract, table
from tests.unit.eventlog.due_contract import DueSetsContract, PresenceContract, name
from tests.unit.eventlog.lobby_contract import LobbyContract
from tests.unit.eventlog.shelf_contract import ShelfContract

if TYPE_CHECKING:
    from ludoteca_server.application.ports import EventLog

__all__ = ["name", "table"]


class TestMemoryLog(EventLogContract):
    @pytest.fixture
    def log(self) -> MemoryLog:
        return MemoryLog()

    @pytest.fixture
    def other(self, log: MemoryLog) -> MemoryLog:
        return log

    async def plant(self, log: EventLog, table: str, entry_id: EntryId, event: bytes) -> None:
        assert isinstance(log, MemoryLog)
        log.logs.setdefault(table, []).append(Entry(entry_id, event))

    async def truncate(self, log: EventLog, table: str, seq: int) -> None:
        assert isinstance(log, MemoryLog)
        del log.logs[table][seq:]

    async def test_it_fails_as_the_test_says(self, log: MemoryLog) -> None:
        log.failure = StoreAway("away")
        with pytest.raises(StoreAway):
            await log.ping()


class TestMemoryLobby(LobbyContract):
    @pytest.fixture
    def lobby(self) -> MemoryLobby:
        return MemoryLobby(lambda: 1_700_000_000_000)


class TestMemoryDueSets(DueSetsContract):
    @pytest.fixture
    def due_sets(self) -> MemoryDueSets:
        return MemoryDueSets()


class TestMemoryPresence(PresenceContract):
    @pytest.fixture
    def presence(self) -> MemoryPresence:
        self.at_ms = 0
        return MemoryPresence(lambda: self.at_ms)

    async def pass_ms(self, ms: int) -> None:
        self.at_ms += ms


class TestMemoryShelf(ShelfContract):
    @pytest.fixture
    def log(self) -> MemoryLog:
        return MemoryLog()

    @pytest.fixture
    def shelf(self, log: MemoryLog) -> MemoryShelf:
        self.at_ms = 0
        return MemoryShelf(log, lambda: self.at_ms)

    async def pass_ms(self, ms: int) -> None:
        self.at_ms += ms
