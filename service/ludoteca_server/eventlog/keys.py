"""Names in the store. Everything of one table carries its id as the hash tag: one cluster slot a table."""

from __future__ import annotations

STREAMS = "g:{*}"
"""Matches the stream of every table."""

LOBBY_ROWS = b"lobby:{rows}:row"
"""Hash: table id -> seq, a colon, the row."""

LOBBY_ORDER = b"lobby:{rows}:order"
"""Sorted set, all scores 0: creation time in 16 digits, a colon, the table id."""

LOBBY_MARKS = b"lobby:{rows}:marks"
"""Sorted set: table id, scored by the store's clock in milliseconds when it was marked."""


def stream(table_id: str) -> bytes:
    """A table's log."""
    return f"g:{{{table_id}}}".encode()


def table_of(stream_key: bytes) -> str:
    """The table whose log `stream_key` is."""
    return stream_key.decode()[len("g:{") : -len("}")]


def channel(table_id: str) -> bytes:
    """Where a table's new entries are published."""
    return f"e:{{{table_id}}}".encode()


def content(content_hash: bytes) -> bytes:
    """An owner's content file."""
    return b"content:" + content_hash.hex().encode()
