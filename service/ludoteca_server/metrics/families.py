"""Every metric by name. docs/operations.md says what each one means to an operator; a test holds them together."""

from __future__ import annotations

from itertools import accumulate
from typing import TYPE_CHECKING

from prometheus_client.core import (
    CounterMetricFamily,
    GaugeMetricFamily,
    HistogramMetricFamily,
)

if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping

    from prometheus_client.core import Metric

    from ludoteca_server.application.service import Application
    from ludoteca_server.tally import Histogram


_ALERTED = ("bug", "corrupt_log", "store_away", "store_full", "too_much")
"""Codes that are there from the start: Prometheus sees no increase in a series that begins with it."""
_LIMITS = (
    "actions_per_second",
    "max_streams_per_peer",
    "peer_calls_per_second",
    "peer_record_bytes_per_minute",
    "peer_tables_per_minute",
)
_ARCHIVE_FAILURES = ("move", "read", "table")


def worker_families(app: Application) -> Iterator[Metric]:
    """What a worker counts and holds."""
    yield from _calls(app)
    yield from _log(app)
    yield from _memory(app)
    yield from _archive(app)
    info = GaugeMetricFamily("ludoteca_info", "Always 1.", labels=("version", "durability"))
    info.add_metric((app.about.version, app.about.durability), 1)
    yield info


def _calls(app: Application) -> Iterator[Metric]:
    tally = app.tally
    calls = CounterMetricFamily(
        "ludoteca_calls", "Calls that ended, streams too.", labels=("method", "code")
    )
    for (method, code), number in tally.calls.items():
        calls.add_metric((method, code), number)
    yield calls
    yield _histograms(
        "ludoteca_call_seconds", "How long unary calls took.", "method", tally.call_seconds
    )
    yield _counters(
        "ludoteca_rejections",
        "Answers that are no success, by the code in their details.",
        "code",
        {**dict.fromkeys(_ALERTED, 0), **tally.rejections},
    )
    yield _counters(
        "ludoteca_limited",
        "Calls and messages that a limit refused or held up.",
        "limit",
        {**dict.fromkeys(_LIMITS, 0), **tally.limited},
    )


def _log(app: Application) -> Iterator[Metric]:
    tally = app.tally
    yield _counters("ludoteca_actions", "Events that seats made.", "game", tally.actions)
    yield _counters(
        "ludoteca_clock_events", "Events that the clock made.", "game", tally.clock_events
    )
    yield _histogram(
        "ludoteca_clock_late_seconds",
        "How long after its due time an event of the clock was decided.",
        tally.clock_late_seconds,
    )
    yield CounterMetricFamily(
        "ludoteca_conflicts", "Appends that another append came before.", tally.conflicts
    )
    yield _histogram(
        "ludoteca_append_seconds", "From an append to its settlement.", tally.append_seconds
    )
    yield _histogram(
        "ludoteca_append_group_size",
        "Commands that left for the store in one write.",
        tally.group_sizes,
    )
    yield GaugeMetricFamily(
        "ludoteca_append_queue", "Commands that wait to leave for the store.", tally.queued_appends
    )


def _memory(app: Application) -> Iterator[Metric]:
    tally = app.tally
    yield CounterMetricFamily(
        "ludoteca_cache_hits", "Times a table was found folded in memory.", tally.cache_hits
    )
    yield _histogram(
        "ludoteca_cold_load_seconds",
        "How long tables took that had to be read and folded.",
        tally.cold_load_seconds,
    )
    tables = GaugeMetricFamily(
        "ludoteca_hot_tables", "Tables in memory, live or over.", labels=("state",)
    )
    hot = app.tables.all_hot()
    over = sum(each.table.is_over for _, each in hot)
    tables.add_metric(("live",), len(hot) - over)
    tables.add_metric(("over",), over)
    yield tables
    census = app.hub.census()
    yield GaugeMetricFamily("ludoteca_streams", "Open Play and Watch streams.", len(app.hub))
    followers = GaugeMetricFamily(
        "ludoteca_followers", "Tables that streams follow, each counted.", labels=("viewer",)
    )
    followers.add_metric(("seat",), census.seats)
    followers.add_metric(("spectator",), census.spectators)
    yield followers
    yield GaugeMetricFamily(
        "ludoteca_followed_tables", "Tables that some stream follows.", census.feeds
    )
    yield GaugeMetricFamily(
        "ludoteca_stream_queue", "Notices and answers that wait for their streams.", census.queued
    )
    yield CounterMetricFamily(
        "ludoteca_streams_behind",
        "Times a stream was too slow and went on from the log.",
        tally.streams_behind,
    )
    yield CounterMetricFamily(
        "ludoteca_streams_evicted",
        "Streams that were ended because their client read nothing.",
        tally.streams_evicted,
    )


def _archive(app: Application) -> Iterator[Metric]:
    tally = app.tally
    yield CounterMetricFamily(
        "ludoteca_archived_tables", "Tables put into the archive.", tally.archived_tables
    )
    yield CounterMetricFamily(
        "ludoteca_archived_bytes", "Bytes of their files.", tally.archived_bytes
    )
    yield _counters(
        "ludoteca_archive_failures",
        "What did not work at the archive.",
        "what",
        {**dict.fromkeys(_ARCHIVE_FAILURES, 0), **tally.archive_failures},
    )
    yield _histogram(
        "ludoteca_archive_read_seconds",
        "How long it took to read logs from the archive.",
        tally.archive_read_seconds,
    )


def supervisor_families(
    *,
    workers: int,
    serving: int,
    worker_deaths: int,
    store_deaths: int,
    data_dir_free_bytes: int | None,
    up: Mapping[str, bool],
) -> Iterator[Metric]:
    """What a supervisor knows. `up`: which workers answered this time."""
    yield GaugeMetricFamily("ludoteca_workers", "Workers there should be.", workers)
    yield GaugeMetricFamily("ludoteca_workers_serving", "Workers that serve.", serving)
    yield CounterMetricFamily(
        "ludoteca_worker_deaths", "Workers that ended and were not asked to.", worker_deaths
    )
    yield CounterMetricFamily(
        "ludoteca_store_deaths", "Times the embedded store ended.", store_deaths
    )
    if data_dir_free_bytes is not None:
        yield GaugeMetricFamily(
            "ludoteca_data_dir_free_bytes",
            "Room on the disk of the data directory.",
            data_dir_free_bytes,
        )
    answered = GaugeMetricFamily(
        "ludoteca_worker_up", "Whether a worker's numbers are in this answer.", labels=("worker",)
    )
    for worker, is_up in up.items():
        answered.add_metric((worker,), is_up)
    yield answered


def _counters(name: str, about: str, label: str, numbers: Mapping[str, int]) -> Metric:
    family = CounterMetricFamily(name, about, labels=(label,))
    for value, number in numbers.items():
        family.add_metric((value,), number)
    return family


def _histogram(name: str, about: str, histogram: Histogram) -> Metric:
    return HistogramMetricFamily(
        name, about, buckets=_buckets(histogram), sum_value=histogram.total
    )


def _histograms(name: str, about: str, label: str, found: Mapping[str, Histogram]) -> Metric:
    family = HistogramMetricFamily(name, about, labels=(label,))
    for value, histogram in found.items():
        family.add_metric((value,), _buckets(histogram), histogram.total)
    return family


def _buckets(histogram: Histogram) -> list[tuple[str, float]]:
    bounds = [*(f"{bound:g}" for bound in histogram.bounds), "+Inf"]
    return list(zip(bounds, accumulate(histogram.counts), strict=True))
