//! Dice as multisets of faces: an ordered list of dice has one spelling only (`rules.md` §3).

use arrayvec::ArrayVec;
use serde::{Deserialize, Serialize};

use super::ids::FACES;

/// The most dice of a hand: two and a wished one.
pub const HAND_MOST: usize = 3;
/// The most ways to use some dice of a hand.
const PARTS_MOST: usize = (1 << HAND_MOST) - 1;

/// Dice by face: four bits each, the 1s lowest. At most 15 of a face.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default, Serialize, Deserialize)]
#[serde(transparent)]
pub struct Dice(u32);

/// A set of sums of dice, as bits.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default, Serialize, Deserialize)]
#[serde(transparent)]
pub struct Sums(pub u32);

impl Dice {
    const fn shift(face: u8) -> u32 {
        4 * (face as u32 - 1)
    }

    /// The dice that show these faces; `None` if one is no face of a die, or there are too many of one.
    pub fn of(faces: impl IntoIterator<Item = u8>) -> Option<Self> {
        let mut dice = Self::default();
        for face in faces {
            if face == 0 || usize::from(face) > FACES || dice.number(face) == 15 {
                return None;
            }
            dice = dice.with(face);
        }
        Some(dice)
    }

    /// The dice with one more of `face` (1 to 6).
    #[must_use]
    pub const fn with(self, face: u8) -> Self {
        Self(self.0 + (1 << Self::shift(face)))
    }

    /// How many show `face` (1 to 6).
    pub const fn number(self, face: u8) -> u8 {
        ((self.0 >> Self::shift(face)) & 0xf).to_le_bytes()[0]
    }

    /// How many dice they are.
    pub fn len(self) -> u8 {
        (1..=6).map(|face| self.number(face)).sum()
    }

    /// Whether there are none.
    pub const fn is_empty(self) -> bool {
        self.0 == 0
    }

    /// The sum of their faces.
    pub fn sum(self) -> u16 {
        (1..=6).map(|face| u16::from(face) * u16::from(self.number(face))).sum()
    }

    /// Whether `part` is among them.
    pub fn contains(self, part: Self) -> bool {
        (1..=6).all(|face| part.number(face) <= self.number(face))
    }

    /// The dice that are left without `part`, which is among them.
    #[must_use]
    pub const fn without(self, part: Self) -> Self {
        Self(self.0 - part.0)
    }

    /// The faces, rising, one for each die.
    pub fn faces(self) -> impl Iterator<Item = u8> + Clone {
        (1..=6).flat_map(move |face| std::iter::repeat_n(face, usize::from(self.number(face))))
    }

    /// The ways to use one or more of the dice of a hand, each with its sum: fewer dice first, then by faces.
    pub(super) fn parts(self) -> ArrayVec<(Self, u8), PARTS_MOST> {
        let faces: ArrayVec<u8, HAND_MOST> = self.faces().take(HAND_MOST).collect();
        let mut parts = ArrayVec::new();
        let mut add = |used: &[u8]| {
            let part = used.iter().fold(Self::default(), |dice, face| dice.with(*face));
            let entry = (part, used.iter().sum());
            if parts.last() != Some(&entry) {
                parts.push(entry);
            }
        };
        faces.iter().for_each(|face| add(&[*face]));
        for (index, low) in faces.iter().enumerate() {
            faces[index + 1..].iter().for_each(|high| add(&[*low, *high]));
        }
        if faces.len() == HAND_MOST {
            add(&faces);
        }
        parts
    }

    /// The pairs of dice, by faces.
    pub(super) fn pairs(self) -> impl Iterator<Item = Self> {
        let pair = move |low: u8| (low..=6).map(move |high| Self::default().with(low).with(high));
        (1..=6).flat_map(pair).filter(move |pair| self.contains(*pair))
    }
}

impl Sums {
    /// The set of this one sum, 1 to 31.
    pub const fn only(sum: u8) -> Self {
        Self(if sum < 32 { 1 << sum } else { 0 })
    }

    /// The set with `sum` in it.
    #[must_use]
    pub const fn with(self, sum: u8) -> Self {
        Self(self.0 | Self::only(sum).0)
    }

    /// Whether `sum` is in the set.
    pub const fn contains(self, sum: u16) -> bool {
        sum < 32 && self.0 & (1 << sum) != 0
    }

    /// The sums, rising.
    pub fn iter(self) -> impl Iterator<Item = u8> {
        (0..32).filter(move |sum| self.contains(u16::from(*sum)))
    }
}
