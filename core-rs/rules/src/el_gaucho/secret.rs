//! Secret cattle: tiles from the steppe to the pampa (`rules.md` §7.4).

use super::ElGaucho;
use super::action::Action;
use super::facts;
use super::ids::{Pasture, Phase, Posture, Tile};
use super::keep;
use super::pampa;
use super::play::Play;
use super::rejection::Rejection;
use super::round;
use super::state::State;
use super::tiles::Tiles;
use crate::Rules;

/// Rules: el_gaucho §7.4.
pub(super) fn check_take(
    rules: &Rules<ElGaucho>,
    state: &State,
    tile: Tile,
    pasture: Pasture,
) -> Result<(), Rejection> {
    if !state.steppe_known().contains(tile) {
        return Err(Rejection::TileNotInSteppe);
    }
    let most = rules.content.secret_two_most;
    if state.secret_taken && tile.value() > most {
        return Err(Rejection::SecondTileTooHigh { most });
    }
    if pampa::empty_space(rules.content.plan(rules.seats), state, pasture).is_none() {
        return Err(Rejection::NoEmptySpace { anywhere: false });
    }
    Ok(())
}

/// Rules: el_gaucho §7.4.
pub(super) const fn check_done(state: &State) -> Result<(), Rejection> {
    if state.secret_taken { Ok(()) } else { Err(Rejection::SecretTakeRequired) }
}

/// The tiles of the steppe that may be taken now.
fn takeable(rules: &Rules<ElGaucho>, state: &State) -> Tiles {
    let known = state.steppe_known();
    if !state.secret_taken {
        return known;
    }
    known.iter().filter(|tile| tile.value() <= rules.content.secret_two_most).collect()
}

/// Appends the legal actions of the phase.
///
/// Rules: el_gaucho §3, in its canonical order.
pub(super) fn legal(rules: &Rules<ElGaucho>, state: &State, out: &mut Vec<Action>) {
    let plan = rules.content.plan(rules.seats);
    for tile in takeable(rules, state).iter() {
        let open = Pasture::all().filter(|p| pampa::empty_space(plan, state, *p).is_some());
        out.extend(open.map(|pasture| Action::SecretTake { tile, pasture }));
    }
    if state.secret_taken {
        out.push(Action::SecretDone);
    }
}

/// What is played for an absent seat: enough, or the highest tile to the first pasture with room.
///
/// Rules: el_gaucho §14.
pub(super) fn default_action(rules: &Rules<ElGaucho>, state: &State) -> Option<Action> {
    if state.secret_taken {
        return Some(Action::SecretDone);
    }
    let plan = rules.content.plan(rules.seats);
    let tile = keep::highest(state.steppe_known())?;
    let pasture = Pasture::all().find(|p| pampa::empty_space(plan, state, *p).is_some())?;
    Some(Action::SecretTake { tile, pasture })
}

impl Play<'_, '_> {
    /// A tile goes face up to the pampa, with a gaucho standing on it.
    ///
    /// Rules: el_gaucho §7.4.
    pub(super) fn secret_take(&mut self, tile: Tile, pasture: Pasture) {
        let (content, seat, plan) = (self.content(), self.seat(), self.plan());
        let space = pampa::empty_space(plan, self.state, pasture);
        let Some(space) = space else { return }; // the check has seen it
        self.report.show();
        for player in &mut self.state.players {
            player.steppe_seen.remove(tile);
        }
        self.state.pampa[pasture.index()][space] = Some(tile);
        self.stand_or_lie(tile, Posture::Standing);
        self.report.tell(|| facts::steppe_tile_taken(content, seat, tile, pasture, space));
        let first = !self.state.secret_taken;
        self.state.secret_taken = true;
        let goes_on = first
            && tile.value() <= content.secret_two_most
            && self.state.steppe_count() > 0
            && pampa::has_empty_space(plan, self.state)
            && self.state.player().supply > 0;
        if !goes_on {
            self.secret_done();
        }
    }

    /// The steppe is filled up from the pile, and the turn goes on.
    ///
    /// Rules: el_gaucho §7.4.
    pub(super) fn secret_done(&mut self) {
        let missing = self.content().steppe_tiles.saturating_sub(self.state.steppe_count());
        let count = missing.min(self.state.pile_count);
        if count > 0 {
            self.report.tell(|| facts::steppe_filled(count));
        }
        self.state.steppe_unseen += count;
        self.lower_pile(count);
        self.state.secret_taken = false;
        let last = round::is_final(&self.rules.content, self.state, self.state.round);
        self.state.phase = if last { Phase::Final } else { Phase::Turn };
    }
}
