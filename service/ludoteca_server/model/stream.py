"""What goes to an open stream, and what comes from one."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Callable, Sequence


@dataclass(frozen=True, slots=True)
class Told:
    """A notice: what the stream's viewer gets of one event."""

    table_id: str
    seq: int
    notice: bytes
    archived: bool


@dataclass(frozen=True, slots=True)
class Seen:
    """The view after the last notice sent."""

    table_id: str
    view: bytes
    archived: bool


@dataclass(frozen=True, slots=True)
class Offered:
    """The seat's legal actions after the last notice sent: a ListActionsResponse."""

    offers: bytes


@dataclass(frozen=True, slots=True)
class Live:
    """The past of a table has been sent up to `seq`."""

    table_id: str
    seq: int


@dataclass(frozen=True, slots=True)
class Accepted:
    """An action that is in the log, settled."""

    request_id: bytes
    seq: int


@dataclass(frozen=True, slots=True)
class Refused:
    """An action that made no event, or none that is known of."""

    request_id: bytes
    error: Exception


@dataclass(frozen=True, slots=True)
class Echoed:
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


@dataclass(frozen=True, slots=True)
class PlayOpen:
    """The first message of a Play stream."""

    follow: Follow
    wishes: Wishes


@dataclass(frozen=True, slots=True)
class PlayActions:
    """A PlayActions message, which the core decodes."""

    message: bytes
    read_ids: Callable[[bytes], Sequence[bytes]]
    """Reads the request ids of a message that the core refuses. Raises MalformedRequest where it is none."""


StreamItem = Told | Seen | Offered | Live | Accepted | Refused | Echoed
PlayMessage = PlayOpen | PlayActions | Echoed
