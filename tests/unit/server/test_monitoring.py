"""The alert rules and the dashboard: Prometheus and Grafana can read them, and they ask for what the service says."""

from __future__ import annotations

import itertools
import json
import re
from typing import TYPE_CHECKING, Any

import promql_parser
import pytest
import yaml
from prometheus_client.parser import text_string_to_metric_families

from ludoteca_server.metrics.text import of_worker
from tests.unit.application.house import House
from tests.unit.server.queries import OF_THE_SCRAPE, Exported, Senseless, labels_of
from tests.unit.server.test_metrics import ALERTS, whole

if TYPE_CHECKING:
    from prometheus_client.core import Metric

DASHBOARD = ALERTS.with_name("dashboard.json")
COLUMNS = 24
"""How wide a dashboard of Grafana is."""
DATASOURCE = {"type": "prometheus", "uid": "${datasource}"}
SINCE_DATASOURCES_ARE_OBJECTS = 36
"""The dashboard schema (Grafana 9) that a reference like DATASOURCE needs."""


def families(*, worked: bool) -> list[Metric]:
    """What a server of one worker says."""
    app = House().worker()
    if worked:  # what has no series before
        app.tally.calls["Act", "OK"] += 1
        app.tally.call_seconds["Act"].observe(0.001)
        app.tally.actions["buurn"] += 1
        app.tally.clock_events["buurn"] += 1
    return list(text_string_to_metric_families(whole(of_worker(app)()).decode()))


@pytest.fixture(scope="module")
def known() -> dict[str, Exported]:
    """Every name that a query may use."""
    idle: dict[str, set[tuple[str, str]]] = {}
    for sample in itertools.chain.from_iterable(each.samples for each in families(worked=False)):
        idle.setdefault(sample.name, set()).update(sample.labels.items())
    found: dict[str, Exported] = {}
    for family in families(worked=True):
        assert family.samples, f"{family.name}: its labels cannot be told"
        for sample in family.samples:
            labels = frozenset(sample.labels) | OF_THE_SCRAPE
            start = frozenset(idle.get(sample.name, ()))
            assert found.setdefault(sample.name, Exported(labels, start)).labels == labels
    return found


def rules() -> list[dict[str, Any]]:
    """The alert rules."""
    [group] = yaml.safe_load(ALERTS.read_text())["groups"]
    found: list[dict[str, Any]] = group["rules"]
    return found


def dashboard() -> dict[str, Any]:
    """The dashboard."""
    found: dict[str, Any] = json.loads(DASHBOARD.read_text())
    return found


def panels() -> list[dict[str, Any]]:
    """Its panels, those in folded rows too."""
    return [panel for top in dashboard()["panels"] for panel in (top, *top.get("panels", ()))]


def filled_in(query: str) -> str:
    """A query as Grafana sends it."""
    values = {"$__rate_interval": "5m"}
    values |= {f"${each['name']}": ".*" for each in dashboard()["templating"]["list"]}
    return re.sub(r"\$\w+", lambda name: values[name[0]], query)


def test_every_alert_asks_for_what_the_service_says(known: dict[str, Exported]) -> None:
    assert len(rules()) == ALERTS.read_text().count("- alert: ") >= 10
    for rule in rules():
        labels = labels_of(rule["expr"], known)
        named = set(re.findall(r"\$labels\.(\w+)", rule["annotations"]["summary"]))
        assert named <= labels, f"{rule['alert']}: its sentence has a label that its query drops"


def test_every_query_of_the_dashboard_asks_for_what_the_service_says(
    known: dict[str, Exported],
) -> None:
    count = 0
    for panel in panels():
        for target in panel.get("targets", ()):
            labels = labels_of(filled_in(target["expr"]), known)
            named = set(re.findall(r"\{\{(\w+)\}\}", target["legendFormat"]))
            assert named <= labels, f"{panel['title']}: its legend has a label that is dropped"
            count += 1
    assert count >= 20


