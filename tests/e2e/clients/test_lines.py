"""The line client at a real service: whole games, coming back, taking back, giving up."""

from __future__ import annotations

import asyncio
import re
import sys
from typing import TYPE_CHECKING

import pytest

from ludoteca.v1 import table_pb2
from ludoteca_client import Client, LudotecaError, TokenStore
from ludoteca_tui.sitting import Sitting, Wish
from ludoteca_tui.spectate import spectate
from ludoteca_tui.stepping import replay
from tests.e2e.clients.people import AnyNumber
from tests.unit.clients.terminal import Hand, Script, Typist, paper, printed, seen

if TYPE_CHECKING:
    from pathlib import Path

    from ludoteca_tui.lines import LineSource
    from ludoteca_tui.look import Look


def wish(address: str, **more: object) -> Wish:
    made = {"game": "burgenland", "name": "Ana", "bots": ("greedy",), "table_name": "Castle night"}
    return Wish(address, **{**made, "options": {"turn_limit": 12}, **more})  # type: ignore[arg-type]  # as given


async def sit(wanted: Wish, look: Look, lines: LineSource, store: TokenStore) -> bool:
    return await Sitting(wanted, look, lines=lines, store=store).run()


def table_id_in(text: str) -> str:
    match = re.search(r"Table ([a-z0-9]{26}) at", text)
    assert match is not None
    return match.group(1)


GAMES: dict[str, dict[str, object]] = {
    "burgenland": {"options": {"turn_limit": 12}},
    "el_gaucho": {"options": {}},
    "el_burro": {"options": {}},
    "buurn": {"options": {"tick_ms": 0}, "seats": 3, "bots": ("greedy", "greedy")},
}


@pytest.mark.parametrize("game", GAMES)
@pytest.mark.parametrize(("width", "ascii"), [(120, False), (80, True)])
async def test_a19_a_whole_game_by_line_input_alone(
    address: str,
    client: Client,
    store: TokenStore,
    game: str,
    width: int,
    ascii: bool,  # noqa: A002
) -> None:
    look = paper(width, ascii=ascii)
    typist = Typist(look, AnyNumber(width))
    assert await sit(wish(address, game=game, **GAMES[game]), look, typist, store)
    text = printed(look)
    table = await client.table(table_id_in(text))
    assert table.lifecycle == table_pb2.LIFECYCLE_FINISHED
    assert f"THE TABLE IS OVER after {table.seq} events" in text
    assert table.seed.hex() in text
    assert text.isascii() or not ascii
    own = [line for line in text.splitlines() if re.match(r" +\d+ A\^ Ana: ", line)]
    assert len(own) >= 12, "six turns with a main action and an end"
    print(
        f"{game}, {width} columns: {len(typist.typed)} lines typed, {len(own)} actions of "
        f"{table.seq} events"
    )


async def test_spectator_and_replay_see_the_same_game(
    address: str, client: Client, store: TokenStore
) -> None:
    desk, stands = paper(), paper()
    table = await client.create_table("burgenland", 2, options={"turn_limit": 8})
    spectator = asyncio.create_task(spectate(address, table.table_id, stands, lines=Script([])))
    bot = await client.join(table.table_id, "Bo", bot=True)
    ana = Sitting(
        wish(address, table_id=table.table_id), desk, lines=Typist(desk, AnyNumber(1)), store=store
    )
    import ludoteca_bots

    playing = asyncio.create_task(ana.run())
    async with bot.watch(from_seq=1) as notices:
        async for notice in notices:
            if notice.kind == "joined" and notice.seat == 1:
                break
    await bot.start()
    await asyncio.gather(ludoteca_bots.play(bot, "greedy"), playing)
    await spectator
    last = (await client.table(table.table_id)).seq
    seen = [
        int(seq)
        for seq in re.findall(r"^ *(\d+) (?:[AB][\^#] |The )", printed(stands), re.MULTILINE)
    ]
    assert seen == list(range(1, last + 1)), "every event once, in order"
    assert " HAND " not in printed(stands), "spectators see no hand"
    steps = paper()
    lines = ["first", *["n"] * (last - 1), "n", "B", "B", "q"]
    await replay(address, table.table_id, steps, lines=Script(lines))
    shown = [int(seq) for seq in re.findall(r" REPLAY at (\d+) of", printed(steps))]
    assert shown[: last + 1] == [last, *range(1, last + 1)]
    assert shown[last + 1 :] == sorted(shown[last + 1 :], reverse=True)
    assert "There is nothing further that way." in printed(steps)
    print(f"{last} events watched, and stepped through")


