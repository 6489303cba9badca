"""The boards of El Gaucho and Buurn: golden screens of views written out."""

from __future__ import annotations

import os
from pathlib import Path
from typing import TYPE_CHECKING

import pytest

from ludoteca.el_gaucho.v1 import el_gaucho_pb2
from ludoteca_tui import screen
from ludoteca_tui.games import buurn, el_gaucho, renderer
from ludoteca_tui.games.buurn_race import last_race
from ludoteca_tui.journal import Journal
from ludoteca_tui.numerals import numeral
from ludoteca_tui.scene import Scene
from tests.unit.clients import mat, pampa
from tests.unit.clients.terminal import paper, printed
from tests.unit.clients.test_screen import luminance

if TYPE_CHECKING:
    from ludoteca.v1 import table_pb2

GOLDEN = Path(__file__).parent / "golden"
LIVE = frozenset(
    {
        *("tile black_07", "tile spotted_05", "area theft", "herd 0/brown", "tile ochre_09"),
        *("totem purchase", "lot 0", "face_up 1/cactus", "pasture pasture_b"),
    }
)
CHANGED = frozenset({"tile brown_07", "area wish", "totem tax", "herd 1/black"})
PAST = (
    mat.called(3, 10),
    mat.grabbed(4, 3, mat.grab("purchase", 10), "fact-false-start", 300),
    mat.called(5, 9),
    mat.grabbed(6, 1, mat.grab("purchase", 9), "fact-sold", 640),
    mat.grabbed(7, 2, mat.grab("tax", 9), "fact-grab", 420),
)


def scene_of(game: str, width: int = 120, *, ascii: bool = True) -> Scene:  # noqa: A002
    view = pampa.a_view() if game == "el_gaucho" else mat.a_view()
    past = PAST if game == "buurn" else ()
    return Scene(paper(width, ascii=ascii), view, LIVE, CHANGED, past=past)


def drawn(scene: Scene) -> str:
    shown = screen.whole(scene, renderer(scene.table.game), Journal(), "line 2 ms")
    for line in shown:
        scene.look.console.print(line, soft_wrap=True)
    return printed(scene.look)


@pytest.mark.parametrize("game", ["el_gaucho", "buurn"])
@pytest.mark.parametrize("width", [120, 80])
def test_the_screen_of_a_view_written_out(game: str, width: int) -> None:
    """`LUDOTECA_GOLDEN=write` writes the files anew: read the difference."""
    text = drawn(scene_of(game, width))
    file = GOLDEN / f"{game}_screen_{width}.txt"
    if os.environ.get("LUDOTECA_GOLDEN") == "write":
        file.write_text(text, encoding="utf-8")
    assert text == file.read_text(encoding="utf-8")


@pytest.mark.parametrize("game", ["el_gaucho", "buurn"])
@pytest.mark.parametrize("width", [200, 120, 100, 80])
def test_a19_nothing_is_wider_than_the_terminal_or_cut(game: str, width: int) -> None:
    text = drawn(scene_of(game, width))
    assert max(len(line.rstrip()) for line in text.splitlines()) <= min(width, 120)
    assert text.isascii()
    board = text.split("BOARD", 1)[1]
    assert "~" not in board, "nothing of the board is cut off"
    assert not drawn(scene_of(game, width, ascii=False)).isascii()


def test_el_gaucho_shows_tiles_gauchos_herds_and_what_only_you_know() -> None:
    text = drawn(scene_of("el_gaucho"))
    for piece in (
        "[Br 07/3 A^]",
        "[Bk 11/5 B_]",
        "[Bk 07/3!  ]",
        "[Sp 05/2!A_]",
        "[-- empty  ]",
        "26*",
        "you know (only you)  Br 04  Wh 06",
        "pool 1 2 2 5 6   A^ [3] [4]",
        "sale 1-3",
        "!theft 4",
        "!Br 05 06 08 > (24)",
        "Oc 11!09 08 < (33)",
        "order B>C>A",
    ):
        assert piece in text, piece
    assert " LEFT   Bk 12  Oc 01  (only you)" in text


