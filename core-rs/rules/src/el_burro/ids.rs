//! The nouns of the game: the words of `rules.md` §3, and small typed indices into the content.

use serde::{Deserialize, Serialize};

use crate::vocabulary::words;

/// The most seats.
pub const SEATS: usize = 4;
/// Normal farm cards: the first cards of the content.
pub const NORMAL_CARDS: usize = 72;
/// Farm cards, normal and special.
pub const CARDS: usize = 108;
/// Acquisitions, each on two normal cards.
pub(super) const ACQUISITIONS: usize = 36;
/// Different donkey cards.
pub(super) const DONKEY_CARDS: usize = 12;
/// Farm spaces, and farm extensions: one for each.
pub(super) const FARM_SPACES: usize = 6;
/// Local markets.
pub(super) const MARKETS: usize = 5;
/// Covering tiles of local markets.
pub(super) const COVERS: usize = 8;
/// Types of market bonus tiles.
pub(super) const TILE_TYPES: usize = 8;
/// Boats.
pub(super) const BOATS: usize = 5;
/// Docks.
pub(super) const DOCKS: usize = 5;
/// Slots of each of the two rows of a farm.
pub const SLOTS: usize = 3;
/// Spaces of the road, starting spaces and docks included.
pub(super) const ROAD_SPACES: usize = 31;
/// Game round tiles.
pub(super) const ROUND_TILES: usize = 16;
/// Achievement tiles of each sort, personal and general.
pub(super) const ACHIEVEMENT_TILES: usize = 6;
/// Rondel bonuses.
pub(super) const RONDEL_BONUSES: usize = 9;
/// Faces of a die.
pub const FACES: usize = 6;
/// Rounds.
pub(super) const ROUNDS: usize = 4;
/// The most markings of a target.
pub(super) const MARKINGS: usize = 4;
/// Delivery targets of a seat: slots, markets, docks.
pub(super) const TARGETS: usize = SLOTS + MARKETS + DOCKS;
/// Sources of triggers and actions of a seat: acquisitions, market tiles, the round tile.
pub(super) const SOURCES: usize = SLOTS + TILE_TYPES + 1;

words! {
    /// A farm good.
    Good {
        /// A harvest good, for food.
        Olive = "olive",
        /// A harvest good, for food.
        Grain = "grain",
        /// A harvest good, for wine.
        Grape = "grape",
        /// A basic good, for meat.
        Pig = "pig",
        /// An upgraded good.
        Food = "food",
        /// An upgraded good.
        Wine = "wine",
        /// An upgraded good.
        Meat = "meat",
    }
}

words! {
    /// A class of goods, whose member the seat picks.
    Class {
        /// Olive, grain, grape.
        HarvestGood = "harvest_good",
        /// The harvest goods and the pig.
        BasicGood = "basic_good",
        /// Food, wine, meat.
        UpgradedGood = "upgraded_good",
        /// All seven.
        FarmGood = "farm_good",
    }
}

words! {
    /// A side of a farm card, and the edge of the farm where it lies.
    Side {
        /// The left edge.
        Field = "field",
        /// The right edge.
        Administration = "administration",
        /// The bottom row.
        Acquisition = "acquisition",
        /// The top row.
        Barrow = "barrow",
    }
}

words! {
    /// A category of the administration.
    Category {
        /// One card more in hand.
        CardLimit = "card_limit",
        /// One silver more as income.
        Income = "income",
        /// One pig marking more.
        Pig = "pig",
    }
}

words! {
    /// A reward track.
    Track {
        /// For olives and grain.
        OliveGrain = "olive_grain",
        /// For grapes.
        Grape = "grape",
        /// For pigs.
        Pig = "pig",
        /// For food.
        Food = "food",
        /// For wine.
        Wine = "wine",
        /// For meat.
        Meat = "meat",
    }
}

words! {
    /// A deck of farm cards.
    Deck {
        /// The 72.
        Normal = "normal",
        /// The 36.
        Special = "special",
    }
}

words! {
    /// A branch of a junction.
    Branch {
        /// The shorter section.
        Short = "short",
        /// The longer section.
        Long = "long",
    }
}

