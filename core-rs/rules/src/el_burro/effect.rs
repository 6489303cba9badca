//! The effect vocabulary (`effects.md`) as types: what a card says, as data.
//!
//! Lists of effects are ranges of one arena in the content, so that whatever refers to them is small and `Copy`.

use serde::{Deserialize, Serialize};

use super::event::Filter;
use super::ids::{Class, FARM_SPACES, Good, GoodSet, Shape, Side, Step, Track};
use super::things::FarmSpace;
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

/// What has to be paid, all of it, before something runs.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub struct Cost {
    /// Silver.
    pub silver: u8,
    /// Free workers.
    pub workers: u8,
    /// Trough spaces back.
    pub trough: u8,
    /// Goods: so many, each one of the set.
    pub goods: u8,
    /// Which goods will do.
    pub of: GoodSet,
}

impl Cost {
    /// Whether the seat has to say which goods it pays.
    pub const fn asks_goods(self) -> bool {
        self.goods > 0 && self.of.len() > 1
    }
}

/// In which steps of the seat's own turn something may be used.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub enum OnlyIn {
    /// In any.
    #[default]
    Anytime,
    /// In these.
    Steps {
        /// In step `goat`.
        goat: bool,
        /// In step `donkey`.
        donkey: bool,
    },
}

impl OnlyIn {
    /// Whether it may be used in `step`.
    pub const fn allows(self, step: Step) -> bool {
        match self {
            Self::Anytime => true,
            Self::Steps { goat, donkey } => match step {
                Step::Goat => goat,
                Step::Donkey => donkey,
                Step::SetupStart
                | Step::Farm
                | Step::RevenueFirst
                | Step::RevenueSecond
                | Step::RevenueCommunity
                | Step::DonkeyChoice
                | Step::Siesta
                | Step::SetTurnOrder
                | Step::ScoreMilestones
                | Step::ScoreStable
                | Step::ScoreSupport
                | Step::PayWorkers
                | Step::Prepare
                | Step::LastDeliveries
                | Step::FinalScoring => false,
            },
        }
    }
}

/// What a worker does on a farm space, or on a side of an extension.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub struct WorkerAction {
    /// What is paid.
    pub cost: Cost,
    /// What runs.
    pub run: List,
    /// When it may be used.
    pub only_in: OnlyIn,
}

/// An anytime action that a card or tile adds.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct AddedAction {
    /// What is paid.
    pub cost: Cost,
    /// What runs.
    pub run: List,
    /// When it may be used.
    pub only_in: OnlyIn,
    /// At most so often a round; 0: as often as one likes.
    pub limit: u8,
}

/// Something that happens each time an event does.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Trigger {
    /// The events it listens to.
    pub on: Filter,
    /// What runs.
    pub run: List,
    /// At most so often a round; 0: every time.
    pub limit: u8,
}

/// Several triggers: a range of the content's arena of triggers.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub struct Triggers {
    /// Where it begins.
    pub start: u16,
    /// How many triggers it has.
    pub len: u8,
}

/// Everything that one card part or tile can do: its `does`.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub struct Part {
    /// Once, when it comes into play.
    pub now: List,
    /// On events, as long as it lies in play.
    pub triggers: Triggers,
    /// The kinds of events that it listens to, as bits ([`super::event::Events`]).
    pub hears: super::event::Events,
    /// Always, as long as it lies in play.
    pub modifiers: Modifiers,
    /// An anytime action that it adds.
    pub action: Option<AddedAction>,
    /// In the final scoring.
    pub last: List,
}

/// All modifiers of one or several parts, added up (`effects.md`, modifiers).
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub struct Modifiers {
    /// Added to the buying price, by good.
    pub buy: [i8; Good::ALL.len()],
    /// Added to the selling price, by good.
    pub sell: [i8; Good::ALL.len()],
    /// Added to the price of an upgrade, by good.
    pub upgrade: [i8; Good::ALL.len()],
    /// Added to the single markings, by good.
    pub storage: [i8; Good::ALL.len()],
    /// By good asked for: what may be delivered in its place.
    pub substitutes: [GoodSet; Good::ALL.len()],
    /// Added to the card limit.
    pub card_limit: i8,
    /// Added to the income.
    pub income: i8,
    /// Added to the siesta step.
    pub siesta_extra: i8,
    /// Added to the goat deliveries.
    pub goat_extra: i8,
    /// Added to the donkey deliveries.
    pub donkey_extra: i8,
    /// So many workers go home unpaid.
    pub wage: i8,
    /// Added to the price of each boost, in trough spaces.
    pub boost_price: i8,
    /// Added to the price of a special card.
    pub special_cost: i8,
    /// A basic good may be bought for so many trough spaces; 0: not so.
    pub trough_buy: u8,
    /// One pig is enough for offspring.
    pub no_pig_minimum: bool,
    /// One card more is drawn, and one discarded.
    pub draw_choice: bool,
    /// The community die brings its bonus too.
    pub community_bonus: bool,
}

impl Modifiers {
    /// With the modifiers of another part: numbers add up, flags do not stack, the smallest `trough_buy` counts.
    pub fn add(&mut self, other: &Self) {
        for good in 0..Good::ALL.len() {
            self.buy[good] += other.buy[good];
            self.sell[good] += other.sell[good];
            self.upgrade[good] += other.upgrade[good];
            self.storage[good] += other.storage[good];
            self.substitutes[good] = self.substitutes[good].or(other.substitutes[good]);
        }
        self.card_limit += other.card_limit;
        self.income += other.income;
        self.siesta_extra += other.siesta_extra;
        self.goat_extra += other.goat_extra;
        self.donkey_extra += other.donkey_extra;
        self.wage += other.wage;
        self.boost_price += other.boost_price;
        self.special_cost += other.special_cost;
        self.trough_buy = match (self.trough_buy, other.trough_buy) {
            (0, one) | (one, 0) => one,
            (one, two) => one.min(two),
        };
        self.no_pig_minimum |= other.no_pig_minimum;
        self.draw_choice |= other.draw_choice;
        self.community_bonus |= other.community_bonus;
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
