"""A greedy player of El Burro: every offer has a worth in silver, and the best is taken."""

from __future__ import annotations

from typing import TYPE_CHECKING

from ludoteca.el_burro.v1 import el_burro_pb2
from ludoteca_bots.el_burro_farm import LAST_ROUND, PRESTIGE, Farm, printed

if TYPE_CHECKING:
    from collections.abc import Sequence

    from ludoteca.v1 import table_pb2

Action = el_burro_pb2.Action

SIDES = {
    "field": (10.0, 9.0, 7.0, 3.0),
    "administration": (8.0, 6.0, 3.0, 1.0),
    "acquisition": (9.0, 8.0, 6.0, 5.0),
}
"""What a normal card brings at a side, by round."""
SPACES = {
    "take_silver": 2.0,
    "take_harvest": 5.0,
    "buy_pig": 3.0,
    "upgrade_or_siesta": 4.5,
    "play_card": 3.0,
    "make_delivery": 4.0,
}
"""Places for workers."""
FACES = {1: 4.0, 2: 4.5, 3: 4.5, 4: 4.0}
KEY_WORDS = {"upgraded": 4.0, "worker": 3.0, "silver": 2.5, "trough": 2.5, "siesta": 2.0}
STARTS = {"silver": 4.0, "harvest": 4.5, "pig": 4.0, "travel": 4.0, "siesta": 3.0}
SIESTA, DONKEY, STABLE, BONUS = 2.5, 3.5, 0.4, 2.5
"""A point of a donkey card in its slot (below the stable: for each round to come), and its bonus."""
PER_GOOD, PER_BARROW = 2.4, 0.7
"""What a good of a barrow costs, and what it costs more for each barrow that waits."""
SPECIAL_GOOD = 3.0
BUY_MARGIN = 4.0
"""What a bought good has to bring besides its price: silver buys much in the next rounds."""
LATE_SILVER = 0.3
"""What silver is worth in the last round."""
ALWAYS = 100.0
MOST_ACTIONS = 150
"""In one turn: then anytime actions end."""


class Greedy:
    """Weighs every offer by itself."""

    needs_view = True

    def __init__(self) -> None:
        """Begins with no delivery made."""
        self._made = (0, 0)

    def choose(
        self, view: table_pb2.View | None, offers: Sequence[table_pb2.Offer]
    ) -> table_pb2.Offer:
        """The offer of the greatest worth; the first of equal ones."""
        board = el_burro_pb2.View()
        if view is None or len(offers) == 1 or not view.state.Unpack(board):
            return offers[0]
        made = self._made[1] if self._made[0] == board.round else 0
        turn = _Turn(Farm(board, view.seat), made)
        chosen = max(offers, key=turn.worth)
        if turn.is_donkey and chosen.action.Is(Action.DESCRIPTOR):
            made += Action.FromString(chosen.action.value).HasField("deliver")
            self._made = (board.round, made)
        return chosen


