"""The board of El Burro: golden screens of a view written out, and what can be chosen on it."""

from __future__ import annotations

import os
import random
from pathlib import Path
from typing import TYPE_CHECKING

import pytest

from ludoteca.el_burro.v1 import el_burro_pb2
from ludoteca_tui import menu, screen
from ludoteca_tui.desk import Desk
from ludoteca_tui.games import el_burro_sight, renderer, standing
from ludoteca_tui.games.el_burro_road import laid_out
from ludoteca_tui.games.el_burro_sight import needed, sum_of
from ludoteca_tui.journal import Journal
from ludoteca_tui.look import CHANGED
from ludoteca_tui.narrower import GROUP, Narrower
from ludoteca_tui.scene import Scene
from tests.unit.clients import finca
from tests.unit.clients.terminal import paper, printed
from tests.unit.clients.test_narrower import reached
from tests.unit.clients.test_screen import luminance

if TYPE_CHECKING:
    from ludoteca.v1 import table_pb2

GOLDEN = Path(__file__).parent / "golden"
LIVE = frozenset(
    {
        *("marking 0/slot_0/1", "marking 0/market_1_left/1", "marking 2/slot_0/1"),
        *("good 0/pig", "farm_space 0/buy_pig", "achievement 0/personal_1", "trough 0"),
        *("card big_shovel_2", "donkey 0/0", "extension 0/granary"),
    }
)
CHANGED_THINGS = frozenset({"marking 0/slot_0/0", "silver 0", "space r4", "track 0/grape"})
ANCHORS = (
    *("space r6_short", "space dock_3", "donkey 0/1", "boat boat_3", "market market_4"),
    *("marking 0/slot_1/1", "marking 0/market_4/0", "marking 2/dock_1/1", "marking 3/slot_1/1"),
    *("target 0/slot_1", "target 0/market_1_left", "card stone_oven_2", "card smokehouse_2"),
    *("die 4", "round_tile trough_trade", "achievement general_demanding", "deck special"),
    *("achievement 0/personal_2", "track wine", "good 0/olive", "farm_space 0/play_card"),
    *("extension 0/wagon_shed", "tile 0/awning", "tile oat_chest", "trough 0", "workers 0"),
    *("donkey_card donkey_11", "donkey_card donkey_07", "card master_builder_1"),
)


def scene_of(
    width: int = 120,
    *,
    ascii: bool = True,  # noqa: A002
    live: frozenset[str] = LIVE,
    view: table_pb2.View | None = None,
) -> Scene:
    shown = view if view is not None else finca.a_view()
    return Scene(paper(width, ascii=ascii), shown, live, CHANGED_THINGS)


def drawn(scene: Scene) -> str:
    for line in screen.whole(scene, renderer("el_burro"), Journal(), "line 2 ms"):
        scene.look.console.print(line, soft_wrap=True)
    return printed(scene.look)


@pytest.mark.parametrize("width", [120, 80])
def test_the_screen_of_a_view_written_out(width: int) -> None:
    """`LUDOTECA_GOLDEN=write` writes the files anew: read the difference."""
    scene = scene_of(width)
    text = drawn(scene)
    narrower = Narrower(finca.many_offers(), finca.NAMES, standing("el_burro"))
    for line in menu.lines(narrower, "to event 7", width, finca.NAMES):
        text += f"{line.plain}\n"
    file = GOLDEN / f"el_burro_screen_{width}.txt"
    if os.environ.get("LUDOTECA_GOLDEN") == "write":
        file.write_text(text, encoding="utf-8")
    assert text == file.read_text(encoding="utf-8")


@pytest.mark.parametrize("width", [200, 120, 100, 80])
def test_a19_nothing_is_wider_than_the_terminal_or_cut(width: int) -> None:
    text = drawn(scene_of(width))
    assert max(len(line.rstrip()) for line in text.splitlines()) <= min(width, 120)
    assert text.isascii()
    assert "~" not in text.split("BOARD", 1)[1], "nothing of the board is cut off"
    lines = drawn(scene_of(width, ascii=False))
    assert not lines.isascii()
    assert "…" not in lines.split("BOARD", 1)[1]


