"""Entries of a table's log."""

from __future__ import annotations

from typing import TYPE_CHECKING, NamedTuple

if TYPE_CHECKING:
    from collections.abc import Sequence


class EntryId(NamedTuple):
    """`<seq>-<chain>`: place in the log, and 64 bits of a hash over the history up to here.

    The chain shows any divergence of two histories and makes a retried append recognisable. It hashes
    hidden things: no id ever leaves the service.
    """

    seq: int
    chain: int

    def __str__(self) -> str:
        """The id as the stream holds it."""
        return f"{self.seq}-{self.chain}"


EMPTY = EntryId(0, 0)
"""The head of a log that has no entry yet."""


class Entry(NamedTuple):
    """One stored event. A tuple, as it is made for every action: a frozen dataclass takes twice the time."""

    id: EntryId
    event: bytes


class History(NamedTuple):
    """A log from its first event on, without the ids between: a fold needs none of them."""

    events: list[bytes]
    head: EntryId
    """The id of the last event; `EMPTY` if there is none."""

    @classmethod
    def of(cls, entries: Sequence[Entry]) -> History:
        """The history that these entries are; they begin with the first one."""
        return cls([entry.event for entry in entries], entries[-1].id if entries else EMPTY)
