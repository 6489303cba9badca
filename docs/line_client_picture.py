"""Draws docs/line-client.svg: the line client in the middle of a game.

`python docs/line_client_picture.py` in the repository's root makes it anew.
"""

from __future__ import annotations

import io
import re
import sys
from pathlib import Path

from rich.console import Console
from rich.terminal_theme import TerminalTheme
from rich.text import Text

from ludoteca.burgenland.v1 import burgenland_pb2
from ludoteca_bots.burgenland import Greedy
from ludoteca_tui import menu, screen
from ludoteca_tui.games import renderer
from ludoteca_tui.journal import Journal, anchors
from ludoteca_tui.look import Look
from ludoteca_tui.narrower import Narrower
from ludoteca_tui.scene import Scene

ROOT = Path(__file__).resolve().parent.parent
sys.path.insert(0, str(ROOT))
from tests.unit.clients.offline import OfflineTable  # noqa: E402 - after the path is known

WIDTH = 120
SEED = 6
NAMES = ("Ana", "Bea", "Cleo")
TURN = 49
FONTS = "Menlo, Consolas, 'DejaVu Sans Mono', 'Liberation Mono', monospace"
THEME = TerminalTheme(
    background=(22, 25, 29),
    foreground=(242, 239, 232),
    normal=[
        (22, 25, 29),
        (255, 180, 171),
        (132, 181, 137),
        (255, 197, 107),
        (124, 196, 255),
        (154, 67, 203),
        (138, 208, 242),
        (242, 239, 232),
    ],
)


def main() -> None:
    """Plays until Ana can build something, and draws what she sees."""
    table = OfflineTable(SEED, NAMES)
    table.play([Greedy()] * len(NAMES), until=_is_worth_a_picture)
    offers = table.offers(0)
    console = Console(
        record=True, width=WIDTH, file=io.StringIO(), force_terminal=True,
        color_system="truecolor", highlight=False, legacy_windows=False,
    )  # fmt: skip
    look = Look(console)
    narrower = Narrower(offers.offers, NAMES)
    build = next(n for n, c in enumerate(narrower.choices(), 1) if c.key == "start build")
    narrower.choose(build)
    journal = Journal()
    journal.add(table.notices[0])
    scene = Scene(look, table.view(0), narrower.live, anchors(journal.last(1)))
    for line in screen.whole(scene, renderer("burgenland"), journal, "line 2 ms"):
        console.print(line, soft_wrap=True)
    for line in menu.lines(narrower, "-", WIDTH, NAMES):
        console.print(line, soft_wrap=True)
    console.print(Text("> "))
    svg = console.export_svg(title="ludoteca play burgenland", theme=THEME)
    svg = re.sub(r"@font-face \{.*?\}\s*", "", svg, flags=re.DOTALL)  # a picture fetches nothing
    svg = svg.replace('"Fira Code"', FONTS).replace("Fira Code, monospace", FONTS)
    (ROOT / "docs" / "line-client.svg").write_text(svg, encoding="utf-8")


def _is_worth_a_picture(table: OfflineTable) -> bool:
    board = burgenland_pb2.View()
    table.view(None).state.Unpack(board)
    offers = table.offers(0).offers
    builds = sum(offer.name == "start_build" for offer in offers)
    return board.turn >= TURN and builds >= 5


if __name__ == "__main__":
    main()
