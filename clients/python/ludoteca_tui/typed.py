"""An action typed in the words of the rules, e.g. `start_build wall c3_west border`.

No game is known here: names and parameters come from the game's Action message.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from google.protobuf.descriptor import FieldDescriptor
from google.protobuf.message import Message

from ludoteca_client import ClientTooOld
from ludoteca_client.payload import message_class

if TYPE_CHECKING:
    from collections.abc import Sequence


YES = ("yes", "true", "y", "1")
NO = ("no", "false", "n", "0")
_INTEGERS = frozenset(
    {
        FieldDescriptor.TYPE_INT32,
        FieldDescriptor.TYPE_INT64,
        FieldDescriptor.TYPE_UINT32,
        FieldDescriptor.TYPE_UINT64,
        FieldDescriptor.TYPE_SINT32,
        FieldDescriptor.TYPE_SINT64,
    }
)


def parse(line: str, action_type: str) -> Message | None:
    """The action that a line names, legal or not; None if it names none.

    `action_type` is the full name of the game's Action message. The action's name may be shortened
    to any part of it that no other action has.
    """
    try:
        action = message_class(action_type)()
    except ClientTooOld:
        return None
    words = line.replace(",", " ").split()
    fields = [field for field in action.DESCRIPTOR.fields if field.containing_oneof is not None]
    if not words:
        return None
    name = _full_name([field.name for field in fields], words[0].casefold().replace("-", "_"))
    body = getattr(action, name) if name is not None else None
    if not isinstance(body, Message):
        return None
    body.SetInParent()
    return action if _fill(body, words[1:]) else None


def _full_name(names: Sequence[str], part: str) -> str | None:
    """The only name that has this part: all of it, a word of it, or its beginning."""
    if part in names:
        return part
    found = [name for name in names if part in name.split("_")]
    found = found or [name for name in names if name.startswith(part)]
    return found[0] if len(found) == 1 else None


def _fill(body: Message, words: Sequence[str]) -> bool:
    """Puts the words into the fields in order; False if they do not fit."""
    left = list(words)
    for field in body.DESCRIPTOR.fields:
        if field.is_repeated:
            values = [_value(field.type, field.name, word) for word in left]
            left.clear()
            if None in values:
                return False
            getattr(body, field.name).extend(values)
        elif left:
            value = _value(field.type, field.name, left.pop(0))
            if value is None:
                return False
            setattr(body, field.name, value)
    return not left


def _value(kind: int, name: str, word: str) -> str | int | bool | None:
    lower = word.casefold()
    if kind == FieldDescriptor.TYPE_STRING:
        return lower
    if kind == FieldDescriptor.TYPE_BOOL:
        if lower in YES or lower == name:
            return True
        return False if lower in NO else None
    if kind in _INTEGERS and word.lstrip("-").isdecimal():
        return int(word)
    return None
