"""A stand-in for a service with a Buurn table: the test calls the numbers and hears the presses."""

from __future__ import annotations

import asyncio
from typing import TYPE_CHECKING

import grpc

from ludoteca.buurn.v1 import buurn_pb2
from ludoteca.v1 import table_pb2, table_service_pb2, words_pb2
from tests.unit.clients import mat
from tests.unit.clients.fake_service import TABLE_ID, FakeService

if TYPE_CHECKING:
    from collections.abc import Iterable

MONEY = 9


class FakeRace(FakeService):
    """One countdown of Ana's seat. What she presses is kept, and answered as `refusal` says."""

    def __init__(self) -> None:
        super().__init__()
        self.board = mat.a_board(None)
        self.presses: list[table_service_pb2.PlayAction] = []
        self.refusal: words_pb2.Rejection | None = None
        self.count: int | None = None
        self.is_alone = False

    async def call(self, to: int) -> None:
        """The clock calls a number."""
        self.count = self.board.count = to
        await self._happens(mat.called(0, to))

    async def sell(self, to: int) -> None:
        """Somebody else buys."""
        self.board.phase, self.board.price = "scramble", self.board.count
        self.board.totems[0].holder = to
        offer = mat.grab("purchase", self.board.price)
        await self._happens(mat.grabbed(1, to, offer, "fact-sold", 500))

    async def finish(self) -> None:
        """The table is over."""
        self.last_seq = len(self.notices) + 1
        self.board.phase = "finished"
        await self._happens(table_pb2.Notice(kind="acted", by_clock=True))

    async def _happens(self, notice: table_pb2.Notice) -> None:
        seq = self.note("acted")
        made = self.notices[-1]
        notice.table_id, notice.seq, notice.view_digest = TABLE_ID, seq, made.view_digest
        notice.to_act.extend(made.to_act[:1] if self.is_alone else made.to_act)
        notice.lifecycle = made.lifecycle
        made.CopyFrom(notice)
        await self.tell()

    def table(self, seq: int) -> table_pb2.Table:
        table = super().table(seq)
        table.game = "buurn"
        table.ClearField("seats")
        table.seats.extend(mat.a_view().table.seats)
        for seat in table.seats:
            seat.to_act = seat.to_act and seq < self.last_seq
        table.options.Pack(buurn_pb2.Options(tick_ms=self.tick_ms, grace_ms=250))
        return table

    tick_ms = 60_000

    def view(self, seq: int) -> table_pb2.View:
        view = mat.a_view(self.board)
        view.table.CopyFrom(self.table(seq))
        view.view_digest = seq * 1_000_003
        return view

    def offers(self) -> table_service_pb2.ListActionsResponse:
        response = table_service_pb2.ListActionsResponse(seq=len(self.notices))
        response.offers.extend(self._offered())
        return response

    def _offered(self) -> Iterable[table_pb2.Offer]:
        if self.board.phase == "countdown" and self.count is not None:
            return mat.in_countdown(self.count, MONEY)
        if self.board.phase == "scramble":
            return [mat.grab(totem, self.board.price) for totem in mat.TOTEMS[1:]]
        return []

    async def _play_one(
        self, action: table_service_pb2.PlayAction
    ) -> table_service_pb2.PlayResponse:
        self.presses.append(action)
        if self.refusal is not None:
            code = grpc.StatusCode.FAILED_PRECONDITION.value[0]
            refused = table_service_pb2.Refused(
                request_id=action.request_id, status=code, rejection=self.refusal
            )
            return table_service_pb2.PlayResponse(refused=refused)
        accepted = table_service_pb2.Accepted(
            request_id=action.request_id, seq=len(self.notices) + 1
        )
        await asyncio.sleep(0)
        return table_service_pb2.PlayResponse(accepted=accepted)

    def pressed(self) -> list[tuple[str, int]]:
        """The totems and numbers that came."""
        found = []
        for press in self.presses:
            action = buurn_pb2.Action()
            press.action.Unpack(action)
            found.append((action.grab.totem, action.grab.count))
        return found
