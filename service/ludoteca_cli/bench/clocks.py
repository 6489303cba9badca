"""How punctual the clock is: what was due, beside when everybody could know that it had happened."""

from __future__ import annotations

import asyncio
import secrets
import time
from typing import TYPE_CHECKING

from ludoteca.v1 import table_service_pb2 as wire
from ludoteca.v1 import table_service_pb2_grpc as stubs
from ludoteca_cli.bench.measure import Measure, Wish, beside, percentile
from ludoteca_cli.bench.script import countdown
from ludoteca_cli.bench.seating import Metadata, seated

if TYPE_CHECKING:
    from collections.abc import Sequence

    import grpc


TABLES = 200
QUICK_TABLES = 40
SECONDS = 15.0
WARM_UP_S = 2.5
"""Two numbers of each table."""
_TABLES_A_ROOM = 20
_NAP_S = 0.01


async def clock_jitter(wish: Wish, channels: Sequence[grpc.aio.Channel]) -> Measure:
    """`clock.jitter`: from the time a number was due until its event was durable and told, p99.

    200 tables of a game in real time, every seat there, nobody presses: the countdowns run. The tables are made
    one after the other, so they are due at times of their own. Beside it: how late this machine wakes a process that
    does nothing but sleep.
    """
    count = QUICK_TABLES if wish.quick else TABLES
    rooms = [_Room(channels[n % len(channels)]) for n in range(count // _TABLES_A_ROOM)]
    async with asyncio.TaskGroup() as people:
        watching = [task for room in rooms for task in await room.fill(people)]
        await asyncio.sleep(WARM_UP_S)
        for room in rooms:
            room.late_ms.clear()
        bare = await _oversleeps(time.monotonic() + wish.seconds(SECONDS))
        for task in watching:
            task.cancel()
    late_ms = [each for room in rooms for each in (*room.late_ms, *room.overdue_ms())]
    return beside(percentile(late_ms, 0.99), "ms p99", percentile(bare, 0.99))


async def _oversleeps(until_s: float) -> list[float]:
    """How many milliseconds too late this process wakes."""
    late_ms: list[float] = []
    while (now_s := time.monotonic()) < until_s:
        await asyncio.sleep(_NAP_S)
        late_ms.append((time.monotonic() - now_s - _NAP_S) * 1000)
    return late_ms


class _Room:
    """Tables with the same people, who sit there and look on."""

    def __init__(self, channel: grpc.aio.Channel) -> None:
        self.late_ms: list[float] = []
        """How long after its time each number was heard, by the first seat."""
        self._stub = stubs.TableServiceStub(channel)
        self._holders: list[Metadata] = [
            (("authorization", f"Bearer {secrets.token_hex(32)}"),) for _ in range(countdown.SEATS)
        ]
        self._due_at_ms: dict[str, int] = {}

    async def fill(self, people: asyncio.TaskGroup) -> list[asyncio.Task[None]]:
        """Makes the tables; the streams of everybody there."""
        for _ in range(_TABLES_A_ROOM):
            await self._open_table()
        first, *others = self._holders
        return [
            people.create_task(self._hear(first)),
            *(people.create_task(self._look_on(each)) for each in others),
        ]

    def overdue_ms(self) -> list[float]:
        """How late the numbers are that have not been heard yet."""
        now_ms = time.time() * 1000
        return [now_ms - due_ms for due_ms in self._due_at_ms.values() if due_ms < now_ms]

    async def _open_table(self) -> None:
        """One more table, in play."""
        table_id = await seated(self._stub, countdown.GAME, countdown.OPTIONS, self._holders)
        self._due_at_ms[table_id] = round(time.time() * 1000) + countdown.WAIT_MS

    def _watch(
        self, holder: Metadata
    ) -> grpc.aio.UnaryStreamCall[wire.WatchRequest, wire.WatchResponse]:
        follows = [wire.Follow(table_id=table_id, from_seq=0) for table_id in self._due_at_ms]
        return self._stub.Watch(wire.WatchRequest(follows=follows), metadata=holder)

    async def _look_on(self, holder: Metadata) -> None:
        async for _ in self._watch(holder):
            pass

    async def _hear(self, holder: Metadata) -> None:
        async for response in self._watch(holder):
            now_ms = time.time() * 1000
            notice = response.notice
            if response.HasField("notice") and countdown.calls_a_number(notice):
                self.late_ms.append(now_ms - self._due_at_ms[notice.table_id])
                self._due_at_ms[notice.table_id] = notice.at_ms + countdown.WAIT_MS
