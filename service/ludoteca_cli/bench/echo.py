"""A bare grpc.aio server that does nothing: the baseline of every figure about the service.

Run as a process of its own, as a worker is; prints the port it listens on.
"""

from __future__ import annotations

import asyncio
import sys
from typing import TYPE_CHECKING

import grpc
import uvloop

if TYPE_CHECKING:
    from collections.abc import AsyncIterator

SERVICE = "ludoteca.bench.Echo"
REPLY = b"r" * 24
BURST = 2000


async def unary(_request: bytes, _context: object) -> bytes:
    """One answer to one request."""
    return REPLY


async def both_ways(requests: AsyncIterator[bytes], _context: object) -> AsyncIterator[bytes]:
    """One answer to every message of a stream."""
    async for _request in requests:
        yield REPLY


async def stream(request: bytes, _context: object) -> AsyncIterator[bytes]:
    """Many messages of the size of the request."""
    for _ in range(BURST):
        yield request


_fans: set[asyncio.Queue[bytes]] = set()


async def fan(_request: bytes, _context: object) -> AsyncIterator[bytes]:
    """A message that the stream is open, then one for each poke."""
    queue: asyncio.Queue[bytes] = asyncio.Queue()
    _fans.add(queue)
    try:
        yield REPLY
        while True:
            yield await queue.get()
    finally:
        _fans.discard(queue)


async def poke(request: bytes, _context: object) -> bytes:
    """Sends the request to every stream that waits."""
    for queue in _fans:
        queue.put_nowait(request)
    return REPLY


async def serve() -> None:
    """Serves until the process is stopped."""
    server = grpc.aio.server()
    handlers: dict[str, grpc.RpcMethodHandler[bytes, bytes]] = {
        "Unary": grpc.unary_unary_rpc_method_handler(unary),
        "Both": grpc.stream_stream_rpc_method_handler(both_ways),
        "Stream": grpc.unary_stream_rpc_method_handler(stream),
        "Fan": grpc.unary_stream_rpc_method_handler(fan),
        "Poke": grpc.unary_unary_rpc_method_handler(poke),
    }
    server.add_generic_rpc_handlers((grpc.method_handlers_generic_handler(SERVICE, handlers),))
    port = server.add_insecure_port("127.0.0.1:0")
    await server.start()
    sys.stdout.write(f"{port}\n")
    sys.stdout.flush()
    await server.wait_for_termination()


if __name__ == "__main__":
    uvloop.run(serve())
