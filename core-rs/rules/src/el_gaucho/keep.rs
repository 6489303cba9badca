//! The choice of start tiles: all seats at once, hidden until all have chosen (`rules.md` §7.1).

use super::content::Content;
use super::facts;
use super::herd::Herd;
use super::ids::{Direction, Phase, Race, Tile};
use super::play::Play;
use super::rejection::Rejection;
use super::state::{Keep, State};
use super::tiles::Tiles;
use crate::{Actor, Seat};

/// Whether a seat may keep these of its tiles.
///
/// Rules: el_gaucho §7.1.
pub(super) fn check(
    content: &Content,
    state: &State,
    actor: Actor,
    keep: Keep,
) -> Result<(), Rejection> {
    let Actor::Seat(seat) = actor else { return Err(Rejection::NotYourTurn { seat: None }) };
    let drawn = state.players[seat.index()].start_draw;
    if !drawn.contains_all(keep.tiles) {
        return Err(Rejection::NotYourTiles);
    }
    let most = most_value(content, keep.tiles.len());
    if keep.tiles.iter().any(|tile| tile.value() > most) {
        return Err(Rejection::KeepLimitExceeded { tiles: keep.tiles.len(), most });
    }
    let share = keep.tiles.share_a_race();
    if share == (keep.direction == Direction::Unordered) {
        return Err(Rejection::DirectionInvalid { share });
    }
    Ok(())
}

/// The most tiles that can be kept.
pub(super) fn most_tiles(content: &Content) -> usize {
    content.keep_most_values.len()
}

/// The highest value of `count` tiles that are kept together.
pub(super) fn most_value(content: &Content, count: u8) -> u8 {
    let place = usize::from(count).checked_sub(1);
    place.and_then(|place| content.keep_most_values.get(place)).copied().unwrap_or(0)
}

/// What can be kept of these tiles: fewer tiles first, then by tile order.
///
/// Rules: el_gaucho §7.1, in its canonical order.
pub(super) fn choices(content: &Content, drawn: Tiles, mut offer: impl FnMut(Keep)) {
    for (count, most) in (1..).zip(&content.keep_most_values) {
        let low: Tiles = drawn.iter().filter(|tile| tile.value() <= *most).collect();
        combinations(low, count, Tiles::default(), &mut |tiles| {
            let directions: &[Direction] = if tiles.share_a_race() {
                &[Direction::Asc, Direction::Desc]
            } else {
                &[Direction::Unordered]
            };
            for direction in directions {
                offer(Keep { tiles, direction: *direction });
            }
        });
    }
}

/// The sets of `count` of these tiles, each with `chosen`, in tile order.
fn combinations(tiles: Tiles, count: u8, chosen: Tiles, offer: &mut impl FnMut(Tiles)) {
    if count == 0 {
        return offer(chosen);
    }
    let mut later = tiles;
    for tile in tiles.iter() {
        later.remove(tile);
        combinations(later, count - 1, chosen.or(Tiles::only(tile)), offer);
    }
}

/// The single highest tile, the first of equals.
///
/// Rules: el_gaucho §14.
pub(super) fn default_choice(drawn: Tiles) -> Option<Keep> {
    let tile = highest(drawn)?;
    Some(Keep { tiles: Tiles::only(tile), direction: Direction::Unordered })
}

/// The tile with the highest value, the first of equals.
pub(super) fn highest(tiles: Tiles) -> Option<Tile> {
    tiles.iter().reduce(|best, tile| if tile.value() > best.value() { tile } else { best })
}

impl Play<'_, '_> {
    /// Seals the choice of a seat; the last one opens all of them.
    ///
    /// Rules: el_gaucho §7.1.
    pub(super) fn keep_start_tiles(&mut self, seat: Seat, keep: Keep) {
        self.player_of(seat).choice = Some(keep);
        if self.state.choosing(self.rules.seats).is_empty() {
            return self.open_choices();
        }
        let content = self.content();
        self.report.tell_apart(
            seat,
            || facts::choice_sealed_own(content, seat, keep),
            || facts::choice_sealed(seat),
        );
    }

    /// Kept tiles become herds, the rest goes to the discards.
    ///
    /// Rules: el_gaucho §6 step 7.
    fn open_choices(&mut self) {
        let content = self.content();
        self.report.show();
        for seat in Seat::all(self.rules.seats) {
            let player = self.player_of(seat);
            let Some(keep) = player.choice.take() else { continue };
            for race in Race::all() {
                let falling = keep.direction == Direction::Desc;
                player.herds.put(Herd::laid_out(race, keep.tiles, falling));
            }
            let discards = player.start_draw.without(keep.tiles);
            player.discards = discards;
            player.start_draw = Tiles::default();
            self.report.tell(|| facts::choice_opened(content, seat, keep));
            self.report.tell_apart(
                seat,
                || facts::discarded_own(content, seat, discards),
                || facts::discarded(seat, discards.len()),
            );
        }
        self.state.phase = Phase::Place;
        self.state.seat = self.before(self.state.start_seat);
    }

    /// The next seat anticlockwise.
    pub(super) const fn before(&self, seat: Seat) -> Seat {
        let seats = self.rules.seats;
        Seat((seat.0 + seats - 1) % seats)
    }
}
