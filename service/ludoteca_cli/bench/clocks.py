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

if TYPE_CHECKING:
    from collections.abc import Sequence

    import grpc


TABLES = 200
QUICK_TABLES = 40
SECONDS = 15.0
_FOLLOWS_MOST = 100
_NAP_S = 0.01

_Holder = tuple[tuple[str, str], ...]


async def clock_jitter(wish: Wish, channels: Sequence[grpc.aio.Channel]) -> Measure:
    """`clock.jitter`: from the time a number was due until its event was durable and told, p99.

    200 tables of a game in real time, every seat there, nobody presses: the countdowns run. The tables are made
    one after the other, so they are due at times of their own. Beside it: how late this machine wakes a process that
    does nothing but sleep.
    """
    count = QUICK_TABLES if wish.quick else TABLES
    rooms = [_Room(channels[n % len(channels)]) for n in range(-(-count // _FOLLOWS_MOST))]
    for number in range(count):
        await rooms[number % len(rooms)].open_table()
    until_s = time.monotonic() + wish.seconds(SECONDS)
    bare, *found = await asyncio.gather(
        _oversleeps(until_s), *(room.lateness(until_s) for room in rooms)
    )
    late_ms = [each for room in found for each in room]
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
        self._stub = stubs.TableServiceStub(channel)
        self._holders: list[_Holder] = [
            (("authorization", f"Bearer {secrets.token_hex(32)}"),) for _ in range(countdown.SEATS)
        ]
        self._table_ids: list[str] = []

    async def open_table(self) -> None:
        """One more table, in play."""
        made = await self._stub.CreateTable(
            wire.CreateTableRequest(
                game=countdown.GAME,
                seats=countdown.SEATS,
                options=countdown.OPTIONS,
                request_id=secrets.token_bytes(16),
            ),
            metadata=self._holders[0],
        )
        table_id = made.table.table_id
        for holder in self._holders:
            joining = wire.JoinTableRequest(
                table_id=table_id, name="Onlooker", request_id=secrets.token_bytes(16)
            )
            await self._stub.JoinTable(joining, metadata=holder)
        starting = wire.StartTableRequest(table_id=table_id, request_id=secrets.token_bytes(16))
        await self._stub.StartTable(starting, metadata=self._holders[0])
        self._table_ids.append(table_id)

    async def lateness(self, until_s: float) -> list[float]:
        """How many milliseconds after its time each number was heard, by the first seat."""
        looking = [asyncio.create_task(self._look_on(each)) for each in self._holders[1:]]
        try:
            return await self._hear(self._holders[0], until_s)
        finally:
            for each in looking:
                each.cancel()
            await asyncio.gather(*looking, return_exceptions=True)

    def _watch(
        self, holder: _Holder
    ) -> grpc.aio.UnaryStreamCall[wire.WatchRequest, wire.WatchResponse]:
        follows = [wire.Follow(table_id=table_id, from_seq=0) for table_id in self._table_ids]
        return self._stub.Watch(wire.WatchRequest(follows=follows), metadata=holder)

    async def _look_on(self, holder: _Holder) -> None:
        async for _ in self._watch(holder):
            pass

    async def _hear(self, holder: _Holder, until_s: float) -> list[float]:
        call = self._watch(holder)
        late_ms: list[float] = []
        now_ms = time.time() * 1000
        due_at_ms = dict.fromkeys(self._table_ids, now_ms + countdown.WAIT_MS)
        heard: set[str] = set()
        async for response in call:
            now_ms = time.time() * 1000
            if time.monotonic() > until_s:
                break
            if not response.HasField("notice") or not countdown.calls_a_number(response.notice):
                continue
            notice = response.notice
            if notice.table_id in heard:
                late_ms.append(now_ms - due_at_ms[notice.table_id])
            heard.add(notice.table_id)
            due_at_ms[notice.table_id] = notice.at_ms + countdown.WAIT_MS
        call.cancel()
        # A number that has not come at all is late too.
        return late_ms + [now_ms - due for due in due_at_ms.values() if due < now_ms]
