"""Workers in memory: the real core and use cases on a log that tests can watch, hold and break."""

from __future__ import annotations

import asyncio
import itertools
from contextlib import aclosing
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, TypedDict, Unpack

import pytest

import ludoteca_core
from ludoteca.v1 import table_pb2
from ludoteca.v1 import table_service_pb2 as wire
from ludoteca_server.application.act import act
from ludoteca_server.application.actions import actions
from ludoteca_server.application.fire_clock import fire_clock
from ludoteca_server.application.join import join
from ludoteca_server.application.ports import no_span
from ludoteca_server.application.service import About, Application
from ludoteca_server.application.start import start
from ludoteca_server.application.watch import watch
from ludoteca_server.eventlog.memory import (
    MemoryDueSets,
    MemoryLobby,
    MemoryLog,
    MemoryPresence,
    MemoryShelf,
)
from ludoteca_server.model.errors import LostRace, StoreAway
from ludoteca_server.model.limits import Limits
from ludoteca_server.model.stream import Follow, Told, Wishes
from ludoteca_server.tally import Tally
from ludoteca_server.transport.rows import read_row
from tests.games import GAMES, fewest_seats, in_turns

if TYPE_CHECKING:
    from collections.abc import AsyncGenerator, Sequence

    from google.protobuf.message import Message

    from ludoteca_server.application.act import Acted
    from ludoteca_server.application.ports import Archive, Span
    from ludoteca_server.eventlog.following import Feed
    from ludoteca_server.model.entry import Entry, EntryId
    from ludoteca_server.model.stream import StreamItem

_ids = itertools.count(1)

every_game = pytest.mark.parametrize("house", GAMES, indirect=True)
"""For a test that holds at every game: its house plays each one in turn."""


def new_id() -> bytes:
    """A request id that no other test uses."""
    return next(_ids).to_bytes(16, "big")


def new_token() -> bytes:
    """The hash of a token that no other test uses."""
    return ludoteca_core.hash_token(next(_ids).to_bytes(32, "big"))


class SetClock:
    """A clock that stands still."""

    def __init__(self) -> None:
        self.at_ms = 1_800_000_000_000

    def now_ms(self) -> int:
        return self.at_ms


class SetSecrets:
    """The same seeds in every run."""

    def __init__(self) -> None:
        self._count = 0

    def seed(self) -> bytes:
        self._count += 1
        return self._count.to_bytes(32, "big")


class WatchedLog(MemoryLog):
    """A log whose appends can be held, lost or carried out without an answer; it notes what happens."""

    def __init__(self) -> None:
        super().__init__()
        self.story: list[str] = []
        self.appended: list[tuple[str, int]] = []
        self.reads = 0
        self.read_from: list[int] = []
        self.settle = asyncio.Event()
        self.settle.set()
        self.held = asyncio.Event()
        """Set once an append waits for `settle`."""
        self.answers_lost = 0
        """So many appends are carried out, but their callers hear nothing."""
        self.append_failure: Exception | None = None
        """Raised by appends alone: a full disk."""
        self.races_lost = 0
        """So many appends are refused as if another one had come first."""

    async def append(self, table_id: str, head: EntryId, events: Sequence[bytes]) -> list[EntryId]:
        if not self.settle.is_set():
            self.held.set()
            await self.settle.wait()
        if self.append_failure is not None:
            raise self.append_failure
        if self.races_lost:
            self.races_lost -= 1
            raise LostRace("Another event came first.", seq=head.seq)
        ids = await super().append(table_id, head, events)
        self.appended.append((table_id, len(events)))
        self.story += [f"appended {each.seq}" for each in ids]
        if self.answers_lost:
            self.answers_lost -= 1
            raise StoreAway("The connection broke.")
        return ids

    def feeds(self) -> dict[str, Feed]:
        """Who follows which log, to lose wake-ups."""
        return self._feeds

    async def read(
        self, table_id: str, from_seq: int = 1, to_seq: int | None = None
    ) -> list[Entry]:
        self.reads += 1
        self.read_from.append(from_seq)
        return await super().read(table_id, from_seq, to_seq)


class Terms(TypedDict, total=False):
    """What a test may ask of a new table; the rest is as nobody said anything."""

    abandon_after_ms: int
    takeover: int
    turn_clock: table_pb2.TurnClock | None
    spectators: table_pb2.Spectators | None
    game: str | None
    options: Message | None


