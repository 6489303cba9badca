"""`ludoteca play`, `watch` and `replay`: from a wish to the line client."""

from __future__ import annotations

import asyncio
import json
import re
import socket
from contextlib import ExitStack, contextmanager
from dataclasses import dataclass, field, replace
from typing import TYPE_CHECKING

import ludoteca_tui
from ludoteca_bots import KINDS
from ludoteca_cli import answer, games
from ludoteca_cli.failure import Failure
from ludoteca_cli.service import started
from ludoteca_client import TokenStore

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from ludoteca.v1.catalog_service_pb2 import Game
    from ludoteca.v1.table_pb2 import Spectators, TurnClock
    from ludoteca_cli.service import Target

USUAL_PORT = 7777
_CLOCK = re.compile(
    r"(?P<first>[0-9]{1,6})(?P<unit>[smh])(\+(?P<more>[0-9]{1,6})(?P<more_unit>[smh]))?"
)

_DELAY = re.compile(r"(?P<unit>moves|seconds):(?P<late>[1-9][0-9]{0,5})")


@dataclass(frozen=True, slots=True, kw_only=True)
class Screen:
    """How the line client draws and asks."""

    ascii: bool = False
    width: int | None = None
    ask: str = "on"


@dataclass(frozen=True, slots=True, kw_only=True)
class Seating:
    """Which table, with whom."""

    game: str = ""
    table: str = ""
    seats: int | None = None
    bots: str = "greedy"
    name: str = ""
    options: Sequence[str] = field(default_factory=tuple)
    clock: str = ""
    on_timeout: str = ""
    spectators: str = ""


def play(target: Target, wish: Seating, screen: Screen) -> None:
    """Opens the line client at a new table, or at one that exists."""
    if wish.game and wish.table:
        raise Failure("Name a game to play (ludoteca play GAME), or a table (--table ID).", 2)
    if wish.bots not in (*KINDS, "none"):
        raise Failure(f"--bots {wish.bots}: it is one of {', '.join(KINDS)}, none.", 2)
    options = _options(wish.options)
    turn_clock = turn_clock_of(wish.clock, wish.on_timeout)
    spectators = spectators_of(wish.spectators)
    if not wish.game and not wish.table:
        wish = replace(wish, game=games.asked())
    with _somewhere(target) as here:
        seats = wish.seats or 2
        if wish.game:
            game = _game(here, wish.game)
            seats = wish.seats or game.min_seats
            if not game.min_seats <= seats <= game.max_seats:
                raise Failure(
                    f"{game.name} has {game.min_seats} to {game.max_seats} seats, not {seats}.", 2
                )
        elif target.server is None:
            _bring_along(here.address(), wish.table)
        ludoteca_tui.play(
            ludoteca_tui.Wish(
                address=here.address(),
                game=wish.game,
                table_id=wish.table,
                seats=seats,
                bots=() if wish.bots == "none" else (wish.bots,) * (seats - 1),
                name=wish.name,
                options=options,
                turn_clock=turn_clock,
                spectators=spectators,
                tls=here.trust(),
                come_back="ludoteca play --table {table}"
                + target.flags().replace("{", "{{").replace("}", "}}"),
            ),
            ascii=screen.ascii,
            width=screen.width,
            ask=screen.ask,
        )


def watch(target: Target, table: str, from_seq: int, screen: Screen, *, as_json: bool) -> None:
    """Follows a table to its end."""
    if as_json:
        asyncio.run(_told(target, table, from_seq))
        return
    ludoteca_tui.watch(
        target.address(),
        table,
        from_seq=from_seq,
        tls=target.trust(),
        ascii=screen.ascii,
        width=screen.width,
    )


def replay(target: Target, table: str, at: int | None, screen: Screen) -> None:
    """Steps through a table's past."""
    ludoteca_tui.replay(
        target.address(),
        table,
        at=at,
        tls=target.trust(),
        ascii=screen.ascii,
        width=screen.width,
    )


async def _told(target: Target, table: str, from_seq: int) -> None:
    """Prints each notice as a line of JSON."""
    from google.protobuf.json_format import MessageToDict

    async with target.client() as client, client.watch(table, from_seq=from_seq) as stream:
        async for notice in stream:
            shown = MessageToDict(notice, preserving_proto_field_name=True)
            print(json.dumps(shown, ensure_ascii=False), flush=True)


