"""R34 over gRPC, on two workers: tables that are closed to spectators, or shown to them late."""

from __future__ import annotations

import asyncio
import time
from typing import TYPE_CHECKING

import grpc

from ludoteca.v1 import record_service_pb2, table_pb2
from ludoteca.v1 import table_service_pb2 as wire
from tests.e2e.api.table import (
    PATIENCE_S,
    bearer,
    failing,
    failure_of,
    hear,
    new_game,
    new_id,
    view_at,
)

if TYPE_CHECKING:
    from tests.e2e.api.table import Failure, Game, Stubs

START = 4
LATE_S = 1


async def exported(stubs: Stubs, game: Game, token: bytes | None = None) -> int:
    """How many events the record has that a caller gets."""
    request = record_service_pb2.ExportRecordRequest(table_id=game.table_id)
    call = stubs.records.ExportRecord(request, metadata=bearer(token) if token else None)
    data = b"".join([piece.data async for piece in call])
    return len(data.splitlines()) - 1


async def refusal(stubs: Stubs, game: Game, what: str) -> Failure:
    """How a spectator's stream fails."""
    try:
        await (hear(stubs, game.table_id, 1, 1) if what == "Watch" else exported(stubs, game))
    except grpc.aio.AioRpcError as error:
        return failure_of(error)
    raise AssertionError(f"{what} went through")


async def give_up(stubs: Stubs, game: Game, seat: int) -> int:
    request = wire.ResignRequest(table_id=game.table_id, request_id=new_id())
    return (await stubs.tables.Resign(request, metadata=bearer(game.tokens[seat]))).seq


async def row_of(stubs: Stubs, game: Game) -> table_pb2.Table:
    """The table as the lobby lists it."""
    listed = await stubs.tables.ListTables(wire.ListTablesRequest(page_size=500))
    return next(table for table in listed.tables if table.table_id == game.table_id)


async def test_r34_a_closed_table_is_denied_to_spectators_on_every_worker(
    workers: list[Stubs],
) -> None:
    game = await new_game(workers[0], spectators=table_pb2.Spectators(off=True))
    last = await game.move(workers[1])
    denied = 0
    for stubs in workers:
        for failure in (
            await failing(view_at(stubs, game.table_id, None)),
            await refusal(stubs, game, "Watch"),
            await refusal(stubs, game, "ExportRecord"),
        ):
            assert failure.code is grpc.StatusCode.PERMISSION_DENIED
            assert failure.info.reason == "closed_to_spectators"
            assert "token of one of its seats" in failure.message
            denied += 1
        for token in game.tokens:
            assert (await view_at(stubs, game.table_id, None, token)).table.seq == last
            assert await exported(stubs, game, token) == last
            assert len(await hear(stubs, game.table_id, 1, last, token)) == last
        row = await row_of(stubs, game)
        assert row.spectators.off
        assert not any(seat.to_act for seat in row.seats)
    end = await give_up(workers[0], game, 0)
    for stubs in workers:
        assert len(await asyncio.wait_for(hear(stubs, game.table_id, 1, end), PATIENCE_S)) == end
        assert (await view_at(stubs, game.table_id, None)).table.seq == end
        assert await exported(stubs, game) == end
    print(f"R34: {denied} calls of spectators denied, everything shown after the end")


async def test_r34_moves_late_on_every_worker(workers: list[Stubs]) -> None:
    late = 4
    game = await new_game(workers[0], spectators=table_pb2.Spectators(delay_moves=late))
    for move in range(8):
        last = await game.move(workers[move % 2], move)
    for stubs in workers:
        shown = await view_at(stubs, game.table_id, None)
        assert shown.table.seq == last - late
        for hidden in (last - late + 1, last):
            future = await failing(view_at(stubs, game.table_id, hidden))
            assert future.code is grpc.StatusCode.OUT_OF_RANGE
        assert await exported(stubs, game) == last - late
        assert (await view_at(stubs, game.table_id, None, game.tokens[0])).table.seq == last
    watching = [
        asyncio.create_task(hear(stubs, game.table_id, 1, last - late + 2)) for stubs in workers
    ]
    for move in range(2):
        assert not any(task.done() for task in watching)
        await game.move(workers[move % 2], move)
    for task in watching:
        heard = await asyncio.wait_for(task, PATIENCE_S)
        seqs = [table_pb2.Notice.FromString(each).seq for each in heard]
        assert seqs == list(range(1, last - late + 3))


async def test_r34_seconds_late_on_every_worker(workers: list[Stubs]) -> None:
    """No notice comes before its time, and none has to be asked for."""
    game = await new_game(workers[0], spectators=table_pb2.Spectators(delay_seconds=LATE_S))
    came: list[float] = []

    async def watch(stubs: Stubs) -> list[int]:
        seqs = []
        request = wire.WatchRequest(follows=[wire.Follow(table_id=game.table_id, from_seq=1)])
        call = stubs.tables.Watch(request)
        async for response in call:
            if response.HasField("notice"):
                notice = response.notice
                seqs.append(notice.seq)
                if notice.seq >= START:
                    came.append(time.time() - notice.at_ms / 1000)
                if notice.seq == START + 3:
                    break
        call.cancel()
        return seqs

    watching = [asyncio.create_task(watch(stubs)) for stubs in workers]
    for move in range(3):
        last = await game.move(workers[move % 2], move)
    for task in watching:
        assert await asyncio.wait_for(task, PATIENCE_S) == list(range(1, last + 1))
    assert min(came) >= LATE_S
    print(f"R34: {len(came)} notices, {min(came):.2f} to {max(came):.2f} s late")
    for stubs in workers:
        assert (await view_at(stubs, game.table_id, None)).table.seq == last


async def test_r34_the_end_of_a_late_table_shows_everything_at_once(workers: list[Stubs]) -> None:
    policy = table_pb2.Spectators(delay_seconds=86_400)
    game = await new_game(workers[0], spectators=policy)
    last = await game.move(workers[0])
    watching = [asyncio.create_task(hear(stubs, game.table_id, 1, last + 1)) for stubs in workers]
    for stubs in workers:
        assert (await view_at(stubs, game.table_id, None)).table.seq == START - 1
    await give_up(workers[1], game, 0)
    for task in watching:
        assert len(await asyncio.wait_for(task, PATIENCE_S)) == last + 1
