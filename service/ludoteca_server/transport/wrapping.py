"""Puts something around the handlers of any service, ours or not."""

from __future__ import annotations

from inspect import isasyncgenfunction
from typing import TYPE_CHECKING, Any, TypeVar, cast

import grpc

if TYPE_CHECKING:
    from collections.abc import AsyncIterator, Awaitable, Callable

    AnyContext = grpc.aio.ServicerContext[object, object]
    Behaviour = Callable[[Any, AnyContext], Awaitable[object]]
    Around = Callable[[str, grpc.RpcMethodHandler[Any, Any], Behaviour], Behaviour]

Request = TypeVar("Request")
Response = TypeVar("Response")

_KINDS = ("unary_unary", "unary_stream", "stream_unary", "stream_stream")


class Wrapping(grpc.aio.ServerInterceptor):
    """Wraps each handler once, whatever its kind: a behaviour that yields is one that writes from then on."""

    def __init__(self, around: Around) -> None:
        """`around` gets a method, its handler and its behaviour, and makes the behaviour that is called."""
        self._around = around
        self._wrapped: dict[str, object] = {}

    async def intercept_service(
        self,
        continuation: Callable[
            [grpc.HandlerCallDetails],
            Awaitable[grpc.RpcMethodHandler[Request, Response] | None],
        ],
        handler_call_details: grpc.HandlerCallDetails,
    ) -> grpc.RpcMethodHandler[Request, Response] | None:
        """The wrapped handler; None for a method that nobody serves, of which nothing is kept."""
        method = handler_call_details.method
        wrapped = self._wrapped.get(method)
        if wrapped is None:
            handler = await continuation(handler_call_details)
            if handler is None:
                return None
            wrapped = self._wrapped[method] = self._wrap(method, handler)
        return cast("grpc.RpcMethodHandler[Request, Response]", wrapped)

    def _wrap(self, method: str, handler: grpc.RpcMethodHandler[Any, Any]) -> object:
        kind = next(kind for kind in _KINDS if getattr(handler, kind) is not None)
        behaviour = getattr(handler, kind)
        if isasyncgenfunction(behaviour):
            behaviour = _writing(behaviour)
        make: Callable[..., object] = getattr(grpc, f"{kind}_rpc_method_handler")
        return make(
            self._around(method, handler, behaviour),
            handler.request_deserializer,
            handler.response_serializer,
        )


def _writing(behaviour: Callable[[Any, AnyContext], AsyncIterator[object]]) -> Behaviour:
    async def writing(request: Any, context: AnyContext) -> None:
        async for response in behaviour(request, context):
            await context.write(response)

    return writing
