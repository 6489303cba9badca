"""The peers' part of the report: a table, and in plain words who is ahead and why."""

from __future__ import annotations

import json
import re
import shutil
import subprocess
from typing import TYPE_CHECKING

from ludoteca_cli.bench.peers.compared import FIGURES, PAIRINGS, Pairing
from ludoteca_cli.bench.peers.installed import HERE, NODE_PINS, PYTHON_PINS

if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping, Sequence

    from ludoteca_cli.bench.measure import Measure

FAIR = """\
Peers and we take turns of one or two seconds, five each, after one that does not count and, on Node.js, four seconds in
which code gets compiled; a number is the middle one (`--quick`: of two short turns). 32 tables of two seats play at once,
each with one action (or one message of sixteen) in flight: it is done when its mover has the answer and both seats have
heard of it. A core is one second of the server's processor time: ours is the worker's, with Valkey's where the row says
so. Clients differ, and their time is not counted: ours is the load generator in Rust, boardgame.io's two plain sockets of
its own transport a match, Colyseus' its own library, both on Node.js; what is seen as a rate has the client on the same
cores. Our action is one of the script above, durable at level `power`; boardgame.io's game is noughts and crosses, which
goes on when a board is full. boardgame.io and Colyseus lose every table with the process. `eventsourcing` saves one event
of 100 bytes at a time into a file of SQLite that is synchronised at each (its default), in one thread; ours go to Valkey,
synchronised at each.

boardgame.io, socket.io and Colyseus are under the MIT licence, `eventsourcing` is under BSD-3-Clause; they are installed
for the measurement into `target/peers/`, and are no part of Ludoteca.
"""


def section(found: Mapping[str, Measure]) -> list[str]:
    """The lines; none where nothing was asked of the peers."""
    rows = [row for pairing in PAIRINGS for row in _rows(pairing, found)]
    missing = _missing(found)
    if not rows and not missing:
        return []
    lines = ["", "## Peers", "", *missing]
    if rows:
        lines += [
            *([""] if missing else []),
            "In the same run, at the versions",
            f"{', '.join(pins())}{_node()}.",
            "More is better; where the ratio is above 1, Ludoteca is ahead.",
            "",
            "| measure | what | counted | ours | the peer's | ratio |",
            "|---|---|---|---|---|---|",
            *rows,
            "",
            *_ahead(found),
            "",
            *FAIR.splitlines(),
        ]
    return lines


def pins() -> Iterator[str]:
    """What stands beside us, with its version."""
    for peer in ("boardgame", "colyseus"):
        packages = json.loads((HERE / peer / NODE_PINS).read_text())["packages"]
        for name in packages[""]["dependencies"]:
            yield f"{name} {packages[f'node_modules/{name}']['version']}"
    for name, version in re.findall(r"^(eventsourcing)==(\S+)", PYTHON_PINS.read_text(), re.M):
        yield f"{name} {version}"


def _node() -> str:
    """The version of Node.js, as it says it; empty without one."""
    if shutil.which("node") is None:
        return ""
    told = subprocess.run(["node", "--version"], capture_output=True, text=True, check=False)
    return f" (Node.js {told.stdout.strip().removeprefix('v')})"


def _rows(pairing: Pairing, found: Mapping[str, Measure]) -> Iterator[str]:
    what = pairing.what
    for figure in pairing.figures:
        name = f"{pairing.name}.{figure}"
        measure = found.get(name)
        if measure is not None and measure.value and measure.baseline and measure.ratio:
            yield (
                f"| `{name}` | {what} | {FIGURES[figure]} | {measure.value:,.0f} {pairing.unit} |"
                f" {measure.baseline:,.0f} | {measure.ratio:.3g} |"
            )
            what = ""


def _missing(found: Mapping[str, Measure]) -> list[str]:
    """Who was not measured: a line for each reason."""
    peers: dict[str, list[str]] = {}
    for pairing in PAIRINGS:
        measure = found.get(pairing.name)
        if measure is not None and measure.note:
            peers.setdefault(measure.note, []).append(pairing.peer)
    return [f"{' and '.join(names)}: {note}." for note, names in peers.items()]


def _ahead(found: Mapping[str, Measure]) -> list[str]:
    """Who is ahead, by how much and why, in plain words: peers first."""
    theirs, ours = [], []
    for pairing in PAIRINGS:
        ratios = [
            measure.ratio
            for figure in pairing.figures
            if (measure := found.get(f"{pairing.name}.{figure}")) is not None and measure.ratio
        ]
        if not ratios:
            continue
        behind = [1 / ratio for ratio in ratios if ratio < 1]
        if not behind:
            ours.append(f"- Ludoteca is ahead {_span(ratios)} times in `{pairing.name}`.")
            continue
        leads = [ratio for ratio in ratios if ratio >= 1]
        but = f" (by another figure Ludoteca is, {_span(leads)} times)" if leads else ""
        theirs.append(
            f"- **{pairing.peer} is ahead** {_span(behind)} times in `{pairing.name}`{but}: {pairing.why}."
        )
    return [*theirs, *ours]


def _span(ratios: Sequence[float]) -> str:
    low, high = f"{min(ratios):.1f}", f"{max(ratios):.1f}"
    return low if low == high else f"{low} to {high}"
