"""Records: tables as files that can be kept, read again and verified."""

from __future__ import annotations

import secrets
from typing import TYPE_CHECKING, TypeVar

from ludoteca.v1 import catalog_service_pb2, record_service_pb2
from ludoteca_client.line import metadata
from ludoteca_client.tokens import Token

if TYPE_CHECKING:
    from collections.abc import AsyncIterator, Iterable

    from ludoteca_client.line import Line

_Item = TypeVar("_Item")
PIECE_BYTES = 256 * 1024
"""A message of a record, where the service takes messages of twice that."""


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

        async def pieces() -> bytes:
            call = self._line.records.ExportRecord(request, metadata=metadata(token))
            return b"".join([response.data async for response in call])

        return await self._line.again(pieces)

    async def verify(self, record: bytes) -> record_service_pb2.VerifyRecordResponse:
        """Lets the service re-decide every event and recompute every pick of a record.

        Raises:
            BadRequest: it is no record.
        """
        pieces = await self._cut(record)

        async def ask() -> record_service_pb2.VerifyRecordResponse:
            requests = [record_service_pb2.VerifyRecordRequest(data=piece) for piece in pieces]
            return await self._line.records.VerifyRecord(_stream(requests))

        return await self._line.again(ask)

    async def import_(self, record: bytes, token: Token | None = None) -> str:
        """Keeps a whole record at the service, for reading; returns its new table id.

        Raises:
            BadRequest: it is no whole record, or it does not verify.
        """
        holder = token if token is not None else Token.fresh()
        request_id = secrets.token_bytes(16)
        pieces = await self._cut(record)

        async def ask() -> record_service_pb2.ImportRecordResponse:
            requests = [
                record_service_pb2.ImportRecordRequest(data=piece, request_id=request_id)
                for piece in pieces
            ]
            return await self._line.records.ImportRecord(
                _stream(requests), metadata=metadata(holder)
            )

        return (await self._line.again(ask)).table_id

    async def _cut(self, record: bytes) -> list[bytes]:
        """The record in pieces that fit into the service's messages."""
        request = catalog_service_pb2.GetServerRequest()
        server = await self._line.call(self._line.catalog.GetServer, request)
        size = min(PIECE_BYTES, server.max_message_bytes // 2)
        starts = range(0, max(1, len(record)), size)
        return [record[start : start + size] for start in starts]


async def _stream(items: Iterable[_Item]) -> AsyncIterator[_Item]:
    for item in items:
        yield item
