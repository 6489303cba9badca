"""A sitting at the fake service: what is typed, what is said."""

from __future__ import annotations

import asyncio
from typing import TYPE_CHECKING

from ludoteca.v1 import table_pb2
from ludoteca_client import LineState, Moment, Token
from ludoteca_tui import desk
from ludoteca_tui.session import Session
from ludoteca_tui.spectate import spectate
from ludoteca_tui.stepping import replay
from tests.unit.clients.fake_service import DRAW, TABLE_ID, FakeService, packed
from tests.unit.clients.terminal import Hand, Script, Typist, paper, printed, seen

if TYPE_CHECKING:
    import pytest

    from ludoteca_client import Client
    from ludoteca_tui.lines import LineSource
    from ludoteca_tui.look import Look

COME_BACK = "ludoteca play --table TABLE"


async def sit(
    client: Client, lines: LineSource, look: Look, *, ask: str = "on", starts: bool = False
) -> bool:
    seat = client.seat(TABLE_ID, 0, Token.fresh())
    session = Session(client, seat, lines, look, come_back=COME_BACK, ask=ask, starts=starts)
    return await session.run()


async def test_a_table_is_played_to_its_end_by_numbers(fake: FakeService, client: Client) -> None:
    fake.last_seq = 6
    look = paper()
    assert await sit(client, Script(["1", "2", "1", "2", "1"]), look)
    text = printed(look)
    assert "THE TABLE IS OVER after 6 events" in text
    assert [notice.kind for notice in fake.notices[1:]] == ["acted"] * 5
    assert "1 draw   2 end" in text


async def test_p9_every_word_has_an_answer(fake: FakeService, client: Client) -> None:
    look = paper()
    lines = [
        "help",
        "who",
        "log",
        "log all",
        "rules",
        "rules 9",
        "seed",
        "board",
        "u",
        "7",
        "b",
        "m",
    ]
    lines += [
        "farm B",
        "glossary",
        "/",
        "/draw",
        "/fly",
        "fly",
        "check draw",
        "check buy_joker",
        "check",
        "ask off",
        "q",
    ]
    assert not await sit(client, Script(lines), look)
    text = printed(look)
    for said in (
        "A number takes the choice",
        "A^ Ana  you, to act",
        "Draw, then end.",
        "Here everything of every seat is on the board.",
        "The board says all that there is",
        "The rules have no section 9.",
        "commitment",
        "Nothing can be taken back",
        "There is no choice 7 here.",
        "No legal action says fly.",
        "Nothing here is called fly.",
        "This can be done.",
        "You cannot pay that. (rules 8.3)",
        "check NAME PARAMETERS",
        "the table waits for you",
        COME_BACK,
    ):
        assert said in text, said
    assert len(fake.notices) == 1, "nothing of that is an action"


async def test_a07_what_is_not_legal_says_why(fake: FakeService, client: Client) -> None:
    look = paper()
    await sit(client, Script(["buy_joker", "start_build wall c3_west border", "q"]), look)
    assert printed(look).count("You cannot pay that. (rules 8.3)") == 2
    assert len(fake.notices) == 1


async def test_a06_the_list_of_the_service_is_obeyed(fake: FakeService, client: Client) -> None:
    look = paper()
    await sit(client, Script(["draw_cards", "end", "q"]), look)
    assert [notice.action for notice in fake.notices[1:]] == [
        offer.action for offer in fake.offers().offers
    ], "typed actions that are legal are played"


async def test_somebody_was_faster(fake: FakeService, client: Client) -> None:
    look = paper()
    told: list[asyncio.Future[None]] = []

    def answer(text: str) -> str:
        if len(typist.typed) == 0:
            fake.note("acted", 1, packed(DRAW))
            told.append(asyncio.ensure_future(fake.tell()))
            return "1"
        return "q" if "Somebody was faster" in text else "1"

    typist = Typist(look, answer)
    await sit(client, typist, look)
    assert "Somebody was faster" in printed(look)
    assert [notice.seat for notice in fake.notices[1:]] == [1], "it was not sent again"


