"""The screen: a golden board, plain terminals, and colours that can be told apart."""

from __future__ import annotations

import os
import re
from pathlib import Path
from typing import TYPE_CHECKING

import pytest
from google.protobuf import json_format

from ludoteca.v1 import table_pb2, words_pb2
from ludoteca_tui import look as looks
from ludoteca_tui import menu, screen
from ludoteca_tui.games import burgenland, renderer
from ludoteca_tui.games.generic import GenericRenderer
from ludoteca_tui.journal import Journal, entry
from ludoteca_tui.narrower import Narrower
from ludoteca_tui.scene import Scene
from ludoteca_tui.words import arg_text, sentence_text
from tests.unit.clients.terminal import paper, printed
from tests.unit.clients.test_narrower import MANY

if TYPE_CHECKING:
    from rich.color import Color
    from rich.style import Style

GOLDEN = Path(__file__).parent / "golden"
LIVE = frozenset({"space c10_north", "space c10_extra", "castle large", "card red_1", "node p2"})
CHANGED = frozenset({"space c8_well", "castle c7"})


def the_view() -> table_pb2.View:
    """A view from the middle of a game of three, of Ana's seat."""
    text = (GOLDEN / "burgenland_view.json").read_text(encoding="utf-8")
    return json_format.Parse(text, table_pb2.View())


def the_scene(width: int = 120, *, ascii: bool = True) -> Scene:  # noqa: A002
    return Scene(paper(width, ascii=ascii), the_view(), LIVE, CHANGED)


def drawn(scene: Scene, view_of: str = "burgenland") -> str:
    for line in screen.whole(scene, renderer(view_of), Journal(), "line 2 ms"):
        scene.look.console.print(line, soft_wrap=True)
    return printed(scene.look)


@pytest.mark.parametrize("width", [120, 80])
def test_the_screen_of_a_fixed_view(width: int) -> None:
    """`LUDOTECA_GOLDEN=write` writes the files anew: read the difference."""
    text = drawn(the_scene(width))
    file = GOLDEN / f"burgenland_screen_{width}.txt"
    if os.environ.get("LUDOTECA_GOLDEN") == "write":
        file.write_text(text, encoding="utf-8")
    assert text == file.read_text(encoding="utf-8")


@pytest.mark.parametrize("width", [200, 120, 100, 80])
def test_a19_nothing_is_wider_than_the_terminal(width: int) -> None:
    lines = drawn(the_scene(width, ascii=False)).splitlines()
    assert max(len(line.rstrip()) for line in lines) <= min(width, 120)


def test_a19_ascii_is_ascii() -> None:
    text = drawn(the_scene())
    assert text.isascii()
    assert not drawn(the_scene(ascii=False)).isascii(), "else the lines are drawn as lines"


def test_every_castle_marker_and_owner_is_there() -> None:
    text = drawn(the_scene())
    for number in range(1, 12):
        assert re.search(rf"\bc{number} [A-Z][a-z] [A-Z][a-z]", text)
    assert len(re.findall(r"\([A-Z][a-z]\)", text)) == 8
    assert "!ex" in text, "what can be chosen is marked without colour"
    assert ">>A^ Ana" in text
    assert "!LARGE CASTLE" in text


def test_spectators_have_no_hand() -> None:
    view = the_view()
    view.ClearField("seat")
    scene = Scene(paper(), view)
    assert renderer("burgenland").mine(scene) == []
    assert ".. Waiting for A^ Ana" in screen.prompt(scene).plain


def test_an_open_table_and_one_that_is_over() -> None:
    view = table_pb2.View()
    view.table.game = "burgenland"
    view.table.lifecycle = table_pb2.LIFECYCLE_OPEN
    view.table.seats.add(seat=0, name="Ana", held=True)
    view.table.seats.add(seat=1)
    text = drawn(Scene(paper(), view))
    assert ".. Waiting for 1 more to take a seat." in text
    assert "The board is set up when the table starts." in text
    view.table.lifecycle = table_pb2.LIFECYCLE_FINISHED
    assert "-- The table is over." in screen.prompt(Scene(paper(), view)).plain


def test_a_game_nobody_has_drawn_shows_its_fields() -> None:
    scene = the_scene()
    assert isinstance(renderer("go"), GenericRenderer)
    text = drawn(scene, "go")
    assert "well top: " in text
    assert "castles 0" in text
    unknown = the_view()
    unknown.state.type_url = "type.googleapis.com/ludoteca.go.v1.View"
    assert "no drawing of this game" in drawn(Scene(paper(), unknown), "go")


def test_the_menu_names_what_is_lost_and_what_can_be_typed() -> None:
    risky = table_pb2.Offer(
        name="pay",
        label=words_pb2.Sentence(text="Pay a joker"),
        warning=words_pb2.Sentence(text="2 coins are lost."),
        reveals=True,
    )
    narrower = Narrower([risky, *MANY], ())
    text = "\n".join(line.plain for line in menu.lines(narrower, "to event 7", 120, ()))
    assert "1 Pay a joker (2 coins are lost.)   2 Build ... (22)   3 Draw 2 cards" in text
    assert "/ all 24   u undo to event 7" in text
    asked = "\n".join(line.plain for line in menu.question(risky, ()))
    assert "Pay a joker. 2 coins are lost. This cannot be taken back." in asked


