//! The effect vocabulary (`effects.md`) as types: what a card says, as data.
//!
//! Lists of effects are ranges of one arena in the content, so that whatever refers to them is small and `Copy`.

use serde::{Deserialize, Serialize};

use super::counter::{Counter, Score};
use super::ids::{Class, Good, GoodSet, Shape, Track};
use crate::vocabulary::words;

/// A place in the content's arena of effects.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
#[serde(transparent)]
pub struct EffectId(pub u16);

impl EffectId {
    /// The position in the arena.
    pub const fn index(self) -> usize {
        self.0 as usize
    }
}

/// A list of effects: a range of the arena.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Default, Serialize, Deserialize)]
pub struct List {
    /// Where it begins.
    pub start: u16,
    /// How many effects it has.
    pub len: u8,
    /// Whether the seat orders them; else they run as listed.
    pub any_order: bool,
}

impl List {
    /// The list of no effects.
    pub const EMPTY: Self = Self { start: 0, len: 0, any_order: false };

    /// Whether it has no effects.
    pub const fn is_empty(self) -> bool {
        self.len == 0
    }

    /// Its effect at a place, counted from 0.
    pub fn at(self, place: u8) -> Option<EffectId> {
        (place < self.len).then(|| EffectId(self.start + u16::from(place)))
    }

    /// Its effects, in order.
    pub fn ids(self) -> impl DoubleEndedIterator<Item = EffectId> + Clone {
        (self.start..self.start + u16::from(self.len)).map(EffectId)
    }
}

/// Several lists: a range of the content's arena of lists.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Default, Serialize, Deserialize)]
pub struct Lists {
    /// Where it begins.
    pub start: u16,
    /// How many lists it has.
    pub len: u8,
}

/// Numbers of a scoring table: a range of the content's arena of numbers.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Default)]
pub struct Numbers {
    /// Where it begins.
    pub start: u16,
    /// How many numbers it has.
    pub len: u8,
}

/// A resource, or a class of goods whose member the seat picks.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum What {
    /// Silver.
    Silver,
    /// A worker on the farmhouse.
    Worker,
    /// Prestige.
    Prestige,
    /// This good.
    Good(Good),
    /// A good of this class.
    Class(Class),
}

impl What {
    /// The goods that it may be.
    pub const fn goods(self) -> GoodSet {
        match self {
            Self::Silver | Self::Worker | Self::Prestige => GoodSet::NONE,
            Self::Good(good) => GoodSet::only(good),
            Self::Class(class) => class.goods(),
        }
    }
}

words! {
    /// A kind of deliveries (`rules.md` §12.2).
    DeliveryKind {
        /// To own targets.
        Donkey = "donkey",
        /// To other seats, or to the community with what nobody needs.
        Goat = "goat",
        /// To the community.
        Community = "community",
        /// Donkey or goat, whichever the seat likes.
        Either = "either",
        /// The kind of the step: goat or donkey (an entry with `only_in`).
        OfStep = "of_step",
    }
}

/// How often something is repeated.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Times {
    /// So often.
    Fixed(u8),
    /// Once for each of the counter, at most so often.
    Per {
        /// What is counted.
        counter: Counter,
        /// The most copies.
        max: u8,
    },
}

/// One effect.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Effect {
    /// Take things.
    Gain {
        /// What.
        what: What,
        /// How many.
        n: u8,
        /// Whether the members of a class are all different.
        different: bool,
        /// Whether a pig without a marking is sold at once.
        sells_excess: bool,
    },
    /// Pay things, and if it is done, run a list.
    Pay {
        /// What.
        what: What,
        /// How many.
        n: u8,
        /// What follows.
        then: List,
    },
    /// Move one donkey.
    MoveDonkey {
        /// Spaces.
        n: u8,
    },
    /// Siesta marker forward.
    Siesta {
        /// Spaces.
        n: u8,
    },
    /// Trough marker forward, or back.
    Trough {
        /// Spaces; negative: back.
        n: i8,
    },
    /// Milestone marker forward.
    Milestone {
        /// Spaces.
        n: u8,
    },
    /// Upgrade basic goods for free.
    Upgrade {
        /// How many.
        n: u8,
    },
    /// Play a farm card.
    PlayCard {
        /// Whether a special card costs nothing.
        special_free: bool,
    },
    /// Make deliveries.
    Deliver {
        /// Of this kind.
        kind: DeliveryKind,
        /// How many.
        n: u8,
    },
    /// Reward marker one space forward.
    RewardStep {
        /// On this track; `None`: the seat picks.
        track: Option<Track>,
    },
    /// Place an extension.
    PlaceExtension {
        /// Only of this shape.
        shape: Option<Shape>,
    },
    /// Turn an extension.
    TurnExtension {
        /// Only of this shape.
        shape: Option<Shape>,
    },
    /// Take a marking of the scoring option of the track just reached.
    ClaimOption,
    /// Take workers back from farm spaces.
    RecallWorker {
        /// How many.
        n: u8,
    },
    /// Discard hand cards and draw as many.
    DrawSwap {
        /// At most so many.
        n: u8,
    },
    /// Pick some of the lists.
    Choose {
        /// How many.
        pick: u8,
        /// Of these.
        of: Lists,
    },
    /// Run a list several times.
    Repeat {
        /// How often.
        times: Times,
        /// What.
        run: List,
    },
    /// Prestige by a counter.
    Score(Score),
}
