//! The numbers, cards and tiles of `content.toml` as types: parsed once, checked when parsed.
//!
//! Lists are fixed arrays, read by index; effects lie in the arenas of [`Effects`].

use super::content_build;
use super::content_check;
use super::content_file::File;
use super::effect::List;
use super::effects::Effects;
use super::ids::{
    ACHIEVEMENT_TILES, ACQUISITIONS, BOATS, CARDS, COVERS, Category, DONKEY_CARDS, Extended, FACES,
    FARM_SPACES, Face, GeneralSide, Good, MARKETS, RONDEL_BONUSES, ROUND_TILES, SEATS, TILE_TYPES,
    Track, TroughAction,
};
use super::part::{Cost, Part, WorkerAction};
use super::plans::{
    BoatPlan, CardPlan, CardSides, CoverPlan, DonkeyPlan, ExtensionPlan, Goal, MarketPlan, Named,
    Numbers, RoundTilePlan, SeatPlan, SpacePlan, Storage, TrackPlan,
};
use super::road::Road;
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
    /// The farm cards in the order of their ids, in which chance counts them.
    pub cards_by_id: [Card; CARDS],
    /// The acquisitions.
    pub acquisitions: [Named<Part>; ACQUISITIONS],
    /// The donkey cards of each seat.
    pub donkeys: [DonkeyPlan; DONKEY_CARDS],
    /// The donkey cards in the order of their ids, in which chance counts them.
    pub donkeys_by_id: [DonkeyCard; DONKEY_CARDS],
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
