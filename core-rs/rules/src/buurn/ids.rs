//! The nouns of the game: small typed indices into the content, and the words of `rules.md`.

use serde::{Deserialize, Serialize};

use crate::vocabulary::words;

/// The most seats.
pub const SEATS: usize = 5;
/// Ingredient families in the box.
pub const FAMILIES: usize = 10;
/// Organisation cards in the box.
pub const ORGANISATIONS: usize = 20;
/// Different numbers on the backs of organisation cards.
pub const BACKS: usize = 3;
/// The most ingredient cards in a lot.
pub const LOT: usize = 3;
/// The most ingredient cards in a game.
pub const DECK: usize = 50;
/// The most ingredient cards of a market draw.
pub const HAND: usize = 2;

words! {
    /// A totem, in the order of resolution.
    Totem {
        /// Buys the lot.
        Purchase = "purchase",
        /// Takes half of the price.
        Tax = "tax",
        /// Takes the organisation card on offer.
        Organisation = "organisation",
        /// Draws from the deck, or takes the Bank.
        BlackMarket = "black_market",
        /// Takes the third card, or the Bank.
        SecondaryMarket = "secondary_market",
    }
}

words! {
    /// Where a turn stands (`rules.md` §6). No state rests in `start`, `payment` or `turn_end`.
    Phase {
        /// Numbers are called.
        Countdown = "countdown",
        /// The lot is sold; the other totems are grabbed.
        Scramble = "scramble",
        /// The buyer decides on the lot.
        Purchase = "purchase",
        /// The organisation card takes effect.
        Organisation = "organisation",
        /// The Black Market is visited.
        BlackMarket = "black_market",
        /// The Secondary Market is visited.
        SecondaryMarket = "secondary_market",
        /// The game is over.
        Finished = "finished",
    }
}

words! {
    /// What a seat decides (`rules.md` §9).
    Question {
        /// Which lot card the buyer leaves.
        Leave = "leave",
        /// Who gets the purchase.
        GiveLot = "give_lot",
        /// Whether to exchange a card.
        Swap = "swap",
        /// Whether to give a card away.
        Give = "give",
        /// Which drawn card to keep, and where the other one goes.
        Stash = "stash",
        /// Cards or the Bank.
        Market = "market",
        /// Who gets the third card.
        GiveThird = "give_third",
    }
}

words! {
    /// What to do at a market.
    Choice {
        /// Pay for its cards.
        Pay = "pay",
        /// Take the Bank.
        Bank = "bank",
    }
}

words! {
    /// Where a card goes back to.
    Place {
        /// On top of the deck.
        Top = "top",
        /// Under the deck.
        Bottom = "bottom",
    }
}

/// An index into the ingredient families.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize)]
#[serde(transparent)]
pub struct Family(pub u8);

/// An index into the organisation cards.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize)]
#[serde(transparent)]
pub struct Organisation(pub u8);

/// A set of families, as bits.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default, Serialize, Deserialize)]
#[serde(transparent)]
pub struct FamilySet(pub u16);

/// A set of organisation cards, as bits.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default, Serialize, Deserialize)]
#[serde(transparent)]
pub struct OrganisationSet(pub u32);

impl Family {
    /// All families, in canonical order.
    pub fn all() -> impl DoubleEndedIterator<Item = Self> + Clone {
        (0..10).map(Self)
    }

    /// The position in a list of one entry a family.
    pub const fn index(self) -> usize {
        self.0 as usize
    }
}

impl Organisation {
    /// All organisation cards, in canonical order.
    pub fn all() -> impl DoubleEndedIterator<Item = Self> + Clone {
        (0..20).map(Self)
    }

    /// The position in a list of one entry a card.
    pub const fn index(self) -> usize {
        self.0 as usize
    }
}

impl FamilySet {
    /// Whether `family` is in the set.
    pub const fn contains(self, family: Family) -> bool {
        family.index() < FAMILIES && self.0 & (1 << family.0) != 0
    }

    /// Puts `family` into the set, if it is one of the box.
    pub const fn insert(&mut self, family: Family) {
        if family.index() < FAMILIES {
            self.0 |= 1 << family.0;
        }
    }

    /// How many families are in the set.
    pub const fn len(self) -> u32 {
        self.0.count_ones()
    }

    /// Whether no family is in the set.
    pub const fn is_empty(self) -> bool {
        self.0 == 0
    }

    /// The families of the set, in canonical order.
    pub fn iter(self) -> impl Iterator<Item = Family> {
        Family::all().filter(move |family| self.contains(*family))
    }
}

impl FromIterator<Family> for FamilySet {
    fn from_iter<I: IntoIterator<Item = Family>>(families: I) -> Self {
        let mut set = Self::default();
        families.into_iter().for_each(|family| set.insert(family));
        set
    }
}

impl OrganisationSet {
    /// Whether `card` is in the set.
    pub const fn contains(self, card: Organisation) -> bool {
        card.index() < ORGANISATIONS && self.0 & (1 << card.0) != 0
    }

    /// Puts `card` into the set, if it is one of the box.
    pub const fn insert(&mut self, card: Organisation) {
        if card.index() < ORGANISATIONS {
            self.0 |= 1 << card.0;
        }
    }

    /// Takes `card` out of the set.
    pub const fn remove(&mut self, card: Organisation) {
        if card.index() < ORGANISATIONS {
            self.0 &= !(1 << card.0);
        }
    }

    /// How many cards are in the set.
    pub const fn len(self) -> u32 {
        self.0.count_ones()
    }

    /// Whether no card is in the set.
    pub const fn is_empty(self) -> bool {
        self.0 == 0
    }

    /// The cards in both sets.
    #[must_use]
    pub const fn and(self, other: Self) -> Self {
        Self(self.0 & other.0)
    }

    /// The cards of the set, in canonical order.
    pub fn iter(self) -> impl Iterator<Item = Organisation> {
        Organisation::all().filter(move |card| self.contains(*card))
    }
}

impl FromIterator<Organisation> for OrganisationSet {
    fn from_iter<I: IntoIterator<Item = Organisation>>(cards: I) -> Self {
        let mut set = Self::default();
        cards.into_iter().for_each(|card| set.insert(card));
        set
    }
}
