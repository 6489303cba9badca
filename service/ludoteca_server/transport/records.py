"""ludoteca.v1.RecordService."""

from __future__ import annotations

from typing import TYPE_CHECKING

from ludoteca.v1 import record_service_pb2 as wire
from ludoteca_server.application.export_record import export_record
from ludoteca_server.application.import_record import import_record
from ludoteca_server.application.verify_record import verify_record
from ludoteca_server.model.errors import TooMuch
from ludoteca_server.transport.framing import field, read
from ludoteca_server.transport.metadata import caller_of

if TYPE_CHECKING:
    from collections.abc import AsyncIterator

    from ludoteca_server.application.service import Application
    from ludoteca_server.transport.metadata import Context

_PIECE = 64 << 10


class RecordServicer:
    """Records of tables."""

    def __init__(self, app: Application) -> None:
        self._app = app

    async def export_record(self, request: bytes, context: Context) -> None:
        """A table's record as the caller may see it, in pieces."""
        message = read(wire.ExportRecordRequest, request)
        record = await export_record(
            message.table_id,
            caller_of(context),
            library=self._app.library,
            tables=self._app.tables,
        )
        for start in range(0, len(record), _PIECE):
            await context.write(field(1, record[start : start + _PIECE]))

    async def import_record(self, requests: AsyncIterator[bytes], context: Context) -> bytes:
        """Keeps a verified record under a fresh table id."""
        app = self._app
        record = bytearray()
        request_id = b""
        async for request in requests:
            message = read(wire.ImportRecordRequest, request)
            request_id = request_id or message.request_id
            self._add(record, message.data)
        table_id, events = await import_record(
            bytes(record),
            request_id,
            library=app.library,
            tables=app.tables,
            log=app.log,
            lobby=app.lobby,
            scribe=app.scribe,
        )
        response = wire.ImportRecordResponse(table_id=table_id, events=events)
        return response.SerializeToString()

    async def verify_record(self, requests: AsyncIterator[bytes], context: Context) -> bytes:
        """Re-decides every event of a record."""
        record = bytearray()
        async for request in requests:
            self._add(record, read(wire.VerifyRecordRequest, request).data)
        return await verify_record(bytes(record), library=self._app.library)

    def _add(self, record: bytearray, data: bytes) -> None:
        most = self._app.limits.record_bytes
        if len(record) + len(data) > most:
            raise TooMuch(f"A record has at most {most} bytes here.")
        record += data
