"""People who play and watch while stores and workers die: they send again what was not answered, and come back."""

from __future__ import annotations

import asyncio
from contextlib import AsyncExitStack
from typing import TYPE_CHECKING

import grpc

from ludoteca.v1 import table_pb2
from ludoteca.v1 import table_service_pb2 as wire
from ludoteca_client import Token
from tests.e2e.api.table import bearer

if TYPE_CHECKING:
    from ludoteca_client import Client, LineState, Play
    from tests.e2e.api.table import Game, Stubs

AGAIN_AFTER_S = 0.05


class Steadfast:
    """Plays a table by unary calls and sends each again, to the other worker, until it is answered."""

    def __init__(self, game: Game, workers: list[Stubs]) -> None:
        self.game = game
        self.acknowledged: list[int] = []
        self.unanswered = 0
        self._workers = workers

    async def play(self, moves: int) -> None:
        """So many legal actions, one after the other."""
        for _ in range(moves):
            await self.move()

    async def move(self) -> None:
        """One legal action: chosen and acted until it is acknowledged."""
        request, token = await self._chosen()
        while True:
            try:
                answer = await self._stubs().tables.Act(request, metadata=bearer(token))
            except grpc.aio.AioRpcError as error:
                await self._away(error)
                continue
            self.acknowledged.append(answer.seq)
            return

    async def leave(self) -> None:
        """Nothing is open."""

    async def _chosen(self) -> tuple[wire.ActRequest, bytes]:
        while True:
            try:
                return await self.game.request(self._stubs(), len(self.acknowledged))
            except grpc.aio.AioRpcError as error:
                await self._away(error)

    def _stubs(self) -> Stubs:
        return self._workers[self.unanswered % len(self._workers)]

    async def _away(self, error: grpc.aio.AioRpcError) -> None:
        self.unanswered += 1
        if error.code() is not grpc.StatusCode.UNAVAILABLE:
            raise error  # a store that is away is named, whatever was being done
        await asyncio.sleep(AGAIN_AFTER_S)


class Streaming(Steadfast):
    """Plays a table on a stream of each seat: our own client sends again and comes back."""

    def __init__(self, game: Game, workers: list[Stubs], client: Client) -> None:
        super().__init__(game, workers)
        self.breaks = 0
        self._stack = AsyncExitStack()
        self._plays: dict[bytes, Play] = {
            token: client.seat(game.table_id, seat, Token(token)).play(
                from_seq=1, on_line=self._line_changed
            )
            for seat, token in enumerate(game.tokens)
        }

    async def come(self) -> None:
        """Opens the streams."""
        for play in self._plays.values():
            await self._stack.enter_async_context(play)

    async def move(self) -> None:
        request, token = await self._chosen()
        self.acknowledged.append(await self._plays[token].act(request.action))

    async def heard(self, last: int) -> list[list[int]]:
        """The seqs that each seat was told, up to `last`."""
        told: list[list[int]] = []
        for play in self._plays.values():
            told.append([])
            async for notice in play:
                told[-1].append(notice.seq)
                if notice.seq == last:
                    break
        return told

    async def leave(self) -> None:
        await self._stack.aclose()

    def _line_changed(self, state: LineState) -> None:
        self.breaks += not state.connected


async def follow_through(workers: list[Stubs], table_id: str, upto: int) -> tuple[list[bytes], int]:
    """Watches to `upto` and comes back after every break; the notices, and how often it broke."""
    told: list[bytes] = []
    last = breaks = 0
    while last < upto:
        request = wire.WatchRequest(follows=[wire.Follow(table_id=table_id, from_seq=last + 1)])
        call = workers[breaks % len(workers)].tables.Watch(request)
        try:
            async for response in call:
                if response.HasField("notice"):
                    told.append(response.notice.SerializeToString(deterministic=True))
                    last = response.notice.seq
                    if last == upto:
                        break
        except grpc.aio.AioRpcError as error:
            if error.code() is not grpc.StatusCode.UNAVAILABLE:
                raise
            breaks += 1
            await asyncio.sleep(AGAIN_AFTER_S)
        call.cancel()
    return told, breaks


def seqs_of(told: list[bytes]) -> list[int]:
    """The seqs of notices."""
    return [table_pb2.Notice.FromString(each).seq for each in told]
