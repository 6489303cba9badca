"""R11: the same request id is one event and one reply, whoever is asked, how often, and whatever died in between."""

from __future__ import annotations

import asyncio
from dataclasses import dataclass, field
from typing import TYPE_CHECKING

import grpc

from ludoteca.v1 import table_pb2
from ludoteca.v1 import table_service_pb2 as wire
from tests.e2e.api.table import (
    LONGER_THAN_A_TEST_MS,
    Service,
    bearer,
    each_worker,
    failing,
    hear,
    new_game_in_turns,
    new_id,
    until_gone,
    view_at,
)
from tests.games import GAMES

if TYPE_CHECKING:
    from collections.abc import Awaitable, Callable
    from pathlib import Path

    from tests.e2e.api.table import Game, Stubs

AT_ONCE = 10
UNAVAILABLE = grpc.StatusCode.UNAVAILABLE
REUSED = (grpc.StatusCode.INVALID_ARGUMENT, "request_id_reused")


class Away(Exception):
    """The store is away: no answer."""


async def until_there(ask: Callable[[], Awaitable[bytes]]) -> bytes:
    """The answer as soon as the store is there."""
    while True:
        try:
            return await ask()
        except Away:
            await asyncio.sleep(0.02)
        except grpc.aio.AioRpcError as error:
            if error.code() is not UNAVAILABLE:
                raise
            await asyncio.sleep(0.02)


async def answer(stubs: Stubs, game: Game, action: wire.PlayAction, token: bytes) -> bytes:
    """What a Play stream of its own answers to one action. Raises Away."""
    play = stubs.tables.Play(metadata=bearer(token))
    await play.write(wire.PlayRequest(open=wire.PlayOpen(table_id=game.table_id)))
    await play.write(wire.PlayRequest(actions=wire.PlayActions(actions=[action])))
    while True:
        response = await play.read()
        assert isinstance(response, wire.PlayResponse)
        if response.WhichOneof("message") in ("accepted", "refused"):
            play.cancel()
            if response.refused.status == UNAVAILABLE.value[0]:
                raise Away
            return response.SerializeToString(deterministic=True)


