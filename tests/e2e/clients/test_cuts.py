"""Bots and a spectator over a line that keeps breaking."""

from __future__ import annotations

import asyncio
from typing import TYPE_CHECKING

import ludoteca_bots
from ludoteca_client import Client
from tests.e2e.clients.cutter import Cutter

if TYPE_CHECKING:
    from ludoteca_client import Moment


async def test_r19_a_game_over_a_breaking_line_is_the_same_game(
    address: str, client: Client
) -> None:
    table = await client.create_table("burgenland", 2, options={"turn_limit": 60})
    moments: list[Moment] = []
    async with Cutter(address, 7, 80_000) as cutter:
        clients = [Client(cutter.address, patience_s=60) for _ in range(3)]

        async def watch() -> None:
            async with clients[2].watch(table.table_id, views=True) as stream:
                moments.extend([moment async for moment in stream.moments()])

        seats = [
            await client.join(table.table_id, name, bot=True)
            for client, name in zip(clients, ("Bo", "Cy"), strict=False)
        ]
        spectator = asyncio.create_task(watch())
        await seats[0].start()
        counts = await asyncio.gather(
            ludoteca_bots.play(seats[0], "greedy"), ludoteca_bots.play(seats[1], "random", seed=4)
        )
        await spectator
        for each in clients:
            await each.close()
    last = (await client.table(table.table_id)).seq
    seqs = [notice.seq for moment in moments for notice in moment.notices]
    assert seqs == list(range(1, last + 1)), "R19: no gap, no duplicate"
    assert cutter.cuts >= 10
    acted = [n for m in moments for n in m.notices if n.kind == "acted"]
    assert sum(counts) == len(acted), "R11: each action happened once"
    for moment in moments:
        assert moment.view is not None
        shown = await client.view(table.table_id, moment.seq)
        assert shown.view_digest == moment.view.view_digest, "R20: in step"
        assert shown.view_digest == moment.notices[-1].view_digest
    print(f"{cutter.cuts} connections for {last} events and {sum(counts)} actions")


async def test_r39_the_past_looks_as_it_did_live(client: Client) -> None:
    """Each seat's and the public's view after every event is the one its live notice promised."""
    table = await client.create_table("burgenland", 2, options={"turn_limit": 6})
    seats = [await client.join(table.table_id, name, bot=True) for name in ("Bo", "Cy")]
    streams = [seats[0].watch(), seats[1].watch(), client.watch(table.table_id)]
    for stream in streams:
        await stream.__aenter__()
    await seats[0].start()
    await asyncio.gather(*(ludoteca_bots.play(seat, "random", seed=1) for seat in seats))
    tokens = [seats[0].token, seats[1].token, None]
    compared = 0
    for stream, token in zip(streams, tokens, strict=True):
        async for notice in stream:
            view = await client.view(table.table_id, notice.seq, token=token)
            assert view.view_digest == notice.view_digest
            compared += 1
        await stream.close()
    print(f"{compared} views of the past compared")
    assert compared >= 3 * 20
