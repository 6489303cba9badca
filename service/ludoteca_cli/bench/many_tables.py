"""How long a spectator waits when a worker follows five thousand tables, beside a bare subscriber to all of them."""

from __future__ import annotations

import asyncio
import secrets
import time
from contextlib import AsyncExitStack
from typing import TYPE_CHECKING, TypeVar

from redis.asyncio import Redis

from ludoteca.v1 import table_pb2
from ludoteca.v1 import table_service_pb2 as wire
from ludoteca.v1 import table_service_pb2_grpc as stubs
from ludoteca_cli.bench.measure import Measure, Wish, beside, percentile
from ludoteca_cli.bench.script import script
from ludoteca_server.application.act import act
from ludoteca_server.application.join import join
from ludoteca_server.application.start import start
from ludoteca_server.bootstrap import build
from ludoteca_server.eventlog import chain, keys
from ludoteca_server.settings import Settings

if TYPE_CHECKING:
    from collections.abc import Awaitable, Callable, Sequence

    import grpc
    from redis.asyncio.client import PubSub

    from ludoteca_server.application.service import Application

    Spectating = grpc.aio.UnaryStreamCall[wire.WatchRequest, wire.WatchResponse]

_Made = TypeVar("_Made")

TABLES = 5_000
EVENTS_PER_S = 500
FOR_S = 10.0
FOLLOWS_MOST = 100
"""Tables of one stream, as the API has it."""
_AT_ONCE = 128
_LATE_S = 5.0
"""How long after the last event its notice may come."""
_BARE_AT_ONCE = 500

Event = tuple[str, int]
"""Table and seq."""


class Times:
    """When each event was sent to the store, and when it reached a spectator and the bare subscriber."""

    def __init__(self, events: int) -> None:
        """For so many events."""
        self.events = events
        self.sent: dict[Event, float] = {}
        self.ours: dict[Event, float] = {}
        self.bare: dict[Event, float] = {}
        self.complete = asyncio.Event()
        """Everybody has heard everything."""

    def waits_ms(self, came: dict[Event, float]) -> list[float]:
        """From the append of each event to its arrival."""
        return [(came[event] - sent) * 1000 for event, sent in self.sent.items()]

    def note(self, came: dict[Event, float], event: Event) -> None:
        """An event has come to somebody."""
        came[event] = time.perf_counter()
        if len(self.ours) == len(self.bare) == self.events:
            self.complete.set()


class OtherWorker:
    """Another worker of the same store, without gRPC: it makes the tables and plays them by the service's use cases."""

    def __init__(self, app: Application) -> None:
        self._app = app
        self._holders: dict[str, bytes] = {}

    async def open(self, _number: int) -> str:
        """Creates, fills and starts a table; its id."""
        app = self._app
        holders = [secrets.token_bytes(32) for _ in range(script.SEATS)]
        creating = wire.CreateTableRequest(
            game=script.GAME,
            seats=script.SEATS,
            options=script.OPTIONS,
            request_id=secrets.token_bytes(16),
        )
        made = await app.open_table(creating.SerializeToString(), creating.request_id, holders[0])
        table_id = table_pb2.Table.FromString(made).table_id
        for seat, holder in enumerate(holders):
            joining = wire.JoinTableRequest(
                table_id=table_id,
                seat=seat,
                name=f"Seat {seat}",
                request_id=secrets.token_bytes(16),
            )
            message = joining.SerializeToString()
            await join(message, holder, scribe=app.scribe, tables=app.tables, pace=app.pace)
        starting = wire.StartTableRequest(table_id=table_id, request_id=secrets.token_bytes(16))
        message = starting.SerializeToString()
        await start(message, holders[0], scribe=app.scribe, pace=app.pace)
        self._holders[table_id] = holders[0]
        return table_id

    async def act(self, table_id: str, turn: int, times: Times) -> None:
        """The first seat's action of this turn; the seq is known before, so that its times can be noted."""
        app = self._app
        hot = await app.tables.hot(table_id)
        request = wire.ActRequest(
            table_id=table_id, action=script.TURN[turn], request_id=secrets.token_bytes(16)
        )
        times.sent[table_id, hot.head.seq + 1] = time.perf_counter()
        await act(
            request.SerializeToString(),
            self._holders[table_id],
            scribe=app.scribe,
            tables=app.tables,
            pace=app.pace,
        )


