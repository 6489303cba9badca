"""A table in play, made as any client makes one, on plain gRPC stubs."""

from __future__ import annotations

import secrets
from typing import TYPE_CHECKING

from ludoteca.v1 import table_service_pb2 as wire

if TYPE_CHECKING:
    from collections.abc import Sequence

    from google.protobuf.any_pb2 import Any

    from ludoteca.v1 import table_service_pb2_grpc as stubs

Metadata = tuple[tuple[str, str], ...]


async def seated(
    stub: stubs.TableServiceAsyncStub, game: str, options: Any, holders: Sequence[Metadata]
) -> str:
    """Creates, fills and starts a table with a seat for each of `holders`, in their order; its id."""
    made = await stub.CreateTable(
        wire.CreateTableRequest(
            game=game, seats=len(holders), options=options, request_id=secrets.token_bytes(16)
        ),
        metadata=holders[0],
    )
    table_id = made.table.table_id
    for seat, holder in enumerate(holders):
        joining = wire.JoinTableRequest(
            table_id=table_id, seat=seat, name=f"Seat {seat}", request_id=secrets.token_bytes(16)
        )
        await stub.JoinTable(joining, metadata=holder)
    starting = wire.StartTableRequest(table_id=table_id, request_id=secrets.token_bytes(16))
    await stub.StartTable(starting, metadata=holders[0])
    return table_id
