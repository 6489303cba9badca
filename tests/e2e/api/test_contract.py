"""The whole API: which call needs whom, and which error is which status."""

from __future__ import annotations

import os
from typing import TYPE_CHECKING

import grpc
import pytest
from google.protobuf import any_pb2, message_factory

from ludoteca.burgenland.v1 import burgenland_pb2
from ludoteca.v1 import (
    catalog_service_pb2,
    record_service_pb2,
    table_service_pb2,
)
from ludoteca.v1 import table_service_pb2 as wire
from tests.e2e.api.table import Game, bearer, failing, failure_of, hear, new_game, new_id

if TYPE_CHECKING:
    from google.protobuf.descriptor import MethodDescriptor

    from tests.e2e.api.table import Failure, Stubs

    UnaryUnary = grpc.aio.UnaryUnaryMultiCallable[bytes, bytes]
    UnaryStream = grpc.aio.UnaryStreamMultiCallable[bytes, bytes]
    StreamUnary = grpc.aio.StreamUnaryMultiCallable[bytes, bytes]
    StreamStream = grpc.aio.StreamStreamMultiCallable[bytes, bytes]

Code = grpc.StatusCode

READS = {
    "GetTable",
    "ListTables",
    "GetView",
    "Watch",
    "ListGames",
    "GetGame",
    "GetServer",
    "ExportRecord",
    "VerifyRecord",
}
"""Whoever may call these, with a token or without."""
BIND_OR_NEED_NONE = {"CreateTable", "JoinTable", "ImportRecord"}
"""A token of one's own will do, or none is needed."""
NEED_NONE = {"ImportRecord"}


def rpcs() -> list[MethodDescriptor]:
    """Every rpc of every service of ours."""
    files = (table_service_pb2, catalog_service_pb2, record_service_pb2)
    services = [service for file in files for service in file.DESCRIPTOR.services_by_name.values()]
    return [rpc for service in services for rpc in service.methods]


REFUSED_BEFORE_SENT = "Internal error from Core"
"""What grpc.aio makes of a stream that the server refused before the first message had left."""
SEAT_CALLS = [rpc for rpc in rpcs() if rpc.name not in READS]


async def call(
    stubs: Stubs, rpc: MethodDescriptor, payload: bytes, token: bytes | None = None
) -> Failure | None:
    """Calls an rpc with one message of any bytes; its failure, or None if it answers."""
    assert rpc.containing_service is not None
    path = f"/{rpc.containing_service.full_name}/{rpc.name}"
    metadata = bearer(token) if token is not None else None
    try:
        if rpc.client_streaming and rpc.server_streaming:
            play: StreamStream = stubs.channel.stream_stream(path)
            await play(iter([payload]), metadata=metadata).read()
        elif rpc.client_streaming:
            send: StreamUnary = stubs.channel.stream_unary(path)
            await send(iter([payload]), metadata=metadata)
        elif rpc.server_streaming:
            follow: UnaryStream = stubs.channel.unary_stream(path)
            many = follow(payload, metadata=metadata)
            await many.read()
            many.cancel()
        else:
            ask: UnaryUnary = stubs.channel.unary_unary(path)
            await ask(payload, metadata=metadata)
    except grpc.aio.AioRpcError as error:
        if error.details() == REFUSED_BEFORE_SENT:
            return await call(stubs, rpc, payload, token)
        return failure_of(error)
    return None


