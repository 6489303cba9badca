"""The text that Prometheus reads: of one worker, and of all of them under their names."""

from __future__ import annotations

from typing import TYPE_CHECKING

from prometheus_client import CollectorRegistry, ProcessCollector, generate_latest
from prometheus_client.core import Metric
from prometheus_client.parser import text_string_to_metric_families

from ludoteca_server.metrics.families import worker_families

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Iterator, Mapping

    from ludoteca_server.application.service import Application


class _Families:
    """A collector of families that are made when they are asked for."""

    def __init__(self, make: Callable[[], Iterable[Metric]]) -> None:
        self._make = make

    def collect(self) -> Iterable[Metric]:
        """The families."""
        return self._make()

    def describe(self) -> Iterable[Metric]:
        """Nothing: registering must not collect."""
        return ()


def of_worker(app: Application) -> Callable[[], bytes]:
    """Makes a worker's text, with what the system says of its process (Linux)."""
    registry = CollectorRegistry()
    registry.register(_Families(lambda: worker_families(app)))
    ProcessCollector(registry=registry)
    return lambda: generate_latest(registry)


def of_all(ours: Iterable[Metric], workers: Mapping[str, bytes]) -> bytes:
    """One text of everything: a sample of a worker gets its name as the label `worker`."""
    families = {family.name: family for family in ours}
    for worker, text in workers.items():
        for family in text_string_to_metric_families(text.decode()):
            merged = families.get(family.name)
            if merged is None:
                merged = Metric(family.name, family.documentation, family.type)
                families[family.name] = merged
            merged.samples += [
                sample._replace(labels={**sample.labels, "worker": worker})
                for sample in family.samples
            ]
    registry = CollectorRegistry()
    registry.register(_Families(lambda: _in_order(families)))
    return generate_latest(registry)


def _in_order(families: Mapping[str, Metric]) -> Iterator[Metric]:
    for name in sorted(families):
        yield families[name]
