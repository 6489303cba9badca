//! The entries of the content as types: what each card, tile, space and number says.

use super::counter::Condition;
use super::effect::List;
use super::ids::{Category, Class, Face, Good, GoodSet, MARKINGS, ROUNDS, SEATS, Shape};
use super::part::{Part, WorkerAction};
use super::sets::Bag;
use super::things::{Acquisition, TileType};

/// An entry with its id, its name and what it says in words.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Named<T> {
    /// Its id.
    pub id: String,
    /// What people call it.
    pub name: String,
    /// What it does, in words; empty where its parts say it.
    pub text: String,
    /// What it does.
    pub part: T,
}

/// What depends on the number of seats.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct SeatPlan {
    /// The number of seats.
    pub seats: u8,
    /// Dice a round.
    pub dice: u8,
    /// The most dice of one face.
    pub max_same_pips: u8,
    /// Bonus tiles at each local market.
    pub market_tiles: u8,
    /// Markings of the scoring option of each reward track.
    pub option_markings: u8,
    /// Prestige for the stables, by round and place.
    pub stable_prestige: [[u8; SEATS]; ROUNDS],
}

/// Numbers that no list holds.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Numbers {
    /// Normal cards of a first hand.
    pub hand_normal: u8,
    /// Special cards of a first hand.
    pub hand_special: u8,
    /// Price of a special card, times the round.
    pub special_cost_per_round: u8,
    /// Workers gained with an acquisition.
    pub acquisition_workers: u8,
    /// Spaces that one donkey moves for a barrow.
    pub barrow_road_spaces: u8,
    /// Prestige for a local market, times the round.
    pub market_round_prestige: u8,
    /// Pigs that are needed for offspring.
    pub offspring_minimum: u8,
    /// Pigs born at once.
    pub offspring: u8,
    /// Goat deliveries of each transport phase.
    pub goat_deliveries: u8,
    /// Donkey cards drawn, by round.
    pub donkey_draw: [u8; ROUNDS],
    /// Silver for a worker.
    pub wage: u8,
    /// Prestige lost for each worker still assigned at the end.
    pub strike_prestige: u8,
    /// Silver of a seat at the start.
    pub start_silver: u8,
    /// Workers of a seat at the start.
    pub start_workers: u8,
    /// Space of the trough marker at the start.
    pub start_trough: u8,
    /// Cards a hand holds, without administration and modifiers.
    pub card_limit: u8,
    /// Silver of the income, without administration and modifiers.
    pub income: u8,
    /// Prestige for silver in a marking.
    pub silver_prestige: u8,
    /// Prestige for a delivery to a seat whose support marker shows its prestige side.
    pub support_prestige: u8,
    /// Prestige for a support marker that still shows its prestige side.
    pub support_kept_prestige: u8,
    /// The space of a reward track that counts for its connections.
    pub connection_space: u8,
    /// The last space of a reward track.
    pub reward_last: u8,
    /// Fields of a lap of the prestige track.
    pub prestige_lap: u8,
    /// The last space of the siesta track.
    pub siesta_last: u8,
    /// Road spaces that the siesta step pays, by space of the siesta track.
    pub siesta_moves: [u8; 10],
    /// Prestige that the siesta step pays, by space of the siesta track.
    pub siesta_prestige: [u8; 10],
    /// Prestige for reaching the last space of the siesta track, by order.
    pub siesta_top: [u8; SEATS],
    /// The last space of the milestone track.
    pub milestone_last: u8,
    /// Prestige for each milestone space in the scoring phase.
    pub milestone_prestige: u8,
    /// The last space of the trough track.
    pub trough_last: u8,
    /// Trough spaces for one prestige in the final scoring.
    pub trough_per_prestige: u8,
    /// Trough spaces back for a boost of 0, 1, 2.
    pub boost: [u8; 3],
}

/// A storage of the farm.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Storage {
    /// What people call it.
    pub name: String,
    /// Its markings; `None`: it holds any number.
    pub markings: Option<u8>,
    /// The buying price; `None`: not for sale.
    pub buy: Option<u8>,
    /// The selling price.
    pub sell: Option<u8>,
    /// The price of an upgrade.
    pub upgrade: Option<u8>,
    /// What a field of this good says.
    pub field_text: String,
}

/// A farm space.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct SpacePlan {
    /// Its id.
    pub id: String,
    /// What people call it.
    pub name: String,
    /// What a worker brings there, in words.
    pub text: String,
    /// The shape of the extensions that fit.
    pub shape: Shape,
    /// What a worker does there.
    pub action: WorkerAction,
}

