"""R38: which refusal is which status, at every game, by a call and on a stream."""

from __future__ import annotations

import os
from importlib import import_module
from typing import TYPE_CHECKING

import grpc
import pytest
from google.protobuf import any_pb2

from ludoteca.burgenland.v1 import burgenland_pb2
from ludoteca.buurn.v1 import buurn_pb2
from ludoteca.el_burro.v1 import el_burro_pb2
from ludoteca.el_gaucho.v1 import el_gaucho_pb2
from ludoteca.v1 import table_service_pb2 as wire
from tests.e2e.api.table import bearer, failing, failure_of, hear, new_game_in_turns, new_id
from tests.games import GAMES

if TYPE_CHECKING:
    from google.protobuf.message import Message

    from tests.e2e.api.table import Failure, Game, Stubs

Code = grpc.StatusCode

every_game = pytest.mark.parametrize("title", GAMES)

NONSENSE: dict[str, tuple[Message, str]] = {
    "burgenland": (
        burgenland_pb2.Action(
            start_build=burgenland_pb2.StartBuild(piece="tower", site="c1_north", price="border")
        ),
        "unknown_id",
    ),
    "el_gaucho": (
        el_gaucho_pb2.Action(keep_start_tiles=el_gaucho_pb2.KeepStartTiles(tiles=["white_99"])),
        "bad_parameter",
    ),
    "buurn": (buurn_pb2.Action(give_lot=buurn_pb2.GiveLot(seat=9)), "option_unavailable"),
    "el_burro": (
        el_burro_pb2.Action(play_card=el_burro_pb2.PlayCard(card="castle", side="field")),
        "bad_parameter",
    ),
}
"""Actions that name what the game does not have, and the code of the refusal."""


def options_of(title: str) -> Message:
    """The game's Options: a message of the right game that is no action."""
    made: Message = import_module(f"ludoteca.{title}.v1.{title}_pb2").Options()
    return made


class Refusing:
    """Somebody whose action is refused: by a call, and in the same way on a stream."""

    def __init__(self, stubs: Stubs, game: Game) -> None:
        self._stubs = stubs
        self._game = game

    async def refused(
        self, action: any_pb2.Any, token: bytes, expected_seq: int | None = None
    ) -> Failure:
        """What the call answers; the stream says the same."""
        here, request_id = self._game.table_id, new_id()
        request = wire.ActRequest(
            table_id=here, action=action, request_id=request_id, expected_seq=expected_seq
        )
        failure = await failing(self._stubs.tables.Act(request, metadata=bearer(token)))
        play = self._stubs.tables.Play(metadata=bearer(token))
        await play.write(wire.PlayRequest(open=wire.PlayOpen(table_id=here)))
        acting = wire.PlayAction(action=action, request_id=request_id, expected_seq=expected_seq)
        await play.write(wire.PlayRequest(actions=wire.PlayActions(actions=[acting])))
        response = await play.read()
        play.cancel()
        assert isinstance(response, wire.PlayResponse)
        told = response.refused
        assert told.request_id == request_id
        assert told.status == failure.code.value[0]
        assert told.rejection.code == failure.info.reason
        assert told.seq == int(failure.info.metadata.get("seq", 0))
        if failure.rejection is not None:
            assert told.rejection.rule == failure.rejection.rule == failure.info.metadata["rule"]
            assert failure.rejection.code == failure.info.reason
            assert failure.rejection.sentence.key
        return failure


@every_game
async def test_r38_what_is_not_possible_now(workers: list[Stubs], title: str) -> None:
    tables = workers[0].tables
    playing = await new_game_in_turns(workers[0], title)
    known, _ = await playing.request(workers[0])
    game = await new_game_in_turns(workers[0], title, start=False)
    joining = wire.JoinTableRequest(table_id=game.table_id, seat=0, name="Eve", request_id=new_id())
    refused = await failing(tables.JoinTable(joining, metadata=bearer(os.urandom(32))))
    assert (refused.code, refused.info.reason) == (Code.FAILED_PRECONDITION, "seat_taken")

    early = await Refusing(workers[0], game).refused(known.action, game.tokens[0])
    assert (early.code, early.info.reason) == (Code.FAILED_PRECONDITION, "table_not_started")

    turn = await playing.turn(workers[0])
    for seat, token in enumerate(playing.tokens):
        if seat != turn:
            not_its_own = await Refusing(workers[1], playing).refused(known.action, token)
            assert not_its_own.code is Code.FAILED_PRECONDITION
            assert not_its_own.rejection is not None
    back = wire.TakeBackRequest(
        table_id=playing.table_id, to_seq=playing.started_seq - 1, request_id=new_id()
    )
    refused = await failing(tables.TakeBack(back, metadata=bearer(playing.tokens[0])))
    assert refused.code is Code.FAILED_PRECONDITION
    starting = wire.StartTableRequest(table_id=playing.table_id, request_id=new_id())
    refused = await failing(tables.StartTable(starting, metadata=bearer(playing.tokens[0])))
    assert (refused.code, refused.info.reason) == (Code.FAILED_PRECONDITION, "already_started")
    assert (await playing.offers(workers[0], 0)).seq == playing.started_seq, "nothing happened"


@every_game
async def test_r38_what_no_state_would_allow(workers: list[Stubs], title: str) -> None:
    game = await new_game_in_turns(workers[0], title)
    seat = await game.turn(workers[0])
    assert seat is not None
    token = game.tokens[seat]

    async def nonsense(message: Message) -> str:
        packed = any_pb2.Any()
        packed.Pack(message)
        refused = await Refusing(workers[1], game).refused(packed, token)
        assert refused.code is Code.INVALID_ARGUMENT
        return str(refused.info.reason)

    for other, (message, code) in NONSENSE.items():
        assert await nonsense(message) == (code if other == title else "wrong_game")
    assert await nonsense(options_of(title)) == "wrong_game"
    assert (await game.offers(workers[0], 0)).seq == game.started_seq, "nothing happened"


@every_game
async def test_r38_a_lost_race_carries_the_seq(workers: list[Stubs], title: str) -> None:
    game = await new_game_in_turns(workers[0], title)
    seq = await game.move(workers[0])
    request, token = await game.request(workers[0])
    for stubs in workers:
        refused = await Refusing(stubs, game).refused(request.action, token, seq - 1)
        assert refused.code is Code.ABORTED
        assert refused.info.metadata["seq"] == str(seq)
    request.expected_seq = seq
    assert (await workers[1].tables.Act(request, metadata=bearer(token))).seq == seq + 1


@every_game
async def test_r38_a_seq_from_the_future(workers: list[Stubs], title: str) -> None:
    game = await new_game_in_turns(workers[0], title)
    last = await game.move(workers[0])
    for stubs in workers:
        refused = await failing(
            stubs.tables.GetView(wire.GetViewRequest(table_id=game.table_id, seq=last + 1))
        )
        assert (refused.code, refused.info.reason) == (Code.OUT_OF_RANGE, "seq_from_the_future")
        with pytest.raises(grpc.aio.AioRpcError) as caught:
            await hear(stubs, game.table_id, last + 2, last + 2)
        assert failure_of(caught.value).code is Code.OUT_OF_RANGE
        assert await hear(stubs, game.table_id, last, last) != []
