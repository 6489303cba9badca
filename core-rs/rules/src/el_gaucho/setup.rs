//! Setup (`rules.md` §6), up to the choice of start tiles.

use super::ElGaucho;
use super::dice::Dice;
use super::facts;
use super::ids::{Areas, PASTURES, Phase, RACES, Race, SEATS, SPACES};
use super::options::Removal;
use super::play::Play;
use super::state::{Player, State};
use super::tiles::Tiles;
use crate::{Report, Rules, Seat, Tape};

/// The state in which the seats choose their start tiles.
///
/// Rules: el_gaucho §6.
pub(super) fn setup(rules: &Rules<ElGaucho>, chance: &mut Tape<'_>, report: &mut Report) -> State {
    let mut state = start(rules);
    let mut play = Play { rules, state: &mut state, chance, report };
    play.remove_race();
    play.choose_start_seat();
    play.state.pile_count = play.state.pool.len();
    play.refill_pampa();
    play.fill_steppe();
    play.draw_start_tiles();
    state
}

/// Gauchos and pesos handed out, nothing drawn yet (§6 step 1).
fn start(rules: &Rules<ElGaucho>) -> State {
    let content = &rules.content;
    let mut players = [Player::default(); SEATS];
    for player in players.iter_mut().take(usize::from(rules.seats)) {
        player.supply = content.plan(rules.seats).gauchos;
        player.pesos = content.start_pesos;
    }
    State {
        phase: Phase::Keep,
        round: 0,
        start_seat: Seat(0),
        seat: Seat(0),
        trigger_round: None,
        pampa: [[None; SPACES]; PASTURES],
        pool: Tiles::ALL,
        pile_count: 0,
        steppe_unseen: 0,
        dice_pool: Dice::default(),
        hand: Dice::default(),
        picked: false,
        placed_areas: Areas::default(),
        vacated_areas: Areas::default(),
        secret_taken: false,
        players,
        removed: Tiles::default(),
    }
}

impl Play<'_, '_> {
    /// §6 step 2.
    fn remove_race(&mut self) {
        let content = self.content();
        let race = match &self.rules.options.removal {
            Removal::Nothing => return,
            Removal::Fixed { race, .. } => *race,
            Removal::Random => {
                let count = u32::try_from(RACES).unwrap_or(1);
                let at = |k: u32| Race::all().nth(k as usize).unwrap_or(Race(0));
                let label = |k| content.race_id(at(k)).to_owned();
                at(self.chance.pick("removed_race", count, label))
            }
        };
        self.state.removed = race.tiles();
        self.state.pool = self.state.pool.without(race.tiles());
        self.report.tell(|| facts::race_removed(content, race));
    }

    /// §6 step 3.
    fn choose_start_seat(&mut self) {
        let seats = self.rules.seats;
        let start = self.rules.options.start_seat.unwrap_or_else(|| {
            let pick = self.chance.pick("start_seat", seats.into(), |k| k.to_string());
            Seat::all(seats).nth(pick as usize).unwrap_or(Seat(0))
        });
        self.state.start_seat = start;
        self.state.seat = start;
        self.report.tell(|| facts::start_seat(start));
    }

    /// §6 step 5.
    fn fill_steppe(&mut self) {
        let count = self.content().steppe_tiles;
        self.state.steppe_unseen = count;
        self.state.pile_count -= count;
        self.report.tell(|| facts::steppe_filled(count));
    }

    /// §6 step 6: all tiles of a seat before the next seat draws.
    fn draw_start_tiles(&mut self) {
        let (content, count) = (self.content(), self.plan().start_draw);
        let mut seat = self.state.start_seat;
        for _ in 0..self.rules.seats {
            let mut drawn = Tiles::default();
            for _ in 0..count {
                if let Some(tile) = self.draw("start_tile") {
                    drawn.insert(tile);
                }
            }
            self.state.pile_count -= count;
            self.player_of(seat).start_draw = drawn;
            self.report.tell_apart(
                seat,
                || facts::start_tiles_drawn(content, seat, drawn),
                || facts::start_tiles_drawn_hidden(seat, count),
            );
            seat = seat.next(self.rules.seats);
        }
    }
}
