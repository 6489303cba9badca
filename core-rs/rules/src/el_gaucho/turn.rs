//! The turn of a seat: its dice, its gauchos on tiles and areas, and the end (`rules.md` §7.3).

use super::ElGaucho;
use super::action::Action;
use super::content::Content;
use super::dice::{Dice, Sums};
use super::facts;
use super::ids::{Area, Phase, Posture, Tile};
use super::play::Play;
use super::rejection::Rejection;
use super::state::State;
use super::tiles::Tiles;
use crate::Rules;

type Checked = Result<(), Rejection>;

/// Whether the seat still has to take its dice before it does such a thing.
///
/// Rules: el_gaucho §7.3: in the final round there are no dice to take.
pub(super) const fn check_picked(state: &State) -> Checked {
    if matches!(state.phase, Phase::Turn) && !state.picked {
        return Err(Rejection::DiceNotPicked);
    }
    Ok(())
}

/// Rules: el_gaucho §7.3.
pub(super) fn check_pick(state: &State, dice: Dice) -> Checked {
    if state.phase == Phase::Final {
        return Err(Rejection::NoDiceInFinalRound);
    }
    if state.picked {
        return Err(Rejection::DiceAlreadyPicked);
    }
    if state.dice_pool.contains(dice) { Ok(()) } else { Err(Rejection::DiceUnavailable) }
}

/// The first checks of every action that dice pay for.
fn check_dice(state: &State, dice: Dice) -> Checked {
    check_picked(state)?;
    if state.hand.contains(dice) { Ok(()) } else { Err(Rejection::DiceUnavailable) }
}

fn check_sum(dice: Dice, asked: Sums) -> Checked {
    let sum = dice.sum();
    if asked.contains(sum) { Ok(()) } else { Err(Rejection::ValueMismatch { sum, asked }) }
}

const fn check_supply(state: &State) -> Checked {
    if state.player().supply > 0 { Ok(()) } else { Err(Rejection::NoGauchoInSupply) }
}

/// Whether the tile lies in the pampa.
pub(super) fn check_in_pampa(state: &State, tile: Tile) -> Checked {
    if state.pampa_tiles().contains(tile) { Ok(()) } else { Err(Rejection::TileNotInPampa) }
}

/// What it costs to take a tile.
const fn cost(content: &Content, tile: Tile, posture: Posture) -> Sums {
    Sums::only(match posture {
        Posture::Standing => tile.value(),
        Posture::Lying => content.small(tile),
    })
}

/// Whether a gaucho may be put on a tile.
///
/// Rules: el_gaucho §7.3.
pub(super) fn check_place(
    content: &Content,
    state: &State,
    (tile, posture, dice): (Tile, Posture, Dice),
) -> Checked {
    check_dice(state, dice)?;
    check_in_pampa(state, tile)?;
    if state.occupied().contains(tile) {
        return Err(Rejection::TileOccupied);
    }
    check_sum(dice, cost(content, tile, posture))?;
    check_supply(state)
}

/// Rules: el_gaucho §7.3.
pub(super) fn check_raise(content: &Content, state: &State, tile: Tile, dice: Dice) -> Checked {
    check_dice(state, dice)?;
    check_in_pampa(state, tile)?;
    if !state.player().lying.contains(tile) {
        return Err(Rejection::NoOwnLyingGaucho);
    }
    check_sum(dice, cost(content, tile, Posture::Lying))
}

/// Rules: el_gaucho §7.3.
pub(super) fn check_area(content: &Content, state: &State, area: Area, dice: Dice) -> Checked {
    check_dice(state, dice)?;
    check_sum(dice, content.sums(area))?;
    if state.player().areas.contains(area) {
        return Err(Rejection::AreaOccupied { area });
    }
    if state.vacated_areas.contains(area) {
        return Err(Rejection::AreaVacatedThisTurn { area });
    }
    check_supply(state)
}

/// Rules: el_gaucho §7.3.
pub(super) fn check_recall_tile(state: &State, tile: Tile) -> Checked {
    check_in_pampa(state, tile)?;
    let player = state.player();
    if !player.standing.or(player.lying).contains(tile) {
        return Err(Rejection::NoOwnGaucho);
    }
    if player.supply > 0 { Err(Rejection::SupplyNotEmpty) } else { Ok(()) }
}

/// Appends the actions that dice pay for, and the picking of dice.
///
/// Rules: el_gaucho §3, in its canonical order.
pub(super) fn legal_dice(rules: &Rules<ElGaucho>, state: &State, out: &mut Vec<Action>) {
    if check_picked(state).is_err() {
        out.extend(state.dice_pool.pairs().map(|dice| Action::PickDice { dice }));
        return;
    }
    let parts = state.hand.parts();
    if parts.is_empty() {
        return;
    }
    let content = &*rules.content;
    let player = state.player();
    let mut payable = [Tiles::default(); 2];
    for (_, sum) in &parts {
        let of = |tiles: &[Tiles]| tiles.get(usize::from(*sum)).copied().unwrap_or_default();
        payable = [payable[0].or(of(&content.big_tiles)), payable[1].or(of(&content.small_tiles))];
    }
    let [big, small] = payable;
    if player.supply > 0 {
        let free = state.pampa_tiles().without(state.occupied());
        for tile in free.and(big).iter() {
            let fits = parts.iter().filter(|(_, sum)| *sum == tile.value());
            out.extend(fits.map(|(dice, _)| Action::PlaceStanding { tile, dice: *dice }));
        }
        for tile in free.and(small).iter() {
            let fits = parts.iter().filter(|(_, sum)| *sum == content.small(tile));
            out.extend(fits.map(|(dice, _)| Action::PlaceLying { tile, dice: *dice }));
        }
    }
    for tile in player.lying.and(small).iter() {
        let fits = parts.iter().filter(|(_, sum)| *sum == content.small(tile));
        out.extend(fits.map(|(dice, _)| Action::RaiseGaucho { tile, dice: *dice }));
    }
    if player.supply == 0 {
        return;
    }
    for area in Area::ALL {
        if !player.areas.contains(area) && !state.vacated_areas.contains(area) {
            let sums = content.sums(area);
            let fits = parts.iter().filter(|(_, sum)| sums.contains(u16::from(*sum)));
            out.extend(fits.map(|(dice, _)| Action::PlaceOnArea { area, dice: *dice }));
        }
    }
}