words! {
    /// Where a donkey card lies when all have chosen.
    Slot {
        /// The siesta slot.
        Siesta = "siesta",
        /// The donkey slot.
        Donkey = "donkey",
    }
}

words! {
    /// What a purchase is paid with.
    Means {
        /// Silver.
        Silver = "silver",
        /// Spaces back on the trough track.
        Trough = "trough",
    }
}

words! {
    /// An anytime use of the trough marker.
    TroughAction {
        /// Silver for trough spaces.
        Silver = "trough_silver",
        /// A worker for trough spaces.
        Worker = "trough_worker",
    }
}

words! {
    /// What may be claimed by `fulfil_achievement`.
    Achievement {
        /// The general achievement with its simple side up.
        GeneralSimple = "general_simple",
        /// The general achievement with its demanding side up.
        GeneralDemanding = "general_demanding",
        /// The first condition of the seat's own tile.
        Personal0 = "personal_0",
        /// The second one.
        Personal1 = "personal_1",
        /// The third one.
        Personal2 = "personal_2",
    }
}

words! {
    /// A side of a general achievement tile.
    GeneralSide {
        /// At the longer branch behind number 10.
        Simple = "simple",
        /// At the shorter branch.
        Demanding = "demanding",
    }
}

words! {
    /// A side of a boat, or of the rondel.
    Face {
        /// The first one.
        A = "side_a",
        /// The second one.
        B = "side_b",
    }
}

words! {
    /// The side of a farm extension that lies face up.
    Extended {
        /// No extension lies there.
        None = "none",
        /// The plain side.
        Plain = "plain",
        /// The upgraded side.
        Upgraded = "upgraded",
    }
}

words! {
    /// The side of a market bonus tile.
    TileSide {
        /// Its effect was had.
        Front = "front",
        /// Its lasting effects hold.
        Back = "back",
    }
}

words! {
    /// What the support marker of a seat shows.
    Support {
        /// Prestige for whoever delivers to the seat by goat.
        Prestige = "prestige",
        /// Somebody has done so this round.
        Basket = "basket",
    }
}

words! {
    /// The shape of an extension: which farm spaces it fits.
    Shape {
        /// A long house.
        LongHouse = "long_house",
        /// A square house.
        SquareHouse = "square_house",
    }
}

words! {
    /// A phase of the game.
    Phase {
        /// Before round 1.
        Setup = "setup",
        /// Cards, income, harvest, offspring.
        Farm = "farm",
        /// Dice.
        Revenue = "revenue",
        /// Donkeys.
        Transport = "transport",
        /// Prestige, and wages.
        Scoring = "scoring",
        /// After round 4.
        Final = "final",
        /// The game is over.
        Over = "over",
    }
}

words! {
    /// A step, in the order of play.
    Step {
        /// Starting spaces are chosen.
        SetupStart = "setup_start",
        /// The farm phase.
        Farm = "farm",
        /// The first dice.
        RevenueFirst = "revenue_first",
        /// The second dice.
        RevenueSecond = "revenue_second",
        /// The die that is left.
        RevenueCommunity = "revenue_community",
        /// Donkey cards are chosen, face down.
        DonkeyChoice = "donkey_choice",
        /// Siesta cards.
        Siesta = "siesta",
        /// The new turn order.
        SetTurnOrder = "set_turn_order",
        /// Goat deliveries.
        Goat = "goat",
        /// Donkey deliveries.
        Donkey = "donkey",
        /// Prestige for milestones.
        ScoreMilestones = "score_milestones",
        /// Prestige for the stables.
        ScoreStable = "score_stable",
        /// Prestige for support markers.
        ScoreSupport = "score_support",
        /// Wages.
        PayWorkers = "pay_workers",
        /// The next round is made ready.
        Prepare = "prepare",
        /// Special deliveries before the final scoring.
        LastDeliveries = "last_deliveries",
        /// The final scoring, and then the end.
        FinalScoring = "final_scoring",
    }
}

