//! Reward tracks and farm extensions (`rules.md` §14).

use super::event::Event;
use super::frame::Kind;
use super::ids::{Extended, Shape, Track};
use super::look::{Checked, Look};
use super::news::News;
use super::play::Play;
use super::rejection::Rejection;
use super::things::Extension;
use crate::Seat;

impl Look<'_> {
    pub(super) const fn marker_below_top(self, seat: Seat, track: Track) -> bool {
        self.player(seat).reward[track.index()] < self.numbers().reward_last
    }

    /// Whether a marking of a track's scoring option is free and the seat has none there.
    pub(super) fn can_claim(self, seat: Seat, track: Track) -> bool {
        let marks = self.state.scoring_marks[track.index()];
        !marks.contains(seat) && marks.len() < u32::from(self.plan().option_markings)
    }

    fn check_shape(self, shape: Option<Shape>, tile: Extension) -> Checked {
        let fits = shape.is_none_or(|shape| shape == self.content.extensions[tile.index()].shape);
        if fits { Ok(()) } else { Err(Rejection::WrongShape) }
    }

    fn extended(self, seat: Seat, tile: Extension) -> Extended {
        self.player(seat).extensions[tile.space().index()]
    }

    /// Rules: el_burro §14.2.
    pub(super) fn check_place(self, seat: Seat, shape: Option<Shape>, tile: Extension) -> Checked {
        match self.extended(seat, tile) {
            Extended::None => self.check_shape(shape, tile),
            Extended::Plain | Extended::Upgraded => Err(Rejection::TileOnFarm),
        }
    }

    /// Rules: el_burro §14.2.
    pub(super) fn check_turn(self, seat: Seat, shape: Option<Shape>, tile: Extension) -> Checked {
        match self.extended(seat, tile) {
            Extended::None => Err(Rejection::TileNotOnFarm),
            Extended::Plain => self.check_shape(shape, tile),
            Extended::Upgraded => Err(Rejection::TileTurned),
        }
    }
}

impl Play<'_, '_> {
    /// A reward marker moves, and the space it reaches works; a marker at the top stays (R19).
    ///
    /// Rules: el_burro §14.1.
    pub(super) fn step_track(&mut self, seat: Seat, track: Track) {
        if !self.look().marker_below_top(seat, track) {
            return;
        }
        let content = self.content();
        let reached = self.player(seat).reward[track.index()];
        let space = reached + 1;
        self.player(seat).reward[track.index()] = space;
        self.tell(|| News::RewardStep { seat, track, space });
        self.push(seat, Kind::Raise { event: Event::RewardStep(track), deaf: None });
        let effects = content.reward_spaces[track.index()][usize::from(reached)];
        self.push_list(seat, effects, Some(track));
    }

    /// The seat takes a marking of the scoring option of the track it has reached the end of.
    pub(super) fn claim_option(&mut self, seat: Seat, track: Option<Track>) {
        let Some(track) = track.filter(|track| self.look().can_claim(seat, *track)) else { return };
        let marks = &mut self.state.scoring_marks[track.index()];
        *marks = marks.with(seat);
        self.tell(|| News::OptionClaimed { seat, track });
    }

    /// An extension is placed plain, or turned: the frame is answered.
    pub(super) fn lay_extension(&mut self, seat: Seat, tile: Extension, side: Extended) {
        self.pop(seat);
        self.player(seat).extensions[tile.space().index()] = side;
        self.tell(|| News::ExtensionLaid { seat, tile, side });
    }
}
