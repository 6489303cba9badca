"""Random playouts of OpenSpiel (package open_spiel), where it is installed beside us."""

from __future__ import annotations

from importlib.util import find_spec
from random import Random
from typing import TYPE_CHECKING

from ludoteca_cli.bench.measure import Measure, rate

if TYPE_CHECKING:
    from collections.abc import Callable

    from ludoteca_cli.bench.measure import Wish

# Games of OpenSpiel (package open_spiel) that are near ours in size.
OPENSPIEL = ("tic_tac_toe", "backgammon", "gin_rummy")


def measure(wish: Wish) -> dict[str, Measure]:
    """`peers.openspiel.<game>`: random playouts from Python, steps a second."""
    found = {}
    for game in OPENSPIEL:
        name = f"peers.openspiel.{game}"
        if wish.wants(name) and find_spec("pyspiel") is not None:
            wish.say(name)
            found[name] = Measure(rate(_openspiel(game), wish.seconds(3)), "steps/s")
    return found


def _openspiel(name: str) -> Callable[[], int]:
    """Plays one game at random; how many steps it took."""
    import pyspiel  # type: ignore[import-not-found]  # not one of our dependencies

    game, random = pyspiel.load_game(name), Random(1)  # noqa: S311

    def one() -> int:
        state, steps = game.new_initial_state(), 0
        while not state.is_terminal():
            state.apply_action(random.choice(state.legal_actions()))
            steps += 1
        return steps

    return one