def test_el_gaucho_shows_the_choice_of_start_tiles_to_its_seat_alone() -> None:
    view = pampa.a_view()
    board = el_gaucho_pb2.View()
    assert view.state.Unpack(board)
    own = board.players[0]
    own.start_draw.extend([pampa.tile("white_01"), pampa.tile("white_03")])
    own.choice.tiles.extend(own.start_draw)
    own.choice.direction = "desc"
    own.start_draw_count, own.chosen = 2, True
    view.state.Pack(board)
    text = drawn(Scene(paper(), view))
    assert " DRAWN  Wh 01  Wh 03  (only you)" in text
    assert " KEEPS  Wh 01  Wh 03  <  (only you)" in text
    assert "has chosen from 2 start tiles" in text
    view.ClearField("seat")
    assert "DRAWN" not in drawn(Scene(paper(), view))


def test_buurn_shows_lot_number_totems_and_what_only_you_know() -> None:
    text = drawn(scene_of("buurn"))
    for piece in (
        "![Cactus: you 1]",
        "[Fuel: you 0]",
        "[Benzo]  permanent: At the start of every turn gain $1.",
        "pile 9, next back 15",
        "start 15",
        "again, after a false start",
        "! Purchase  free",
        "18 cards  on top one that B# knows  12 that nobody knows",
        "the last 4 with the End Game card  under it Fuel (only you)",
        "face down (only you):  Ghost Pepper 1  score now 3  (Mustard 2, money 1)",
        "Benzo  At the start of every turn gain $1. (taken in turn 3)",
        "Bea Purchase: pressed at 9, logged at 9 after 640 ms.",
        "Cleo Tax: 780 ms after the sale.",
        "Dan Purchase: pressed at 10, logged at 10 after 300 ms, a false start.",
    ):
        assert piece in text.replace("\n        ", "  "), piece
    row = next(line for line in text.splitlines() if "D+ Dan" in line)
    assert row.endswith("out|")


def test_buurn_shows_a_sale_and_a_hand() -> None:
    board = mat.a_board()
    board.phase, board.question, board.price = "black_market", "stash", 9
    board.market_cost = 3
    board.totems[0].holder = board.seat = 0
    board.players[0].totem = "purchase"
    board.players[0].hand.extend(["fuel", "citron"])
    text = drawn(Scene(paper(), mat.a_view(board), frozenset({"hand 1"})))
    assert "sold at 9" in text
    assert " HAND   Fuel  !Citron  (only you)" in text
    assert " Purchase  A^" in text
    assert " ASKED  A^ which card to keep" in text
    board.question = "market"
    text = drawn(Scene(paper(), mat.a_view(board)))
    assert " ASKED  A^ pay $3 or take the Bank" in text


def test_a_race_is_told_from_the_log_alone() -> None:
    touches = last_race(PAST)
    assert [(touch.seat, touch.logged_at, touch.is_false_start) for touch in touches] == [
        (3, 10, True),
        (1, 9, False),
        (2, None, False),
    ]
    turn = mat.called(8, 0)
    turn.facts.add().sentence.key = "fact-turn"
    assert len(last_race([*PAST, turn])) == 3, "until the next hand"
    again = mat.grabbed(10, 0, mat.grab("purchase", 4, auction=10), "fact-sold", 1)
    assert [touch.seat for touch in last_race([*PAST, turn, mat.called(9, 4, 10), again])] == [0]
    assert last_race([]) == []


def test_numbers_are_large_and_all_different() -> None:
    drawings = {tuple(numeral(number)) for number in (None, *range(21))}
    assert len(drawings) == 22
    assert {(len(rows), len(row)) for rows in drawings for row in rows} == {(5, 12)}


def test_a15_letters_can_be_read_on_every_fill_of_both_games() -> None:
    styles = [style for _, style in el_gaucho.RACES.values()]
    for style in (*styles, *buurn.FILLS.values()):
        ink, fill = luminance(style)
        assert (max(ink, fill) + 0.05) / (min(ink, fill) + 0.05) >= 4.5, style
    letters = [letters for letters, _ in el_gaucho.RACES.values()]
    assert len(set(letters)) == len(letters)


def test_before_the_start_there_is_no_board() -> None:
    for view in (pampa.a_view(), mat.a_view()):
        view.ClearField("state")
        assert "when the table starts" in drawn(Scene(paper(), view))


def test_spectators_see_no_more_than_they_are_told() -> None:
    views: list[table_pb2.View] = [pampa.a_view(), mat.a_view()]
    for view in views:
        view.ClearField("seat")
        assert renderer(view.table.game).mine(Scene(paper(), view)) == []
