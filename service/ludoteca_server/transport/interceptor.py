"""The outermost layer: maps errors to statuses, counts, and logs one line a request at debug."""

from __future__ import annotations

import asyncio
from itertools import count
from typing import TYPE_CHECKING, Any

import grpc
import structlog

from ludoteca_server.model.errors import SlowReader
from ludoteca_server.transport.inflight import InFlight
from ludoteca_server.transport.status import (
    DETAILS_KEY,
    bug_status,
    code_of,
    reason_of,
    status_of,
)
from ludoteca_server.transport.wrapping import Wrapping

if TYPE_CHECKING:
    from ludoteca_server.tally import Tally
    from ludoteca_server.transport.wrapping import AnyContext, Behaviour

_CODES = {code.value[0]: code for code in grpc.StatusCode}

_log = structlog.get_logger(__name__)


class ErrorInterceptor(Wrapping):
    """Ends a failed call with the status of its error. Nothing that a call raises reaches the process."""

    def __init__(self, worker: str, *, tally: Tally) -> None:
        super().__init__(self._guarded)
        self._worker = worker
        self._tally = tally
        self._bugs = count(1)
        self.in_flight = InFlight()
        """Open calls of ours, but those that were evicted: what a drain waits for."""

    def _guarded(
        self, method: str, handler: grpc.RpcMethodHandler[Any, Any], behaviour: Behaviour
    ) -> Behaviour:
        is_stream = handler.request_streaming or handler.response_streaming
        is_waited_for = not method.startswith("/grpc.")  # health and reflection end with the server
        now_s = asyncio.get_running_loop().time
        log = _log.bind()

        async def guarded(request: Any, context: AnyContext) -> object:
            started_s = now_s()
            code = "CANCELLED"
            if is_waited_for:
                self.in_flight.begin(context)
            try:
                answer = await behaviour(request, context)
                code = "OK"
            except grpc.aio.InternalError as gone:
                # The client went while an answer was on its way: a call that is over, not a fault to log.
                raise asyncio.CancelledError from gone
            except grpc.aio.AbortError:
                code = _name(context.code())  # the call said itself how it ends
                raise
            except grpc.aio.BaseError:
                raise  # the call itself is over
            except Exception as error:
                code = code_of(error).name
                await self._abort(method, error, context)
                raise  # not reached: abort raises
            finally:
                self.in_flight.end(context)
                took_s = now_s() - started_s
                self._tally.calls[method, code] += 1
                if not is_stream:
                    self._tally.call_seconds[method].observe(took_s)
                log.debug("request", method=method, code=code, took_ms=round(took_s * 1000, 1))
            return answer

        return guarded

    async def _abort(self, method: str, error: Exception, context: AnyContext) -> None:
        self._tally.rejections[reason_of(error)] += 1
        if code_of(error) is grpc.StatusCode.INTERNAL:
            bug_id = f"{self._worker}-{next(self._bugs)}"
            _log.error("bug", id=bug_id, method=method, exc_info=error)
            status = bug_status(bug_id)
        else:
            status = status_of(error)
        code = _CODES[status.code]
        if code is grpc.StatusCode.DATA_LOSS:
            _log.error("corrupt_log", method=method, error=str(error))
        if isinstance(error, SlowReader):
            self.in_flight.forget(context)  # its status may never be read: it goes on without us
        details = ((DETAILS_KEY, status.SerializeToString()),)
        try:
            await context.abort(code, status.message, details)
        except grpc.aio.InternalError as gone:
            raise asyncio.CancelledError from gone  # it waited for its reader, who went


def _name(code: grpc.StatusCode | int | None) -> str:
    """The name of a status code as gRPC hands it back."""
    if isinstance(code, int):
        code = _CODES.get(code)
    return "UNKNOWN" if code is None else code.name
