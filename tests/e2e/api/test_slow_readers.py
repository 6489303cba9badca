"""Spectators who do not read, at a service of its own: nobody waits for them, and they lose nothing."""

from __future__ import annotations

import asyncio
import urllib.request
from typing import TYPE_CHECKING

import grpc
import pytest
from prometheus_client.parser import text_string_to_metric_families

from ludoteca.v1 import table_service_pb2 as wire
from tests.e2e.api.table import (
    PATIENCE_S,
    Service,
    Stubs,
    channel,
    failure_of,
    hear,
    new_game,
)

if TYPE_CHECKING:
    from collections.abc import Iterator

    from tests.e2e.api.table import Game

    Spectating = grpc.aio.UnaryStreamCall[wire.WatchRequest, wire.WatchResponse]

MOVES = 60
AT_MOST_S = 3.0
SLOW = 4


@pytest.fixture
def service(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Service]:
    """One worker, which gives up on a reader soon."""
    path = tmp_path_factory.mktemp("slow")
    service = Service(path, workers=1, slow_reader_s=AT_MOST_S, metrics_port=0, drain_s=1)
    yield service
    assert service.stop() == 0


async def metric(service: Service, name: str) -> float:
    """A metric of the worker."""
    url = f"http://{service.running()['metrics']}/metrics"

    def scraped() -> str:
        with urllib.request.urlopen(url, timeout=10) as answer:
            text: bytes = answer.read()
        return text.decode()

    families = text_string_to_metric_families(await asyncio.to_thread(scraped))
    return sum(
        sample.value for family in families for sample in family.samples if sample.name == name
    )


async def until(service: Service, name: str, value: float) -> None:
    """Returns when a metric is at a value."""
    async with asyncio.timeout(PATIENCE_S):
        while await metric(service, name) != value:
            await asyncio.sleep(0.05)


def watching(stubs: Stubs, game: Game) -> Spectating:
    request = wire.WatchRequest(
        follows=[wire.Follow(table_id=game.table_id, from_seq=1)], words=True, views=True
    )
    return stubs.tables.Watch(request)


async def seqs_of(call: Spectating) -> tuple[list[int], grpc.aio.AioRpcError]:
    """The notices that a stream still has, and how it ends."""
    seqs: list[int] = []
    while True:
        try:
            response = await call.read()
        except grpc.aio.AioRpcError as error:
            return seqs, error
        assert isinstance(response, wire.WatchResponse), "the stream ended well"
        if response.HasField("notice"):
            seqs.append(response.notice.seq)


async def test_spectators_who_never_read_are_ended_and_resume_without_a_gap(
    service: Service,
) -> None:
    players = Stubs(channel(service.address))
    idle = Stubs(  # takes in no more than what it is asked to read
        channel(service.address, ("grpc.http2.bdp_probe", 0), ("grpc.http2.lookahead_bytes", 1024))
    )
    game = await new_game(players)
    quick = watching(players, game)
    slow = [watching(idle, game) for _ in range(SLOW)]
    await until(service, "ludoteca_streams", SLOW + 1)
    heard: list[int] = []
    for move in range(MOVES):
        last = await game.move(players, move)
        async with asyncio.timeout(AT_MOST_S):
            while not heard or heard[-1] < last:  # as it happens, whoever does not read
                response = await quick.read()
                assert isinstance(response, wire.WatchResponse)
                if response.HasField("notice"):
                    heard.append(response.notice.seq)
    await until(service, "ludoteca_streams", 1)
    assert heard == list(range(1, last + 1))
    assert await metric(service, "ludoteca_streams_evicted_total") == SLOW
    assert await metric(service, "ludoteca_followers") == 1
    evicted = 0
    for call in slow:
        before, error = await seqs_of(call)
        failure = failure_of(error)
        assert failure.code is grpc.StatusCode.RESOURCE_EXHAUSTED
        assert failure.info.reason == "slow_reader"
        resume = int(failure.info.metadata["seq"])
        after = await hear(players, game.table_id, resume, last)
        assert before == list(range(1, resume)), "everything up to the seq named, once"
        assert len(after) == last + 1 - resume > 0
        evicted += 1
    quick.cancel()
    for stubs in (players, idle):
        await stubs.channel.close()
    print(f"{evicted} slow readers ended while {len(heard)} notices went to another one")
