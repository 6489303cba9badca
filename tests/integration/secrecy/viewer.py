"""Somebody who looks at a table over a line of their own that is listened to: a seat, a bot, the public."""

from __future__ import annotations

import asyncio
from typing import TYPE_CHECKING

import grpc

from ludoteca.v1 import table_service_pb2 as wire
from ludoteca_bots.kinds import make
from ludoteca_client import Client
from ludoteca_client.tokens import Token
from tests.e2e.api.table import Stubs, bearer, channel, new_id
from tests.integration.secrecy.wiretap import Heard, Wiretap

if TYPE_CHECKING:
    from collections.abc import Awaitable

    from google.protobuf.any_pb2 import Any

    from ludoteca_client import Moment, Play

    Response = wire.PlayResponse | wire.WatchResponse
    PlayCall = grpc.aio.StreamStreamCall[wire.PlayRequest, wire.PlayResponse]
    WatchCall = grpc.aio.UnaryStreamCall[wire.WatchRequest, wire.WatchResponse]


class Viewer:
    """A stream that is always read, and a line for questions."""

    def __init__(self, port: int, table_id: str, seat: int | None, token: bytes | None) -> None:
        self.table_id = table_id
        self.seat = seat
        self.token = token
        self.tap = Wiretap(port)
        self.seqs: dict[str, int] = {}
        """The last seq of each kind of item that came."""
        self.notices: list[bytes] = []
        self._news = asyncio.Event()
        self._reading: asyncio.Task[None] | None = None

    async def start(self, *, all_things: bool) -> None:
        """Opens the stream; `all_things` asks for views and legal actions too."""
        await self.tap.start()
        self.stubs = Stubs(channel(self.tap.address))
        self.wants = ["notice", "view"] if all_things else ["notice"]
        self._reading = asyncio.create_task(self._read(all_things=all_things))

    async def stop(self) -> None:
        assert self._reading is not None
        self._reading.cancel()
        await asyncio.gather(self._reading, return_exceptions=True)
        await self.stubs.channel.close()
        await self.tap.stop()

    async def reached(self, seq: int) -> None:
        """Returns when all that the event brings has come."""
        assert self._reading is not None
        while any(self.seqs.get(kind, 0) < seq for kind in self.wants):
            if self._reading.done():
                self._reading.result()
                raise AssertionError(f"the stream of {self.seat} ended at {self.seqs}")
            self._news.clear()
            await self._news.wait()

    async def ask(self, call: Awaitable[object]) -> object:
        """The answer, or None if the call is refused; what the refusal says is kept."""
        try:
            return await call
        except grpc.aio.AioRpcError as error:
            self.tap.heard.said += (error.details() or "").encode()
            for key, value in [*error.initial_metadata(), *error.trailing_metadata()]:
                self.tap.heard.said += key.encode()
                self.tap.heard.said += value if isinstance(value, bytes) else value.encode()
            return None

    def metadata(self) -> tuple[tuple[str, str], ...] | None:
        return bearer(self.token) if self.token else None

    async def act(self, action: Any) -> int:
        """Acts; the seq."""
        request = wire.ActRequest(
            table_id=self.table_id, action=action, request_id=new_id(), words=True
        )
        return (await self.stubs.tables.Act(request, metadata=self.metadata())).seq

    async def _read(self, *, all_things: bool) -> None:
        follows = [wire.Follow(table_id=self.table_id, from_seq=1)]
        request = wire.WatchRequest(follows=follows, words=True, views=all_things)
        async for response in self.stubs.tables.Watch(request, metadata=self.metadata()):
            self._take(response)

    def _take(self, response: Response) -> None:
        match response.WhichOneof("message"):
            case "notice":
                self.seqs["notice"] = response.notice.seq
                self.notices.append(response.notice.SerializeToString(deterministic=True))
            case "view":
                self.seqs["view"] = response.view.table.seq
            case "offers" if isinstance(response, wire.PlayResponse):
                self.seqs["offers"] = response.offers.seq
            case "group" if isinstance(response, wire.PlayResponse):
                for each in response.group.responses:
                    self._take(each)
        self._news.set()


class Seated(Viewer):
    """A seat that plays over a `Play` stream, with everything it can ask for."""

    async def _read(self, *, all_things: bool) -> None:
        if all_things:
            self.wants = ["notice", "view", "offers"]
        call = self.stubs.tables.Play(metadata=self.metadata())
        opening = wire.PlayOpen(
            table_id=self.table_id, from_seq=1, words=True, views=all_things, offers=all_things
        )
        opening.groups = bool(self.seat)
        await call.write(wire.PlayRequest(open=opening))
        async for response in call:
            self._take(response)


class Bot(Viewer):
    """A bot of ours, on the interface that every bot has."""

    def __init__(
        self, port: int, table_id: str, seat: int, token: bytes, kind: str, game: str
    ) -> None:
        super().__init__(port, table_id, seat, token)
        self._kind = make(kind, game, seat)
        self._moment: Moment | None = None
        self._play: Play | None = None

    async def act(self, action: Any) -> int:
        """Chooses itself; takes `action` where it would wait."""
        assert self._play is not None
        assert self._moment is not None
        offers = self._moment.offers
        assert offers is not None
        offer = self._kind.choose(self._moment.view, offers.offers)
        return await self._play.act(action if offer is None else offer)

    async def _read(self, *, all_things: bool) -> None:
        assert self.seat is not None
        assert self.token is not None
        async with Client(self.tap.address) as client:
            seat = client.seat(self.table_id, self.seat, Token(self.token))
            async with seat.play(from_seq=1, words=True, views=True, offers=True) as play:
                self._play = play
                async for moment in play.moments():
                    self._moment = moment
                    self.seqs = dict.fromkeys(self.wants, moment.seq)
                    self._news.set()


def taken(viewers: list[Viewer]) -> dict[int | None, Heard]:
    """What each has heard since the last time."""
    return {viewer.seat: viewer.tap.take() for viewer in viewers}
