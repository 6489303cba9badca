//! What a rule works on while an action is applied.

use super::Buurn;
use super::content::Content;
use super::state::State;
use crate::{Report, Rules, Seat, Tape};

/// The table, its luck and its audience.
pub(super) struct Play<'a, 'tape> {
    pub(super) rules: &'a Rules<Buurn>,
    pub(super) state: &'a mut State,
    pub(super) chance: &'a mut Tape<'tape>,
    pub(super) report: &'a mut Report,
}

impl<'a> Play<'a, '_> {
    pub(super) fn content(&self) -> &'a Content {
        &self.rules.content
    }

    /// All seats, ascending.
    pub(super) fn seats(&self) -> impl DoubleEndedIterator<Item = Seat> + Clone + use<> {
        Seat::all(self.rules.seats)
    }

    /// Dollars from the supply, which never runs out (R20).
    pub(super) const fn gain(&mut self, seat: Seat, amount: u32) {
        let player = self.state.player_mut(seat);
        player.money = player.money.saturating_add(amount);
    }

    /// Takes up to `amount` dollars from a seat; returns what it had of them.
    pub(super) fn take(&mut self, seat: Seat, amount: u32) -> u32 {
        let player = self.state.player_mut(seat);
        let taken = amount.min(player.money);
        player.money -= taken;
        taken
    }

    /// Puts dollars on the Bank card.
    pub(super) const fn put_in_bank(&mut self, amount: u32) {
        self.state.bank = self.state.bank.saturating_add(amount);
    }
}
