"""Races in the line client: what is pressed, what is sent, what is held back, what is seen."""

from __future__ import annotations

import asyncio
import os
import pty
import sys
import termios
from contextlib import asynccontextmanager
from typing import TYPE_CHECKING

import pytest

from ludoteca.v1 import words_pb2
from ludoteca_client import Token
from ludoteca_tui.desk import line_quality
from ludoteca_tui.lines import Key, StandardInput
from ludoteca_tui.session import Session
from tests.unit.clients.fake_race import FakeRace
from tests.unit.clients.fake_service import TABLE_ID
from tests.unit.clients.terminal import Hand, Keyboard, paper, printed, seen

if TYPE_CHECKING:
    from collections.abc import AsyncIterator

    from ludoteca_client import Client
    from ludoteca_tui.look import Look


@pytest.fixture
def fake() -> FakeRace:
    return FakeRace()  # type: ignore[abstract]  # the other calls answer UNIMPLEMENTED


@asynccontextmanager
async def sitting(client: Client, hand: Hand, look: Look) -> AsyncIterator[None]:
    """A person at the table; the table is over at the end."""
    seat = client.seat(TABLE_ID, 0, Token.fresh())
    playing = asyncio.create_task(Session(client, seat, hand, look, come_back="back").run())
    await seen(look, "KEYS" if isinstance(hand, Keyboard) else "COUNT")
    yield
    hand.type("q")
    await playing


async def panel(look: Look, fake: FakeRace, to: int) -> None:
    """Calls a number and waits until it is on the screen."""
    before = len(printed(look))
    await fake.call(to)
    while "GUARD" not in printed(look)[before:]:
        await asyncio.sleep(0)


async def test_r32_the_number_on_the_screen_is_sent_with_the_key(
    fake: FakeRace, client: Client
) -> None:
    look, keys = paper(), Keyboard()
    async with sitting(client, keys, look):
        assert keys.is_by_keys
        for to in (11, 10, 9):
            await panel(look, fake, to)
        keys.press(" ")
        keys.press(" ")
        await seen(look, "You pressed Purchase at 9: it counts.")
        assert fake.pressed() == [("purchase", 9)], "a key that repeats is one press"
        assert not fake.presses[0].HasField("expected_seq"), "the rules judge late presses"
        await fake.sell(1)
        await seen(look, "SOLD: grab what is left")
        keys.press("3")
        await seen(look, "You pressed Organisation: it counts.")
        assert fake.pressed()[1:] == [("organisation", 9)]
    assert not keys.is_by_keys, "the terminal is as it was"
    assert "\x1b[" in printed(look), "the number is drawn in its place"


async def test_the_guard_holds_false_starts_back(fake: FakeRace, client: Client) -> None:
    look, keys = paper(), Keyboard()
    async with sitting(client, keys, look):
        await panel(look, fake, 12)
        keys.press(" ")
        await seen(look, "Held back by the guard")
        keys.press("2")
        keys.press("4")
        while printed(look).count("Held back by the guard") < 3:
            await asyncio.sleep(0)
        assert fake.presses == []
        assert "Purchase (too dear)" in printed(look), "it is said before"
        keys.press("G")
        await seen(look, "GUARD  off")
        keys.press("2")
        await seen(look, "You pressed Tax at 12: it counts.")
        assert fake.pressed() == [("tax", 12)]


async def test_an_empty_bar_takes_no_press(fake: FakeRace, client: Client) -> None:
    fake.tick_ms = 1
    look, keys = paper(), Keyboard()
    async with sitting(client, keys, look):
        await panel(look, fake, 9)
        await seen(look, f"[{'-' * 27}]")
        keys.press(" ")
        await seen(look, "The bar is empty")
        assert fake.presses == []
        await panel(look, fake, 8)


