"""A table whose people are listened to: what each hears between two events is kept apart."""

from __future__ import annotations

import asyncio
import os
from dataclasses import dataclass, field
from typing import TYPE_CHECKING

from ludoteca.v1 import record_service_pb2, table_pb2
from ludoteca.v1 import table_service_pb2 as wire
from ludoteca_server.model.limits import Limits
from ludoteca_server.settings import Settings
from ludoteca_server.transport.server import Transport
from tests.e2e.api.table import Stubs, bearer, channel, dice, new_game, new_id
from tests.integration.secrecy.canaries import found, planted
from tests.integration.secrecy.viewer import Bot, Seated, Viewer, taken
from tests.unit.application.house import House, SetSecrets

if TYPE_CHECKING:
    import random
    from collections.abc import Callable

    from google.protobuf.any_pb2 import Any

    from ludoteca_core import Table
    from ludoteca_server.model.entry import Entry
    from tests.integration.secrecy.wiretap import Heard

_NO_BOUNDS = Limits(
    actions_per_second=0, peer_calls_per_second=0, peer_tables_per_minute=0, streams_per_peer=0
)


class RandomSecrets(SetSecrets):
    """Seeds that look like seeds; all that were given out."""

    def __init__(self) -> None:
        self.given: list[bytes] = []

    def seed(self) -> bytes:
        self.given.append(os.urandom(32))
        return self.given[-1]


class Hall:
    """A server in this process, with content files in which everything hidden is a canary."""

    def __init__(self, house: House | None = None) -> None:
        if house is None:
            house = House(limits=_NO_BOUNDS)
            house.secrets = RandomSecrets()
        self.house = house
        self.app = house.worker()
        self._transport = Transport(self.app, Settings.model_validate({"port": 0, "drain_s": 1}))

    def plant(self, game: str) -> int:
        """Takes in the game's canaries; how many there are."""
        text, count = planted(game)
        self.app.library.add_content(game, text)
        return count

    async def start(self) -> None:
        self.port = await self._transport.start()
        self.stubs = Stubs(channel(f"127.0.0.1:{self.port}"))

    async def stop(self) -> None:
        await self.stubs.channel.close()
        await self._transport.drain()

    async def table(self, table_id: str) -> Table:
        return (await self.app.tables.fresh(table_id)).table


@dataclass
class Window:
    """What one viewer heard when event `seq` happened, or asked between it and the next."""

    seq: int
    viewer: int | None
    heard: Heard
    asked: set[int] = field(default_factory=set)
    """What the viewer's own question named."""
    is_past: bool = False
    """Whether the past was asked for: all that was ever shown may be in the answer."""


