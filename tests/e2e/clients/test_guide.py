"""docs/writing-a-bot.md: its bots play as they stand there."""

from __future__ import annotations

import asyncio
import re
import sys
from pathlib import Path
from typing import TYPE_CHECKING, Any

import pytest

import ludoteca_bots
from ludoteca.buurn.v1 import buurn_pb2
from ludoteca.v1 import table_pb2
from tests.unit.clients.offline import OfflineTable

if TYPE_CHECKING:
    from ludoteca_client import Client

GUIDE = Path(__file__).parents[3] / "docs" / "writing-a-bot.md"


async def test_the_shortest_bot_plays(address: str, client: Client) -> None:
    block = re.search(r"```python\n(.*?)```", GUIDE.read_text(encoding="utf-8"), re.DOTALL)
    assert block is not None
    table = await client.create_table("burgenland", 2, options={"turn_limit": 6})
    program = block.group(1).replace("localhost:7777", address)
    program = program.replace("THE TABLE'S ID", table.table_id)
    other = await client.join(table.table_id, "Bo", bot=True)
    process = await asyncio.create_subprocess_exec(sys.executable, "-c", program)
    async with other.watch(from_seq=1) as notices:
        async for notice in notices:
            if notice.kind == "joined" and notice.seat == 1:
                break
    await other.start()
    await ludoteca_bots.play(other, "random", seed=1)
    assert await process.wait() == 0
    assert (await client.table(table.table_id)).lifecycle == table_pb2.LIFECYCLE_FINISHED


async def test_the_program_with_a_table_of_its_own_plays_and_proves_it(
    address: str, client: Client, tmp_path: Path
) -> None:
    guide = GUIDE.read_text(encoding="utf-8")
    block = re.search(r"## A table of your own.*?```python\n(.*?)```", guide, re.DOTALL)
    assert block is not None
    process = await asyncio.create_subprocess_exec(
        sys.executable,
        "-c",
        block.group(1).replace("localhost:7777", address),
        cwd=tmp_path,
        stdout=asyncio.subprocess.PIPE,
    )
    told, _ = await process.communicate()
    assert process.returncode == 0
    assert b"ok: true" in told
    (table,) = [
        table for table in await client.tables() if table.seats and table.seats[0].name == "Builder"
    ]
    assert table.lifecycle == table_pb2.LIFECYCLE_FINISHED
    lines = [line for line in told.decode().splitlines() if re.match(r"\d+ ", line)]
    assert len(lines) == table.seq, "the past was printed, each event once"
    record = (tmp_path / "game.jsonl").read_bytes()
    assert record == await client.records.export(table.table_id)


@pytest.mark.parametrize("pace", [1000, 0])
def test_the_bot_for_races_plays_a_whole_table(pace: int) -> None:
    guide = GUIDE.read_text(encoding="utf-8")
    block = re.search(r"## Races.*?```python\n(.*?)```", guide, re.DOTALL)
    assert block is not None
    names: dict[str, Any] = {"buurn_pb2": buurn_pb2}
    exec(block.group(1), names)  # noqa: S102 - as it stands in the guide

    class Racer:
        needs_view = True
        choose = names["choose"]

    options = buurn_pb2.Options(tick_ms=pace)
    table = OfflineTable(5, ("Ana", "Bea", "Cleo"), game="buurn", options=options)
    ranking = table.play([Racer() for _ in range(3)])
    assert sorted(seat for place in ranking for seat in place) == [0, 1, 2]
    facts = [fact.sentence.key for notice in table.notices[None] for fact in notice.facts]
    assert "fact-false-start" not in facts
    sold = [n for n in table.notices[None] for f in n.facts if f.sentence.key == "fact-sold"]
    assert len(sold) >= 3


@pytest.mark.parametrize("game", ["burgenland", "el_gaucho"])
def test_the_bot_that_looks_ahead_wins_against_chance(game: str) -> None:
    guide = GUIDE.read_text(encoding="utf-8")
    block = re.search(r"## Looking ahead.*?```python\n(.*?)```", guide, re.DOTALL)
    assert block is not None
    names: dict[str, Any] = {}
    exec(block.group(1), names)  # noqa: S102 - as it stands in the guide
    table = OfflineTable(5, ("Ana", "Bea"), game=game)
    assert table.play([names["Searcher"](), ludoteca_bots.make("random", game, 3)])[0] == [0]