def test_a19_without_colours_everything_is_told_by_letters_and_signs() -> None:
    text = drawn(scene_of())
    for piece in (
        "round 2/4   transport: donkey   order C>A>D>B",
        "2t' A2 D1 -",
        "4M' !A1 -",
        "Dock 1 2* C2=",
        "Llaut 7*  x FD  o WN  o MT  left:  Galley 5* Ol Gn MT",
        "8 Olive market",
        "x Ol Gn",
        "o Gp $!",
        "[4]x2 Twice siesta 1 or upgrade 1 + One donkey 1 space, 1 silver",
        "9 Co (reward 1)  5 (1 prestige, move 2) A^ D+",
        "A^ donkey 3+1 stable 3+1=4",
        "#simple 3 fields: A^",
        "1 Big shovel I 3*  x Gn  o Gp!  o Pg",
        "!Pig gate Pay 2 silver for a pig",
        "Cook house++",
        "Counting house+ [@]",
        "2 Stone oven II (used): Upgrading",
        "Awning back: At income take 2 silver.",
        "x 4 fields  o !fields of all three kinds",
        "B#   1  .  2  .  .  .  1  .  .  1",
        "you  3  0  2  2  1  0  0  .  7  0",
        "1 Stone oven I 4*: WN!",
        " HAND    !Big shovel II  field: field of grapes",
        "barrow: Ol, Gp, Pg: 4 prestige, at the end of the game",
        " DISCARD 4 A community delivery.  (only you)",
        " CHOSEN  donkey 3 Take 2 silver.",
        " PENDING deliver 2 < donkey turn",
        " LOOSE   Pg  has no place: use, sell or return it first",
    ):
        assert piece in text, piece


@pytest.mark.parametrize("anchor", ANCHORS)
def test_p1_every_kind_of_thing_shows_that_it_can_be_chosen(anchor: str) -> None:
    """The title of the markets holds the sign once; a thing adds it where it lies."""
    live = drawn(scene_of(live=frozenset({anchor})))
    assert live.count("!") > drawn(scene_of(live=frozenset())).count("!")


def test_what_has_just_changed_is_underlined() -> None:
    lines = renderer("el_burro").board(scene_of(), 80)
    changed = [
        line.plain[span.start : span.end]
        for line in lines
        for span in line.spans
        if span.style == CHANGED
    ]
    assert changed == ["4", "x ", "$ 7 (+2)"]


def test_the_road_is_laid_out_as_the_view_links_it() -> None:
    road = list(finca.a_board().road)
    starts, stretches = laid_out(road)
    assert [space.id for space in starts] == list(finca.STARTS)
    shape = [[[space.id for space in branch] for branch in one.branches] for one in stretches]
    assert shape[4] == [["r6_long_1", "r6_long_2"], ["r6_short"]]
    assert shape[-1] == [["dock_5"]]
    assert sum(len(branch) for one in shape for branch in one) == len(road) - len(starts)
    random.Random(1).shuffle(road)  # noqa: S311 - any other order
    _, again = laid_out(road)
    assert [one.branches for one in again] == [one.branches for one in stretches]


def test_another_road_needs_no_other_client() -> None:
    board = finca.a_board()
    del board.road[:]
    for identity, number, following in (
        ("gate", 1, "ford"),
        ("ford", 2, "a b c"),
        ("a", 3, "inn"),
        ("b", 3, "b2"),
        ("b2", 3, "inn"),
        ("c", 3, "inn"),
        ("inn", 4, ""),
    ):
        board.road.add(id=identity, number=number, next=following.split())
    board.players[0].donkeys[0].space = "b2"
    text = drawn(scene_of(live=frozenset(), view=finca.a_view(board)))
    at = text.index("- 2 - + 3 ")
    assert text[at:].splitlines()[0].startswith("- 2 - + 3 ------ + - 4")
    assert text[at:].splitlines()[1].lstrip("| ").startswith("+ 3 - 3 A1 +")
    assert text[at:].splitlines()[2].lstrip("| ").startswith("+ 3 ------ +")


