"""Measures everything that was asked for, in one run, and prints it."""

from __future__ import annotations

import asyncio
import os
import tempfile
from pathlib import Path
from typing import TYPE_CHECKING

from ludoteca_cli import answer
from ludoteca_cli.bench import load, rust
from ludoteca_cli.bench.measure import Measure, Wish
from ludoteca_cli.failure import Failure

if TYPE_CHECKING:
    from collections.abc import Sequence

    from ludoteca_server.datadir import Running

LIVE = (
    "append.256",
    "log.bytes",
    "log.bytes.100",
    "load.300",
    "act.cpu",
    "play.cpu",
    "play16.rate",
    "watch.delivery",
)
UNBOUNDED = (
    *("--max-streams-per-peer", "0"),
    *("--actions-per-second", "0"),
    *("--peer-calls-per-second", "0"),
    *("--peer-tables-per-minute", "0"),
    *("--peer-record-bytes-per-minute", "0"),
)
"""Everybody who measures comes from one address."""
FLAGS = ("--workers", "1", *UNBOUNDED)
COLUMNS = ("name", "value", "unit", "baseline", "ratio")


def bench(only: str, quick: bool, *, as_json: bool, write: Path | None = None) -> None:
    """`ludoteca bench`."""
    before = os.getloadavg()[0]
    with answer.progress("starting") as say:
        found = run(Wish(only, quick, say))
    if not found:
        raise Failure(
            f"--only {only}: no measure has such a name, or it needs what is not built here (`make bench` builds it).",
            status=2,
        )
    if write is not None:
        from ludoteca_cli.bench.report import written

        written(write, found, quick=quick, load_before=before)
    if as_json:
        answer.as_json({name: measure.as_dict() for name, measure in found.items()})
        return
    rows = [
        (name, _shown(one.value), one.note or one.unit, _shown(one.baseline), _shown(one.ratio))
        for name, one in found.items()
    ]
    answer.console().print(answer.grid(None, COLUMNS, rows))


def run(wish: Wish) -> dict[str, Measure]:
    """All measures by name: the rules first, as later ones stand beside them."""
    from ludoteca_cli.bench import core
    from ludoteca_cli.bench.peers import openspiel
    from ludoteca_cli.bench.peers.compared import PAIRINGS, names

    games = _games()
    found: dict[str, Measure] = {}
    ours = (f"rules.{game}.{what}" for game in games for what in rust.WHAT)
    if wish.begins("rules.") or wish.wants(*ours):
        found |= rust.measure(wish)
    found |= core.measure(wish, games, found)
    live = (*LIVE, *_generated(), "spectate.lag", "spectate.many", "clock.jitter")
    others = (*names(), *(each.name for each in PAIRINGS))
    if wish.wants(*live, *others, *(f"load.{game}" for game in games)):
        found |= _live(wish, games)
    return found | openspiel.measure(wish)


def _games() -> Sequence[str]:
    """The games on offer."""
    from ludoteca.v1.catalog_service_pb2 import ListGamesResponse
    from ludoteca_core import Library

    return [game.id for game in ListGamesResponse.FromString(Library().games()).games]


def _generated() -> Sequence[str]:
    """The measures that need the load generator, where it has been built."""
    return load.NAMES if load.program() else ()


def _live(wish: Wish, games: Sequence[str]) -> dict[str, Measure]:
    """What needs a service and a store: one of each, for this run alone."""
    import uvloop

    from ludoteca_cli.service import started

    wish.say("starting a service of its own")
    with (
        tempfile.TemporaryDirectory(prefix="ludoteca-bench-") as folder,
        started(Path(folder), *FLAGS) as running,
        asyncio.Runner(loop_factory=uvloop.new_event_loop) as runner,
    ):
        return runner.run(_measured(wish, games, running))


async def _measured(wish: Wish, games: Sequence[str], running: Running) -> dict[str, Measure]:
    from ludoteca_cli.bench import service, store
    from ludoteca_cli.bench.clocks import clock_jitter
    from ludoteca_cli.bench.many_tables import spectate_many
    from ludoteca_cli.bench.peers import contest
    from ludoteca_cli.bench.spectators import spectate_lag

    found = await store.measure(wish, games, running.store)
    generator = load.program()
    # First, since they start processes: gRPC does not like that once it runs in this one.
    beside_peers = await contest.measure(wish, generator, running)
    if generator is None:
        found |= await service.measure(wish, running.address, running.workers[0])
    else:
        found |= await load.measure(wish, generator, running, FLAGS)
    if wish.wants("spectate.lag"):
        wish.say("spectate.lag")
        async with service.channels(running.address) as lines:
            found["spectate.lag"] = await spectate_lag(wish, lines, running.store)
    if wish.wants("spectate.many"):
        wish.say("spectate.many")
        async with service.channels(running.address) as lines:
            found["spectate.many"] = await spectate_many(wish, lines, running.store)
    if wish.wants("clock.jitter"):
        wish.say("clock.jitter")
        async with service.channels(running.address) as lines:
            found["clock.jitter"] = await clock_jitter(wish, lines)
    return found | beside_peers


def _shown(number: float | None) -> str:
    """Three digits that matter."""
    if number is None:
        return ""
    if abs(number) >= 1000:
        return f"{number:,.0f}"
    return f"{number:.3g}"
