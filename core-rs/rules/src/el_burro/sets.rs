//! Sets of things as bits, and bags of goods: what hands, pools, markings and payments are made of.

use serde::{Deserialize, Serialize};

use super::ids::{Deck, FARM_SPACES, Good, GoodSet, NORMAL_CARDS, Side, Track};
use super::things::{Boat, Card, DonkeyCard, FarmSpace, Source, TileType};

/// Sets of things, as bits of an integer.
macro_rules! sets {
    ($($(#[$doc:meta])* $name:ident($bits:ty) of $thing:ty, $at:expr;)*) => { $(
        $(#[$doc])*
        #[derive(Debug, Clone, Copy, PartialEq, Eq, Default, Serialize, Deserialize)]
        #[serde(transparent)]
        pub struct $name(pub $bits);

        impl $name {
            /// Nothing.
            pub const NONE: Self = Self(0);

            /// The set of this one thing.
            pub const fn only(thing: $thing) -> Self {
                Self(1 << thing.index())
            }

            /// Whether `thing` is in the set; a thing that the game does not know is in none.
            pub fn contains(self, thing: $thing) -> bool {
                let index = u32::try_from(thing.index()).unwrap_or(u32::MAX);
                self.0.checked_shr(index).is_some_and(|bits| bits & 1 == 1)
            }

            /// Puts a thing in.
            pub const fn insert(&mut self, thing: $thing) {
                self.0 |= 1 << thing.index();
            }

            /// Takes a thing out.
            pub const fn remove(&mut self, thing: $thing) {
                self.0 &= !(1 << thing.index());
            }

            /// What is in either set.
            #[must_use]
            pub const fn or(self, other: Self) -> Self {
                Self(self.0 | other.0)
            }

            /// What is in both sets.
            #[must_use]
            pub const fn and(self, other: Self) -> Self {
                Self(self.0 & other.0)
            }

            /// What is in this set and not in the other.
            #[must_use]
            pub const fn without(self, other: Self) -> Self {
                Self(self.0 & !other.0)
            }

            /// Whether there is nothing in it.
            pub const fn is_empty(self) -> bool {
                self.0 == 0
            }

            /// How many things are in it.
            pub const fn len(self) -> u8 {
                #[expect(clippy::cast_possible_truncation)] // at most 128
                let count = self.0.count_ones() as u8;
                count
            }

            /// Its things, in canonical order.
            pub fn iter(self) -> impl Iterator<Item = $thing> {
                let mut rest = self.0;
                std::iter::from_fn(move || {
                    let index = rest.trailing_zeros();
                    rest &= rest.checked_sub(1)?;
                    $at(index as usize)
                })
            }

            /// The `n`-th of its things, from 0.
            pub fn nth(self, n: u32) -> Option<$thing> {
                self.iter().nth(n as usize)
            }
        }

        impl FromIterator<$thing> for $name {
            fn from_iter<I: IntoIterator<Item = $thing>>(things: I) -> Self {
                things.into_iter().fold(Self::NONE, |set, thing| set.or(Self::only(thing)))
            }
        }
    )* };
}

sets! {
    /// Farm cards.
    Cards(u128) of Card, Card::at;
    /// Donkey cards of one seat.
    DonkeyCards(u16) of DonkeyCard, DonkeyCard::at;
    /// Types of market bonus tiles.
    TileTypes(u8) of TileType, TileType::at;
    /// Boats.
    Boats(u8) of Boat, Boat::at;
    /// Sources of triggers and actions.
    Sources(u16) of Source, Source::at;
    /// Reward tracks.
    Tracks(u8) of Track, |index: usize| Track::ALL.get(index).copied();
}

impl Cards {
    /// The normal cards.
    pub const NORMAL: Self = Self((1 << NORMAL_CARDS) - 1);
    /// All cards.
    pub const ALL: Self = Self((1 << Card::COUNT) - 1);

    /// Those of one deck.
    #[must_use]
    pub const fn of(self, deck: Deck) -> Self {
        match deck {
            Deck::Normal => self.and(Self::NORMAL),
            Deck::Special => self.without(Self::NORMAL),
        }
    }
}

impl DonkeyCards {
    /// All twelve.
    pub const ALL: Self = Self((1 << DonkeyCard::COUNT) - 1);
}

impl Tracks {
    /// All six.
    pub const ALL: Self = Self((1 << Track::ALL.len()) - 1);
}

impl Boats {
    /// All five.
    pub const ALL: Self = Self((1 << Boat::COUNT) - 1);
}

/// How many sorts of things a bag can hold: the goods, silver, workers.
pub(super) const SORTS: usize = 9;

/// What is delivered or paid: a multiset of goods, and silver and workers.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default, Serialize, Deserialize)]
#[serde(transparent)]
pub struct Bag(pub [u8; SORTS]);

impl Bag {
    /// Nothing.
    pub const EMPTY: Self = Self([0; SORTS]);
    const SILVER: usize = 7;
    const WORKERS: usize = 8;

    /// One good.
    pub const fn good(good: Good) -> Self {
        let mut bag = Self::EMPTY;
        bag.0[good.index()] = 1;
        bag
    }

    /// Goods, silver and workers.
    pub const fn of(goods: [u8; Good::ALL.len()], silver: u8, workers: u8) -> Self {
        let [olive, grain, grape, pig, food, wine, meat] = goods;
        Self([olive, grain, grape, pig, food, wine, meat, silver, workers])
    }

    /// How many of a good are in it.
    pub const fn count(&self, good: Good) -> u8 {
        self.0[good.index()]
    }

    /// Puts one more of a good in.
    #[must_use]
    pub const fn with(mut self, good: Good) -> Self {
        self.0[good.index()] = self.0[good.index()].saturating_add(1);
        self
    }

    /// The silver in it.
    pub const fn silver(&self) -> u8 {
        self.0[Self::SILVER]
    }

    /// The workers in it.
    pub const fn workers(&self) -> u8 {
        self.0[Self::WORKERS]
    }

    /// The goods in it, whatever their number.
    pub fn goods(&self) -> GoodSet {
        Good::ALL.into_iter().filter(|good| self.count(*good) > 0).collect()
    }

    /// How many goods are in it.
    pub fn good_count(&self) -> u8 {
        self.0.iter().take(Good::ALL.len()).fold(0, |sum, count| sum.saturating_add(*count))
    }

    /// Its goods one by one, in canonical order.
    pub fn each_good(&self) -> impl Iterator<Item = Good> + '_ {
        Good::ALL
            .into_iter()
            .flat_map(|good| std::iter::repeat_n(good, usize::from(self.count(good))))
    }
}

/// A set of card sides, as bits.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default, Serialize, Deserialize)]
#[serde(transparent)]
pub struct Sides(pub u8);

impl Sides {
    /// All four.
    pub const ALL: Self = Self(0b1111);

    /// Whether `side` is in the set.
    pub const fn contains(self, side: Side) -> bool {
        self.0 & (1 << side.index()) != 0
    }

    /// The set with `side` in it.
    #[must_use]
    pub const fn with(self, side: Side) -> Self {
        Self(self.0 | (1 << side.index()))
    }
}

/// A set of farm spaces, as bits.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Default, Serialize, Deserialize)]
#[serde(transparent)]
pub struct FarmSpaces(pub u8);

impl FarmSpaces {
    const fn bit(space: FarmSpace) -> u8 {
        if space.index() < FARM_SPACES { 1 << space.0 } else { 0 }
    }

    /// Whether `space` is in the set.
    pub const fn contains(self, space: FarmSpace) -> bool {
        self.0 & Self::bit(space) != 0
    }

    /// Puts `space` into the set.
    pub const fn insert(&mut self, space: FarmSpace) {
        self.0 |= Self::bit(space);
    }

    /// Takes `space` out of the set.
    pub const fn remove(&mut self, space: FarmSpace) {
        self.0 &= !Self::bit(space);
    }

    /// Whether every space of `other` is in the set.
    pub const fn contains_all(self, other: Self) -> bool {
        other.0 & !self.0 == 0
    }

    /// How many spaces are in the set.
    pub const fn len(self) -> u8 {
        self.0.count_ones().to_le_bytes()[0]
    }

    /// Whether no space is in the set.
    pub const fn is_empty(self) -> bool {
        self.0 == 0
    }

    /// Its spaces, in canonical order.
    pub fn iter(self) -> impl DoubleEndedIterator<Item = FarmSpace> {
        FarmSpace::all().filter(move |space| self.contains(*space))
    }
}
