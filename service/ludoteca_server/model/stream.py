"""What goes to an open stream, and what comes from one.

Tuples, as they are made for every action: a frozen dataclass takes thrice the time.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, NamedTuple

if TYPE_CHECKING:
    from collections.abc import Callable, Sequence


class Told(NamedTuple):
    """A notice: what the stream's viewer gets of one event."""

    table_id: str
    seq: int
    notice: bytes
    archived: bool


class Seen(NamedTuple):
    """The view after the last notice sent."""

    table_id: str
    view: bytes
    archived: bool


class Offered(NamedTuple):
    """The seat's legal actions after the last notice sent: a ListActionsResponse."""

    offers: bytes


class Live(NamedTuple):
    """The past of a table has been sent up to `seq`."""

    table_id: str
    seq: int


class Accepted(NamedTuple):
    """An action that is in the log, settled."""

    request_id: bytes
    seq: int


class Refused(NamedTuple):
    """An action that was refused, or whose outcome is unknown (`StoreAway`)."""

    request_id: bytes
    error: Exception


class Echoed(NamedTuple):
    """Bytes that go back as they came."""

    payload: bytes


@dataclass(frozen=True, slots=True)
class Follow:
    """A table to follow, from which seq; 0 = only what comes from now on."""

    table_id: str
    from_seq: int


@dataclass(frozen=True, slots=True)
class Wishes:
    """What a stream wants besides notices."""

    words: bool = False
    views: bool = False
    offers: bool = False
    groups: bool = False
    """Whether items that wait together may leave together."""


class PlayOpen(NamedTuple):
    """The first message of a Play stream."""

    follow: Follow
    wishes: Wishes


class PlayActions(NamedTuple):
    """A PlayActions message, which the core decodes."""

    message: bytes
    read_ids: Callable[[bytes], Sequence[bytes]]
    """Reads the request ids of a message that the core refuses. Raises MalformedRequest where it is none."""


StreamItem = Told | Seen | Offered | Live | Accepted | Refused | Echoed
PlayMessage = PlayOpen | PlayActions | Echoed
