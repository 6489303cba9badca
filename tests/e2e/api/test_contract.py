"""The whole API: which call needs whom, and what an unknown table or a malformed message comes to."""

from __future__ import annotations

import os
from typing import TYPE_CHECKING

import grpc
import pytest
from redis.asyncio import Redis

from ludoteca.burgenland.v1 import burgenland_pb2
from ludoteca.v1 import catalog_service_pb2
from ludoteca.v1 import table_service_pb2 as wire
from ludoteca_server.eventlog import keys
from tests.e2e.api.rpcs import call, naming, rpcs
from tests.e2e.api.table import (
    Game,
    bearer,
    failing,
    new_game,
    new_game_in_turns,
    new_id,
)
from tests.games import GAMES, in_turns

if TYPE_CHECKING:
    from google.protobuf.descriptor import MethodDescriptor

    from tests.e2e.api.table import Failure, Service, Stubs

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
SEAT_CALLS = [rpc for rpc in rpcs() if rpc.name not in READS]
NAME_NO_TABLE = {
    "CreateTable",
    "ListTables",
    "ListGames",
    "GetGame",
    "GetServer",
    "ImportRecord",
    "VerifyRecord",
}
NAME_A_TABLE = [
    pytest.param(rpc, title, id=f"{rpc.name}-{title}")
    for rpc in rpcs()
    if naming(rpc.input_type, "") is not None
    for title in (GAMES if "action" in rpc.input_type.fields_by_name else GAMES[:1])
]
"""What carries an action is tried with one of every game."""

every_game = pytest.mark.parametrize("title", GAMES)


class Standing:
    """Tables that calls are refused at: nothing happens to them, so that each is made once."""

    def __init__(self) -> None:
        self._tables: dict[str, tuple[Game, Game, wire.ActRequest]] = {}

    async def tables(self, stubs: Stubs, title: str) -> tuple[Game, Game, wire.ActRequest]:
        """A table of the game, another one, and an action that is legal at the first."""
        if title not in self._tables:
            one, other = [await new_game_in_turns(stubs, title) for _ in range(2)]
            action, _ = await one.request(stubs)
            self._tables[title] = one, other, action
        return self._tables[title]


@pytest.fixture(scope="module")
def standing() -> Standing:
    return Standing()


def seat_call(rpc: MethodDescriptor, game: Game, title: str, action: wire.ActRequest) -> bytes:
    """A request of this rpc that a seat of the game could send."""
    here = game.table_id
    making = wire.CreateTableRequest(game=title, seats=3, request_id=new_id())
    options = in_turns(title)
    if options is not None:
        making.options.Pack(options)
    requests = {
        "JoinTable": wire.JoinTableRequest(table_id=here, name="Eve", request_id=new_id()),
        "StartTable": wire.StartTableRequest(table_id=here, request_id=new_id()),
        "LeaveTable": wire.LeaveTableRequest(table_id=here, request_id=new_id()),
        "ListActions": wire.ListActionsRequest(table_id=here),
        "CheckAction": wire.CheckActionRequest(table_id=here, action=action.action),
        "Act": action,
        "Play": wire.PlayRequest(open=wire.PlayOpen(table_id=here)),
        "TakeBack": wire.TakeBackRequest(
            table_id=here, to_seq=game.started_seq, request_id=new_id()
        ),
        "Resign": wire.ResignRequest(table_id=here, request_id=new_id()),
        "CreateTable": making,
    }
    return requests[rpc.name].SerializeToString()


@every_game
@pytest.mark.parametrize("rpc", SEAT_CALLS, ids=lambda rpc: rpc.name)
async def test_r40_a_call_without_a_token(
    workers: list[Stubs], standing: Standing, rpc: MethodDescriptor, title: str
) -> None:
    game, _, action = await standing.tables(workers[0], title)
    if rpc.name in NEED_NONE:
        refused = await call(workers[0], rpc, b"")
        assert refused is not None
        assert refused.code is Code.INVALID_ARGUMENT, "no request id, no record"
        return
    for stubs in workers:
        refused = await call(stubs, rpc, seat_call(rpc, game, title, action))
        assert refused is not None
        assert refused.code is Code.UNAUTHENTICATED
        assert refused.info.reason == "no_token"
    assert (await game.offers(workers[1], 0)).seq == game.started_seq, "nothing happened"


@every_game
@pytest.mark.parametrize(
    "rpc",
    [rpc for rpc in SEAT_CALLS if rpc.name not in BIND_OR_NEED_NONE],
    ids=lambda rpc: rpc.name,
)
async def test_r40_a_call_with_a_token_that_holds_no_seat(
    workers: list[Stubs], standing: Standing, rpc: MethodDescriptor, title: str
) -> None:
    game, other, action = await standing.tables(workers[0], title)
    for token in (os.urandom(32), *other.tokens):
        for stubs in workers:
            refused = await call(stubs, rpc, seat_call(rpc, game, title, action), token)
            assert refused is not None
            assert refused.code is Code.PERMISSION_DENIED
            assert refused.info.reason == "wrong_token"
    assert (await game.offers(workers[0], 0)).seq == game.started_seq, "nothing happened"


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


async def traces(service: Service, table_id: str) -> list[bytes]:
    """Where the store mentions a table: keys that carry its id, and sets and hashes that list it."""
    sets = (keys.LOBBY_MARKS, keys.LOBBY_ENDED, *map(keys.due, range(keys.DUE_SETS)))
    seqs = map(keys.due_seqs, range(keys.DUE_SETS))
    hashes = (keys.LOBBY_ROWS, keys.LOBBY_MARK_SEQS, *seqs)
    async with Redis.from_url(str(service.running()["store"])) as raw:
        found = [bytes(key) async for key in raw.scan_iter() if table_id.encode() in bytes(key)]
        found += [each for each in sets if await raw.zscore(each, table_id) is not None]
        found += [each for each in hashes if await raw.hexists(each, table_id)]
    return found


def test_every_rpc_names_a_table_or_is_known_to_name_none() -> None:
    assert {rpc.name for rpc in rpcs() if naming(rpc.input_type, "") is None} == NAME_NO_TABLE


@pytest.mark.parametrize(("rpc", "title"), NAME_A_TABLE)
async def test_r22_unknown_tables(
    service: Service, workers: list[Stubs], standing: Standing, rpc: MethodDescriptor, title: str
) -> None:
    """Whatever names a table that is not there is told so, and the store hears nothing of it."""
    _, _, known = await standing.tables(workers[0], title)
    fields: dict[str, object] = {"name": "Eve", "to_seq": 1, "action": known.action}
    for table_id in ("a" * 26, "no such table", "{}{}", "../../etc", "", "x" * 1000):
        request = naming(rpc.input_type, table_id, {**fields, "request_id": new_id()})
        assert request is not None
        for stubs in workers:
            refused = await call(stubs, rpc, request.SerializeToString(), os.urandom(32))
            assert refused is not None
            if 1 <= len(table_id) <= 64:
                assert (refused.code, refused.info.reason) == (Code.NOT_FOUND, "no_such_table")
            else:
                assert refused.code in (Code.NOT_FOUND, Code.INVALID_ARGUMENT)
        assert table_id == "" or await traces(service, table_id) == []


async def test_r22_a_table_that_is_there_leaves_traces(
    service: Service, workers: list[Stubs], standing: Standing
) -> None:
    """What the test above looks for can be found."""
    game, _, _ = await standing.tables(workers[0], "buurn")
    found = await traces(service, game.table_id)
    assert keys.stream(game.table_id) in found
    assert keys.LOBBY_ROWS in found
    assert len(found) > 2, "its clock's set too"


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
