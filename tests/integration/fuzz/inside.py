"""Calls that go to the handlers themselves, behind the interceptors but without a socket: many more fit in a second."""

from __future__ import annotations

import asyncio
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Any, cast

import grpc
from google.rpc import error_details_pb2, status_pb2

from ludoteca_server.transport.catalog import CatalogServicer
from ludoteca_server.transport.gate import Gate
from ludoteca_server.transport.handlers import handlers_of
from ludoteca_server.transport.interceptor import ErrorInterceptor
from ludoteca_server.transport.records import RecordServicer
from ludoteca_server.transport.server import SERVICES
from ludoteca_server.transport.tables import TableServicer
from ludoteca_server.transport.wrapping import Register

if TYPE_CHECKING:
    from collections.abc import AsyncIterator, Callable, Sequence

    from google.protobuf.descriptor import MethodDescriptor

    from ludoteca_server.application.service import Application

    Metadata = tuple[tuple[str, str], ...]

PATIENCE_S = 30.0
QUIET_AFTER_S = 0.1
"""A stream of a table where nothing happens says nothing: its caller goes too."""
WRITES_MOST = 4
"""A caller of a stream goes after so many messages."""
RPCS: list[MethodDescriptor] = [rpc for service in SERVICES for rpc in service.methods]


class Gone(grpc.aio.BaseError):
    """The caller has gone."""


class Aborted(grpc.aio.AbortError):
    """The call was ended with a status."""


@dataclass(eq=False)
class Context:
    """What a handler sees of a call."""

    metadata: Metadata
    status: status_pb2.Status | None = None
    writes: int = 0
    at_the_end: list[Callable[[object], None]] = field(default_factory=list)

    def invocation_metadata(self) -> Metadata:
        return self.metadata

    def peer(self) -> str:
        return "ipv4:127.0.0.1:5"

    def code(self) -> int:
        return 0 if self.status is None else self.status.code

    def code_name(self) -> str:
        return next(each.name for each in grpc.StatusCode if each.value[0] == self.code())

    def add_done_callback(self, callback: Callable[[object], None]) -> None:
        self.at_the_end.append(callback)

    async def send_initial_metadata(self, metadata: Sequence[Any]) -> None:
        assert not metadata

    async def write(self, message: bytes) -> None:
        self.writes += 1
        if self.writes == WRITES_MOST or message[:1] == b"\x1a":  # Live: nothing more comes
            raise Gone

    async def abort(self, code: grpc.StatusCode, details: str, trailing: Sequence[Any]) -> None:
        [(key, value)] = trailing
        assert key == "grpc-status-details-bin"
        self.status = status_pb2.Status.FromString(value)
        assert self.status.code == code.value[0]
        assert self.status.message == details
        raise Aborted


class Inside:
    """A worker without its sockets."""

    def __init__(self, app: Application) -> None:
        servicers = (TableServicer(app), CatalogServicer(app), RecordServicer(app))
        self._handlers = {
            service.full_name: handlers_of(service, servicer)
            for service, servicer in zip(SERVICES, servicers, strict=True)
        }
        around = (
            ErrorInterceptor(app.about.worker, tally=app.tally),
            Gate(calls=app.paces.calls, doors=app.doors),
        )
        self._register = Register(cast("grpc.aio.Server", None), around)
        self._behaviours: dict[str, Any] = {}
        self.info = error_details_pb2.ErrorInfo()
        """The details of the last typed error."""

    async def call(
        self,
        rpc: MethodDescriptor,
        payload: bytes,
        metadata: Metadata,
        *,
        quiet_after_s: float = QUIET_AFTER_S,
    ) -> str:
        """Calls with one message; `OK`, `QUIET`, or the code and the reason of a typed error."""
        context = Context(metadata)
        request = _once(payload) if rpc.client_streaming else payload
        try:
            async with asyncio.timeout(quiet_after_s if rpc.server_streaming else PATIENCE_S):
                answer = await self._behaviour(rpc)(request, context)
        except TimeoutError:
            assert rpc.server_streaming, "the call is never answered"
            return "QUIET"
        except Gone:
            return "OK"
        except Aborted:
            assert context.status is not None
            self.info = _info(context.status)
            return f"{context.code_name()} {self.info.reason}"
        finally:
            for callback in context.at_the_end:
                callback(context)
        assert rpc.server_streaming or isinstance(answer, bytes)
        return "OK"

    def _behaviour(self, rpc: MethodDescriptor) -> Any:
        if rpc.full_name not in self._behaviours:
            assert rpc.containing_service is not None
            service = rpc.containing_service.full_name
            handler = self._register.wrapped(
                f"/{service}/{rpc.name}", self._handlers[service][rpc.name]
            )
            kinds = ("unary_unary", "unary_stream", "stream_unary", "stream_stream")
            found = [getattr(handler, kind) for kind in kinds]
            self._behaviours[rpc.full_name] = next(each for each in found if each is not None)
        return self._behaviours[rpc.full_name]


async def _once(payload: bytes) -> AsyncIterator[bytes]:
    yield payload


def _info(status: status_pb2.Status) -> error_details_pb2.ErrorInfo:
    """The details of an error, which every one has."""
    info = error_details_pb2.ErrorInfo()
    assert any(detail.Unpack(info) for detail in status.details if detail.Is(info.DESCRIPTOR))
    assert info.domain == "ludoteca"
    assert info.reason
    return info
