//! Things of the game as parameters and anchors: their ids, each with its kind.

use super::content::Content;
use super::dice::Dice;
use super::ids::{Area, Direction, Mode, Pasture, Race, Tile};
use super::tiles::Tiles;
use crate::{Anchor, Arg, Seat};

pub(super) fn tile(content: &Content, tile: Tile) -> Arg {
    Arg::id("tile", content.tile_id(tile))
}

/// Tiles in canonical order.
pub(super) fn tiles(content: &Content, tiles: Tiles) -> Arg {
    tile_list(content, tiles.iter())
}

/// Tiles in the order given.
pub(super) fn tile_list(content: &Content, tiles: impl Iterator<Item = Tile>) -> Arg {
    Arg::List(tiles.map(|each| tile(content, each)).collect())
}

pub(super) fn race(content: &Content, race: Race) -> Arg {
    Arg::id("race", content.race_id(race))
}

pub(super) fn pasture(content: &Content, pasture: Pasture) -> Arg {
    Arg::id("pasture", content.pasture_id(pasture))
}

pub(super) fn area(area: Area) -> Arg {
    Arg::id("area", area.id())
}

pub(super) fn direction(direction: Direction) -> Arg {
    Arg::id("direction", direction.id())
}

pub(super) fn mode(mode: Mode) -> Arg {
    Arg::id("mode", mode.id())
}

/// Dice by their faces, rising.
pub(super) fn dice(dice: Dice) -> Arg {
    numbers(dice.faces())
}

pub(super) fn numbers(numbers: impl Iterator<Item = u8>) -> Arg {
    Arg::List(numbers.map(|number| Arg::Number(number.into())).collect())
}

pub(super) fn tile_anchor(content: &Content, tile: Tile) -> Anchor {
    Anchor::new("tile", content.tile_id(tile))
}

pub(super) fn pasture_anchor(content: &Content, pasture: Pasture) -> Anchor {
    Anchor::new("pasture", content.pasture_id(pasture))
}

/// A space of a pasture, counted from 0.
pub(super) fn space_anchor(content: &Content, pasture: Pasture, space: usize) -> Anchor {
    let spaces = &content.pastures[pasture.index()].spaces;
    Anchor::new("space", spaces.get(space).map_or("", String::as_str))
}

pub(super) fn area_anchor(area: Area) -> Anchor {
    Anchor::new("area", area.id())
}

/// The herd of a race of a seat.
pub(super) fn herd_anchor(content: &Content, seat: Seat, race: Race) -> Anchor {
    Anchor::new("herd", format_args!("{}/{}", seat.0, content.race_id(race)))
}

pub(super) fn pile_anchor(name: &str) -> Anchor {
    Anchor::new("pile", name)
}

pub(super) fn seat_anchor(seat: Seat) -> Anchor {
    Anchor::new("seat", seat.0)
}
