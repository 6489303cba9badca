"""The server itself, in this process: bugs, limits, TLS, health, its end."""

from __future__ import annotations

import asyncio
from pathlib import Path
from typing import TYPE_CHECKING
from unittest.mock import MagicMock

import grpc
import pytest
from grpc_health.v1 import health_pb2
from grpc_reflection.v1alpha import reflection_pb2

import ludoteca_core
from ludoteca.v1 import catalog_service_pb2, record_service_pb2
from ludoteca.v1 import table_service_pb2 as wire
from ludoteca_server.model.limits import Limits
from ludoteca_server.settings import Settings
from ludoteca_server.tally import Tally
from ludoteca_server.transport.interceptor import ErrorInterceptor
from ludoteca_server.transport.server import Transport
from tests.e2e.api.table import Stubs, bearer, channel, failing, failure_of, new_game
from tests.unit.application.house import House

if TYPE_CHECKING:
    from collections.abc import AsyncIterator, Awaitable, Callable

    from ludoteca_core import Call, Step, Table
    from ludoteca_server.application.service import Application

    HealthRequest = health_pb2.HealthCheckRequest
    HealthResponse = health_pb2.HealthCheckResponse
    ReflectionRequest = reflection_pb2.ServerReflectionRequest
    ReflectionResponse = reflection_pb2.ServerReflectionResponse
    Start = Callable[..., Awaitable[tuple[Application, Transport, Stubs]]]

Code = grpc.StatusCode
TLS = Path(__file__).parents[2] / "data" / "tls"


def settings(**given: object) -> Settings:
    """Settings on a free port."""
    return Settings.model_validate({"port": 0, **given})


def health_of(stubs: Stubs) -> grpc.aio.UnaryStreamCall[HealthRequest, HealthResponse]:
    """The health of the tables, as it changes."""
    watch: grpc.aio.UnaryStreamMultiCallable[HealthRequest, HealthResponse]
    watch = stubs.channel.unary_stream(
        "/grpc.health.v1.Health/Watch",
        request_serializer=health_pb2.HealthCheckRequest.SerializeToString,
        response_deserializer=health_pb2.HealthCheckResponse.FromString,
    )
    return watch(health_pb2.HealthCheckRequest(service="ludoteca.v1.TableService"))


async def status_in(health: grpc.aio.UnaryStreamCall[HealthRequest, HealthResponse]) -> int:
    response = await health.read()
    assert isinstance(response, health_pb2.HealthCheckResponse)
    return int(response.status)


@pytest.fixture
async def start() -> AsyncIterator[Start]:
    """Starts workers in this process, and ends them."""
    running: list[tuple[Transport, Stubs]] = []

    async def start(limits: Limits | None = None) -> tuple[Application, Transport, Stubs]:
        app = House(limits=limits or Limits()).worker()
        transport = Transport(app, settings(drain_s=1))
        stubs = Stubs(channel(f"127.0.0.1:{await transport.start()}"))
        running.append((transport, stubs))
        return app, transport, stubs

    yield start
    for transport, stubs in running:
        await stubs.channel.close()
        await transport.drain()


class Panicking:
    """A table whose rules panic when somebody acts."""

    def __init__(self, table: Table) -> None:
        self._table = table

    def __getattr__(self, name: str) -> object:
        return getattr(self._table, name)

    def decide(self, call: Call, **given: object) -> Step:
        ludoteca_core.provoke_bug()
        raise AssertionError(f"not reached: {call} {given}")


async def test_r16_a_panic_fails_its_call_alone(start: Start) -> None:
    app, _, stubs = await start()
    broken, whole = await new_game(stubs), await new_game(stubs)
    request, token = await broken.request(stubs)
    hot = await app.tables.hot(broken.table_id)
    app.tables._hot[broken.table_id] = hot._replace(table=Panicking(hot.table))  # type: ignore[arg-type]  # a fault
    for _ in range(3):
        refused = await failing(stubs.tables.Act(request, metadata=bearer(token)))
        assert (refused.code, refused.info.reason) == (Code.INTERNAL, "bug")
        assert refused.info.metadata["id"].startswith("w-")
        assert "panic" not in refused.message.lower(), "what it was stays in the server's log"
        await whole.move(stubs)
    app.tables.drop(broken.table_id)
    assert (await stubs.tables.Act(request, metadata=bearer(token))).seq == 5, "the same game"