def seat_call(rpc: MethodDescriptor, game: Game, action: wire.ActRequest) -> bytes:
    """A request of this rpc that a seat of the game could send."""
    requests = {
        "JoinTable": wire.JoinTableRequest(table_id=game.table_id, name="Eve", request_id=new_id()),
        "StartTable": wire.StartTableRequest(table_id=game.table_id, request_id=new_id()),
        "LeaveTable": wire.LeaveTableRequest(table_id=game.table_id, request_id=new_id()),
        "ListActions": wire.ListActionsRequest(table_id=game.table_id),
        "CheckAction": wire.CheckActionRequest(table_id=game.table_id, action=action.action),
        "Act": action,
        "Play": wire.PlayRequest(open=wire.PlayOpen(table_id=game.table_id)),
        "TakeBack": wire.TakeBackRequest(table_id=game.table_id, to_seq=4, request_id=new_id()),
        "Resign": wire.ResignRequest(table_id=game.table_id, request_id=new_id()),
        "CreateTable": wire.CreateTableRequest(game="burgenland", seats=2, request_id=new_id()),
    }
    return requests[rpc.name].SerializeToString()


@pytest.mark.parametrize("rpc", SEAT_CALLS, ids=lambda rpc: rpc.name)
async def test_r40_a_call_without_a_token(workers: list[Stubs], rpc: MethodDescriptor) -> None:
    game = await new_game(workers[0])
    action, _ = await game.request(workers[0])
    if rpc.name in NEED_NONE:
        refused = await call(workers[0], rpc, b"")
        assert refused is not None
        assert refused.code is Code.INVALID_ARGUMENT, "no request id, no record"
        return
    refused = await call(workers[0], rpc, seat_call(rpc, game, action))
    assert refused is not None
    assert refused.code is Code.UNAUTHENTICATED
    assert refused.info.reason == "no_token"
    assert (await game.turn(workers[1])) is not None


@pytest.mark.parametrize(
    "rpc",
    [rpc for rpc in SEAT_CALLS if rpc.name not in BIND_OR_NEED_NONE],
    ids=lambda rpc: rpc.name,
)
async def test_r40_a_call_with_a_token_that_holds_no_seat(
    workers: list[Stubs], rpc: MethodDescriptor
) -> None:
    game, other = await new_game(workers[0]), await new_game(workers[0])
    action, _ = await game.request(workers[0])
    last = (await game.offers(workers[0], 0)).seq
    for token in (os.urandom(32), *other.tokens):
        for stubs in workers:
            refused = await call(stubs, rpc, seat_call(rpc, game, action), token)
            assert refused is not None
            assert refused.code is Code.PERMISSION_DENIED
            assert refused.info.reason == "wrong_token"
    assert (await game.offers(workers[0], 0)).seq == last, "nothing happened"


@pytest.mark.parametrize(
    "header", ["Bearer", "Bearer 12", f"Basic {'a' * 64}", f"Bearer {'x' * 64}", "a" * 64]
)
async def test_r40_a_header_that_is_no_token(workers: list[Stubs], header: str) -> None:
    game = await new_game(workers[0], start=False)
    metadata = (("authorization", header),)
    for request in (
        workers[0].tables.StartTable(
            wire.StartTableRequest(table_id=game.table_id, request_id=new_id()), metadata=metadata
        ),
        workers[0].tables.GetView(wire.GetViewRequest(table_id=game.table_id), metadata=metadata),
    ):
        assert (await failing(request)).code is Code.UNAUTHENTICATED


@pytest.mark.parametrize("rpc", rpcs(), ids=lambda rpc: rpc.name)
async def test_malformed_bytes_are_an_invalid_argument(
    workers: list[Stubs], rpc: MethodDescriptor
) -> None:
    for payload in (b"\xff", b"\x0a\xff\xff\xff\xff\x0f", b"\x0a\x05ab", b"\x0a\x02\xff\xfe"):
        refused = await call(workers[0], rpc, payload, os.urandom(32))
        if refused is None:
            assert not rpc.input_type.fields, f"{rpc.name} took {payload!r}"
            continue
        assert refused.code is Code.INVALID_ARGUMENT, (rpc.name, payload, refused)


