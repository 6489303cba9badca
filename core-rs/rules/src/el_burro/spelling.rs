//! How `content.toml` spells effects (`effects.md`): the vocabulary word for word, before it is checked.

use serde::de::Error as _;
use serde::{Deserialize, Deserializer};

use super::effect::What;
use super::event::Position;
use super::ids::{Class, Good, GoodSet, Shape, Side, Slot, Track};

/// One value or a list of them.
#[derive(Debug, Clone, Deserialize)]
#[serde(untagged)]
pub(super) enum OneOrMany<T> {
    One(T),
    Many(Vec<T>),
}

impl<T> OneOrMany<T> {
    pub(super) fn as_slice(&self) -> &[T] {
        match self {
            Self::One(one) => std::slice::from_ref(one),
            Self::Many(many) => many,
        }
    }
}

/// A step that an entry is bound to.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Deserialize)]
#[serde(rename_all = "snake_case")]
pub(super) enum OnlyInStep {
    /// The goat step.
    #[serde(rename = "goat_step")]
    Goat,
    /// The donkey step.
    #[serde(rename = "donkey_step")]
    Donkey,
}

/// What happens to a pig that finds no marking.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Deserialize)]
#[serde(rename_all = "snake_case")]
pub(super) enum Excess {
    /// It is sold at once.
    Sell,
}

/// What is done with an extension.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Deserialize)]
#[serde(rename_all = "snake_case")]
pub(super) enum ExtensionMove {
    /// It is placed.
    Place,
    /// It is turned.
    Upgrade,
}

/// A counter by its name.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Deserialize)]
#[serde(rename_all = "snake_case")]
pub(super) enum CounterName {
    /// Field cards.
    Fields,
    /// Administration symbols.
    Admin,
    /// Cards at the bottom edge.
    Acquisitions,
    /// Cards at the top edge.
    BarrowsOnFarm,
    /// Normal barrows scored.
    BarrowsDelivered,
    /// Cards at the farm.
    FarmCards,
    /// Special cards at the farm.
    SpecialCards,
    /// Market bonus tiles.
    MarketTiles,
    /// Local markets scored.
    MarketsDelivered,
    /// Farm extensions.
    Extensions,
    /// Workers in the farmhouse.
    WorkersFree,
    /// Workers on farm spaces.
    WorkersAssigned,
    /// Pigs in the stable.
    Pigs,
    /// Tokens of goods.
    Goods,
    /// Silver.
    Silver,
    /// The milestone marker.
    Milestone,
    /// The trough marker.
    Trough,
    /// The donkey further back.
    RearDonkey,
    /// The donkey further on.
    LeadDonkey,
    /// Full boats.
    BoatsFull,
    /// Reward steps.
    RewardSpaces,
    /// Tracks with the marker far enough.
    TracksAtLeast,
    /// Cards under the stable.
    StableValue,
    /// Achievements claimed.
    Achievements,
}

/// A track, or `any`.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) struct AnyTrack(pub(super) Option<Track>);

impl<'de> Deserialize<'de> for AnyTrack {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        let word = String::deserialize(deserializer)?;
        if word == "any" {
            return Ok(Self(None));
        }
        let track = Track::from_id(&word);
        track
            .map(|track| Self(Some(track)))
            .ok_or_else(|| D::Error::custom(format!("track {word}")))
    }
}

impl<'de> Deserialize<'de> for What {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        let word = String::deserialize(deserializer)?;
        what(&word).ok_or_else(|| D::Error::custom(format!("no resource {word}")))
    }
}

fn what(word: &str) -> Option<What> {
    match word {
        "silver" => Some(What::Silver),
        "worker" => Some(What::Worker),
        "prestige" => Some(What::Prestige),
        word => {
            Good::from_id(word).map(What::Good).or_else(|| Class::from_id(word).map(What::Class))
        }
    }
}

/// A good or a class, as the goods that it may be.
#[derive(Debug, Clone, Copy)]
pub(super) struct Goods(pub(super) GoodSet);

impl<'de> Deserialize<'de> for Goods {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        let goods = What::deserialize(deserializer)?.goods();
        if goods.is_empty() { Err(D::Error::custom("no good")) } else { Ok(Self(goods)) }
    }
}

const fn one() -> u8 {
    1
}

/// An effect.
#[derive(Debug, Deserialize)]
#[serde(tag = "do", rename_all = "snake_case", deny_unknown_fields)]
pub(super) enum Do {
    Gain {
        what: What,
        #[serde(default = "one")]
        n: u8,
        #[serde(default)]
        different: bool,
        excess: Option<Excess>,
    },
    Pay {
        what: What,
        n: u8,
        #[serde(default)]
        then: Vec<Do>,
    },
    MoveDonkey {
        n: u8,
    },
    Siesta {
        n: u8,
    },
    Trough {
        n: i8,
    },
    Milestone {
        n: u8,
    },
    Upgrade {
        #[serde(default = "one")]
        n: u8,
    },
    PlayCard {
        #[serde(default)]
        special_free: bool,
    },
    Deliver {
        kind: super::effect::DeliveryKind,
        #[serde(default = "one")]
        n: u8,
    },
    RewardStep {
        track: AnyTrack,
    },
    Extension {
        side: ExtensionMove,
        shape: Option<Shape>,
    },
    ClaimOption {},
    RecallWorker {
        #[serde(default = "one")]
        n: u8,
    },
    DrawSwap {
        n: u8,
    },
    Choose {
        #[serde(default = "one")]
        pick: u8,
        of: Vec<Vec<Do>>,
        #[serde(default)]
        any_order: bool,
    },
    Repeat(Box<Repeated>),
    Score(Box<Row>),
}

