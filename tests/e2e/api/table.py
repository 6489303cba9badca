"""A service in processes of its own, and people who call it over gRPC."""

from __future__ import annotations

import asyncio
import itertools
import json
import os
import random
import signal
import subprocess
import sys
import time
from contextlib import asynccontextmanager
from dataclasses import dataclass
from typing import TYPE_CHECKING, ClassVar

import grpc
from google.protobuf import any_pb2
from google.protobuf.message import Message
from google.rpc import error_details_pb2, status_pb2

from ludoteca.v1 import (
    catalog_service_pb2,
    catalog_service_pb2_grpc,
    record_service_pb2_grpc,
    table_pb2,
    table_service_pb2_grpc,
    words_pb2,
)
from ludoteca.v1 import table_service_pb2 as wire
from tests.games import in_turns

if TYPE_CHECKING:
    from collections.abc import AsyncIterator, Awaitable
    from pathlib import Path

WORKERS = 2
LONGER_THAN_A_TEST_MS = 120_000
"""A grace time for seats without a stream: unary calls play Buurn too."""
SEATS = 3
"""Every game can be played by so many."""
PATIENCE_S = 30.0

_OWN_CONNECTION = itertools.count()
_LIST = wire.ListActionsRequest


def dice(seed: int) -> random.Random:
    """A test's own dice."""
    return random.Random(seed)  # noqa: S311  # nothing is secret here


def new_id() -> bytes:
    """A request id."""
    return os.urandom(16)


def bearer(token: bytes) -> tuple[tuple[str, str], ...]:
    """The metadata that carries a token."""
    return (("authorization", f"Bearer {token.hex()}"),)


class Service:
    """`python -m ludoteca_server` with two workers and a Valkey of its own."""

    running_now: ClassVar[list[Service]] = []

    def __init__(self, path: Path, **settings: object) -> None:
        self._ready = path / "ready.json"
        given = {
            "data_dir": path / "data",
            "ready_file": self._ready,
            "workers": WORKERS,
            "port": 0,
            "drain_s": 5,
            **settings,
        }
        flags = {f"LUDOTECA_{name.upper()}": str(value) for name, value in given.items()}
        self._process = subprocess.Popen(
            [sys.executable, "-m", "ludoteca_server"],
            env={**os.environ, **flags},
            stdout=subprocess.PIPE,
            text=True,
        )
        self.running_now.append(self)
        assert self._process.stdout is not None
        line = self._process.stdout.readline()
        assert line.startswith("Ludoteca serves at"), line

    def running(self) -> dict[str, object]:
        """What the server says of itself: pids and the address."""
        told: dict[str, object] = json.loads(self._ready.read_text())
        return told

    @property
    def address(self) -> str:
        return str(self.running()["address"])

    def kill_workers(self) -> list[int]:
        """Sends kill -9 to every worker; who they were."""
        pids = self.worker_pids()
        for pid in pids:
            os.kill(pid, signal.SIGKILL)
        return pids

    def kill_worker(self) -> None:
        """Sends kill -9 to one worker; the others go on."""
        os.kill(self.worker_pids()[0], signal.SIGKILL)

    def worker_pids(self) -> list[int]:
        pids = self.running()["workers"]
        assert isinstance(pids, list)
        return pids

    def roll(self) -> None:
        """SIGHUP: the workers are to be replaced, one by one."""
        self._process.send_signal(signal.SIGHUP)

    def kill_store(self) -> None:
        """Sends kill -9 to the Valkey."""
        pid = self.running()["store_pid"]
        assert isinstance(pid, int)
        os.kill(pid, signal.SIGKILL)

    def stop(self) -> int:
        """SIGTERM, and the exit status."""
        self.running_now.remove(self)
        self._process.send_signal(signal.SIGTERM)
        try:
            status = self._process.wait(PATIENCE_S)
        except subprocess.TimeoutExpired:
            self._process.kill()
            raise
        assert self._process.stdout is not None
        self._process.stdout.close()
        return status


