//! The start and the end of a turn (`rules.md` §6).

use super::deck::Draw;
use super::effects::{Effect, Occasion};
use super::facts;
use super::ids::Phase;
use super::organisation;
use super::play::Play;

impl Play<'_, '_> {
    /// Totems back on the mat, gains, a new lot, an organisation card, an auction.
    ///
    /// Rules: buurn §6, start of a turn, in its order.
    pub(super) fn start_turn(&mut self) {
        let state = &mut *self.state;
        state.turn = state.turn.saturating_add(1);
        state.price = None;
        for player in &mut state.players {
            player.totem = None;
            player.sitting_out = false;
        }
        let turn = state.turn;
        self.report.tell(|| facts::turn_begins(turn));
        self.pay_turn_gains();
        self.fill_lot();
        let revealed_back = self.reveal_organisation();
        let content = self.content();
        let on_top = content.back_on_top(self.state.revealed).or(revealed_back);
        let lowest = content.piles.len() - 1;
        self.state.start_number = content.piles[on_top.unwrap_or(lowest)].back;
        self.open_auction(false);
    }

    fn pay_turn_gains(&mut self) {
        for seat in self.seats() {
            self.pay_gains(seat, Occasion::TurnStart);
        }
    }

    /// Pays a seat what its active cards gain on an occasion.
    ///
    /// Rules: buurn §12.
    pub(super) fn pay_gains(&mut self, seat: crate::Seat, occasion: Occasion) {
        let content = self.content();
        for card in organisation::active(self.state, seat).iter() {
            for effect in &content.organisation(card).effects {
                if let Effect::Gain { when, amount } = *effect
                    && when == occasion
                {
                    self.gain(seat, amount.into());
                    self.report.tell(|| facts::gained(content, seat, card, amount.into()));
                }
            }
        }
    }

    /// Draws the lot one by one, slot 0 first.
    ///
    /// Rules: buurn §6 step 3, §10 (a deck that is too short).
    fn fill_lot(&mut self) {
        let content = self.content();
        self.state.lot.clear();
        for slot in 0..content.layout(self.rules.seats).lot_size {
            let from_deck = self.draw(Draw::Lot);
            let Some(family) = from_deck.or_else(|| self.draw_discard()) else { break };
            self.state.lot.push(family);
            self.report.tell(|| facts::lot_card(content, slot, family, from_deck.is_some()));
        }
    }

    /// Turns up the next organisation card. Returns the place of its back; `None` when the pile is empty.
    ///
    /// Rules: buurn §6 step 4.
    fn reveal_organisation(&mut self) -> Option<usize> {
        let (content, state) = (self.content(), &mut *self.state);
        let back = content.back_on_top(state.revealed)?;
        let hidden = content.piles[back].cards.and(state.organisation_unseen);
        let nth = |k: u32| hidden.iter().nth(k as usize);
        let label = |k| nth(k).map_or("", |card| &content.organisation(card).id).to_owned();
        if hidden.is_empty() {
            return None;
        }
        let pick = self.chance.pick("organisation", hidden.len(), label);
        let card = nth(pick)?;
        state.organisation_unseen.remove(card);
        state.organisation_on_offer = Some(card);
        state.revealed += 1;
        self.report.tell(|| facts::organisation_revealed(content, card));
        Some(back)
    }

    /// The turn ends without a sale: the first player stays (R4).
    ///
    /// Rules: buurn §7.2, §7.4.
    pub(super) fn end_unsold(&mut self) {
        self.clean_up();
        self.end_turn(false);
    }

    /// What nobody took goes to the discards (R15).
    ///
    /// Rules: buurn §8.6.
    pub(super) fn clean_up(&mut self) {
        let content = self.content();
        let lot = std::mem::take(&mut self.state.lot);
        if !lot.is_empty() {
            lot.iter().for_each(|family| self.state.discard.add(*family));
            self.report.tell(|| facts::lot_discarded(content, &lot));
        }
        if let Some(card) = self.state.organisation_on_offer.take() {
            self.state.organisation_discard.insert(card);
            self.report.tell(|| facts::organisation_discarded(content, card));
        }
    }

    /// The next turn, or the end of the game.
    ///
    /// Rules: buurn §6, end of a turn.
    pub(super) fn end_turn(&mut self, resolved: bool) {
        if self.state.final_turn == Some(self.state.turn) {
            self.finish();
            return;
        }
        if resolved {
            let next = self.state.first_player.next(self.rules.seats);
            self.state.first_player = next;
            self.report.tell(|| facts::next_first_player(next));
        }
        self.start_turn();
    }

    /// Face-down cards are shown and everything is counted.
    ///
    /// Rules: buurn §13.
    fn finish(&mut self) {
        self.state.phase = Phase::Finished;
        self.report.show();
        let content = self.content();
        for seat in self.seats() {
            let cards = self.state.player(seat).face_down;
            if !cards.is_empty() {
                self.report.tell(|| facts::cards_shown(content, seat, &cards));
            }
        }
        let scores = super::scoring::scores(self.rules, self.state);
        for (seat, score) in self.seats().zip(scores) {
            self.report.tell(|| facts::scored(seat, score.total()));
        }
    }
}
