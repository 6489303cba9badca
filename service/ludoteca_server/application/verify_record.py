"""Verifies a record."""

from __future__ import annotations

import asyncio
from typing import TYPE_CHECKING

from ludoteca_core import BadRecord
from ludoteca_server.model.errors import MalformedRequest

if TYPE_CHECKING:
    from ludoteca_core import Library


async def verify_record(record: bytes, *, library: Library) -> bytes:
    """VerifyRecordResponse. Raises MalformedRequest if the file is no record."""
    try:
        return await asyncio.to_thread(library.verify_record, record)
    except BadRecord as error:
        raise MalformedRequest(
            f"Line {error.line} of the record: {error.why}.", "bad_record"
        ) from error
