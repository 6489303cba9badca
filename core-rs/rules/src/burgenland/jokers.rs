//! Jokers: gaining and buying them (`rules.md` §7.4, §10).

use super::content::Content;
use super::facts;
use super::ids::Phase;
use super::play::Play;
use super::rejection::Rejection;
use super::state::{Part, Pending, Purpose, State};

/// Whether the acting seat may buy a joker.
///
/// Rules: burgenland §7.4.
pub(super) fn check_buy(content: &Content, state: &State) -> Result<(), Rejection> {
    if state.player().hand.coins() >= u32::from(content.joker.price) {
        return Ok(());
    }
    Err(Rejection::CannotPay { joker: true })
}

impl Play<'_, '_> {
    /// Opens the payment of a joker.
    ///
    /// Rules: burgenland §7.4.
    pub(super) fn buy_joker(&mut self) {
        let (seat, price) = (self.seat(), self.content().joker.price);
        self.report.show();
        self.state.pending = Some(Pending {
            purpose: Purpose::Joker { back: self.state.phase },
            part: Part::Joker { missing: price },
            architect_ahead: 0,
        });
        self.state.phase = Phase::Paying;
        self.report.tell(|| facts::purchase_opened(seat, price));
    }

    /// Gives the acting seat jokers. A gain never fails.
    ///
    /// Rules: burgenland §10.
    pub(super) fn gain_jokers(&mut self, count: u32) {
        let seat = self.seat();
        let player = self.state.player_mut();
        player.jokers = player.jokers.saturating_add(count);
        self.report.tell(|| facts::jokers_gained(seat, count));
    }
}
