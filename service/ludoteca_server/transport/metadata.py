"""What a call says of its caller."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

import ludoteca_core
from ludoteca_server.model.errors import NoToken

if TYPE_CHECKING:
    import grpc

    Context = grpc.aio.ServicerContext[bytes, bytes]

_BEARER = re.compile(r"[Bb]earer ([0-9a-fA-F]{64})")
_PORT = re.compile(r":\d+$")


def caller_of(context: Context) -> bytes | None:
    """The hash of the call's token; None if it has none. Raises NoToken for one that is none."""
    for key, value in context.invocation_metadata() or ():
        if key == "authorization":
            bearer = _BEARER.fullmatch(value) if isinstance(value, str) else None
            if bearer is None:
                raise NoToken(
                    "The authorization metadata is no seat token: 'Bearer ' and 64 hexadecimal digits."
                )
            return ludoteca_core.hash_token(bytes.fromhex(bearer[1]))
    return None


def peer_of(context: Context) -> str:
    """The peer's address without its port."""
    return _PORT.sub("", context.peer())