impl Step {
    /// The phase it belongs to.
    pub const fn phase(self) -> Phase {
        match self {
            Self::SetupStart => Phase::Setup,
            Self::Farm => Phase::Farm,
            Self::RevenueFirst | Self::RevenueSecond | Self::RevenueCommunity => Phase::Revenue,
            Self::DonkeyChoice | Self::Siesta | Self::SetTurnOrder | Self::Goat | Self::Donkey => {
                Phase::Transport
            }
            Self::ScoreMilestones
            | Self::ScoreStable
            | Self::ScoreSupport
            | Self::PayWorkers
            | Self::Prepare => Phase::Scoring,
            Self::LastDeliveries | Self::FinalScoring => Phase::Final,
        }
    }

    /// Whether all seats that are not done are actors (`rules.md` §7.1).
    pub const fn is_simultaneous(self) -> bool {
        matches!(self, Self::Farm | Self::DonkeyChoice | Self::PayWorkers | Self::LastDeliveries)
    }
}

impl Good {
    /// What it becomes when it is upgraded.
    pub const fn upgraded(self) -> Option<Self> {
        match self {
            Self::Olive | Self::Grain => Some(Self::Food),
            Self::Grape => Some(Self::Wine),
            Self::Pig => Some(Self::Meat),
            Self::Food | Self::Wine | Self::Meat => None,
        }
    }

    /// Whether it grows on fields.
    pub const fn is_harvest(self) -> bool {
        matches!(self, Self::Olive | Self::Grain | Self::Grape)
    }

    /// Whether it can be bought, sold and upgraded.
    pub const fn is_basic(self) -> bool {
        self.upgraded().is_some()
    }

    /// The reward track with this good in its name.
    pub const fn track(self) -> Track {
        match self {
            Self::Olive | Self::Grain => Track::OliveGrain,
            Self::Grape => Track::Grape,
            Self::Pig => Track::Pig,
            Self::Food => Track::Food,
            Self::Wine => Track::Wine,
            Self::Meat => Track::Meat,
        }
    }
}

impl Class {
    /// The goods in it.
    pub const fn goods(self) -> GoodSet {
        match self {
            Self::HarvestGood => GoodSet(0b000_0111),
            Self::BasicGood => GoodSet(0b000_1111),
            Self::UpgradedGood => GoodSet(0b111_0000),
            Self::FarmGood => GoodSet(0b111_1111),
        }
    }
}

impl Achievement {
    /// The side of the general tile that it is, if it is one.
    pub const fn general(self) -> Option<GeneralSide> {
        match self {
            Self::GeneralSimple => Some(GeneralSide::Simple),
            Self::GeneralDemanding => Some(GeneralSide::Demanding),
            Self::Personal0 | Self::Personal1 | Self::Personal2 => None,
        }
    }

    /// Which condition of the seat's own tile it is, if it is one.
    pub const fn personal(self) -> Option<usize> {
        match self {
            Self::GeneralSimple | Self::GeneralDemanding => None,
            Self::Personal0 => Some(0),
            Self::Personal1 => Some(1),
            Self::Personal2 => Some(2),
        }
    }
}

/// A set of goods, as bits.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Default, Serialize, Deserialize)]
#[serde(transparent)]
pub struct GoodSet(pub u8);

impl GoodSet {
    /// No good.
    pub const NONE: Self = Self(0);

    /// The set of this one good.
    pub const fn only(good: Good) -> Self {
        Self(1 << good.index())
    }

    /// Whether `good` is in the set.
    pub const fn contains(self, good: Good) -> bool {
        self.0 & (1 << good.index()) != 0
    }

    /// The set with `good` in it.
    #[must_use]
    pub const fn with(self, good: Good) -> Self {
        Self(self.0 | (1 << good.index()))
    }

    /// The set without `good`.
    #[must_use]
    pub const fn without(self, good: Good) -> Self {
        Self(self.0 & !(1 << good.index()))
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

    /// Whether no good is in it.
    pub const fn is_empty(self) -> bool {
        self.0 == 0
    }

    /// How many goods are in it.
    pub const fn len(self) -> u32 {
        self.0.count_ones()
    }

    /// Its goods, in canonical order.
    pub fn iter(self) -> impl DoubleEndedIterator<Item = Good> {
        Good::ALL.into_iter().filter(move |good| self.contains(*good))
    }
}

impl FromIterator<Good> for GoodSet {
    fn from_iter<I: IntoIterator<Item = Good>>(goods: I) -> Self {
        goods.into_iter().fold(Self::NONE, Self::with)
    }
}
