"""Who may call, how often and how much: the checks that come before a table is looked at."""

from __future__ import annotations

from collections import Counter, OrderedDict
from contextlib import contextmanager
from typing import TYPE_CHECKING

from ludoteca_server.model.errors import NoToken, TooMuch, WrongToken

if TYPE_CHECKING:
    from collections.abc import Iterator

    from ludoteca_core import Table
    from ludoteca_server.application.ports import Clock

_CALLERS_MOST = 20_000
_RECORDS_AT_ONCE = 4
"""So many records of the greatest size may be on their way in."""


def token_of(caller: bytes | None) -> bytes:
    """The hash of the caller's token. Raises NoToken."""
    if caller is None:
        raise NoToken(
            "This call needs a seat token: send metadata 'authorization: Bearer <64 hexadecimal digits>'."
        )
    return caller


def seat_of(table: Table, caller: bytes) -> int:
    """The caller's seat. Raises WrongToken."""
    seat = table.seat_of(caller)
    if seat is None:
        raise WrongToken(
            "This token holds no seat of the table: use the token that joined it, or join with JoinTable."
        )
    return seat


class Pace:
    """How fast each token acts: a bucket that fills with `per_second` actions a second and holds as many."""

    def __init__(self, per_second: int, *, clock: Clock) -> None:
        self._per_second = per_second
        self._clock = clock
        # Thousandths of an action left, and since when.
        self._buckets: OrderedDict[bytes, tuple[int, int]] = OrderedDict()

    def spend(self, caller: bytes, actions: int = 1) -> None:
        """Takes `actions` from the caller's bucket. Raises TooMuch, and takes nothing then."""
        if self._per_second == 0:
            return
        full = self._per_second * 1000
        now_ms = self._clock.now_ms()
        left, since_ms = self._buckets.pop(caller, (full, now_ms))
        left = min(full, left + max(0, now_ms - since_ms) * self._per_second)
        asked = actions * 1000
        self._buckets[caller] = (left - asked if asked <= left else left, now_ms)
        if len(self._buckets) > _CALLERS_MOST:
            self._buckets.popitem(last=False)
        if asked > left:
            retry_after_ms = -(-(min(asked, full) - left) // self._per_second)
            raise TooMuch(
                f"A seat may make {self._per_second} actions a second here, in one message too: "
                f"try again in {retry_after_ms} ms.",
                retry_after_ms,
            )


class Doors:
    """How many streams each peer holds open."""

    def __init__(self, most: int) -> None:
        self._most = most
        self._open: Counter[str] = Counter()

    @contextmanager
    def stream(self, peer: str) -> Iterator[None]:
        """Counts a stream of `peer` for as long as it is open. Raises TooMuch."""
        if self._most and self._open[peer] >= self._most:
            raise TooMuch(
                f"{peer} has {self._most} streams open already: close one, or follow several tables on one.",
                retry_after_ms=1_000,
            )
        self._open[peer] += 1
        try:
            yield
        finally:
            self._open[peer] -= 1
            if self._open[peer] == 0:
                del self._open[peer]


class Uploads:
    """The records that are sent to be kept or verified: bounded each, and all together."""

    def __init__(self, record_bytes: int) -> None:
        self._record_bytes = record_bytes
        self._free_bytes = record_bytes * _RECORDS_AT_ONCE

    @contextmanager
    def record(self) -> Iterator[Upload]:
        """A record for as long as it is worked on: that needs memory too."""
        upload = Upload(self)
        try:
            yield upload
        finally:
            self._free_bytes += len(upload.data)

    def take(self, upload: Upload, data: bytes) -> None:
        """Adds the next bytes of a record. Raises TooMuch."""
        if len(upload.data) + len(data) > self._record_bytes:
            raise TooMuch(f"A record has at most {self._record_bytes} bytes here.")
        if len(data) > self._free_bytes:
            raise TooMuch("Too many records come in at once: try again in a moment.", 1_000)
        self._free_bytes -= len(data)
        upload.data += data


class Upload:
    """One record as far as it has come in."""

    def __init__(self, uploads: Uploads) -> None:
        self._uploads = uploads
        self.data = bytearray()

    def add(self, data: bytes) -> None:
        """Takes the next bytes. Raises TooMuch."""
        self._uploads.take(self, data)
