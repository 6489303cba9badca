"""A small stand-in for the service: one table with two seats that count, and faults on demand."""

from __future__ import annotations

import asyncio
import random
from typing import TYPE_CHECKING, TypeAlias

import grpc
from google.protobuf import any_pb2, duration_pb2
from google.rpc import code_pb2, error_details_pb2, status_pb2

from ludoteca.burgenland.v1 import burgenland_pb2
from ludoteca.v1 import (
    catalog_service_pb2,
    catalog_service_pb2_grpc,
    record_service_pb2_grpc,
    table_pb2,
    table_service_pb2,
    table_service_pb2_grpc,
    words_pb2,
)

if TYPE_CHECKING:
    from collections.abc import AsyncIterator

    from google.protobuf.message import Message

TABLE_ID = "a" * 26
SECRET = "9f" * 32
_Context: TypeAlias = "grpc.aio.ServicerContext[Message, Message]"
_Out: TypeAlias = "asyncio.Queue[table_service_pb2.PlayResponse | None]"


class _LineBroke(Exception):
    """The stream breaks here."""


def packed(message: burgenland_pb2.Action | burgenland_pb2.View) -> any_pb2.Any:
    """A game's message as it travels."""
    any_message = any_pb2.Any()
    any_message.Pack(message)
    return any_message


DRAW = burgenland_pb2.Action(draw_cards=burgenland_pb2.DrawCards())
END = burgenland_pb2.Action(end_turn=burgenland_pb2.EndTurn())


def sentence(text: str) -> words_pb2.Sentence:
    return words_pb2.Sentence(key="test", text=text)


async def fail(
    context: _Context, code: grpc.StatusCode, reason: str, *details: Message, seq: int = 0
) -> None:
    """Ends a call with a typed error, as the service does."""
    info = error_details_pb2.ErrorInfo(
        reason=reason, domain="ludoteca", metadata={"seq": str(seq)} if seq else {}
    )
    status = status_pb2.Status(code=code.value[0], message=f"{reason}: do this")
    for detail in (info, *details):
        status.details.add().Pack(detail)
    trailing = (("grpc-status-details-bin", status.SerializeToString()),)
    await context.abort(code, f"{reason}: do this", trailing_metadata=trailing)


