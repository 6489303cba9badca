"""A table of the core without a service: for bots and screens that need a real position."""

from __future__ import annotations

from typing import TYPE_CHECKING

from google.protobuf import any_pb2

import ludoteca_core as core
from ludoteca.burgenland.v1 import burgenland_pb2
from ludoteca.v1 import table_pb2, table_service_pb2

if TYPE_CHECKING:
    from collections.abc import Callable

    from ludoteca_bots import Strategy

AT_MS = 1_700_000_000_000
TABLE_ID = "t" * 26


class OfflineTable:
    """A table with a known seed, whose seats are all held, just started."""

    def __init__(self, seed: int, names: tuple[str, ...] = ("Ana", "Bea"), turn_limit: int = 600):
        self._tokens = [core.hash_token(bytes([seat + 1]) * 32) for seat in range(len(names))]
        self._requests = 1
        self.notices: dict[int | None, list[table_pb2.Notice]] = {
            viewer: [] for viewer in (None, *range(len(names)))
        }
        options = any_pb2.Any()
        options.Pack(burgenland_pb2.Options(turn_limit=turn_limit, start_seat="0"))
        request = table_service_pb2.CreateTableRequest(
            game="burgenland",
            seats=len(names),
            name="Castle night",
            options=options,
            request_id=self._request_id(),
        )
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
        seats = table_pb2.Table.FromString(self.table.info()).seats
        return next(seat.seat for seat in seats if seat.to_act)

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
            seat = self.to_act()
            view = self.view(seat) if strategies[seat].needs_view else None
            self.act(seat, strategies[seat].choose(view, self.offers(seat).offers))
        ranking = table_pb2.Table.FromString(self.table.info()).ranking
        return [list(group.seats) for group in ranking]

    def _request_id(self) -> bytes:
        self._requests += 1
        return self._requests.to_bytes(8, "big")

    def _decide(self, call: core.Call, seat: int | None, token: int) -> None:
        step = self.table.decide(call, seat=seat, token_hash=self._tokens[token], at_ms=AT_MS)
        self.table = self._kept(step)

    def _kept(self, step: core.Step) -> core.Table:
        for viewer, notices in self.notices.items():
            notices.append(table_pb2.Notice.FromString(step.notice(viewer, True)))
        assert step.table is not None
        return step.table
