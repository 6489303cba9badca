"""Callers who are refused in every way, and what they are told: the bytes of every status, its details and metadata."""

from __future__ import annotations

import os
from dataclasses import dataclass, field
from typing import TYPE_CHECKING

import grpc

from ludoteca.v1 import record_service_pb2
from ludoteca.v1 import table_service_pb2 as wire
from tests.e2e.api.table import bearer
from tests.integration.secrecy.canaries import found

if TYPE_CHECKING:
    from collections.abc import Iterator

    from google.protobuf.any_pb2 import Any
    from google.protobuf.message import Message

    from tests.e2e.api.table import Game

    UnaryUnary = grpc.aio.UnaryUnaryMultiCallable[bytes, bytes]
    UnaryStream = grpc.aio.UnaryStreamMultiCallable[bytes, bytes]
    StreamUnary = grpc.aio.StreamUnaryMultiCallable[bytes, bytes]

TABLES, RECORDS, CATALOG = (
    f"/ludoteca.v1.{name}Service" for name in ("Table", "Record", "Catalog")
)


@dataclass
class Caller:
    """Somebody on a line of their own."""

    name: str
    token: bytes | None
    on: grpc.aio.Channel
    told: bytearray = field(default_factory=bytearray)
    """All that refusals said."""
    codes: set[str] = field(default_factory=set)
    request_ids: list[bytes] = field(default_factory=list)
    asked: set[int] = field(default_factory=set)
    """Canaries that its own requests named."""

    def new_id(self) -> bytes:
        """A request id of its own."""
        self.request_ids.append(os.urandom(16))
        return self.request_ids[-1]

    async def ask(self, path: str, request: Message | bytes) -> bytes | None:
        """The answer to a call, or None where it is refused: then all that comes is kept."""
        data = request if isinstance(request, bytes) else request.SerializeToString()
        self.asked |= found(data)
        metadata = None if self.token is None else bearer(self.token)
        try:
            if path.endswith(("/ExportRecord", "/Watch")):
                streaming: UnaryStream = self.on.unary_stream(path)
                return b"".join([part async for part in streaming(data, metadata=metadata)])
            if path.endswith(("/ImportRecord", "/VerifyRecord")):
                taking: StreamUnary = self.on.stream_unary(path)
                return await taking(iter([data]), metadata=metadata)
            call: UnaryUnary = self.on.unary_unary(path)
            return await call(data, metadata=metadata)
        except grpc.aio.AioRpcError as error:
            self.codes.add(error.code().name)
            self.told += (error.details() or "").encode() + b"\n"
            for key, value in [*error.initial_metadata(), *error.trailing_metadata()]:
                self.told += key.encode() + b"\n"
                self.told += (value if isinstance(value, bytes) else value.encode()) + b"\n"
            return None


async def refused(caller: Caller, game: Game, legal: Any) -> None:
    """Asks for everything that cannot be; `legal` is an action that some seat may take now."""
    for path, request in _requests(caller, game, legal):
        await caller.ask(path, request)
    again = caller.new_id()
    for action in (legal, None):
        request = wire.ActRequest(table_id=game.table_id, request_id=again, action=action)
        request.expected_seq = 1
        await caller.ask(f"{TABLES}/Act", request)


def _requests(caller: Caller, game: Game, legal: Any) -> Iterator[tuple[str, Message | bytes]]:
    here, own = game.table_id, caller.new_id
    garbage = os.urandom(40)
    yield f"{TABLES}/Act", wire.ActRequest(table_id=here, action=legal, request_id=b"short")
    yield f"{TABLES}/Act", wire.ActRequest(table_id=here, request_id=own())
    yield f"{TABLES}/Act", garbage
    yield f"{TABLES}/CheckAction", wire.CheckActionRequest(table_id=here, action=legal, words=True)
    yield f"{TABLES}/TakeBack", wire.TakeBackRequest(table_id=here, to_seq=1, request_id=own())
    yield f"{TABLES}/StartTable", wire.StartTableRequest(table_id=here, request_id=own())
    joining = wire.JoinTableRequest(table_id=here, seat=0, name="Eve", request_id=own())
    yield f"{TABLES}/JoinTable", joining
    yield f"{TABLES}/LeaveTable", wire.LeaveTableRequest(table_id="x" * 26, request_id=own())
    yield f"{TABLES}/GetTable", wire.GetTableRequest(table_id="x" * 26)
    yield f"{TABLES}/GetView", wire.GetViewRequest(table_id=here, seq=1 << 40)
    yield f"{TABLES}/ListActions", wire.ListActionsRequest(table_id="y" * 26)
    yield f"{TABLES}/CreateTable", wire.CreateTableRequest(game="none", seats=2, request_id=own())
    yield f"{TABLES}/ListTables", garbage
    yield f"{TABLES}/Watch", wire.WatchRequest(follows=[wire.Follow(table_id="z" * 26)])
    yield f"{RECORDS}/ExportRecord", record_service_pb2.ExportRecordRequest(table_id="x" * 26)
    yield (
        f"{RECORDS}/ImportRecord",
        record_service_pb2.ImportRecordRequest(data=garbage, request_id=own()),
    )
    yield f"{RECORDS}/VerifyRecord", record_service_pb2.VerifyRecordRequest(data=garbage)
    yield f"{CATALOG}/GetGame", garbage
