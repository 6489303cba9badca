"""A line on which messages of streams get lost: passes calls on, and does not pass on some of what comes back."""

from __future__ import annotations

import asyncio
import random
from typing import TYPE_CHECKING

import grpc

from ludoteca.v1 import table_service_pb2 as wire

if TYPE_CHECKING:
    from collections.abc import AsyncIterator, Awaitable, Callable

    Unary = Callable[..., Awaitable[bytes]]
    Stream = Callable[..., AsyncIterator[bytes]]
    Context = grpc.aio.ServicerContext[bytes, bytes]
    Handler = grpc.RpcMethodHandler[bytes, bytes]
    StreamStream = grpc.aio.StreamStreamMultiCallable[bytes, bytes]
    UnaryStream = grpc.aio.UnaryStreamMultiCallable[bytes, bytes]
    UnaryUnary = grpc.aio.UnaryUnaryMultiCallable[bytes, bytes]

_SWALLOWED_EVERY = 10
_FALSIFIED_EVERY = 6


class Relay(grpc.GenericRpcHandler):
    """Listens on a port of its own. Of the messages of a stream a share is lost: as a rule the stream breaks there.

    A notice of a Watch stream may also go missing from a stream that stands, or arrive with another view's digest.
    """

    def __init__(self, address: str, seed: int, share: float) -> None:
        self._address = address
        self._share = share
        self._chance = random.Random(seed)  # noqa: S311 - repeatable faults
        self.messages = 0
        self.broken = 0
        self.swallowed = 0
        self.falsified = 0
        self.views_asked = 0
        """GetView calls: our client asks where a digest is not the one it was told."""
        self._notices = 0
        self.is_kind = False
        """From now on no notice goes missing and none is false: what comes last is followed by nothing."""

    @property
    def lost(self) -> int:
        """How many messages did not arrive as they were sent."""
        return self.broken + self.swallowed + self.falsified

    async def __aenter__(self) -> Relay:
        self._channel = grpc.aio.insecure_channel(self._address)
        self._server = grpc.aio.server()
        self._server.add_generic_rpc_handlers((self,))
        self.address = f"127.0.0.1:{self._server.add_insecure_port('127.0.0.1:0')}"
        await self._server.start()
        return self

    async def __aexit__(self, *_: object) -> None:
        await self._server.stop(None)
        await self._channel.close()

    def service(self, handler_call_details: grpc.HandlerCallDetails) -> Handler:
        """How one method is passed on."""
        method = handler_call_details.method
        if method.endswith("/Play"):
            return grpc.stream_stream_rpc_method_handler(self._play(method))
        if method.endswith("/Watch"):
            return grpc.unary_stream_rpc_method_handler(self._watch(method))
        return grpc.unary_unary_rpc_method_handler(self._call(method))

    def _call(self, method: str) -> Unary:
        ask: UnaryUnary = self._channel.unary_unary(method)

        async def call(request: bytes, context: Context) -> bytes:
            self.views_asked += method.endswith("/GetView")
            try:
                return await ask(request, metadata=_caller(context))
            except grpc.aio.AioRpcError as error:
                return await _pass_on(error, context)

        return call

    def _play(self, method: str) -> Stream:
        open_stream: StreamStream = self._channel.stream_stream(method)

        async def play(requests: AsyncIterator[bytes], context: Context) -> AsyncIterator[bytes]:
            async for response in self._lossy(
                open_stream(requests, metadata=_caller(context)), context
            ):
                yield response

        return play

    def _watch(self, method: str) -> Stream:
        open_stream: UnaryStream = self._channel.unary_stream(method)

        async def watch(request: bytes, context: Context) -> AsyncIterator[bytes]:
            answers = self._lossy(open_stream(request, metadata=_caller(context)), context)
            async for response in answers:
                if (passed := self._spoilt(response)) is not None:
                    yield passed

        return watch

    async def _lossy(
        self,
        answers: grpc.aio.StreamStreamCall[bytes, bytes] | grpc.aio.UnaryStreamCall[bytes, bytes],
        context: Context,
    ) -> AsyncIterator[bytes]:
        try:
            async for response in answers:
                self.messages += 1
                if self._chance.random() < self._share * (1.0 if self.is_kind else 0.7):
                    self.broken += 1
                    await context.abort(grpc.StatusCode.UNAVAILABLE, "the line broke")
                yield response
        except grpc.aio.AioRpcError as error:
            await _pass_on(error, context)
        finally:
            answers.cancel()

    def _spoilt(self, response: bytes) -> bytes | None:
        """The message, or a false one, or none."""
        message = wire.WatchResponse.FromString(response)
        if self.is_kind or message.WhichOneof("message") != "notice":
            return response
        self._notices += 1
        if self._notices % _SWALLOWED_EVERY == 0:
            self.swallowed += 1
            return None
        if self._notices % _FALSIFIED_EVERY == 0:
            self.falsified += 1
            message.notice.view_digest ^= 1
        return message.SerializeToString()


def _caller(context: Context) -> tuple[tuple[str, str], ...]:
    """Who calls, to be passed on."""
    known = dict(context.invocation_metadata() or ())
    return tuple((key, str(known[key])) for key in ("authorization",) if key in known)


async def _pass_on(error: grpc.aio.AioRpcError, context: Context) -> bytes:
    """Ends the call as the service did."""
    await context.abort(
        error.code(), error.details() or "", trailing_metadata=tuple(error.trailing_metadata())
    )
    raise asyncio.CancelledError  # not reached: abort raises
