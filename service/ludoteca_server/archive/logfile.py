"""A log as one file: a line that says what it is, then every entry, compressed with zstd.

    {"format": "ludoteca log 1", "table": "<id>", "head": "<seq>-<chain>"} and a line feed
    entry 1, 2, ...: chain (8 bytes, little-endian), length of the event (4 bytes, little-endian), event

The chained ids prove every byte behind the line, and the head that nothing is missing at the end. It is private:
events hold hashes of tokens, request ids and the seed.
"""

from __future__ import annotations

import json
import struct
import sys
from typing import TYPE_CHECKING

from ludoteca_server.eventlog import chain
from ludoteca_server.model.entry import EMPTY, Entry, EntryId
from ludoteca_server.model.errors import CorruptLog

if sys.version_info >= (3, 14):
    from compression import zstd
else:
    from backports import zstd

if TYPE_CHECKING:
    from collections.abc import Sequence

FORMAT = "ludoteca log 1"
_LEVEL = 9
_PREFIX = struct.Struct("<QI")
_LINE_MOST = 1_000
_PLAIN_BYTES_MOST = 1 << 30
"""What a file may unpack to: a damaged one must not eat the memory of a worker."""


def compress(data: bytes) -> bytes:
    """One zstd frame with a checksum."""
    options: dict[int, int] = {
        zstd.CompressionParameter.compression_level: _LEVEL,
        zstd.CompressionParameter.checksum_flag: 1,
    }
    return zstd.compress(data, options=options)


def decompress(data: bytes) -> bytes:
    """The content of one whole zstd frame. Raises ValueError."""
    unpacking = zstd.ZstdDecompressor()
    try:
        plain = unpacking.decompress(data, max_length=_PLAIN_BYTES_MOST)
    except zstd.ZstdError as error:
        raise ValueError("it does not unpack") from error
    if not unpacking.eof or unpacking.unused_data:
        raise ValueError("it is cut off, or something follows it")
    return plain


def pack(table_id: str, entries: Sequence[Entry]) -> bytes:
    """The file of a whole log."""
    head = {"format": FORMAT, "table": table_id, "head": str(entries[-1].id)}
    parts = [json.dumps(head).encode(), b"\n"]
    for entry in entries:
        parts += (_PREFIX.pack(entry.id.chain, len(entry.event)), entry.event)
    return compress(b"".join(parts))


def unpack(table_id: str, data: bytes) -> list[Entry]:
    """The whole log of a file, proved. Raises CorruptLog."""
    try:
        plain = decompress(data)
        end = plain.index(b"\n", 0, _LINE_MOST)
        head = _head(plain[:end])
        entries = _entries(plain, end + 1)
    except (ValueError, KeyError, TypeError, struct.error) as error:
        raise CorruptLog(
            f"The archived log of table {table_id} cannot be read: {error}.", table_id, 0
        ) from error
    chain.verify(table_id, EMPTY, entries)
    if not entries or entries[-1].id != head:
        raise CorruptLog(
            f"The archived log of table {table_id} ends at seq {len(entries)}, not at {head.seq}.",
            table_id,
            len(entries) + 1,
        )
    return entries


def _head(line: bytes) -> EntryId:
    told = json.loads(line)
    if told["format"] != FORMAT:
        raise ValueError(f"it has the format {told['format']!r}, not {FORMAT!r}")
    return chain.parse(str(told["head"]).encode())


def _entries(plain: bytes, at: int) -> list[Entry]:
    entries: list[Entry] = []
    while at < len(plain):
        link, length = _PREFIX.unpack_from(plain, at)
        at += _PREFIX.size
        if at + length > len(plain):
            raise ValueError("an event is cut off")
        entries.append(Entry(EntryId(len(entries) + 1, link), plain[at : at + length]))
        at += length
    return entries