async def test_a_person_comes_back_and_the_bots_with_them(
    address: str, client: Client, store: TokenStore
) -> None:
    first = paper()
    assert not await sit(wish(address), first, Script(["1", "", "1", "quit"]), store)
    table_id = table_id_in(printed(first))
    assert f"ludoteca play --table {table_id} --server {address}" in printed(first)
    before = (await client.table(table_id)).seq
    again = paper()
    back = Wish(address, table_id=table_id)
    assert await sit(back, again, Typist(again, AnyNumber(4)), store)
    table = await client.table(table_id)
    assert table.lifecycle == table_pb2.LIFECYCLE_FINISHED
    assert table.seq > before
    elsewhere = Wish(address, table_id=table_id, name="Cleo")
    with pytest.raises(LudotecaError):
        await sit(elsewhere, paper(), Script([]), TokenStore(store.path.with_name("other.jsonl")))


async def test_r08_taking_back_says_how_far(
    address: str, client: Client, store: TokenStore
) -> None:
    look, hand = paper(), Hand()
    wanted = wish(address, bots=(), options={"neutral_placement": "seats", "start_seat": "0"})
    sitting = asyncio.create_task(sit(wanted, look, hand, store))
    table_id = table_id_in(await seen(look, " to take a seat."))
    await client.join(table_id, "Bea")
    await seen(look, "YOUR TURN")
    hand.type("1")
    await seen(look, "Waiting for B# Bea")
    before = (await client.table(table_id)).seq
    hand.type("undo")
    text = await seen(look, "Taken back: 1 event; event")
    assert f"event {before - 1} is the last that stays." in text
    assert (await client.table(table_id)).seq == before + 1, "a takeback is an event"
    hand.type("undo")
    await seen(look, "Nothing can be taken back")
    hand.type("q")
    assert not await sitting


async def test_giving_up_ends_a_table_of_two(
    address: str, client: Client, store: TokenStore
) -> None:
    look = paper()
    assert await sit(wish(address), look, Script(["resign", "resign", "1"]), store)
    text = printed(look)
    assert "Type resign once more if you are sure." in text
    assert "1. B# Bo" in text
    assert "2. A^ Ana (you)" in text


async def test_a_script_on_a_pipe(address: str, tmp_path: Path) -> None:
    """As people script it: a process of its own, lines on its standard input."""
    program = (
        "import sys, ludoteca_tui; "
        "sys.exit(not ludoteca_tui.play(ludoteca_tui.Wish(sys.argv[1], game='burgenland', "
        "name='Ana', bots=['random'], options={'turn_limit': 2}), width=120))"
    )
    process = await asyncio.create_subprocess_exec(
        sys.executable,
        *("-c", program, address),
        stdin=asyncio.subprocess.PIPE,
        stdout=asyncio.subprocess.PIPE,
        stderr=asyncio.subprocess.PIPE,
        env={"XDG_STATE_HOME": str(tmp_path), "PYTHONIOENCODING": "utf-8", "PATH": ""},
    )
    output, errors = await process.communicate(b"draw_cards\n\nend_turn\n" * 2)
    text = output.decode()
    assert errors == b""
    assert process.returncode == 0, text
    assert "THE TABLE IS OVER" in text
    assert "> draw_cards\n" in text, "what a script types is shown"
    assert (tmp_path / "ludoteca" / "seats.jsonl").stat().st_mode & 0o777 == 0o600
