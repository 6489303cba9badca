"""A table that plays itself through the extension: bytes in, bytes out."""

from __future__ import annotations

from random import Random
from typing import TYPE_CHECKING

from ludoteca.v1.table_pb2 import Table as TableMessage
from ludoteca.v1.table_service_pb2 import (
    ActRequest,
    CreateTableRequest,
    JoinTableRequest,
    ListActionsResponse,
    StartTableRequest,
)
from ludoteca_core import Call, Library, Step, Table, hash_token

if TYPE_CHECKING:
    from google.protobuf.message import Message

SEED = bytes(range(32))


class Desk:
    """A started table, its log and its seats' token hashes."""

    def __init__(
        self,
        library: Library,
        seats: int,
        seed: int,
        *,
        game: str = "burgenland",
        options: Message | None = None,
    ) -> None:
        self.random = Random(seed)  # noqa: S311 - a test's own dice
        self.library = library
        self.tokens = [hash_token(bytes([seat]) * 32) for seat in range(seats)]
        create = CreateTableRequest(game=game, seats=seats, request_id=self.request_id())
        if options is not None:
            create.options.Pack(options)
        first = library.create(
            create.SerializeToString(), table_id="desk", seed=SEED, at_ms=1, abandon_after_ms=0
        )
        assert first.table is not None
        self.table: Table = first.table
        self.log = [first.event]
        for seat in range(seats):
            join = JoinTableRequest(
                table_id="desk", seat=seat, name=f"Seat{seat}", request_id=self.request_id()
            )
            self.ask(Call.join(join.SerializeToString()), None, self.tokens[seat])
        start = StartTableRequest(table_id="desk", request_id=self.request_id())
        self.ask(Call.start(start.SerializeToString()), 0)

    def request_id(self) -> bytes:
        """A fresh one."""
        return self.random.randbytes(16)

    def ask(self, call: Call, seat: int | None, token_hash: bytes = b"") -> Step:
        """Decides a call, and keeps the event and the table after it."""
        step = self.table.decide(call, seat=seat, token_hash=token_hash, at_ms=2)
        self.log.append(step.event)
        assert step.table is not None
        self.table = step.table
        return step

    def to_act(self) -> int:
        """The seat that acts."""
        info = TableMessage.FromString(self.table.info())
        return next(seat.seat for seat in info.seats if seat.to_act)

    def call(self, seat: int) -> Call:
        """A random legal action of a seat."""
        offers = ListActionsResponse.FromString(self.table.actions(seat, False)).offers
        action = self.random.choice(offers).action
        request = ActRequest(table_id="desk", action=action, request_id=self.request_id())
        return Call.act(request.SerializeToString())

    def play(self, actions: int | None = None) -> None:
        """Plays so many random actions, or to the end."""
        while not self.table.is_over and actions != 0:
            seat = self.to_act()
            self.ask(self.call(seat), seat)
            actions = actions and actions - 1
