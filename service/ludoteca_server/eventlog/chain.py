"""Chained entry ids: each one hashes the whole history before it."""

from __future__ import annotations

from hashlib import blake2b
from typing import TYPE_CHECKING

from ludoteca_server.model.entry import EMPTY, Entry, EntryId
from ludoteca_server.model.errors import CorruptLog

if TYPE_CHECKING:
    from collections.abc import Iterable, Sequence

_HASHER = blake2b(digest_size=8, person=b"ludoteca log 1")
"""Copied for each entry: to make one takes longer than to hash an event."""


def link(table_id: str, head: EntryId, event: bytes) -> EntryId:
    """The id of `event` behind `head`.

    The first entry hashes the table's id in the place of a history, so that no entry of one table ever fits
    into the log of another.
    """
    return links(table_id, head, [event])[0]


def _origin(table_id: str) -> bytes:
    """What stands in the place of an id before the first entry."""
    return f"0-0 {table_id}".encode()


def _hashed(before: bytes, event: bytes) -> int:
    """The chain of an event's id; `before` is the id before it."""
    hasher = _HASHER.copy()
    hasher.update(before + b"\n" + event)
    return int.from_bytes(hasher.digest(), "big")


def links(table_id: str, head: EntryId, events: Sequence[bytes]) -> list[EntryId]:
    """The ids of `events` behind `head`, each behind the one before it; see `link`."""
    before = b"%d-%d" % head if head.seq else _origin(table_id)
    ids = []
    for seq, event in enumerate(events, head.seq + 1):
        entry_id = EntryId(seq, _hashed(before, event))
        before = b"%d-%d" % entry_id
        ids.append(entry_id)
    return ids


def parse(text: bytes) -> EntryId:
    """An id as the stream holds it. Raises ValueError."""
    seq, _, chain = text.partition(b"-")
    return EntryId(int(seq), int(chain))


def verify(table_id: str, before: EntryId, entries: Iterable[Entry]) -> None:
    """Proves that `entries` follow `before` one by one.

    Raises:
        CorruptLog: an entry is missing, or does not belong here.
    """
    for entry in entries:
        fault = misfit(table_id, before, entry)
        if fault is not None:
            raise CorruptLog(fault, table_id, before.seq + 1)
        before = entry.id


def proved(table_id: str, start: int, found: list[Entry]) -> list[Entry]:
    """The entries from `start` on, where `found` begins one before them: that one anchors the chain.

    Raises:
        CorruptLog: an entry is missing, or does not belong here.
    """
    if start == 1:
        verify(table_id, EMPTY, found)
        return found
    if found:
        if found[0].id.seq != start - 1:
            raise gap(table_id, start - 1)
        verify(table_id, found[0].id, found[1:])
    return found[1:]


def proved_head(table_id: str, ids: Sequence[bytes], events: Sequence[bytes]) -> EntryId:
    """The last id of a log, from its first entry on, whose ids are as the stream holds them.

    Compares those as they are, since every cold table passes here: `verify` needs twice the time, and says what is
    wrong where something is.

    Raises:
        CorruptLog: an entry is missing, or does not belong here.
    """
    if not ids:
        return EMPTY
    before = _origin(table_id)
    for seq, (here, event) in enumerate(zip(ids, events, strict=True), 1):
        if here != b"%d-%d" % (seq, _hashed(before, event)):
            found = zip(ids, events, strict=True)
            verify(table_id, EMPTY, [Entry(parse(text), event) for text, event in found])
        before = here
    return parse(before)


def gap(table_id: str, seq: int) -> CorruptLog:
    """Says that `seq` is missing though there are later entries."""
    return CorruptLog(
        f"The log of table {table_id} has a gap: seq {seq} is missing.", table_id, seq
    )


def misfit(table_id: str, before: EntryId, entry: Entry) -> str | None:
    """Why `entry` cannot stand behind `before`, in a sentence; None if it can."""
    expected = before.seq + 1
    if entry.id.seq != expected:
        return f"The log of table {table_id} has a gap: seq {expected} is missing, {entry.id.seq} is there."
    if entry.id != link(table_id, before, entry.event):
        return f"The log of table {table_id} is broken at seq {expected}: the entry there does not belong to the history before it."
    return None