def test_the_starts_are_offered_until_all_donkeys_stand() -> None:
    board = finca.a_board()
    for player in board.players:
        for donkey in player.donkeys:
            donkey.ClearField("space")
    board.players[1].donkeys[0].space = board.players[1].donkeys[1].space = "start_silver"
    text = drawn(scene_of(live=frozenset({"space start_pig"}), view=finca.a_view(board)))
    assert " START  !Pig path A pig" in text
    assert "Mill path 4 silver B1 B2" in text
    assert " START" not in drawn(scene_of())


def test_boats_of_the_viewer_and_docks_of_others_are_targets() -> None:
    board = finca.a_board()
    board.docks.add(id="dock_2", seat=0, donkey=0).boat.CopyFrom(board.boats[0])
    live = frozenset({"marking 0/dock_2/2"})
    assert "A1 Galley 5*  o Ol  o Gn  o MT!" in drawn(scene_of(live=live, view=finca.a_view(board)))


def test_spectators_see_a_farm_but_no_hand() -> None:
    board = finca.a_board()
    ana = board.players[0]
    ana.own = False
    for field in ("hand", "donkey_discard"):
        ana.ClearField(field)
    del board.actors[:]
    board.actors.append(2)
    view = finca.a_view(board)
    view.ClearField("seat")
    text = drawn(scene_of(live=frozenset(), view=view))
    assert "FARM of C Cleo --" in text.replace("  type farm A, farm B, farm D", "")
    assert "areas of Cleo" in text
    assert "NEEDS of all" in text
    assert " HAND" not in text


def test_hidden_cards_are_counted_and_shown_as_such() -> None:
    board = finca.a_board()
    board.step = "donkey_choice"
    bea = board.players[1]
    bea.chosen, bea.stable_hidden = True, 1
    bea.ClearField("donkey_card")
    ana = board.players[0]
    ana.donkey_hand.add(id="donkey_02", value=2, text="Take a worker.")
    live = frozenset({"donkey_card donkey_02"})
    text = drawn(scene_of(live=live, view=finca.a_view(board)))
    assert "B# chosen stable 3+2+?=5+" in text
    assert " DONKEYS !2 Take a worker.  (only you)" in text


def test_the_scores_of_the_end_have_a_column_for_each_seat() -> None:
    board = finca.a_board()
    for player in board.players:
        player.score_rows.add(source="reward_tracks", prestige=6 + player.seat)
    board.players[3].score_rows.add(source="strike", prestige=-2)
    scene = scene_of(view=finca.a_view(board))
    rows = renderer("el_burro").breakdown(scene)
    assert rows == [("reward tracks", [6, 7, 8, 9]), ("strike", [0, 0, 0, -2])]


def test_the_farm_of_any_seat_can_be_looked_at() -> None:
    look = paper()
    desk = Desk(look)
    view = finca.a_view()
    desk.show_view(view, frozenset())
    desk.show_farm("c")
    text = printed(look)
    assert "FARM of C Cleo" in text
    assert "3 Guild seat I 5*  o MT  o WN  o Up" in text
    assert "Village market scored" in text
    desk.show_farm("Dan")
    assert "2 Smokehouse I 2*  x Ol  o Ol $2" in printed(look)
    desk.show_farm("")
    assert "FARM of A Ana (you)" in printed(look)
    desk.show_farm("X")
    assert "There is no seat X." in printed(look)


def test_the_glossary_has_what_the_board_only_names() -> None:
    look = paper(80)
    desk = Desk(look)
    desk.show_view(finca.a_view(), frozenset())
    desk.show_glossary()
    text = printed(look)
    for said in (
        "Hammock: Now: one donkey 2 spaces. Lasting: 1 more siesta step.",
        "1: Place an extension",
        "wine, meat: 5 prestige",
        "Pig path: A pig",
        "Oat chest: Now: trough marker 2 forward.",
    ):
        assert said in text
    assert max(len(line) for line in text.splitlines()) <= 80


def test_a_game_without_farms_says_so() -> None:
    look = paper()
    desk = Desk(look)
    view = finca.a_view()
    view.table.game = "go"
    desk.show_view(view, frozenset())
    desk.show_farm("B")
    desk.show_glossary()
    assert "everything of every seat is on the board" in printed(look)
    assert "The board says all that there is" in printed(look)


