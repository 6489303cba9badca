"""What leaves the service: every byte of every answer and of its log, searched for what nobody may know."""

from __future__ import annotations

import asyncio
from typing import TYPE_CHECKING

import grpc
import pytest
import structlog
from google.protobuf.any_pb2 import Any

import ludoteca_core
from ludoteca.buurn.v1.buurn_pb2 import Options
from ludoteca.v1 import record_service_pb2, table_pb2
from ludoteca.v1 import table_service_pb2 as wire
from ludoteca_server.metrics.text import of_worker
from ludoteca_server.settings import Settings
from ludoteca_server.transport.server import Transport
from tests.e2e.api.table import Stubs, bearer, channel, new_game, new_id
from tests.unit.application.house import House

if TYPE_CHECKING:
    from google.protobuf.message import Message

    from tests.e2e.api.table import Game

    UnaryUnary = grpc.aio.UnaryUnaryMultiCallable[bytes, bytes]
    UnaryStream = grpc.aio.UnaryStreamMultiCallable[bytes, bytes]

TABLES = "/ludoteca.v1.TableService"
MOVES = 60


def packed(options: Options) -> Any:
    """Creation options as a request has them."""
    message = Any()
    message.Pack(options)
    return message


class Wiretap:
    """Calls with nothing between the caller and the bytes; keeps all that comes back, errors too."""

    def __init__(self, on: grpc.aio.Channel) -> None:
        self._channel = on
        self.heard = bytearray()

    async def ask(self, method: str, request: Message, token: bytes | None = None) -> None:
        call: UnaryUnary = self._channel.unary_unary(f"{TABLES}/{method}")
        metadata = bearer(token) if token else None
        try:
            self.heard += await call(request.SerializeToString(), metadata=metadata)
        except grpc.aio.AioRpcError as error:
            self.heard += (error.details() or "").encode()
            for _, value in error.trailing_metadata():
                self.heard += value if isinstance(value, bytes) else value.encode()

    async def follow(self, path: str, request: Message, token: bytes | None = None) -> None:
        call: UnaryStream = self._channel.unary_stream(path)
        metadata = bearer(token) if token else None
        async for data in call(request.SerializeToString(), metadata=metadata):
            self.heard += data


async def ask_everything(tap: Wiretap, game: Game) -> None:
    """Every reading call, as everybody, and calls that are refused."""
    here = game.table_id
    for token in (None, bytes(32), *game.tokens):
        await tap.ask("GetTable", wire.GetTableRequest(table_id=here), token)
        await tap.ask("ListTables", wire.ListTablesRequest(), token)
        for seq in (1, 4, 10, None):
            await tap.ask("GetView", wire.GetViewRequest(table_id=here, seq=seq, words=True), token)
        await tap.ask("ListActions", wire.ListActionsRequest(table_id=here, words=True), token)
        acting = wire.ActRequest(table_id=here, request_id=new_id(), expected_seq=1)
        await tap.ask("Act", acting, token)
        await tap.ask("TakeBack", wire.TakeBackRequest(table_id=here, request_id=new_id()), token)
        await tap.follow(
            "/ludoteca.v1.RecordService/ExportRecord",
            record_service_pb2.ExportRecordRequest(table_id=here),
            token,
        )


@pytest.mark.parametrize(
    ("title", "seats", "options"),
    [
        ("burgenland", 2, None),
        ("burgenland", 4, None),
        ("el_gaucho", 3, None),
        ("el_burro", 3, None),
        ("buurn", 4, Options(tick_ms=0)),  # a seat calls the numbers: somebody always acts
    ],
)
async def test_r02_no_byte_tells_a_secret_before_the_end(
    title: str, seats: int, options: Options | None
) -> None:
    house = House()
    app = house.worker()
    transport = Transport(app, Settings.model_validate({"port": 0, "drain_s": 1}))
    stubs = Stubs(channel(f"127.0.0.1:{await transport.start()}"))
    tap = Wiretap(stubs.channel)
    with structlog.testing.capture_logs() as logged:
        if options is None:
            game = await new_game(stubs, seats=seats, game=title)
        else:
            game = await new_game(stubs, seats=seats, game=title, options=packed(options))
        following = [
            asyncio.create_task(
                tap.follow(
                    f"{TABLES}/Watch",
                    wire.WatchRequest(
                        follows=[wire.Follow(table_id=game.table_id, from_seq=1)],
                        words=True,
                        views=True,
                    ),
                    token,
                )
            )
            for token in (None, *game.tokens)
        ]
        digests = []
        for move in range(MOVES):
            await game.move(stubs, move)
            digests.append((await app.tables.hot(game.table_id)).table.digest())
        await ask_everything(tap, game)

    seed = (1).to_bytes(32, "big")  # the first that the house's secrets gave
    entries = house.log.logs[game.table_id]
    assert seed in entries[0].event, "that is it"
    secrets = {"seed": seed}
    secrets |= {f"token {n}": token for n, token in enumerate(game.tokens)}
    secrets |= {f"hash {n}": ludoteca_core.hash_token(each) for n, each in enumerate(game.tokens)}
    secrets |= {f"chain {e.id.seq}": e.id.chain.to_bytes(8, "big") for e in entries}
    secrets |= {f"chain {e.id.seq} little": e.id.chain.to_bytes(8, "little") for e in entries}
    secrets |= {f"digest {n}": digest for n, digest in enumerate(digests)}
    heard = bytes(tap.heard)
    assert len(heard) > 50_000, "the wiretap works"
    lines = repr(logged) + of_worker(app)().decode()
    assert title in lines, "the table was counted"
    for name, secret in secrets.items():
        assert secret not in heard, name
        assert secret.hex().encode() not in heard, name
        assert secret.hex() not in lines, name
    for entry in entries:
        assert str(entry.id).encode() not in heard
        assert entry.event not in heard, "a stored event is no notice"

    for token in game.tokens[1:]:
        request = wire.ResignRequest(table_id=game.table_id, request_id=new_id())
        await stubs.tables.Resign(request, metadata=bearer(token))
    shown = (await stubs.tables.GetTable(wire.GetTableRequest(table_id=game.table_id))).table
    assert shown.lifecycle == table_pb2.LIFECYCLE_FINISHED
    assert shown.seed == seed, "the end reveals it"
    for each in following:
        each.cancel()
    await stubs.channel.close()
    await transport.drain()