class Desk:
    """One table, played at random, one event after another, with everybody's ears on it."""

    def __init__(self, hall: Hall, game: str, seed: int) -> None:
        self.hall = hall
        self.name = game
        self.chance: random.Random = dice(seed)
        self.windows: list[Window] = []
        self.events = 0
        self.seated: Callable[[], None] = lambda: None
        """Called before anybody looks at the table."""
        self.all_things = game != "buurn"
        """Views and legal actions of Buurn name every family: there, notices and refusals are searched."""

    async def open(self, seats: int, options: Any | None = None) -> None:
        stubs, name = self.hall.stubs, self.name
        if options is None:
            self.game = await new_game(stubs, seats, game=name)
        else:
            self.game = await new_game(stubs, seats, game=name, options=options)
        self.seated()
        port, table_id = self.hall.port, self.game.table_id
        self.people: list[Viewer] = [
            Seated(port, table_id, seat, token) for seat, token in enumerate(self.game.tokens)
        ]
        if self.all_things:
            kind = self.chance.choice(["random", "greedy"])
            self.people[0] = Bot(port, table_id, 0, self.game.tokens[0], kind, self.name)
        self.people.append(Viewer(port, table_id, None, None))
        for person in self.people:
            await person.start(all_things=self.all_things)
        await self._heard(seats + 2)

    async def close(self) -> None:
        for person in self.people:
            await person.stop()

    async def play(self, most: int) -> None:
        """Plays to the end, or up to `most` events, after which all seats but one resign."""
        while self.events < most and not (table := await self.table()).is_over:
            info = table_pb2.Table.FromString(table.info())
            person = self.people[self.chance.choice([s.seat for s in info.seats if s.to_act])]
            await self._heard(await self._act(person, self.offers(table, person)))
            if self.chance.random() < 0.25 and not (await self.table()).is_over:
                await self._ask_around()
            if self.chance.random() < 0.03:
                await self._come_late()
        for person in self.people:
            person.wants = ["notice"]  # a table that is over offers nothing
        for token in self.game.tokens[1:]:
            if not (await self.table()).is_over:
                request = wire.ResignRequest(table_id=self.game.table_id, request_id=new_id())
                await self.hall.stubs.tables.Resign(request, metadata=bearer(token))
        for person in self.people:
            await person.reached((await self.table()).seq)
        self.last = taken(self.people)

    async def table(self) -> Table:
        return await self.hall.table(self.game.table_id)

    def entries(self) -> list[Entry]:
        """The table's log as it is stored."""
        return self.hall.house.log.logs[self.game.table_id]

    def offers(self, table: Table, person: Viewer) -> wire.ListActionsResponse:
        """A seat's legal actions, asked of the core: the wire shall not hear of it."""
        assert person.seat is not None
        return wire.ListActionsResponse.FromString(table.actions(person.seat, False))

    async def record(self) -> bytes:
        """The table's record as the public gets it; of a table that is over, all of it."""
        request = record_service_pb2.ExportRecordRequest(table_id=self.game.table_id)
        return b"".join([part.data async for part in self.hall.stubs.records.ExportRecord(request)])

    async def _act(self, person: Viewer, offers: wire.ListActionsResponse) -> int:
        if offers.takeback_choices and self.chance.random() < 0.1:
            back = wire.TakeBackRequest(
                table_id=self.game.table_id,
                to_seq=self.chance.choice(offers.takeback_choices),
                request_id=new_id(),
            )
            call = person.stubs.tables.TakeBack(back, metadata=person.metadata())
            return (await call).seq
        return await person.act(self.chance.choice(offers.offers).action)

    async def _heard(self, seq: int) -> None:
        """Waits until everybody has heard of an event, and keeps what they heard."""
        self.events += 1
        for person in self.people:
            await person.reached(seq)
        self._keep(seq)

    def _keep(self, seq: int, asked: set[int] | None = None, *, is_past: bool = False) -> None:
        for viewer, heard in taken(self.people).items():
            self.windows.append(Window(seq, viewer, heard, asked or set(), is_past))

    async def _ask_around(self) -> None:
        """Everybody asks what it may do, tries what only others may, and gives orders that come too late."""
        table = await self.table()
        person = self.chance.choice(self.people[:-1])
        other = self.chance.choice(self.people[:-1])
        choices = self.offers(table, other).offers
        if choices:
            await self._try(person, self.chance.choice(choices).action, table.seq)
        if self.all_things:
            await asyncio.gather(*(self._look(each) for each in self.people))
            self._keep(table.seq)

    async def _look(self, person: Viewer) -> None:
        """Somebody asks for all that it may see, at once: that takes less time than one after another."""
        here, tables, metadata = self.game.table_id, person.stubs.tables, person.metadata()
        listing = wire.ListActionsRequest(table_id=here, words=True)
        looking = wire.GetViewRequest(table_id=here, words=True)
        await asyncio.gather(
            person.ask(tables.ListActions(listing, metadata=metadata)),
            person.ask(tables.GetView(looking, metadata=metadata)),
            person.ask(tables.GetTable(wire.GetTableRequest(table_id=here))),
        )

    async def _try(self, person: Viewer, action: Any, seq: int) -> None:
        """Asks for an action that is legal for somebody, in ways that change nothing."""
        here, tables = self.game.table_id, person.stubs.tables
        checking = wire.CheckActionRequest(table_id=here, action=action, words=True)
        await person.ask(tables.CheckAction(checking, metadata=person.metadata()))
        acting = wire.ActRequest(
            table_id=here, action=action, request_id=new_id(), expected_seq=1, words=True
        )
        await person.ask(tables.Act(acting, metadata=person.metadata()))
        await person.ask(tables.Act(acting, metadata=bearer(bytes(32))))
        await person.ask(tables.Act(acting))
        back = wire.TakeBackRequest(table_id=here, to_seq=1, request_id=new_id())
        await person.ask(tables.TakeBack(back, metadata=person.metadata()))
        self._keep(seq, found(action.SerializeToString()))

    async def _come_late(self) -> None:
        """Somebody comes late and reads the past: what they are told is what those heard who were there."""
        table = await self.table()
        person = self.chance.choice(self.people)
        follows = [wire.Follow(table_id=self.game.table_id, from_seq=1)]
        request = wire.WatchRequest(follows=follows, words=True)
        call = person.stubs.tables.Watch(request, metadata=person.metadata())
        told: list[bytes] = []
        async for response in call:
            if response.HasField("live"):
                break
            told.append(response.notice.SerializeToString(deterministic=True))
        call.cancel()
        assert told == (notices := person.notices) or not notices, "R39: live and replay differ"
        if self.all_things:
            view = wire.GetViewRequest(
                table_id=self.game.table_id, seq=self.chance.randint(1, table.seq), words=True
            )
            await person.ask(person.stubs.tables.GetView(view, metadata=person.metadata()))
        self._keep(table.seq, is_past=True)
