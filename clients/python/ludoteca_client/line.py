"""The line to a service: one channel, its calls, and their retries."""

from __future__ import annotations

import asyncio
import ssl
from dataclasses import dataclass
from functools import cached_property
from typing import TYPE_CHECKING, TypeVar

import grpc

from ludoteca.v1 import catalog_service_pb2_grpc, record_service_pb2_grpc, table_service_pb2_grpc
from ludoteca_client import errors, handshake
from ludoteca_client.backoff import Backoff, Patience

if TYPE_CHECKING:
    from collections.abc import Awaitable, Callable
    from pathlib import Path

    from ludoteca_client.tokens import Token

_Request = TypeVar("_Request")
_Response = TypeVar("_Response")

CALL_TIMEOUT_S = 10.0
_OPTIONS = [
    ("grpc.max_receive_message_length", 64 * 1024 * 1024),
    ("grpc.initial_reconnect_backoff_ms", 100),
    ("grpc.min_reconnect_backoff_ms", 100),
    ("grpc.max_reconnect_backoff_ms", 2000),
    # Each client has connections of its own: two seats in one process may be served by two workers.
    ("grpc.use_local_subchannel_pool", 1),
]


@dataclass(frozen=True)
class Tls:
    """How to trust the service: the system's certificates, or those in a file."""

    ca_file: Path | None = None
    """PEM file of the certificate that signed the service's; None = the system's."""
    server_name: str | None = None
    """The name in the service's certificate, where it is not that of the address."""
    cert_file: Path | None = None
    """PEM file of the caller's own certificate, where the service asks for one; with `key_file`."""
    key_file: Path | None = None
    """PEM file of its private key."""

    def credentials(self) -> grpc.ChannelCredentials:
        """What gRPC makes of it. Raises BadRequest if a file cannot be read, or one of a pair is missing."""
        if (self.cert_file is None) != (self.key_file is None):
            raise errors.BadRequest(
                "A certificate and its key go together: name both files or none.", "no_certificate"
            )
        self._fit()
        return grpc.ssl_channel_credentials(
            root_certificates=_pem(self.ca_file, "that signed the server's"),
            private_key=_pem(self.key_file, "of your key"),
            certificate_chain=_pem(self.cert_file, "of your own"),
        )

    def _fit(self) -> None:
        """Looks whether the files can be used: gRPC would say nothing. Raises BadRequest."""
        context = ssl.SSLContext(ssl.PROTOCOL_TLS_CLIENT)
        try:
            if self.ca_file is not None:
                context.load_verify_locations(self.ca_file)
        except ssl.SSLError:
            raise errors.BadRequest(
                f"{self.ca_file} is no PEM file of certificates: name the one that signed the server's.",
                "no_certificate",
            ) from None
        except OSError:
            return  # said where it is read
        try:
            if self.cert_file is not None:
                context.load_cert_chain(self.cert_file, self.key_file, password=_no_password)
        except ssl.SSLError:
            raise errors.BadRequest(
                f"{self.key_file} is not the key of {self.cert_file}, or they are no PEM files of a "
                "certificate and its key without a password.",
                "no_certificate",
            ) from None
        except OSError:
            return


def _no_password() -> str:
    """A key with a password would be asked for it in the terminal, and gRPC cannot use it."""
    return ""


def _pem(file: Path | None, whose: str) -> bytes | None:
    """The bytes of a PEM file, if one is named. Raises BadRequest."""
    try:
        return None if file is None else file.read_bytes()
    except OSError as error:
        raise errors.BadRequest(
            f"The certificate cannot be read ({error}): name the PEM file {whose}.",
            "no_certificate",
        ) from None


def metadata(token: Token | None) -> tuple[tuple[str, str], ...]:
    """The metadata that says who calls."""
    return () if token is None else (("authorization", f"Bearer {token.hex()}"),)


class Line:
    """A channel that is opened at the first call, in the event loop that uses it."""

    def __init__(
        self,
        address: str,
        tls: Tls | None,
        patience_s: float | None,
        first_patience_s: float | None,
    ) -> None:
        """A line that goes on trying for `patience_s` seconds, the first time for `first_patience_s`."""
        self.address = address
        self.patience_s = patience_s
        self.first_patience_s = first_patience_s
        self._was_reached = False
        self._tls = tls
        self._channel: grpc.aio.Channel | None = None

    @property
    def channel(self) -> grpc.aio.Channel:
        """The open channel."""
        if self._channel is None:
            options = list(_OPTIONS)
            if self._tls is None:
                self._channel = grpc.aio.insecure_channel(self.address, options=options)
            else:
                named = [("grpc.ssl_target_name_override", self._tls.server_name)]
                extra = named if self._tls.server_name is not None else []
                self._channel = grpc.aio.secure_channel(
                    self.address, self._tls.credentials(), options=[*options, *extra]
                )
        return self._channel

    @cached_property
    def tables(self) -> table_service_pb2_grpc.TableServiceAsyncStub:
        """The calls of TableService."""
        return table_service_pb2_grpc.TableServiceStub(self.channel)

    @cached_property
    def catalog(self) -> catalog_service_pb2_grpc.CatalogServiceAsyncStub:
        """The calls of CatalogService."""
        return catalog_service_pb2_grpc.CatalogServiceStub(self.channel)

    @cached_property
    def records(self) -> record_service_pb2_grpc.RecordServiceAsyncStub:
        """The calls of RecordService."""
        return record_service_pb2_grpc.RecordServiceStub(self.channel)

    async def call(
        self,
        method: grpc.aio.UnaryUnaryMultiCallable[_Request, _Response],
        request: _Request,
        token: Token | None = None,
    ) -> _Response:
        """Answers one unary call, which is sent again while the service is away.

        Safe for calls that change something: the same request carries the same request id.

        Raises:
            LudotecaError: whatever the service said; ServerAway when patience is over.
        """
        return await self.again(
            lambda: method(request, metadata=metadata(token), timeout=CALL_TIMEOUT_S)
        )

    async def again(self, call: Callable[[], Awaitable[_Response]]) -> _Response:
        """Makes a call until the service answers, or patience is over. Raises LudotecaError."""
        backoff = Backoff()
        patience = Patience(self.patience_s if self._was_reached else self.first_patience_s)
        while True:
            try:
                response = await call()
            except grpc.aio.AioRpcError as error:
                failure = errors.from_rpc(error)
                delay_s = backoff.next_s()
                if not isinstance(failure, errors.ServerAway):
                    self.reached()
                    raise failure from error
                if (trouble := await self.trouble()) is not None:
                    raise trouble from error
                if patience.is_over(delay_s):
                    raise failure from error
            else:
                self.reached()
                return response
            await asyncio.sleep(delay_s)

    def reached(self) -> None:
        """The service has answered: from now on its silence passes."""
        self._was_reached = True

    async def trouble(self) -> errors.ServerAway | None:
        """Why a service that never answered cannot, if it is TLS and waiting will not help."""
        if self._was_reached:
            return None
        why = await asyncio.to_thread(handshake.fault, self.address, self._tls)
        return None if why is None else errors.ServerAway(why, "tls")

    async def close(self) -> None:
        """Closes the channel for good; open streams end."""
        if self._channel is not None:
            await self._channel.close()
