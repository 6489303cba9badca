//! What a card part or a tile can do, as types: costs, triggers, actions, modifiers (`effects.md`, where an effect hangs).

use super::effect::List;
use super::event::{Events, Filter};
use super::ids::{Good, GoodSet, Step};

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
    /// The kinds of events that it listens to, as bits ([`Events`]).
    pub hears: Events,
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
