//! The markets and market draws (`rules.md` §8.4, §8.5).

use super::Buurn;
use super::cards::Cards;
use super::content::Content;
use super::deck::Draw;
use super::effects::Ware;
use super::facts;
use super::ids::{Choice, Family, Phase, Place, Question, Totem};
use super::organisation;
use super::play::Play;
use super::state::{Placed, State};
use crate::{Rules, Seat};

/// Dollars that the market of the phase asks of the seat.
///
/// Rules: buurn §8.4, §8.5.
pub(super) fn cost(content: &Content, state: &State, seat: Seat) -> u32 {
    let full = if state.phase == Phase::SecondaryMarket {
        content.secondary_market_cost
    } else {
        content.black_market_cost
    };
    full.saturating_sub(organisation::discount(content, state, seat, Ware::Market))
}

/// Whether the seat may choose so at the market of the phase: the Bank where it holds something, cards where
/// there are any and the seat can pay, or can take nothing instead (R14).
///
/// Rules: buurn §8.4, §8.5.
pub(super) fn is_available(
    rules: &Rules<Buurn>,
    state: &State,
    seat: Seat,
    choice: Choice,
) -> bool {
    match choice {
        Choice::Bank => state.bank > 0,
        Choice::Pay => {
            let cards = if state.phase == Phase::SecondaryMarket {
                !state.lot.is_empty()
            } else {
                !state.deck.is_empty()
            };
            let money = state.player(seat).money;
            cards && (state.bank == 0 || money >= cost(&rules.content, state, seat))
        }
    }
}

impl Play<'_, '_> {
    /// Rules: buurn §8.4.
    pub(super) fn open_black_market(&mut self) {
        match self.state.holder(Totem::BlackMarket) {
            Some(holder) => {
                self.state.phase = Phase::BlackMarket;
                self.open_market(holder);
            }
            None => self.open_secondary_market(),
        }
    }

    /// Rules: buurn §8.5.
    fn open_secondary_market(&mut self) {
        match self.state.holder(Totem::SecondaryMarket) {
            Some(holder) => {
                self.state.phase = Phase::SecondaryMarket;
                self.open_market(holder);
            }
            None => self.close_markets(),
        }
    }

    /// Asks what to do there; where only one thing can be done it is.
    fn open_market(&mut self, seat: Seat) {
        let available = |choice| is_available(self.rules, self.state, seat, choice);
        match (available(Choice::Pay), available(Choice::Bank)) {
            (true, true) => self.ask(seat, Question::Market),
            (true, false) => self.visit(seat, Choice::Pay),
            (false, true) => self.visit(seat, Choice::Bank),
            (false, false) => self.leave_market(),
        }
    }

    /// On to the next market, or to the end of the turn.
    fn leave_market(&mut self) {
        if self.state.phase == Phase::SecondaryMarket {
            self.close_markets();
        } else {
            self.open_secondary_market();
        }
    }

    /// Rules: buurn §8.6.
    fn close_markets(&mut self) {
        self.clean_up();
        self.end_turn(true);
    }

    /// Takes the Bank, or pays for the cards of the market.
    ///
    /// Rules: buurn §8.4, §8.5.
    pub(super) fn visit(&mut self, seat: Seat, choice: Choice) {
        if choice == Choice::Bank {
            self.take_bank(seat);
            return self.leave_market();
        }
        let cost = cost(self.content(), self.state, seat);
        let paid = self.take(seat, cost);
        self.put_in_bank(paid);
        self.report.tell(|| facts::market_paid(seat, paid));
        if self.state.phase == Phase::SecondaryMarket {
            self.ask(seat, Question::GiveThird);
        } else if !self.market_draw(seat, self.content().black_market_draw) {
            self.leave_market();
        }
    }

    /// The third card goes face up to a seat.
    ///
    /// Rules: buurn §8.5.
    pub(super) fn give_third(&mut self, seat: Seat, to: Seat) {
        let content = self.content();
        if let Some(family) = self.state.lot.pop() {
            self.state.player_mut(to).face_up.add(family);
            let card = Cards::from_iter([family]);
            self.report.tell(|| facts::lot_given(content, seat, to, &card));
        }
        self.close_markets();
    }

    /// Draws cards that only the seat sees. With two in hand it decides which to keep: returns whether it was
    /// asked. One card is kept.
    ///
    /// Rules: buurn §8, market draw.
    pub(super) fn market_draw(&mut self, seat: Seat, cards: u8) -> bool {
        let content = self.content();
        for _ in 0..cards {
            let Some(family) = self.draw(Draw::Hand(seat)) else { break };
            self.state.hand.push(family);
            self.report.tell_apart(
                seat,
                || facts::drawn(content, seat, family),
                || facts::drawn_hidden(seat),
            );
        }
        if self.state.hand.is_full() {
            self.ask(seat, Question::Stash);
            return true;
        }
        if let Some(family) = self.state.hand.pop() {
            self.keep(seat, family);
        }
        false
    }

    fn keep(&mut self, seat: Seat, family: Family) {
        let content = self.content();
        self.state.player_mut(seat).face_down.add(family);
        self.report.tell_apart(
            seat,
            || facts::kept(content, seat, family),
            || facts::kept_hidden(seat),
        );
    }

    /// One drawn card is kept face down, the other goes back where only the seat knows it (R26).
    ///
    /// Rules: buurn §8, market draw.
    pub(super) fn stash(&mut self, seat: Seat, keep: u8, place: Place) {
        let content = self.content();
        let mut hand = std::mem::take(&mut self.state.hand);
        if usize::from(keep) < hand.len() {
            // First what is kept, whichever was drawn first: the order of the facts tells nothing.
            let kept = hand.remove(keep.into());
            self.keep(seat, kept);
        }
        for family in hand {
            let placed = Placed { family, known_by: seat };
            let deck = &mut self.state.deck;
            match place {
                Place::Top => deck.top.push(placed),
                Place::Bottom => deck.bottom.push(placed),
            }
            self.report.tell_apart(
                seat,
                || facts::put_back(content, seat, family, place),
                || facts::put_back_hidden(seat, place),
            );
        }
        if self.state.phase == Phase::Organisation {
            self.run_effects(seat);
        } else {
            self.leave_market();
        }
    }
}
