"""What can go wrong, named for the reason. The transport turns each into one gRPC status."""

from __future__ import annotations

from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence

    from ludoteca_server.model.entry import EntryId
    from ludoteca_server.model.stream import StreamItem


class LudotecaError(Exception):
    """The base of all errors a user can meet. `str(error)` says what is wrong and what to do."""

    reason = "error"
    """Stable code for programs."""


class MalformedRequest(LudotecaError):
    """The request itself makes no sense. INVALID_ARGUMENT."""

    def __init__(self, message: str, reason: str = "malformed") -> None:
        super().__init__(message)
        self.reason = reason


class NoSuchTable(LudotecaError):
    """NOT_FOUND."""

    reason = "no_such_table"


class SeqFromTheFuture(LudotecaError):
    """OUT_OF_RANGE."""

    reason = "seq_from_the_future"


class NoToken(LudotecaError):
    """The call needs a seat token and has none. UNAUTHENTICATED."""

    reason = "no_token"


class WrongToken(LudotecaError):
    """The call's token does not hold the seat. PERMISSION_DENIED."""

    reason = "wrong_token"


class ClosedToSpectators(LudotecaError):
    """The table is shown to its seats alone until it is over. PERMISSION_DENIED."""

    reason = "closed_to_spectators"


class LostRace(LudotecaError):
    """Another append came first, or `expected_seq` is not the last seq. ABORTED."""

    reason = "lost_race"

    def __init__(self, message: str, seq: int) -> None:
        super().__init__(message)
        self.seq = seq


class TooMuch(LudotecaError):
    """Over a limit. RESOURCE_EXHAUSTED."""

    reason = "too_much"

    def __init__(self, message: str, retry_after_ms: int = 0) -> None:
        super().__init__(message)
        self.retry_after_ms = retry_after_ms


class SlowReader(TooMuch):
    """The stream's client does not read what it is sent. RESOURCE_EXHAUSTED: resume."""

    reason = "slow_reader"

    def __init__(self, at_most_s: float) -> None:
        """A message waited longer than `at_most_s` for its reader."""
        super().__init__(
            f"Nothing of this stream was read for {at_most_s:g} s: open it again (from the seq named, if one is) and read faster.",
            retry_after_ms=1_000,
        )
        self.unsent: Sequence[StreamItem] = ()
        """Items of the group that were not handed over any more."""
        self.resume: Mapping[str, int] = {}
        """The first seq that each followed table's stream has not sent."""


class StoreAway(LudotecaError):
    """The store does not answer; the event may or may not be in it. UNAVAILABLE: retry with the same request id."""

    reason = "store_away"


class ArchiveAway(StoreAway):
    """The archive of finished tables does not answer, or is not the one that this store knows. UNAVAILABLE."""

    reason = "archive_away"


class InArchive(StoreAway):
    """The log is in an archive that this server does not have. UNAVAILABLE; with an archive nobody hears of it."""

    reason = "in_archive"

    def __init__(self, table_id: str, head: EntryId) -> None:
        """`head` is the last entry of the log that was put away."""
        super().__init__(
            f"Table {table_id} is in an archive, and this server has none: start it with --archive."
        )
        self.table_id = table_id
        self.head = head


class StoreFull(LudotecaError):
    """The store refused the append for want of room; nothing was stored. UNAVAILABLE."""

    reason = "store_full"


class CorruptLog(LudotecaError):
    """A stored log does not replay. DATA_LOSS."""

    reason = "corrupt_log"

    def __init__(self, message: str, table_id: str, seq: int) -> None:
        super().__init__(message)
        self.table_id = table_id
        self.seq = seq


class Draining(LudotecaError):
    """The worker is going down; another one serves the table. UNAVAILABLE: reconnect and resume."""

    reason = "draining"

    def __init__(self, message: str, resume: Mapping[str, int]) -> None:
        """`resume` names the first seq that each followed table's stream has not sent."""
        super().__init__(message)
        self.resume = resume
