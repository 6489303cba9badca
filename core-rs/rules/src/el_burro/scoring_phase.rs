//! The scoring phase, and the next round made ready (`rules.md` §20).

use super::action::Action;
use super::event::Event;
use super::frame::Kind;
use super::ids::{FACES, FARM_SPACES, SEATS, Support};
use super::look::{Checked, Look};
use super::news::{Cause, News};
use super::options::RondelDirection;
use super::play::Play;
use super::rejection::Rejection;
use super::sets::{FarmSpaces, TileTypes};
use crate::Seat;

impl Look<'_> {
    /// What workers on so many spaces cost.
    fn wages(self, seat: Seat, spaces: FarmSpaces) -> u16 {
        let paid = spaces.len().saturating_sub(self.unpaid(seat));
        u16::from(paid) * u16::from(self.numbers().wage)
    }

    /// Rules: el_burro §20.4.
    pub(super) fn check_wages(self, seat: Seat, spaces: FarmSpaces) -> Checked {
        let player = self.player(seat);
        if !player.assigned.contains_all(spaces) {
            return Err(Rejection::SpaceNotAssigned);
        }
        if player.silver < self.wages(seat, spaces) { Err(Rejection::CannotPay) } else { Ok(()) }
    }

    /// Every set of own assigned spaces that can be paid: by size, then space by space.
    pub(super) fn list_wages(self, seat: Seat, out: &mut Vec<Action>) {
        let assigned = self.player(seat).assigned;
        let mut sets: Vec<FarmSpaces> = (0..1 << FARM_SPACES)
            .map(FarmSpaces)
            .filter(|spaces| assigned.contains_all(*spaces))
            .filter(|spaces| self.check_wages(seat, *spaces).is_ok())
            .collect();
        // Of two sets of one size the one whose first own space comes earlier has the larger mirrored bits.
        sets.sort_by_key(|spaces| (spaces.len(), std::cmp::Reverse(spaces.0.reverse_bits())));
        out.extend(sets.into_iter().map(|spaces| Action::PayWorkers { spaces }));
    }
}

impl Play<'_, '_> {
    /// Rules: el_burro §20.1.
    pub(super) fn score_milestones(&mut self, seat: Seat) {
        let each = u16::from(self.content().numbers.milestone_prestige);
        let prestige = u16::from(self.state.player(seat).milestone) * each;
        self.gain_prestige(seat, prestige, Cause::Milestones);
    }

    /// The ranking of the stables is fixed before anyone gains.
    ///
    /// Rules: el_burro §20.2: by value, then by the order on the siesta track.
    pub(super) fn rank_stables(&mut self) {
        let look = self.look();
        let prestige = look.plan().stable_prestige[usize::from(self.state.round) - 1];
        let mut ranking = self.state.siesta_order.clone();
        ranking.sort_by_key(|seat| std::cmp::Reverse(look.stable_value(*seat)));
        let mut gains = [0; SEATS];
        for (seat, prestige) in ranking.iter().zip(prestige) {
            gains[seat.index()] = prestige;
        }
        self.state.stable_gains = gains;
    }

    pub(super) fn score_stable(&mut self, seat: Seat) {
        let prestige = std::mem::take(&mut self.state.stable_gains[seat.index()]);
        self.gain_prestige(seat, prestige.into(), Cause::Stable);
    }

    /// Rules: el_burro §20.3; the event comes after the marker.
    pub(super) fn score_support(&mut self, seat: Seat) {
        self.push(seat, Kind::Raise { event: Event::RoundScoring, deaf: None });
        match self.state.player(seat).support {
            Support::Prestige => {
                let prestige = self.content().numbers.support_kept_prestige;
                self.gain_prestige(seat, prestige.into(), Cause::SupportKept);
            }
            Support::Basket => {
                self.player(seat).support = Support::Prestige;
                self.tell(|| News::SupportBack { seat });
            }
        }
    }

    /// The paid workers go to the supply; those that stay are on strike.
    ///
    /// Rules: el_burro §20.4.
    pub(super) fn pay_workers(&mut self, seat: Seat, spaces: FarmSpaces) {
        let silver = self.look().wages(seat, spaces);
        let player = self.player(seat);
        player.silver -= silver;
        player.assigned.0 &= !spaces.0;
        let strike = player.assigned;
        self.tell(|| News::WorkersPaid { seat, spaces, silver, strike });
        self.end_part(seat);
    }

    /// The next round is made ready.
    ///
    /// Rules: el_burro §20.5.
    pub(super) fn prepare(&mut self) {
        for seat in self.state.turn_order.clone() {
            let player = self.player(seat);
            let turned = std::mem::replace(&mut player.tiles_front, TileTypes::NONE);
            player.tiles_back = player.tiles_back.or(turned);
            player.siesta = 0;
            player.used.clear();
            player.boosted = [0; 2];
            for tile in turned.iter() {
                self.tell(|| News::TileTurned { seat, tile });
            }
        }
        self.state.siesta_order.clone_from(&self.state.turn_order);
        let faces = u8::try_from(FACES).unwrap_or(1);
        let step = match self.rules.options.rondel_direction {
            RondelDirection::Clockwise => 1,
            RondelDirection::Counterclockwise => faces - 1,
        };
        let rotation = (self.state.rondel_rotation + step) % faces;
        self.state.rondel_rotation = rotation;
        self.tell(|| News::RondelTurned { rotation });
    }
}
