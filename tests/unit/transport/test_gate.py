"""The gate: what one address may do, whatever service it calls, whatever tokens it makes."""

from __future__ import annotations

import asyncio
from typing import TYPE_CHECKING
from unittest.mock import MagicMock

import grpc
import pytest
from grpc_health.v1 import health_pb2
from grpc_reflection.v1alpha import reflection_pb2

from ludoteca.v1 import catalog_service_pb2, record_service_pb2
from ludoteca.v1 import table_service_pb2 as wire
from ludoteca_server.model.limits import Limits
from ludoteca_server.settings import Settings
from ludoteca_server.transport.metadata import peer_of
from ludoteca_server.transport.server import Transport
from tests.e2e.api.table import Stubs, bearer, channel, failing, failure_of, new_game, new_id
from tests.unit.application.house import House

if TYPE_CHECKING:
    from collections.abc import AsyncIterator, Awaitable, Callable

    from ludoteca_server.application.service import Application

    Start = Callable[[Limits], Awaitable[tuple[House, Application, Stubs]]]
    HealthRequest = health_pb2.HealthCheckRequest
    HealthResponse = health_pb2.HealthCheckResponse
    ReflectRequest = reflection_pb2.ServerReflectionRequest
    ReflectResponse = reflection_pb2.ServerReflectionResponse
    Watch = grpc.aio.UnaryStreamMultiCallable[HealthRequest, HealthResponse]
    Check = grpc.aio.UnaryUnaryMultiCallable[HealthRequest, HealthResponse]
    Reflect = grpc.aio.StreamStreamMultiCallable[ReflectRequest, ReflectResponse]

Code = grpc.StatusCode
SERVER = catalog_service_pb2.GetServerRequest()


@pytest.fixture
async def start() -> AsyncIterator[Start]:
    """Starts a worker in this process whose clock the test sets, and ends it."""
    running: list[tuple[Transport, Stubs]] = []

    async def start(limits: Limits) -> tuple[House, Application, Stubs]:
        house = House(limits=limits)
        app = house.worker()
        transport = Transport(app, Settings.model_validate({"port": 0, "drain_s": 0}))
        stubs = Stubs(channel(f"127.0.0.1:{await transport.start()}"))
        running.append((transport, stubs))
        return house, app, stubs

    yield start
    for transport, stubs in running:
        await stubs.channel.close()
        await transport.drain()


def health_check(stubs: Stubs) -> grpc.aio.UnaryUnaryCall[HealthRequest, HealthResponse]:
    check: Check = stubs.channel.unary_unary(
        "/grpc.health.v1.Health/Check",
        request_serializer=health_pb2.HealthCheckRequest.SerializeToString,
        response_deserializer=health_pb2.HealthCheckResponse.FromString,
    )
    return check(health_pb2.HealthCheckRequest())


def health_watch(stubs: Stubs) -> grpc.aio.UnaryStreamCall[HealthRequest, HealthResponse]:
    watch: Watch = stubs.channel.unary_stream(
        "/grpc.health.v1.Health/Watch",
        request_serializer=health_pb2.HealthCheckRequest.SerializeToString,
        response_deserializer=health_pb2.HealthCheckResponse.FromString,
    )
    return watch(health_pb2.HealthCheckRequest())


def reflection(stubs: Stubs) -> grpc.aio.StreamStreamCall[ReflectRequest, ReflectResponse]:
    reflect: Reflect = stubs.channel.stream_stream(
        "/grpc.reflection.v1alpha.ServerReflection/ServerReflectionInfo",
        request_serializer=reflection_pb2.ServerReflectionRequest.SerializeToString,
        response_deserializer=reflection_pb2.ServerReflectionResponse.FromString,
    )
    return reflect()


async def test_r17_calls_of_one_address_are_paced_whatever_they_call(start: Start) -> None:
    house, app, stubs = await start(Limits(peer_calls_per_second=4))
    for _ in range(2):
        await stubs.catalog.GetServer(SERVER)
        await health_check(stubs)
    refused = await failing(stubs.catalog.GetServer(SERVER))
    assert (refused.code, refused.info.reason) == (Code.RESOURCE_EXHAUSTED, "too_much")
    assert refused.retry_s == 0.25
    for call in (health_check(stubs), reflection(stubs).read()):
        with pytest.raises(grpc.aio.AioRpcError) as caught:
            await call
        assert failure_of(caught.value).code is Code.RESOURCE_EXHAUSTED
    fresh = failing(stubs.tables.Act(wire.ActRequest(), metadata=bearer(new_id() * 2)))
    assert (await fresh).code is Code.RESOURCE_EXHAUSTED, "a new token is no new caller"
    assert app.tally.limited == {"peer_calls_per_second": 4}
    house.clock.at_ms += 250
    await stubs.catalog.GetServer(SERVER)


