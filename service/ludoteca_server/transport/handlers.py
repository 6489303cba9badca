"""Registers a service with bytes in and out: the core, or the servicer, decodes."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

import grpc

if TYPE_CHECKING:
    from google.protobuf.descriptor import MethodDescriptor, ServiceDescriptor

_WORD = re.compile(r"(?<!^)(?=[A-Z])")


def handlers_of(
    service: ServiceDescriptor, servicer: object
) -> dict[str, grpc.RpcMethodHandler[bytes, bytes]]:
    """The handlers of every rpc by name: rpc `GetTable` is answered by the method `get_table`."""
    return {rpc.name: _handler(rpc, servicer) for rpc in service.methods}


def _handler(rpc: MethodDescriptor, servicer: object) -> grpc.RpcMethodHandler[bytes, bytes]:
    behaviour = getattr(servicer, _WORD.sub("_", rpc.name).lower())
    match (rpc.client_streaming, rpc.server_streaming):
        case (False, False):
            return grpc.unary_unary_rpc_method_handler(behaviour)
        case (False, True):
            return grpc.unary_stream_rpc_method_handler(behaviour)
        case (True, False):
            return grpc.stream_unary_rpc_method_handler(behaviour)
        case _:
            return grpc.stream_stream_rpc_method_handler(behaviour)
