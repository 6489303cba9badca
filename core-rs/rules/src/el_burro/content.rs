//! The numbers, cards and tiles of `content.toml` as types: parsed once, checked when parsed.
//!
//! Lists are fixed arrays, read by index; effects lie in the arenas of [`Effects`].

use super::content_build;
use super::content_check;
use super::content_file::File;
use super::effect::{Condition, Cost, List, Part, WorkerAction};
use super::effects::Effects;
use super::ids::{
    ACHIEVEMENT_TILES, ACQUISITIONS, BOATS, CARDS, COVERS, Category, Class, DONKEY_CARDS, Extended,
    FACES, FARM_SPACES, Face, GeneralSide, Good, GoodSet, MARKETS, MARKINGS, RONDEL_BONUSES,
    ROUND_TILES, ROUNDS, SEATS, Shape, TILE_TYPES, Track, TroughAction,
};
use super::road::Road;
use super::sets::Bag;
use super::things::{
    Acquisition, Boat, Card, Cover, DonkeyCard, Extension, FarmSpace, GeneralTile, Market,
    PersonalTile, RondelBonus, RoundTile, TileType,
};

/// Everything that `content.toml` says and the rules use.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Content {
    /// The fewest and the most seats.
    pub seats: (u8, u8),
    /// What depends on the number of seats: 2, 3, 4.
    pub plans: [SeatPlan; SEATS - 1],
    /// Numbers of the game that no list holds.
    pub numbers: Numbers,
    /// The effects.
    pub effects: Effects,
    /// The road.
    pub road: Road,
    /// The storages, by good.
    pub storages: [Storage; Good::ALL.len()],
    /// The farm spaces.
    pub spaces: [SpacePlan; FARM_SPACES],
    /// The farm extensions: the one at each place covers the farm space at that place.
    pub extensions: [ExtensionPlan; FARM_SPACES],
    /// What one symbol of each category does, always.
    pub categories: [Named<Part>; Category::ALL.len()],
    /// The effects of the spaces 1 to 4 of each reward track.
    pub reward_spaces: [[List; 4]; Track::ALL.len()],
    /// The reward tracks.
    pub tracks: [TrackPlan; Track::ALL.len()],
    /// Pairs of neighbouring tracks and their prestige.
    pub connections: [(Track, Track, u8); Track::ALL.len() - 1],
    /// The farm cards, normal and special.
    pub cards: [CardPlan; CARDS],
    /// The acquisitions.
    pub acquisitions: [Named<Part>; ACQUISITIONS],
    /// The donkey cards of each seat.
    pub donkeys: [DonkeyPlan; DONKEY_CARDS],
    /// The local markets, as printed.
    pub markets: [MarketPlan; MARKETS],
    /// The covering tiles.
    pub covers: [CoverPlan; COVERS],
    /// The types of market bonus tiles.
    pub tiles: [Named<Part>; TILE_TYPES],
    /// The spaces of the prestige track with a bonus tile, and the tile of the normal game.
    pub prestige_tiles: [(u8, TileType); 2],
    /// The round tiles.
    pub round_tiles: [RoundTilePlan; ROUND_TILES],
    /// The personal achievements: three goals each.
    pub personal: [Named<[Goal; 3]>; ACHIEVEMENT_TILES],
    /// What a seat gains with its third goal.
    pub personal_bonus: List,
    /// The general achievements: simple and demanding side.
    pub general: [Named<[Goal; 2]>; ACHIEVEMENT_TILES],
    /// Prestige of the first seat to fulfil the simple and the demanding side.
    pub general_first: [u8; GeneralSide::ALL.len()],
    /// The boats: two sides each.
    pub boats: [BoatPlan; BOATS],
    /// What each face of a die does.
    pub faces: [Named<List>; FACES],
    /// The bonuses of the rondel.
    pub bonuses: [Named<List>; RONDEL_BONUSES],
    /// The bonuses on the rondel's sides, clockwise.
    pub rondel: [[RondelBonus; FACES]; Face::ALL.len()],
    /// The anytime uses of the trough marker: cost and effects.
    pub trough_actions: [(Cost, List); TroughAction::ALL.len()],
}

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

