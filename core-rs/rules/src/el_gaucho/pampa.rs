//! The pampa: its pastures and how they are filled (`rules.md` §5).

use super::content::{Content, SeatPlan};
use super::facts;
use super::ids::{Pasture, SPACES, Tile};
use super::play::Play;
use super::state::State;
use super::tiles::Tiles;

/// The leftmost empty space in use of a pasture.
pub(super) fn empty_space(plan: &SeatPlan, state: &State, pasture: Pasture) -> Option<usize> {
    let used = usize::from(plan.used[pasture.index()]).min(SPACES);
    state.pampa[pasture.index()][..used].iter().position(Option::is_none)
}

/// Whether any space in use is empty.
pub(super) fn has_empty_space(plan: &SeatPlan, state: &State) -> bool {
    Pasture::all().any(|pasture| empty_space(plan, state, pasture).is_some())
}

/// The sum of the values in a pasture, with or without gauchos.
pub(super) fn total(state: &State, pasture: Pasture) -> u16 {
    state.pasture(pasture).map(|tile| u16::from(tile.value())).sum()
}

/// Whether every tile of a pasture holds a gaucho, and there is one.
///
/// Rules: el_gaucho §8.
pub(super) fn is_complete(state: &State, occupied: Tiles, pasture: Pasture) -> bool {
    let tiles: Tiles = state.pasture(pasture).collect();
    !tiles.is_empty() && occupied.contains_all(tiles)
}

/// The space that takes the next tile of a pasture, when it is to be filled.
fn space_to_fill(
    content: &Content,
    plan: &SeatPlan,
    state: &State,
    pasture: Pasture,
) -> Option<usize> {
    if state.pile_count == 0 || total(state, pasture) >= content.value_limit {
        return None;
    }
    empty_space(plan, state, pasture)
}

/// Whether filling the pampa now would draw a tile.
pub(super) fn would_refill(content: &Content, plan: &SeatPlan, state: &State) -> bool {
    Pasture::all().any(|pasture| space_to_fill(content, plan, state, pasture).is_some())
}

impl Play<'_, '_> {
    /// Fills the pastures from the pile.
    ///
    /// Rules: el_gaucho §5.
    pub(super) fn refill_pampa(&mut self) {
        let (content, plan) = (self.content(), self.plan());
        for pasture in Pasture::all() {
            while let Some(space) = space_to_fill(content, plan, self.state, pasture) {
                let Some(tile) = self.draw("pasture_tile") else { return };
                self.state.pampa[pasture.index()][space] = Some(tile);
                self.report.tell(|| facts::tile_drawn(content, tile, pasture, space));
                self.lower_pile(1);
            }
        }
    }

    /// Takes a tile off its space.
    pub(super) fn clear_space(&mut self, tile: Tile) {
        let spaces = self.state.pampa.as_flattened_mut().iter_mut();
        spaces.filter(|space| **space == Some(tile)).for_each(|space| *space = None);
    }
}
