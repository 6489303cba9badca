"""OpenTelemetry traces of calls: gRPC, then the decision of the core, then the append. Only where they are wanted."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from opentelemetry.context import Context
from opentelemetry.exporter.otlp.proto.grpc.trace_exporter import OTLPSpanExporter
from opentelemetry.sdk.resources import Resource
from opentelemetry.sdk.trace import TracerProvider
from opentelemetry.sdk.trace.export import BatchSpanProcessor
from opentelemetry.sdk.trace.sampling import ParentBased, TraceIdRatioBased
from opentelemetry.trace import Link, SpanKind, get_current_span
from opentelemetry.trace.propagation.tracecontext import TraceContextTextMapPropagator

from ludoteca_server.transport.wrapping import Wrapping

if TYPE_CHECKING:
    from contextlib import AbstractContextManager

    import grpc
    from opentelemetry.sdk.trace import SpanProcessor
    from opentelemetry.trace import Tracer

    from ludoteca_server.transport.wrapping import AnyContext, Behaviour

_SEND_WITHIN_S = 2.0
"""A collector that is away holds up no worker's end for longer."""
_CARRIED = ("traceparent", "tracestate")
_PROPAGATOR = TraceContextTextMapPropagator()


class Traces:
    """A worker's traces. Names and codes only: no table, no token, no error text."""

    def __init__(
        self, processor: SpanProcessor, ratio: float, *, worker: str, version: str
    ) -> None:
        about = {
            "service.name": "ludoteca",
            "service.version": version,
            "service.instance.id": worker,
        }
        self._provider = TracerProvider(
            sampler=ParentBased(TraceIdRatioBased(ratio)),
            resource=Resource.create(about),
            shutdown_on_exit=False,
        )
        self._provider.add_span_processor(processor)
        self._tracer = self._provider.get_tracer("ludoteca")
        self.interceptor = TraceInterceptor(self._tracer)

    def span(self, name: str, /) -> AbstractContextManager[object]:
        """A step of what is traced now, or a trace of its own."""
        return self._tracer.start_as_current_span(
            name, record_exception=False, set_status_on_exception=False
        )

    def close(self) -> None:
        """Sends what is left."""
        self._provider.shutdown()


def open_traces(endpoint: str, ratio: float, *, worker: str, version: str) -> Traces:
    """Traces that go to a collector in batches, from a thread of their own."""
    exporter = OTLPSpanExporter(endpoint=endpoint, timeout=_SEND_WITHIN_S)
    return Traces(BatchSpanProcessor(exporter), ratio, worker=worker, version=version)


class TraceInterceptor(Wrapping):
    """A trace for each unary call.

    A stream may last for hours: each message that carries actions is a trace of its own, made where they are
    carried out. A caller's trace is linked, not continued: strangers do not choose what is sampled here.
    """

    def __init__(self, tracer: Tracer) -> None:
        super().__init__(self._traced)
        self._tracer = tracer

    def _traced(
        self, method: str, handler: grpc.RpcMethodHandler[Any, Any], behaviour: Behaviour
    ) -> Behaviour:
        if handler.request_streaming or handler.response_streaming:
            return behaviour
        service, _, name = method.strip("/").partition("/")
        attributes = {"rpc.system": "grpc", "rpc.service": service, "rpc.method": name}

        async def traced(request: Any, context: AnyContext) -> object:
            with self._tracer.start_as_current_span(
                method.strip("/"),
                context=Context(),
                kind=SpanKind.SERVER,
                attributes=attributes,
                links=_links(context),
                record_exception=False,
                set_status_on_exception=False,
            ) as span:
                try:
                    return await behaviour(request, context)
                finally:
                    span.set_attribute("rpc.grpc.status_code", _number(context.code()))

        return traced


def _links(context: AnyContext) -> list[Link]:
    carrier = {
        key: value
        for key, value in context.invocation_metadata() or ()
        if key in _CARRIED and isinstance(value, str)
    }
    if not carrier:
        return []
    theirs = get_current_span(_PROPAGATOR.extract(carrier, Context())).get_span_context()
    return [Link(theirs)] if theirs.is_valid else []


def _number(code: grpc.StatusCode | int | None) -> int:
    """A status code as gRPC hands it back; none yet is OK."""
    if code is None:
        return 0
    if isinstance(code, int):
        return code
    number: int = code.value[0]
    return number
