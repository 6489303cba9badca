"""The gRPC server of a worker: its services, its health, its end."""

from __future__ import annotations

import asyncio
from contextlib import suppress
from typing import TYPE_CHECKING, cast

import grpc
from grpc_health.v1 import health, health_pb2, health_pb2_grpc
from grpc_reflection.v1alpha import reflection, reflection_pb2_grpc

from ludoteca.v1 import catalog_service_pb2, record_service_pb2, table_service_pb2
from ludoteca_server.application.admission import CALLS_AT_ONCE
from ludoteca_server.transport.catalog import CatalogServicer
from ludoteca_server.transport.gate import Gate
from ludoteca_server.transport.handlers import handlers_of
from ludoteca_server.transport.interceptor import ErrorInterceptor
from ludoteca_server.transport.records import RecordServicer
from ludoteca_server.transport.tables import TableServicer
from ludoteca_server.transport.wrapping import Register

if TYPE_CHECKING:
    from collections.abc import Sequence

    from ludoteca_server.application.service import Application
    from ludoteca_server.settings import Settings
    from ludoteca_server.transport.wrapping import Wrapping

_TABLES = table_service_pb2.DESCRIPTOR.services_by_name["TableService"]
_CATALOG = catalog_service_pb2.DESCRIPTOR.services_by_name["CatalogService"]
_RECORDS = record_service_pb2.DESCRIPTOR.services_by_name["RecordService"]
SERVICES = (_TABLES, _CATALOG, _RECORDS)
"""What this server serves, besides health and reflection."""

_PING_EVERY_MS = 30_000
_PING_TIMEOUT_MS = 10_000
_CLIENT_PINGS_APART_MS = 10_000
_HEALTH_WITHIN_S = 1.0
_UNREAD_GRACE_S = 1.0
"""How long a drain waits for the statuses of evicted streams, which nobody may ever read, and for those who watch the health."""


class Transport:
    """A worker's gRPC server. Several workers listen on one port."""

    def __init__(
        self,
        app: Application,
        settings: Settings,
        outermost: Sequence[Wrapping] = (),
    ) -> None:
        self._app = app
        self._settings = settings
        self._health = health.aio.HealthServicer()
        self._server = grpc.aio.server(options=_options(settings))
        errors = ErrorInterceptor(app.about.worker, tally=app.tally)
        self._in_flight = errors.in_flight
        register = Register(
            self._server,
            (
                *outermost,
                errors,
                Gate(calls=app.paces.calls, doors=app.doors),
            ),
        )
        servicers = (TableServicer(app), CatalogServicer(app), RecordServicer(app))
        for service, servicer in zip(SERVICES, servicers, strict=True):
            register.add_registered_method_handlers(
                service.full_name, handlers_of(service, servicer)
            )
        as_server = cast("grpc.aio.Server", register)  # which is all that generated code uses
        health_pb2_grpc.add_HealthServicer_to_server(self._health, as_server)
        names = [service.full_name for service in SERVICES]
        names += (health.SERVICE_NAME, reflection.SERVICE_NAME)
        reflection_pb2_grpc.add_ServerReflectionServicer_to_server(  # type: ignore[no-untyped-call]  # generated
            reflection.aio.ReflectionServicer(names), as_server
        )

    async def start(self) -> int:
        """Listens; returns the port. Raises RuntimeError if the address cannot be listened on."""
        settings = self._settings
        address = f"{_bracketed(settings.host)}:{settings.port}"
        credentials = _credentials(settings)
        if credentials is None:
            port = self._server.add_insecure_port(address)
        else:
            port = self._server.add_secure_port(address, credentials)
        await self._server.start()
        await self._say(is_serving=True)
        return port

    async def drain(self) -> None:
        """Ends well: no new calls, streams end with the seq to resume from, calls in flight finish."""
        with suppress(TimeoutError):  # one that watches the health and never reads holds its lock
            async with asyncio.timeout(_HEALTH_WITHIN_S):
                await self._say(is_serving=False)
        self._app.hub.drain()
        stopping = asyncio.create_task(self._server.stop(self._settings.drain_s))
        ending = asyncio.create_task(self._in_flight.ended())
        await asyncio.wait([stopping, ending], return_when=asyncio.FIRST_COMPLETED)
        ending.cancel()
        # Who is left loses nothing: evicted streams were told where to resume. gRPC takes the shorter of two graces.
        await self._server.stop(_UNREAD_GRACE_S)
        await stopping

    async def _say(self, *, is_serving: bool) -> None:
        statuses = health_pb2.HealthCheckResponse
        status = statuses.SERVING if is_serving else statuses.NOT_SERVING
        for name in (health.OVERALL_HEALTH, *(service.full_name for service in SERVICES)):
            await self._health.set(name, status)


def _options(settings: Settings) -> list[tuple[str, int]]:
    options = [
        ("grpc.so_reuseport", 1),
        ("grpc.max_receive_message_length", settings.max_message_bytes),
        ("grpc.keepalive_time_ms", _PING_EVERY_MS),
        ("grpc.keepalive_timeout_ms", _PING_TIMEOUT_MS),
        ("grpc.keepalive_permit_without_calls", 1),
        ("grpc.http2.min_ping_interval_without_data_ms", _CLIENT_PINGS_APART_MS),
    ]
    if settings.max_streams_per_peer:
        # A client waits before it makes more; one that begins calls without end and sends no message, which no pace
        # sees, is refused them.
        most = settings.max_streams_per_peer + CALLS_AT_ONCE
        options.append(("grpc.max_concurrent_streams", most))
    if settings.max_connection_age_s:
        options += [
            ("grpc.max_connection_age_ms", settings.max_connection_age_s * 1000),
            ("grpc.max_connection_age_grace_ms", settings.connection_grace_s * 1000),
        ]
    return options


def _credentials(settings: Settings) -> grpc.ServerCredentials | None:
    if settings.tls_cert is None or settings.tls_key is None:
        return None
    client_ca = None if settings.tls_client_ca is None else settings.tls_client_ca.read_bytes()
    return grpc.ssl_server_credentials(
        [(settings.tls_key.read_bytes(), settings.tls_cert.read_bytes())],
        root_certificates=client_ca,
        require_client_auth=client_ca is not None,
    )


def _bracketed(host: str) -> str:
    return f"[{host}]" if ":" in host else host
