//! The nouns of the game: small typed indices into the content, and the words of `rules.md`.

use serde::{Deserialize, Serialize};

use crate::Seat;

/// The most seats.
pub const SEATS: usize = 4;
/// Card colours.
pub const COLOURS: usize = 8;
/// Coin values of colour cards: 1 to 3.
pub const VALUES: usize = 3;
/// Kinds of colour card: one a colour and value.
pub const CARDS: usize = COLOURS * VALUES;
/// Small castles.
pub const CASTLES: usize = 11;
/// Path intersections.
pub const NODES: usize = 8;
/// Spaces of a small castle, the extra space included.
pub const SPACES: usize = 5;

pub(super) use crate::vocabulary::words;

words! {
    /// A kind of piece.
    Piece {
        /// Buildings count as walls.
        Wall = "wall",
        /// Needs walls in a small castle.
        House = "house",
        /// One a small castle; pays the architect.
        Keep = "keep",
        /// No building; goes to the castle the indicator names.
        Well = "well",
    }
}

words! {
    /// A space of a small castle.
    Space {
        /// Printed square.
        North = "north",
        /// Printed square.
        West = "west",
        /// Printed square.
        East = "east",
        /// The square that an `extra_space` tile adds.
        Extra = "extra",
        /// The round space.
        Well = "well",
    }
}

words! {
    /// What a build costs.
    Price {
        /// Cards of the castle's two border colours.
        Border = "border",
        /// Coins, with a `ten_coins` tile.
        TenCoins = "ten_coins",
        /// Cards of one colour; large castle.
        Same = "same",
        /// Cards of different colours; large castle.
        Different = "different",
    }
}

words! {
    /// A kind of bonus tile, in the order of `content.toml`.
    BonusTile {
        /// Adds a square to a castle.
        ExtraSpace = "extra_space",
        /// Replaces the card price of a build.
        TenCoins = "ten_coins",
        /// Lifts the house or keep condition of one build.
        IgnoreRules = "ignore_rules",
        /// A coin reward.
        Coins5 = "coins_5",
    }
}

words! {
    /// The bonus printed on a square.
    SpaceBonus {
        /// One joker.
        Joker = "joker",
        /// A coin reward.
        Coins3 = "coins_3",
        /// One exchange tile.
        Exchange = "exchange",
        /// One bonus tile.
        Bonus = "bonus",
    }
}

words! {
    /// Where a turn stands (`rules.md` §6). No state ever rests in the phase `chance`.
    Phase {
        /// The seats place the neutral pieces.
        PlaceNeutral = "place_neutral",
        /// The main action is still to come.
        Main = "main",
        /// A payment is open.
        Paying = "paying",
        /// The main action is done.
        After = "after",
        /// The game is over.
        Over = "over",
    }
}

/// An index into the colours.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize)]
#[serde(transparent)]
pub struct Colour(pub u8);

/// An index into the kinds of colour card: colour by colour, values ascending.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize)]
#[serde(transparent)]
pub struct ColourCard(pub u8);

/// Something a seat can pay with.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize)]
pub enum Card {
    /// A colour card.
    Colour(ColourCard),
    /// Wild.
    Joker,
}

/// An index into the small castles.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize)]
#[serde(transparent)]
pub struct Castle(pub u8);

/// An index into the path intersections.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize)]
#[serde(transparent)]
pub struct Node(pub u8);

/// A place to build on.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize)]
pub enum Site {
    /// A space of a small castle.
    Space(Castle, Space),
    /// The large castle.
    Large,
}

/// Whose a piece on the board is.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
pub enum Owner {
    /// A seat's.
    Seat(Seat),
    /// Nobody's: placed at setup.
    Neutral,
}

/// A piece on a space of a small castle.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
pub struct Built {
    /// What it is.
    pub piece: Piece,
    /// Whose it is.
    pub owner: Owner,
}

/// A set of small castles, as bits.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default, Serialize, Deserialize)]
#[serde(transparent)]
pub struct CastleSet(pub u16);

impl ColourCard {
    /// The card of this colour and coin value (1 to 3).
    pub const fn of(colour: Colour, value: u8) -> Self {
        Self(colour.0 * 3 + value - 1)
    }

    /// All kinds, in canonical order.
    pub fn all() -> impl DoubleEndedIterator<Item = Self> + Clone {
        (0..24).map(Self)
    }

    /// Its colour.
    pub const fn colour(self) -> Colour {
        Colour(self.0 / 3)
    }

    /// Its coin value, 1 to 3.
    pub const fn value(self) -> u8 {
        self.0 % 3 + 1
    }

    /// The position in a list of one entry a kind.
    pub const fn index(self) -> usize {
        self.0 as usize
    }
}

impl Colour {
    /// All colours, in canonical order.
    pub fn all() -> impl DoubleEndedIterator<Item = Self> + Clone {
        (0..8).map(Self)
    }

    /// The position in a list of one entry a colour.
    pub const fn index(self) -> usize {
        self.0 as usize
    }
}

impl Castle {
    /// All castles, by number.
    pub fn all() -> impl DoubleEndedIterator<Item = Self> + Clone {
        (0..11).map(Self)
    }

    /// The position in a list of one entry a castle.
    pub const fn index(self) -> usize {
        self.0 as usize
    }
}

impl Node {
    /// All intersections, by number.
    pub fn all() -> impl DoubleEndedIterator<Item = Self> + Clone {
        (0..8).map(Self)
    }

    /// The position in a list of one entry an intersection.
    pub const fn index(self) -> usize {
        self.0 as usize
    }
}

impl CastleSet {
    /// Whether `castle` is in the set.
    pub const fn contains(self, castle: Castle) -> bool {
        self.0 & (1 << castle.0) != 0
    }

    /// Puts `castle` into the set.
    pub const fn insert(&mut self, castle: Castle) {
        self.0 |= 1 << castle.0;
    }

    /// How many castles are in the set.
    pub const fn len(self) -> u32 {
        self.0.count_ones()
    }

    /// Whether no castle is in the set.
    pub const fn is_empty(self) -> bool {
        self.0 == 0
    }

    /// The castles of the set, by number.
    pub fn iter(self) -> impl Iterator<Item = Castle> {
        Castle::all().filter(move |castle| self.contains(*castle))
    }
}

impl FromIterator<Castle> for CastleSet {
    fn from_iter<I: IntoIterator<Item = Castle>>(castles: I) -> Self {
        let mut set = Self::default();
        castles.into_iter().for_each(|castle| set.insert(castle));
        set
    }
}