async def test_r17_a_message_too_many_waits_and_none_is_lost(start: Start) -> None:
    house, app, stubs = await start(Limits(peer_calls_per_second=20))
    game = await new_game(stubs)
    house.clock.at_ms += 1000
    call = stubs.tables.Play(metadata=bearer(game.tokens[0]))
    await call.write(wire.PlayRequest(open=wire.PlayOpen(table_id=game.table_id)))
    for number in range(30):
        await call.write(wire.PlayRequest(echo=wire.Echo(payload=bytes([number]))))
    heard = [await _echo(call) for _ in range(18)]
    reading = asyncio.create_task(_echo(call))
    while not app.tally.limited["peer_calls_per_second"]:
        await asyncio.sleep(0.001)
    assert not reading.done(), "the call itself, the stream's open and 18 echoes are the 20"
    house.clock.at_ms += 1000
    heard += [await reading] + [await _echo(call) for _ in range(11)]
    assert heard == [bytes([number]) for number in range(30)]
    call.cancel()


async def _echo(call: grpc.aio.StreamStreamCall[wire.PlayRequest, wire.PlayResponse]) -> bytes:
    while True:
        response = await call.read()
        assert isinstance(response, wire.PlayResponse)
        if response.HasField("echo"):
            return response.echo.payload


async def test_r17_new_tables_of_one_address_are_paced(start: Start) -> None:
    house, _, stubs = await start(Limits(peer_tables_per_minute=2))

    def make() -> grpc.aio.UnaryUnaryCall[wire.CreateTableRequest, wire.CreateTableResponse]:
        request = wire.CreateTableRequest(game="burgenland", seats=2, request_id=new_id())
        return stubs.tables.CreateTable(request, metadata=bearer(new_id() * 2))

    await make()
    await make()
    refused = await failing(make())
    assert (refused.code, refused.retry_s) == (Code.RESOURCE_EXHAUSTED, 30)
    sent = record_service_pb2.ImportRecordRequest(data=b"{}", request_id=new_id())
    imported = await failing(stubs.records.ImportRecord(iter([sent])))
    assert imported.code is Code.RESOURCE_EXHAUSTED, "an import makes a table too"
    house.clock.at_ms += 30_000
    await make()


async def test_r17_bytes_of_records_of_one_address_are_paced(start: Start) -> None:
    house, app, stubs = await start(Limits(peer_record_bytes_per_minute=2_000))

    async def verify() -> Code:
        piece = record_service_pb2.VerifyRecordRequest(data=b"x" * 900)
        return (await failing(stubs.records.VerifyRecord(iter([piece])))).code

    assert [await verify() for _ in range(3)] == [
        Code.INVALID_ARGUMENT,
        Code.INVALID_ARGUMENT,
        Code.RESOURCE_EXHAUSTED,
    ]
    assert app.tally.limited == {"peer_record_bytes_per_minute": 1}
    house.clock.at_ms += 60_000
    assert await verify() is Code.INVALID_ARGUMENT


async def test_streams_of_health_and_reflection_count_too(start: Start) -> None:
    _, app, stubs = await start(Limits(streams_per_peer=2))
    health, reflect = health_watch(stubs), reflection(stubs)
    await health.read()
    await reflect.write(reflection_pb2.ServerReflectionRequest(list_services=""))
    await reflect.read()
    for call in (health_watch(stubs), reflection(stubs)):
        with pytest.raises(grpc.aio.AioRpcError) as caught:
            await call.read()
        failure = failure_of(caught.value)
        assert (failure.code, failure.info.reason) == (Code.RESOURCE_EXHAUSTED, "too_much")
    assert app.tally.limited == {"max_streams_per_peer": 2}
    await reflect.done_writing()
    assert await reflect.read() is grpc.aio.EOF
    await health_watch(stubs).read()


async def test_a_method_that_nobody_serves_is_not_remembered(start: Start) -> None:
    _, app, stubs = await start(Limits())
    for number in range(3):
        unknown: grpc.aio.UnaryUnaryMultiCallable[bytes, bytes]
        unknown = stubs.channel.unary_unary(f"/ludoteca.v1.TableService/No{number}")
        with pytest.raises(grpc.aio.AioRpcError) as caught:
            await unknown(b"")
        assert caught.value.code() is Code.UNIMPLEMENTED
    assert not app.tally.calls


@pytest.mark.parametrize(
    ("peer", "counted_as"),
    [
        ("ipv4:10.0.0.1:50000", "ipv4:10.0.0.1"),
        ("ipv6:%5B2001:db8:1:2:3:4:5:6%5D:50000", "ipv6:2001:db8:1:2::/64"),
        ("ipv6:%5B2001:db8:1:2:ffff::1%5D:50001", "ipv6:2001:db8:1:2::/64"),
        ("ipv6:[::ffff:10.0.0.1]:50000", "ipv4:10.0.0.1"),
        ("ipv6:%5Bfe80::1%25eth0%5D:1", "ipv6:fe80::/64"),
        ("unix:", "unix:"),
    ],
)
def test_who_chooses_half_of_an_address_is_counted_by_the_other(peer: str, counted_as: str) -> None:
    context = MagicMock()
    context.peer.return_value = peer
    assert peer_of(context) == counted_as
