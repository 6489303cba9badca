"""The port that all workers share: reserved before they start, and not shared with another server by accident."""

from __future__ import annotations

import errno
import os
import socket
from typing import TypeAlias

from ludoteca_server.model.errors import LudotecaError

Address: TypeAlias = "tuple[str, int] | tuple[str, int, int, int] | tuple[int, bytes]"

_WILDCARDS = {"0.0.0.0": "127.0.0.1", "::": "::1"}  # noqa: S104  # recognised, not listened on


def fault(host: str, port: int) -> str | None:
    """Why a worker could not listen on the port that is reserved for it, in a sentence; None if it can."""
    try:
        _shared(host, port).close()
    except CannotListen as error:
        return str(error)
    return None


class CannotListen(LudotecaError):
    """The address cannot be listened on."""

    reason = "cannot_listen"

    def __init__(self, message: str, *, may_pass: bool = False) -> None:
        """`may_pass`: somebody else has it, perhaps not for long."""
        super().__init__(message)
        self.may_pass = may_pass


class Reserved:
    """A port that is ours: workers listen on it with SO_REUSEPORT while this holds it."""

    def __init__(self, host: str, port: int) -> None:
        """Reserves `port` at `host`; 0 stands for any free one.

        Raises:
            CannotListen: it is taken, forbidden, or `host` is no address of this machine.
        """
        family, kind, protocol, address = _resolved(host, port)
        try:
            with socket.socket(family, kind, protocol) as probe:  # refused where others share it
                probe.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
                probe.bind(address)
                probe.listen(1)
        except OSError as error:
            raise _refused(error, host, port) from error
        self._held = _shared(host, port)
        bound = self._held.getsockname()
        self.host: str = bound[0]
        """As a literal address."""
        self.port: int = bound[1]

    @property
    def reachable(self) -> str:
        """HOST:PORT for a client on this machine."""
        host = _WILDCARDS.get(self.host, self.host)
        return f"[{host}]:{self.port}" if ":" in host else f"{host}:{self.port}"

    def release(self) -> None:
        """Gives the port up."""
        self._held.close()


def _resolved(host: str, port: int) -> tuple[int, int, int, Address]:
    """Family, kind, protocol and address of a socket to listen on. Raises CannotListen."""
    try:
        family, kind, protocol, _, address = socket.getaddrinfo(
            host, port, type=socket.SOCK_STREAM, flags=socket.AI_PASSIVE
        )[0]
    except OSError as error:
        raise CannotListen(f"{host} is no address to listen on: correct host.") from error
    return family, kind, protocol, address


def _shared(host: str, port: int) -> socket.socket:
    """A socket that is bound there beside others, and does not listen. Raises CannotListen."""
    family, kind, protocol, address = _resolved(host, port)
    bound = socket.socket(family, kind, protocol)
    try:
        bound.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEPORT, 1)
        bound.bind(address)
    except OSError as error:
        bound.close()
        raise _refused(error, host, port) from error
    return bound


def _refused(error: OSError, host: str, port: int) -> CannotListen:
    return CannotListen(_why(error, host, port), may_pass=error.errno == errno.EADDRINUSE)


def _why(error: OSError, host: str, port: int) -> str:
    if error.errno == errno.EADDRINUSE:
        return f"Port {port} at {host} is in use by another program. Stop it, or choose another with --port."
    if error.errno == errno.EACCES:
        return f"Port {port} needs privileges: choose one above 1023 with --port."
    if error.errno == errno.EADDRNOTAVAIL:
        return f"{host} is no address of this machine: correct host."
    why = os.strerror(error.errno) if error.errno else str(error)
    return f"{host}:{port} cannot be listened on: {why}."