@dataclass
class House:
    """A store and as many workers on it as a test wants."""

    limits: Limits = field(default_factory=Limits)
    clock: SetClock = field(default_factory=SetClock)
    log: WatchedLog = field(default_factory=WatchedLog)
    archive: Archive | None = None
    span: Span = no_span
    game: str = "burgenland"
    """What is played where a test names no game: at the smallest table, and in turns."""

    def __post_init__(self) -> None:
        self.lobby = MemoryLobby(self.clock.now_ms)
        self.secrets = SetSecrets()
        self.due_sets = MemoryDueSets()
        self.presence = MemoryPresence(self.clock.now_ms)
        self.shelf = MemoryShelf(self.log, self.clock.now_ms)

    def worker(self) -> Application:
        """A worker with an empty memory."""
        return Application.build(
            library=ludoteca_core.Library(),
            log=self.log,
            lobby=self.lobby,
            due_sets=self.due_sets,
            presence=self.presence,
            clock=self.clock,
            secrets=self.secrets,
            read_row=read_row,
            limits=self.limits,
            about=About(version="1", durability="process", worker="w"),
            archive=self.archive,
            shelf=self.shelf,
            tally=Tally(),
            span=self.span,
        )

    async def fire(self, app: Application) -> int:
        """Lets a worker look at every table that is due; how many events came of it."""
        before = sum(map(len, self.log.logs.values()))
        for wake in await app.alarms.claim():
            await fire_clock(wake, scribe=app.scribe, alarms=app.alarms)
        return sum(map(len, self.log.logs.values())) - before

    async def open(
        self,
        app: Application,
        seats: int | None = None,
        **terms: Unpack[Terms],
    ) -> str:
        """Makes a table; its id."""
        game, options = terms.get("game"), terms.get("options")
        if game is None:
            game, options = self.game, options or in_turns(self.game)
        request = wire.CreateTableRequest(
            game=game,
            seats=seats or fewest_seats(game),
            request_id=new_id(),
            abandon_after_ms=terms.get("abandon_after_ms", 0),
            takeover=table_pb2.Takeover.ValueType(terms.get("takeover", 0)),
            turn_clock=terms.get("turn_clock"),
            spectators=terms.get("spectators"),
        )
        if options is not None:
            request.options.Pack(options)
        table = table_pb2.Table.FromString(await create(app, request, new_token()))
        return table.table_id

    async def playing(
        self,
        app: Application,
        seats: int | None = None,
        **terms: Unpack[Terms],
    ) -> Playing:
        """A table that has started, and its tokens by seat."""
        seats = seats or fewest_seats(terms.get("game") or self.game)
        table_id = await self.open(app, seats, **terms)
        tokens = [new_token() for _ in range(seats)]
        for seat, token in enumerate(tokens):
            await sit(app, table_id, token, seat=seat)
        request = wire.StartTableRequest(table_id=table_id, request_id=new_id())
        await start(request.SerializeToString(), tokens[0], scribe=app.scribe, pace=app.pace)
        return Playing(table_id, tokens)


@dataclass
class Playing:
    """A table in play."""

    table_id: str
    tokens: list[bytes]

    async def to_act(self, app: Application) -> int:
        """The seat whose turn it is; the first of several."""
        hot = await app.tables.fresh(self.table_id)
        info = table_pb2.Table.FromString(hot.table.info())
        return next(each.seat for each in info.seats if each.to_act)

    async def request(self, app: Application, choice: int = 0) -> tuple[wire.ActRequest, bytes]:
        """An ActRequest of the seat in turn that picks its legal action `choice`, and its token."""
        token = self.tokens[await self.to_act(app)]
        offers = await self.offers(app, token)
        offer = offers.offers[choice % len(offers.offers)]
        request = wire.ActRequest(table_id=self.table_id, action=offer.action, request_id=new_id())
        return request, token

    async def offers(self, app: Application, token: bytes) -> wire.ListActionsResponse:
        listed = await actions(self.table_id, False, token, tables=app.tables)
        return wire.ListActionsResponse.FromString(listed)

    async def move(self, app: Application, choice: int = 0) -> int:
        """Plays one legal action; its seq."""
        request, token = await self.request(app, choice)
        return (await do(app, request, token)).seq


async def spin() -> None:
    """Lets everything that can go on go on."""
    for _ in range(100):
        await asyncio.sleep(0)


async def create(app: Application, request: wire.CreateTableRequest, caller: bytes | None) -> bytes:
    """Opens a table as the transport does."""
    return await app.open_table(request.SerializeToString(), request.request_id, caller)


async def sit(
    app: Application,
    table_id: str,
    token: bytes,
    *,
    seat: int | None = None,
    request_id: bytes | None = None,
) -> int:
    """Takes a seat; the event's seq."""
    request = wire.JoinTableRequest(
        table_id=table_id, seat=seat, name="Ana", request_id=request_id or new_id()
    )
    seated = await join(
        request.SerializeToString(), token, scribe=app.scribe, tables=app.tables, pace=app.pace
    )
    return seated.seq


async def do(app: Application, request: Message, token: bytes | None) -> Acted:
    """Acts as the transport does."""
    return await act(
        request.SerializeToString(),
        token,
        scribe=app.scribe,
        tables=app.tables,
        pace=app.pace,
    )


def follow(
    app: Application,
    table_id: str,
    from_seq: int = 1,
    *,
    caller: bytes | None = None,
    wishes: Wishes | None = None,
) -> AsyncGenerator[StreamItem, None]:
    """A Watch stream of one table."""
    return watch(
        [Follow(table_id, from_seq)],
        wishes or Wishes(),
        caller,
        hub=app.hub,
        tables=app.tables,
    )


async def told(
    app: Application, table_id: str, upto: int, *, from_seq: int = 1, caller: bytes | None = None
) -> list[bytes]:
    """The notices from `from_seq` up to `upto`, as a stream brings them."""
    notices: list[bytes] = []
    async with aclosing(follow(app, table_id, from_seq, caller=caller)) as items:
        async for item in items:
            if isinstance(item, Told):
                notices.append(item.notice)
                if item.seq == upto:
                    break
    return notices
