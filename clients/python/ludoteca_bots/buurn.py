"""A greedy player of Buurn: buys when the number falls to what the lot is worth to it, never by a false start."""

from __future__ import annotations

from typing import TYPE_CHECKING

from ludoteca.buurn.v1 import buurn_pb2
from ludoteca_bots.buurn_pantry import Pantry, pantry_of

if TYPE_CHECKING:
    from collections.abc import Callable, Sequence

    from ludoteca.v1 import table_pb2

Action = buurn_pb2.Action
Found = tuple[Action, "table_pb2.Offer"]

DOLLARS_A_POINT = 1.6
"""What a point is worth while the game goes on. At the end five dollars are a point."""
ORGANISATION = 3.0
"""Points of a permanent card, and of one that scores at the end."""
INSTANT = 1.5
DRAWN_CARD = 2.0
MARKET_COST = 5
BAD_LOT = 1.0
"""The points at which a lot is bought only for the totem's sake: when the number is this low."""


class Greedy:
    """Looks one decision ahead. In a race it waits for its number."""

    needs_view = True

    def choose(
        self, view: table_pb2.View | None, offers: Sequence[table_pb2.Offer]
    ) -> table_pb2.Offer | None:
        """The action that looks best from this seat; None: it waits."""
        board = buurn_pb2.View()
        if view is None or not view.state.Unpack(board):
            return None
        return _Decision(board, view.seat, offers).choose()


class _Decision:
    """One decision."""

    def __init__(self, board: buurn_pb2.View, seat: int, offers: Sequence[table_pb2.Offer]) -> None:
        self._board = board
        self._seat = seat
        self._me = next(player for player in board.players if player.seat == seat)
        self._pantry: Pantry = pantry_of(board, seat)
        self._by_kind: dict[str, list[Found]] = {}
        for offer in offers:
            if offer.false_start:
                continue
            action = Action()
            offer.action.Unpack(action)
            self._by_kind.setdefault(action.WhichOneof("action") or "", []).append((action, offer))

    def choose(self) -> table_pb2.Offer | None:
        kinds: dict[str, Callable[[Action], float]] = {
            "leave": self._leave,
            "give_lot": self._give_lot,
            "market": self._market,
            "stash": self._stash,
            "give_third": self._give_third,
            "swap": self._swap,
            "give": self._give,
            "skip": lambda _: 0.0,
        }
        if "grab" in self._by_kind or "count" in self._by_kind:
            return self._race()
        worths = [
            (worth(action), offer)
            for kind, worth in kinds.items()
            for action, offer in self._by_kind.get(kind, [])
        ]
        return max(worths, key=lambda one: one[0], default=(0.0, None))[1]

    # ------------------------------------------------------------------ races

    def _race(self) -> table_pb2.Offer | None:
        grabs = self._by_kind.get("grab", [])
        if self._board.phase == "scramble":
            best = max(grabs, key=lambda one: self._totem(one[0].grab.totem), default=None)
            return best[1] if best is not None else None
        number = self._board.count
        if self._board.HasField("count") and number <= self._most():
            for action, offer in grabs:
                if action.grab.totem == "purchase" and action.grab.count == number:
                    return offer
        calls = self._by_kind.get("count")
        return calls[0][1] if calls else None

    def _most(self) -> float:
        """The highest number that the lot is worth."""
        lot = [card.family for card in self._board.lot]
        if len(lot) > 2:  # one is left behind
            worth = max(self._pantry.gain(lot[:slot] + lot[slot + 1 :]) for slot in range(len(lot)))
        else:
            worth = self._pantry.gain(lot)
        return max(BAD_LOT, worth * self._dollars_a_point())

    def _dollars_a_point(self) -> float:
        is_last = self._board.HasField("final_turn") and self._board.turn >= self._board.final_turn
        return 4.0 if is_last else DOLLARS_A_POINT

    def _totem(self, totem: str) -> float:
        """What a totem is worth once the lot is sold, in dollars."""
        match totem:
            case "tax":
                return self._board.price / 2
            case "organisation":
                if not self._board.HasField("organisation_on_offer"):
                    return 0.0
                is_instant = self._board.organisation_on_offer.type == "instant"
                points = INSTANT if is_instant else ORGANISATION
                explosives = self._pantry.cards["explosives"]
                return (points + explosives) * self._dollars_a_point()
            case "black_market":
                drawn = DRAWN_CARD * self._dollars_a_point() - MARKET_COST
                return max(float(self._board.bank), drawn)
            case "secondary_market":
                worths = [self._pantry.gain([card.family]) for card in self._board.lot]
                third = min(worths, default=0.0) * self._dollars_a_point() - MARKET_COST + 1
                return max(float(self._board.bank), third)
            case _:
                return 0.0

    # ------------------------------------------------------------------ decisions

    def _leave(self, action: Action) -> float:
        kept = [card.family for card in self._board.lot if card.slot != action.leave.slot]
        return max(self._pantry.gain(kept), 0.0)

    def _give_lot(self, action: Action) -> float:
        left = self._board.left_slot if self._board.HasField("left_slot") else None
        cards = [card.family for card in self._board.lot if card.slot != left]
        return self._given(action.give_lot.seat, cards)

    def _give_third(self, action: Action) -> float:
        return self._given(action.give_third.seat, [card.family for card in self._board.lot])

    def _given(self, seat: int, cards: list[str]) -> float:
        """Good cards to the own seat; bad ones to whom they harm most."""
        if seat == self._seat:
            return self._pantry.gain(cards)
        return -0.5 * pantry_of(self._board, seat).gain(cards)

    def _market(self, action: Action) -> float:
        if action.market.choice == "bank":
            return float(self._board.bank)
        if self._board.phase == "secondary_market":
            worth = self._pantry.gain([card.family for card in self._board.lot])
        else:
            worth = DRAWN_CARD
        cost = self._board.market_cost if self._board.HasField("market_cost") else MARKET_COST
        return worth * self._dollars_a_point() - cost

    def _stash(self, action: Action) -> float:
        kept = self._me.hand[action.stash.keep]
        return self._pantry.gain([kept]) + (0.1 if action.stash.place == "bottom" else 0.0)

    def _swap(self, action: Action) -> float:
        swap = action.swap
        return self._pantry.gain([swap.theirs], [swap.own])

    def _give(self, action: Action) -> float:
        return self._pantry.gain((), [action.give.own])
