"""A server that takes short messages and records: what is too long is said, not tried for ever."""

from __future__ import annotations

import asyncio
from typing import TYPE_CHECKING

import pytest

import ludoteca_bots
from ludoteca.burgenland.v1 import burgenland_pb2
from ludoteca_client import BadRequest, Client
from tests.e2e.api.table import Service

if TYPE_CHECKING:
    from pathlib import Path

SHORT = 1 << 12
LONGEST = 1 << 15
DRAW = burgenland_pb2.Action(draw_cards=burgenland_pb2.DrawCards())


async def test_what_is_too_long_is_no_matter_of_waiting(tmp_path: Path) -> None:
    service = Service(tmp_path, workers=1, max_message_bytes=SHORT, max_record_bytes=LONGEST)
    async with Client(service.address) as client:
        assert (await client.server()).max_message_bytes == SHORT
        table = await client.create_table("burgenland", 2, options={"turn_limit": 8})
        seats = [await client.join(table.table_id, name, bot=True) for name in ("Bo", "Cy")]
        await seats[0].start()
        with pytest.raises(BadRequest, match="send less at once") as long:
            await client.create_table("burgenland", 2, name="x" * SHORT)
        assert long.value.reason == "message_too_long"
        async with seats[0].play(patience_s=None) as stream:
            with pytest.raises(BadRequest, match="send less at once"):
                await asyncio.wait_for(stream.act_all([DRAW] * 256), 10)
        await asyncio.gather(*(ludoteca_bots.play(seat, "random", seed=1) for seat in seats))
        record = await client.records.export(table.table_id)
        assert SHORT < len(record) < LONGEST
        assert (await client.records.verify(record)).ok
        assert await client.records.import_(record) != table.table_id
        with pytest.raises(BadRequest, match="without a server"):
            await client.records.verify(record + b"x" * LONGEST)
    assert service.stop() == 0
