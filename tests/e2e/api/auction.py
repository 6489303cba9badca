"""Buurn over the network: tables at a quick pace, and seats that press what they see."""

from __future__ import annotations

import asyncio
from dataclasses import dataclass
from typing import TYPE_CHECKING

import grpc
from google.protobuf import any_pb2

from ludoteca.buurn.v1 import buurn_pb2
from ludoteca.v1 import table_pb2
from ludoteca.v1 import table_service_pb2 as wire
from tests.e2e.api.table import bearer, failure_of, hear, new_game, new_id, view_at

if TYPE_CHECKING:
    from tests.e2e.api.table import Game, Stubs

SEATS = 3
START_MONEY = 12
QUICK = {"tick_ms": 300, "grace_ms": 0, "reveal_ms": 50, "restart_ms": 50, "scramble_ms": 200}
"""As quick as the options allow (rules.md §3)."""
FALSE_START = "fact-false-start"


def packed(action: buurn_pb2.Action) -> any_pb2.Any:
    """An action as a request carries it."""
    held = any_pb2.Any()
    held.Pack(action)
    return held


def grab(totem: str, count: int, auction: int = 1) -> any_pb2.Any:
    """A hand on a totem."""
    return packed(buurn_pb2.Action(grab=buurn_pb2.Grab(totem=totem, auction=auction, count=count)))


async def new_auction(stubs: Stubs, **options: int | str) -> Game:
    """A table of Buurn in play; the options are those of rules.md §3."""
    given = any_pb2.Any()
    given.Pack(buurn_pb2.Options(**options))  # type: ignore[arg-type]  # named by the test
    return await new_game(stubs, seats=SEATS, game="buurn", options=given)


def action_of(notice: table_pb2.Notice) -> buurn_pb2.Action:
    """The game's action in a notice; empty if there is none."""
    action = buurn_pb2.Action()
    notice.action.Unpack(action)
    return action


def kind_of(notice: table_pb2.Notice) -> str:
    """`tick`, `grab`, ...; else the kind of event."""
    return action_of(notice).WhichOneof("action") or notice.kind


async def board(stubs: Stubs, game: Game) -> buurn_pb2.View:
    """What everybody sees of the table."""
    seen = buurn_pb2.View()
    (await view_at(stubs, game.table_id, None)).state.Unpack(seen)
    return seen


async def told(stubs: Stubs, game: Game, token: bytes | None = None) -> list[table_pb2.Notice]:
    """Every notice of the table up to now."""
    response = await stubs.tables.GetTable(wire.GetTableRequest(table_id=game.table_id))
    heard = await hear(stubs, game.table_id, 1, response.table.seq, token)
    return [table_pb2.Notice.FromString(each) for each in heard]


async def act(stubs: Stubs, game: Game, seat: int, action: any_pb2.Any) -> int | str:
    """Acts by a unary call: the seq, or the code of the refusal."""
    request = wire.ActRequest(table_id=game.table_id, action=action, request_id=new_id())
    try:
        answer = await stubs.tables.Act(request, metadata=bearer(game.tokens[seat]))
    except grpc.aio.AioRpcError as error:
        failure = failure_of(error)
        assert failure.rejection is not None, failure
        code: str = failure.rejection.code
        return code
    seq: int = answer.seq
    return seq


async def close(stubs: Stubs, game: Game) -> None:
    """Ends the table: one remaining seat is no game."""
    for token in game.tokens[1:]:
        request = wire.ResignRequest(table_id=game.table_id, request_id=new_id())
        await stubs.tables.Resign(request, metadata=bearer(token))


@dataclass(frozen=True)
class Press:
    """What came of a press at a number that the seat saw."""

    seat: int
    number: int
    held_ms: float
    """From the moment the number was on its screen until it pressed."""
    refusal: str
    """Empty: it counted."""


class Bidder:
    """A seat with a stream of its own that keeps to rules.md §7.1 C3: it presses only while the bar of the number runs."""

    def __init__(self, stubs: Stubs, game: Game, seat: int) -> None:
        self.seat = seat
        self._table_id = game.table_id
        self._call = stubs.tables.Play(metadata=bearer(game.tokens[seat]))

    async def open(self) -> None:
        """Follows the table from its first event on."""
        opening = wire.PlayOpen(table_id=self._table_id, from_seq=1)
        await self._call.write(wire.PlayRequest(open=opening))

    def leave(self) -> None:
        """Closes the stream."""
        self._call.cancel()

    async def press(self, number: int, hold_s: float, bar_s: float) -> Press | None:
        """Waits for the number, holds, presses Purchase; None if it never saw it or its bar was empty by then."""
        if not await self.sees(number):
            return None
        loop = asyncio.get_running_loop()
        seen_s = loop.time()
        await asyncio.sleep(hold_s)
        held_s = loop.time() - seen_s
        if held_s >= bar_s:
            return None
        refusal = await self.send(grab("purchase", number))
        return Press(self.seat, number, held_s * 1000, refusal)

    async def sees(self, number: int) -> bool:
        """Returns when the number is called; False if the lot is sold before."""
        async for response in self._call:
            if not response.HasField("notice"):
                continue
            action = action_of(response.notice)
            kind = action.WhichOneof("action")
            if kind == "tick" and action.tick.to == number:
                return True
            if kind == "grab":
                return False
        return False

    async def send(self, action: any_pb2.Any) -> str:
        """Sends an action; empty if it counted, else the code of the refusal."""
        message = wire.PlayActions(actions=[wire.PlayAction(action=action, request_id=new_id())])
        await self._call.write(wire.PlayRequest(actions=message))
        async for response in self._call:
            kind = response.WhichOneof("message")
            if kind == "accepted":
                return ""
            if kind == "refused":
                code: str = response.refused.rejection.code
                return code
        raise AssertionError("the stream ended without an answer")
