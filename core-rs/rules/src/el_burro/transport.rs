//! The transport phase: donkey cards, the siesta turn, the turn order, the donkey turn (`rules.md` §19).

use super::event::Event;
use super::frame::{CardStage, Kind};
use super::ids::Slot;
use super::look::{Checked, Look};
use super::news::{Cause, News};
use super::play::Play;
use super::refill::pick_of;
use super::rejection::Rejection;
use super::sets::DonkeyCards;
use super::things::DonkeyCard;
use crate::Seat;

/// The cards for the siesta slot, the donkey slot, the stable and the discard pile.
pub(super) type Allocation = (DonkeyCard, DonkeyCard, DonkeyCard, Option<DonkeyCard>);

impl Look<'_> {
    /// The card on a slot.
    pub(super) const fn slot_card(self, seat: Seat, slot: Slot) -> Option<DonkeyCard> {
        match slot {
            Slot::Siesta => self.player(seat).siesta_card,
            Slot::Donkey => self.player(seat).donkey_card,
        }
    }

    /// Whether every card of the hand is allocated once.
    ///
    /// Rules: el_burro §19.1.
    pub(super) fn check_allocation(self, seat: Seat, allocation: Allocation) -> Checked {
        let (siesta, donkey, stable, discard) = allocation;
        let named = [Some(siesta), Some(donkey), Some(stable), discard].into_iter().flatten();
        let count = named.clone().count();
        let cards: DonkeyCards = named.collect();
        let whole = cards == self.player(seat).donkey_hand && usize::from(cards.len()) == count;
        if whole { Ok(()) } else { Err(Rejection::NotYourCards) }
    }

    /// Whether the bonus stage of a card has anything to offer: a bonus, or a source that listens.
    fn has_bonus(self, seat: Seat, slot: Slot) -> bool {
        let card = self.slot_card(seat, slot);
        card.is_some_and(|card| !self.content.donkeys[card.index()].effects.is_empty())
            || self.anybody_hears(seat, Event::DonkeyCard(slot))
    }

    /// Rules: el_burro §19.2.
    pub(super) fn check_boost(self, seat: Seat, plus: u8) -> Checked {
        let cost = self.boost_price(seat, plus);
        if self.player(seat).trough < cost { Err(Rejection::TroughTooLow) } else { Ok(()) }
    }

    /// Deliveries that the base frame of the step `donkey` still has (R64).
    pub(super) fn donkey_left(self, seat: Seat, made: u8) -> u8 {
        let value = i32::from(self.card_value(seat, Slot::Donkey));
        left(value + self.donkey_extra(seat), made)
    }

    /// Deliveries that the base frame of the step `goat` still has.
    pub(super) fn goat_left(self, seat: Seat, made: u8) -> u8 {
        left(i32::from(self.numbers().goat_deliveries) + self.goat_extra(seat), made)
    }
}

fn left(all: i32, made: u8) -> u8 {
    u8::try_from((all - i32::from(made)).max(0)).unwrap_or(u8::MAX)
}

impl Play<'_, '_> {
    /// Each seat, in turn order, draws its donkey cards; in the last round it takes its discarded ones.
    ///
    /// Rules: el_burro §19.1.
    pub(super) fn begin_donkey_choice(&mut self) {
        let content = self.content();
        let count = content.numbers.donkey_draw[usize::from(self.state.round) - 1];
        for seat in self.state.turn_order.clone() {
            for _ in 0..count {
                let pool = self.state.player(seat).donkey_pool;
                let all = content.donkeys_by_id.iter().copied();
                let by_id = all.filter(|card| pool.contains(*card));
                let id = |card| content.donkey_id(card);
                let Some(card) = pick_of(self.chance, "donkey_draw", &by_id, id) else {
                    break;
                };
                let player = self.player(seat);
                player.donkey_pool.remove(card);
                player.donkey_hand.insert(card);
            }
            if count == 0 {
                let player = self.player(seat);
                player.donkey_hand = std::mem::take(&mut player.donkey_discard);
            }
            let cards = self.state.player(seat).donkey_hand;
            self.tell_apart(seat, || News::DonkeysDrawn { seat, cards });
        }
        self.begin_together(Kind::Choice);
    }

    pub(super) fn allocate_donkeys(&mut self, seat: Seat, allocation: Allocation) {
        let (siesta, donkey, stable, discard) = allocation;
        let player = self.player(seat);
        player.donkey_hand = DonkeyCards::NONE;
        player.siesta_card = Some(siesta);
        player.donkey_card = Some(donkey);
        player.stable_cards.push(stable);
        if let Some(discard) = discard {
            player.donkey_discard.insert(discard);
        }
        self.tell_apart(seat, || News::DonkeysAllocated { seat, siesta, donkey, stable, discard });
        self.end_part(seat);
    }

