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

LOBBY_MARK_SEQS = b"lobby:{rows}:marks:seqs"
"""Hash: table id -> seq of the last event that a mark announced."""

LOBBY_ENDED = b"lobby:{rows}:ended"
"""Sorted set: the tables that wait to be put away, scored by when they ended, never later than the store's clock."""

ARCHIVE_NAME = b"archive:{archive}:name"
"""The name of the archive that finished tables go to."""

ARCHIVE_HOLDER = b"archive:{archive}:holder"
"""The worker that puts tables away, until it expires."""


DUE_SETS = 16
"""How many due sets there are: each in a slot of its own."""


def due(shard: int) -> bytes:
    """Sorted set: table id, scored by when some worker has to look at the table."""
    return f"due:{{{shard}}}".encode()


def due_seqs(shard: int) -> bytes:
    """Hash: table id -> the last seq that the due set knows of, and when an event was announced that may come."""
    return f"due:{{{shard}}}:seqs".encode()


def presence(table_id: str, seat: int) -> bytes:
    """There while a worker holds a stream of the seat, and a grace time longer."""
    return f"p:{{{table_id}}}:{seat}".encode()


def stream(table_id: str) -> bytes:
    """A table's log: a stream; a string with its last entry's id once the log is in the archive."""
    return f"g:{{{table_id}}}".encode()


def table_of(stream_key: bytes) -> str:
    """The table whose log `stream_key` is."""
    return stream_key.decode()[len("g:{") : -len("}")]


def channel(table_id: str) -> bytes:
    """Where a table's new entries are published."""
    return f"e:{{{table_id}}}".encode()


def table_of_channel(name: bytes) -> str:
    """The table whose entries are published in the channel `name`."""
    return name.decode()[len("e:{") : -len("}")]


def fence(tag: int) -> bytes:
    """A key that is written behind what a replica has to have; the tag puts it on one server or another."""
    return f"fence:{{{tag}}}".encode()


def content(content_hash: bytes) -> bytes:
    """An owner's content file."""
    return b"content:" + content_hash.hex().encode()
