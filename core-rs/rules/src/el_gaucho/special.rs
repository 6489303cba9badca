//! Special actions: a gaucho leaves an action area for them (`rules.md` §7.3).

use super::ElGaucho;
use super::action::Action;
use super::content::Content;
use super::facts::{self, Sale};
use super::herd::Herd;
use super::ids::{Area, Phase, Posture, Race, Tile};
use super::pampa;
use super::play::Play;
use super::rejection::Rejection;
use super::state::State;
use super::tiles::Tiles;
use super::turn;
use crate::{Rules, Seat};

type Checked = Result<(), Rejection>;

/// The common checks: a gaucho is there, and not since this turn.
///
/// Rules: el_gaucho §7.3.
pub(super) const fn check_held(state: &State, area: Area) -> Checked {
    if !state.player().areas.contains(area) {
        return Err(Rejection::AreaNotHeld { area });
    }
    if state.placed_areas.contains(area) {
        return Err(Rejection::AreaPlacedThisTurn { area });
    }
    Ok(())
}

/// Rules: el_gaucho §7.3.
pub(super) fn check_wish(state: &State) -> Checked {
    turn::check_picked(state)?;
    check_held(state, Area::Wish)
}

/// Rules: el_gaucho §7.3.
pub(super) fn check_sale(content: &Content, state: &State, race: Race) -> Checked {
    check_held(state, Area::ImmediateSale)?;
    let (tiles, least) = (state.player().herds.herd(race).len(), content.sale_min_tiles);
    if tiles < least { Err(Rejection::HerdTooSmall { tiles, least }) } else { Ok(()) }
}

/// Rules: el_gaucho §7.3.
pub(super) fn check_theft(state: &State, tile: Tile) -> Checked {
    check_held(state, Area::Theft)?;
    if stealable(state).contains(tile) { Ok(()) } else { Err(Rejection::TileNotStealable) }
}

/// Rules: el_gaucho §7.3.
pub(super) fn check_overseer_raise(state: &State, tiles: Tiles) -> Checked {
    check_held(state, Area::Overseer)?;
    let own = state.player().lying.contains_all(tiles);
    if own { Ok(()) } else { Err(Rejection::NoOwnLyingGaucho) }
}

/// Rules: el_gaucho §7.3.
pub(super) fn check_overseer_replace(state: &State, tile: Tile) -> Checked {
    check_held(state, Area::Overseer)?;
    turn::check_in_pampa(state, tile)?;
    if lying_opponents(state).contains(tile) {
        return Ok(());
    }
    Err(Rejection::NoOpponentLyingGaucho)
}

/// Rules: el_gaucho §7.3.
pub(super) fn check_secret(rules: &Rules<ElGaucho>, state: &State) -> Checked {
    check_held(state, Area::SecretCattle)?;
    if state.steppe_count() == 0 {
        return Err(Rejection::SteppeEmpty);
    }
    if pampa::has_empty_space(rules.content.plan(rules.seats), state) {
        return Ok(());
    }
    Err(Rejection::NoEmptySpace { anywhere: true })
}

/// The other seats.
fn others(state: &State) -> impl Iterator<Item = (Seat, &super::Player)> {
    let players = state.players.iter().zip(0..).map(|(player, seat)| (Seat(seat), player));
    players.filter(|(seat, _)| *seat != state.seat)
}

/// The tiles in other seats' herds.
fn stealable(state: &State) -> Tiles {
    others(state).fold(Tiles::default(), |all, (_, player)| all.or(player.herds.tiles))
}

/// The tiles on which gauchos of other seats lie.
fn lying_opponents(state: &State) -> Tiles {
    others(state).fold(Tiles::default(), |all, (_, player)| all.or(player.lying))
}

/// The other seat in whose herd a tile is.
pub(super) fn owner_of(state: &State, tile: Tile) -> Option<Seat> {
    others(state).find(|(_, player)| player.herds.tiles.contains(tile)).map(|(seat, _)| seat)
}

/// The other seat whose gaucho lies on a tile.
pub(super) fn lying_on(state: &State, tile: Tile) -> Option<Seat> {
    others(state).find(|(_, player)| player.lying.contains(tile)).map(|(seat, _)| seat)
}

/// Appends the special actions.
///
/// Rules: el_gaucho §3, in its canonical order.
pub(super) fn legal(rules: &Rules<ElGaucho>, state: &State, out: &mut Vec<Action>) {
    if state.player().areas.is_empty() {
        return;
    }
    if check_wish(state).is_ok() {
        out.extend((1..=6).map(|face| Action::UseWish { face }));
    }
    if check_held(state, Area::ImmediateSale).is_ok() {
        let enough = |herd: &Herd| herd.len() >= rules.content.sale_min_tiles && !herd.is_empty();
        let herds = state.player().herds.iter().filter(enough);
        out.extend(herds.map(|herd| Action::UseImmediateSale { race: herd.race }));
    }
    if check_held(state, Area::Theft).is_ok() {
        out.extend(stealable(state).iter().map(|tile| Action::UseTheft { tile }));
    }
    if check_held(state, Area::Overseer).is_ok() {
        let lying = state.player().lying;
        out.extend(lying.iter().map(|tile| Action::UseOverseerRaise { tiles: Tiles::only(tile) }));
        let mut later = lying;
        for tile in lying.iter() {
            later.remove(tile);
            let pair = |other| Tiles::only(tile).or(Tiles::only(other));
            out.extend(later.iter().map(|other| Action::UseOverseerRaise { tiles: pair(other) }));
        }
        let replaceable = lying_opponents(state);
        out.extend(replaceable.iter().map(|tile| Action::UseOverseerReplace { tile }));
    }
    if check_secret(rules, state).is_ok() {
        out.push(Action::UseSecretCattle);
    }
}

