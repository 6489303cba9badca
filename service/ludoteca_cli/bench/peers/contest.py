"""Peers and we in turns. A side that cannot take part is left out, with the reason."""

from __future__ import annotations

import asyncio
import sys
import tempfile
from contextlib import AsyncExitStack
from functools import partial
from importlib.util import find_spec
from typing import TYPE_CHECKING

from ludoteca_cli.bench.cpu import cpu_seconds
from ludoteca_cli.bench.measure import Measure
from ludoteca_cli.bench.peers.compared import PAIRINGS, Turn, measures, names
from ludoteca_cli.bench.peers.installed import NotMeasured, node_peer, python_peer
from ludoteca_cli.bench.peers.ours import SETTLES_S, Service, event_log
from ludoteca_cli.bench.peers.player import playing
from ludoteca_cli.bench.service import echo_process
from ludoteca_cli.bench.store import IN_FLIGHT

if TYPE_CHECKING:
    from collections.abc import Awaitable, Callable, Container, Iterable, Mapping, Sequence
    from pathlib import Path

    from ludoteca_cli.bench.measure import Wish
    from ludoteca_cli.bench.peers.compared import Pairing
    from ludoteca_cli.bench.peers.player import Player
    from ludoteca_server.datadir import Running

    Take = Callable[[], Awaitable[Turn]]

TABLES = 32
"""As many as the load generator plays."""
PLAY_S = 2.0
STORE_S = 1.0
WARM_UP_S = 4.0
"""Node.js compiles what has run for some seconds: a server that just began costs twice as much."""
SERVICE = ("pair", "pair16", "pair.echo")
"""What the load generator plays."""
NO_GENERATOR = "the load generator is not built (`make bench` builds it)"
EVENTSOURCED = "ludoteca_cli.bench.peers.eventsourced"
"""A program that imports nothing of ours: it runs by its path."""


async def measure(wish: Wish, generator: Path | None, running: Running) -> dict[str, Measure]:
    """`peers.*`: what was asked for, and a note for each peer that could not be measured."""
    wanted = [each for each in PAIRINGS if wish.wants(each.name, *names((each,)))]
    if not wanted:
        return {}
    missing = dict.fromkeys(SERVICE if generator is None else (), NO_GENERATOR)
    async with AsyncExitStack() as stack:
        contest = Contest(wish, stack)
        takes, absent = await contest.entered(_sides(wanted, missing), generator, running)
        missing |= absent
        # Nobody plays alone.
        needed = _sides(wanted, missing)
        takes = {side: take for side, take in takes.items() if side in needed}
        turns, failed = await by_turns(takes, 2 if wish.quick else 5, wish.say)
    return wish.pick(measures(turns)) | notes(wanted, missing | failed)


def _sides(wanted: Iterable[Pairing], missing: Container[str]) -> set[str]:
    """The sides of the pairings that can still be measured."""
    sides = ((each.ours, each.theirs) for each in wanted)
    return {each for pair in sides if not any(one in missing for one in pair) for each in pair}


async def by_turns(
    takes: Mapping[str, Take], rounds: int, say: Callable[[str], None]
) -> tuple[dict[str, list[Turn]], dict[str, str]]:
    """So many turns of each side, and why a side has none. A first one warms it up and does not count."""
    turns: dict[str, list[Turn]] = {side: [] for side in takes}
    failed: dict[str, str] = {}
    for number in range(rounds + 1):
        for side, take in takes.items():
            if side in failed:
                continue
            say(f"peers: {side}, turn {number} of {rounds}")
            try:
                turn = await take()
            except NotMeasured as reason:
                failed[side] = str(reason)
                del turns[side]
                continue
            if number:
                turns[side].append(turn)
    return turns, failed


def notes(wanted: Iterable[Pairing], missing: Mapping[str, str]) -> dict[str, Measure]:
    """One line for each peer that lacks something."""
    found: dict[str, Measure] = {}
    peers: set[str] = set()
    for each in wanted:
        reason = missing.get(each.theirs) or missing.get(each.ours)
        if reason and each.peer not in peers:
            peers.add(each.peer)
            found[each.name] = Measure(None, "", note=f"not measured: {reason}")
    return found