def channel(address: str, *extra: tuple[str, int]) -> grpc.aio.Channel:
    """A connection that is shared with no other channel, so that it may reach another worker."""
    options = (
        *extra,
        ("grpc.use_local_subchannel_pool", 1),
        ("ludoteca.own", next(_OWN_CONNECTION)),
        ("grpc.initial_reconnect_backoff_ms", 50),
        ("grpc.max_reconnect_backoff_ms", 200),
    )
    return grpc.aio.insecure_channel(address, options=options)


class Stubs:
    """All services over one channel: one worker."""

    def __init__(self, on: grpc.aio.Channel) -> None:
        self.channel = on
        self.tables = table_service_pb2_grpc.TableServiceStub(on)
        self.catalog = catalog_service_pb2_grpc.CatalogServiceStub(on)
        self.records = record_service_pb2_grpc.RecordServiceStub(on)


@asynccontextmanager
async def each_worker(address: str) -> AsyncIterator[list[Stubs]]:
    """A connection to every worker, in the order of their names."""
    found: dict[str, Stubs] = {}
    deadline_s = time.monotonic() + PATIENCE_S
    while len(found) < WORKERS:
        assert time.monotonic() < deadline_s, f"only {sorted(found)} answered"
        stubs = Stubs(channel(address))
        about = await stubs.catalog.GetServer(
            catalog_service_pb2.GetServerRequest(), wait_for_ready=True, timeout=PATIENCE_S
        )
        if about.worker in found:
            await stubs.channel.close()
        else:
            found[about.worker] = stubs
    try:
        yield [found[name] for name in sorted(found)]
    finally:
        for stubs in found.values():
            await stubs.channel.close()


async def worker_pid(stubs: Stubs) -> int:
    """The worker behind a connection."""
    about = await stubs.catalog.GetServer(catalog_service_pb2.GetServerRequest())
    return int(about.worker.rpartition("-")[2])


@dataclass
class Failure:
    """The status of a failed call, with its details."""

    code: grpc.StatusCode
    message: str
    info: error_details_pb2.ErrorInfo
    rejection: words_pb2.Rejection | None
    retry_s: float | None


def failure_of(error: grpc.aio.AioRpcError) -> Failure:
    """Reads the details; every error of ours has an ErrorInfo."""
    trailers = dict(error.trailing_metadata())
    status = status_pb2.Status.FromString(trailers["grpc-status-details-bin"])
    assert status.code == error.code().value[0]
    assert status.message == error.details()
    info = error_details_pb2.ErrorInfo()
    rejection, retry_s = None, None
    for detail in status.details:
        if detail.Is(words_pb2.Rejection.DESCRIPTOR):
            rejection = words_pb2.Rejection()
            detail.Unpack(rejection)
        elif detail.Is(error_details_pb2.RetryInfo.DESCRIPTOR):
            retry = error_details_pb2.RetryInfo()
            detail.Unpack(retry)
            retry_s = retry.retry_delay.ToTimedelta().total_seconds()
        else:
            assert detail.Unpack(info)
    assert info.domain == "ludoteca"
    assert info.reason
    return Failure(error.code(), status.message, info, rejection, retry_s)


async def failing(call: Awaitable[object]) -> Failure:
    """The failure of a call that has to fail."""
    try:
        answer = await call
    except grpc.aio.AioRpcError as error:
        return failure_of(error)
    raise AssertionError(f"the call went through: {answer}")