class FakeService(
    table_service_pb2_grpc.TableServiceServicer,
    catalog_service_pb2_grpc.CatalogServiceServicer,
    record_service_pb2_grpc.RecordServiceServicer,
):
    """Seat 0 and 1 act in any order; every action is an event; the table ends at event `last_seq`."""

    def __init__(self, last_seq: int = 1_000) -> None:
        self.notices: list[table_pb2.Notice] = []
        self.last_seq = last_seq
        self.answers: dict[bytes, int] = {}
        self.tokens: list[str] = []
        self.changed = asyncio.Condition()
        self.cut_share = 0.0
        self.longest = 0
        """Actions of the longest message that came."""
        self.drops = 0
        self.lost_answers = 0
        self.wrong_digests: set[int] = set()
        self.away = 0
        self.later = 0
        self.reveals = False
        self.opened: list[int] = []
        self.chance = random.Random(5)  # noqa: S311 - repeatable faults
        self.note("created")

    def note(self, kind: str, seat: int | None = None, action: any_pb2.Any | None = None) -> int:
        seq = len(self.notices) + 1
        over = seq >= self.last_seq
        self.notices.append(
            table_pb2.Notice(
                table_id=TABLE_ID,
                seq=seq,
                kind=kind,
                seat=seat,
                action=action,
                view_digest=seq * 1_000_003,
                to_act=[] if over else [0, 1],
                lifecycle=table_pb2.LIFECYCLE_FINISHED if over else table_pb2.LIFECYCLE_PLAYING,
                sentence=sentence(f"{kind} {seq}"),
            )
        )
        return seq

    async def add(self, seat: int, action: any_pb2.Any, request_id: bytes) -> int:
        """The event of an action: the one it already made, or a new one."""
        if request_id in self.answers:
            return self.answers[request_id]
        async with self.changed:
            seq = self.note("acted", seat, action)
            self.answers[request_id] = seq
            self.changed.notify_all()
        return seq

    async def drop_all(self) -> None:
        """Breaks every stream that waits."""
        self.drops += 1
        await self.tell()

    async def tell(self) -> None:
        """Lets the streams look for what is new."""
        async with self.changed:
            self.changed.notify_all()

    def table(self, seq: int) -> table_pb2.Table:
        over = seq >= self.last_seq
        return table_pb2.Table(
            table_id=TABLE_ID,
            game="burgenland",
            name="test",
            seq=seq,
            lifecycle=table_pb2.LIFECYCLE_FINISHED if over else table_pb2.LIFECYCLE_PLAYING,
            seats=[
                table_pb2.SeatInfo(seat=s, name=name, held=True, to_act=not over)
                for s, name in enumerate(["Ana", "Bea"])
            ],
        )

    def view(self, seq: int) -> table_pb2.View:
        view = table_pb2.View(table=self.table(seq), view_digest=seq * 1_000_003)
        view.seat = 0
        view.state.Pack(burgenland_pb2.View(turn=seq))
        return view

    def offers(self) -> table_service_pb2.ListActionsResponse:
        seq = len(self.notices)
        response = table_service_pb2.ListActionsResponse(seq=seq, prompt=sentence("draw or end"))
        if seq < self.last_seq:
            for action, label, name in ((DRAW, "draw", "draw_cards"), (END, "end", "end_turn")):
                response.offers.add(
                    action=packed(action), label=sentence(label), name=name, reveals=self.reveals
                )
        return response

    async def CreateTable(  # noqa: N802 - the name in the proto, as below
        self, request: table_service_pb2.CreateTableRequest, context: _Context
    ) -> table_service_pb2.CreateTableResponse:
        if self.away:
            self.away -= 1
            await fail(context, grpc.StatusCode.UNAVAILABLE, "store_away")
        self.answers.setdefault(request.request_id, len(self.answers))
        return table_service_pb2.CreateTableResponse(table=self.table(1))

    async def JoinTable(  # noqa: N802
        self, request: table_service_pb2.JoinTableRequest, context: _Context
    ) -> table_service_pb2.JoinTableResponse:
        self.tokens.append(str(dict(context.invocation_metadata() or ())["authorization"]))
        return table_service_pb2.JoinTableResponse(seat=request.seat, table=self.table(1))

    async def GetTable(  # noqa: N802
        self, request: table_service_pb2.GetTableRequest, context: _Context
    ) -> table_service_pb2.GetTableResponse:
        if request.table_id != TABLE_ID:
            await fail(context, grpc.StatusCode.NOT_FOUND, "no_such_table")
        return table_service_pb2.GetTableResponse(table=self.table(len(self.notices)))

    async def GetView(  # noqa: N802
        self, request: table_service_pb2.GetViewRequest, context: _Context
    ) -> table_service_pb2.GetViewResponse:
        seq = request.seq if request.HasField("seq") else len(self.notices)
        if seq > len(self.notices):
            await fail(context, grpc.StatusCode.OUT_OF_RANGE, "seq_from_the_future")
        return table_service_pb2.GetViewResponse(view=self.view(seq))

    async def GetGame(  # noqa: N802
        self, request: catalog_service_pb2.GetGameRequest, context: _Context
    ) -> catalog_service_pb2.GetGameResponse:
        game = catalog_service_pb2.Game(
            id=request.game, name="Burgenland", options_type="ludoteca.burgenland.v1.Options"
        )
        game.options.add(id="turn_limit", min=0, max=10_000, default_value="600")
        return catalog_service_pb2.GetGameResponse(game=game, rules="# Rules\n\nDraw, then end.\n")

    async def ListActions(  # noqa: N802
        self, request: table_service_pb2.ListActionsRequest, context: _Context
    ) -> table_service_pb2.ListActionsResponse:
        return self.offers()

    async def CheckAction(  # noqa: N802
        self, request: table_service_pb2.CheckActionRequest, context: _Context
    ) -> table_service_pb2.CheckActionResponse:
        if request.action in (packed(DRAW), packed(END)):
            return table_service_pb2.CheckActionResponse()
        return table_service_pb2.CheckActionResponse(
            rejection=words_pb2.Rejection(
                code="cannot_pay", rule="8.3", sentence=sentence("You cannot pay that.")
            )
        )

    async def Act(  # noqa: N802
        self, request: table_service_pb2.ActRequest, context: _Context
    ) -> table_service_pb2.ActResponse:
        if self.later:
            self.later -= 1
            retry = error_details_pb2.RetryInfo(retry_delay=duration_pb2.Duration(nanos=20_000_000))
            await fail(context, grpc.StatusCode.RESOURCE_EXHAUSTED, "too_much", retry)
        if request.HasField("expected_seq") and request.expected_seq != len(self.notices):
            await fail(context, grpc.StatusCode.ABORTED, "lost_race", seq=len(self.notices))
        if request.action not in (packed(DRAW), packed(END)):
            rejection = words_pb2.Rejection(
                code="cannot_pay", rule="8.3", sentence=sentence("You cannot pay that.")
            )
            await fail(context, grpc.StatusCode.FAILED_PRECONDITION, "cannot_pay", rejection)
        seq = await self.add(0, request.action, request.request_id)
        if self.lost_answers:
            self.lost_answers -= 1
            await context.abort(grpc.StatusCode.UNAVAILABLE, "the line broke")
        return table_service_pb2.ActResponse(seq=seq, notice=self.notices[seq - 1])

    def _cut(self) -> None:
        if self.chance.random() < self.cut_share:
            raise _LineBroke

    async def _notices(self, from_seq: int) -> AsyncIterator[table_pb2.Notice | None]:
        """Notices from a seq on; None at the tail of each burst. Raises _LineBroke."""
        self.opened.append(from_seq)
        seq, drops = from_seq, self.drops
        while True:
            while seq <= len(self.notices):
                self._cut()
                notice = table_pb2.Notice()
                notice.CopyFrom(self.notices[seq - 1])
                if seq in self.wrong_digests:
                    self.wrong_digests.discard(seq)
                    notice.view_digest += 1
                yield notice
                seq += 1
            yield None
            async with self.changed:
                while seq > len(self.notices) and drops == self.drops:
                    await self.changed.wait()
            if drops < self.drops:
                raise _LineBroke

    async def _check(self, table_id: str, from_seq: int, context: _Context) -> None:
        if table_id != TABLE_ID:
            await fail(context, grpc.StatusCode.NOT_FOUND, "no_such_table")
        if from_seq > len(self.notices) + 1:
            await fail(context, grpc.StatusCode.OUT_OF_RANGE, "seq_from_the_future")

    async def Watch(  # noqa: N802
        self, request: table_service_pb2.WatchRequest, context: _Context
    ) -> AsyncIterator[table_service_pb2.WatchResponse]:
        follow = request.follows[0]
        await self._check(follow.table_id, follow.from_seq, context)
        last = 0
        try:
            async for notice in self._notices(follow.from_seq):
                if notice is not None:
                    last = notice.seq
                    yield table_service_pb2.WatchResponse(notice=notice)
                    continue
                if request.views:
                    yield table_service_pb2.WatchResponse(view=self.view(last))
                live = table_service_pb2.Live(table_id=TABLE_ID, seq=last)
                yield table_service_pb2.WatchResponse(live=live)
        except _LineBroke:
            await context.abort(grpc.StatusCode.UNAVAILABLE, "the line broke")

    async def Play(  # noqa: N802
        self, requests: AsyncIterator[table_service_pb2.PlayRequest], context: _Context
    ) -> AsyncIterator[table_service_pb2.PlayResponse]:
        opening = (await anext(requests)).open
        await self._check(opening.table_id, opening.from_seq, context)
        out: asyncio.Queue[table_service_pb2.PlayResponse | None] = asyncio.Queue()
        tasks = [
            asyncio.ensure_future(self._tell(opening, out)),
            asyncio.ensure_future(self._hear(requests, out)),
        ]
        for task in tasks:
            task.add_done_callback(lambda _: out.put_nowait(None))
        try:
            while (response := await out.get()) is not None:
                yield response
            await context.abort(grpc.StatusCode.UNAVAILABLE, "the line broke")
        finally:
            for task in tasks:
                task.cancel()
            await asyncio.gather(*tasks, return_exceptions=True)

    async def _tell(self, opening: table_service_pb2.PlayOpen, out: _Out) -> None:
        last = 0
        async for notice in self._notices(opening.from_seq):
            if notice is not None:
                last = notice.seq
                out.put_nowait(table_service_pb2.PlayResponse(notice=notice))
                continue
            if opening.views:
                out.put_nowait(table_service_pb2.PlayResponse(view=self.view(last)))
            if opening.offers:
                out.put_nowait(table_service_pb2.PlayResponse(offers=self.offers()))

    async def _hear(
        self, requests: AsyncIterator[table_service_pb2.PlayRequest], out: _Out
    ) -> None:
        async for request in requests:
            if request.HasField("echo"):
                out.put_nowait(table_service_pb2.PlayResponse(echo=request.echo))
            self.longest = max(self.longest, len(request.actions.actions))
            for action in request.actions.actions:
                out.put_nowait(await self._play_one(action))

    async def _play_one(
        self, action: table_service_pb2.PlayAction
    ) -> table_service_pb2.PlayResponse:
        refused = table_service_pb2.Refused(request_id=action.request_id)
        if action.HasField("expected_seq") and action.expected_seq != len(self.notices):
            refused.status, refused.seq = code_pb2.ABORTED, len(self.notices)
            return table_service_pb2.PlayResponse(refused=refused)
        seq = await self.add(0, action.action, action.request_id)
        self._cut()
        if self.away:
            self.away -= 1
            refused.status = code_pb2.UNAVAILABLE
            refused.rejection.code = "store_away"
            return table_service_pb2.PlayResponse(refused=refused)
        accepted = table_service_pb2.Accepted(request_id=action.request_id, seq=seq)
        return table_service_pb2.PlayResponse(accepted=accepted)