@dataclass
class Sent:
    """A table with one request sent by a call, one sent on a stream, and all that was ever answered to them."""

    title: str
    game: Game
    called: wire.ActRequest
    caller: bytes
    played: wire.PlayAction = field(default_factory=wire.PlayAction)
    player: bytes = b""
    call_replies: set[bytes] = field(default_factory=set)
    play_replies: set[bytes] = field(default_factory=set)
    length: int = 0
    seen: list[tuple[table_pb2.View, wire.ListActionsResponse | None]] = field(default_factory=list)

    @classmethod
    async def begin(cls, workers: list[Stubs], title: str) -> Sent:
        """Sends both, many times at once to both workers; then the game goes on."""
        game = await new_game_in_turns(workers[0], title)
        sent = cls(title, game, *await game.request(workers[0]))
        await asyncio.gather(*(sent.call(workers[n % 2]) for n in range(AT_ONCE)))
        following, sent.player = await game.request(workers[0], 1)
        assert following.action != sent.called.action
        sent.played = wire.PlayAction(action=following.action, request_id=following.request_id)
        await asyncio.gather(*(sent.play(workers[n % 2]) for n in range(AT_ONCE)))
        sent.length = await game.move(workers[0])
        sent.seen = await sent.look(workers[1])
        return sent

    async def look(
        self, stubs: Stubs
    ) -> list[tuple[table_pb2.View, wire.ListActionsResponse | None]]:
        """What the public sees, and what every seat sees and may do."""
        game = self.game
        return [
            (await view_at(stubs, game.table_id, None), None),
            *[
                (await view_at(stubs, game.table_id, None, token), await game.offers(stubs, seat))
                for seat, token in enumerate(game.tokens)
            ],
        ]

    async def call(self, stubs: Stubs) -> None:
        """Sends the one again."""

        async def ask() -> bytes:
            reply = await stubs.tables.Act(self.called, metadata=bearer(self.caller))
            return reply.SerializeToString(deterministic=True)

        self.call_replies.add(await until_there(ask))

    async def play(self, stubs: Stubs) -> None:
        """Sends the other again."""
        reply = await until_there(lambda: answer(stubs, self.game, self.played, self.player))
        self.play_replies.add(reply)

    async def again(self, workers: list[Stubs]) -> None:
        """Sends both to every worker: nothing is new."""
        for stubs in workers:
            await self.call(stubs)
            await self.play(stubs)
        assert len(self.call_replies) == 1, self.title
        assert len(self.play_replies) == 1, self.title
        for stubs in workers:
            assert await self.look(stubs) == self.seen, "and the table is as it was"

    async def is_in_the_log_once(self, stubs: Stubs) -> None:
        """The replies name the two events that followed the start, and the log has these and one more."""
        [called], [played] = self.call_replies, self.play_replies
        assert wire.ActResponse.FromString(called).seq == self.game.started_seq + 1
        accepted = wire.PlayResponse.FromString(played).accepted
        assert accepted == wire.Accepted(
            request_id=self.played.request_id, seq=self.game.started_seq + 2
        )
        assert self.length == self.game.started_seq + 3
        assert len(await hear(stubs, self.game.table_id, 1, self.length)) == self.length

    async def reused(self, stubs: Stubs) -> None:
        """Another command under either id is nonsense, by a call and on a stream."""
        here, tables, metadata = self.game.table_id, stubs.tables, bearer(self.caller)
        own_id, other = self.called.request_id, self.played.action
        commands = (
            tables.Act(
                wire.ActRequest(table_id=here, action=other, request_id=own_id), metadata=metadata
            ),
            tables.Resign(wire.ResignRequest(table_id=here, request_id=own_id), metadata=metadata),
            tables.TakeBack(
                wire.TakeBackRequest(table_id=here, to_seq=1, request_id=own_id),
                metadata=metadata,
            ),
        )
        for command in commands:
            refused = await failing(command)
            assert (refused.code, refused.info.reason) == REUSED, self.title
        stolen = wire.PlayAction(action=self.called.action, request_id=self.played.request_id)
        told = wire.PlayResponse.FromString(await answer(stubs, self.game, stolen, self.player))
        code, reason = REUSED
        assert (told.refused.status, told.refused.rejection.code) == (code.value[0], reason)
        assert (await self.game.offers(stubs, 0)).seq == self.length


async def test_r11_r36_one_request_is_one_event_whatever_dies(tmp_path: Path) -> None:
    service = Service(tmp_path, presence_grace_ms=LONGER_THAN_A_TEST_MS, store_timeout_s=2)
    async with each_worker(service.address) as workers:
        tables = [await Sent.begin(workers, title) for title in GAMES]
        await until_gone(service.kill_workers(), service)
    async with each_worker(service.address) as workers:
        for sent in tables:
            await sent.again(workers)
        service.kill_store()
        for sent in tables:
            await sent.again(workers)
    assert service.stop() == 0

    service = Service(tmp_path, presence_grace_ms=LONGER_THAN_A_TEST_MS)
    async with each_worker(service.address) as workers:
        for sent in tables:
            await sent.again(workers)
            await sent.reused(workers[1])
            await sent.is_in_the_log_once(workers[0])
    print(
        f"R11: 2 requests at each of {len(tables)} games, sent {2 * (AT_ONCE + 6)} times: once each"
    )
    assert service.stop() == 0


async def test_r11_a_table_is_made_once(workers: list[Stubs]) -> None:
    """The same creation, sent to both workers at once and later: one table, and another one is nonsense."""
    for title in GAMES:
        token = bearer(new_id() * 2)
        request = wire.CreateTableRequest(game=title, seats=3, request_id=new_id())
        calls = [workers[n % 2].tables.CreateTable(request, metadata=token) for n in range(AT_ONCE)]
        made = {(await each).table.table_id for each in calls}
        assert len(made) == 1
        request.seats = 4
        refused = await failing(workers[1].tables.CreateTable(request, metadata=token))
        assert (refused.code, refused.info.reason) == REUSED