@dataclass
class Game:
    """A table in play, and its people's tokens by seat."""

    table_id: str
    tokens: list[bytes]

    @property
    def started_seq(self) -> int:
        """The seq of its start: it was made, and everybody sat down one by one."""
        return len(self.tokens) + 2

    async def turn(self, stubs: Stubs) -> int | None:
        """The seat that has to act, the first of several; None if the game is over."""
        return next(iter(await self.to_act(stubs)), None)

    async def to_act(self, stubs: Stubs) -> list[int]:
        """The seats that may act."""
        request = wire.GetTableRequest(table_id=self.table_id)
        response = await stubs.tables.GetTable(request, metadata=bearer(self.tokens[0]))
        return [seat.seat for seat in response.table.seats if seat.to_act]

    async def offers(self, stubs: Stubs, seat: int) -> wire.ListActionsResponse:
        """The seat's legal actions."""
        return await stubs.tables.ListActions(
            _LIST(table_id=self.table_id), metadata=bearer(self.tokens[seat])
        )

    async def request(self, stubs: Stubs, choice: int = 0) -> tuple[wire.ActRequest, bytes]:
        """A legal ActRequest of the seat in turn, and its token."""
        seat = await self.turn(stubs)
        assert seat is not None
        offers = (await self.offers(stubs, seat)).offers
        action = offers[choice % len(offers)].action
        request = wire.ActRequest(table_id=self.table_id, action=action, request_id=new_id())
        return request, self.tokens[seat]

    async def move(self, stubs: Stubs, choice: int = 0) -> int:
        """Plays one legal action; its seq."""
        request, token = await self.request(stubs, choice)
        return (await stubs.tables.Act(request, metadata=bearer(token))).seq

    async def finish(self, stubs: Stubs) -> int:
        """Plays to the end by always taking a legal action; the last seq."""
        seq = 0
        while (seat := await self.turn(stubs)) is not None:
            offers = (await self.offers(stubs, seat)).offers
            request = wire.ActRequest(
                table_id=self.table_id,
                action=offers[seq % len(offers)].action,
                request_id=new_id(),
            )
            seq = (await stubs.tables.Act(request, metadata=bearer(self.tokens[seat]))).seq
        return seq


async def new_game(stubs: Stubs, seats: int = 2, *, start: bool = True, **terms: object) -> Game:
    """A table of Burgenland with everybody seated."""
    token = os.urandom(32)
    request = wire.CreateTableRequest(game="burgenland", seats=seats, request_id=new_id())
    for name, value in terms.items():
        if isinstance(value, Message):
            getattr(request, name).CopyFrom(value)
        elif value is not None:
            setattr(request, name, value)
    created = await stubs.tables.CreateTable(request, metadata=bearer(token))
    game = Game(created.table.table_id, [os.urandom(32) for _ in range(seats)])
    for seat, each in enumerate(game.tokens):
        joining = wire.JoinTableRequest(
            table_id=game.table_id, seat=seat, name=f"Player {seat}", request_id=new_id()
        )
        await stubs.tables.JoinTable(joining, metadata=bearer(each))
    if start:
        starting = wire.StartTableRequest(table_id=game.table_id, request_id=new_id())
        await stubs.tables.StartTable(starting, metadata=bearer(game.tokens[0]))
    return game


async def new_game_in_turns(
    stubs: Stubs, title: str, seats: int = SEATS, *, start: bool = True, **terms: object
) -> Game:
    """A table of any game, at which some seat always has an action until the end."""
    options = in_turns(title)
    if options is not None:
        packed = any_pb2.Any()
        packed.Pack(options)
        terms["options"] = packed
    return await new_game(stubs, seats, start=start, game=title, **terms)


async def hear(
    stubs: Stubs, table_id: str, from_seq: int, upto: int, token: bytes | None = None
) -> list[bytes]:
    """The notices from `from_seq` up to `upto`, serialised, as a Watch stream brings them."""
    request = wire.WatchRequest(follows=[wire.Follow(table_id=table_id, from_seq=from_seq)])
    call = stubs.tables.Watch(request, metadata=bearer(token) if token else None)
    got: list[bytes] = []
    async for response in call:
        if response.HasField("notice"):
            got.append(response.notice.SerializeToString(deterministic=True))
            if response.notice.seq == upto:
                break
    call.cancel()
    return got


async def view_at(
    stubs: Stubs, table_id: str, seq: int | None, token: bytes | None = None
) -> table_pb2.View:
    """GetView."""
    request = wire.GetViewRequest(table_id=table_id, seq=seq)
    response = await stubs.tables.GetView(request, metadata=bearer(token) if token else None)
    return response.view


async def until_gone(pids: list[int], service: Service) -> None:
    """Returns when other workers serve in their place."""
    deadline_s = time.monotonic() + PATIENCE_S
    while set(service.worker_pids()) & set(pids) or len(service.worker_pids()) < WORKERS:
        assert time.monotonic() < deadline_s
        await asyncio.sleep(0.02)