/// A farm extension.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct ExtensionPlan {
    /// Its id.
    pub id: String,
    /// What people call it.
    pub name: String,
    /// What a worker brings there, in words: plain, upgraded.
    pub texts: [String; 2],
    /// Its shape.
    pub shape: Shape,
    /// What a worker does there: plain, upgraded.
    pub actions: [WorkerAction; 2],
}

/// A reward track.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct TrackPlan {
    /// What people call it.
    pub name: String,
    /// Its scoring option in words.
    pub text: String,
    /// The shape of the extensions that it hands out.
    pub shape: Shape,
    /// Its scoring option.
    pub option: List,
}

/// What a seat's goods, silver and workers go to.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub struct Need {
    /// The things that it names.
    pub bag: Bag,
    /// Whether it has a star: one of food, wine, meat besides.
    pub star: bool,
}

impl Need {
    /// The goods that it names; a star names food, wine and meat (`rules.md` §12.2).
    pub fn names(&self) -> GoodSet {
        let named = self.bag.goods();
        if self.star { named.or(Class::UpgradedGood.goods()) } else { named }
    }
}

/// The markings of a target.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub struct Markings {
    needs: [Need; MARKINGS],
    len: u8,
}

impl Markings {
    /// Markings in content order; `None`: too many.
    pub fn of(list: &[Need]) -> Option<Self> {
        let mut needs = [Need::default(); MARKINGS];
        needs.get_mut(..list.len())?.copy_from_slice(list);
        Some(Self { needs, len: u8::try_from(list.len()).ok()? })
    }

    /// How many there are.
    pub const fn len(&self) -> u8 {
        self.len
    }

    /// Whether there are none: no target has none.
    pub const fn is_empty(&self) -> bool {
        self.len == 0
    }

    /// What they need, in content order.
    pub fn needs(&self) -> &[Need] {
        &self.needs[..usize::from(self.len)]
    }

    /// What one of them needs.
    pub fn get(&self, marking: u8) -> Option<&Need> {
        self.needs().get(usize::from(marking))
    }

    /// All of them, as bits.
    pub const fn all(&self) -> u8 {
        (1 << self.len) - 1
    }
}

/// A target with prestige: a barrow, a boat side.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub struct TargetPlan {
    /// Its markings.
    pub markings: Markings,
    /// What it is worth.
    pub prestige: u8,
}

/// A farm card.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct CardPlan {
    /// Its id.
    pub id: String,
    /// What people call it.
    pub name: String,
    /// Its barrow: a market barrow, or a "game end" barrow.
    pub barrow: TargetPlan,
    /// The rest of it.
    pub sides: CardSides,
}

/// What the other three sides of a card are.
#[expect(clippy::large_enum_variant, reason = "108 of them, in a content that all tables share")]
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum CardSides {
    /// A normal card.
    Normal {
        /// The good of its field.
        field: Good,
        /// Its two categories.
        admin: [Category; 2],
        /// Its acquisition.
        acquisition: Acquisition,
    },
    /// A special card: what it scores at the end at field, administration, acquisition.
    Special([Named<List>; 3]),
}

/// A donkey card.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct DonkeyPlan {
    /// Its id.
    pub id: String,
    /// What people call it.
    pub name: String,
    /// Its bonus, in words.
    pub text: String,
    /// Its value.
    pub value: u8,
    /// Its bonus.
    pub effects: List,
}

/// A local market.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct MarketPlan {
    /// Its id.
    pub id: String,
    /// What people call it.
    pub name: String,
    /// Its road number.
    pub number: u8,
    /// Whether it is unlocked for every seat from the start.
    pub unlocked_at_start: bool,
    /// Its printed markings.
    pub markings: Markings,
    /// Prestige of its places.
    pub prestige: [u8; SEATS],
    /// Its bonus tiles in the normal game.
    pub tile: TileType,
}

/// A covering tile.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct CoverPlan {
    /// Its id.
    pub id: String,
    /// What people call it.
    pub name: String,
    /// Its markings.
    pub markings: Markings,
}

/// A round tile.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct RoundTilePlan {
    /// Its id.
    pub id: String,
    /// What people call it.
    pub name: String,
    /// What it does, in words.
    pub text: String,
    /// Its round, 1 to 4.
    pub round: u8,
    /// What it does.
    pub part: Part,
}

/// A goal: the range of its conditions.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Goal {
    /// What has to be there, in words.
    pub text: String,
    /// All of them have to hold at once.
    pub conditions: Vec<Condition>,
}

/// A boat.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct BoatPlan {
    /// Its id.
    pub id: String,
    /// What people call it.
    pub name: String,
    /// Its sides.
    pub sides: [TargetPlan; Face::ALL.len()],
}
