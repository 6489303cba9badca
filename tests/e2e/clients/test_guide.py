"""docs/writing-a-bot.md: its first bot plays as it stands there."""

from __future__ import annotations

import asyncio
import re
import sys
from pathlib import Path
from typing import TYPE_CHECKING

import ludoteca_bots
from ludoteca.v1 import table_pb2

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
