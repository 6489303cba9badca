"""The lobby while workers are killed and stopped: what lives is listed in time, and nothing else."""

from __future__ import annotations

import asyncio
import os
import signal
import time
from typing import TYPE_CHECKING

import grpc

from ludoteca.v1 import table_pb2
from ludoteca.v1 import table_service_pb2 as wire
from tests.e2e.api.table import (
    Service,
    Stubs,
    bearer,
    channel,
    each_worker,
    new_game,
    new_id,
    until_gone,
    worker_pid,
)

if TYPE_CHECKING:
    from pathlib import Path

    from tests.e2e.api.table import Game


LISTED_WITHIN_S = 5.0
MAKERS = 4
GAMES_BEFORE = 6
"""So many tables are made before a worker dies; the makers are in the middle of others then."""


async def make_and_end(
    stubs: Stubs, games: list[Game], made: asyncio.Semaphore, dying: asyncio.Event
) -> None:
    """Makes tables and ends every other one, until the worker behind `stubs` dies: it may not fail before.

    `dying` counts too, not the failure alone: a call after the death may reach another worker.
    """
    try:
        while not dying.is_set():
            game = await new_game(stubs)
            games.append(game)
            made.release()
            if len(games) % 2:
                asked = wire.ResignRequest(table_id=game.table_id, request_id=new_id())
                await stubs.tables.Resign(asked, metadata=bearer(game.tokens[0]))
    except grpc.aio.AioRpcError:
        if not dying.is_set():
            raise


async def listed(stubs: Stubs) -> dict[str, int]:
    """The whole lobby."""
    found: dict[str, int] = {}
    page = ""
    while True:
        asked = wire.ListTablesRequest(page_size=500, page_token=page)
        answer = await stubs.tables.ListTables(asked, timeout=5)
        found |= {table.table_id: table.lifecycle for table in answer.tables}
        page = answer.next_page_token
        if not page:
            return found


async def in_the_logs(stubs: Stubs, table_ids: set[str]) -> dict[str, int]:
    """What the logs say of these tables."""
    found: dict[str, int] = {}
    for table_id in table_ids:
        answer = await stubs.tables.GetTable(wire.GetTableRequest(table_id=table_id), timeout=5)
        found[table_id] = answer.table.lifecycle
    return found


async def true_after_s(stubs: Stubs, games: list[Game], began_s: float) -> float:
    """How long it took until the lobby said what the logs say."""
    made = {game.table_id for game in games}
    while True:
        rows = await listed(stubs)
        true = await in_the_logs(stubs, made | set(rows))
        took_s = time.monotonic() - began_s
        if rows == true:
            return took_s
        wrong = {key for key in rows | true if rows.get(key) != true.get(key)}
        assert took_s < LISTED_WITHIN_S, f"still wrong: {wrong}"
        await asyncio.sleep(0.1)


async def test_r15_the_lobby_is_true_in_time_whatever_worker_dies_or_stalls(
    tmp_path: Path,
) -> None:
    service = Service(tmp_path)
    games: list[Game] = []
    slowest_s = 0.0
    deaths = [signal.SIGKILL, signal.SIGSTOP, signal.SIGKILL]
    for sent in deaths:
        made, dying = asyncio.Semaphore(0), asyncio.Event()
        async with each_worker(service.address) as workers, asyncio.TaskGroup() as busy:
            victim = await worker_pid(workers[0])
            for _ in range(MAKERS):
                busy.create_task(make_and_end(workers[0], games, made, dying))
            for _ in range(GAMES_BEFORE):
                await made.acquire()
            dying.set()
            os.kill(victim, sent)
            began_s = time.monotonic()
            slowest_s = max(slowest_s, await true_after_s(workers[1], games, began_s))
            if sent == signal.SIGSTOP:
                os.kill(victim, signal.SIGKILL)
        await until_gone([victim], service)
    after = Stubs(channel(service.address))
    rows = await listed(after)
    assert rows == await in_the_logs(after, {game.table_id for game in games} | set(rows))
    assert set(rows.values()) >= {table_pb2.LIFECYCLE_PLAYING, table_pb2.LIFECYCLE_FINISHED}
    await after.channel.close()
    print(f"R15: {len(deaths)} deaths, {len(rows)} tables, the lobby true after {slowest_s:.2f} s")
    assert service.stop() == 0
