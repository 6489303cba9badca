//! Achievements are claimed, never detected by the engine (`rules.md` §16, R21).

use super::action::Action;
use super::ids::Achievement;
use super::look::{Checked, Look};
use super::news::{Cause, News};
use super::plans::Goal;
use super::play::Play;
use super::rejection::Rejection;
use crate::Seat;

impl<'a> Look<'a> {
    fn is_claimed(self, seat: Seat, achievement: Achievement) -> bool {
        if let Some(side) = achievement.general() {
            return self.state.general[side.index()].claimed_by.contains(&seat);
        }
        let claimed = self.player(seat).personal_claimed;
        achievement.personal().is_some_and(|goal| claimed & (1 << goal) != 0)
    }

    fn goal(self, seat: Seat, achievement: Achievement) -> Option<&'a Goal> {
        if let Some(side) = achievement.general() {
            let tile = self.state.general[side.index()].tile;
            return self.content.general[tile.index()].part.get(side.index());
        }
        let tile = self.player(seat).personal;
        self.content.personal[tile.index()].part.get(achievement.personal()?)
    }

    pub(super) fn check_claim_of(self, seat: Seat, achievement: Achievement) -> Checked {
        if self.is_claimed(seat, achievement) {
            return Err(Rejection::AlreadyClaimed);
        }
        let goal = self.goal(seat, achievement);
        let holds = goal.is_some_and(|goal| self.conditions_hold(seat, &goal.conditions));
        if holds { Ok(()) } else { Err(Rejection::ConditionNotMet) }
    }

    pub(super) fn list_claims(self, seat: Seat, out: &mut Vec<Action>) {
        for achievement in Achievement::ALL {
            if self.check_claim_of(seat, achievement).is_ok() {
                out.push(Action::FulfilAchievement { achievement });
            }
        }
    }
}

impl Play<'_, '_> {
    /// The first seat to claim a general achievement gains its prestige, a seat with its third goal the bonus.
    pub(super) fn claim_achievement(&mut self, seat: Seat, achievement: Achievement) {
        self.tell(|| News::AchievementClaimed { seat, achievement });
        if let Some(side) = achievement.general() {
            let claimed_by = &mut self.state.general[side.index()].claimed_by;
            claimed_by.push(seat);
            if claimed_by.len() == 1 {
                let prestige = self.content().general_first[side.index()];
                self.gain_prestige(seat, prestige.into(), Cause::Achievement);
            }
            return;
        }
        let Some(goal) = achievement.personal() else { return };
        let player = self.player(seat);
        player.personal_claimed |= 1 << goal;
        if player.personal_claimed.count_ones() == 3 {
            self.push_list(seat, self.content().personal_bonus, None);
        }
    }
}