class _Turn:
    """One decision. What goes on is worth at least a little; what only interrupts has to gain."""

    def __init__(self, farm: Farm, made: int) -> None:
        """`made`: the donkey's deliveries of this round, which no view counts."""
        self._farm = farm
        self._made = made
        self._board = farm.board
        self._me = farm.me
        self._top = farm.me.stack[-1] if farm.me.stack else el_burro_pb2.Frame()
        self._ready = farm.ready()
        self._hand = {card.id: card for card in farm.me.hand}
        self._is_late = farm.rounds_left <= 1
        self._buyable: dict[str, float] | None = None
        self.is_donkey = farm.board.step == "donkey" and self._top.kind == "card_turn"

    def worth(self, offer: table_pb2.Offer) -> float:
        action = Action()
        offer.action.Unpack(action)
        kind = action.WhichOneof("action") or ""
        weigh = getattr(self, f"_{kind}", None)
        return float(weigh(getattr(action, kind))) if weigh is not None else 1.0

    # ------------------------------------------------------------------ what ends something

    def _skip(self, _: el_burro_pb2.Skip) -> float:
        return 0.0

    def _end_turn(self, _: el_burro_pb2.EndTurn) -> float:
        return 0.0

    def _return_loose(self, _: el_burro_pb2.ReturnLoose) -> float:
        return -1.0

    def _pass_dock(self, _: el_burro_pb2.PassDock) -> float:
        return 0.0

    def _stop_move(self, _: el_burro_pb2.StopMove) -> float:
        return 0.0

    # ------------------------------------------------------------------ cards

    def _play_card(self, play: el_burro_pb2.PlayCard) -> float:
        card, round_ = self._hand[play.card], self._board.round - 1
        is_special = card.deck == "special"
        if play.side == "barrow":
            worth = self._barrow(card)
        elif is_special:
            worth = self._special(card, play.side) - self._board.round
        else:
            worth = SIDES[play.side][round_]
        if play.HasField("replace"):
            worth -= self._replaced(play.side, play.replace)
        return worth + 0.5

    def _special(self, card: el_burro_pb2.Card, side: str) -> float:
        """What a special card may score in the end, as far as its words tell now."""
        words = card.functions[("field", "administration", "acquisition").index(side)]
        share = (0.35, 0.55, 0.85, 1.0)[self._board.round - 1]
        return share * PRESTIGE * self._farm.scores(words)

    def _barrow(self, card: el_burro_pb2.Card) -> float:
        """Small ones are finished soon; too many are not finished at all."""
        prestige, goods = printed(card.functions[-1])
        if card.deck == "special":
            return (
                PRESTIGE * prestige
                - SPECIAL_GOOD * goods
                + (2.0 if self._board.round > 1 else -3.0)
            )
        waiting = len(self._me.barrows)
        per_good = PER_GOOD + PER_BARROW * waiting + (1.5 if self._is_late else 0.0)
        return PRESTIGE * prestige + 5.0 - per_good * goods

    def _replaced(self, side: str, slot: int) -> float:
        if side == "acquisition":
            card = next(one.card for one in self._me.acquisitions if one.slot == slot)
            return 15.0 if card.deck == "special" else 1.5 * self._farm.rounds_left
        row = next(one for one in self._me.barrows if one.slot == slot)
        return 4.0 + 4.0 * sum(row.filled) + row.prestige

    def _draw_card(self, draw: el_burro_pb2.DrawCard) -> float:
        held = sum(card.deck == "special" for card in self._hand.values())
        most = (1, 1, 2, 3)[self._board.round - 1]
        return 2.0 if (draw.deck == "special") == (held < most) else 1.0

    def _discard_card(self, discard: el_burro_pb2.DiscardCard) -> float:
        return 5.0 - 0.5 * printed(self._hand[discard.card].functions[-1])[0]

    # ------------------------------------------------------------------ goods

    def _take_good(self, take: el_burro_pb2.TakeGood) -> float:
        return 0.5 + self._farm.worth_of(take.good)

    def _upgrade_good(self, upgrade: el_burro_pb2.UpgradeGood) -> float:
        return self._farm.upgrade(upgrade.good) + 0.5

    def _pay(self, pay: el_burro_pb2.Pay) -> float:
        return 10.0 - self._farm.cost_of(getattr(pay, "with"))

    def _price(self, good: str) -> el_burro_pb2.Price:
        return next(price for price in self._me.prices if price.good == good)

    def _needed(self, good: str) -> float:
        """What a good would bring that is bought or made now, for a delivery that follows at once."""
        left = self._left()
        if self._buyable is None:
            self._buyable = self._farm.buyable(left)
        is_missed = left > len(self._ready)
        if self._is_late and self._board.step in ("donkey", "pay_workers"):
            is_missed = is_missed or any(t.is_special for t in self._farm.targets.values())
        return self._buyable.get(good, 0.0) if is_missed else 0.0

    def _left(self) -> int:
        """The donkey's deliveries that are left."""
        if not self.is_donkey:
            return self._top.left
        return max(0, self._me.donkey_card.value + self._me.boosted_donkey - self._made)

    def _spare(self) -> float:
        """Silver that no wages wait for."""
        assigned = sum(space.assigned for space in self._me.spaces)
        return self._me.silver - assigned

    def _buy_good(self, buy: el_burro_pb2.BuyGood) -> float:
        price = 2.5 if getattr(buy, "with") == "trough" else self._price(buy.good).buy
        if self._spare() < price:
            return -1.0
        return self._needed(buy.good) - price * (LATE_SILVER if self._is_late else 1.0) - BUY_MARGIN

    def _upgrade_for_silver(self, upgrade: el_burro_pb2.UpgradeForSilver) -> float:
        price = self._price(upgrade.good).upgrade
        if self._spare() < price:
            return -1.0
        made = {"olive": "food", "grain": "food", "grape": "wine", "pig": "meat"}[upgrade.good]
        needed = self._needed(made)
        if not needed:
            return self._farm.upgrade(upgrade.good) - price - 1.0
        lost = self._farm.cost_of([upgrade.good])
        return needed - lost - price * (LATE_SILVER if self._is_late else 1.0)

    def _sell_good(self, sell: el_burro_pb2.SellGood) -> float:
        """Only for wages that could not be paid, or what cannot be kept."""
        if self._me.loose:
            return 0.5
        is_short = self._board.step == "pay_workers" and self._spare() < 0
        return ALWAYS - self._farm.cost_of([sell.good]) if is_short and self._is_late else -1.0

    # ------------------------------------------------------------------ deliveries

    def _deliver(self, deliver: el_burro_pb2.Deliver) -> float:
        cost = self._farm.cost_of(deliver.goods)
        if deliver.owner == self._me.seat:
            left = max(1, self._left())
            return self._farm.own(deliver.target, deliver.marking, left) - 0.5 * cost
        support = PRESTIGE if self._supports(deliver.owner) else 0.0
        return self._farm.rewards(deliver.goods) + support - 0.8 * cost

    def _supports(self, owner: int) -> bool:
        return any(one.seat == owner and one.support == "prestige" for one in self._board.players)

    def _deliver_community(self, deliver: el_burro_pb2.DeliverCommunity) -> float:
        return self._farm.rewards([deliver.good]) - 0.8 * self._farm.cost_of([deliver.good])

    def _special_delivery(self, deliver: el_burro_pb2.SpecialDelivery) -> float:
        found = self._farm.targets.get(deliver.target)
        if found is None:
            return -1.0
        if len(found.open) == 1 or all(self._farm.has(needs) for needs in found.open.values()):
            return found.payoff - self._farm.cost_of(deliver.goods)
        return 0.5 if self._is_late and self._board.phase == "transport" else -1.0

    def _take_reward(self, take: el_burro_pb2.TakeReward) -> float:
        return self._farm.step(take.track)

    def _take_reward_prestige(self, _: el_burro_pb2.TakeRewardPrestige) -> float:
        return PRESTIGE

    # ------------------------------------------------------------------ road

    def _choose_start(self, start: el_burro_pb2.ChooseStart) -> float:
        return next((v for word, v in STARTS.items() if word in start.space), 1.0)

    def _move_donkey(self, move: el_burro_pb2.MoveDonkey) -> float:
        return 0.1 + self._farm.move(move.donkey, max(1, self._top.left))

    def _take_branch(self, take: el_burro_pb2.TakeBranch) -> float:
        spaces = max(1, self._top.left)
        donkeys = range(len(self._me.donkeys))
        return 0.1 + max((self._farm.branch(take.branch, d, spaces) for d in donkeys), default=0.0)

    def _claim_dock(self, claim: el_burro_pb2.ClaimDock) -> float:
        boat = next((one for one in self._board.boats if one.id == claim.boat), None)
        return 1.0 + (boat.prestige if boat is not None else 0.0)

    # ------------------------------------------------------------------ dice and donkey cards

    def _take_die(self, take: el_burro_pb2.TakeDie) -> float:
        bonus = self._board.rondel.bonuses[take.face - 1]
        more = next((worth for word, worth in KEY_WORDS.items() if word in bonus), 3.0)
        return more + self._face(take.face)

    def _face(self, face: int) -> float:
        if face == 5:
            return max(self._farm.move(one.donkey, 2) for one in self._me.donkeys)
        if face == 6:
            return self._ready[0] if self._ready else 2.0
        return FACES[face]

    def _choose_option(self, choose: el_burro_pb2.ChooseOption) -> float:
        parts = self._top.text.split(" or ")
        text = parts[choose.index] if choose.index < len(parts) else ""
        if "upgrade" in text:
            goods = [good for good in ("olive", "grain", "grape", "pig") if self._farm.held[good]]
            return max((self._farm.upgrade(good) for good in goods), default=0.0) + 0.5
        return 2.0

    def _allocate_donkeys(self, allocate: el_burro_pb2.AllocateDonkeys) -> float:
        cards = {one.id: one for one in (*self._me.donkey_hand, *self._me.donkey_discard)}
        siesta, donkey = cards[allocate.siesta], cards[allocate.donkey]
        worth = SIESTA * siesta.value + (BONUS if siesta.text else 0.0)
        could = len(self._ready) + (1 if self._spare() >= 3 else 0) + 1
        worth += DONKEY * min(donkey.value, could) + 0.5 * donkey.value
        worth += BONUS if donkey.text else 0.0
        worth += (0.6 + STABLE * self._farm.rounds_left) * cards[allocate.stable].value
        if allocate.HasField("discard"):
            worth += 0.9 * cards[allocate.discard].value
        return worth

    def _boost(self, boost: el_burro_pb2.Boost) -> float:
        cost = (0, 1, 3)[boost.plus] * (1.3 if self._is_late else 1.8)
        if self._board.step == "siesta":
            return 2.0 * boost.plus - cost
        value = self._me.donkey_card.value
        return sum(self._ready[value : value + boost.plus]) - cost

    # ------------------------------------------------------------------ workers and more

    def _assign_worker(self, assign: el_burro_pb2.AssignWorker) -> float:
        if self._spare() < 1 or self._board.step in ("pay_workers", "setup_start"):
            return -1.0
        if assign.space == "make_delivery":
            is_waiting = self.is_donkey and len(self._ready) > self._left()
            return ALWAYS if is_waiting and self._spare() >= 3 else -1.0
        if self._top.kind not in ("farm_turn", "die_turn", "card_turn", "community_turn"):
            return -1.0
        if assign.space in ("buy_pig", "play_card") and self._spare() < 4:
            return -1.0
        is_useful = SPACES.get(assign.space, 2.0) > 2.5 or self._is_late
        is_after_harvest = self._board.phase != "farm"
        return ALWAYS + SPACES.get(assign.space, 2.0) if is_useful and is_after_harvest else -1.0

    def _use_action(self, _: el_burro_pb2.UseAction) -> float:
        is_base = self._top.kind.endswith("_turn")
        return 60.0 if is_base and self._me.turn_actions < MOST_ACTIONS else -1.0

    def _use_trough(self, use: el_burro_pb2.UseTrough) -> float:
        is_short = self._board.step == "pay_workers" and self._spare() < 0
        is_silver = use.action == "trough_silver"
        if is_short and is_silver and self._board.round == LAST_ROUND:
            return ALWAYS
        if not is_silver:
            return -1.0
        gains = (
            self._needed(price.good) - price.buy
            for price in self._me.prices
            if price.buy and self._spare() < price.buy <= self._spare() + self._me.trough
        )
        return max(gains, default=-1.0) - 1.0

    def _recall_worker(self, recall: el_burro_pb2.RecallWorker) -> float:
        return 3.0 + SPACES.get(recall.space, 2.0)

    def _pay_workers(self, pay: el_burro_pb2.PayWorkers) -> float:
        return 1.0 + 10.0 * len(pay.spaces)

    def _fulfil_achievement(self, _: el_burro_pb2.FulfilAchievement) -> float:
        return 10 * ALWAYS
