//! Looking at the table: what checks and lists of legal actions are made of.

use super::ElBurro;
use super::content::Content;
use super::frame::Frame;
use super::ids::{Phase, Slot, Step};
use super::plans::{Numbers, SeatPlan};
use super::rejection::Rejection;
use super::state::{Player, State};
use crate::{Rules, Seat};

/// What a check says.
pub(super) type Checked = Result<(), Rejection>;

/// The table, to look at.
#[derive(Debug, Clone, Copy)]
pub(super) struct Look<'a> {
    pub(super) rules: &'a Rules<ElBurro>,
    pub(super) content: &'a Content,
    pub(super) state: &'a State,
}

impl<'a> Look<'a> {
    pub(super) fn new(rules: &'a Rules<ElBurro>, state: &'a State) -> Self {
        Self { rules, content: &rules.content, state }
    }

    pub(super) const fn player(self, seat: Seat) -> &'a Player {
        &self.state.players[seat.index()]
    }

    pub(super) const fn numbers(self) -> &'a Numbers {
        &self.content.numbers
    }

    pub(super) fn plan(self) -> &'a SeatPlan {
        self.content.plan(self.rules.seats)
    }

    /// The frame on top of a seat's stack.
    pub(super) fn top(self, seat: Seat) -> Option<&'a Frame> {
        self.player(seat).stack.last()
    }

    /// The other seats, ascending.
    pub(super) fn others(self, seat: Seat) -> impl Iterator<Item = Seat> + use<> {
        Seat::all(self.rules.seats).filter(move |other| *other != seat)
    }

    /// The value of the card on a slot and its boost.
    pub(super) fn card_value(self, seat: Seat, slot: Slot) -> u8 {
        let player = self.player(seat);
        let card = match slot {
            Slot::Siesta => player.siesta_card,
            Slot::Donkey => player.donkey_card,
        };
        let value = card.map_or(0, |card| self.content.donkeys[card.index()].value);
        value + player.boosted[slot.index()]
    }
}

impl State {
    /// The phase.
    pub const fn phase(&self) -> Phase {
        if self.over { Phase::Over } else { self.step.phase() }
    }

    /// Whether prestige tiles and triggers still work: not in the final phase (`rules.md` §15.4, §21.2).
    pub(super) const fn bonuses_work(&self) -> bool {
        !matches!(self.step.phase(), Phase::Final)
    }

    /// Whether anytime actions exist in the step at all (`rules.md` §7.5).
    pub(super) const fn has_anytime(&self) -> bool {
        !matches!(self.step, Step::SetupStart | Step::DonkeyChoice)
    }
}
