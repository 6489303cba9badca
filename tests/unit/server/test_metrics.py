"""Metrics: what is counted comes out under its name, once, and the page for operators has every one."""

from __future__ import annotations

import asyncio
import re
from contextlib import aclosing
from pathlib import Path

import pytest
from prometheus_client.parser import text_string_to_metric_families

from ludoteca_server.metrics.endpoint import Endpoint, NoMetrics
from ludoteca_server.metrics.families import supervisor_families
from ludoteca_server.metrics.text import of_all, of_worker
from ludoteca_server.tally import Histogram
from tests.unit.application.house import House, do, follow

ROOT = Path(__file__).parents[3]
ALERTS = ROOT / "docs" / "monitoring" / "alerts.yml"
PAGE = ROOT / "docs" / "operations.md"


def samples(text: bytes) -> dict[tuple[str, frozenset[tuple[str, str]]], float]:
    """Every sample by name and labels."""
    return {
        (sample.name, frozenset(sample.labels.items())): sample.value
        for family in text_string_to_metric_families(text.decode())
        for sample in family.samples
    }


def value(text: bytes, name: str, **labels: str) -> float:
    """One sample."""
    return samples(text)[name, frozenset(labels.items())]


def whole(text: bytes, *, data_dir_free_bytes: int | None = 1) -> bytes:
    """What a supervisor of one worker says."""
    ours = supervisor_families(
        workers=2,
        serving=1,
        worker_deaths=3,
        store_deaths=0,
        data_dir_free_bytes=data_dir_free_bytes,
        up={"w0": True, "w1": False},
    )
    return of_all(ours, {"w0": text})


async def everything() -> bytes:
    """The answer of a server at which something has happened."""
    app = House().worker()
    return whole(of_worker(app)())


async def test_what_happens_at_a_table_is_counted() -> None:
    house = House()
    app = house.worker()
    text = of_worker(app)
    playing = await house.playing(app)
    async with aclosing(follow(app, playing.table_id)) as items:
        await anext(items)
        for move in range(3):
            await playing.move(app, move)
        while value(now := text(), "ludoteca_stream_queue") == 0:
            await asyncio.sleep(0)  # followers are told in the turn after the append
        assert value(now, "ludoteca_actions_total", game="burgenland") == 2 + 1 + 3
        assert value(now, "ludoteca_hot_tables", state="live") == 1
        assert value(now, "ludoteca_followers", viewer="spectator") == 1
        assert value(now, "ludoteca_followers", viewer="seat") == 0
        assert value(now, "ludoteca_streams") == 1
        assert value(now, "ludoteca_cache_hits_total") > 0
    assert value(text(), "ludoteca_streams") == 0


async def test_conflicts_and_cold_loads_are_counted() -> None:
    house = House()
    first, second = house.worker(), house.worker()
    text = of_worker(second)
    playing = await house.playing(first)
    await playing.move(second)
    await playing.move(first)
    assert value(text(), "ludoteca_cold_load_seconds_count") == 1
    assert value(text(), "ludoteca_conflicts_total") == 0
    request, token = await playing.request(first)
    house.log.races_lost = 1
    assert (await do(second, request, token)).seq == 7
    assert value(text(), "ludoteca_conflicts_total") == 1


async def test_the_clocks_lateness_is_counted() -> None:
    house = House()
    app = house.worker()
    table_id = await house.open(app, abandon_after_ms=60_000)
    house.clock.at_ms += 60_000 + 400
    assert await house.fire(app) == 1, table_id
    now = of_worker(app)()
    assert value(now, "ludoteca_clock_events_total", game="burgenland") == 1
    assert value(now, "ludoteca_clock_late_seconds_bucket", le="0.25") == 0
    assert value(now, "ludoteca_clock_late_seconds_bucket", le="0.5") == 1


def test_a_histogram_counts_up_to_each_bound() -> None:
    histogram = Histogram((1.0, 2.0))
    for each in (0.5, 1.0, 1.5, 2.0, 3.0):
        histogram.observe(each)
    assert (histogram.counts, histogram.total) == ([2, 2, 1], 8.0)


async def test_every_worker_has_its_own_series_and_the_supervisor_too() -> None:
    text = of_worker(House().worker())()
    merged = of_all(
        supervisor_families(
            workers=2,
            serving=2,
            worker_deaths=0,
            store_deaths=0,
            data_dir_free_bytes=None,
            up={"w0": True, "w1": True},
        ),
        {"w0": text, "w1": text},
    )
    assert merged.count(b"# TYPE ludoteca_streams gauge") == 1, "one family, whatever its workers"
    assert {value(merged, "ludoteca_streams", worker=name) for name in ("w0", "w1")} == {0}
    assert value(merged, "ludoteca_workers_serving") == 2
    assert b"ludoteca_data_dir_free_bytes" not in merged
    assert len(samples(merged)) == merged.count(b"\n") - merged.count(b"#"), "no sample twice"


async def get(where: str, request: bytes) -> bytes:
    """What an HTTP server answers."""
    host, _, port = where.rpartition(":")
    reader, writer = await asyncio.open_connection(host, int(port))
    writer.write(request)
    answer = await reader.read()
    writer.close()
    return answer


async def test_the_endpoint_answers_one_thing_and_survives_all_else() -> None:
    async def text() -> bytes:
        return b"ludoteca_up 1\n"

    endpoint = Endpoint(text)
    where = await endpoint.start("127.0.0.1", 0)
    head, _, body = (await get(where, b"GET /metrics HTTP/1.1\r\nHost: x\r\n\r\n")).partition(
        b"\r\n\r\n"
    )
    assert head.startswith(b"HTTP/1.1 200 OK\r\nContent-Type: text/plain")
    assert body == b"ludoteca_up 1\n"
    assert (await get(where, b"HEAD /metrics?x HTTP/1.1\r\n\r\n")).endswith(b"\r\n\r\n")
    assert b" 404 " in await get(where, b"GET / HTTP/1.1\r\n\r\n")
    assert b" 405 " in await get(where, b"POST /metrics HTTP/1.1\r\n\r\n")
    assert await get(where, b"x" * 20_000) == b""
    with pytest.raises(NoMetrics, match="--metrics-port"):
        await Endpoint(text).start("127.0.0.1", int(where.rpartition(":")[2]))
    await endpoint.stop()


async def test_the_page_for_operators_has_every_metric_and_every_alert() -> None:
    page = PAGE.read_text()
    families = {
        family.name + ("_total" if family.type == "counter" else "")
        for family in text_string_to_metric_families((await everything()).decode())
    }
    ours = {name for name in families if name.startswith("ludoteca_")}
    told = set(re.findall(r"^\| `(ludoteca_\w+)", page, re.M))
    assert told == ours
    alerts = re.findall(r"- alert: (\w+)", ALERTS.read_text())
    assert [name for name in alerts if f"`{name}`" not in page] == []