@contextmanager
def _somewhere(target: Target) -> Iterator[Target]:
    """The service that was named or runs here; else one that runs as long as this sitting."""
    if target.server is not None or target.here() is not None:
        yield target
        return
    with ExitStack() as stack:
        with answer.progress("Starting a service on this machine"):
            running = stack.enter_context(started(target.directory(), "--port", str(_port())))
        answer.console().print(
            f"A service runs at {running.address} for this sitting;"
            " `ludoteca serve` keeps one running."
        )
        yield target


def _port() -> int:
    """The usual port if nobody has it, so that others find the table; else any."""
    with socket.socket() as probe:
        try:
            probe.bind(("127.0.0.1", USUAL_PORT))
        except OSError:
            return 0
    return USUAL_PORT


def _game(target: Target, name: str) -> Game:
    """A game by its id. Raises Failure with those there are."""

    async def fetch() -> list[Game]:
        async with target.client() as client:
            return await client.games()

    found = asyncio.run(fetch())
    for game in found:
        if game.id == name:
            return game
    raise Failure(f"There is no game {name}; there are: {', '.join(g.id for g in found)}.", 2)


FLAGS = {"true": True, "false": False}


def _options(given: Sequence[str]) -> dict[str, str | int]:
    """Creation options as they were typed: NAME=VALUE."""
    pairs = [part.partition("=") for part in given]
    if not all(name and equals for name, equals, _ in pairs):
        raise Failure("--option: give each one as NAME=VALUE.", 2)
    return {name: FLAGS.get(value, value) for name, _, value in pairs}


def turn_clock_of(clock: str, on_timeout: str) -> TurnClock | None:
    """A turn clock as it was typed: 30s for each decision, or 10m+5s for the game. Raises Failure."""
    from ludoteca.v1 import table_pb2

    outcomes = {
        "default": table_pb2.ON_TIMEOUT_DEFAULT,
        "vacate": table_pb2.ON_TIMEOUT_VACATE,
        "end": table_pb2.ON_TIMEOUT_END,
    }
    if on_timeout and not clock:
        raise Failure("--on-timeout says what happens when a --clock runs out: give both.", 2)
    if not clock:
        return None
    if (on_timeout or "default") not in outcomes:
        raise Failure(f"--on-timeout {on_timeout}: it is one of {', '.join(outcomes)}.", 2)
    found = _CLOCK.fullmatch(clock)
    if found is None:
        raise Failure(
            f"--clock {clock}: 30s is the time for each decision, 10m+5s that for the whole game"
            " and for each turn on top.",
            2,
        )
    first_ms = _milliseconds(found["first"], found["unit"])
    outcome = outcomes[on_timeout or "default"]
    if found["more"] is None:
        return table_pb2.TurnClock(move_ms=first_ms, on_timeout=outcome)
    increment_ms = _milliseconds(found["more"], found["more_unit"])
    return table_pb2.TurnClock(bank_ms=first_ms, increment_ms=increment_ms, on_timeout=outcome)


def spectators_of(policy: str) -> Spectators | None:
    """A spectator policy as it was typed; None for the usual one. Raises Failure."""
    from ludoteca.v1 import table_pb2

    if policy in ("", "public"):
        return None
    if policy == "off":
        return table_pb2.Spectators(off=True)
    found = _DELAY.fullmatch(policy)
    if found is None:
        raise Failure(
            f"--spectators {policy}: it is public, off, moves:3 (they see the table as of three moves ago)"
            " or seconds:60.",
            2,
        )
    late = int(found["late"])
    if found["unit"] == "moves":
        return table_pb2.Spectators(delay_moves=late)
    return table_pb2.Spectators(delay_seconds=late)


def _milliseconds(count: str, unit: str) -> int:
    return int(count) * {"s": 1_000, "m": 60_000, "h": 3_600_000}[unit]


def _bring_along(address: str, table: str) -> None:
    """The seats kept of a table of this machine's service, which may listen elsewhere than last time."""
    store = TokenStore()
    known = {kept.seat for kept in store.seats(address, table)}
    for kept in store.seats(table_id=table):
        if kept.seat not in known:
            store.keep(replace(kept, server=address))
