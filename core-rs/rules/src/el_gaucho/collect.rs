//! Collected tiles go into the herds of their owners (`rules.md` §7.5, §9).

use super::action::Action;
use super::facts;
use super::herd::Herd;
use super::ids::{Area, Mode, Tile};
use super::play::Play;
use super::rejection::Rejection;
use super::state::{Player, State};
use super::tiles::Tiles;
use crate::Seat;

/// Rules: el_gaucho §7.5.
pub(super) fn check(state: &State, tile: Tile, mode: Mode) -> Result<(), Rejection> {
    let player = state.player();
    if !player.pending.contains(tile) {
        return Err(Rejection::TileNotPending);
    }
    if !current(player).contains(tile) {
        return Err(Rejection::NotCurrentRace);
    }
    match mode {
        Mode::Append => Ok(()),
        Mode::Sort => check_sort(player, tile),
    }
}

fn check_sort(player: &Player, tile: Tile) -> Result<(), Rejection> {
    if !player.areas.contains(Area::Sort) {
        return Err(Rejection::SortNotAvailable);
    }
    if player.herds.herd(tile.race()).is_sorting_pointless(tile.value()) {
        return Err(Rejection::SortPointless);
    }
    Ok(())
}

/// The pending tiles of the first race that has any.
///
/// Rules: el_gaucho §7.5.
fn current(player: &Player) -> Tiles {
    let race = player.pending.first_race();
    race.map_or_else(Tiles::default, |race| player.pending.and(race.tiles()))
}

/// The legal steps, in canonical order.
fn steps(player: &Player) -> impl Iterator<Item = (Tile, Mode)> + '_ {
    current(player).iter().flat_map(|tile| {
        let sort = check_sort(player, tile).is_ok().then_some((tile, Mode::Sort));
        std::iter::once((tile, Mode::Append)).chain(sort)
    })
}

/// Appends the legal actions of the phase.
///
/// Rules: el_gaucho §3, in its canonical order.
pub(super) fn legal(state: &State, out: &mut Vec<Action>) {
    out.extend(steps(state.player()).map(|(tile, mode)| Action::CollectTile { tile, mode }));
}

/// The first legal `append`.
///
/// Rules: el_gaucho §14.
pub(super) fn default_action(state: &State) -> Option<Action> {
    let tile = state.player().pending.first()?;
    Some(Action::CollectTile { tile, mode: Mode::Append })
}

impl Play<'_, '_> {
    /// The tiles of these gauchos' owners become pending, and the gauchos go home.
    ///
    /// Rules: el_gaucho §8 step 3, §12 step 1. Lying gauchos and their tiles stay.
    pub(super) fn bring_home(&mut self, tiles: Tiles) {
        let content = self.content();
        for seat in Seat::all(self.rules.seats) {
            let player = self.player_of(seat);
            let won = player.standing.and(tiles);
            player.standing = player.standing.without(won);
            player.supply += won.len();
            player.pending = player.pending.or(won);
            won.iter().for_each(|tile| self.clear_space(tile));
            if !won.is_empty() {
                self.report.tell(|| facts::collected(content, seat, won));
            }
        }
    }

    /// Carries out the steps that nobody has to decide, seat by seat from the start seat on. Returns whether
    /// nothing is pending any more; otherwise the seat that decides is the one that acts.
    ///
    /// Rules: el_gaucho §7.5, §8 step 4.
    pub(super) fn settle(&mut self) -> bool {
        let seats = self.rules.seats;
        let mut seat = self.state.start_seat;
        for _ in 0..seats {
            loop {
                let player = &self.state.players[seat.index()];
                let mut steps = steps(player);
                let (first, second) = (steps.next(), steps.next());
                drop(steps);
                match (first, second) {
                    (None, _) => break,
                    (Some((tile, mode)), None) => self.put(seat, tile, mode),
                    (Some(_), Some(_)) => {
                        self.state.seat = seat;
                        return false;
                    }
                }
            }
            seat = seat.next(seats);
        }
        true
    }

    /// A step that the seat decided.
    pub(super) fn collect_tile(&mut self, tile: Tile, mode: Mode) {
        let seat = self.seat();
        self.put(seat, tile, mode);
        self.go_on_collecting();
    }

    /// A pending tile goes into its herd.
    ///
    /// Rules: el_gaucho §9.
    pub(super) fn put(&mut self, seat: Seat, tile: Tile, mode: Mode) {
        let player = self.player_of(seat);
        player.pending.remove(tile);
        match mode {
            Mode::Append => self.append(seat, tile),
            Mode::Sort => self.sort_in(seat, tile),
        }
    }

    /// A tile goes to the right end of its herd; one out of order sells the herd first.
    ///
    /// Rules: el_gaucho §9.
    pub(super) fn append(&mut self, seat: Seat, tile: Tile) {
        let content = self.content();
        let herds = &mut self.player_of(seat).herds;
        let mut herd = herds.herd(tile.race());
        let sold = herd.append(tile.value());
        herds.put(herd);
        if let Some(sold) = sold {
            self.sell(seat, sold, 0);
        }
        self.report.tell(|| facts::appended(content, seat, tile, &herd));
    }

    /// The gaucho on `sort` puts a tile where it keeps the order.
    ///
    /// Rules: el_gaucho §9.
    fn sort_in(&mut self, seat: Seat, tile: Tile) {
        let content = self.content();
        let player = self.player_of(seat);
        player.areas.remove(Area::Sort);
        player.supply += 1;
        let mut herd = player.herds.herd(tile.race());
        herd.sort_in(tile.value());
        player.herds.put(herd);
        self.report.tell(|| facts::sorted_in(content, seat, tile, &herd));
    }

    /// Every herd is sold, single tiles too.
    ///
    /// Rules: el_gaucho §12 step 2.
    pub(super) fn sell_everything(&mut self) {
        for seat in Seat::all(self.rules.seats) {
            let herds = std::mem::take(&mut self.player_of(seat).herds);
            let herds: arrayvec::ArrayVec<Herd, { super::RACES }> = herds.iter().collect();
            herds.into_iter().for_each(|herd| self.sell(seat, herd, 0));
        }
    }
}
