"""Traces: a call, the decision, the append; names and codes, and nothing that is anybody's."""

from __future__ import annotations

import json

import grpc
import pytest
from opentelemetry.sdk.trace.export import SimpleSpanProcessor
from opentelemetry.sdk.trace.export.in_memory_span_exporter import InMemorySpanExporter
from opentelemetry.trace import SpanKind

from ludoteca.v1 import table_service_pb2 as wire
from ludoteca_server.settings import Settings
from ludoteca_server.transport.server import Transport
from ludoteca_server.transport.tracing import Traces
from tests.e2e.api.table import Stubs, bearer, channel, failing, new_game
from tests.unit.application.house import House

ACT = "ludoteca.v1.TableService/Act"
THEIRS = "00-0af7651916cd43dd8448eb211c80319c-b7ad6b7169203331-01"


@pytest.mark.parametrize("ratio", [1.0, 0.0])
async def test_a_call_is_traced_from_grpc_to_the_append(ratio: float) -> None:
    exporter = InMemorySpanExporter()
    traces = Traces(SimpleSpanProcessor(exporter), ratio, worker="w0", version="1")
    app = House(span=traces.span).worker()
    transport = Transport(
        app, Settings.model_validate({"port": 0, "drain_s": 0}), [traces.interceptor]
    )
    stubs = Stubs(channel(f"127.0.0.1:{await transport.start()}"))
    game = await new_game(stubs)
    exporter.clear()
    request, token = await game.request(stubs)
    await stubs.tables.Act(request, metadata=(*bearer(token), ("traceparent", THEIRS)))
    refused = await failing(stubs.tables.Act(wire.ActRequest(), metadata=bearer(token)))
    assert refused.code is grpc.StatusCode.INVALID_ARGUMENT
    call = stubs.tables.Play(metadata=bearer(token))
    await call.write(wire.PlayRequest(open=wire.PlayOpen(table_id=game.table_id)))
    sent = wire.PlayAction(action=request.action, request_id=b"another request.")
    await call.write(wire.PlayRequest(actions=wire.PlayActions(actions=[sent])))
    await call.done_writing()
    assert await call.read() is not grpc.aio.EOF
    call.cancel()
    await stubs.channel.close()
    await transport.drain()

    spans = exporter.get_finished_spans()
    if ratio == 0:
        assert not spans, "a caller's sampled flag changes nothing"
        return
    by_id = {span.context.span_id: span for span in spans if span.context is not None}
    [call_span, bad] = [span for span in spans if span.name == ACT]
    assert call_span.kind is SpanKind.SERVER
    assert call_span.parent is None, "a stranger's trace is not continued"
    assert [f"{link.context.trace_id:032x}" for link in call_span.links] == [THEIRS[3:35]]
    assert (call_span.attributes or {})["rpc.grpc.status_code"] == 0
    assert (bad.attributes or {})["rpc.grpc.status_code"] == 3
    paths = []
    for span in spans:
        path = [span.name]
        while span.parent is not None:
            span = by_id[span.parent.span_id]
            path.append(span.name)
        paths.append(tuple(path))
    assert ("append", "carry out", ACT) in paths
    assert ("decide", "carry out", ACT) in paths
    assert ("carry out",) in paths, "a message on a stream is a trace of its own"

    told = "".join(json.dumps(json.loads(span.to_json())) for span in spans)
    for secret in (token.hex(), game.table_id, "seat 0"):
        assert secret not in told
    traces.close()
