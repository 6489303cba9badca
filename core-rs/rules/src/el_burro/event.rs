//! What happens to a seat, and who listens (`rules.md` §7.7, §22; `effects.md`, events and filters).

use serde::{Deserialize, Serialize};

use super::effect::DeliveryKind;
use super::ids::{FACES, Good, GoodSet, Side, Slot, Track};
use super::sets::Sides;
use super::things::FarmSpace;
use crate::vocabulary::words;

words! {
    /// A kind of events.
    EventKind {
        /// `gain_income` was done.
        Income = "income",
        /// `harvest` was done.
        Harvest = "harvest",
        /// A pig was born.
        Offspring = "offspring",
        /// A die was taken.
        DieTaken = "die_taken",
        /// A farm card was played.
        CardPlayed = "card_played",
        /// A good was bought.
        GoodBought = "good_bought",
        /// A good was sold.
        GoodSold = "good_sold",
        /// A good was upgraded.
        GoodUpgraded = "good_upgraded",
        /// A worker was assigned.
        WorkerAssigned = "worker_assigned",
        /// The bonus of a donkey card is due.
        DonkeyCard = "donkey_card",
        /// A delivery was made.
        Delivery = "delivery",
        /// A normal barrow was scored.
        BarrowScored = "barrow_scored",
        /// A local market was scored.
        MarketScored = "market_scored",
        /// A reward marker moved.
        RewardStep = "reward_step",
        /// Support markers are scored.
        RoundScoring = "round_scoring",
        /// The turn order was set.
        TurnOrderSet = "turn_order_set",
    }
}

words! {
    /// A place in the turn order.
    Position {
        /// The seat that begins.
        First = "first",
        /// The seat that ends.
        Last = "last",
    }
}

/// A set of kinds of events, as bits.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub struct Events(pub u16);

impl Events {
    /// Whether `kind` is in the set.
    pub const fn contains(self, kind: EventKind) -> bool {
        self.0 & (1 << kind.index()) != 0
    }

    /// The set with `kind` in it.
    #[must_use]
    pub const fn with(self, kind: EventKind) -> Self {
        Self(self.0 | (1 << kind.index()))
    }
}

/// Something that happened to a seat.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
pub enum Event {
    /// `gain_income` was done.
    Income,
    /// `harvest` was done.
    Harvest,
    /// A pig was born.
    Offspring,
    /// A die with these pips (1 to 6) was taken.
    DieTaken(u8),
    /// A farm card was played.
    CardPlayed {
        /// Where.
        side: Side,
        /// Whether it is a special card.
        special: bool,
    },
    /// A good was bought.
    GoodBought(Good),
    /// A good was sold.
    GoodSold(Good),
    /// A basic good was upgraded.
    GoodUpgraded {
        /// The basic good.
        good: Good,
        /// Whether by the anytime action.
        by_silver: bool,
    },
    /// A worker was assigned to a space.
    WorkerAssigned(FarmSpace),
    /// The bonus of the card on this slot is due.
    DonkeyCard(Slot),
    /// A delivery was made.
    Delivery {
        /// Donkey, goat or community.
        kind: DeliveryKind,
        /// The goods that were brought.
        goods: GoodSet,
    },
    /// A normal barrow was scored.
    BarrowScored,
    /// A local market was scored.
    MarketScored,
    /// The marker of a track moved.
    RewardStep(Track),
    /// Support markers are scored.
    RoundScoring,
    /// The turn order was set, with the seat at this place.
    TurnOrderSet {
        /// Whether it is the first.
        first: bool,
        /// Whether it is the last.
        last: bool,
    },
}

impl Event {
    /// Its kind.
    pub const fn kind(self) -> EventKind {
        match self {
            Self::Income => EventKind::Income,
            Self::Harvest => EventKind::Harvest,
            Self::Offspring => EventKind::Offspring,
            Self::DieTaken(_) => EventKind::DieTaken,
            Self::CardPlayed { .. } => EventKind::CardPlayed,
            Self::GoodBought(_) => EventKind::GoodBought,
            Self::GoodSold(_) => EventKind::GoodSold,
            Self::GoodUpgraded { .. } => EventKind::GoodUpgraded,
            Self::WorkerAssigned(_) => EventKind::WorkerAssigned,
            Self::DonkeyCard(_) => EventKind::DonkeyCard,
            Self::Delivery { .. } => EventKind::Delivery,
            Self::BarrowScored => EventKind::BarrowScored,
            Self::MarketScored => EventKind::MarketScored,
            Self::RewardStep(_) => EventKind::RewardStep,
            Self::RoundScoring => EventKind::RoundScoring,
            Self::TurnOrderSet { .. } => EventKind::TurnOrderSet,
        }
    }
}

