"""What tiles, tracks and spaces of El Burro say, for those who ask: the board has only the names."""

from __future__ import annotations

from typing import TYPE_CHECKING

from ludoteca_tui.frame import styled
from ludoteca_tui.games.el_burro_sight import named
from ludoteca_tui.look import STRONG
from ludoteca_tui.words import plain

if TYPE_CHECKING:
    from collections.abc import Iterator

    from rich.text import Text

    from ludoteca.el_burro.v1 import el_burro_pb2
    from ludoteca_tui.games.el_burro_sight import Sight


def glossary(sight: Sight) -> list[Text]:
    """Every text of the board, each once."""
    lines: list[Text] = []
    for title, entries in _parts(sight.view):
        texts = {name: text for name, text in entries if text}
        if texts:
            lines.append(styled(f" {title}", STRONG))
            lines += [styled(f"   {name}: ", STRONG).append(text) for name, text in texts.items()]
    return lines


def _parts(view: el_burro_pb2.View) -> Iterator[tuple[str, list[tuple[str, str]]]]:
    yield "Rounds", [(f"{t.round} {plain(t.id).capitalize()}", t.text) for t in view.round_tiles]
    tiles = [(plain(m.bonus_tile).capitalize(), m.bonus_text) for m in view.markets]
    tiles += [(plain(t.bonus_tile).capitalize(), t.text) for t in view.prestige_tiles]
    yield "Market tiles", tiles
    yield "Dice", [(str(dice.face), dice.text) for dice in view.dice]
    bonuses = enumerate(view.rondel.bonuses, start=1)
    yield "Bonuses of the rondel", [(str(face), text) for face, text in bonuses]
    yield "Siesta track", [(str(space.space), space.text) for space in view.siesta_track]
    yield "Spaces of the reward tracks", [(str(s.space), s.text) for s in view.reward_spaces]
    yield "Final scoring of the tracks", [(plain(track.id), track.text) for track in view.tracks]
    links = [
        (f"{plain(c.first)}, {plain(c.second)}", f"{c.prestige} prestige") for c in view.connections
    ]
    yield "Linked tracks", links
    yield "Achievements", [(plain(goal.id), goal.text) for goal in view.general]
    yield "Road", [(named(space.name, space.id), space.text) for space in view.road]
