"""How punctual the clock is: what was due, beside when everybody could know that it had happened."""

from __future__ import annotations

import asyncio
import secrets
import time
from typing import TYPE_CHECKING

from ludoteca.v1 import table_pb2
from ludoteca.v1 import table_service_pb2 as wire
from ludoteca.v1 import table_service_pb2_grpc as stubs
from ludoteca_cli.bench.measure import Measure, Wish, beside, percentile
from ludoteca_cli.bench.script import script

if TYPE_CHECKING:
    from collections.abc import Sequence

    import grpc

TABLES = 200
MOVE_MS = 1_250
"""A tick and its grace, as Buurn plays them."""
SECONDS = 15.0
_FOLLOWS_MOST = 100
_NAP_S = 0.01


async def clock_jitter(wish: Wish, channels: Sequence[grpc.aio.Channel]) -> Measure:
    """`clock.jitter`: from the time the clock was due until its event was durable and told, p99.

    200 tables in which nobody acts: the clock plays for the seat in turn each time its time is out. The tables
    are made one after the other, so they are due at times of their own. Beside it: how late this machine wakes a
    process that does nothing but sleep.
    """
    tables = [await _open(channels[number % len(channels)]) for number in range(TABLES)]
    until_s = time.monotonic() + wish.seconds(SECONDS)
    portions = [tables[start : start + _FOLLOWS_MOST] for start in range(0, TABLES, _FOLLOWS_MOST)]
    bare, *found = await asyncio.gather(
        _oversleeps(until_s),
        *(
            _late(channels[number % len(channels)], portion, until_s)
            for number, portion in enumerate(portions)
        ),
    )
    late_ms = [each for portion in found for each in portion]
    return beside(percentile(late_ms, 0.99), "ms p99", percentile(bare, 0.99))


async def _oversleeps(until_s: float) -> list[float]:
    """How many milliseconds too late this process wakes."""
    late_ms: list[float] = []
    while (now_s := time.monotonic()) < until_s:
        await asyncio.sleep(_NAP_S)
        late_ms.append((time.monotonic() - now_s - _NAP_S) * 1000)
    return late_ms


async def _open(channel: grpc.aio.Channel) -> str:
    """A started table whose seats have little time; its id."""
    stub = stubs.TableServiceStub(channel)
    holders = [(("authorization", f"Bearer {secrets.token_hex(32)}"),) for _ in range(script.SEATS)]
    made = await stub.CreateTable(
        wire.CreateTableRequest(
            game=script.GAME,
            seats=script.SEATS,
            options=script.OPTIONS,
            request_id=secrets.token_bytes(16),
            turn_clock=table_pb2.TurnClock(move_ms=MOVE_MS),
        ),
        metadata=holders[0],
    )
    table_id = made.table.table_id
    for holder in holders:
        await stub.JoinTable(
            wire.JoinTableRequest(
                table_id=table_id, name="Sleeper", request_id=secrets.token_bytes(16)
            ),
            metadata=holder,
        )
    await stub.StartTable(
        wire.StartTableRequest(table_id=table_id, request_id=secrets.token_bytes(16)),
        metadata=holders[0],
    )
    return table_id


async def _late(channel: grpc.aio.Channel, table_ids: Sequence[str], until_s: float) -> list[float]:
    """How many milliseconds after its time each event of the clock was heard."""
    follows = [wire.Follow(table_id=table_id, from_seq=0) for table_id in table_ids]
    call = stubs.TableServiceStub(channel).Watch(wire.WatchRequest(follows=follows))
    late_ms: list[float] = []
    due_at_ms: dict[str, int] = {}
    async for response in call:
        now_ms = time.time() * 1000
        if time.monotonic() > until_s:
            break
        if not response.HasField("notice"):
            continue
        notice = response.notice
        if notice.table_id in due_at_ms and notice.by_clock:
            late_ms.append(now_ms - due_at_ms[notice.table_id])
        running = [each for each in notice.clocks if each.HasField("since_ms")]
        due_at_ms[notice.table_id] = min(
            (each.since_ms + each.left_ms for each in running), default=0
        )
    call.cancel()
    return late_ms