async def test_a_client_that_goes_in_the_middle_of_an_answer_is_no_fault() -> None:
    """Whatever else a handler ends with, gRPC logs with a traceback: a way to fill the log."""

    async def answer(request: object, context: object) -> object:
        raise grpc.aio.InternalError("Failed execute_batch")

    handler = MagicMock(request_streaming=False, response_streaming=False)
    guarded = ErrorInterceptor("w", tally=Tally())._guarded("/m", handler, answer)
    with pytest.raises(asyncio.CancelledError):
        await guarded(b"", MagicMock())


async def test_r17_an_actors_pace_has_a_limit(start: Start) -> None:
    _, _, stubs = await start(Limits(actions_per_second=4))
    game = await new_game(stubs)
    request, token = await game.request(stubs)
    request.expected_seq = 1
    codes = []
    for _ in range(5):
        refused = await failing(stubs.tables.Act(request, metadata=bearer(token)))
        codes.append(refused.code)
    assert codes[0] is Code.ABORTED
    assert codes[-1] is Code.RESOURCE_EXHAUSTED
    assert refused.retry_s is not None
    assert 0 < refused.retry_s <= 1


async def test_streams_of_one_peer_are_bounded(start: Start) -> None:
    _, _, stubs = await start(Limits(streams_per_peer=2))
    game = await new_game(stubs)
    request = wire.WatchRequest(follows=[wire.Follow(table_id=game.table_id, from_seq=1)])
    calls = [stubs.tables.Watch(request) for _ in range(2)]
    for call in calls:
        await call.read()
    third = stubs.tables.Watch(request)
    with pytest.raises(grpc.aio.AioRpcError) as caught:
        await third.read()
    failure = failure_of(caught.value)
    assert failure.code is Code.RESOURCE_EXHAUSTED
    assert failure.retry_s
    calls[0].cancel()
    # Its place is free as soon as the server has seen it go.
    while failure.code is Code.RESOURCE_EXHAUSTED:
        again = stubs.tables.Watch(request)
        try:
            await again.read()
            break
        except grpc.aio.AioRpcError as error:
            failure = failure_of(error)
    again.cancel()
    calls[1].cancel()


@pytest.mark.parametrize("name", ["x" * 900_000, "\U0001f3f0" * 200_000])
async def test_an_error_that_repeats_a_huge_field_still_has_its_code(
    start: Start, name: str
) -> None:
    _, _, stubs = await start()
    request = catalog_service_pb2.GetGameRequest(game=name)
    failure = await failing(stubs.catalog.GetGame(request))
    assert (failure.code, failure.info.reason) == (Code.NOT_FOUND, "unknown_game")


async def test_half_sent_records_of_all_peers_are_bounded(start: Start) -> None:
    _, _, stubs = await start(Limits(record_bytes=100))
    piece = record_service_pb2.VerifyRecordRequest(data=bytes(100))
    calls = [stubs.records.VerifyRecord() for _ in range(5)]
    for call in calls:
        await call.write(piece)
    done, waiting = await asyncio.wait(
        [asyncio.ensure_future(call) for call in calls],
        return_when=asyncio.FIRST_COMPLETED,
    )
    [refused] = done
    error = refused.exception()
    assert isinstance(error, grpc.aio.AioRpcError)
    failure = failure_of(error)
    assert (failure.code, failure.info.reason) == (Code.RESOURCE_EXHAUSTED, "too_much")
    assert failure.retry_s
    for each in waiting:
        each.cancel()


async def test_a_message_over_the_limit(start: Start) -> None:
    app, _, stubs = await start()
    game = await new_game(stubs)
    call = stubs.tables.Play(metadata=bearer(game.tokens[0]))
    await call.write(wire.PlayRequest(open=wire.PlayOpen(table_id=game.table_id)))
    payload = bytes(app.limits.message_bytes + 1)
    await call.write(wire.PlayRequest(echo=wire.Echo(payload=payload)))
    with pytest.raises(grpc.aio.AioRpcError) as caught:
        await call.read()
    assert caught.value.code() is Code.RESOURCE_EXHAUSTED
    await game.move(stubs)


@pytest.mark.parametrize("count", [0, 257])
async def test_a_play_message_of_no_action_or_too_many_ends_the_stream(
    start: Start, count: int
) -> None:
    _, _, stubs = await start()
    game = await new_game(stubs)
    call = stubs.tables.Play(metadata=bearer(game.tokens[0]))
    await call.write(wire.PlayRequest(open=wire.PlayOpen(table_id=game.table_id)))
    actions = wire.PlayActions(actions=[wire.PlayAction() for _ in range(count)])
    await call.write(wire.PlayRequest(actions=actions))
    with pytest.raises(grpc.aio.AioRpcError) as caught:
        await call.read()
    failure = failure_of(caught.value)
    assert (failure.code, failure.info.reason) == (Code.INVALID_ARGUMENT, "bad_field")


