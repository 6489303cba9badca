"""El Burro's board over real tables: every moment fits, and all that is offered can be pointed at."""

from __future__ import annotations

from typing import TYPE_CHECKING

from ludoteca_bots import AtRandom
from ludoteca_tui import screen
from ludoteca_tui.games import renderer
from ludoteca_tui.journal import Journal
from ludoteca_tui.scene import Scene
from tests.unit.clients.offline import OfflineTable
from tests.unit.clients.terminal import paper, printed

if TYPE_CHECKING:
    from collections.abc import Iterator

    from ludoteca.v1 import table_pb2

NAMES = ("Ana", "Bea", "Cleo", "Dan")


def moments(seed: int, every: int) -> Iterator[tuple[OfflineTable, int]]:
    """A table played at random, now and then with the seat that acts."""
    seats = 2 + seed % 3
    table = OfflineTable(seed, NAMES[:seats], game="el_burro")
    players = [AtRandom(seed + seat) for seat in range(seats)]
    decisions = 0
    while not table.table.is_over:
        seat = table.to_act()
        if decisions % every == 0:
            yield table, seat
        table.act(seat, players[seat].choose(None, table.offers(seat).offers))
        decisions += 1


def drawn(view: table_pb2.View, width: int, live: frozenset[str] = frozenset()) -> str:
    scene = Scene(paper(width, ascii=True), view, live, frozenset())
    for line in screen.whole(scene, renderer("el_burro"), Journal(), "line 2 ms"):
        scene.look.console.print(line, soft_wrap=True)
    return printed(scene.look)


def test_a19_every_moment_of_a_table_fits() -> None:
    screens = 0
    for seed in range(3):
        for table, seat in moments(seed, 40):
            for viewer, width in ((seat, 80), (None, 120)):
                text = drawn(table.view(viewer), width)
                assert max(len(line.rstrip()) for line in text.splitlines()) <= width
                assert text.isascii()
                assert "~" not in text.split("BOARD", 1)[1], "nothing of the board is cut off"
                screens += 1
        assert "SCORES" in drawn(table.view(0), 120)
    print(f"{screens} screens")
    assert screens > 40


def test_p1_all_that_is_offered_is_marked_on_the_board() -> None:
    """An anchor that the board does not know would leave a choice without a place."""
    seen: dict[str, str] = {}
    for seed in range(4):
        for table, seat in moments(seed, 9):
            view = table.view(seat)
            params = [
                (f"{offer.name} {param.name}", param.anchor)
                for offer in table.offers(seat).offers
                for param in offer.params
                if param.anchor
            ]
            for name, anchor in params:
                if name not in seen:
                    plain = drawn(view, 120).count("!")
                    assert drawn(view, 120, frozenset({anchor})).count("!") > plain, (name, anchor)
                    seen[name] = anchor
    print(f"{len(seen)} sorts of choices: {sorted(seen.values())}")
    assert len(seen) > 20
