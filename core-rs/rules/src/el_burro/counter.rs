//! Counters as types (`effects.md`, Counters): what is counted, and what a count is worth or has to reach.

use super::effect::Numbers;
use super::ids::{GoodSet, Track};

/// Prestige by a counter.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Score {
    /// What is counted.
    pub per: Counter,
    /// The count is divided by it, rounded down.
    pub step: u8,
    /// What that is worth.
    pub points: Points,
}

/// What a count is worth.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Points {
    /// So much each, at most so much in all.
    Each {
        /// Prestige each.
        prestige: u8,
        /// The most prestige.
        max: u8,
    },
    /// By a table: for a count of 1, 2, ...; its last number beyond its end.
    Table(Numbers),
}

/// A counter that has to reach a number.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Condition {
    /// What is counted.
    pub per: Counter,
    /// The count is divided by it, rounded down.
    pub step: u8,
    /// The number to reach.
    pub at_least: u8,
}

/// How things of several sorts are counted.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Kinds {
    /// All of these sorts, as bits in canonical order.
    Sum(u8),
    /// The number of sorts of which there is one.
    Different,
    /// Sets of one of each of the three sorts.
    SetsOfThree,
}

/// What is counted (`effects.md`, Counters).
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Counter {
    /// Field cards by their good.
    Fields(Kinds),
    /// Administration symbols by their category.
    Admin(Kinds),
    /// Cards at the bottom edge.
    Acquisitions,
    /// Cards at the top edge.
    BarrowsOnFarm,
    /// Normal barrows scored.
    BarrowsDelivered,
    /// Cards at the four edges.
    FarmCards,
    /// Special cards at the four edges.
    SpecialCards,
    /// Market bonus tiles.
    MarketTiles,
    /// Local markets scored.
    MarketsDelivered,
    /// Extensions on the farm.
    Extensions {
        /// Whether those with the plain side up count.
        plain: bool,
        /// Whether those with the upgraded side up count.
        upgraded: bool,
    },
    /// Workers in the farmhouse.
    WorkersFree,
    /// Workers on farm spaces.
    WorkersAssigned,
    /// Pigs in the stable.
    Pigs,
    /// Goods in storage, stable and fields.
    Goods(GoodSet),
    /// Silver.
    Silver,
    /// The space of the milestone marker.
    Milestone,
    /// The space of the trough marker.
    Trough,
    /// The number of the donkey that is further back.
    RearDonkey,
    /// The number of the donkey that is further on.
    LeadDonkey,
    /// Boats with all markings filled.
    BoatsFull,
    /// Steps made on a track; `None`: on all together.
    RewardSpaces(Option<Track>),
    /// Tracks with the marker on this space or beyond.
    TracksAtLeast(u8),
    /// The sum of the cards under the stable.
    StableValue,
    /// Achievements claimed.
    Achievements,
}
