"""A game's own messages, which travel packed: actions, options and views."""

from __future__ import annotations

import importlib
import re
from typing import TYPE_CHECKING

from google.protobuf import any_pb2, descriptor_pool, json_format, message_factory
from google.protobuf.message import DecodeError, Message

from ludoteca.v1 import table_pb2
from ludoteca_client.errors import BadRequest, ClientTooOld

if TYPE_CHECKING:
    from collections.abc import Mapping

    from ludoteca.v1 import catalog_service_pb2

Playable = table_pb2.Offer | any_pb2.Any | Message
"""What can be played: an offer of the service, or a game's Action message, packed or not."""

_TYPE_NAME = re.compile(r"ludoteca\.([a-z][a-z0-9_]*)\.(v[0-9]+)\.([A-Za-z]+)")


def message_class(full_name: str) -> type[Message]:
    """The class of a game's message, e.g. `ludoteca.burgenland.v1.View`.

    Raises:
        ClientTooOld: this client has no messages of that game.
    """
    match = _TYPE_NAME.fullmatch(full_name)
    if match is None:
        raise ClientTooOld(f"{full_name} is no message of a game: upgrade the client.")
    game, version = match.group(1), match.group(2)
    try:
        importlib.import_module(f"ludoteca.{game}.{version}.{game}_pb2")
        descriptor = descriptor_pool.Default().FindMessageTypeByName(full_name)
    except (ImportError, KeyError):
        raise ClientTooOld(
            f"This client knows no {full_name}: upgrade the package ludoteca-proto."
        ) from None
    return message_factory.GetMessageClass(descriptor)


def unpack(packed: any_pb2.Any) -> Message:
    """The message inside.

    Raises:
        ClientTooOld: this client has no messages of that game, or only other ones.
    """
    message = message_class(packed.TypeName())()
    try:
        message.ParseFromString(packed.value)
    except DecodeError:
        raise ClientTooOld(f"{packed.TypeName()} cannot be read: upgrade the client.") from None
    return message


def pack(playable: Playable) -> any_pb2.Any:
    """The action as it travels."""
    if isinstance(playable, table_pb2.Offer):
        return playable.action
    if isinstance(playable, any_pb2.Any):
        return playable
    packed = any_pb2.Any()
    packed.Pack(playable)
    return packed


def options(
    game: catalog_service_pb2.Game, values: Mapping[str, str | int] | None
) -> any_pb2.Any | None:
    """The options of a new table of `game`, by name; what is not named keeps its default.

    Raises:
        BadRequest: the game has no such option, or the option no such value.
    """
    if not values:
        return None
    name = game.name or game.id
    message = message_class(game.options_type)()
    unknown = set(values) - set(message.DESCRIPTOR.fields_by_name)
    if unknown:
        raise BadRequest(
            f"{name} has no option {', '.join(sorted(unknown))}. {choices(game)}", "bad_option"
        )
    try:
        json_format.ParseDict(dict(values), message)
    except json_format.ParseError as error:
        why = " ".join(str(error).split())
        raise BadRequest(
            f"{name} takes no such value ({why}). {choices(game)}", "bad_option"
        ) from None
    return pack(message)


def choices(game: catalog_service_pb2.Game) -> str:
    """How a table of the game may be made, in two sentences."""
    told = []
    for option in game.options:
        values = list(option.values)
        if option.HasField("min") or option.HasField("max"):
            values.append(f"{option.min} to {option.max}")
        told.append(f"{option.id} ({', '.join(values)})")
    seats = f"{game.name or game.id} has {game.min_seats} to {game.max_seats} seats."
    return f"{seats} Its options: {', '.join(told) or 'none'}."