async def spectate_many(wish: Wish, lines: Sequence[grpc.aio.Channel], url: str) -> Measure:
    """From the append to a spectator's hands at one of many tables, 99 of 100 times, beside a bare subscriber.

    One worker follows all tables, for spectators of a hundred each; the events are another worker's.
    """
    count = TABLES // 10 if wish.quick else TABLES
    times = Times(int(wish.seconds(FOR_S) * EVENTS_PER_S))
    async with AsyncExitStack() as stack:
        settings = Settings.model_validate({"redis": url, "cache_tables": count})
        other = OtherWorker(await build(settings, "bench", stack))
        table_ids = await _all(range(count), other.open)
        subscriber = await _subscribed(stack, url, table_ids)
        spectators = await _all(
            range(0, count, FOLLOWS_MOST),
            lambda first: _live(lines, table_ids[first : first + FOLLOWS_MOST]),
        )
        reading = [asyncio.create_task(_read(each, times)) for each in spectators]
        reading.append(asyncio.create_task(_hear(subscriber, times)))
        try:
            await _play(other, table_ids, times)
            async with asyncio.timeout(_LATE_S):
                await times.complete.wait()
        finally:
            for task in reading:
                task.cancel()
            await asyncio.wait(reading)
            for spectator in spectators:
                spectator.cancel()
    ours, bare = times.waits_ms(times.ours), times.waits_ms(times.bare)
    return beside(percentile(ours, 0.99), "ms p99", percentile(bare, 0.99))


async def _all(numbers: Sequence[int], make: Callable[[int], Awaitable[_Made]]) -> list[_Made]:
    """What is made of each number, some at a time."""
    made: list[_Made] = []
    for first in range(0, len(numbers), _AT_ONCE):
        made += await asyncio.gather(*map(make, numbers[first : first + _AT_ONCE]))
    return made


async def _play(other: OtherWorker, table_ids: Sequence[str], times: Times) -> None:
    """Actions at a steady pace, each at another table."""
    began_s = time.perf_counter()
    acting: list[asyncio.Task[None]] = []
    for number in range(times.events):
        await asyncio.sleep(began_s + number / EVENTS_PER_S - time.perf_counter())
        turn, table = divmod(number, len(table_ids))
        acting.append(asyncio.create_task(other.act(table_ids[table], turn, times)))
    await asyncio.gather(*acting)


async def _live(lines: Sequence[grpc.aio.Channel], table_ids: Sequence[str]) -> Spectating:
    """A spectator's stream of these tables, when what comes next is live."""
    follows = [wire.Follow(table_id=table_id, from_seq=0) for table_id in table_ids]
    line = lines[hash(table_ids[0]) % len(lines)]
    call = stubs.TableServiceStub(line).Watch(wire.WatchRequest(follows=follows))
    for _ in follows:
        response = await call.read()
        assert isinstance(response, wire.WatchResponse), "the stream ended"  # noqa: S101
        assert response.HasField("live"), response  # noqa: S101
    return call


async def _read(call: Spectating, times: Times) -> None:
    while isinstance(response := await call.read(), wire.WatchResponse):
        if response.HasField("notice"):
            times.note(times.ours, (response.notice.table_id, response.notice.seq))


async def _subscribed(stack: AsyncExitStack, url: str, table_ids: Sequence[str]) -> PubSub:
    """A bare subscriber to the same tables, once the store has confirmed all of them."""
    client = Redis.from_url(url)
    stack.push_async_callback(client.aclose)
    subscriber = client.pubsub()
    stack.push_async_callback(subscriber.aclose)
    for first in range(0, len(table_ids), _BARE_AT_ONCE):
        some = table_ids[first : first + _BARE_AT_ONCE]
        await subscriber.ssubscribe(*map(keys.channel, some))
        for _ in some:
            await subscriber.get_message(timeout=_LATE_S)
    return subscriber


async def _hear(subscriber: PubSub, times: Times) -> None:
    async for message in subscriber.listen():
        if message["type"] == "smessage":
            entry_id, _, _event = message["data"].partition(b"\n")
            table_id = keys.table_of_channel(message["channel"])
            times.note(times.bare, (table_id, chain.parse(entry_id).seq))
