"""A greedy player of Burgenland: builds what leaves it the most cards, and draws when nothing is worth it."""

from __future__ import annotations

from collections import Counter
from typing import TYPE_CHECKING

from ludoteca.burgenland.v1 import burgenland_pb2

if TYPE_CHECKING:
    from collections.abc import Sequence

    from ludoteca.v1 import table_pb2

Action = burgenland_pb2.Action

# Worth in cards of the deck. A colour card is worth 1.8 coins on average.
COINS_A_CARD = 1.8
JOKER = 2.0
BONUS = {"joker": JOKER, "coins_3": 2.0, "exchange": 0.6, "bonus": 1.2}
TILE = 0.6
TEN_COINS_CARDS = 5.5
BORDER_CARDS = 4
DEAR = 3.5
"""A build that costs more than this, its gains taken off, waits until the hand is full."""
FULL_HAND = 12
JOKER_HAND = 14
"""From so many cards on, some are turned into a joker if none of them helps to build."""


class Greedy:
    """Looks one action ahead."""

    needs_view = True

    def choose(
        self, view: table_pb2.View | None, offers: Sequence[table_pb2.Offer]
    ) -> table_pb2.Offer:
        """The action that looks best from this seat."""
        board = burgenland_pb2.View()
        if view is None or not view.state.Unpack(board):
            return offers[0]
        me = next(player for player in board.players if player.seat == view.seat)
        return _choose(board, me, offers)


def _choose(
    board: burgenland_pb2.View, me: burgenland_pb2.Player, offers: Sequence[table_pb2.Offer]
) -> table_pb2.Offer:
    by_kind: dict[str, list[tuple[Action, table_pb2.Offer]]] = {}
    for offer in offers:
        action = Action()
        offer.action.Unpack(action)
        by_kind.setdefault(action.WhichOneof("action") or "", []).append((action, offer))
    for kind in ("pay_auto", "play_coins", "place_neutral"):
        if kind in by_kind:
            return by_kind[kind][0][1]
    if "end_turn" in by_kind:
        return by_kind["end_turn"][0][1]
    cards = me.hand_count + me.jokers
    builds = [
        (_worth(board, me, action.start_build), offer)
        for action, offer in by_kind.get("start_build", [])
    ]
    if builds:
        worth, offer = max(builds, key=lambda build: build[0])
        if worth >= -DEAR or cards >= FULL_HAND:
            return offer
    else:
        for action, offer in by_kind.get("play_exchange", []):
            if _opens_a_build(board, me, action.play_exchange):
                return offer
        if cards >= JOKER_HAND and "buy_joker" in by_kind:
            return by_kind["buy_joker"][0][1]
    return by_kind["draw_cards"][0][1]


def _worth(
    board: burgenland_pb2.View, me: burgenland_pb2.Player, build: burgenland_pb2.StartBuild
) -> float:
    """What a build brings minus what it costs, in cards."""
    if _pieces_left(me.supply) == 1:
        return 1_000.0  # it wins
    worth = -_cost(board, build)
    castle = _castle_of(board, build.site)
    if build.piece == "well":
        worth += board.well_reward / COINS_A_CARD
    elif castle is not None:
        if build.piece == "wall":
            walls = sum(space.piece == "wall" for space in castle.spaces)
            worth += JOKER * (walls + 1)
        bonus = next((space.bonus for space in castle.spaces if space.id == build.site), "")
        worth += BONUS.get(bonus, 0.0)
        if build.site.endswith("_extra"):
            worth -= TILE
    return worth - TILE * build.ignore


def _cost(board: burgenland_pb2.View, build: burgenland_pb2.StartBuild) -> float:
    cost = float(BORDER_CARDS)
    if build.price == "ten_coins":
        cost = TEN_COINS_CARDS + TILE
    for large in board.large_prices:
        if large.piece == build.piece and build.price in ("same", "different"):
            cost = float(large.same if build.price == "same" else large.different)
    if build.piece == "keep" and build.site != "large":
        cost += board.architect_top / COINS_A_CARD
    return cost


def _castle_of(board: burgenland_pb2.View, site: str) -> burgenland_pb2.Castle | None:
    name = site.split("_", 1)[0]
    return next((castle for castle in board.castles if castle.id == name), None)


def _opens_a_build(
    board: burgenland_pb2.View, me: burgenland_pb2.Player, swap: burgenland_pb2.PlayExchange
) -> bool:
    """Whether some piece can be paid for after the swap, as far as colours go."""
    markers = {node.id: node.marker for node in board.nodes}
    markers[swap.a], markers[swap.b] = markers[swap.b], markers[swap.a]
    colours = Counter[str]()
    for card in me.hand:
        colours[card.colour] += card.count
    for castle in board.castles:
        fitting = sum(colours[markers[node]] for node in castle.nodes) + me.jokers
        if fitting >= BORDER_CARDS and _has_room(board, castle, me.supply):
            return True
    return False


def _has_room(
    board: burgenland_pb2.View, castle: burgenland_pb2.Castle, supply: burgenland_pb2.Supply
) -> bool:
    """Whether one of the pieces left could stand in the castle."""
    if supply.well > 0 and castle.well_number == board.well_top:
        return True
    pieces = Counter(space.piece for space in castle.spaces)
    if not any(space.piece == "" and space.dir != "well" for space in castle.spaces):
        return False
    return (
        supply.wall > 0
        or (supply.house > 0 and pieces["house"] < pieces["wall"])
        or (supply.keep > 0 and pieces["keep"] == 0)
    )


def _pieces_left(supply: burgenland_pb2.Supply) -> int:
    return supply.wall + supply.house + supply.keep + supply.well
