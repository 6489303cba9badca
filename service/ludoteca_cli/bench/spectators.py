"""What it costs a worker to tell one event to one more spectator, and how long a spectator waits."""

from __future__ import annotations

import asyncio
import secrets
import time
from typing import TYPE_CHECKING

from redis.asyncio import Redis

from ludoteca.v1 import table_service_pb2 as wire
from ludoteca.v1 import table_service_pb2_grpc as stubs
from ludoteca_cli.bench.cpu import cpu_seconds
from ludoteca_cli.bench.measure import Measure, Wish, beside, percentile
from ludoteca_cli.bench.script import script
from ludoteca_cli.bench.traffic import open_tables
from ludoteca_core import Call, Library
from ludoteca_server.eventlog import keys
from ludoteca_server.eventlog.redis_streams import RedisStreams

if TYPE_CHECKING:
    from collections.abc import Sequence

    import grpc

    from ludoteca.v1 import table_pb2
    from ludoteca_cli.bench.traffic import BenchTable

WATCHERS = 40


class Watcher:
    """One spectator's stream."""

    def __init__(self, channel: grpc.aio.Channel, table_id: str) -> None:
        request = wire.WatchRequest(follows=[wire.Follow(table_id=table_id, from_seq=0)])
        self._call = stubs.TableServiceStub(channel).Watch(request)

    async def live(self) -> None:
        """Returns when what comes next is live."""
        while (await self._next()).WhichOneof("message") != "live":
            pass

    async def notice(self) -> table_pb2.Notice:
        """The next notice."""
        while (response := await self._next()).WhichOneof("message") != "notice":
            pass
        return response.notice

    async def _next(self) -> wire.WatchResponse:
        response = await self._call.read()
        assert isinstance(response, wire.WatchResponse), "the stream ended"  # noqa: S101
        return response

    def close(self) -> None:
        """Ends the stream."""
        self._call.cancel()


async def watch_delivery(
    wish: Wish, lines: Sequence[grpc.aio.Channel], worker_pid: int
) -> tuple[float, int]:
    """Processor time of a delivery in microseconds (with spectators less without), and its bytes."""
    (table,) = await open_tables(lines, 1)
    rounds = 25 if wish.quick else 100
    before = cpu_seconds(worker_pid)
    actions = await table.act_rounds(rounds)
    alone = cpu_seconds(worker_pid) - before
    watchers = [Watcher(lines[number % len(lines)], table.table_id) for number in range(WATCHERS)]
    await asyncio.gather(*(watcher.live() for watcher in watchers))
    before = cpu_seconds(worker_pid)
    sizes, _ = await asyncio.gather(
        asyncio.gather(*(_follow(watcher, actions) for watcher in watchers)),
        table.act_rounds(rounds),
    )
    watched = cpu_seconds(worker_pid) - before
    for watcher in watchers:
        watcher.close()
    return (watched - alone) / (actions * WATCHERS) * 1e6, sizes[0]


async def _follow(watcher: Watcher, count: int) -> int:
    """Reads so many notices; the bytes of the last one."""
    for _ in range(count):
        notice = await watcher.notice()
    return notice.ByteSize()


async def spectate_lag(wish: Wish, lines: Sequence[grpc.aio.Channel], url: str) -> Measure:
    """From the append to a spectator's hands, 99 of 100 times, beside a bare subscriber of the store."""
    (table,) = await open_tables(lines, 1)
    log, bare = RedisStreams(url), Redis.from_url(url)
    watcher = Watcher(lines[0], table.table_id)
    await watcher.live()
    subscriber = bare.pubsub()
    await subscriber.ssubscribe(keys.channel(table.table_id))
    await subscriber.get_message(timeout=1)
    writer = await _Writer(log, table).ready()
    ours, plain = [], []
    for _ in range(200 if wish.quick else 1000):
        start = time.perf_counter()
        _, seen, heard = await asyncio.gather(writer.write(), _arrival(watcher), _heard(subscriber))
        ours.append((seen - start) * 1000)
        plain.append((heard - start) * 1000)
    watcher.close()
    await subscriber.aclose()  # type: ignore[no-untyped-call]  # redis-py's gap
    await log.close()
    await bare.aclose()
    return beside(percentile(ours, 0.99), "ms p99", percentile(plain, 0.99))


async def _arrival(watcher: Watcher) -> float:
    await watcher.notice()
    return time.perf_counter()


async def _heard(subscriber: object) -> float:
    async for message in subscriber.listen():  # type: ignore[attr-defined]  # redis-py's gap
        if message["type"] == "smessage":
            break
    return time.perf_counter()


class _Writer:
    """Another worker, so to speak: decides and appends events of a table by itself."""

    def __init__(self, log: RedisStreams, table: BenchTable) -> None:
        self._log = log
        self._bench = table
        self._turn = 0

    async def ready(self) -> _Writer:
        """Folds the table."""
        entries = await self._log.read(self._bench.table_id)
        self._table, _ = Library().replay([entry.event for entry in entries])
        self._head = entries[-1].id
        return self

    async def write(self) -> None:
        """The script's next action."""
        seat, step = divmod(self._turn % (2 * script.SEATS), 2)
        self._turn += 1
        request = wire.ActRequest(
            table_id=self._bench.table_id,
            action=script.TURN[step],
            request_id=secrets.token_bytes(16),
        )
        decided = self._table.decide(
            Call.act(request.SerializeToString()),
            seat=seat,
            token_hash=self._bench.token_hash(seat),
            at_ms=self._table.at_ms,
        )
        assert decided.table is not None  # noqa: S101
        self._table = decided.table
        (self._head,) = await self._log.append(self._bench.table_id, self._head, [decided.event])