async def test_what_cannot_be_taken_back_is_asked_once(fake: FakeService, client: Client) -> None:
    fake.reveals = True
    look = paper()
    await sit(client, Script(["1", "b", "1", "", "2", "y", "ask off", "1", "q"]), look)
    text = printed(look)
    assert text.count("SURE  draw. This cannot be taken back.") == 2
    assert text.count("SURE  end. This cannot be taken back.") == 1
    assert len(fake.notices) == 4, "once taken back, once with Enter, once with y, once unasked"


async def test_the_end_of_the_input_leaves_the_seat(fake: FakeService, client: Client) -> None:
    look = paper()
    assert not await sit(client, Script(["1"]), look)
    assert "the table waits for you" in printed(look)
    assert len(fake.notices) == 2


async def test_a_lost_line_is_shown_and_forgotten(fake: FakeService, client: Client) -> None:
    look = paper()
    fake.cut_share = 0.3
    fake.last_seq = 12
    assert await sit(client, Script(["1"] * 11), look)
    assert len(fake.notices) == 12


async def test_a_connection_lost_for_long_has_a_bar(
    fake: FakeService, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(desk, "BAR_AFTER_S", 0.0)
    look = paper()
    table = desk.Desk(look)
    table.on_line(LineState(connected=False, retry_in_s=3.0, why="the line broke"))
    assert "Connection lost, trying again" in await seen(look, "the line broke")
    table.on_line(LineState(connected=True))
    table.take(Moment(TABLE_ID, tuple(fake.notices), None, None))
    assert "Back: 1 event while away." in printed(look)
    table.on_line(LineState(connected=False, why="a blink"))
    table.on_line(LineState(connected=True))
    await asyncio.sleep(0)
    assert "a blink" not in printed(look)


async def test_a_spectator_sees_every_event(fake: FakeService, client: Client) -> None:
    for number in range(20):
        await fake.add(number % 2, packed(DRAW), bytes([number]))
    fake.last_seq = 21
    fake.notices[-1].lifecycle = table_pb2.LIFECYCLE_FINISHED
    look = paper()
    await spectate(client.address, TABLE_ID, look, from_seq=15, lines=Script([]))
    text = printed(look)
    assert all(f"  {seq} " in text for seq in range(15, 22))
    assert "THE TABLE IS OVER" in text


async def test_who_watches_may_ask_what_the_board_does_not_show(client: Client) -> None:
    look, hand = paper(), Hand()
    for line in ("farm B", "glossary", "draw", "q"):
        hand.type(line)
    await spectate(client.address, TABLE_ID, look, lines=hand)
    text = printed(look)
    assert "everything of every seat is on the board" in text
    assert "The board says all" in text


async def test_p12_a_replay_steps_over_what_was_taken_back(
    fake: FakeService, client: Client
) -> None:
    for number in range(4):
        await fake.add(0, packed(DRAW), bytes([number]))
    fake.note("taken_back", 0)
    fake.notices[-1].to_seq = 3
    fake.last_seq = 7
    fake.note("acted", 0, packed(DRAW))
    look = paper()
    lines = [
        "b",
        "b",
        "b",
        "n",
        "goto 5",
        "goto 99",
        "first",
        "b",
        "last",
        "B",
        "N",
        "log",
        "farm B",
        "glossary",
        "x",
        "q",
    ]
    await replay(client.address, TABLE_ID, look, lines=Script(lines))
    shown = [
        int(line.split(" at ")[1].split(" of ")[0])
        for line in printed(look).splitlines()
        if " REPLAY at " in line
    ]
    assert shown == [7, 6, 3, 2, 3, 5, 1, 7, 1, 7]
    text = printed(look)
    assert "There is nothing further that way." in text
    assert text.count("everything of every seat is on the board") == 1
    assert "The board says all" in text
    assert "seq_from_the_future" in text
    assert "goto 120" in text
