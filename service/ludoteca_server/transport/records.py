"""ludoteca.v1.RecordService."""

from __future__ import annotations

import asyncio
from contextlib import asynccontextmanager
from typing import TYPE_CHECKING

from ludoteca.v1 import record_service_pb2 as wire
from ludoteca_server.application.admission import Exports
from ludoteca_server.application.export_record import export_record
from ludoteca_server.application.import_record import import_record
from ludoteca_server.application.verify_record import verify_record
from ludoteca_server.model.errors import TooMuch
from ludoteca_server.transport.framing import field, read
from ludoteca_server.transport.metadata import caller_of, peer_of
from ludoteca_server.transport.patience import Patience

if TYPE_CHECKING:
    from collections.abc import AsyncIterator

    from ludoteca_server.application.service import Application
    from ludoteca_server.transport.metadata import Context

_PIECE = 64 << 10
_UPLOAD_WITHIN_S = 60


class RecordServicer:
    """Records of tables."""

    def __init__(self, app: Application) -> None:
        self._app = app
        self._patience = Patience(app.limits.slow_reader_s, tally=app.tally)
        self._exports = Exports(app.limits.record_bytes)

    async def export_record(self, request: bytes, context: Context) -> None:
        """A table's record as the caller may see it, in pieces."""
        message = read(wire.ExportRecordRequest, request)
        record = await export_record(
            message.table_id,
            caller_of(context),
            library=self._app.library,
            tables=self._app.tables,
        )
        with self._exports.record(peer_of(context), len(record)):
            # Not with a piece: that may have to be given up.
            await context.send_initial_metadata(())
            for start in range(0, len(record), _PIECE):
                await self._patience.write(context, field(1, record[start : start + _PIECE]))

    async def import_record(self, requests: AsyncIterator[bytes], context: Context) -> bytes:
        """Keeps a verified record under a fresh table id."""
        app = self._app
        peer = peer_of(context)
        app.paces.new_tables.spend(peer)
        request_id = b""
        with app.uploads.record() as record:
            async with _in_time():
                async for request in requests:
                    app.paces.record_bytes.spend(peer, len(request))
                    message = read(wire.ImportRecordRequest, request)
                    request_id = request_id or message.request_id
                    record.add(message.data)
            table_id, events = await import_record(
                bytes(record.data),
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
        app = self._app
        peer = peer_of(context)
        with app.uploads.record() as record:
            async with _in_time():
                async for request in requests:
                    app.paces.record_bytes.spend(peer, len(request))
                    record.add(read(wire.VerifyRecordRequest, request).data)
            return await verify_record(bytes(record.data), library=app.library)


@asynccontextmanager
async def _in_time() -> AsyncIterator[None]:
    """For a record to come in: one that never does keeps its room from others."""
    try:
        async with asyncio.timeout(_UPLOAD_WITHIN_S):
            yield
    except TimeoutError:
        raise TooMuch(
            f"A record has to be here within {_UPLOAD_WITHIN_S} seconds.", 1_000
        ) from None
