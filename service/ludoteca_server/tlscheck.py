"""Whether TLS files work together: a handshake in memory, without a socket."""

from __future__ import annotations

import ssl
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from pathlib import Path

_ROUNDS_MAX = 10


class _Locked(Exception):
    """The key asks for a password."""


def fault(cert: Path, key: Path, client_ca: Path | None) -> str | None:
    """Why clients could not connect, in a sentence; None if they can."""
    return _unfit(cert, key, client_ca) or _handshake(_server(cert, key), cert)


def _unfit(cert: Path, key: Path, client_ca: Path | None) -> str | None:
    """Why no server could be made of these files, in a sentence; None if one can, whose certificate may have expired."""
    for file in (cert, key, client_ca):
        if file is None:
            continue
        try:
            file.read_bytes()
        except OSError as error:
            return f"{file} cannot be read: {error.strerror}."
    try:
        server = _server(cert, key)
    except _Locked:
        return f"{key} is encrypted, and nobody is there to give its password: keep it without one, for its user alone."
    except ssl.SSLError as error:
        if error.reason == "KEY_VALUES_MISMATCH":
            return f"{key} is not the key of {cert}."
        return f"{cert} and {key} are no PEM files of a certificate and its key without a password."
    if client_ca is not None:
        try:
            server.load_verify_locations(client_ca)
        except ssl.SSLError:
            return f"{client_ca} is no PEM file of certificates."
    return None


def _server(cert: Path, key: Path) -> ssl.SSLContext:
    """The server's side. Raises SSLError, and _Locked for a key with a password: gRPC cannot use it."""
    context = ssl.SSLContext(ssl.PROTOCOL_TLS_SERVER)
    context.load_cert_chain(cert, key, _password)
    return context


def _password() -> str:
    """Stands in for the terminal, which OpenSSL would ask."""
    raise _Locked


def _handshake(server: ssl.SSLContext, cert: Path) -> str | None:
    """A client that trusts exactly this certificate refuses it only for what is wrong with itself."""
    client = ssl.SSLContext(ssl.PROTOCOL_TLS_CLIENT)
    client.check_hostname = False
    client.verify_flags |= ssl.VERIFY_X509_PARTIAL_CHAIN
    client.load_verify_locations(cert)
    to_server, to_client = ssl.MemoryBIO(), ssl.MemoryBIO()
    sides = [
        client.wrap_bio(to_client, to_server),
        server.wrap_bio(to_server, to_client, server_side=True),
    ]
    for _ in range(_ROUNDS_MAX):
        waiting = []
        for side in sides:
            try:
                side.do_handshake()
            except ssl.SSLWantReadError:
                waiting.append(side)
            except ssl.SSLCertVerificationError as error:
                return f"{cert} is refused by clients: {error.verify_message}."
            except ssl.SSLError as error:
                return f"{cert} does not work: {error.reason}."
        if not waiting:
            break
    return None