    /// All seats have chosen: the cards of every seat turn face up together.
    pub(super) fn show_donkeys(&mut self) {
        self.report.show();
        for seat in self.state.turn_order.clone() {
            let player = self.state.player(seat);
            let shown = (player.siesta_card, player.donkey_card, player.stable_cards.last());
            if let (Some(siesta), Some(donkey), Some(&stable)) = shown {
                self.tell(|| News::DonkeysShown { seat, siesta, donkey, stable });
            }
        }
    }

    /// The base frame of a siesta or donkey turn goes on by itself; `false`: it waits.
    ///
    /// Rules: el_burro §19.2, §19.5.
    pub(super) fn run_card_turn(
        &mut self,
        seat: Seat,
        slot: Slot,
        stage: CardStage,
        made: u8,
    ) -> bool {
        let look = self.look();
        let space = usize::from(look.player(seat).siesta);
        let next = match stage {
            CardStage::Bonus if !look.has_bonus(seat, slot) => CardStage::Boost,
            CardStage::Rest => CardStage::Prestige,
            CardStage::Prestige => CardStage::Travel,
            CardStage::Travel => CardStage::Leave,
            CardStage::Leave => CardStage::End,
            CardStage::Bonus | CardStage::Boost | CardStage::Deliver | CardStage::End => {
                return false;
            }
        };
        self.set_top(seat, Kind::Card { slot, stage: next, made });
        let numbers = &self.content().numbers;
        match stage {
            CardStage::Rest => {
                let look = self.look();
                let n = look.card_value(seat, slot).saturating_add(look.siesta_extra(seat));
                self.move_siesta(seat, n);
            }
            CardStage::Prestige => {
                // The position is read once: what a prestige tile moves afterwards changes nothing. The movement
                // lies below the tiles that the gain pushes.
                let steps = numbers.siesta_moves[space];
                if steps > 0 {
                    self.push(seat, Kind::Move { steps });
                }
                self.gain_prestige(seat, numbers.siesta_prestige[space].into(), Cause::Siesta);
            }
            CardStage::Leave => self.put_card_away(seat, slot),
            CardStage::Travel
            | CardStage::Bonus
            | CardStage::Boost
            | CardStage::Deliver
            | CardStage::End => {}
        }
        true
    }

    /// The card of a slot goes back into the box.
    fn put_card_away(&mut self, seat: Seat, slot: Slot) {
        let player = self.player(seat);
        let card = match slot {
            Slot::Siesta => player.siesta_card.take(),
            Slot::Donkey => player.donkey_card.take(),
        };
        if let Some(card) = card {
            player.donkey_unused.insert(card);
        }
    }

    pub(super) fn activate_bonus(&mut self, seat: Seat, kind: &Kind) {
        let Kind::Card { slot, .. } = *kind else { return };
        self.set_top(seat, Kind::Card { slot, stage: CardStage::Boost, made: 0 });
        let Some(card) = self.look().slot_card(seat, slot) else { return };
        self.tell(|| News::BonusActivated { seat, slot, card });
        self.push(seat, Kind::Raise { event: Event::DonkeyCard(slot), deaf: None });
        self.push_list(seat, self.content().donkeys[card.index()].effects, None);
    }

    pub(super) fn boost(&mut self, seat: Seat, kind: &Kind, plus: u8) {
        let Kind::Card { slot, .. } = *kind else { return };
        let cost = self.look().boost_price(seat, plus);
        let stage = match slot {
            Slot::Siesta => CardStage::Rest,
            Slot::Donkey => CardStage::Deliver,
        };
        self.set_top(seat, Kind::Card { slot, stage, made: 0 });
        self.player(seat).boosted[slot.index()] = plus;
        self.tell(|| News::Boosted { seat, slot, plus });
        self.move_trough(seat, -i16::from(cost));
    }

    /// The turn order becomes the order on the siesta track.
    ///
    /// Rules: el_burro §19.3.
    pub(super) fn set_turn_order(&mut self) {
        self.state.turn_order.clone_from(&self.state.siesta_order);
        let order = self.state.turn_order.clone();
        self.tell(|| News::TurnOrder { order });
    }

    pub(super) fn raise_turn_order(&mut self, seat: Seat) {
        let order = &self.state.turn_order;
        let (first, last) = (order.first() == Some(&seat), order.last() == Some(&seat));
        self.raise(seat, Event::TurnOrderSet { first, last }, None);
    }

    /// The end of a donkey turn: its card goes back into the box.
    pub(super) fn end_turn(&mut self, seat: Seat) {
        if let Some(Kind::Card { slot: Slot::Donkey, .. }) = self.state.top(seat).map(|t| t.kind) {
            self.put_card_away(seat, Slot::Donkey);
        }
        self.end_part(seat);
    }
}
