"""`GET /metrics` over HTTP/1.1: one request a connection, few connections, nothing else."""

from __future__ import annotations

import asyncio
from typing import TYPE_CHECKING

import structlog
from prometheus_client import CONTENT_TYPE_LATEST

from ludoteca_server.model.errors import LudotecaError

if TYPE_CHECKING:
    from collections.abc import Awaitable, Callable

_READERS_MOST = 16
_HEAD_BYTES_MOST = 8 << 10
_WITHIN_S = 5.0

_log = structlog.get_logger(__name__)


class NoMetrics(LudotecaError):
    """The metrics cannot be served where they are wanted."""

    reason = "no_metrics"


class Endpoint:
    """Serves one text, made anew for every request."""

    def __init__(self, text: Callable[[], Awaitable[bytes]]) -> None:
        self._text = text
        self._readers = 0
        self._server: asyncio.Server | None = None

    async def start(self, host: str, port: int) -> str:
        """Listens; returns HOST:PORT. Raises NoMetrics."""
        try:
            self._server = await asyncio.start_server(
                self._serve, host, port, limit=_HEAD_BYTES_MOST
            )
        except OSError as error:
            raise NoMetrics(
                f"The metrics cannot be served at {host}:{port}: {error.strerror}. "
                "Choose another place with --metrics-port and --metrics-host."
            ) from error
        bound = self._server.sockets[0].getsockname()
        return f"[{bound[0]}]:{bound[1]}" if ":" in bound[0] else f"{bound[0]}:{bound[1]}"

    async def stop(self) -> None:
        """Listens no longer. Answers that are on their way end with the event loop."""
        if self._server is not None:
            self._server.close()

    async def _serve(self, reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        self._readers += 1
        try:
            if self._readers <= _READERS_MOST:
                async with asyncio.timeout(_WITHIN_S):
                    writer.write(await self._answer(reader))
                    await writer.drain()
        except (TimeoutError, OSError, EOFError, asyncio.LimitOverrunError):
            _log.debug("metrics_reader_gone")
        finally:
            self._readers -= 1
            writer.close()

    async def _answer(self, reader: asyncio.StreamReader) -> bytes:
        head = await reader.readuntil(b"\r\n\r\n")
        method, _, rest = head.partition(b" ")
        path = rest.partition(b" ")[0].partition(b"?")[0]
        if path != b"/metrics":
            return _response("404 Not Found", b"There is only /metrics here.\n")
        if method not in (b"GET", b"HEAD"):
            return _response("405 Method Not Allowed", b"GET it.\n")
        try:
            text = await self._text()
        except OSError as error:  # of what is told, not of the reader's line
            _log.error("metrics_failed", why=error.strerror)
            return _response("500 Internal Server Error", b"See the log: metrics_failed.\n")
        whole = _response("200 OK", text, CONTENT_TYPE_LATEST)
        return whole if method == b"GET" else whole.partition(b"\r\n\r\n")[0] + b"\r\n\r\n"


def _response(status: str, body: bytes, kind: str = "text/plain; charset=utf-8") -> bytes:
    head = (
        f"HTTP/1.1 {status}\r\nContent-Type: {kind}\r\nContent-Length: {len(body)}\r\n"
        "Connection: close\r\n\r\n"
    )
    return head.encode() + body