@pytest.mark.parametrize(
    ("query", "why"),
    [
        ("sum(rate(ludoteca_actions_total[5m])", "unclosed"),
        ("rate(ludoteca_actions_total)", "expected type matrix"),
        ("rate(ludoteca_actions_total[$__interval])", "unexpected character"),
        ("ludoteca_stream", "ludoteca_stream is not exported"),
        ('{game="buurn"}', "is not exported"),
        ("rate(ludoteca_append_seconds[5m])", "one is for counters"),
        ("rate(ludoteca_append_queue[5m])", "one is for counters"),
        ("delta(ludoteca_actions_total[5m])", "one is for counters"),
        ("rate(ludoteca_actions_total[5m:1m])", "no query of ours"),
        ("sum(ludoteca_actions_total)", "use rate"),
        ('rate(ludoteca_actions_total{games="buurn"}[5m])', "no label games"),
        ('ludoteca_workers{worker="w0"}', "no label worker"),
        ('ludoteca_hot_tables{state="alive"}', "from the start"),
        ('increase(ludoteca_rejections_total{code="store_gone"}[5m])', "from the start"),
        ("sum by (games) (rate(ludoteca_actions_total[5m]))", "no such label"),
        ("sum by (game) (sum(rate(ludoteca_actions_total[5m])))", "no such label"),
        ("histogram_quantile(0.9, sum(rate(ludoteca_append_seconds_bucket[5m])))", "`le` is lost"),
        ("histogram_quantile(0.9, rate(ludoteca_append_seconds_sum[5m]))", "only buckets"),
        ("ludoteca_workers - ludoteca_streams", "nothing meets"),
        ("sum(ludoteca_streams) / ludoteca_workers", "nothing meets"),
        ("absent(ludoteca_worker)", "not exported"),
        ("sqrt(ludoteca_workers)", r"no query of ours had sqrt\(\)"),
    ],
)
def test_a_query_without_sense_is_found(query: str, why: str, known: dict[str, Exported]) -> None:
    with pytest.raises(ValueError, match=why):
        labels_of(query, known)


def test_a_series_that_comes_with_its_first_event_is_alerted_on_too_late(
    known: dict[str, Exported],
) -> None:
    """Prometheus sees no increase in a series that begins with 1."""
    with pytest.raises(Senseless, match="from the start"):
        labels_of('increase(ludoteca_actions_total{game="buurn"}[5m])', known)


def test_prometheus_can_load_the_alert_rules() -> None:
    names = [rule["alert"] for rule in rules()]
    assert len(set(names)) == len(names)
    for rule in rules():
        assert rule.keys() <= {"alert", "expr", "for", "labels", "annotations"}, rule
        assert rule["labels"]["severity"] in {"page", "warn"}, rule
        assert rule["annotations"]["summary"].endswith("."), rule
        assert promql_parser.parse_duration(rule.get("for", "1m")).total_seconds() > 0, rule


def test_grafana_can_import_the_dashboard() -> None:
    told = dashboard()
    assert told["schemaVersion"] >= SINCE_DATASOURCES_ARE_OBJECTS
    assert told.get("id") is None, "a number is the database's: another dashboard there has it"
    assert re.fullmatch(r"[\w-]{1,40}", told["uid"])
    assert told["title"]
    first, *others = told["templating"]["list"]
    assert (first["name"], first["type"], first["query"]) == (
        "datasource",
        "datasource",
        "prometheus",
    ), "who imports it picks the data source; other variables are asked of it"
    assert all(each["datasource"] == DATASOURCE for each in others)
    ids = [panel["id"] for panel in panels()]
    assert len(set(ids)) == len(ids)
    for panel in panels():
        assert panel["title"]
        if panel["type"] == "row":
            assert panel["collapsed"] == bool(panel["panels"]), panel["title"]
            continue
        assert panel["datasource"] == DATASOURCE, panel["title"]
        marks = [target["refId"] for target in panel["targets"]]
        assert marks, panel["title"]
        assert len(set(marks)) == len(marks), panel["title"]


def test_the_variables_of_the_dashboard_ask_for_what_the_service_says(
    known: dict[str, Exported],
) -> None:
    asked = [each["query"] for each in dashboard()["templating"]["list"] if each["type"] == "query"]
    assert asked
    for query in asked:
        values = re.fullmatch(r"label_values\((.+), (\w+)\)", query)
        assert values is not None, query
        assert values[2] in labels_of(values[1], known), query


def test_no_panel_of_the_dashboard_covers_another() -> None:
    taken: dict[tuple[int, int], str] = {}
    for panel in dashboard()["panels"]:
        at = panel["gridPos"]
        assert at["x"] >= 0, panel["title"]
        assert at["x"] + at["w"] <= COLUMNS, panel["title"]
        for cell in itertools.product(
            range(at["x"], at["x"] + at["w"]), range(at["y"], at["y"] + at["h"])
        ):
            assert cell not in taken, f"{panel['title']} lies on {taken[cell]}"
            taken[cell] = panel["title"]