def test_a19_a_long_answer_goes_on_in_the_next_line() -> None:
    said = "Keep the carolina reaper face down and put the cleaning products on top of the deck"
    offers = [
        table_pb2.Offer(name=name, label=words_pb2.Sentence(text=said)) for name in ("one", "two")
    ]
    lines = [line.plain for line in menu.lines(Narrower(offers, ()), "to event 7", 80, ())]
    assert max(len(line) for line in lines) <= 80
    assert [line.split()[0] for line in lines if re.search(r"\d Keep", line)] == ["DO", "2"]
    assert " ".join("".join(lines).split()).count("deck") == 2


def test_log_entries_indent_facts_and_name_seats() -> None:
    notice = table_pb2.Notice(seq=61, kind="acted", seat=1)
    notice.action.type_url = "x"
    notice.sentence.text = "Build a house at c3 west"
    notice.facts.add().sentence.text = "Bea gains a joker."
    lines = [line.plain for line in entry(notice, ["Ana", "Bea"], paper(), 120)]
    assert lines == ["  61 B# Bea: Build a house at c3 west", "       Bea gains a joker."]
    journal = Journal()
    journal.add([table_pb2.Notice(seq=62), table_pb2.Notice(seq=63, kind="taken_back", to_seq=60)])
    assert journal.undone() == {61, 62}


def test_words_without_a_sentence_are_still_words() -> None:
    sentence = words_pb2.Sentence(key="fact-draw-card")
    sentence.args.add(name="seat").arg.seat = 1
    sentence.args.add(name="count").arg.number = 2
    assert sentence_text(sentence, ["Ana", "Bea"]) == "fact draw card, seat Bea, count 2"
    assert arg_text(words_pb2.Arg(), ()) == "?"


def luminance(style: Style) -> tuple[float, float]:
    def of(colour: Color | None) -> float:
        assert colour is not None
        parts = [value / 255 for value in colour.get_truecolor()]
        linear = [p / 12.92 if p <= 0.04045 else ((p + 0.055) / 1.055) ** 2.4 for p in parts]
        return 0.2126 * linear[0] + 0.7152 * linear[1] + 0.0722 * linear[2]

    return of(style.color), of(style.bgcolor)


def test_a15_letters_can_be_read_on_every_fill() -> None:
    styles = [looks.seat_style(seat) for seat in range(5)]
    styles += [style for _, style in burgenland.COLOURS.values()]
    styles += [burgenland.NEUTRAL, burgenland.EMPTY]
    for style in styles:
        ink, fill = luminance(style)
        contrast = (max(ink, fill) + 0.05) / (min(ink, fill) + 0.05)
        assert contrast >= 4.5, style


def test_a15_no_two_things_share_their_letters() -> None:
    letters = [letters for letters, _ in burgenland.COLOURS.values()]
    assert len(set(letters)) == len(letters)
    marks = [*burgenland.PIECES.values()]
    assert len(set(marks)) == len(marks)
    badges = [looks.seat_letter(seat) + looks.seat_symbol(seat) for seat in range(8)]
    assert len(set(badges)) == len(badges)


def test_no_color_is_respected(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("NO_COLOR", "1")
    assert looks.standard_output(width=120).console.no_color


@pytest.mark.parametrize(
    ("policy", "text"),
    [
        (None, ""),
        (table_pb2.Spectators(off=True), "no spectators"),
        (table_pb2.Spectators(delay_moves=3), "spectators: 3 moves late"),
        (table_pb2.Spectators(delay_seconds=60), "spectators: 60 s late"),
    ],
)
def test_r34_the_header_says_what_spectators_see(
    policy: table_pb2.Spectators | None, text: str
) -> None:
    table = table_pb2.Table(lifecycle=table_pb2.LIFECYCLE_PLAYING, spectators=policy)
    assert screen.audience(table) == text
    table.lifecycle = table_pb2.LIFECYCLE_FINISHED
    assert screen.audience(table) == "", "everything is shown after the end"


def test_the_header_shows_what_each_seat_has_left_of_its_time() -> None:
    view = the_view()
    del view.table.clocks[:]
    view.table.clocks.add(seat=1, left_ms=600_000)
    own = view.table.clocks.add(seat=view.seat, left_ms=65_000, since_ms=view.table.at_ms)
    header = drawn(Scene(paper(), view)).splitlines()[0]
    assert "10:00" in header
    assert "1:05 .." in header, "it runs"
    later = Scene(paper(), view, now_ms=own.since_ms + 5_001)
    assert later.left_ms(own) == 59_999
    assert "1:00 .." in drawn(later).splitlines()[0]
    assert "YOUR TURN [1:00]" in screen.prompt(later).plain
    gone = Scene(paper(), view, now_ms=own.since_ms + 10**9)
    assert "0:00 .." in drawn(gone).splitlines()[0]


@pytest.mark.parametrize(
    ("ms", "text"), [(0, "0:00"), (1, "0:01"), (61_000, "1:01"), (3_723_000, "1:02:03")]
)
def test_times_are_told_in_minutes(ms: int, text: str) -> None:
    assert screen.minutes(ms) == text
