//! Each seat's first gaucho (`rules.md` §7.2).

use super::facts;
use super::ids::Area;
use super::play::Play;
use super::rejection::Rejection;
use super::state::State;

/// Whether the area is free: no seat has chosen it.
///
/// Rules: el_gaucho §7.2.
pub(super) fn check(state: &State, area: Area) -> Result<(), Rejection> {
    let taken = state.players.iter().any(|player| player.areas.contains(area));
    if taken { Err(Rejection::AreaTaken { area }) } else { Ok(()) }
}

impl Play<'_, '_> {
    /// A gaucho goes to an area; anticlockwise on, the start seat comes last and then the first round.
    ///
    /// Rules: el_gaucho §6 step 8, §7.2.
    pub(super) fn place_start_gaucho(&mut self, area: Area) {
        let seat = self.seat();
        let player = self.state.player_mut();
        player.supply = player.supply.saturating_sub(1);
        player.areas.insert(area);
        self.report.tell(|| facts::gaucho_placed_first(seat, area));
        if seat == self.state.start_seat {
            self.begin_round();
        } else {
            self.state.seat = self.before(seat);
        }
    }
}
