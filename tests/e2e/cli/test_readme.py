"""What the README shows works as it stands there."""

from __future__ import annotations

import asyncio
import re
import sys
from pathlib import Path
from typing import TYPE_CHECKING

from ludoteca_bots import play
from ludoteca_cli.service import started
from ludoteca_client import Client

if TYPE_CHECKING:
    from tests.e2e.cli.conftest import Cli

README = Path(__file__).resolve().parents[3] / "README.md"


async def test_the_readmes_bot_plays_a_whole_table(cli: Cli) -> None:
    (program,) = re.findall(r"```python\n(.+?)```", README.read_text(encoding="utf-8"), re.S)
    assert "localhost:7777" in program
    assert '"TABLE"' in program
    with started(cli.data_dir) as running:
        async with Client(running.address) as client:
            (game,) = [game for game in await client.games() if game.id == "burgenland"]
            table = await client.create_table(game.id, game.min_seats)
            own = await client.join(table.table_id, "Ana")
            program = program.replace("localhost:7777", running.address)
            bot = await asyncio.create_subprocess_exec(
                sys.executable, "-c", program.replace("TABLE", table.table_id)
            )
            async with client.watch(table.table_id) as watch:
                async for notice in watch:
                    if notice.kind == "joined" and notice.seat == game.min_seats - 1:
                        await own.start()
                        break
            await play(own, "greedy")
            assert await bot.wait() == 0
            assert (await client.table(table.table_id)).ranking
