"""Which seats are there, at a table played in real time: a countdown that pauses while nobody is."""

from __future__ import annotations

import asyncio
from contextlib import contextmanager
from dataclasses import dataclass, field, replace
from typing import TYPE_CHECKING, cast

import pytest

from ludoteca_server.application.alarms import Alarms
from ludoteca_server.application.fire_clock import fire_clock
from ludoteca_server.application.locks import Lock, Locks
from ludoteca_server.application.presence import Attendance, keep_presence
from ludoteca_server.application.scribe import LATE_MS, Scribe
from ludoteca_server.application.tables import Hot
from ludoteca_server.eventlog.memory import MemoryDueSets, MemoryPresence
from ludoteca_server.model.entry import Entry, EntryId
from ludoteca_server.model.errors import StoreAway
from ludoteca_server.tally import Tally
from tests.unit.application.house import SetClock, spin

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from ludoteca_core import Requests, Step, Table
    from ludoteca_server.application.hub import Hub
    from ludoteca_server.application.ports import Lobby, ReadRow
    from ludoteca_server.application.tables import Tables

TABLE = "t"
TICK_MS = 1_250
GRACE_MS = 6_000
CHECK_MS = GRACE_MS // 3


@dataclass(frozen=True)
class Countdown:
    """A core of three seats: it ticks while somebody is there, and nothing else."""

    game = "buurn"

    seq: int = 3
    present: tuple[bool, ...] = (True, True, True)
    ticked_ms: int = 0
    seats: int = 3
    has_presence: bool = True
    asks_presence: bool = True
    due_after_ms: int = TICK_MS

    @property
    def due_at_ms(self) -> int | None:
        return self.ticked_ms + TICK_MS if any(self.present) else None

    def tick(self, at_ms: int) -> Happened | None:
        if self.due_at_ms is None or self.due_at_ms > at_ms:
            return None
        return Happened(replace(self, seq=self.seq + 1, ticked_ms=at_ms), f"tick {at_ms}")

    def presence(self, seat: int, present: bool, at_ms: int) -> Happened | None:
        if self.present[seat] is present:
            return None
        now = tuple(present if n == seat else each for n, each in enumerate(self.present))
        ticked_ms = self.ticked_ms if any(self.present) else at_ms
        after = replace(self, seq=self.seq + 1, present=now, ticked_ms=ticked_ms)
        return Happened(after, f"{'come' if present else 'gone'} {seat}")


@dataclass(frozen=True)
class Happened:
    """An event of such a core."""

    table: Countdown
    what: str
    starts_or_ends: bool = False

    @property
    def seq(self) -> int:
        return self.table.seq


@dataclass
class Room:
    """One table, its log and the workers' common store."""

    clock: SetClock = field(default_factory=SetClock)
    story: list[str] = field(default_factory=list)

    def __post_init__(self) -> None:
        self.due_sets = MemoryDueSets()
        self.keys = MemoryPresence(self.clock.now_ms)
        self.table = Countdown(ticked_ms=self.clock.at_ms)
        self.turns = Locks()
        self.streams: list[tuple[str, int]] = []
        self.came: set[str] = set()

    def worker(self) -> Worker:
        return Worker(self)

    # What a scribe needs of `Tables`.

    def turn(self, table_id: str) -> Lock:
        return self.turns.of(table_id)

    async def hot(self, table_id: str) -> Hot:
        table = cast("Table", self.table)
        return Hot(table, cast("Requests", None), EntryId(self.table.seq, 0), archived=False)

    async def fresh(self, table_id: str) -> Hot:
        return await self.hot(table_id)

    async def append(
        self, table_id: str, hot: Hot, steps: Sequence[Step]
    ) -> tuple[Hot, list[Entry]]:
        for step in cast("Sequence[Happened]", steps):
            self.table = step.table
            self.story.append(step.what)
        after = await self.hot(table_id)
        return after, [Entry(after.head, b"") for _ in steps]

    # What a scribe and the keeper of presence need of `Hub`.

    @contextmanager
    def writing(self, table_id: str) -> Iterator[list[tuple[Entry, Step]]]:
        """Nobody listens."""
        yield []

    def seats_there(self) -> list[tuple[str, int]]:
        return self.streams

    def arrivals(self) -> set[str]:
        came, self.came = self.came, set()
        return came

    async def somebody_comes(self, at_most_s: float) -> None:
        await asyncio.sleep(0.001)


