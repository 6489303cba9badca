"""Records through the SDK: taken out, verified, kept again, and read like any other table."""

from __future__ import annotations

import asyncio
from typing import TYPE_CHECKING

import pytest

import ludoteca_bots
from ludoteca_client import LudotecaError, Refused

if TYPE_CHECKING:
    from ludoteca_client import Client


async def test_a_record_goes_out_and_comes_in_again(client: Client) -> None:
    table = await client.create_table("burgenland", 2, options={"turn_limit": 4})
    seats = [await client.join(table.table_id, name, bot=True) for name in ("Bo", "Cy")]
    await seats[0].start()
    partial = await seats[1].export_record()
    await asyncio.gather(*(ludoteca_bots.play(seat, "random", seed=2) for seat in seats))
    record = await client.records.export(table.table_id)
    assert b"view_digest" in partial, "a view of the table, with no secrets in it"
    verdict = await client.records.verify(record)
    last = (await client.table(table.table_id)).seq
    assert verdict.ok, verdict.failure
    assert verdict.events == last
    copy_id = await client.records.import_(record)
    copy = await client.table(copy_id)
    assert copy.archived
    assert copy.seq == last
    for seq in (5, last):
        there, here = await client.view(table.table_id, seq), await client.view(copy_id, seq)
        assert there.state == here.state
    with pytest.raises(LudotecaError):
        await client.records.import_(record.replace(b"draw_cards", b"end_turn", 1))
    with pytest.raises(Refused):
        await client.join(copy_id, "Eve")
