//! A multiset of colour cards: a hand, the deck, the discard.

use serde::{Deserialize, Serialize};

use super::ids::{CARDS, COLOURS, Colour, ColourCard, VALUES};

/// How many cards of each kind, in canonical order.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(transparent)]
pub struct Cards(pub [u8; CARDS]);

impl Cards {
    /// How many of this kind.
    pub const fn of(&self, card: ColourCard) -> u8 {
        self.0[card.index()]
    }

    /// How many cards in all.
    #[inline]
    pub fn count(&self) -> u8 {
        self.0.iter().sum()
    }

    /// Whether there is none.
    pub fn is_empty(&self) -> bool {
        self.count() == 0
    }

    /// Adds one.
    #[inline]
    pub const fn add(&mut self, card: ColourCard) {
        self.0[card.index()] += 1;
    }

    /// Takes one away; there must be one.
    #[inline]
    pub const fn take(&mut self, card: ColourCard) {
        self.0[card.index()] -= 1;
    }

    /// How many of each coin value in a colour, lowest value first.
    #[inline]
    pub const fn colour(&self, colour: Colour) -> [u8; VALUES] {
        let first = colour.index() * VALUES;
        [self.0[first], self.0[first + 1], self.0[first + 2]]
    }

    /// How many of each colour.
    #[inline]
    pub fn by_colour(&self) -> [u8; COLOURS] {
        std::array::from_fn(|c| self.0[c * 3] + self.0[c * 3 + 1] + self.0[c * 3 + 2])
    }

    /// How many of each coin value, lowest first.
    #[inline]
    pub fn by_value(&self) -> [u8; VALUES] {
        std::array::from_fn(|v| (0..COLOURS).map(|c| self.0[c * VALUES + v]).sum())
    }

    /// Their coins in all.
    pub fn coins(&self) -> u32 {
        let [ones, twos, threes] = self.by_value().map(u32::from);
        ones + 2 * twos + 3 * threes
    }

    /// What is here and not in `other`; `other` must be a part of this.
    #[must_use]
    pub fn without(&self, other: &Self) -> Self {
        Self(std::array::from_fn(|kind| self.0[kind] - other.0[kind]))
    }

    /// Each kind that is there with its count, in canonical order.
    pub fn kinds(&self) -> impl Iterator<Item = (ColourCard, u8)> {
        ColourCard::all().map(|card| (card, self.of(card))).filter(|(_, count)| *count > 0)
    }

    /// The `k`-th physical card, copies of a kind side by side in canonical order.
    #[inline]
    pub fn nth(&self, k: u32) -> Option<ColourCard> {
        let mut left = k;
        for (card, count) in ColourCard::all().zip(self.0) {
            match left.checked_sub(u32::from(count)) {
                Some(rest) => left = rest,
                None => return Some(card),
            }
        }
        None
    }
}

impl FromIterator<ColourCard> for Cards {
    fn from_iter<I: IntoIterator<Item = ColourCard>>(cards: I) -> Self {
        let mut all = Self::default();
        cards.into_iter().for_each(|card| all.add(card));
        all
    }
}