impl Play<'_, '_> {
    /// The gaucho on an area returns to supply at once.
    ///
    /// Rules: el_gaucho §7.3.
    fn leave(&mut self, area: Area) {
        let player = self.state.player_mut();
        player.areas.remove(area);
        player.supply += 1;
        self.state.vacated_areas.insert(area);
    }

    /// Rules: el_gaucho §7.3.
    pub(super) fn recall_from_area(&mut self, area: Area) {
        let seat = self.seat();
        self.leave(area);
        self.report.tell(|| facts::recalled_from_area(seat, area));
    }

    /// Rules: el_gaucho §7.3.
    pub(super) fn use_wish(&mut self, face: u8) {
        let seat = self.seat();
        self.leave(Area::Wish);
        self.state.hand = self.state.hand.with(face);
        self.report.tell(|| facts::wished(seat, face));
    }

    /// Rules: el_gaucho §7.3.
    pub(super) fn use_immediate_sale(&mut self, race: Race) {
        let (seat, bonus) = (self.seat(), self.content().sale_bonus);
        self.leave(Area::ImmediateSale);
        let herd = self.state.player().herds.herd(race);
        self.state.player_mut().herds.put(Herd::empty(race));
        self.sell(seat, herd, bonus);
    }

    /// The tiles of a herd that its seat has given away are paid for and out of the game.
    ///
    /// Rules: el_gaucho §9. `bonus` in pesos.
    pub(super) fn sell(&mut self, seat: Seat, herd: Herd, bonus: u32) {
        let content = self.content();
        let sale = Sale { herd, pesos: herd.price().saturating_add(bonus), bonus };
        self.state.removed = self.state.removed.or(herd.set());
        self.pay(seat, sale.pesos);
        self.report.tell(|| facts::herd_sold(content, seat, &sale));
    }

    /// Rules: el_gaucho §7.3.
    pub(super) fn use_theft(&mut self, tile: Tile) {
        let (content, seat) = (self.content(), self.seat());
        let Some(victim) = owner_of(self.state, tile) else { return }; // the check has seen it
        self.leave(Area::Theft);
        let herds = &mut self.player_of(victim).herds;
        let mut herd = herds.herd(tile.race());
        herd.take_out(tile.value());
        herds.put(herd);
        self.report.tell(|| facts::stolen(content, seat, victim, tile));
        self.compensate(victim, tile);
        self.append(seat, tile);
    }

    /// The seat that loses a tile gets its value.
    fn compensate(&mut self, seat: Seat, tile: Tile) {
        let pesos = tile.value();
        self.pay(seat, pesos.into());
        self.report.tell(|| facts::compensated(seat, pesos));
    }

    /// Rules: el_gaucho §7.3.
    pub(super) fn use_overseer_raise(&mut self, tiles: Tiles) {
        let (content, seat) = (self.content(), self.seat());
        self.leave(Area::Overseer);
        self.stand_up(tiles);
        self.report.tell(|| facts::overseer_raised(content, seat, tiles));
    }

    /// Rules: el_gaucho §7.3.
    pub(super) fn use_overseer_replace(&mut self, tile: Tile) {
        let (content, seat) = (self.content(), self.seat());
        let Some(victim) = lying_on(self.state, tile) else { return }; // the check has seen it
        self.leave(Area::Overseer);
        let player = self.player_of(victim);
        player.lying.remove(tile);
        player.supply += 1;
        self.stand_or_lie(tile, Posture::Standing);
        self.report.tell(|| facts::replaced(content, seat, victim, tile));
        self.compensate(victim, tile);
    }

    /// The seat looks at every tile of the steppe; chance resolves those nobody has seen.
    ///
    /// Rules: el_gaucho §7.3.
    pub(super) fn use_secret_cattle(&mut self) {
        let (content, seat) = (self.content(), self.seat());
        self.leave(Area::SecretCattle);
        // Whether the seat knows them all already is nobody else's business: it always counts as shown.
        self.report.show();
        let mut tiles = self.state.steppe_known();
        for _ in 0..self.state.steppe_unseen {
            if let Some(tile) = self.draw("steppe_tile") {
                tiles.insert(tile);
            }
        }
        self.state.steppe_unseen = 0;
        self.state.player_mut().steppe_seen = tiles;
        self.state.phase = Phase::Secret;
        self.state.secret_taken = false;
        self.report.tell_apart(
            seat,
            || facts::steppe_seen(content, seat, tiles),
            || facts::steppe_seen_hidden(seat, tiles.len()),
        );
    }
}
