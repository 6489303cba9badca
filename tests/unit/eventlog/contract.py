"""What every event log keeps: run against the one in memory and the one in a real Valkey alike."""

from __future__ import annotations

import asyncio
import secrets
from typing import TYPE_CHECKING

import pytest

from ludoteca_server.eventlog import chain
from ludoteca_server.eventlog.audit import audit, faults
from ludoteca_server.model.entry import EMPTY, Entry, EntryId, History
from ludoteca_server.model.errors import CorruptLog, LostRace

if TYPE_CHECKING:
    from ludoteca_server.application.ports import EventLog

TEN = [f"event {seq}".encode() for seq in range(1, 11)]


@pytest.fixture
def table() -> str:
    """A table that nobody else uses."""
    return secrets.token_hex(8)


class EventLogContract:
    """Needs the fixtures `log` and `other`: two clients of one store."""

    async def plant(self, log: EventLog, table: str, entry_id: EntryId, event: bytes) -> None:
        """Writes an entry past all checks."""
        raise NotImplementedError

    async def truncate(self, log: EventLog, table: str, seq: int) -> None:
        """Loses every entry behind `seq`, as a failover can."""
        raise NotImplementedError

    async def test_an_append_is_read_back_with_dense_chained_ids(
        self, log: EventLog, other: EventLog, table: str
    ) -> None:
        ids = await log.append(table, EMPTY, TEN)
        assert [entry_id.seq for entry_id in ids] == list(range(1, 11))
        assert ids == chain.links(table, EMPTY, TEN)
        entries = await other.read(table)
        assert entries == [Entry(i, e) for i, e in zip(ids, TEN, strict=True)]
        assert await other.head(table) == ids[-1]
        assert faults(table, entries) == []

    async def test_events_are_any_bytes(self, log: EventLog, table: str) -> None:
        events = [b"", b"\n", bytes(range(256)), b"\0" * 20_000, "ñ{}".encode()]
        await log.append(table, EMPTY, events)
        assert [entry.event for entry in await log.read(table)] == events

    async def test_ranges(self, log: EventLog, table: str) -> None:
        await log.append(table, EMPTY, TEN)

        async def seqs(from_seq: int, to_seq: int | None = None) -> list[int]:
            return [entry.id.seq for entry in await log.read(table, from_seq, to_seq)]

        assert await seqs(0) == list(range(1, 11))
        assert await seqs(4) == list(range(4, 11))
        assert await seqs(4, 6) == [4, 5, 6]
        assert await seqs(1, 1) == [1]
        assert await seqs(10) == [10]
        assert await seqs(9, 99) == [9, 10]
        assert await seqs(11) == []
        assert await seqs(12) == []
        assert await seqs(50, 60) == []
        assert await seqs(4, 3) == []

    async def test_a_history_is_what_is_read_from_the_first_entry_on(
        self, log: EventLog, table: str
    ) -> None:
        ids = await log.append(table, EMPTY, TEN)
        assert await log.history(table) == History(TEN, ids[-1])
        assert await log.history(table, 10) == await log.history(table, 99) == (TEN, ids[-1])
        assert await log.history(table, 4) == History(TEN[:4], ids[3])
        assert await log.history(table, 1) == History(TEN[:1], ids[0])
        assert await log.history(table, 0) == await log.history(table, -1) == History([], EMPTY)

    async def test_r22_a_table_that_is_not_there_reads_as_empty_and_stays_absent(
        self, log: EventLog, table: str
    ) -> None:
        for name in (table, "", "}{", "ñ", "*"):
            assert await log.read(name) == []
            assert await log.history(name) == History([], EMPTY)
            assert await log.head(name) == EMPTY
            async with log.follow(name):
                pass
        known = [name async for name in log.table_ids()]
        assert table not in known
        assert "" not in known

    async def test_r35_a_failed_or_empty_append_leaves_no_trace(
        self, log: EventLog, other: EventLog, table: str
    ) -> None:
        ids = await log.append(table, EMPTY, TEN)
        stored = await log.read(table)
        for head in (EMPTY, ids[0], ids[8], EntryId(10, ids[9].chain ^ 1), EntryId(11, 7)):
            with pytest.raises(LostRace) as lost:
                await other.append(table, head, [b"mine"])
            assert lost.value.seq == 10
        assert await other.append(table, ids[-1], []) == []
        assert await other.append(table, EMPTY, []) == []
        assert await log.read(table) == stored
        assert faults(table, stored) == []

    async def test_another_writer_won_our_11_and_our_pipelined_12_are_refused(
        self, log: EventLog, other: EventLog, table: str
    ) -> None:
        ids = await log.append(table, EMPTY, TEN)
        await other.append(table, ids[-1], [b"theirs"])
        with pytest.raises(LostRace) as lost:
            await log.append(table, ids[-1], [b"our 11", b"our 12"])
        assert lost.value.seq == 11
        our_11 = chain.link(table, ids[-1], b"our 11")
        with pytest.raises(LostRace):
            await log.append(table, our_11, [b"our 12"])
        assert [entry.event for entry in await log.read(table, 11)] == [b"theirs"]

    async def test_our_11_is_refused_after_others_rewrote_9_and_10(
        self, log: EventLog, other: EventLog, table: str
    ) -> None:
        ids = await log.append(table, EMPTY, TEN)
        await self.truncate(other, table, 8)
        await other.append(table, ids[7], [b"another 9", b"another 10"])
        with pytest.raises(LostRace) as lost:
            await log.append(table, ids[9], [b"our 11"])
        assert lost.value.seq == 10

    async def test_our_11_is_refused_on_a_log_that_lost_its_tail(
        self, log: EventLog, other: EventLog, table: str
    ) -> None:
        ids = await log.append(table, EMPTY, TEN)
        await self.truncate(other, table, 8)
        with pytest.raises(LostRace) as lost:
            await log.append(table, ids[9], [b"our 11"])
        assert lost.value.seq == 8

    async def test_r11_a_repeated_append_is_answered_with_the_entries_it_made(
        self, log: EventLog, other: EventLog, table: str
    ) -> None:
        ids = await log.append(table, EMPTY, TEN)
        assert await other.append(table, EMPTY, TEN) == ids
        assert await other.append(table, ids[8], TEN[9:]) == ids[9:]
        assert await other.append(table, ids[3], TEN[4:6]) == ids[4:6], "no longer the last ones"
        (late,) = await log.append(table, ids[-1], [b"11"])
        assert await other.append(table, EMPTY, TEN) == ids
        assert await log.head(table) == late

    async def test_a_repeated_batch_goes_on_where_it_was_cut(
        self, log: EventLog, table: str
    ) -> None:
        ids = await log.append(table, EMPTY, TEN[:4])
        assert (await log.append(table, EMPTY, TEN))[:4] == ids
        assert [entry.event for entry in await log.read(table)] == TEN

    async def test_a_batch_that_loses_in_its_middle_keeps_what_was_stored_before(
        self, log: EventLog, table: str
    ) -> None:
        await log.append(table, EMPTY, [*TEN[:4], b"theirs"])
        with pytest.raises(LostRace) as lost:
            await log.append(table, EMPTY, TEN)
        assert lost.value.seq == 5
        assert [entry.event for entry in await log.read(table)] == [*TEN[:4], b"theirs"]

    async def test_an_entry_of_another_table_is_a_corrupt_log(
        self, log: EventLog, table: str
    ) -> None:
        await log.append("other " + table, EMPTY, TEN)
        (first,) = await log.read("other " + table, 1, 1)
        await self.plant(log, table, first.id, first.event)
        for call in (log.read(table), log.history(table)):
            with pytest.raises(CorruptLog) as corrupt:
                await call
            assert (corrupt.value.table_id, corrupt.value.seq) == (table, 1)

    async def test_a_changed_event_is_a_corrupt_log(self, log: EventLog, table: str) -> None:
        ids = await log.append(table, EMPTY, TEN[:3])
        await self.plant(log, table, chain.link(table, ids[2], b"four"), b"for")
        assert len(await log.read(table, 1, 3)) == len((await log.history(table, 3)).events) == 3
        for call in (*(log.read(table, from_seq) for from_seq in (1, 3, 4)), log.history(table)):
            with pytest.raises(CorruptLog) as corrupt:
                await call
            assert corrupt.value.seq == 4

    async def test_a_gap_is_a_corrupt_log(self, log: EventLog, table: str) -> None:
        ids = await log.append(table, EMPTY, TEN[:3])
        await self.plant(log, table, EntryId(6, ids[2].chain), b"six")
        for from_seq, to_seq in (
            (1, None),
            (3, None),
            (4, None),
            (5, None),
            (4, 5),
            (5, 5),
            (1, 4),
        ):
            with pytest.raises(CorruptLog):
                await log.read(table, from_seq, to_seq)
        for to_seq in (None, 4, 5, 6, 7):
            with pytest.raises(CorruptLog):
                await log.history(table, to_seq)
        found = await audit(log)
        assert [fault.seq for fault in found.faults if fault.table_id == table] == [4]

    async def test_r10_sixteen_writers_over_two_clients_make_one_branch(
        self, log: EventLog, other: EventLog, table: str
    ) -> None:
        each, writers, lost = 12, 16, 0

        async def write(client: EventLog, name: int) -> None:
            nonlocal lost
            head = EMPTY
            for number in range(each):
                while True:
                    try:
                        (head,) = await client.append(table, head, [f"{name}:{number}".encode()])
                        break
                    except LostRace:
                        lost += 1
                        head = await client.head(table)

        await asyncio.gather(*(write(log if name % 2 else other, name) for name in range(writers)))
        entries = await log.read(table)
        written = [entry.event.decode() for entry in entries]
        assert sorted(written) == sorted(f"{w}:{n}" for w in range(writers) for n in range(each))
        assert faults(table, entries) == []
        print(f"{len(entries)} appends by {writers} writers, {lost} lost races, one branch")

    async def test_a_follower_gets_every_entry_behind_the_one_it_entered_at(
        self, log: EventLog, other: EventLog, table: str
    ) -> None:
        ids = await log.append(table, EMPTY, TEN[:2])
        async with log.follow(table) as first, other.follow(table) as second:
            ids += await log.append(table, ids[-1], TEN[2:6])
            await log.append("other " + table, EMPTY, [b"not ours"])
            ids += await other.append(table, ids[-1], TEN[6:])
            for following in (first, second):
                got = []
                async for entry in following:
                    assert entry is not None
                    got.append(entry)
                    if len(got) == 8:
                        break
                assert got == await log.read(table, 3)

    async def test_two_followers_on_one_client_are_independent(
        self, log: EventLog, table: str
    ) -> None:
        async with log.follow(table) as stays:
            async with log.follow(table) as goes:
                (head,) = await log.append(table, EMPTY, [b"1"])
                assert (await anext(aiter(goes))) == Entry(head, b"1")
            await log.append(table, head, [b"2"])
            iterator = aiter(stays)
            got = [await anext(iterator), await anext(iterator)]
            assert [entry and entry.event for entry in got] == [b"1", b"2"]
        async with log.follow(table) as again:
            head = await log.head(table)
            await log.append(table, head, [b"3"])
            entry = await anext(aiter(again))
            assert entry is not None
            assert entry.event == b"3"

    async def test_r13_what_a_follower_hears_is_in_the_log_already(
        self, log: EventLog, other: EventLog, table: str
    ) -> None:
        async def write() -> None:
            head = EMPTY
            for event in TEN * 5:
                (head,) = await log.append(table, head, [event])

        async with log.follow(table) as following:
            writing = asyncio.create_task(write())
            heard = 0
            async for entry in following:
                assert entry is not None
                heard += 1
                assert (await other.read(table, heard, heard)) == [entry]
                if heard == 50:
                    break
            await writing

    async def test_closing_ends_the_followers(self, log: EventLog, table: str) -> None:
        async with log.follow(table) as following:
            await log.append(table, EMPTY, [b"1"])
            await anext(aiter(following))
            await log.close()
            assert [entry async for entry in following] == []

    async def test_contents_are_kept_by_hash(
        self, log: EventLog, other: EventLog, table: str
    ) -> None:
        content_hash, text = secrets.token_bytes(32), secrets.token_bytes(5000)
        assert await other.content(content_hash) is None
        await log.keep_content(content_hash, text)
        assert await other.content(content_hash) == text

    async def test_every_table_with_a_log_is_listed(self, log: EventLog, table: str) -> None:
        names = {f"{table}{number}" for number in range(30)}
        for name in names:
            await log.append(name, EMPTY, [b"1"])
        assert names <= {name async for name in log.table_ids()}
        await log.ping()