/// Appends the recalls and the end of the turn.
///
/// Rules: el_gaucho §3, in its canonical order.
pub(super) fn legal_end(state: &State, out: &mut Vec<Action>) {
    let player = state.player();
    let held = player.areas.iter().filter(|area| !state.placed_areas.contains(*area));
    out.extend(held.map(|area| Action::RecallFromArea { area }));
    if player.supply == 0 {
        let held = player.standing.or(player.lying);
        out.extend(held.iter().map(|tile| Action::RecallFromTile { tile }));
    }
    if check_picked(state).is_ok() {
        out.push(Action::EndTurn);
    }
}

/// The two highest dice.
///
/// Rules: el_gaucho §14.
pub(super) fn highest_pair(dice: Dice) -> Option<Dice> {
    let faces: Vec<u8> = dice.faces().collect();
    let highest = faces.len().checked_sub(2)?;
    Dice::of(faces[highest..].iter().copied())
}

impl Play<'_, '_> {
    pub(super) fn pick_dice(&mut self, dice: Dice) {
        let seat = self.seat();
        self.state.dice_pool = self.state.dice_pool.without(dice);
        self.state.hand = dice;
        self.state.picked = true;
        self.report.tell(|| facts::dice_picked(seat, dice));
    }

    fn spend(&mut self, dice: Dice) {
        self.state.hand = self.state.hand.without(dice);
    }

    /// Rules: el_gaucho §7.3.
    pub(super) fn place_gaucho(&mut self, tile: Tile, posture: Posture, dice: Dice) {
        let (content, seat) = (self.content(), self.seat());
        self.spend(dice);
        self.stand_or_lie(tile, posture);
        self.report.tell(|| facts::gaucho_placed(content, seat, tile, posture, dice));
    }

    /// A gaucho goes from supply to a tile.
    pub(super) fn stand_or_lie(&mut self, tile: Tile, posture: Posture) {
        let player = self.state.player_mut();
        player.supply = player.supply.saturating_sub(1);
        match posture {
            Posture::Standing => player.standing.insert(tile),
            Posture::Lying => player.lying.insert(tile),
        }
    }

    /// Rules: el_gaucho §7.3.
    pub(super) fn raise_gaucho(&mut self, tile: Tile, dice: Dice) {
        let (content, seat) = (self.content(), self.seat());
        self.spend(dice);
        self.stand_up(Tiles::only(tile));
        self.report.tell(|| facts::gaucho_raised(content, seat, tile, dice));
    }

    /// Own lying gauchos stand.
    pub(super) fn stand_up(&mut self, tiles: Tiles) {
        let player = self.state.player_mut();
        player.lying = player.lying.without(tiles);
        player.standing = player.standing.or(tiles);
    }

    /// Rules: el_gaucho §7.3.
    pub(super) fn place_on_area(&mut self, area: Area, dice: Dice) {
        let seat = self.seat();
        self.spend(dice);
        let player = self.state.player_mut();
        player.supply -= 1;
        player.areas.insert(area);
        self.state.placed_areas.insert(area);
        self.report.tell(|| facts::area_filled(seat, area, dice));
    }

    /// A gaucho of one's own leaves a tile.
    ///
    /// Rules: el_gaucho §7.3.
    pub(super) fn recall_from_tile(&mut self, tile: Tile) {
        let (content, seat) = (self.content(), self.seat());
        let player = self.state.player_mut();
        player.standing.remove(tile);
        player.lying.remove(tile);
        player.supply += 1;
        self.report.tell(|| facts::recalled_from_tile(content, seat, tile));
    }

    /// The next seat's turn, or the collection after the last one's.
    ///
    /// Rules: el_gaucho §7.3.
    pub(super) fn end_turn(&mut self) {
        if self.close_turn() {
            self.open_collection();
            self.go_on_collecting();
        }
    }

    /// Unused dice are lost. Returns whether it was the last turn of the round.
    pub(super) fn close_turn(&mut self) -> bool {
        let (seat, lost) = (self.seat(), self.state.hand);
        if !lost.is_empty() {
            self.report.tell(|| facts::dice_lost(seat, lost));
        }
        self.state.hand = Dice::default();
        self.state.picked = false;
        self.state.placed_areas = super::Areas::default();
        self.state.vacated_areas = super::Areas::default();
        let next = seat.next(self.rules.seats);
        if next == self.state.start_seat {
            return true;
        }
        self.state.seat = next;
        self.report.tell(|| facts::turn_begins(next));
        false
    }
}