class Worker:
    """A worker that does nothing but drive clocks."""

    def __init__(self, room: Room) -> None:
        self.room = room
        self.alarms = Alarms(room.due_sets, clock=room.clock)
        self.attendance = Attendance(room.keys, GRACE_MS, clock=room.clock)
        self.scribe = Scribe(
            tables=cast("Tables", room),
            lobby=cast("Lobby", None),
            clock=room.clock,
            hub=cast("Hub", room),
            read_row=cast("ReadRow", None),
            alarms=self.alarms,
            attendance=self.attendance,
            tally=Tally(),
        )

    async def fire(self) -> None:
        for wake in await self.alarms.claim():
            await fire_clock(wake, scribe=self.scribe, alarms=self.alarms)

    async def live(self, ms: int, *there: int) -> list[str]:
        """Lets time pass in which these seats hold streams; what happened."""
        room = self.room
        before = len(room.story)
        for _ in range(ms // 50):
            room.clock.at_ms += 50
            await self.attendance.refresh([(TABLE, seat) for seat in there])
            await self.fire()
        return room.story[before:]


@pytest.fixture
def room() -> Room:
    return Room()


async def begun(room: Room) -> Worker:
    """A worker that has been there for long, and a table that has just begun."""
    worker = room.worker()
    room.clock.at_ms += GRACE_MS
    room.table = replace(room.table, ticked_ms=room.clock.at_ms)
    await worker.attendance.begin(TABLE, cast("Table", room.table))
    await worker.alarms.put(TABLE, room.table.seq, room.clock.at_ms + TICK_MS)
    return worker


async def test_the_countdown_goes_on_while_somebody_is_there(room: Room) -> None:
    worker = await begun(room)
    start_ms = room.clock.at_ms
    assert await worker.live(5 * TICK_MS, 0, 1, 2) == [
        f"tick {start_ms + n * TICK_MS}" for n in range(1, 6)
    ]


async def test_a_seat_without_a_stream_is_gone_after_the_grace_time_and_not_before(
    room: Room,
) -> None:
    worker = await begun(room)
    early = await worker.live(GRACE_MS - 50, 0, 2)
    assert all(each.startswith("tick") for each in early)
    late = await worker.live(CHECK_MS + 50, 0, 2)
    assert "gone 1" in late
    assert room.table.present == (True, False, True)
    back = await worker.live(CHECK_MS, 0, 1, 2)
    assert back.count("come 1") == 1


async def test_c6_no_clock_event_while_nobody_is_there(room: Room) -> None:
    worker = await begun(room)
    await worker.live(GRACE_MS + CHECK_MS)
    assert room.table.present == (False, False, False)
    assert await worker.live(60_000) == [], "the table is paused"
    paused_ms = room.clock.at_ms
    back = await worker.live(10 * CHECK_MS + 2 * TICK_MS, 1)
    assert back[0] == "come 1"
    ticks = [int(each.split()[1]) for each in back if each.startswith("tick")]
    assert ticks, "and it goes on"
    assert ticks[0] >= paused_ms + TICK_MS


async def test_c6_a_worker_that_just_began_declares_nobody_gone_and_holds_the_countdown(
    room: Room,
) -> None:
    await begun(room)
    room.clock.at_ms += 3 * GRACE_MS  # every worker was dead, and so the keys are gone
    back = room.worker()
    assert await back.live(GRACE_MS - 100) == [], "nobody has had the time to come back"
    came = await back.live(CHECK_MS + 2 * TICK_MS, 0, 1, 2)
    assert came
    assert all(each.startswith("tick") for each in came), "nobody was ever gone"


async def test_c5_the_whole_delay_passes_again_after_an_outage(room: Room) -> None:
    await begun(room)
    room.clock.at_ms += TICK_MS + LATE_MS + 5
    back = room.worker()
    resumed_ms = room.clock.at_ms
    told = await back.live(3 * TICK_MS, 0, 1, 2)
    first_ms = int(told[0].split()[1])
    assert first_ms >= resumed_ms + TICK_MS


async def test_a_store_that_is_away_makes_nobody_absent(room: Room) -> None:
    worker = await begun(room)

    class Away(MemoryPresence):
        async def refresh(self, seats: Sequence[tuple[str, int]], for_ms: int) -> None:
            raise StoreAway("away")

    room.clock.at_ms += 2 * GRACE_MS
    worker.attendance._keys = Away(room.clock.now_ms)
    await worker.attendance.refresh([(TABLE, 0)])
    assert not worker.attendance.is_reliable
    room.clock.at_ms += GRACE_MS
    assert worker.attendance.is_reliable


async def test_who_opens_a_stream_is_told_to_be_there_at_once(room: Room) -> None:
    worker = await begun(room)
    await worker.live(GRACE_MS + CHECK_MS, 0)
    assert room.table.present == (True, False, False)
    room.streams = [(TABLE, 0), (TABLE, 1)]
    room.came = {TABLE}
    keeping = asyncio.create_task(
        keep_presence(
            attendance=worker.attendance,
            hub=cast("Hub", room),
            tables=cast("Tables", room),
            alarms=worker.alarms,
        )
    )
    await spin()
    await worker.fire()
    assert room.table.present == (True, True, False)
    keeping.cancel()
    with pytest.raises(asyncio.CancelledError):
        await keeping
