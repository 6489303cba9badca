//! Moving donkeys, and the elements they unlock (`rules.md` §11.2, §11.3).

use super::frame::Kind;
use super::ids::Branch;
use super::look::{Checked, Look};
use super::news::News;
use super::play::Play;
use super::rejection::Rejection;
use super::road::{Element, ElementKind, Next};
use super::things::RoadSpace;
use crate::Seat;

impl Look<'_> {
    /// Where a donkey goes next; nowhere before it is placed.
    pub(super) fn next_space(self, seat: Seat, donkey: u8) -> Next {
        let space = self.player(seat).donkeys[usize::from(donkey)].space;
        space.map_or(Next::End, |space| self.content.road.space(space).next)
    }

    /// Whether a seat may enter a space: it has claimed the achievement of its barrier.
    fn is_open(self, seat: Seat, space: RoadSpace) -> bool {
        let barrier = self.content.road.space(space).barrier;
        let claimed = |side: super::ids::GeneralSide| &self.state.general[side.index()].claimed_by;
        barrier.is_none_or(|side| claimed(side).contains(&seat))
    }

    /// Whether the junction before a donkey has barriers: there it may stop.
    pub(super) fn faces_barrier(self, seat: Seat, donkey: u8) -> bool {
        let next = self.next_space(seat, donkey);
        let barred = |branch| next.behind(branch).is_some_and(|space| self.is_barred(space));
        Branch::ALL.into_iter().any(barred)
    }

    fn is_barred(self, space: RoadSpace) -> bool {
        self.content.road.space(space).barrier.is_some()
    }

    /// Whether a donkey can be chosen for a move.
    ///
    /// Rules: el_burro §11.2.
    pub(super) fn check_move(self, seat: Seat, donkey: u8) -> Checked {
        if self.player(seat).donkeys[usize::from(donkey)].on_boat {
            return Err(Rejection::DonkeyOnBoat);
        }
        let open = match self.next_space(seat, donkey) {
            Next::End => false,
            Next::One(space) => self.is_open(seat, space),
            Next::Junction { short, long } => self.is_open(seat, short) || self.is_open(seat, long),
        };
        if open { Ok(()) } else { Err(Rejection::NoWay) }
    }

    /// Whether a donkey that waits at a junction may take a branch.
    pub(super) fn check_branch(self, seat: Seat, donkey: u8, branch: Branch) -> Checked {
        let space = self.next_space(seat, donkey).behind(branch);
        let open = space.is_some_and(|space| self.is_open(seat, space));
        if open { Ok(()) } else { Err(Rejection::BarrierClosed) }
    }

    /// Whether a donkey of a seat that enters a space unlocks an element there.
    ///
    /// Rules: el_burro §11.3.
    fn unlocks(self, seat: Seat, donkey: u8, number: u8, element: &Element) -> bool {
        let player = self.player(seat);
        let known = player.elements & (1 << number) != 0;
        let closed = player.elements & element.closed_by != 0;
        if known || closed {
            return false;
        }
        let other = player.donkeys[usize::from(1 - donkey)].space;
        !element.two_donkeys
            || other.is_some_and(|other| self.content.road.second_has_come(element.space, other))
    }
}

impl Play<'_, '_> {
    /// A donkey begins to move.
    pub(super) fn move_donkey(&mut self, seat: Seat, donkey: u8) {
        if let Some(Kind::Move { steps }) = self.state.top(seat).map(|top| top.kind) {
            self.set_top(seat, Kind::Moving { donkey, left: steps, entered: None });
        }
    }

    /// A donkey on its way: it goes on until it has to wait.
    ///
    /// Rules: el_burro §11.2. `false`: it waits at a junction.
    pub(super) fn run_moving(
        &mut self,
        seat: Seat,
        donkey: u8,
        left: u8,
        entered: Option<RoadSpace>,
    ) -> bool {
        let animal = self.player(seat).donkeys[usize::from(donkey)];
        if animal.on_boat {
            self.pop(seat);
            return true;
        }
        if let Some(space) = entered {
            self.set_top(seat, Kind::Moving { donkey, left, entered: None });
            if animal.space == Some(space) {
                self.arrive(seat, donkey, left, space);
            }
            return true;
        }
        if left == 0 {
            self.pop(seat);
            return true;
        }
        match self.look().next_space(seat, donkey) {
            Next::End => {
                self.pop(seat);
                self.tell(|| News::MoveStopped { seat, donkey, left });
                true
            }
            Next::One(space) => {
                self.enter(seat, donkey, left, space);
                true
            }
            Next::Junction { .. } => false,
        }
    }

    /// A donkey that waits at a junction takes a branch.
    pub(super) fn take_branch(&mut self, seat: Seat, branch: Branch) {
        let Some(Kind::Moving { donkey, left, .. }) = self.state.top(seat).map(|top| top.kind)
        else {
            return;
        };
        let Some(space) = self.look().next_space(seat, donkey).behind(branch) else { return };
        self.tell(|| News::BranchTaken { seat, donkey, branch });
        self.enter(seat, donkey, left, space);
    }

    /// The rest of a move is forfeited before a barrier.
    pub(super) fn stop_move(&mut self, seat: Seat) {
        if let Some(Kind::Moving { donkey, left, .. }) = self.state.top(seat).map(|top| top.kind) {
            self.pop(seat);
            self.tell(|| News::MoveStopped { seat, donkey, left });
        }
    }

    /// A donkey enters a space: its elements act, then its effects; then the move goes on.
    fn enter(&mut self, seat: Seat, donkey: u8, left: u8, space: RoadSpace) {
        let road = &self.content().road;
        self.set_top(seat, Kind::Moving { donkey, left: left - 1, entered: Some(space) });
        self.player(seat).donkeys[usize::from(donkey)].space = Some(space);
        self.tell(|| News::DonkeyMoved { seat, donkey, space });
        for (number, element) in road.elements_on(space) {
            if self.look().unlocks(seat, donkey, number, element) {
                self.player(seat).elements |= 1 << number;
                self.unlock(seat, element.kind);
            }
        }
        self.push_list(seat, road.space(space).effects, None);
    }

    fn unlock(&mut self, seat: Seat, element: ElementKind) {
        match element {
            ElementKind::Market(market) => {
                self.player(seat).markets_open |= 1 << market.0;
                self.tell(|| News::MarketUnlocked { seat, market });
            }
            ElementKind::Milestone => self.move_milestone(seat, 1),
            ElementKind::Trough => self.move_trough(seat, 1),
        }
    }
}
