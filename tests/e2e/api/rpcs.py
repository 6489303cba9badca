"""Every rpc of the API, as its descriptors name them: what calls them all forgets no new one."""

from __future__ import annotations

import pkgutil
from importlib import import_module
from typing import TYPE_CHECKING

import grpc
from google.protobuf import message_factory

from ludoteca import v1
from tests.e2e.api.table import bearer, failure_of

if TYPE_CHECKING:
    from google.protobuf.descriptor import Descriptor, MethodDescriptor
    from google.protobuf.message import Message

    from tests.e2e.api.table import Failure, Stubs

    UnaryUnary = grpc.aio.UnaryUnaryMultiCallable[bytes, bytes]
    UnaryStream = grpc.aio.UnaryStreamMultiCallable[bytes, bytes]
    StreamUnary = grpc.aio.StreamUnaryMultiCallable[bytes, bytes]
    StreamStream = grpc.aio.StreamStreamMultiCallable[bytes, bytes]

REFUSED_BEFORE_SENT = "Internal error from Core"
"""What grpc.aio makes of a stream that the server refused before the first message had left."""


def rpcs() -> list[MethodDescriptor]:
    """Every rpc of every service in every file of the package."""
    names = [each.name for each in pkgutil.iter_modules(v1.__path__) if each.name.endswith("_pb2")]
    files = [import_module(f"{v1.__name__}.{name}").DESCRIPTOR for name in names]
    services = [service for file in files for service in file.services_by_name.values()]
    return [rpc for service in services for rpc in service.methods]


async def call(
    stubs: Stubs, rpc: MethodDescriptor, payload: bytes, token: bytes | None = None
) -> Failure | None:
    """Calls an rpc with one message of any bytes; its failure, or None if it answers."""
    assert rpc.containing_service is not None
    path = f"/{rpc.containing_service.full_name}/{rpc.name}"
    metadata = bearer(token) if token is not None else None
    try:
        if rpc.client_streaming and rpc.server_streaming:
            play: StreamStream = stubs.channel.stream_stream(path)
            await play(iter([payload]), metadata=metadata).read()
        elif rpc.client_streaming:
            send: StreamUnary = stubs.channel.stream_unary(path)
            await send(iter([payload]), metadata=metadata)
        elif rpc.server_streaming:
            follow: UnaryStream = stubs.channel.unary_stream(path)
            many = follow(payload, metadata=metadata)
            await many.read()
            many.cancel()
        else:
            ask: UnaryUnary = stubs.channel.unary_unary(path)
            await ask(payload, metadata=metadata)
    except grpc.aio.AioRpcError as error:
        if error.details() == REFUSED_BEFORE_SENT:
            return await call(stubs, rpc, payload, token)
        return failure_of(error)
    return None


def naming(
    message_type: Descriptor, table_id: str, fields: dict[str, object] | None = None
) -> Message | None:
    """A message with the table's id wherever it has room for one, however deep; None if it has none.

    `fields` fill its other fields, those there are.
    """
    known = message_type.fields_by_name
    given = {name: value for name, value in (fields or {}).items() if name in known}
    message = message_factory.GetMessageClass(message_type)(**given)
    is_named = False
    for field in message_type.fields:
        if field.name == "table_id":
            setattr(message, field.name, table_id)
            is_named = True
        elif field.message_type is not None and field.name not in given:
            inner = naming(field.message_type, table_id)
            if inner is None:
                continue
            place = getattr(message, field.name)
            (place.add() if field.is_repeated else place).CopyFrom(inner)
            is_named = True
    return message if is_named else None
