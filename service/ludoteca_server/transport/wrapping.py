"""Wraps the handlers of a service, ours or a library's, as interceptors do elsewhere."""

from __future__ import annotations

from inspect import isasyncgenfunction
from typing import TYPE_CHECKING, Any

import grpc

if TYPE_CHECKING:
    from collections.abc import AsyncIterator, Awaitable, Callable, Mapping, Sequence

    AnyContext = grpc.aio.ServicerContext[object, object]
    AnyHandler = grpc.RpcMethodHandler[Any, Any]
    Behaviour = Callable[[Any, AnyContext], Awaitable[object]]
    Around = Callable[[str, AnyHandler, Behaviour], Behaviour]

_KINDS = ("unary_unary", "unary_stream", "stream_unary", "stream_stream")


class Wrapping:
    """Wraps each handler once, when it is registered. A behaviour that yields becomes one that writes.

    An interceptor of gRPC would be asked for the handler at every call.
    """

    def __init__(self, around: Around) -> None:
        """`around` gets a method, its handler and its behaviour, and makes the behaviour that is called."""
        self._around = around

    def wrap(self, method: str, handler: AnyHandler) -> AnyHandler:
        """The wrapped handler of a method."""
        kind = next(kind for kind in _KINDS if getattr(handler, kind) is not None)
        behaviour = getattr(handler, kind)
        if isasyncgenfunction(behaviour):
            behaviour = _writing(behaviour)
        make: Callable[..., AnyHandler] = getattr(grpc, f"{kind}_rpc_method_handler")
        return make(
            self._around(method, handler, behaviour),
            handler.request_deserializer,
            handler.response_serializer,
        )


class Register:
    """Stands in for the server while generated code adds services to it, and wraps their handlers."""

    def __init__(self, server: grpc.aio.Server, wrappings: Sequence[Wrapping]) -> None:
        """The first of the wrappings is the outermost one."""
        self._server = server
        self._wrappings = wrappings

    def add_generic_rpc_handlers(self, handlers: Sequence[grpc.GenericRpcHandler]) -> None:
        """Passes them over: generated code adds the same ones by their names too."""

    def add_registered_method_handlers(
        self, service: str, handlers: Mapping[str, AnyHandler]
    ) -> None:
        """Adds the handlers of a service, by the names of its methods."""
        wrapped = {
            name: self.wrapped(f"/{service}/{name}", each) for name, each in handlers.items()
        }
        self._server.add_registered_method_handlers(service, wrapped)

    def wrapped(self, method: str, handler: AnyHandler) -> AnyHandler:
        """The handler of a method with everything around it."""
        for wrapping in reversed(self._wrappings):
            handler = wrapping.wrap(method, handler)
        return handler


def _writing(behaviour: Callable[[Any, AnyContext], AsyncIterator[object]]) -> Behaviour:
    async def writing(request: Any, context: AnyContext) -> None:
        async for response in behaviour(request, context):
            await context.write(response)

    return writing
