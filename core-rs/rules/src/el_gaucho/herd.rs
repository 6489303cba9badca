//! Herds and sales (`rules.md` §9).

use serde::{Deserialize, Serialize};

use super::ids::{Race, Tile};
use super::tiles::Tiles;

/// The herds of a seat: at most one a race.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default, Serialize, Deserialize)]
pub struct Herds {
    /// The tiles of all of them.
    pub tiles: Tiles,
    /// The races whose herd falls from left to right, as bits.
    pub falling: u8,
}

/// A herd: strictly rising or strictly falling, so that its values and its direction say it all.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Herd {
    /// The race.
    pub race: Race,
    /// The values, as bits; bit 0 is the value 1.
    values: u16,
    /// Whether it falls from left to right; never with fewer than two tiles.
    falling: bool,
}

impl Herds {
    /// The herd of a race; an empty one where the seat has none.
    pub fn herd(&self, race: Race) -> Herd {
        let values = self.tiles.and(race.tiles()).0.checked_shr(12 * u32::from(race.0));
        let values = u16::try_from(values.unwrap_or(0)).unwrap_or(0);
        let falling = self.falling.checked_shr(u32::from(race.0)).unwrap_or(0) & 1 == 1;
        Herd { race, values, falling }
    }

    /// Puts a herd in the place of that of its race.
    pub fn put(&mut self, herd: Herd) {
        let race = herd.race;
        self.tiles = self.tiles.without(race.tiles()).or(herd.set());
        let bit = 1 << race.0;
        self.falling = if herd.falling { self.falling | bit } else { self.falling & !bit };
    }

    /// The herds that are not empty, in race order.
    pub fn iter(&self) -> impl Iterator<Item = Herd> + '_ {
        Race::all().map(|race| self.herd(race)).filter(|herd| !herd.is_empty())
    }
}

impl Herd {
    /// A herd of no tile.
    pub const fn empty(race: Race) -> Self {
        Self { race, values: 0, falling: false }
    }

    /// Tiles of one race laid out in a row.
    pub fn laid_out(race: Race, tiles: Tiles, falling: bool) -> Self {
        let herds = Herds { tiles: tiles.and(race.tiles()), falling: 0 };
        let mut herd = herds.herd(race);
        herd.falling = falling && herd.len() > 1;
        herd
    }

    const fn bit(value: u8) -> u16 {
        1 << (value - 1)
    }

    /// How many tiles it has.
    pub const fn len(&self) -> u8 {
        self.values.count_ones().to_le_bytes()[0]
    }

    /// Whether it has no tile.
    pub const fn is_empty(&self) -> bool {
        self.values == 0
    }

    /// Whether it falls from left to right.
    pub const fn falls(&self) -> bool {
        self.falling
    }

    /// The highest value; 0 if there is no tile.
    pub const fn highest(&self) -> u8 {
        (u16::BITS - self.values.leading_zeros()).to_le_bytes()[0]
    }

    /// The lowest value; 17 if there is no tile.
    const fn lowest(&self) -> u8 {
        (self.values.trailing_zeros() + 1).to_le_bytes()[0]
    }

    /// What the herd is sold for, without a bonus: its tiles times its highest value.
    ///
    /// Rules: el_gaucho §9. In pesos.
    pub const fn price(&self) -> u32 {
        self.len() as u32 * self.highest() as u32
    }

    /// The tiles, as a set.
    pub const fn set(&self) -> Tiles {
        Tiles((self.values as u64) << (12 * self.race.0))
    }

    /// The tiles from left to right.
    pub fn tiles(&self) -> impl Iterator<Item = Tile> + use<> {
        let Self { race, values, falling } = *self;
        (1..=12u8)
            .map(move |place| if falling { 13 - place } else { place })
            .filter(move |value| values & Self::bit(*value) != 0)
            .map(move |value| Tile::of(race, value))
    }

    /// Whether a tile of this value continues the herd at its right end.
    pub const fn fits_at_the_end(&self, value: u8) -> bool {
        match self.len() {
            0 | 1 => true,
            _ if self.falling => value < self.lowest(),
            _ => value > self.highest(),
        }
    }

    /// Puts a tile at the right end; one out of order sells the herd first.
    ///
    /// Rules: el_gaucho §9. Returns the herd that is sold, if one is.
    pub const fn append(&mut self, value: u8) -> Option<Self> {
        let sold = if self.fits_at_the_end(value) { None } else { Some(*self) };
        if sold.is_some() {
            *self = Self::empty(self.race);
        }
        if self.len() == 1 {
            self.falling = value < self.lowest();
        }
        self.values |= Self::bit(value);
        sold
    }

    /// Whether sorting a tile of this value in would change nothing against appending it.
    ///
    /// Rules: el_gaucho §7.5.
    pub const fn is_sorting_pointless(&self, value: u8) -> bool {
        self.is_empty() || self.len() > 1 && self.fits_at_the_end(value)
    }

    /// Puts a tile where it keeps the direction; to the left of a single one.
    ///
    /// Rules: el_gaucho §9.
    pub const fn sort_in(&mut self, value: u8) {
        if self.len() == 1 {
            self.falling = value > self.highest();
        }
        self.values |= Self::bit(value);
    }

    /// Takes a tile out; the gap closes.
    ///
    /// Rules: el_gaucho §9.
    pub const fn take_out(&mut self, value: u8) {
        self.values &= !Self::bit(value);
        self.straighten();
    }

    /// A single tile has no direction.
    pub(super) const fn straighten(&mut self) {
        self.falling = self.falling && self.len() > 1;
    }
}