class Contest:
    """Starts who takes part; all end with the stack."""

    def __init__(self, wish: Wish, stack: AsyncExitStack) -> None:
        self._wish = wish
        self._stack = stack
        self._play_s = wish.seconds(PLAY_S)
        self._store_s = wish.seconds(STORE_S)

    async def entered(
        self, sides: set[str], generator: Path | None, running: Running
    ) -> tuple[dict[str, Take], dict[str, str]]:
        """What each side does in a turn, a peer beside us; and why a side cannot take part."""
        makers: Sequence[tuple[Sequence[str], Callable[[], Awaitable[Sequence[Take]]]]] = (
            (
                ("boardgame", "boardgame.4k"),
                partial(self._node, "boardgame", (("noughts", "move"), ("noughts_4k", "move"))),
            ),
            (SERVICE, partial(self._service, generator, running)),
            (
                ("colyseus", "colyseus.echo"),
                partial(self._node, "colyseus", (("moves", "move"), ("moves", "echo"))),
            ),
            (
                ("eventsourcing.file", "eventsourcing.memory", "eventsourcing.replay"),
                self._eventsourcing,
            ),
            (("append", "append256", "replay"), partial(self._log, running)),
        )
        takes: dict[str, Take] = {}
        missing: dict[str, str] = {}
        for made, enter in makers:
            mine = [side for side in made if side in sides]
            if not mine:
                continue
            self._wish.say(f"peers: starting {made[0]}")
            try:
                entered = dict(zip(made, await enter(), strict=True))
            except NotMeasured as reason:
                missing |= dict.fromkeys(mine, str(reason))
            else:
                takes |= {side: entered[side] for side in mine}
        return takes, missing

    async def _node(self, name: str, steps: Sequence[tuple[str, str]]) -> Sequence[Take]:
        """A server on Node.js and a client of its own."""
        folder = await asyncio.to_thread(node_peer, name)
        production = {"NODE_ENV": "production"}
        server = await self._stack.enter_async_context(
            playing("node", "server.mjs", cwd=folder, **production)
        )
        port = await server.line()
        client = await self._stack.enter_async_context(
            playing("node", "client.mjs", port, cwd=folder, **production)
        )
        for kind, step in steps:
            await played(server, client, kind, step, WARM_UP_S)
        return [partial(played, server, client, kind, step, self._play_s) for kind, step in steps]

    async def _eventsourcing(self) -> Sequence[Take]:
        folder = await asyncio.to_thread(python_peer)
        found = find_spec(EVENTSOURCED)
        assert found is not None  # noqa: S101
        assert found.origin is not None  # noqa: S101
        data = self._stack.enter_context(tempfile.TemporaryDirectory(prefix="ludoteca-bench-"))
        player = await self._stack.enter_async_context(
            playing(sys.executable, found.origin, data, cwd=folder, PYTHONPATH=str(folder))
        )
        steps = ("append file", "append memory", "replay file")
        return [partial(done, player, player, step, self._store_s) for step in steps]

    async def _service(self, generator: Path | None, running: Running) -> Sequence[Take]:
        if generator is None:
            raise NotMeasured(NO_GENERATOR)
        echo = self._stack.enter_context(echo_process())
        service = Service(generator, running, echo, quick=self._wish.quick)
        return [partial(service.turn, kind) for kind in SERVICE]

    async def _log(self, running: Running) -> Sequence[Take]:
        log = await self._stack.enter_async_context(event_log(running))
        return [
            partial(log.append, 1, self._store_s),
            partial(log.append, IN_FLIGHT, self._store_s),
            partial(log.replay, self._store_s),
        ]


async def played(server: Player, client: Player, kind: str, step: str, seconds: float) -> Turn:
    """A client's turn on tables that are new."""
    await client.ask(f"open {TABLES} {kind}")
    turn = await done(server, client, f"go {step}", seconds)
    await client.ask("close")
    return turn


async def done(server: Player, client: Player, step: str, seconds: float) -> Turn:
    """A turn, and what it cost the server. Raises NotMeasured."""
    await asyncio.sleep(SETTLES_S)
    before = cpu_seconds(server.pid)
    told = await client.ask(f"{step} {round(seconds * 1000)}")
    await asyncio.sleep(SETTLES_S)
    spent_us = (cpu_seconds(server.pid) - before) * 1e6
    if not told["done"]:
        raise NotMeasured("it got nothing done")
    return Turn(told["done"] / told["seconds"], spent_us / told["done"])
