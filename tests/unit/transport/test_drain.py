"""The end of a worker: what it waits for, and what not."""

from __future__ import annotations

import asyncio
from typing import TYPE_CHECKING

import pytest

from ludoteca.v1 import table_service_pb2 as wire
from ludoteca_server.model.limits import Limits
from ludoteca_server.settings import Settings
from ludoteca_server.transport import server as server_module
from ludoteca_server.transport.server import Transport
from tests.e2e.api.table import PATIENCE_S, Stubs, bearer, channel, failing, new_game
from tests.unit.application.house import House
from tests.unit.transport.test_patience import AT_MOST_S, narrow, unread
from tests.unit.transport.test_server import health_of

if TYPE_CHECKING:
    from collections.abc import AsyncIterator

DRAIN_S = 3600
GRACE_S = 0.2


@pytest.fixture
async def worker(
    monkeypatch: pytest.MonkeyPatch,
) -> AsyncIterator[tuple[House, Transport, str]]:
    """A worker in this process that gives up on a reader soon, and lets calls finish as long as they like."""
    monkeypatch.setattr(server_module, "_UNREAD_GRACE_S", GRACE_S)
    house = House(limits=Limits(slow_reader_s=AT_MOST_S))
    settings = Settings.model_validate({"port": 0, "drain_s": DRAIN_S})
    transport = Transport(house.worker(), settings)
    yield house, transport, f"127.0.0.1:{await transport.start()}"
    await transport._server.stop(0)


async def act(stubs: Stubs, request: wire.ActRequest, token: bytes) -> int:
    return (await stubs.tables.Act(request, metadata=bearer(token))).seq


async def test_a_drain_waits_for_calls_and_not_for_evicted_streams_that_nobody_reads(
    worker: tuple[House, Transport, str],
) -> None:
    house, transport, address = worker
    others, own = Stubs(channel(address)), narrow(address)
    game = await new_game(others)
    stream = await unread(own, game)
    health = health_of(others)
    await health.read()
    tally = transport._app.tally
    async with asyncio.timeout(PATIENCE_S):
        while not tally.rejections["slow_reader"]:  # the status is on its way then
            await asyncio.sleep(0.01)
    request, token = await game.request(others)
    house.log.settle.clear()
    acting = asyncio.create_task(act(others, request, token))
    await house.log.held.wait()

    draining = asyncio.create_task(transport.drain())
    await asyncio.wait([draining], timeout=GRACE_S * 3)
    assert not draining.done(), "a call is in flight"
    house.log.settle.set()
    assert await acting == 5
    await asyncio.wait_for(draining, PATIENCE_S)
    stream.cancel()
    for stubs in (own, others):
        await stubs.channel.close()


async def test_calls_that_are_over_are_not_waited_for(
    worker: tuple[House, Transport, str],
) -> None:
    house, transport, address = worker
    stubs = Stubs(channel(address))
    game = await new_game(stubs)
    watching = stubs.tables.Watch(
        wire.WatchRequest(follows=[wire.Follow(table_id=game.table_id, from_seq=1)])
    )
    await watching.read()
    request, token = await game.request(stubs)
    house.log.settle.clear()
    acting = asyncio.create_task(act(stubs, request, token))
    await house.log.held.wait()
    in_flight = transport._in_flight
    assert len(in_flight._open) == 2
    watching.cancel()
    acting.cancel()
    house.log.settle.set()
    await failing(stubs.tables.GetTable(wire.GetTableRequest(table_id="none")))
    async with asyncio.timeout(PATIENCE_S):
        await in_flight.ended()
    await asyncio.wait_for(transport.drain(), PATIENCE_S)
    await stubs.channel.close()
