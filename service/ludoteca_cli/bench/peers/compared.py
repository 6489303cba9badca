"""What stands beside what, and the sums: no process, no clock."""

from __future__ import annotations

import statistics
from dataclasses import dataclass
from typing import TYPE_CHECKING, Literal, NamedTuple

from ludoteca_cli.bench.measure import Measure, beside

if TYPE_CHECKING:
    from collections.abc import Iterable, Mapping, Sequence

Figure = Literal["core", "store", "rate"]


@dataclass(frozen=True, slots=True)
class Turn:
    """What one turn came to."""

    rate: float
    """Things done a second, while the client, the server and the store share the machine."""
    cost_us: float
    """Processor time of the server for each."""
    store_us: float = 0.0
    """Processor time of the store for each; a server in memory has none."""


class Pairing(NamedTuple):
    """One thing of ours beside one of a peer's."""

    name: str
    peer: str
    ours: str
    """The turns of ours that are meant."""
    theirs: str
    what: str
    unit: str
    figures: tuple[Figure, ...]
    why: str
    """What the peer does without, or we do: the reader's first question where a peer is ahead."""


ALL: tuple[Figure, ...] = ("core", "store", "rate")
PAIRINGS = (
    Pairing(
        "peers.boardgame",
        "boardgame.io",
        "pair",
        "boardgame",
        "durable `Play`, an action a message, told to both seats, to boardgame.io",
        "actions/s",
        ALL,
        "it keeps everything in memory, and its game is noughts and crosses",
    ),
    Pairing(
        "peers.boardgame_4k",
        "boardgame.io",
        "pair",
        "boardgame.4k",
        "the same, to its game with a table of 4 KB, which it sends with every move",
        "actions/s",
        ALL,
        "it keeps everything in memory, and its game is noughts and crosses",
    ),
    Pairing(
        "peers.colyseus",
        "Colyseus",
        "pair",
        "colyseus",
        "durable `Play`, an action a message, told to both seats, to a message that Colyseus passes on",
        "actions/s",
        ALL,
        "it passes bytes on: no rules, no log, nothing on the disk",
    ),
    Pairing(
        "peers.colyseus16",
        "Colyseus",
        "pair16",
        "colyseus",
        "16 actions a message, told to both seats, to the same",
        "actions/s",
        ALL,
        "it passes bytes on, and could pass on sixteen moves in one message too",
    ),
    Pairing(
        "peers.colyseus_echo",
        "Colyseus",
        "pair.echo",
        "colyseus.echo",
        "an echo on `Play`, to one of Colyseus",
        "messages/s",
        ("core", "rate"),
        "grpcio costs more for a message than a bare WebSocket does",
    ),
    Pairing(
        "peers.eventsourcing",
        "eventsourcing",
        "append",
        "eventsourcing.file",
        "durable appends, one after the other, to one save per event on SQLite",
        "events/s",
        ("rate",),
        "it has no server between itself and the file",
    ),
    Pairing(
        "peers.eventsourcing256",
        "eventsourcing",
        "append256",
        "eventsourcing.file",
        "durable appends, 256 tables in flight, to the same",
        "events/s",
        ("store", "rate"),
        "it has no server between itself and the file",
    ),
    Pairing(
        "peers.eventsourcing_memory",
        "eventsourcing",
        "append",
        "eventsourcing.memory",
        "durable appends, one after the other, to its store in memory (POPO)",
        "events/s",
        ("rate",),
        "its store in memory (POPO) waits for no disk, and is gone with the process",
    ),
    Pairing(
        "peers.eventsourcing_replay",
        "eventsourcing",
        "replay",
        "eventsourcing.replay",
        "a finished table of some 300 events from the store, to an aggregate of 300 events from SQLite",
        "events/s",
        ("rate",),
        "its events only count",
    ),
)
FIGURES: Mapping[Figure, str] = {
    "core": "a core of the server alone",
    "store": "a core, Valkey's time counted too",
    "rate": "as seen, everything on this machine",
}


def measures(turns: Mapping[str, Sequence[Turn]]) -> dict[str, Measure]:
    """Every pairing of which both sides were measured: ours, beside the peer's; above 1 we are ahead."""
    found = {}
    for pairing in PAIRINGS:
        ours, theirs = turns.get(pairing.ours), turns.get(pairing.theirs)
        if not ours or not theirs:
            continue
        for figure in pairing.figures:
            value = beside(_middle(figure, ours), pairing.unit, _middle(figure, theirs))
            found[f"{pairing.name}.{figure}"] = value
    return found


def names(pairings: Iterable[Pairing] = PAIRINGS) -> list[str]:
    """The names of all measures."""
    return [f"{pairing.name}.{figure}" for pairing in pairings for figure in pairing.figures]


def _middle(figure: Figure, turns: Sequence[Turn]) -> float:
    return statistics.median(_figure(figure, turn) for turn in turns)


def _figure(figure: Figure, turn: Turn) -> float:
    if figure == "rate":
        return turn.rate
    return 1e6 / (turn.cost_us + (turn.store_us if figure == "store" else 0.0))
