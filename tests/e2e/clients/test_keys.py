"""Buurn by the keys of a terminal, at a real service: what is on the screen is what counts."""

from __future__ import annotations

import asyncio
import re
from typing import TYPE_CHECKING

import pytest

import ludoteca_bots
from ludoteca.buurn.v1 import buurn_pb2
from ludoteca.v1 import table_pb2
from tests.e2e.clients.keyboard import Racer, terminal

if TYPE_CHECKING:
    from collections.abc import Iterator
    from pathlib import Path

    from ludoteca.v1.table_pb2 import Notice
    from ludoteca_client import Client, SeatHandle

CONTROL = re.compile(r"\x1b\[[0-9]*[A-Z]")
PACE = {"tick_ms": 300, "grace_ms": 50, "reveal_ms": 0, "restart_ms": 0}
BOT_PAUSE_S = 0.1
"""Bots are as slow as people with quick hands."""
PRESSED = re.compile(r" You pressed Purchase at (\d+): it counts\.")


@pytest.mark.parametrize(("seats", "width"), [(3, 80), (5, 120)])
async def test_r32_a_whole_race_by_keys(
    address: str, client: Client, tmp_path: Path, seats: int, width: int
) -> None:
    table = await client.create_table("buurn", seats, options=PACE)
    names = ("Bo", "Cy", "Di", "Ed")[: seats - 1]
    bots = [await client.join(table.table_id, name, bot=True) for name in names]
    playing = [
        asyncio.create_task(ludoteca_bots.play(bot, "greedy", pause_s=BOT_PAUSE_S)) for bot in bots
    ]
    starting = asyncio.create_task(start_when_full(bots[0], seats))
    arguments = ("play", "--table", table.table_id, "--server", address, "--name", "Ana")
    with terminal(tmp_path, width, *arguments) as screen:
        racer = Racer(screen, seed=seats)
        text = await asyncio.to_thread(racer.play)
    await asyncio.gather(starting, *playing)
    notices = await told(client, table.table_id)
    assert notices[-1].lifecycle == table_pb2.LIFECYCLE_FINISHED
    own = [grab for seat, grab, _ in grabs(notices) if seat == seats - 1]
    bought = [grab.count for grab in own if grab.totem == "purchase"]
    said = [int(number) for number in PRESSED.findall(text)]
    assert bought == said, "what the client says is what the log holds"
    assert set(said) <= set(racer.seen), "and what was drawn on the screen"
    assert bought
    assert len(own) > len(bought), "other totems have their keys too"
    faults = [seat for seat, _, keys in grabs(notices) if "fact-false-start" in keys]
    assert seats - 1 not in faults, "no honest press is a fault"
    assert racer.answers >= len(bought), "decisions are typed in lines"
    assert " SURE " not in text, "nothing is asked twice where nothing can be taken back"
    assert "POINTS" in text
    long = [line for line in text.splitlines() if len(CONTROL.sub("", line)) > width]
    assert not long, "no line is cut by the terminal"
    print(
        f"{seats} seats, {width} columns: {len(notices)} events, bought at {bought}, "
        f"{len(racer.seen)} presses of the space bar"
    )


async def start_when_full(seat: SeatHandle, seats: int) -> None:
    async with seat.watch(from_seq=1) as notices:
        joined = 0
        async for notice in notices:
            joined += notice.kind == "joined"
            if joined == seats:
                break
    await seat.start()


async def told(client: Client, table_id: str) -> list[Notice]:
    async with client.watch(table_id) as notices:
        return [notice async for notice in notices]


def grabs(notices: list[Notice]) -> Iterator[tuple[int, buurn_pb2.Grab, set[str]]]:
    """Every hand on a totem: whose, which, and what came of it."""
    for notice in notices:
        action = buurn_pb2.Action()
        if notice.action.Unpack(action) and action.WhichOneof("action") == "grab":
            yield notice.seat, action.grab, {fact.sentence.key for fact in notice.facts}
