"""Logs in the archive."""

from __future__ import annotations

from typing import NamedTuple


class ArchivedFile(NamedTuple):
    """A log's file in the archive."""

    table_id: str
    size: int
    """In bytes, as stored."""