async def test_draining_ends_streams_with_a_place_to_resume_from(start: Start) -> None:
    app, transport, stubs = await start()
    game = await new_game(stubs)
    watching = stubs.tables.Watch(
        wire.WatchRequest(follows=[wire.Follow(table_id=game.table_id, from_seq=1)])
    )
    playing = stubs.tables.Play(metadata=bearer(game.tokens[0]))
    await playing.write(wire.PlayRequest(open=wire.PlayOpen(table_id=game.table_id, from_seq=1)))
    for _ in range(4):
        await playing.read()
    response = await watching.read()
    while isinstance(response, wire.WatchResponse) and not response.HasField("live"):
        response = await watching.read()
    health = health_of(stubs)
    assert await status_in(health) == health_pb2.HealthCheckResponse.SERVING

    draining = asyncio.create_task(transport.drain())
    assert await status_in(health) == health_pb2.HealthCheckResponse.NOT_SERVING
    for call in (watching, playing):
        with pytest.raises(grpc.aio.AioRpcError) as caught:
            await call.read()
        failure = failure_of(caught.value)
        assert (failure.code, failure.info.reason) == (Code.UNAVAILABLE, "draining")
        assert failure.info.metadata["seq"] == "5"
        assert failure.retry_s is not None
    health.cancel()
    await draining
    assert len(app.hub) == 0


async def test_a_watcher_of_the_health_that_never_reads_holds_up_no_end(start: Start) -> None:
    app, transport, stubs = await start()
    game = await new_game(stubs)
    watching = stubs.tables.Watch(
        wire.WatchRequest(follows=[wire.Follow(table_id=game.table_id, from_seq=1)])
    )
    await watching.read()
    name = "ludoteca.v1.TableService"
    held = transport._health._server_watchers[name]  # type: ignore[attr-defined]  # held while it is written to
    async with held:
        await asyncio.wait_for(transport.drain(), 10)
    assert len(app.hub) == 0


async def test_reflection_and_health(start: Start) -> None:
    _, _, stubs = await start()
    reflect: grpc.aio.StreamStreamMultiCallable[ReflectionRequest, ReflectionResponse]
    reflect = stubs.channel.stream_stream(
        "/grpc.reflection.v1alpha.ServerReflection/ServerReflectionInfo",
        request_serializer=reflection_pb2.ServerReflectionRequest.SerializeToString,
        response_deserializer=reflection_pb2.ServerReflectionResponse.FromString,
    )
    call = reflect(iter([reflection_pb2.ServerReflectionRequest(list_services="")]))
    response = await call.read()
    assert isinstance(response, reflection_pb2.ServerReflectionResponse)
    names = {service.name for service in response.list_services_response.service}
    assert names >= {
        "ludoteca.v1.TableService",
        "ludoteca.v1.CatalogService",
        "ludoteca.v1.RecordService",
        "grpc.health.v1.Health",
    }
    call.cancel()
    health = health_of(stubs)
    assert await status_in(health) == health_pb2.HealthCheckResponse.SERVING
    health.cancel()


async def test_tls_with_and_without_client_certificates() -> None:
    cert, key = TLS / "server.pem", TLS / "server.key"
    for client_ca in (None, cert):
        app = House().worker()
        tls = {"tls_cert": cert, "tls_key": key, "tls_client_ca": client_ca}
        transport = Transport(app, settings(drain_s=0, **tls))
        port = await transport.start()
        credentials = grpc.ssl_channel_credentials(
            cert.read_bytes(),
            key.read_bytes() if client_ca else None,
            cert.read_bytes() if client_ca else None,
        )
        for secure in (True, False):
            on = (
                grpc.aio.secure_channel(f"localhost:{port}", credentials)
                if secure
                else grpc.aio.insecure_channel(f"localhost:{port}")
            )
            call = Stubs(on).catalog.GetServer(catalog_service_pb2.GetServerRequest(), timeout=10)
            if secure:
                assert (await call).worker == "w"
            else:
                with pytest.raises(grpc.aio.AioRpcError):
                    await call
            await on.close()
        await transport.drain()
