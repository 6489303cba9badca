//! The nouns of the game: small typed indices into the content, and the words of `rules.md`.

use serde::{Deserialize, Serialize};

use super::tiles::Tiles;

/// The most seats.
pub const SEATS: usize = 4;
/// Races of cattle.
pub const RACES: usize = 5;
/// Values of a race: 1 to 12, each once.
pub const VALUES: usize = 12;
/// Cattle tiles.
pub const TILES: usize = RACES * VALUES;
/// Pastures.
pub const PASTURES: usize = 4;
/// The most spaces of a pasture.
pub const SPACES: usize = 6;
/// Faces of a die: 1 to 6.
pub const FACES: usize = 6;

use crate::vocabulary::words;

words! {
    /// What goes on now (`rules.md` §4).
    Phase {
        /// All seats choose start tiles, hidden from each other.
        Keep = "keep",
        /// Each seat places its first gaucho.
        Place = "place",
        /// The turn of a seat, with dice.
        Turn = "turn",
        /// A seat looks at the steppe, inside its turn.
        Secret = "secret",
        /// The turn of a seat in the final round, without dice.
        Final = "final",
        /// Tiles of complete pastures go home.
        Collect = "collect",
        /// The last tiles go home.
        Gather = "gather",
        /// The game is over.
        Over = "over",
    }
}

words! {
    /// An action area (`rules.md` §2).
    Area {
        /// Sorts one tile into a herd, in a collection.
        Sort = "sort",
        /// A die of one's choice.
        Wish = "wish",
        /// Sells a herd with a bonus.
        ImmediateSale = "immediate_sale",
        /// Takes a tile from another seat's herd.
        Theft = "theft",
        /// Raises own lying gauchos or replaces another seat's.
        Overseer = "overseer",
        /// Takes tiles from the steppe.
        SecretCattle = "secret_cattle",
    }
}

words! {
    /// How kept start tiles of one race are laid out.
    Direction {
        /// No two of them share a race.
        Unordered = "none",
        /// Values rise from left to right.
        Asc = "asc",
        /// Values fall from left to right.
        Desc = "desc",
    }
}

words! {
    /// How a collected tile goes into its herd.
    Mode {
        /// At the right end, or into a new herd.
        Append = "append",
        /// Where it fits, with the gaucho on `sort`.
        Sort = "sort",
    }
}

words! {
    /// How a gaucho holds a tile.
    Posture {
        /// Paid the big number: he brings the tile home.
        Standing = "standing",
        /// Paid the small number.
        Lying = "lying",
    }
}

/// An index into the races.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize)]
#[serde(transparent)]
pub struct Race(pub u8);

/// An index into the cattle tiles: race by race, values rising.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize)]
#[serde(transparent)]
pub struct Tile(pub u8);

/// An index into the pastures, smallest first.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize)]
#[serde(transparent)]
pub struct Pasture(pub u8);

/// A set of action areas, as bits.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default, Serialize, Deserialize)]
#[serde(transparent)]
pub struct Areas(pub u8);

impl Race {
    /// All races, in canonical order.
    pub fn all() -> impl DoubleEndedIterator<Item = Self> + Clone {
        (0..5).map(Self)
    }

    /// The position in a list of one entry a race.
    pub const fn index(self) -> usize {
        self.0 as usize
    }

    /// All tiles of the race.
    pub const fn tiles(self) -> Tiles {
        if self.index() < RACES { Tiles(0xfff << (12 * self.0)) } else { Tiles(0) }
    }
}

impl Tile {
    /// The tile of this race and value (1 to 12).
    pub const fn of(race: Race, value: u8) -> Self {
        Self(race.0 * 12 + value - 1)
    }

    /// All tiles, in canonical order.
    pub fn all() -> impl DoubleEndedIterator<Item = Self> + Clone {
        (0..60).map(Self)
    }

    /// Its race.
    pub const fn race(self) -> Race {
        Race(self.0 / 12)
    }

    /// The big number, 1 to 12.
    pub const fn value(self) -> u8 {
        self.0 % 12 + 1
    }

    /// The position in a list of one entry a tile.
    pub const fn index(self) -> usize {
        self.0 as usize
    }
}

impl Pasture {
    /// All pastures, smallest first.
    pub fn all() -> impl DoubleEndedIterator<Item = Self> + Clone {
        (0..4).map(Self)
    }

    /// The position in a list of one entry a pasture.
    pub const fn index(self) -> usize {
        self.0 as usize
    }
}

impl Areas {
    /// Whether `area` is in the set.
    pub const fn contains(self, area: Area) -> bool {
        self.0 & (1 << area.index()) != 0
    }

    /// Puts `area` into the set.
    pub const fn insert(&mut self, area: Area) {
        self.0 |= 1 << area.index();
    }

    /// Takes `area` out of the set.
    pub const fn remove(&mut self, area: Area) {
        self.0 &= !(1 << area.index());
    }

    /// How many areas are in the set.
    pub const fn len(self) -> u8 {
        self.0.count_ones().to_le_bytes()[0]
    }

    /// Whether no area is in the set.
    pub const fn is_empty(self) -> bool {
        self.0 == 0
    }

    /// The areas of the set, in canonical order.
    pub fn iter(self) -> impl Iterator<Item = Area> {
        Area::ALL.into_iter().filter(move |area| self.contains(*area))
    }
}

impl FromIterator<Area> for Areas {
    fn from_iter<I: IntoIterator<Item = Area>>(areas: I) -> Self {
        let mut set = Self::default();
        areas.into_iter().for_each(|area| set.insert(area));
        set
    }
}
