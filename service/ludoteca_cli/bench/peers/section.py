"""The peers' part of the report: a table, and in plain words who is ahead and why."""

from __future__ import annotations

import json
import re
from typing import TYPE_CHECKING

from ludoteca_cli.bench.peers.compared import FIGURES, PAIRINGS, Pairing
from ludoteca_cli.bench.peers.installed import HERE, NODE_PINS, PYTHON_PINS

if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping, Sequence

    from ludoteca_cli.bench.measure import Measure

FAIR = """\
Peers and we take turns of one or two seconds, five each, after one that does not count; a number is the middle one. 32
tables of two seats play at once, each with one action (or one message of sixteen) in flight: it is done when its mover
has the answer and both seats have heard of it. A core is one second of the server's processor time: ours is the worker's,
with Valkey's where the row says so. Clients differ, and their time is not counted: ours is the load generator in Rust,
boardgame.io's two plain sockets of its own transport a match, Colyseus' its own library, both on Node.js; what is seen
as a rate has the client on the same cores. Our action is Burgenland's under all its rules, durable at level `power`.
boardgame.io and Colyseus lose every table with the process. `eventsourcing` saves one event of 100 bytes at a time into
a file of SQLite that is synchronised at each (its default), in one thread; ours go to Valkey, synchronised at each.
"""
LICENCES = (
    "boardgame.io, socket.io and Colyseus are under the MIT licence, `eventsourcing` under BSD-3-Clause; they are"
    " installed for the measurement and no part of Ludoteca."
)


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
            f"In the same run: {', '.join(pins())}. Higher is better; above 1 we are ahead.",
            "",
            "| measure | what | | ours | the peer's | ratio |",
            "|---|---|---|---|---|---|",
            *rows,
            "",
            *_ahead(found),
            "",
            *FAIR.splitlines(),
            LICENCES,
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


def _rows(pairing: Pairing, found: Mapping[str, Measure]) -> Iterator[str]:
    for figure in pairing.figures:
        name = f"{pairing.name}.{figure}"
        measure = found.get(name)
        if measure is not None and measure.value and measure.baseline and measure.ratio:
            yield (
                f"| `{name}` | {pairing.what} | {FIGURES[figure]} | {measure.value:,.0f} {pairing.unit} |"
                f" {measure.baseline:,.0f} | {measure.ratio:.3g} |"
            )


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
        if min(ratios) < 1:
            # Where the figures do not agree, the one that is worst for us speaks.
            theirs.append(
                f"- **{pairing.peer} is ahead** by {1 / min(ratios):.1f} times"
                f"{_unless(ratios)} in `{pairing.name}`: {pairing.why}."
            )
        else:
            ours.append(f"- Ludoteca is ahead by {_span(ratios)} times in `{pairing.name}`.")
    return [*theirs, *ours]


def _unless(ratios: Sequence[float]) -> str:
    """That another figure says the contrary."""
    return f" (by another figure Ludoteca, {max(ratios):.1f} times)" if max(ratios) >= 1 else ""


def _span(ratios: Sequence[float]) -> str:
    low, high = f"{min(ratios):.1f}", f"{max(ratios):.1f}"
    return low if low == high else f"{low} to {high}"
