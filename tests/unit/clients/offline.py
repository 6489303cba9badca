"""A table of the core without a service: for bots and screens that need a real position."""

from __future__ import annotations

from typing import TYPE_CHECKING

import ludoteca_core as core
from ludoteca.burgenland.v1 import burgenland_pb2
from ludoteca.v1 import table_pb2, table_service_pb2

if TYPE_CHECKING:
    from collections.abc import Callable

    from google.protobuf.message import Message

    from ludoteca_bots import Strategy

AT_MS = 1_700_000_000_000
TABLE_ID = "t" * 26


class OfflineTable:
    """A table with a known seed, whose seats are all held, just started."""

    def __init__(
        self,
        seed: int,
        names: tuple[str, ...] = ("Ana", "Bea"),
        turn_limit: int = 600,
        *,
        game: str = "burgenland",
        options: Message | None = None,
    ):
        """`turn_limit` is Burgenland's; the options of another game are its defaults, or `options`."""
        self._tokens = [core.hash_token(bytes([seat + 1]) * 32) for seat in range(len(names))]
        self._requests = 1
        self.notices: dict[int | None, list[table_pb2.Notice]] = {
            viewer: [] for viewer in (None, *range(len(names)))
        }
        self._at_ms = AT_MS
        if options is None and game == "burgenland":
            options = burgenland_pb2.Options(turn_limit=turn_limit, start_seat="0")
        request = table_service_pb2.CreateTableRequest(
            game=game, seats=len(names), name="Castle night", request_id=self._request_id()
        )
        if options is not None:
            request.options.Pack(options)
        step = core.Library().create(
            request.SerializeToString(),
            table_id=TABLE_ID,
            seed=seed.to_bytes(32, "big"),
            at_ms=AT_MS,
            abandon_after_ms=0,
        )
        self.table = self._kept(step)
        for seat, name in enumerate(names):
            join = table_service_pb2.JoinTableRequest(
                table_id=TABLE_ID, seat=seat, name=name, request_id=self._request_id()
            )
            self._decide(core.Call.join(join.SerializeToString()), None, seat)
        start = table_service_pb2.StartTableRequest(
            table_id=TABLE_ID, request_id=self._request_id()
        )
        self._decide(core.Call.start(start.SerializeToString()), 0, 0)

    def view(self, viewer: int | None) -> table_pb2.View:
        return table_pb2.View.FromString(self.table.view(viewer, True))

    def offers(self, seat: int) -> table_service_pb2.ListActionsResponse:
        return table_service_pb2.ListActionsResponse.FromString(self.table.actions(seat, True))

    def to_act(self) -> int:
        return self.all_to_act()[0]

    def all_to_act(self) -> list[int]:
        seats = table_pb2.Table.FromString(self.table.info()).seats
        return [seat.seat for seat in seats if seat.to_act]

    def wait(self) -> None:
        """Lets time pass until the clock does something."""
        due_at_ms = self.table.due_at_ms
        assert due_at_ms is not None, "nobody moves, and the clock has nothing to do"
        self._at_ms = max(self._at_ms, due_at_ms)
        step = self.table.tick(self._at_ms)
        assert step is not None
        self.table = self._kept(step)

    def _moves(self, seat: int, strategy: Strategy) -> bool:
        offers = self.offers(seat).offers
        if not offers:
            return False
        chosen = strategy.choose(self.view(seat) if strategy.needs_view else None, offers)
        if chosen is not None:
            self.act(seat, chosen)
        return chosen is not None

    def act(self, seat: int, offer: table_pb2.Offer) -> None:
        request = table_service_pb2.ActRequest(
            table_id=TABLE_ID, action=offer.action, request_id=self._request_id()
        )
        self._decide(core.Call.act(request.SerializeToString()), seat, seat)

    def play(
        self,
        strategies: list[Strategy],
        until: Callable[[OfflineTable], bool] = lambda _: False,
    ) -> list[list[int]]:
        """Plays on until the end (or `until`); returns the ranking."""
        while not self.table.is_over and not until(self):
            if not any(self._moves(seat, strategies[seat]) for seat in self.all_to_act()):
                self.wait()
        ranking = table_pb2.Table.FromString(self.table.info()).ranking
        return [list(group.seats) for group in ranking]

    def _request_id(self) -> bytes:
        self._requests += 1
        return self._requests.to_bytes(8, "big")

    def _decide(self, call: core.Call, seat: int | None, token: int) -> None:
        step = self.table.decide(call, seat=seat, token_hash=self._tokens[token], at_ms=self._at_ms)
        self.table = self._kept(step)

    def _kept(self, step: core.Step) -> core.Table:
        for viewer, notices in self.notices.items():
            notices.append(table_pb2.Notice.FromString(step.notice(viewer, True)))
        assert step.table is not None
        return step.table
