"""What a reader of the metrics gets when they cannot be told."""

from __future__ import annotations

import asyncio

from structlog.testing import capture_logs

from ludoteca_server.metrics.endpoint import Endpoint


async def test_metrics_that_cannot_be_told_are_an_answer_and_no_reader_that_went() -> None:
    """A disk that does not say how much is free, for one."""

    async def text() -> bytes:
        raise OSError(5, "Input/output error")

    endpoint = Endpoint(text)
    host, _, port = (await endpoint.start("127.0.0.1", 0)).rpartition(":")
    with capture_logs() as lines:
        reader, writer = await asyncio.open_connection(host, int(port))
        writer.write(b"GET /metrics HTTP/1.1\r\n\r\n")
        assert (await reader.read()).startswith(b"HTTP/1.1 500 ")
        writer.close()
    await endpoint.stop()
    assert [line["event"] for line in lines] == ["metrics_failed"]
