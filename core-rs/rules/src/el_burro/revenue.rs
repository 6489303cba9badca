//! The revenue phase: dice and the rondel (`rules.md` §5, §18).

use super::effect::List;
use super::frame::Kind;
use super::ids::{FACES, SLOTS};
use super::look::{Checked, Look};
use super::news::News;
use super::play::Play;
use super::rejection::Rejection;
use super::sets::TileTypes;
use super::state::State;
use crate::Seat;

impl Look<'_> {
    pub(super) fn check_die(self, face: u8) -> Checked {
        let there = self.state.dice[usize::from(face) - 1] > 0;
        if there { Ok(()) } else { Err(Rejection::DieNotThere) }
    }

    /// What a face does.
    pub(super) fn face_action(self, face: u8) -> List {
        self.content.faces[usize::from(face) - 1].part
    }

    /// The bonus of the rondel at a face.
    ///
    /// Rules: el_burro §18.2.
    pub(super) fn bonus(self, face: u8) -> List {
        self.content.bonuses[self.content.bonus_at(self.state, face).index()].part
    }
}

impl super::content::Content {
    /// Which bonus the rondel shows at a face, 1 to 6.
    pub(super) fn bonus_at(&self, state: &State, face: u8) -> super::things::RondelBonus {
        let place = usize::from(face) + FACES - 1 - usize::from(state.rondel_rotation);
        self.rondel[state.rondel_side.index()][place % FACES]
    }
}

impl Play<'_, '_> {
    /// All dice, die by die: one of the faces that still have room.
    ///
    /// Rules: el_burro §5, §18.1.
    pub(super) fn roll_dice(&mut self) {
        let plan = *self.look().plan();
        let mut dice = [0; FACES];
        for _ in 0..plan.dice {
            let room = |face: &u8| dice[usize::from(*face) - 1] < plan.max_same_pips;
            let mut open = [0; FACES];
            let mut count = 0;
            for face in (1..=6).filter(room) {
                open[count] = face;
                count += 1;
            }
            let label = |k: u32| open.get(k as usize).map_or_else(String::new, u8::to_string);
            let domain = u32::try_from(count).unwrap_or(1);
            let face = open[self.chance.pick("dice", domain, label) as usize];
            dice[usize::from(face) - 1] += 1;
        }
        self.state.dice = dice;
        self.tell(|| News::DiceRolled { dice });
    }

    pub(super) fn take_die(&mut self, seat: Seat, face: u8) {
        self.set_top(seat, Kind::Die { taken: true });
        self.state.dice[usize::from(face) - 1] -= 1;
        self.tell(|| News::DieTaken { seat, face });
        self.push_die(seat, face);
    }

    /// The one die that is left is there for all.
    ///
    /// Rules: el_burro §18.3.
    pub(super) fn show_community_die(&mut self) {
        let left = (1..).zip(self.state.dice).find(|(_, count)| *count > 0);
        let Some((face, _)) = left else { return };
        self.state.community_die = Some(face);
        self.tell(|| News::CommunityDie { face });
    }

    pub(super) fn use_community_die(&mut self, seat: Seat) {
        self.set_top(seat, Kind::Community { used: true });
        let Some(face) = self.state.community_die else { return };
        self.tell(|| News::CommunityDieUsed { seat, face });
        if self.look().community_bonus(seat) {
            let (cards, tiles) = ([None; SLOTS], TileTypes::NONE);
            let (action, bonus, round_tile) = (true, true, false);
            self.push(seat, Kind::DieOrder { face, action, bonus, cards, tiles, round_tile });
        } else {
            self.push_list(seat, self.look().face_action(face), None);
        }
    }

    /// The die that was left leaves the supply.
    pub(super) fn put_dice_away(&mut self) {
        self.state.community_die = None;
        self.state.dice = [0; FACES];
    }
}