/// Effects that run several times: `n` times, or once for each of a counter.
#[derive(Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub(super) struct Repeated {
    pub(super) n: Option<u8>,
    per: Option<CounterName>,
    of: Option<OneOrMany<String>>,
    side: Option<String>,
    track: Option<AnyTrack>,
    space: Option<u8>,
    pub(super) max: Option<u8>,
    pub(super) run: Vec<Do>,
}

impl Repeated {
    /// The counter, if there is one.
    pub(super) fn counter(&self) -> Option<Row> {
        Some(Row {
            per: self.per?,
            of: self.of.clone(),
            side: self.side.clone(),
            track: self.track,
            space: self.space,
            step: 1,
            at_least: None,
            prestige: None,
            table: None,
            max: None,
        })
    }
}

/// A counter with what is made of its count: a score, a condition.
#[derive(Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub(super) struct Row {
    pub(super) per: CounterName,
    pub(super) of: Option<OneOrMany<String>>,
    pub(super) side: Option<String>,
    pub(super) track: Option<AnyTrack>,
    pub(super) space: Option<u8>,
    #[serde(default = "one")]
    pub(super) step: u8,
    pub(super) at_least: Option<u8>,
    pub(super) prestige: Option<u8>,
    pub(super) table: Option<Vec<u8>>,
    pub(super) max: Option<u8>,
}

/// One entry of `does`.
#[derive(Debug)]
pub(super) enum Does {
    Now(Vec<Do>),
    On { on: On, run: Vec<Do>, limit: u8 },
    Passive(Passive),
    Action(AddedEntry),
    Final(Vec<Do>),
}

/// An anytime action that a card or tile adds.
#[derive(Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub(super) struct AddedEntry {
    pub(super) cost: Vec<Do>,
    pub(super) run: Vec<Do>,
    #[serde(default)]
    pub(super) limit: u8,
    #[serde(default)]
    pub(super) only_in: Vec<OnlyInStep>,
}

/// An event with its filters.
#[derive(Debug, Deserialize)]
#[serde(tag = "on", rename_all = "snake_case", deny_unknown_fields)]
pub(super) enum On {
    Income {},
    Harvest {},
    Offspring {},
    DieTaken { pips: Option<Vec<u8>> },
    CardPlayed { side: Option<OneOrMany<Side>>, special: Option<bool> },
    GoodBought { what: Option<Goods> },
    GoodSold { what: Option<Goods> },
    GoodUpgraded { what: Option<Goods>, by_silver: Option<bool> },
    WorkerAssigned { space: Option<String> },
    DonkeyCard { slot: Option<Slot> },
    Delivery { kind: Option<OneOrMany<super::effect::DeliveryKind>>, what: Option<Goods> },
    BarrowScored {},
    MarketScored {},
    RewardStep { track: Option<Track> },
    RoundScoring {},
    TurnOrderSet { position: Option<Position> },
}

/// A modifier.
#[derive(Debug, Deserialize)]
#[serde(tag = "passive", rename_all = "snake_case", deny_unknown_fields)]
pub(super) enum Passive {
    Price {
        what: Goods,
        #[serde(default)]
        buy: i8,
        #[serde(default)]
        sell: i8,
        #[serde(default)]
        upgrade: i8,
    },
    Storage {
        what: Good,
        markings: i8,
    },
    CardLimit {
        n: i8,
    },
    Income {
        n: i8,
    },
    SiestaExtra {
        n: i8,
    },
    DeliveryExtra {
        kind: super::effect::DeliveryKind,
        n: i8,
    },
    Wage {
        n: i8,
    },
    Substitute {
        good: Good,
        #[serde(rename = "for")]
        wanted: Good,
    },
    NoPigMinimum {},
    DrawChoice {},
    TroughBuy {
        n: u8,
    },
    CommunityBonus {},
    BoostPrice {
        n: i8,
    },
    SpecialCost {
        n: i8,
    },
}

impl<'de> Deserialize<'de> for Does {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        let table = toml::Table::deserialize(deserializer)?;
        entry(table).map_err(D::Error::custom)
    }
}

/// Exactly one of `now`, `on`, `passive`, `action`, `final` says what an entry is.
fn entry(mut table: toml::Table) -> Result<Does, String> {
    let keys = ["now", "on", "passive", "action", "final"];
    let kinds: Vec<&str> = keys.into_iter().filter(|key| table.contains_key(*key)).collect();
    let [kind] = kinds[..] else { return Err(format!("one of {keys:?} in {table}")) };
    let words = |error: toml::de::Error| error.to_string();
    match kind {
        "on" => {
            let run = table.remove("run").ok_or("a trigger without `run`")?;
            let limit = table.remove("limit").map_or(Ok(0), toml::Value::try_into);
            let run = run.try_into().map_err(words)?;
            let on = toml::Value::Table(table).try_into().map_err(words)?;
            Ok(Does::On { on, run, limit: limit.map_err(words)? })
        }
        "passive" => toml::Value::Table(table).try_into().map(Does::Passive).map_err(words),
        kind => {
            let value = table.remove(kind).ok_or("nothing")?;
            if !table.is_empty() {
                return Err(format!("more beside `{kind}`: {table}"));
            }
            match kind {
                "now" => value.try_into().map(Does::Now).map_err(words),
                "final" => value.try_into().map(Does::Final).map_err(words),
                _ => value.try_into().map(Does::Action).map_err(words),
            }
        }
    }
}