def naming(rpc: MethodDescriptor, table_id: str) -> bytes | None:
    """A request of this rpc that names a table and is well formed; None if it names none."""
    known = rpc.input_type.fields_by_name
    if rpc.name == "Watch":
        return wire.WatchRequest(follows=[wire.Follow(table_id=table_id)]).SerializeToString()
    if rpc.name == "Play":
        return wire.PlayRequest(open=wire.PlayOpen(table_id=table_id)).SerializeToString()
    if "table_id" not in known:
        return None
    action = any_pb2.Any()
    action.Pack(burgenland_pb2.Action(end_turn=burgenland_pb2.EndTurn()))
    given = {"request_id": new_id(), "name": "Eve", "to_seq": 1, "action": action}
    fields = {name: value for name, value in given.items() if name in known}
    message = message_factory.GetMessageClass(rpc.input_type)(table_id=table_id, **fields)
    return message.SerializeToString()


@pytest.mark.parametrize("rpc", rpcs(), ids=lambda rpc: rpc.name)
async def test_r22_unknown_tables(workers: list[Stubs], rpc: MethodDescriptor) -> None:
    for table_id in ("a" * 26, "no such table", "{}{}", "../../etc", "", "x" * 1000):
        payload = naming(rpc, table_id)
        if payload is None:
            return
        refused = await call(workers[0], rpc, payload, os.urandom(32))
        assert refused is not None
        if 1 <= len(table_id) <= 64:
            assert (refused.code, refused.info.reason) == (Code.NOT_FOUND, "no_such_table")
        else:
            assert refused.code in (Code.NOT_FOUND, Code.INVALID_ARGUMENT)


async def test_unknown_games_seats_and_options(workers: list[Stubs]) -> None:
    tables, token = workers[0].tables, os.urandom(32)

    async def create(**terms: object) -> Failure:
        fields: dict[str, object] = {"game": "burgenland", "seats": 2, "request_id": new_id()}
        request = wire.CreateTableRequest()
        for name, value in {**fields, **terms}.items():
            setattr(request, name, value)
        return await failing(tables.CreateTable(request, metadata=bearer(token)))

    assert (await create(game="chess")).code is Code.NOT_FOUND
    assert (await create(game="")).code is Code.NOT_FOUND
    for seats in (0, 1, 5, 4_000_000_000):
        assert (await create(seats=seats)).code is Code.INVALID_ARGUMENT
    for request_id in (b"", b"1234567", b"x" * 33):
        assert (await create(request_id=request_id)).code is Code.INVALID_ARGUMENT
    assert (await create(name="x" * 41)).code is Code.INVALID_ARGUMENT
    assert (await create(name="a\nb")).code is Code.INVALID_ARGUMENT
    assert (
        await failing(workers[0].catalog.GetGame(catalog_service_pb2.GetGameRequest(game="chess")))
    ).code is Code.NOT_FOUND

    request = wire.CreateTableRequest(game="burgenland", seats=2, request_id=new_id())
    request.options.Pack(burgenland_pb2.Options(start_seat="7"))
    refused = await failing(tables.CreateTable(request, metadata=bearer(token)))
    assert (refused.code, refused.info.reason) == (Code.INVALID_ARGUMENT, "bad_option")
    request.options.Pack(burgenland_pb2.Action())
    refused = await failing(tables.CreateTable(request, metadata=bearer(token)))
    assert refused.code is Code.INVALID_ARGUMENT

    game = await new_game(workers[0], start=False)
    joining = wire.JoinTableRequest(table_id=game.table_id, seat=9, name="Eve", request_id=new_id())
    refused = await failing(tables.JoinTable(joining, metadata=bearer(token)))
    assert (refused.code, refused.info.reason) == (Code.INVALID_ARGUMENT, "no_such_seat")


