"""Records: tables as files that can be kept, read again and verified."""

from __future__ import annotations

import secrets
from typing import TYPE_CHECKING, TypeVar

import grpc

from ludoteca.v1 import record_service_pb2
from ludoteca_client.errors import from_rpc
from ludoteca_client.line import metadata
from ludoteca_client.tokens import Token

if TYPE_CHECKING:
    from collections.abc import AsyncIterator, Iterable

    from ludoteca_client.line import Line

_Item = TypeVar("_Item")
PIECE_BYTES = 256 * 1024


class Records:
    """The calls of RecordService. A record is bytes: JSON Lines, see docs/record-format.md."""

    def __init__(self, line: Line) -> None:
        self._line = line

    async def export(self, table_id: str, token: Token | None = None) -> bytes:
        """A table's record as the token's seat (None: the public) may see it.

        Raises:
            NotFound: there is no such table.
        """
        request = record_service_pb2.ExportRecordRequest(table_id=table_id)
        pieces: list[bytes] = []
        try:
            call = self._line.records.ExportRecord(request, metadata=metadata(token))
            async for response in call:
                pieces.append(response.data)  # noqa: PERF401 - what came before an error is dropped
        except grpc.aio.AioRpcError as error:
            raise from_rpc(error) from error
        return b"".join(pieces)

    async def verify(self, record: bytes) -> record_service_pb2.VerifyRecordResponse:
        """Lets the service re-decide every event and recompute every pick of a record."""
        requests = (record_service_pb2.VerifyRecordRequest(data=piece) for piece in _cut(record))
        try:
            return await self._line.records.VerifyRecord(_stream(requests))
        except grpc.aio.AioRpcError as error:
            raise from_rpc(error) from error

    async def import_(self, record: bytes, token: Token | None = None) -> str:
        """Keeps a whole record at the service, for reading; returns its new table id.

        Raises:
            BadRequest: it is no whole record, or it does not verify.
        """
        request_id = secrets.token_bytes(16)
        requests = (
            record_service_pb2.ImportRecordRequest(data=piece, request_id=request_id)
            for piece in _cut(record)
        )
        try:
            call = self._line.records.ImportRecord(
                _stream(requests), metadata=metadata(token or Token.fresh())
            )
            return (await call).table_id
        except grpc.aio.AioRpcError as error:
            raise from_rpc(error) from error


def _cut(record: bytes) -> list[bytes]:
    starts = range(0, max(1, len(record)), PIECE_BYTES)
    return [record[start : start + PIECE_BYTES] for start in starts]


async def _stream(items: Iterable[_Item]) -> AsyncIterator[_Item]:
    for item in items:
        yield item
