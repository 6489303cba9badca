"""Connections that are told to go away because of their age: what they carry goes on, and resumes on the next one."""

from __future__ import annotations

import asyncio
from typing import TYPE_CHECKING

import grpc
import pytest

import ludoteca_bots
from ludoteca.v1 import table_pb2
from ludoteca.v1 import table_service_pb2 as wire
from ludoteca_client import Client
from tests.e2e.api.table import PATIENCE_S, Service, Stubs, channel, new_game

if TYPE_CHECKING:
    from collections.abc import Iterator

    from ludoteca_client import LineState

AGE_S = 1
GRACE_S = 2
CUTS = 2
"""The streams that are watched are cut so often, at least: a table may be over before."""


@pytest.fixture(scope="module")
def address(tmp_path_factory: pytest.TempPathFactory) -> Iterator[str]:
    """Two workers whose connections live a second, and two more for what they carry."""
    path = tmp_path_factory.mktemp("age")
    service = Service(path, max_connection_age_s=AGE_S, connection_grace_s=GRACE_S)
    yield service.address
    assert service.stop() == 0


async def test_a_connection_that_goes_away_takes_nothing_along(address: str) -> None:
    """GOAWAY: calls go on over a new connection, and the stream over the old one until the grace is over."""
    stubs = Stubs(channel(address))
    loop = asyncio.get_running_loop()
    game = await new_game(stubs)
    request = wire.WatchRequest(follows=[wire.Follow(table_id=game.table_id, from_seq=1)])
    call = stubs.tables.Watch(request)
    opened_s = loop.time()
    seqs: list[int] = []

    async def read() -> grpc.aio.AioRpcError:
        while True:
            try:
                response = await call.read()
            except grpc.aio.AioRpcError as error:
                return error
            assert isinstance(response, wire.WatchResponse)
            if response.HasField("notice"):
                seqs.append(response.notice.seq)

    reading = asyncio.create_task(read())
    moves = 0
    async with asyncio.timeout(PATIENCE_S):
        while not reading.done():
            last = await game.move(stubs, moves)  # three calls; one that fails fails the test
            moves += 1
            await asyncio.sleep(0.02)
    error = await reading
    assert error.code() is grpc.StatusCode.UNAVAILABLE
    lived_s = loop.time() - opened_s
    assert lived_s > 0.8 * AGE_S + GRACE_S, "the stream outlived its connection's age by the grace"
    assert seqs == list(range(1, len(seqs) + 1))
    assert len(seqs) >= last - 2, "it was live to its end"
    await stubs.channel.close()
    print(f"{moves * 3} calls went through; the stream was cut after {lived_s:.1f} s at {last}")


async def test_streams_resume_on_the_next_connection(address: str) -> None:
    """Two players and a spectator, each on a stream that is cut again and again."""
    lines: list[LineState] = []
    tables = events = 0
    async with Client(address) as maker, Client(address) as other, Client(address) as third:
        while cuts_of(lines) < CUTS:
            events += await whole_table([maker, other], third, lines)
            tables += 1
    print(f"{events} events at {tables} tables, {cuts_of(lines)} cuts of the spectator's stream")


async def whole_table(players: list[Client], third: Client, lines: list[LineState]) -> int:
    """A table from the first event to the last, watched by `third`; how many events it has."""
    table = await players[0].create_table("burgenland", 2, options={"turn_limit": 30})
    seats = [
        await each.join(table.table_id, name, bot=True)
        for each, name in zip(players, ("Bo", "Cy"), strict=True)
    ]
    notices: list[table_pb2.Notice] = []

    async def watch() -> None:
        async with third.watch(table.table_id, on_line=lines.append) as stream:
            notices.extend([notice async for notice in stream])

    spectator = asyncio.create_task(watch())
    await seats[0].start()
    counts = await asyncio.gather(
        *(ludoteca_bots.play(seat, "random", seed=4, pause_s=0.05) for seat in seats)
    )
    await spectator
    last = (await players[0].table(table.table_id)).seq
    seqs = [notice.seq for notice in notices]
    assert seqs == list(range(1, last + 1)), "R19: no gap, no duplicate"
    acted = sum(notice.kind == "acted" for notice in notices)
    assert sum(counts) == acted, "R11: each action happened once"
    return last


def cuts_of(lines: list[LineState]) -> int:
    """How often a stream was cut."""
    return sum(not line.connected for line in lines)