/// Which events a trigger listens to.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Filter {
    /// Every income.
    Income,
    /// Every harvest.
    Harvest,
    /// Every pig born.
    Offspring,
    /// Dice with these pips, as bits (bit 0: 1 pip).
    DieTaken {
        /// The pips.
        pips: u8,
    },
    /// Cards played.
    CardPlayed {
        /// On these sides.
        sides: Sides,
        /// Only special, or only normal cards.
        special: Option<bool>,
    },
    /// These goods bought.
    GoodBought(GoodSet),
    /// These goods sold.
    GoodSold(GoodSet),
    /// These basic goods upgraded.
    GoodUpgraded {
        /// The basic goods.
        goods: GoodSet,
        /// Only by silver, or only for free.
        by_silver: Option<bool>,
    },
    /// Workers assigned.
    WorkerAssigned {
        /// Only there.
        space: Option<FarmSpace>,
    },
    /// The bonus of a donkey card.
    DonkeyCard {
        /// Only of the card on this slot.
        slot: Option<Slot>,
    },
    /// Deliveries.
    Delivery {
        /// Of these kinds, as bits in canonical order.
        kinds: u8,
        /// Only with one of these goods.
        goods: Option<GoodSet>,
    },
    /// Every normal barrow scored.
    BarrowScored,
    /// Every local market scored.
    MarketScored,
    /// Reward steps.
    RewardStep {
        /// Only on this track.
        track: Option<Track>,
    },
    /// Every scoring of the support markers.
    RoundScoring,
    /// The turn order set.
    TurnOrderSet {
        /// Only for the seat there.
        position: Option<Position>,
    },
}

impl Filter {
    /// The kind of the events.
    pub const fn kind(self) -> EventKind {
        match self {
            Self::Income => EventKind::Income,
            Self::Harvest => EventKind::Harvest,
            Self::Offspring => EventKind::Offspring,
            Self::DieTaken { .. } => EventKind::DieTaken,
            Self::CardPlayed { .. } => EventKind::CardPlayed,
            Self::GoodBought(_) => EventKind::GoodBought,
            Self::GoodSold(_) => EventKind::GoodSold,
            Self::GoodUpgraded { .. } => EventKind::GoodUpgraded,
            Self::WorkerAssigned { .. } => EventKind::WorkerAssigned,
            Self::DonkeyCard { .. } => EventKind::DonkeyCard,
            Self::Delivery { .. } => EventKind::Delivery,
            Self::BarrowScored => EventKind::BarrowScored,
            Self::MarketScored => EventKind::MarketScored,
            Self::RewardStep { .. } => EventKind::RewardStep,
            Self::RoundScoring => EventKind::RoundScoring,
            Self::TurnOrderSet { .. } => EventKind::TurnOrderSet,
        }
    }

    /// Whether the trigger hears `event`.
    pub fn hears(self, event: Event) -> bool {
        match (self, event) {
            (Self::DieTaken { pips }, Event::DieTaken(face)) => {
                (1..=FACES).contains(&usize::from(face)) && pips & (1 << (face - 1)) != 0
            }
            (Self::CardPlayed { sides, special }, Event::CardPlayed { side, special: played }) => {
                sides.contains(side) && special.is_none_or(|only| only == played)
            }
            (Self::GoodBought(goods), Event::GoodBought(good))
            | (Self::GoodSold(goods), Event::GoodSold(good)) => goods.contains(good),
            (
                Self::GoodUpgraded { goods, by_silver },
                Event::GoodUpgraded { good, by_silver: paid },
            ) => goods.contains(good) && by_silver.is_none_or(|only| only == paid),
            (Self::WorkerAssigned { space }, Event::WorkerAssigned(at)) => {
                space.is_none_or(|only| only == at)
            }
            (Self::DonkeyCard { slot }, Event::DonkeyCard(on)) => {
                slot.is_none_or(|only| only == on)
            }
            (Self::Delivery { kinds, goods }, Event::Delivery { kind, goods: brought }) => {
                let good = goods.is_none_or(|only| !only.and(brought).is_empty());
                kinds & (1 << kind.index()) != 0 && good
            }
            (Self::RewardStep { track }, Event::RewardStep(on)) => {
                track.is_none_or(|only| only == on)
            }
            (Self::TurnOrderSet { position }, Event::TurnOrderSet { first, last }) => {
                match position {
                    None => true,
                    Some(Position::First) => first,
                    Some(Position::Last) => last,
                }
            }
            // Events without a filter of their own.
            (filter, event) => {
                filter.kind() == event.kind()
                    && matches!(
                        event,
                        Event::Income
                            | Event::Harvest
                            | Event::Offspring
                            | Event::BarrowScored
                            | Event::MarketScored
                            | Event::RoundScoring
                    )
            }
        }
    }
}
