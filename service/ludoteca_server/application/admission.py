"""Who may call, how often and how much: the checks that come before a table is looked at."""

from __future__ import annotations

import asyncio
from collections import Counter, OrderedDict
from contextlib import contextmanager
from dataclasses import dataclass
from functools import partial
from typing import TYPE_CHECKING

from ludoteca_server.model.errors import NoToken, TooMuch, WrongToken

if TYPE_CHECKING:
    from collections.abc import Callable, Hashable, Iterator

    from ludoteca_core import Table
    from ludoteca_server.application.ports import Clock
    from ludoteca_server.model.limits import Limits
    from ludoteca_server.tally import Tally

_CALLERS_MOST = 20_000
"""So many callers are remembered; one that is forgotten begins with a full bucket."""
CALLS_AT_ONCE = 1_000
"""Calls, besides streams, that may be open at once: of one address, and on one connection."""
_SECOND_MS = 1_000
_MINUTE_MS = 60_000
_RECORDS_AT_ONCE = 4
"""So many records of the greatest size may be on their way in, and as many out to each address."""


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
    """How fast each caller goes on: a bucket that fills with `most` in `period_ms` and holds as many."""

    def __init__(
        self,
        most: int,
        period_ms: int = _SECOND_MS,
        *,
        rule: str,
        name: str,
        clock: Clock,
        tally: Tally,
    ) -> None:
        """`rule` says to people what may be done, with a place for `most`; `name` is what refusals are counted under."""
        self._most = most
        self._period_ms = period_ms
        self._rule = rule.format(most)
        self._name = name
        self._clock = clock
        self._tally = tally
        # What is left, in parts of `period_ms`, and since when.
        self._buckets: OrderedDict[Hashable, tuple[int, int]] = OrderedDict()

    @property
    def is_bounded(self) -> bool:
        """Whether there is a pace at all."""
        return self._most != 0

    def spend(self, caller: Hashable, count: int = 1) -> None:
        """Takes `count` from the caller's bucket. Raises TooMuch, and takes nothing then."""
        if self._most == 0:
            return
        retry_after_ms = self._take(caller, count)
        if retry_after_ms is None:
            return
        self._tally.limited[self._name] += 1
        if count > self._most:
            raise TooMuch(f"{self._rule}: send fewer at once.")
        raise TooMuch(f"{self._rule}: try again in {retry_after_ms} ms.", retry_after_ms)

    async def wait(self, caller: Hashable) -> None:
        """Takes one from the caller's bucket as soon as it is in it."""
        retry_after_ms = self._take(caller, 1)
        if retry_after_ms is not None:
            self._tally.limited[self._name] += 1
        while retry_after_ms is not None:
            await asyncio.sleep(retry_after_ms / 1000)
            retry_after_ms = self._take(caller, 1)

    def _take(self, caller: Hashable, count: int) -> int | None:
        """Takes `count` and returns None, or takes nothing and returns after how many ms there may be enough."""
        if self._most == 0:
            return None
        full = self._most * self._period_ms
        now_ms = self._clock.now_ms()
        left, since_ms = self._buckets.pop(caller, (full, now_ms))
        left = min(full, left + max(0, now_ms - since_ms) * self._most)
        asked = count * self._period_ms
        self._buckets[caller] = (left - asked if asked <= left else left, now_ms)
        if len(self._buckets) > _CALLERS_MOST:
            self._buckets.popitem(last=False)
        if asked <= left:
            return None
        return -(-(asked - left) // self._most)


@dataclass(frozen=True, slots=True)
class Paces:
    """Every pace there is: of seats by token, of peers by address. Tokens are free, addresses are not."""

    seat: Pace
    """Actions and checks of one seat."""
    calls: Pace
    """Calls of one address, and messages on its open streams."""
    new_tables: Pace
    """Tables and imported records that one address makes."""

    record_bytes: Pace
    """Bytes of records that one address sends to be kept or verified."""

    @classmethod
    def of(cls, limits: Limits, *, clock: Clock, tally: Tally) -> Paces:
        """As the limits say."""
        return cls(
            seat=Pace(
                limits.actions_per_second,
                rule="A seat may make {} actions a second here, in one message too",
                name="actions_per_second",
                clock=clock,
                tally=tally,
            ),
            calls=Pace(
                limits.peer_calls_per_second,
                rule="An address may make {} calls a second here",
                name="peer_calls_per_second",
                clock=clock,
                tally=tally,
            ),
            new_tables=Pace(
                limits.peer_tables_per_minute,
                _MINUTE_MS,
                rule="An address may make {} tables a minute here",
                name="peer_tables_per_minute",
                clock=clock,
                tally=tally,
            ),
            record_bytes=Pace(
                limits.peer_record_bytes_per_minute,
                _MINUTE_MS,
                rule="An address may send {} bytes of records a minute here",
                name="peer_record_bytes_per_minute",
                clock=clock,
                tally=tally,
            ),
        )


class Doors:
    """How many streams and how many other calls each peer holds open."""

    def __init__(self, most: int, *, tally: Tally) -> None:
        self._most = most
        self._tally = tally
        self._open: Counter[str] = Counter()
        self._calls: Counter[str] = Counter()

    @property
    def is_bounded(self) -> bool:
        """Whether there is a bound at all."""
        return self._most != 0

    def call(self, peer: str) -> Callable[[object], None]:
        """Counts a call that has one answer until what is returned is called: the answer was taken, or its client is gone.

        Until then the answer is in memory. Raises TooMuch.
        """
        if self._calls[peer] >= CALLS_AT_ONCE:
            self._tally.limited["max_streams_per_peer"] += 1
            raise TooMuch(
                f"Your address has {CALLS_AT_ONCE} calls open: take their answers first.",
                retry_after_ms=1_000,
            )
        self._calls[peer] += 1
        return partial(self._answered, peer)

    def _answered(self, peer: str, _call: object) -> None:
        self._calls[peer] -= 1
        if self._calls[peer] == 0:
            del self._calls[peer]

    @contextmanager
    def stream(self, peer: str) -> Iterator[None]:
        """Counts a stream of `peer` for as long as it is open. Raises TooMuch."""
        if self._most and self._open[peer] >= self._most:
            self._tally.limited["max_streams_per_peer"] += 1
            raise TooMuch(
                f"Your address has {self._most} streams open already: close one, or follow several tables on one.",
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
            raise TooMuch(
                f"A record has at most {self._record_bytes} bytes here: `ludoteca record verify` proves longer ones without a server."
            )
        if len(data) > self._free_bytes:
            raise TooMuch("Too many records come in at once: try again in a moment.", 1_000)
        self._free_bytes -= len(data)
        upload.data += data


class Exports:
    """The records that are on their way out: bounded for each peer, since a client that reads slowly leaves them here."""

    def __init__(self, record_bytes: int) -> None:
        self._bytes_most = record_bytes * _RECORDS_AT_ONCE
        self._bytes: Counter[str] = Counter()

    @contextmanager
    def record(self, peer: str, size: int) -> Iterator[None]:
        """Counts a record of `size` bytes for as long as it is sent to `peer`. A single one always may. Raises TooMuch."""
        if self._bytes[peer] and self._bytes[peer] + size > self._bytes_most:
            raise TooMuch(
                "Your address has many records on their way out: read them, then ask for more.",
                retry_after_ms=1_000,
            )
        self._bytes[peer] += size
        try:
            yield
        finally:
            self._bytes[peer] -= size
            if self._bytes[peer] == 0:
                del self._bytes[peer]


class Upload:
    """One record as far as it has come in."""

    def __init__(self, uploads: Uploads) -> None:
        self._uploads = uploads
        self.data = bytearray()

    def add(self, data: bytes) -> None:
        """Takes the next bytes. Raises TooMuch."""
        self._uploads.take(self, data)
