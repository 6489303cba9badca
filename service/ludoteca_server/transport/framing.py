"""Protobuf around bytes that the core serialised, so that nothing is decoded only to be encoded again."""

from __future__ import annotations

from typing import TYPE_CHECKING

from google.protobuf.message import DecodeError, Message

from ludoteca.v1 import table_pb2, table_service_pb2
from ludoteca_server.model.errors import MalformedRequest
from ludoteca_server.model.stream import Accepted, Echoed, Live, Offered, Refused, Seen, Told
from ludoteca_server.transport.status import refused

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator
    from typing import TypeVar

    from ludoteca_server.model.stream import StreamItem

    M = TypeVar("M", bound=Message)


GROUP_BYTES_MOST = 1 << 16
"""So many bytes leave as one group, unless a single item is larger: far below what clients take in one message."""


_VARINTS = [bytes([number]) for number in range(0x80)]
_VARINTS += [bytes([number & 0x7F | 0x80, number >> 7]) for number in range(0x80, 0x800)]
"""Nearly every varint here: tags and lengths."""
_KNOWN = len(_VARINTS)


def read(kind: type[M], data: bytes) -> M:
    """The message of this kind. Raises MalformedRequest."""
    try:
        return kind.FromString(data)
    except DecodeError:
        raise MalformedRequest(f"These bytes are no {kind.DESCRIPTOR.full_name}.") from None


def varint(number: int) -> bytes:
    """An unsigned number as protobuf writes it."""
    if number < _KNOWN:
        return _VARINTS[number]
    out = bytearray()
    while number > 0x7F:
        out.append(number & 0x7F | 0x80)
        number >>= 7
    out.append(number)
    return bytes(out)


def field(number: int, payload: bytes) -> bytes:
    """A field of bytes, text or a message."""
    size = len(payload)
    return _VARINTS[number << 3 | 2] + (_VARINTS[size] if size < _KNOWN else varint(size)) + payload


def number_field(number: int, value: int) -> bytes:
    """A field of an unsigned number; nothing for 0, as proto3 writes it."""
    return _VARINTS[number << 3] + varint(value) if value else b""


def only_field(number: int, message: bytes) -> bytes | None:
    """The payload of a message that consists of this one field (bytes, text or a message); None for any other message.

    None also where it is empty or has more than 16 KB: callers decode such messages in the usual, slower way.
    """
    if len(message) < 3 or message[0] != number << 3 | 2:
        return None
    size, start = message[1], 2
    if size > 0x7F:
        if message[2] > 0x7F:
            return None
        size, start = size & 0x7F | message[2] << 7, 3
    return message[start:] if len(message) == start + size else None


def fields(number: int, payloads: Iterable[bytes]) -> bytes:
    """A repeated field."""
    return b"".join(field(number, payload) for payload in payloads)


def told(item: Told) -> bytes:
    """The Notice. An imported record's events name the table they were played at: the last id counts."""
    return item.notice + field(1, item.table_id.encode()) if item.archived else item.notice


def seen(item: Seen) -> bytes:
    """The View, of an imported record under the id it is kept under."""
    if not item.archived:
        return item.view
    table = table_pb2.Table(table_id=item.table_id, archived=True)
    return item.view + field(1, table.SerializeToString())  # merged into the table that is there


def watch_response(item: StreamItem) -> bytes:
    """The WatchResponse that carries `item`."""
    match item:
        case Told():
            return field(1, told(item))
        case Seen():
            return field(2, seen(item))
        case Live():
            live = table_service_pb2.Live(table_id=item.table_id, seq=item.seq)
            return field(3, live.SerializeToString())
        case Offered() | Accepted() | Refused() | Echoed():
            raise AssertionError(f"a Watch stream carries no {type(item).__name__}")


def play_responses(group: list[StreamItem]) -> list[bytes]:
    """The PlayResponses that carry a group: one, unless it is large. A group of one is not framed as a group."""
    if len(group) == 1:
        return [play_response(group[0])]
    framed = [field(1, play_response(item)) for item in group]
    together = b"".join(framed)
    if len(together) <= GROUP_BYTES_MOST:
        return [field(7, together)]
    return [field(7, part) for part in _parts(framed)]


def _parts(framed: list[bytes]) -> Iterator[bytes]:
    """The frames, joined into parts of at most `GROUP_BYTES_MOST` bytes; a longer frame is a part of its own."""
    part: list[bytes] = []
    size = 0
    for one in framed:
        if part and size + len(one) > GROUP_BYTES_MOST:
            yield b"".join(part)
            part, size = [], 0
        part.append(one)
        size += len(one)
    yield b"".join(part)


def items_in(responses: Iterable[bytes]) -> int:
    """How many items some PlayResponses carry."""
    messages = map(table_service_pb2.PlayResponse.FromString, responses)
    return sum(len(message.group.responses) or 1 for message in messages)


def play_response(item: StreamItem) -> bytes:
    """The PlayResponse that carries `item`."""
    match item:
        case Told():
            return field(1, told(item))
        case Accepted():
            return field(2, field(1, item.request_id) + number_field(2, item.seq))
        case Refused():
            return field(3, refused(item).SerializeToString())
        case Echoed():
            return field(4, field(1, item.payload))
        case Seen():
            return field(5, seen(item))
        case Offered():
            return field(6, item.offers)
        case Live():
            raise AssertionError("a Play stream carries no Live")
