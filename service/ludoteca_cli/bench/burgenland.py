"""A script of Burgenland that is legal whatever is drawn, so that measuring needs no list of legal actions.

`draw_cards` is always legal in a turn and `end_turn` after it; a seat that has drawn long enough can buy eight
jokers in one go, which makes sixteen actions of one seat, each upon the one before it.
"""

from __future__ import annotations

from google.protobuf.any_pb2 import Any

from ludoteca.burgenland.v1 import burgenland_pb2 as wire

GAME = "burgenland"
SEATS = 2
ROUNDS_BEFORE_SIXTEEN = 18


def _packed(action: wire.Action) -> Any:
    packed = Any()
    packed.Pack(action)
    return packed


OPTIONS = Any()
OPTIONS.Pack(wire.Options(start_seat="0", turn_limit=0))

DRAW = _packed(wire.Action(draw_cards=wire.DrawCards()))
END = _packed(wire.Action(end_turn=wire.EndTurn()))
TURN = (DRAW, END)
SIXTEEN = (
    _packed(wire.Action(buy_joker=wire.BuyJoker())),
    _packed(wire.Action(pay_auto=wire.PayAuto())),
) * 8
