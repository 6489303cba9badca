//! The structure of rounds, and the end that the empty pile brings (`rules.md` §8, §11).

use super::content::Content;
use super::dice::Dice;
use super::facts;
use super::ids::{Pasture, Phase};
use super::pampa;
use super::play::Play;
use super::state::State;
use super::tiles::Tiles;

/// Whether `round` is the final one, without dice, as far as is known now.
///
/// Rules: el_gaucho §11.
pub(super) fn is_final(content: &Content, state: &State, round: u16) -> bool {
    let last = |trigger: u16| trigger.saturating_add(content.rounds_after_trigger);
    state.trigger_round.is_some_and(|trigger| round > last(trigger))
}

impl Play<'_, '_> {
    fn is_final(&self, round: u16) -> bool {
        is_final(&self.rules.content, self.state, round)
    }

    /// Dice are rolled, but not in the final round.
    ///
    /// Rules: el_gaucho §8 step 1.
    pub(super) fn begin_round(&mut self) {
        let round = self.state.round.saturating_add(1);
        let start = self.state.start_seat;
        self.state.round = round;
        self.state.seat = start;
        if self.is_final(round) {
            self.state.phase = Phase::Final;
            self.report.tell(|| facts::final_round_begins(round, start));
            return;
        }
        self.state.phase = Phase::Turn;
        self.report.tell(|| facts::round_begins(round, start));
        let mut dice = Dice::default();
        for _ in 0..self.plan().dice {
            let pick = self.chance.pick("roll", 6, |k| (k + 1).to_string());
            dice = dice.with(pick.to_le_bytes()[0] + 1);
        }
        self.state.dice_pool = dice;
        self.report.tell(|| facts::rolled(dice));
    }

    /// All complete pastures are emptied at once.
    ///
    /// Rules: el_gaucho §8 step 3.
    pub(super) fn open_collection(&mut self) {
        self.state.dice_pool = Dice::default();
        self.state.phase = Phase::Collect;
        let occupied = self.state.occupied();
        let complete = Pasture::all().filter(|p| pampa::is_complete(self.state, occupied, *p));
        let tiles: Tiles = complete.flat_map(|pasture| self.state.pasture(pasture)).collect();
        self.bring_home(tiles);
    }

    /// Goes on with the collection until a seat has to decide, then with what follows it.
    ///
    /// Rules: el_gaucho §8 steps 4 and 5, §12.
    pub(super) fn go_on_collecting(&mut self) {
        if !self.settle() {
            return;
        }
        if self.state.phase == Phase::Gather {
            return self.score();
        }
        if !self.is_final(self.state.round) {
            return self.end_round();
        }
        self.state.phase = Phase::Gather;
        self.report.tell(facts::last_tiles);
        self.bring_home(Tiles::ALL);
        if self.settle() {
            self.score();
        }
    }

    /// Rules: el_gaucho §8 step 5, §11.
    fn end_round(&mut self) {
        let cap = self.content().round_cap;
        if self.state.round >= cap && self.state.trigger_round.is_none() {
            self.trigger();
        }
        self.refill_pampa();
        self.state.start_seat = self.state.start_seat.next(self.rules.seats);
        self.begin_round();
    }

    /// Whether what follows this collection draws or rolls something.
    pub(super) fn chance_follows(&self) -> bool {
        let round = self.state.round;
        if self.state.phase == Phase::Gather || self.is_final(round) {
            return false;
        }
        let rolls = !self.is_final(round.saturating_add(1));
        rolls || pampa::would_refill(self.content(), self.plan(), self.state)
    }

    /// The last sales, and the end.
    ///
    /// Rules: el_gaucho §12 steps 2 and 3.
    fn score(&mut self) {
        self.sell_everything();
        self.state.phase = Phase::Over;
        let seats = self.rules.seats;
        let state = &*self.state;
        self.report.tell(|| facts::won(&super::scoring::winners(seats, state)));
    }
}
