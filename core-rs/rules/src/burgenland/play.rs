//! What a rule works on while an action is applied.

use super::Burgenland;
use super::content::Content;
use super::state::State;
use crate::{Report, Rules, Seat, Tape};

/// The table, its luck and its audience.
pub(super) struct Play<'a, 'tape> {
    pub(super) rules: &'a Rules<Burgenland>,
    pub(super) state: &'a mut State,
    pub(super) chance: &'a mut Tape<'tape>,
    pub(super) report: &'a mut Report,
}

impl<'a> Play<'a, '_> {
    pub(super) fn content(&self) -> &'a Content {
        &self.rules.content
    }

    /// The seat that acts.
    pub(super) const fn seat(&self) -> Seat {
        self.state.seat
    }
}
