"""Reads rows of the lobby."""

from __future__ import annotations

from ludoteca.v1 import table_pb2
from ludoteca_server.model.row import Lifecycle, Row


def read_row(row: bytes) -> Row:
    """What the use cases need of a serialised ludoteca.v1.Table."""
    table = table_pb2.Table.FromString(row)
    return Row(
        table_id=table.table_id,
        game=table.game,
        lifecycle=Lifecycle(table.lifecycle),
        seq=table.seq,
        at_ms=table.at_ms,
        created_at_ms=table.created_at_ms,
        abandon_after_ms=table.abandon_after_ms,
    )
