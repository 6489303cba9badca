//! What a rule works on while an action is applied.

use super::ElGaucho;
use super::content::{Content, SeatPlan};
use super::facts;
use super::ids::Tile;
use super::state::{Player, State};
use crate::{Report, Rules, Seat, Tape};

/// The table, its luck and its audience.
pub(super) struct Play<'a, 'tape> {
    pub(super) rules: &'a Rules<ElGaucho>,
    pub(super) state: &'a mut State,
    pub(super) chance: &'a mut Tape<'tape>,
    pub(super) report: &'a mut Report,
}

impl<'a> Play<'a, '_> {
    pub(super) fn content(&self) -> &'a Content {
        &self.rules.content
    }

    pub(super) fn plan(&self) -> &'a SeatPlan {
        self.rules.content.plan(self.rules.seats)
    }

    /// The seat that acts.
    pub(super) const fn seat(&self) -> Seat {
        self.state.seat
    }

    pub(super) const fn player_of(&mut self, seat: Seat) -> &mut Player {
        &mut self.state.players[seat.index()]
    }

    /// Chance resolves a tile that nobody knew.
    ///
    /// Rules: el_gaucho §5. `what` is the name of the chance. `None`: no tile is left.
    pub(super) fn draw(&mut self, what: &'static str) -> Option<Tile> {
        let (content, pool) = (self.content(), self.state.pool);
        if pool.is_empty() {
            return None;
        }
        let label =
            |k| pool.nth(k).map_or_else(String::new, |tile| content.tile_id(tile).to_owned());
        let tile = pool.nth(self.chance.pick(what, pool.len().into(), label))?;
        self.state.pool.remove(tile);
        Some(tile)
    }

    /// Takes tiles off the pile; the round in which it runs out is noted, the first time.
    ///
    /// Rules: el_gaucho §11.
    pub(super) fn lower_pile(&mut self, count: u8) {
        self.state.pile_count -= count;
        if self.state.pile_count == 0 && count > 0 && self.state.trigger_round.is_none() {
            self.trigger();
        }
    }

    /// The running round is the one after which the end comes.
    pub(super) fn trigger(&mut self) {
        let (round, more) = (self.state.round, self.content().rounds_after_trigger);
        self.state.trigger_round = Some(round);
        self.report.tell(|| facts::end_triggered(round, more));
    }

    /// Money for a seat.
    pub(super) fn pay(&mut self, seat: Seat, pesos: u32) {
        let player = self.player_of(seat);
        player.pesos = player.pesos.saturating_add(pesos);
    }
}