async def test_r38_what_the_rules_refuse_now(workers: list[Stubs]) -> None:
    tables = workers[0].tables
    game = await new_game(workers[0], start=False)
    joining = wire.JoinTableRequest(table_id=game.table_id, seat=0, name="Eve", request_id=new_id())
    refused = await failing(tables.JoinTable(joining, metadata=bearer(os.urandom(32))))
    assert (refused.code, refused.info.reason) == (Code.FAILED_PRECONDITION, "seat_taken")

    action = wire.ActRequest(table_id=game.table_id, request_id=new_id())
    action.action.Pack(burgenland_pb2.Action(draw_cards=burgenland_pb2.DrawCards()))
    refused = await failing(tables.Act(action, metadata=bearer(game.tokens[0])))
    assert (refused.code, refused.info.reason) == (Code.FAILED_PRECONDITION, "table_not_started")

    starting = wire.StartTableRequest(table_id=game.table_id, request_id=new_id())
    await tables.StartTable(starting, metadata=bearer(game.tokens[0]))
    turn = await game.turn(workers[0])
    assert turn is not None
    refused = await failing(tables.Act(action, metadata=bearer(game.tokens[1 - turn])))
    assert refused.code is Code.FAILED_PRECONDITION
    assert refused.rejection is not None
    assert refused.rejection.code == refused.info.reason
    assert refused.rejection.rule == refused.info.metadata["rule"]
    assert refused.rejection.sentence.key

    action.action.Pack(
        burgenland_pb2.Action(
            start_build=burgenland_pb2.StartBuild(piece="tower", site="c1_north", price="border")
        )
    )
    refused = await failing(tables.Act(action, metadata=bearer(game.tokens[turn])))
    assert (refused.code, refused.info.reason) == (Code.INVALID_ARGUMENT, "unknown_id")
    action.action.Pack(burgenland_pb2.Options())
    refused = await failing(tables.Act(action, metadata=bearer(game.tokens[turn])))
    assert (refused.code, refused.info.reason) == (Code.INVALID_ARGUMENT, "wrong_game")


async def test_r38_a_lost_race_carries_the_seq(workers: list[Stubs]) -> None:
    game = await new_game(workers[0])
    seq = await game.move(workers[0])
    request, token = await game.request(workers[0])
    for stubs in workers:
        request.expected_seq = seq - 1
        refused = await failing(stubs.tables.Act(request, metadata=bearer(token)))
        assert refused.code is Code.ABORTED
        assert refused.info.metadata["seq"] == str(seq)
    request.expected_seq = seq
    assert (await workers[1].tables.Act(request, metadata=bearer(token))).seq == seq + 1


async def test_r38_a_seq_from_the_future(workers: list[Stubs]) -> None:
    game = await new_game(workers[0])
    last = await game.move(workers[0])
    for stubs in workers:
        refused = await failing(
            stubs.tables.GetView(wire.GetViewRequest(table_id=game.table_id, seq=last + 1))
        )
        assert (refused.code, refused.info.reason) == (Code.OUT_OF_RANGE, "seq_from_the_future")
        with pytest.raises(grpc.aio.AioRpcError) as caught:
            await hear(stubs, game.table_id, last + 2, last + 2)
        assert failure_of(caught.value).code is Code.OUT_OF_RANGE
        assert await hear(stubs, game.table_id, last, last) != []


async def test_oversized_messages(workers: list[Stubs]) -> None:
    about = await workers[0].catalog.GetServer(catalog_service_pb2.GetServerRequest())
    request = wire.GetTableRequest(table_id="x" * about.max_message_bytes)
    with pytest.raises(grpc.aio.AioRpcError) as caught:
        await workers[0].tables.GetTable(request)
    assert caught.value.code() is Code.RESOURCE_EXHAUSTED
    game = await new_game(workers[0])
    await game.move(workers[0])


async def test_every_message_says_what_is_wrong(workers: list[Stubs]) -> None:
    refused = await failing(workers[0].tables.GetTable(wire.GetTableRequest(table_id="a" * 26)))
    assert "ListTables" in refused.message
    game = await new_game(workers[0])
    refused = await failing(
        workers[0].tables.StartTable(
            wire.StartTableRequest(table_id=game.table_id, request_id=new_id())
        )
    )
    assert "authorization: Bearer" in refused.message
