//! A multiset of ingredient cards: what a seat owns, the hidden part of the deck, the discard.

use serde::{Deserialize, Serialize};

use super::ids::{FAMILIES, Family};

/// How many cards of each family, in canonical order.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(transparent)]
pub struct Cards(pub [u8; FAMILIES]);

impl Cards {
    /// How many of this family; of a family that the game does not have, none.
    pub fn of(&self, family: Family) -> u8 {
        self.0.get(family.index()).copied().unwrap_or(0)
    }

    /// How many cards in all.
    #[inline]
    pub fn count(&self) -> u32 {
        self.0.iter().map(|count| u32::from(*count)).sum()
    }

    /// Whether there is none.
    pub fn is_empty(&self) -> bool {
        self.0 == [0; FAMILIES]
    }

    /// Adds one.
    #[inline]
    pub const fn add(&mut self, family: Family) {
        self.0[family.index()] = self.0[family.index()].saturating_add(1);
    }

    /// Takes one away, if there is one.
    #[inline]
    pub const fn take(&mut self, family: Family) {
        self.0[family.index()] = self.0[family.index()].saturating_sub(1);
    }

    /// These and those.
    #[must_use]
    pub fn with(&self, other: &Self) -> Self {
        Self(std::array::from_fn(|family| self.0[family].saturating_add(other.0[family])))
    }

    /// What is here and not in `other`.
    #[must_use]
    pub fn without(&self, other: &Self) -> Self {
        Self(std::array::from_fn(|family| self.0[family].saturating_sub(other.0[family])))
    }

    /// Each family that is there with its count, in canonical order.
    pub fn kinds(&self) -> impl Iterator<Item = (Family, u8)> {
        Family::all().map(|family| (family, self.of(family))).filter(|(_, count)| *count > 0)
    }

    /// Every card, copies of a family side by side in canonical order.
    pub fn each(&self) -> impl Iterator<Item = Family> {
        self.kinds().flat_map(|(family, count)| std::iter::repeat_n(family, usize::from(count)))
    }

    /// The `k`-th physical card in that order.
    #[inline]
    pub fn nth(&self, k: u32) -> Option<Family> {
        let mut left = k;
        for (family, count) in Family::all().zip(self.0) {
            match left.checked_sub(u32::from(count)) {
                Some(rest) => left = rest,
                None => return Some(family),
            }
        }
        None
    }
}

impl FromIterator<Family> for Cards {
    fn from_iter<I: IntoIterator<Item = Family>>(cards: I) -> Self {
        let mut all = Self::default();
        cards.into_iter().for_each(|card| all.add(card));
        all
    }
}
