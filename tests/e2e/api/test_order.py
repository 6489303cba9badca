"""R13 over a whole service: nothing is acknowledged and nothing shown before the store has it."""

from __future__ import annotations

import asyncio
import os
import signal
from contextlib import contextmanager
from typing import TYPE_CHECKING

from ludoteca.v1 import table_service_pb2 as wire
from ludoteca_server.eventlog.redis_streams import RedisStreams
from tests.e2e.api.table import PATIENCE_S, bearer, new_game_in_turns, new_id, view_at
from tests.games import GAMES

if TYPE_CHECKING:
    from collections.abc import Iterator

    import grpc

    from tests.e2e.api.table import Game, Service, Stubs

    PlayCall = grpc.aio.StreamStreamCall[wire.PlayRequest, wire.PlayResponse]
    WatchCall = grpc.aio.UnaryStreamCall[wire.WatchRequest, wire.WatchResponse]

ECHOES = 50


@contextmanager
def stopped(service: Service) -> Iterator[None]:
    """While the store stands still: what is sent to it waits in its socket."""
    pid = service.running()["store_pid"]
    assert isinstance(pid, int)
    os.kill(pid, signal.SIGSTOP)
    try:
        yield
    finally:
        os.kill(pid, signal.SIGCONT)


async def opened(stubs: Stubs, game: Game, token: bytes) -> PlayCall:
    """A Play stream that stands."""
    play = stubs.tables.Play(metadata=bearer(token))
    await play.write(wire.PlayRequest(open=wire.PlayOpen(table_id=game.table_id)))
    await echoed(play, 1)
    return play


async def echoed(play: PlayCall, times: int) -> None:
    """Asks the stream's worker for an echo so often, one after the other."""
    for _ in range(times):
        await play.write(wire.PlayRequest(echo=wire.Echo(payload=b"there?")))
        response = await play.read()
        assert isinstance(response, wire.PlayResponse)
        assert response.HasField("echo"), response


async def watching(stubs: Stubs, game: Game, token: bytes | None) -> WatchCall:
    """A stream of what comes from now on."""
    request = wire.WatchRequest(follows=[wire.Follow(table_id=game.table_id, from_seq=0)])
    call = stubs.tables.Watch(request, metadata=bearer(token) if token else None)
    response = await call.read()
    assert isinstance(response, wire.WatchResponse)
    assert response.HasField("live")
    return call


async def last_seq(service: Service, game: Game) -> int:
    """The last seq that the store has."""
    log = RedisStreams(str(service.running()["store"]))
    head = await log.head(game.table_id)
    await log.close()
    return head.seq


class Pending:
    """A table with an action on its way, by a call or on a stream, and everybody's ears on it."""

    def __init__(self, game: Game, workers: list[Stubs], *, by_stream: bool) -> None:
        self.game = game
        self._workers = workers
        self._by_stream = by_stream

    async def prepare(self) -> None:
        """Everybody listens; the action is chosen."""
        self._request, self._token = await self.game.request(self._workers[0])
        self._play = await opened(self._workers[0], self.game, self._token)
        self._ears = [
            await watching(stubs, self.game, token)
            for stubs in self._workers
            for token in (None, *self.game.tokens)
        ]

    def send(self) -> None:
        """Sends the action, and listens."""
        self.answer = asyncio.create_task(self._stream() if self._by_stream else self._call())
        self.heard = [asyncio.create_task(self._hear(each)) for each in self._ears]

    def is_silent(self) -> bool:
        """Whether nobody has got anything."""
        return not any(each.done() for each in (self.answer, *self.heard))

    async def settled(self, service: Service) -> int:
        """The seq that was answered; the store has it by then, and everybody hears of it."""
        seq = await asyncio.wait_for(self.answer, PATIENCE_S)
        assert await last_seq(service, self.game) >= seq
        for each in self.heard:
            assert await asyncio.wait_for(each, PATIENCE_S) == seq
        for call in (self._play, *self._ears):
            call.cancel()
        return seq

    async def _call(self) -> int:
        stubs = self._workers[0]
        return (await stubs.tables.Act(self._request, metadata=bearer(self._token))).seq

    async def _stream(self) -> int:
        action = wire.PlayAction(action=self._request.action, request_id=new_id())
        await self._play.write(wire.PlayRequest(actions=wire.PlayActions(actions=[action])))
        while True:
            response = await self._play.read()
            assert isinstance(response, wire.PlayResponse)
            if response.HasField("accepted"):
                return response.accepted.seq
            assert response.HasField("notice"), response

    async def _hear(self, call: WatchCall) -> int:
        response = await call.read()
        assert isinstance(response, wire.WatchResponse)
        return response.notice.seq


async def test_r13_nothing_is_acknowledged_or_shown_before_the_store_has_it(
    service: Service, workers: list[Stubs]
) -> None:
    tables = [
        Pending(await new_game_in_turns(workers[0], title), workers, by_stream=by_stream)
        for title in GAMES
        for by_stream in (False, True)
    ]
    for table in tables:
        await table.prepare()
    beside = await new_game_in_turns(workers[0], GAMES[0])
    echoing = [await opened(stubs, beside, beside.tokens[0]) for stubs in workers]
    with stopped(service):
        for table in tables:
            table.send()
        for play in echoing:
            await echoed(play, ECHOES)  # both workers are well, and do what needs no store
        for table in tables:
            assert table.is_silent(), "something was said that the store did not have"
    for table in tables:
        assert await table.settled(service) == table.game.started_seq + 1
        view = await view_at(workers[1], table.game.table_id, None)
        assert view.table.seq == table.game.started_seq + 1
    for play in echoing:
        play.cancel()
    print(
        f"R13: {len(tables)} actions at {len(GAMES)} games waited for the store, "
        f"{2 * ECHOES} echoes did not; {sum(len(table.heard) for table in tables)} viewers"
    )