@pytest.mark.parametrize("width", [120, 80])
def test_a_service_that_tells_less_is_drawn_too(width: int) -> None:
    bare = el_burro_pb2.View(round=1, phase="setup", step="setup_start")
    assert "ROAD" in drawn(scene_of(width, view=finca.a_view(bare)))
    bare.players.add(seat=0, own=True)
    bare.players.add(seat=1)
    text = drawn(scene_of(width, view=finca.a_view(bare)))
    assert "FARM of A Ana (you)  type farm B" in text
    full = finca.a_board()
    for name in ("needs", "siesta_track", "reward_spaces", "connections", "stable_prestige"):
        full.ClearField(name)
    for market in full.markets:
        market.ClearField("name")
    text = drawn(scene_of(width, view=finca.a_view(full)))
    assert "Market 1 left" in text.replace("\n", " ")


def test_before_the_start_there_is_no_board() -> None:
    view = finca.a_view()
    view.ClearField("state")
    assert "when the table starts" in drawn(scene_of(view=view))


# ---------------------------------------------------------------- the menu


def the_narrower(offers: list[table_pb2.Offer] | None = None) -> Narrower:
    return Narrower(
        finca.many_offers() if offers is None else offers, finca.NAMES, standing("el_burro")
    )


def written(narrower: Narrower, width: int = 120) -> list[str]:
    return [line.plain for line in menu.lines(narrower, "-", width, finca.NAMES)]


def test_answers_come_first_and_what_is_always_possible_has_its_row() -> None:
    lines = written(the_narrower())
    assert lines[0] == " DO    1 Bring ... (48)   2 Do without   3 End the turn"
    assert lines[1] == (
        " ANY   11 buy, sell (7)   12 upgrade (3)   13 worker (6)   14 special (7)"
        "   15 trough (1)   16 goal -   17 card, tile -"
    )
    assert max(len(line) for line in written(the_narrower(), 80)) <= 80


def test_the_row_never_moves() -> None:
    narrower = the_narrower()
    assert narrower.choose(1)
    assert written(narrower)[1] == written(the_narrower())[1]
    few = [one for one in finca.many_offers() if one.name in ("use_trough", "end_turn")]
    assert "15 trough (1)" in written(the_narrower(few))[1]
    assert not any("ANY" in line for line in written(the_narrower(few[1:])))


def test_a_group_of_the_row_is_chosen_from_anywhere() -> None:
    narrower = the_narrower()
    narrower.choose(1)
    assert narrower.choose(11)
    assert narrower.path == ["buy, sell"]
    assert written(narrower)[0] == " DO    1 Buy ... (4)   2 Sell ... (3)"
    assert narrower.choose(15)
    assert [offer.name for offer in narrower.left] == ["use_trough"]
    assert not narrower.choose(16), "nothing is in it"
    again = the_narrower()
    again.follow(["buy, sell", "sell good"])
    assert again.path == ["buy, sell", "Sell ..."]


def test_a05_exactly_the_long_list_is_reached() -> None:
    offers = finca.many_offers()
    assert len(offers) > 70
    found, deepest = reached(the_narrower(), groups=standing("el_burro"))
    legal = [offer.SerializeToString(deterministic=True) for offer in offers]
    assert sorted(found) == sorted(legal), "each once, and nothing else"
    assert deepest <= 4
    assert len(the_narrower().page()[0]) <= GROUP
    print(f"{len(offers)} actions, at most {deepest} choices")


# ---------------------------------------------------------------- letters


def test_a15_goods_can_be_told_apart_without_colour() -> None:
    letters = [letters for letters, _ in el_burro_sight.GOODS.values()]
    assert len(set(letters)) == len(letters)
    for _, style in el_burro_sight.GOODS.values():
        if style.bgcolor is not None:
            ink, fill = luminance(style)
            assert (max(ink, fill) + 0.05) / (min(ink, fill) + 0.05) >= 4.5, style


def test_needs_are_counted_and_sums_say_what_is_hidden() -> None:
    marking: el_burro_pb2.Marking = finca.markings("Gp $2")[0]
    assert needed(marking.needs) == "Gp $2"
    assert (sum_of([3, 4]), sum_of([3]), sum_of([]), sum_of([3], 1)) == (
        "3+4=7",
        "3",
        "-",
        "3+?=3+",
    )