impl Content {
    /// Parses and checks a content file.
    ///
    /// # Errors
    /// What is wrong with it, in words.
    pub fn parse(text: &str) -> Result<Self, String> {
        let file: File = toml::from_str(text).map_err(|error| error.to_string())?;
        let content = content_build::content(&file)?;
        content_check::duties(&content)?;
        Ok(content)
    }

    /// What depends on the number of seats.
    pub fn plan(&self, seats: u8) -> &SeatPlan {
        let fits = |plan: &&SeatPlan| plan.seats == seats;
        // The options were checked for the seats, and the content to have a plan for each of them.
        self.plans.iter().find(fits).unwrap_or(&self.plans[0])
    }

    /// What a worker does on a farm space with this on it.
    pub fn worker_action(&self, space: FarmSpace, extended: Extended) -> &WorkerAction {
        let extension = &self.extensions[space.extension().index()];
        match extended {
            Extended::None => &self.spaces[space.index()].action,
            Extended::Plain => &extension.actions[0],
            Extended::Upgraded => &extension.actions[1],
        }
    }

    /// The acquisition of a normal card.
    pub fn acquisition(&self, card: Card) -> Option<Acquisition> {
        match &self.cards[card.index()].sides {
            CardSides::Normal { acquisition, .. } => Some(*acquisition),
            CardSides::Special(_) => None,
        }
    }

    /// What an acquisition does.
    pub fn acquired(&self, acquisition: Acquisition) -> &Part {
        &self.acquisitions[acquisition.index()].part
    }

    /// What a type of market bonus tiles does.
    pub fn tile(&self, tile: TileType) -> &Part {
        &self.tiles[tile.index()].part
    }

    /// What a round tile does.
    pub fn round_tile(&self, tile: RoundTile) -> &Part {
        &self.round_tiles[tile.index()].part
    }
}

/// Lookup by id, and the id itself.
macro_rules! named {
    ($($(#[$doc:meta])* $id:ident, $by_id:ident: $thing:ident in $list:ident;)*) => { impl Content { $(
        $(#[$doc])*
        pub fn $id(&self, thing: $thing) -> &str {
            self.$list.get(thing.index()).map_or("", |entry| &entry.id)
        }

        /// The one with this id.
        pub fn $by_id(&self, id: &str) -> Option<$thing> {
            $thing::all().zip(&self.$list).find(|(_, entry)| entry.id == id).map(|(thing, _)| thing)
        }
    )* } };
}

named! {
    /// The id of a farm card.
    card_id, card_of: Card in cards;
    /// The id of an acquisition.
    acquisition_id, acquisition_of: Acquisition in acquisitions;
    /// The id of a donkey card.
    donkey_id, donkey_of: DonkeyCard in donkeys;
    /// The id of a farm space.
    space_id, space_of: FarmSpace in spaces;
    /// The id of a farm extension.
    extension_id, extension_of: Extension in extensions;
    /// The id of a local market.
    market_id, market_of: Market in markets;
    /// The id of a covering tile.
    cover_id, cover_of: Cover in covers;
    /// The id of a type of market bonus tiles.
    tile_id, tile_of: TileType in tiles;
    /// The id of a round tile.
    round_tile_id, round_tile_of: RoundTile in round_tiles;
    /// The id of a personal achievement.
    personal_id, personal_of: PersonalTile in personal;
    /// The id of a general achievement.
    general_id, general_of: GeneralTile in general;
    /// The id of a boat.
    boat_id, boat_of: Boat in boats;
    /// The id of a rondel bonus.
    bonus_id, bonus_of: RondelBonus in bonuses;
}
