//! Sets of cattle tiles, as bits: a tile exists once.

use serde::{Deserialize, Serialize};

use super::ids::{RACES, Race, TILES, Tile};

/// A set of tiles. A tile that the game has not got is in no set.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default, Serialize, Deserialize)]
#[serde(transparent)]
pub struct Tiles(pub u64);

impl Tiles {
    /// Every tile of the game.
    pub const ALL: Self = Self((1 << TILES) - 1);

    const fn bit(tile: Tile) -> u64 {
        if tile.index() < TILES { 1 << tile.0 } else { 0 }
    }

    /// The set of this one tile.
    pub const fn only(tile: Tile) -> Self {
        Self(Self::bit(tile))
    }

    /// Whether `tile` is in the set.
    pub const fn contains(self, tile: Tile) -> bool {
        self.0 & Self::bit(tile) != 0
    }

    /// Whether every tile of `other` is in the set.
    pub const fn contains_all(self, other: Self) -> bool {
        other.0 & !self.0 == 0
    }

    /// Puts `tile` into the set.
    pub const fn insert(&mut self, tile: Tile) {
        self.0 |= Self::bit(tile);
    }

    /// Takes `tile` out of the set.
    pub const fn remove(&mut self, tile: Tile) {
        self.0 &= !Self::bit(tile);
    }

    /// The tiles of either set.
    #[must_use]
    pub const fn or(self, other: Self) -> Self {
        Self(self.0 | other.0)
    }

    /// The tiles of both sets.
    #[must_use]
    pub const fn and(self, other: Self) -> Self {
        Self(self.0 & other.0)
    }

    /// The tiles that are not in `other`.
    #[must_use]
    pub const fn without(self, other: Self) -> Self {
        Self(self.0 & !other.0)
    }

    /// How many tiles are in the set: at most 64.
    pub const fn len(self) -> u8 {
        self.0.count_ones().to_le_bytes()[0]
    }

    /// Whether no tile is in the set.
    pub const fn is_empty(self) -> bool {
        self.0 == 0
    }

    /// The first tile in canonical order.
    pub fn first(self) -> Option<Tile> {
        self.iter().next()
    }

    /// The tile at this place in canonical order, counted from 0.
    pub fn nth(self, place: u32) -> Option<Tile> {
        let mut bits = self.0;
        for _ in 0..place {
            bits &= bits.wrapping_sub(1); // clears the lowest bit
        }
        Self(bits).first()
    }

    /// The tiles in canonical order.
    pub const fn iter(self) -> Iter {
        Iter(self.0)
    }

    /// The first race of which a tile is in the set.
    pub fn first_race(self) -> Option<Race> {
        self.first().map(Tile::race)
    }

    /// Whether two tiles of the set share a race.
    pub fn share_a_race(self) -> bool {
        Race::all().any(|race| self.and(race.tiles()).len() > 1)
    }
}

impl FromIterator<Tile> for Tiles {
    fn from_iter<I: IntoIterator<Item = Tile>>(tiles: I) -> Self {
        let mut set = Self::default();
        tiles.into_iter().for_each(|tile| set.insert(tile));
        set
    }
}

/// The tiles of a set, in canonical order.
#[derive(Debug, Clone)]
pub struct Iter(u64);

impl Iterator for Iter {
    type Item = Tile;

    #[inline]
    fn next(&mut self) -> Option<Tile> {
        if self.0 == 0 {
            return None;
        }
        let place = self.0.trailing_zeros();
        self.0 &= self.0 - 1;
        Some(Tile(place.to_le_bytes()[0]))
    }
}

const _: () = assert!(TILES < 64 && RACES * 12 == TILES);
