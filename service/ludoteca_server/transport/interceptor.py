"""The outermost layer: maps errors to statuses and logs one line a request at debug."""

from __future__ import annotations

import asyncio
from itertools import count
from typing import TYPE_CHECKING, TypeVar, cast

import grpc
import structlog

from ludoteca_server.transport.status import DETAILS_KEY, bug_status, code_of, status_of

if TYPE_CHECKING:
    from collections.abc import Awaitable, Callable

    from ludoteca_server.application.ports import Clock

    Context = grpc.aio.ServicerContext[object, object]
    Behaviour = Callable[[object, Context], Awaitable[object]]

Request = TypeVar("Request")
Response = TypeVar("Response")

_CODES = {code.value[0]: code for code in grpc.StatusCode}
_OURS = "/ludoteca."

_log = structlog.get_logger(__name__)


class ErrorInterceptor(grpc.aio.ServerInterceptor):
    """Ends a failed call with the status of its error. Nothing that a call raises reaches the process."""

    def __init__(self, worker: str, *, clock: Clock) -> None:
        self._worker = worker
        self._clock = clock
        self._bugs = count(1)
        self._wrapped: dict[str, object] = {}

    async def intercept_service(
        self,
        continuation: Callable[
            [grpc.HandlerCallDetails],
            Awaitable[grpc.RpcMethodHandler[Request, Response] | None],
        ],
        handler_call_details: grpc.HandlerCallDetails,
    ) -> grpc.RpcMethodHandler[Request, Response] | None:
        """Wraps the handlers of our services; health and reflection answer for themselves."""
        method = handler_call_details.method
        if not method.startswith(_OURS):
            return await continuation(handler_call_details)
        wrapped = self._wrapped.get(method)
        if wrapped is None:
            handler = await continuation(handler_call_details)
            if handler is None:
                return None
            wrapped = self._wrapped[method] = self._wrap(method, handler)
        return cast("grpc.RpcMethodHandler[Request, Response]", wrapped)

    def _wrap(self, method: str, handler: object) -> object:
        for kind in ("unary_unary", "unary_stream", "stream_unary", "stream_stream"):
            behaviour = getattr(handler, kind)
            if behaviour is not None:
                make: Callable[[Behaviour], object] = getattr(grpc, f"{kind}_rpc_method_handler")
                return make(self._guarded(method, behaviour))
        return handler

    def _guarded(self, method: str, behaviour: Behaviour) -> Behaviour:
        async def guarded(request: object, context: Context) -> object:
            started_ms = self._clock.now_ms()
            try:
                answer = await behaviour(request, context)
            except grpc.aio.InternalError as gone:
                # The client went while an answer was on its way: a call that is over, not a fault to log.
                raise asyncio.CancelledError from gone
            except grpc.aio.BaseError:
                raise  # the call itself is over
            except Exception as error:
                await self._abort(method, error, context, started_ms)
                raise  # not reached: abort raises
            self._note(method, "OK", started_ms)
            return answer

        return guarded

    async def _abort(
        self, method: str, error: Exception, context: Context, started_ms: int
    ) -> None:
        if code_of(error) is grpc.StatusCode.INTERNAL:
            bug_id = f"{self._worker}-{next(self._bugs)}"
            _log.error("bug", id=bug_id, method=method, exc_info=error)
            status = bug_status(bug_id)
        else:
            status = status_of(error)
        code = _CODES[status.code]
        if code is grpc.StatusCode.DATA_LOSS:
            _log.error("corrupt_log", method=method, error=str(error))
        self._note(method, code.name, started_ms)
        details = ((DETAILS_KEY, status.SerializeToString()),)
        await context.abort(code, status.message, details)

    def _note(self, method: str, code: str, started_ms: int) -> None:
        took_ms = self._clock.now_ms() - started_ms
        _log.debug("request", method=method, code=code, took_ms=took_ms)
