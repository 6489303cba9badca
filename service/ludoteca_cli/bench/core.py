"""The rules through the Python door: actions by their index, no list of objects."""

from __future__ import annotations

from random import Random
from typing import TYPE_CHECKING

from ludoteca_cli.bench.measure import Measure, Wish, beside, rate

if TYPE_CHECKING:
    from collections.abc import Sequence

SEATS = 3


def measure(wish: Wish, games: Sequence[str], known: dict[str, Measure]) -> dict[str, Measure]:
    """`python.<game>.random_play`, beside the same inside Rust where that was measured."""
    found = {}
    for game in games:
        name = f"python.{game}.random_play"
        if not wish.wants(name):
            continue
        wish.say(name)
        inside = known.get(f"rules.{game}.random_play")
        found[name] = beside(
            rate(Player(game).game, wish.seconds(4)),
            "decisions/s",
            inside.value if inside else None,
        )
    return found


class Player:
    """Plays whole games at random, one after another."""

    def __init__(self, game: str) -> None:
        self._game = game
        self._random = Random(1)  # noqa: S311, a benchmark that repeats

    def game(self) -> int:
        """One game from setup to the end; how many decisions it took."""
        from ludoteca_core import Position

        position = Position(self._game, SEATS, self._random.getrandbits(63))
        random, act, decisions = self._random.random, position.act, 0
        while count := position.legal_count:
            act(int(random() * count))
            decisions += 1
        return decisions
