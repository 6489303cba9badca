"""The report: every number that was asked for, beside what it must reach, as a table and a plot."""

from __future__ import annotations

import os
import platform
import shlex
import sys
from datetime import UTC, datetime
from importlib.metadata import version
from pathlib import Path
from typing import TYPE_CHECKING, NamedTuple

from ludoteca_cli.bench.peers.compared import PAIRINGS, names
from ludoteca_cli.bench.peers.section import section

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence

    from ludoteca_cli.bench.measure import Measure


class Target(NamedTuple):
    """What a measure's ratio must reach."""

    name: str
    what: str
    at_most: bool
    ratio: float


TARGETS = (
    Target(
        "act.cpu", "durable unary `Act` (El Burro), server CPU, to a bare unary echo", True, 1.3
    ),
    Target("play.cpu", "durable `Play`, an action a message, to a bare stream echo", True, 1.5),
    Target("play.rate", "the same, actions/s, to those of `Act`", False, 2.5),
    Target("play16.rate", "durable `Play`, 16 actions a message, to those of `Act`", False, 12),
    Target("level.power", "level `power` to `process` on `Play`, actions/s", False, 0.85),
    Target("append.256", "append path with 256 in flight, to bare pipelined XADD", False, 0.35),
    Target("load.burgenland", "cold load of a table of Burgenland, to its XRANGE", True, 4),
    Target("load.el_gaucho", "the same, El Gaucho", True, 4),
    Target("load.buurn", "the same, Buurn", True, 4),
    Target("load.el_burro", "the same, El Burro", True, 4),
    Target("load.300", "the same, 300 events, over the games that are as long", True, 4),
    Target("act.old", "latency of `Act` after 2,000 events, to a young table's", True, 1.2),
    Target("watch.delivery", "`Watch`, 1,000 spectators of a table, to bare messages", True, 1.3),
    Target("watch.act", "latency of `Act` at that table, to one without spectators", True, 1.1),
    Target("spectate.lag", "a spectator's lag p99, to a bare subscriber (one table)", True, 3),
    Target("spectate.many", "the same with 5,000 live tables and 500 events/s", True, 3),
    Target("log.bytes", "stored bytes an event, 100-300 events a table, to its own", True, 1.3),
    Target("log.bytes.100", "the same, events of 100 bytes", True, 1.3),
    Target(
        "peers.boardgame.core",
        "durable `Play`, told to both seats: actions of a core, to boardgame.io's in memory",
        False,
        2,
    ),
    Target("peers.boardgame.store", "the same with Valkey's processor time", False, 2),
    Target(
        "peers.colyseus16.core",
        "16 actions a message, told to both seats: of a core, to Colyseus' messages in memory",
        False,
        1,
    ),
    Target("peers.colyseus16.rate", "the same, as seen", False, 1),
)
COUNTED = """\
A turn of `act`, `play` and `level.power` goes through 1,024 tables (256 with `--quick` and for sixteen actions a message)
with 32 calls or messages on their way at any moment, so that it lasts and a server works as under load; the sides of a
ratio take five turns each. Burgenland's script is legal whatever is drawn, so all but `act.cpu` play it; `act.cpu` plays
El Burro, where a random legal action of each table is picked outside the time that is counted. A stream action is counted
until both its acceptance and its notice have come, an echo once. Processor times are the server's alone, all threads, and
3 ms after the last answer belong to it. An action at the table with 1,000 spectators is sent when all have heard the one before,
from a thread and on a connection that no spectator uses; the one it stands beside is sent as long after the service worked.
What the action itself costs, as taken at a table without spectators in the same turn, is no part of a delivery.

A spectator's lag runs from the moment at which another worker decides an action, so the append is in both sides of its
ratio. For `spectate.many` that worker makes 5,000 tables and acts at them by the service's use cases, without gRPC; the
service's one worker follows all of them for 50 spectators of 100 tables each, a bare subscriber the same channels.
"""
_ROW, _LEFT, _WIDE, _MOST = 24, 150, 640, 3.0


