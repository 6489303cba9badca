"""Who makes a call: its token, and the address that it is counted for."""

from __future__ import annotations

import re
from functools import lru_cache
from ipaddress import IPv6Address, IPv6Network
from typing import TYPE_CHECKING
from urllib.parse import unquote

import ludoteca_core
from ludoteca_server.model.errors import NoToken

if TYPE_CHECKING:
    import grpc

    Context = grpc.aio.ServicerContext[bytes, bytes]
    AnyContext = grpc.aio.ServicerContext[object, object] | Context

_BEARER = re.compile(r"[Bb]earer ([0-9a-fA-F]{64})")
_PORT = re.compile(r":\d+$")


def caller_of(context: Context) -> bytes | None:
    """The hash of the call's token; None without an `authorization`. Raises NoToken if that is malformed."""
    for key, value in context.invocation_metadata() or ():
        if key == "authorization":
            bearer = _BEARER.fullmatch(value) if isinstance(value, str) else None
            if bearer is None:
                raise NoToken(
                    "The authorization metadata is no seat token: 'Bearer ' and 64 hexadecimal digits."
                )
            return ludoteca_core.hash_token(bytes.fromhex(bearer[1]))
    return None


def peer_of(context: AnyContext) -> str:
    """Whom a call is counted for: an IPv4 address, the /64 network of an IPv6 one, or the socket."""
    return _counted_as(context.peer())


@lru_cache(maxsize=4096)
def _counted_as(connection: str) -> str:
    """See `peer_of`. An IPv6 caller chooses the lower half of its address freely, so the upper half is counted."""
    peer = _PORT.sub("", connection)
    kind, _, written = peer.partition(":")
    if kind != "ipv6":
        return peer
    try:
        address = IPv6Address(unquote(written).strip("[]"))
    except ValueError:
        return peer
    if address.ipv4_mapped is not None:
        return f"ipv4:{address.ipv4_mapped}"
    return f"ipv6:{IPv6Network((address.packed[:8] + bytes(8), 64))}"
