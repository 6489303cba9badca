"""Actions and commands as people type them, and long texts in pages."""

from __future__ import annotations

import pytest

from ludoteca.burgenland.v1 import burgenland_pb2
from ludoteca_tui import typed
from ludoteca_tui.commands import COMMANDS, command, help_lines
from ludoteca_tui.pager import Pager, laid_out, section
from tests.unit.clients.terminal import paper

ACTION = "ludoteca.burgenland.v1.Action"
Action = burgenland_pb2.Action


@pytest.mark.parametrize(
    ("line", "action"),
    [
        ("draw_cards", Action(draw_cards=burgenland_pb2.DrawCards())),
        ("draw", Action(draw_cards=burgenland_pb2.DrawCards())),
        ("end-turn", Action(end_turn=burgenland_pb2.EndTurn())),
        (
            "start_build wall c3_west border",
            Action(
                start_build=burgenland_pb2.StartBuild(piece="wall", site="c3_west", price="border")
            ),
        ),
        (
            "build House c3_west border ignore",
            Action(
                start_build=burgenland_pb2.StartBuild(
                    piece="house", site="c3_west", price="border", ignore=True
                )
            ),
        ),
        ("exchange p1 p4", Action(play_exchange=burgenland_pb2.PlayExchange(a="p1", b="p4"))),
        ("pay_card red_1", Action(pay_card=burgenland_pb2.PayCard(card="red_1"))),
    ],
)
def test_an_action_is_typed_in_the_words_of_the_rules(line: str, action: Action) -> None:
    assert typed.parse(line, ACTION) == action


@pytest.mark.parametrize(
    "line", ["", "fly", "play", "pay", "draw 2", "build wall c3 border maybe", "42"]
)
def test_what_names_no_single_action_is_none(line: str) -> None:
    assert typed.parse(line, ACTION) is None


def test_a_game_without_messages_has_no_typed_actions() -> None:
    assert typed.parse("draw", "ludoteca.chess.v1.Action") is None


def test_commands_and_their_short_names() -> None:
    assert command("undo") == ("undo", "")
    assert command("RULES 7.3") == ("rules", "7.3")
    assert command("q") == ("quit", "")
    assert command("?") == ("help", "")
    assert command("draw") is None
    text = "\n".join(help_lines())
    assert all(name in text for name in COMMANDS)


RULES = (
    "# Game\n\nIntro.\n\n## 7. Actions\n\nAll.\n\n### 7.1 Draw\n\nTwo.\n\n## 8. Building\n\nOn.\n"
)


def test_one_section_of_the_rules() -> None:
    assert section(RULES, "7.1") == "### 7.1 Draw\n\nTwo.\n"
    assert section(RULES, "7") == "## 7. Actions\n\nAll.\n\n### 7.1 Draw\n\nTwo.\n"
    assert section(RULES, "9") == ""


def test_pages() -> None:
    lines = laid_out(RULES, paper())
    assert [line.plain for line in lines] == RULES.splitlines(), "as written, in ASCII"
    pager = Pager(lines, 5)
    assert pager.page() == lines[:5]
    assert pager.left == len(RULES.splitlines()) - 5
    while pager.left:
        last = pager.page()
    assert last[-1].plain == "On."
    drawn = "\n".join(
        line.plain for line in laid_out("| a | b |\n|-|-|\n| 1 | 2 |", paper(ascii=False))
    )
    assert "|" not in drawn, "a table is drawn"
    assert "1" in drawn
