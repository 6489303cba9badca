"""Messages that nobody would send: made from the descriptors, so that a new rpc or field is covered by itself."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from google.protobuf import any_pb2, message_factory
from google.protobuf.descriptor import FieldDescriptor

if TYPE_CHECKING:
    import random

    from google.protobuf.descriptor import MethodDescriptor
    from google.protobuf.message import Message

_NUMBERS = (0, 1, 2, 3, 4, 5, 7, 50, 500, 2**31 - 1, 2**32 - 1)
_BIG = (*_NUMBERS, 2**32, 2**53, 2**63 - 1, 2**64 - 1)
_TEXTS = ("", "?", "Ana", "é" * 40, "\0", "x" * 300)
_GAMES = ("burgenland", "el_gaucho", "buurn", "el_burro")
_DEPTH_MOST = 5


class Generator:
    """Makes messages from what it is told of tables, actions and records, and spoils them."""

    def __init__(self, chance: random.Random) -> None:
        self._chance = chance
        self.forget()

    def forget(self) -> None:
        """Knows of no table, action or record any more."""
        self.table_ids: list[str] = [""]
        self.blobs: list[bytes] = [b"", b"x", bytes(8), bytes(16), bytes(32), bytes(33)]
        self.actions: list[any_pb2.Any] = [any_pb2.Any()]

    def request(self, rpc: MethodDescriptor) -> bytes:
        """A message of the rpc's kind with fields of all sorts."""
        message = message_factory.GetMessageClass(rpc.input_type)()
        self._fill(message, 0)
        return message.SerializePartialToString()

    def spoilt(self, data: bytes) -> bytes:
        """The bytes as they are, or with some of them changed, missing, doubled; or others altogether."""
        chance = self._chance
        kind = chance.random()
        if kind < 0.55:
            return data
        if kind < 0.6 or not data:
            return chance.randbytes(chance.randrange(60))
        spoilt = bytearray(data)
        for _ in range(chance.randrange(1, 4)):
            here = chance.randrange(len(spoilt) + 1)
            there = min(len(spoilt), here + chance.randrange(1, 9))
            match chance.randrange(5):
                case 0:
                    spoilt[here:there] = chance.randbytes(there - here)
                case 1:
                    del spoilt[here:there]
                case 2:
                    spoilt[here:here] = spoilt[:there]
                case 3:
                    spoilt[here:here] = b"\xff" * 9
                case _ if here < len(spoilt):
                    spoilt[here] ^= 1 << chance.randrange(8)
        return bytes(spoilt)

    def _fill(self, message: Message, depth: int) -> None:
        for field in message.DESCRIPTOR.fields:
            if self._chance.random() < (0.5 if field.has_presence else 0.2):
                continue
            if field.is_repeated:
                values = getattr(message, field.name)
                for _ in range(self._chance.choice((0, 1, 1, 2, 9))):
                    if field.type != FieldDescriptor.TYPE_MESSAGE:
                        values.append(self._value(field))
                    elif depth < _DEPTH_MOST:
                        self._sub(values.add(), depth)
            elif field.type != FieldDescriptor.TYPE_MESSAGE:
                setattr(message, field.name, self._value(field))
            elif depth < _DEPTH_MOST:
                self._sub(getattr(message, field.name), depth)

    def _sub(self, message: Message, depth: int) -> None:
        message.SetInParent()
        if isinstance(message, any_pb2.Any):
            message.CopyFrom(self._chance.choice(self.actions))
            if self._chance.random() < 0.3:
                message.value = self.spoilt(message.value)
        else:
            self._fill(message, depth + 1)

    def _value(self, field: Any) -> Any:
        chance = self._chance
        match field.type:
            case FieldDescriptor.TYPE_STRING:
                likely = {"game": _GAMES, "table_id": self.table_ids}.get(field.name, _TEXTS)
                return chance.choice(likely if chance.random() < 0.9 else _TEXTS)
            case FieldDescriptor.TYPE_BYTES:
                if field.name == "request_id" and chance.random() < 0.8:
                    return chance.randbytes(16)
                return chance.choice((chance.randbytes(16), chance.choice(self.blobs)))
            case FieldDescriptor.TYPE_BOOL:
                return chance.random() < 0.5
            case FieldDescriptor.TYPE_UINT32:
                return chance.choice(_NUMBERS)
            case FieldDescriptor.TYPE_UINT64:
                return chance.choice(_BIG)
            case FieldDescriptor.TYPE_ENUM:
                return chance.choice((0, 1, 2, 3, 4, 99))
            case _:
                raise AssertionError(f"no request had such a field before: {field.full_name}")
