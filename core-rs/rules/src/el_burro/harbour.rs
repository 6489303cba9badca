//! Docks and boats (`rules.md` §11.4).

use super::frame::Kind;
use super::look::{Checked, Look};
use super::news::{Cause, News};
use super::play::Play;
use super::rejection::Rejection;
use super::state::Moored;
use super::things::{Boat, Dock, RoadSpace};
use crate::Seat;

impl Look<'_> {
    /// Whether a boat beside the harbour may lie down at a dock.
    pub(super) fn check_claim(self, dock: Dock, boat: Boat) -> Checked {
        let taken = self.state.docks[dock.index()].is_some();
        if taken || !self.state.boats_left.contains(boat) {
            return Err(Rejection::BoatTaken);
        }
        Ok(())
    }

    /// The boats of a seat with all markings filled.
    pub(super) fn full_boats(self, seat: Seat) -> impl Iterator<Item = Boat> {
        let own = self.state.docks.iter().flatten().filter(move |moored| moored.seat == seat);
        let full =
            move |moored: &&Moored| self.boat_plan(moored.boat).markings.all() == moored.filled;
        own.filter(full).map(|moored| moored.boat)
    }
}

impl Play<'_, '_> {
    /// A donkey has come to a space, and all that lies there has acted: a free dock ends its move.
    pub(super) fn arrive(&mut self, seat: Seat, donkey: u8, left: u8, space: RoadSpace) {
        let Some(dock) = self.content().road.space(space).dock else { return };
        let taken = self.state.docks[dock.index()].is_some();
        if taken || self.state.boats_left.is_empty() {
            return;
        }
        self.set_top(seat, Kind::Moving { donkey, left: 0, entered: None });
        if left > 0 {
            self.tell(|| News::MoveStopped { seat, donkey, left });
        }
        self.push(seat, Kind::Dock { donkey, dock });
    }

    /// The boat lies at the dock, and the donkey stays on it until the end.
    pub(super) fn claim_dock(&mut self, seat: Seat, boat: Boat) {
        let Some(Kind::Dock { donkey, dock }) = self.state.top(seat).map(|top| top.kind) else {
            return;
        };
        self.pop(seat);
        self.state.boats_left.remove(boat);
        self.state.docks[dock.index()] = Some(Moored { seat, donkey, boat, filled: 0 });
        self.player(seat).donkeys[usize::from(donkey)].on_boat = true;
        self.tell(|| News::DockClaimed { seat, donkey, dock, boat });
        let road = &self.content().road;
        let prestige = road.space(road.dock(dock)).prestige;
        self.gain_prestige(seat, prestige.into(), Cause::Dock);
    }

    /// The donkey stays on the dock, which stays free.
    pub(super) fn pass_dock(&mut self, seat: Seat) {
        if let Some(Kind::Dock { donkey, dock }) = self.state.top(seat).map(|top| top.kind) {
            self.pop(seat);
            self.tell(|| News::DockPassed { seat, donkey, dock });
        }
    }
}