def written(path: Path, found: Mapping[str, Measure], *, quick: bool, load_before: float) -> None:
    """Writes the report, and its plot beside it."""
    rows = [(target, found[target.name]) for target in TARGETS if target.name in found]
    plot = path.with_suffix(".svg")
    lines = [
        "# Benchmarks",
        "",
        f"Written by `{shlex.join(['ludoteca', *sys.argv[1:]])}` (`make bench` builds the load generator first).",
        "Every ratio is of one run, its two sides taken by turns.",
        "",
        f"{_machine()} {datetime.now(UTC):%Y-%m-%d}{', with --quick' if quick else ''}; client, service and store",
        f"shared the machine. Load average before: {load_before:.1f}; after: {os.getloadavg()[0]:.1f}.",
        "",
        "| measure | what | measured | baseline | ratio | must reach | |",
        "|---|---|---|---|---|---|---|",
        *(_row(target, measure) for target, measure in rows),
        "",
        f"![Each ratio beside its target]({plot.name})",
        "",
        COUNTED.rstrip(),
    ]
    lines += section(found)
    told = {target.name for target, _ in rows} | {each.name for each in PAIRINGS} | set(names())
    others = [name for name in found if name not in told]
    if others:
        lines += ["", "## Other numbers", "", "| measure | measured | baseline | ratio |"]
        lines += ["|---|---|---|---|", *(_other(name, found[name]) for name in others)]
    path.write_text("\n".join(lines) + "\n", encoding="utf-8")
    plot.write_text(_plot(rows), encoding="utf-8")


def _machine() -> str:
    """What it ran on, as far as the numbers depend on it."""
    model = "unknown processor"
    cpuinfo = Path("/proc/cpuinfo")
    if cpuinfo.exists():
        names = [line for line in cpuinfo.read_text().splitlines() if line.startswith("model name")]
        model = names[0].partition(":")[2].strip() if names else model
    return (
        f"{os.cpu_count()} cores ({model}), {platform.system()} {platform.release()},"
        f" Python {platform.python_version()}, grpcio {version('grpcio')}."
    )


def _row(target: Target, measure: Measure) -> str:
    sign = "<=" if target.at_most else ">="
    verdict = "reached" if _share(target, measure) <= 1 else "**missed**"
    return (
        f"| `{target.name}` | {target.what} | {_number(measure.value)} {measure.unit} |"
        f" {_number(measure.baseline)} | {_number(measure.ratio)} | {sign} {target.ratio:g} | {verdict} |"
    )


def _other(name: str, measure: Measure) -> str:
    value = f"{_number(measure.value)} {measure.unit}"
    return f"| `{name}` | {value} | {_number(measure.baseline)} | {_number(measure.ratio)} |"


def _share(target: Target, measure: Measure) -> float:
    """How much of what is allowed was used: at most 1 where the target is reached."""
    ratio = measure.ratio or 0.0
    if target.at_most:
        return ratio / target.ratio
    return target.ratio / ratio if ratio else float("inf")


def _number(number: float | None) -> str:
    if number is None:
        return ""
    return f"{number:,.0f}" if abs(number) >= 1000 else f"{number:.3g}"


def _plot(rows: Sequence[tuple[Target, Measure]]) -> str:
    """Bars of what each measure used of what it may: the line at 1 is the target."""
    height = _ROW * (len(rows) + 2)
    unit = (_WIDE - _LEFT - 60) / _MOST
    edge = _LEFT + unit
    parts = [
        f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {_WIDE} {height}"'
        ' font-family="sans-serif" font-size="12">',
        f'<rect width="{_WIDE}" height="{height}" fill="#fff"/>',
        f'<text x="{edge + 4:.0f}" y="14" fill="#444">the target; shorter is better</text>',
    ]
    for number, (target, measure) in enumerate(rows, start=1):
        share, top = _share(target, measure), number * _ROW
        colour = "#2b7a4b" if share <= 1 else "#b5532a"
        length = min(share, _MOST) * unit
        parts += [
            f'<text x="{_LEFT - 8}" y="{top + 13}" text-anchor="end">{target.name}</text>',
            f'<rect x="{_LEFT}" y="{top}" width="{length:.0f}" height="17" fill="{colour}"/>',
            f'<text x="{_LEFT + length + 4:.0f}" y="{top + 13}">{share:.2f}</text>',
        ]
    parts += [
        f'<line x1="{edge:.0f}" y1="6" x2="{edge:.0f}" y2="{height - _ROW}" stroke="#222"/>',
        "</svg>",
    ]
    return "\n".join(parts) + "\n"