async def test_a_lost_race_says_who_was_first(fake: FakeRace, client: Client) -> None:
    fake.refusal = words_pb2.Rejection(code="totem_taken", rule="7.3")
    fake.refusal.sentence.text = "Bea was first: purchase is taken. Nothing is lost."
    look, keys = paper(), Keyboard()
    async with sitting(client, keys, look):
        await panel(look, fake, 9)
        keys.press(" ")
        await seen(look, "You pressed Purchase at 9. Bea was first")


async def test_keys_lead_to_lines_and_back(fake: FakeRace, client: Client) -> None:
    look, keys = paper(), Keyboard()
    async with sitting(client, keys, look):
        await panel(look, fake, 9)
        keys.press("w")
        await seen(look, "B# Bea")
        keys.press("x")
        keys.press("/")
        await seen(look, "2 Buy at 10")
        assert not keys.is_by_keys
        keys.type("2")
        await seen(look, "SURE  Buy at 10. A false start")
        keys.type("b")
        keys.type("")
        while not keys.is_by_keys:
            await asyncio.sleep(0)
        assert fake.presses == []


async def test_lines_press_without_a_terminal(fake: FakeRace, client: Client) -> None:
    look, hand = paper(), Hand()
    async with sitting(client, hand, look):
        await fake.call(12)
        await seen(look, "COUNT  12   start 15   auction 9")
        hand.type("grab purchase")
        await seen(look, "Held back by the guard")
        await fake.call(9)
        await seen(look, "COUNT  9 ")
        hand.type("grab black market")
        hand.type("guard")
        await seen(look, "GUARD  off")
        hand.type("guard")
        hand.type("purchase")
        await seen(look, "You pressed Purchase at 9: it counts.")
        assert fake.pressed() == [("purchase", 9)]
        await fake.call(8)
        await seen(look, "COUNT  8 ")
        hand.type("1")
        while len(fake.presses) < 2:
            await asyncio.sleep(0)
        assert fake.pressed()[1] == ("purchase", 8), "by number, without a question"
        assert not fake.presses[1].HasField("expected_seq")
    assert "\x1b[" not in printed(look)
    assert printed(look).count("+- BOARD") == 1, "a number alone draws no board"


async def test_the_end_of_the_input_leaves_a_race(fake: FakeRace, client: Client) -> None:
    look, keys = paper(), Keyboard()
    async with sitting(client, keys, look):
        await panel(look, fake, 9)
        keys.press("\x04")
        await seen(look, "the table waits for you")


async def test_a_race_ends_with_its_table(fake: FakeRace, client: Client) -> None:
    look, keys = paper(), Keyboard()
    async with sitting(client, keys, look):
        await panel(look, fake, 9)
        await fake.finish()
        await seen(look, "THE TABLE IS OVER")


def test_p14_the_line_is_judged_by_its_worst_against_the_grace() -> None:
    assert line_quality(None, None, 250) == ""
    assert line_quality(0.064, 0.064, None) == "line 64 ms"
    assert line_quality(0.064, 0.064, 250) == "line 64 ms: covered"
    assert line_quality(0.064, 0.25, 250) == "line 64 ms, worst 250: covered"
    assert line_quality(0.064, 0.31, 250) == "line 64 ms, worst 310: ties may be lost"


async def test_a_terminal_gives_keys_and_lines(monkeypatch: pytest.MonkeyPatch) -> None:
    master, slave = pty.openpty()
    with os.fdopen(slave) as terminal:
        monkeypatch.setattr(sys, "stdin", terminal)
        source = StandardInput()
        os.write(master, b"board\n")
        assert await source.next() == "board"
        assert source.by_keys(True)
        assert not termios.tcgetattr(slave)[3] & (termios.ICANON | termios.ECHO)
        os.write(master, b" ")
        key = await source.next()
        assert key == " "
        assert isinstance(key, Key)
        assert not source.by_keys(False)
        assert termios.tcgetattr(slave)[3] & termios.ICANON
        os.write(master, b"who\n\x04")
        line = await source.next()
        assert line == "who"
        assert not isinstance(line, Key)
        assert await source.next() is None
    os.close(master)
