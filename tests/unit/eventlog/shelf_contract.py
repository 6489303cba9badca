"""What every shelf keeps, together with its log: run against those in memory and in a real Valkey alike."""

from __future__ import annotations

import asyncio
from typing import TYPE_CHECKING

import pytest

from ludoteca_server.model.entry import EMPTY
from ludoteca_server.model.errors import InArchive, LostRace
from tests.unit.eventlog.contract import TEN

if TYPE_CHECKING:
    from ludoteca_server.application.ports import EventLog, Shelf


async def refuses(log: EventLog, table: str) -> InArchive:
    """What the log says of a table that is away, whatever it is asked."""
    head = EMPTY
    for call in (
        log.read(table),
        log.read(table, 3, 4),
        log.read(table, 99),
        log.history(table),
        log.history(table, 3),
        log.head(table),
        log.append(table, EMPTY, TEN[:1]),
        log.append(table, EMPTY._replace(seq=10, chain=7), [b"more"]),
    ):
        with pytest.raises(InArchive) as away:
            await call
        assert away.value.table_id == table
        head = away.value.head
    return InArchive(table, head)


class ShelfContract:
    """Needs the fixtures `log`, `shelf` (of the same store) and `table`: an id that is new."""

    async def test_a_log_that_is_put_away_is_gone_and_its_place_is_taken(
        self, log: EventLog, shelf: Shelf, table: str
    ) -> None:
        ids = await log.append(table, EMPTY, TEN)
        await shelf.put_away(table, ids[-1])
        assert (await refuses(log, table)).head == ids[-1]
        assert table not in [each async for each in log.table_ids()]
        await shelf.put_away(table, ids[-1])  # again: it is away already
        await log.append(f"{table}x", EMPTY, TEN)

    async def test_a_log_that_has_gone_on_stays(
        self, log: EventLog, shelf: Shelf, table: str
    ) -> None:
        ids = await log.append(table, EMPTY, TEN[:9])
        await log.append(table, ids[-1], TEN[9:])
        for head in (ids[-1], ids[-1]._replace(seq=10), ids[-1]._replace(seq=11), EMPTY):
            with pytest.raises(LostRace) as lost:
                await shelf.put_away(table, head)
            assert lost.value.seq == 10
        assert [entry.event for entry in await log.read(table)] == TEN

    async def test_a_log_that_is_not_there_is_not_away(
        self, log: EventLog, shelf: Shelf, table: str
    ) -> None:
        [head] = await log.append(table, EMPTY, TEN[:1])
        with pytest.raises(LostRace):
            await shelf.put_away(f"{table}x", head)
        assert await log.read(f"{table}x") == []

    async def test_an_append_and_the_removal_at_once_have_one_winner(
        self, log: EventLog, shelf: Shelf, table: str
    ) -> None:
        won = []
        for number in range(20):
            name = f"{table}{number}"
            ids = await log.append(name, EMPTY, TEN[:5])
            calls = [log.append(name, ids[-1], TEN[5:6]), shelf.put_away(name, ids[-1])]
            if number % 2:
                calls.reverse()
            answers = await asyncio.gather(*calls, return_exceptions=True)
            lost = [answer for answer in answers if isinstance(answer, InArchive | LostRace)]
            assert len(lost) == 1, answers
            won.append(isinstance(lost[0], LostRace))
            if won[-1]:
                assert len(await log.read(name)) == 6
            else:
                assert (await refuses(log, name)).head == ids[-1]
        assert len(won) == 20

    async def test_a_log_comes_back_whole(self, log: EventLog, shelf: Shelf, table: str) -> None:
        ids = await log.append(table, EMPTY, TEN)
        entries = await log.read(table)
        await shelf.put_away(table, ids[-1])
        with pytest.raises(LostRace):
            await shelf.take_back(table, entries[:9])
        await shelf.take_back(table, entries)
        await shelf.take_back(table, entries)
        assert await log.read(table) == entries
        with pytest.raises(LostRace):
            await shelf.take_back(table, entries[:9])
        more = await log.append(table, ids[-1], [b"11"])
        await shelf.put_away(table, more[0])

    async def test_a_log_comes_back_into_a_store_that_lost_it(
        self, log: EventLog, shelf: Shelf, table: str
    ) -> None:
        await log.append(f"{table}x", EMPTY, TEN)
        with pytest.raises(LostRace):
            await shelf.take_back(f"{table}x", (await log.read(f"{table}x"))[:3])
        assert await log.read(table) == []

    async def test_only_what_the_store_does_not_know_is_adopted(
        self, log: EventLog, shelf: Shelf, table: str
    ) -> None:
        ids = await log.append(table, EMPTY, TEN)
        await shelf.adopt(table, ids[4])
        assert len(await log.read(table)) == 10
        await shelf.put_away(table, ids[-1])
        await shelf.adopt(table, ids[4])
        assert (await refuses(log, table)).head == ids[-1]
        await shelf.adopt(f"{table}x", ids[4])
        assert (await refuses(log, f"{table}x")).head == ids[4]

    async def test_a_log_that_is_a_beginning_is_adopted_unless_it_went_on(
        self, log: EventLog, shelf: Shelf, table: str
    ) -> None:
        ids = await log.append(table, EMPTY, TEN)
        await shelf.adopt(table, ids[-1], known=ids[4])
        assert len(await log.read(table)) == 10
        short = f"{table}x"
        beginning = await log.append(short, EMPTY, TEN[:5])
        await shelf.adopt(short, ids[-1])
        assert len(await log.read(short)) == 5
        await shelf.adopt(short, ids[-1], known=beginning[-1])
        assert (await refuses(log, short)).head == ids[-1]
        await shelf.adopt(short, ids[4], known=ids[-1])
        assert (await refuses(log, short)).head == ids[-1], "what is away stays as it is"

    async def test_the_archive_is_named_once(self, shelf: Shelf) -> None:
        assert await shelf.archive_name() is None
        await shelf.keep_archive_name("one")
        await shelf.keep_archive_name("two")
        assert await shelf.archive_name() == "one"

    async def test_one_holds_it_at_a_time(self, shelf: Shelf) -> None:
        assert await shelf.hold("w0", 60_000)
        assert not await shelf.hold("w1", 60_000)
        assert await shelf.hold("w0", 1)
        await self.pass_ms(2)
        assert await shelf.hold("w1", 60_000)
        assert not await shelf.hold("w0", 60_000)

    async def pass_ms(self, ms: int) -> None:
        raise NotImplementedError
