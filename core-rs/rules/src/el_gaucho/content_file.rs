//! The shape of `content.toml`, field by field; `content_check.rs` makes a content of it.

use std::collections::BTreeMap;

use serde::Deserialize;

use super::ids::{Area, PASTURES, Posture, VALUES};

/// The file. A field that the rules do not know is a typo.
#[derive(Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub(super) struct File {
    pub(super) schema: u32,
    pub(super) game: GameEntry,
    pub(super) components: Components,
    pub(super) dice: DiceEntry,
    pub(super) dice_counts: Vec<DiceCount>,
    pub(super) gaucho_counts: Vec<GauchoCount>,
    pub(super) removed_race_counts: Vec<RemovedCount>,
    pub(super) colours: Vec<ColourEntry>,
    pub(super) start_draws: Vec<StartDraw>,
    pub(super) keep_rules: Vec<KeepRule>,
    pub(super) preliminary: Preliminary,
    pub(super) races: Vec<RaceEntry>,
    pub(super) cattle_values: Vec<CattleValue>,
    pub(super) tile_set: TileSet,
    pub(super) tiles: Vec<TileEntry>,
    pub(super) pampa: PampaEntry,
    pub(super) pastures: Vec<PastureEntry>,
    pub(super) unused_space_counts: Vec<UnusedCount>,
    pub(super) pasture_spaces: Vec<SpaceEntry>,
    pub(super) steppe: SteppeEntry,
    pub(super) areas: Vec<AreaEntry>,
    pub(super) herd: HerdEntry,
    pub(super) immediate_sale: SaleEntry,
    pub(super) wish: WishEntry,
    pub(super) theft: TheftEntry,
    pub(super) overseer: OverseerEntry,
    pub(super) secret_cattle: SecretEntry,
    pub(super) sort: SortEntry,
    pub(super) pesos_track: TrackEntry,
    pub(super) end_game: EndEntry,
    pub(super) options: Vec<OptionEntry>,
}

/// Who says so: read so that a misspelt field is found, used by nobody.
#[derive(Debug, Deserialize)]
#[serde(rename_all = "snake_case")]
pub(super) enum Source {
    Rulebook,
    Public,
    House,
}

/// One table of the file with its sources. A field that begins with `_` is there for people.
macro_rules! entries {
    ($($name:ident { $($(#[$attribute:meta])* $field:ident: $type:ty),* $(,)? })*) => { $(
        #[derive(Debug, Deserialize)]
        #[serde(deny_unknown_fields)]
        pub(super) struct $name {
            $($(#[$attribute])* pub(super) $field: $type,)*
            #[serde(rename = "source")]
            _source: Source,
            #[serde(rename = "source_of", default)]
            _source_of: BTreeMap<String, Source>,
        }
    )* };
}

entries! {
    GameEntry {
        id: String,
        #[serde(rename = "name")] _name: String,
        #[serde(rename = "designer")] _designer: String,
        players_min: u8,
        players_max: u8,
    }
    Components {
        #[serde(rename = "game_boards")] _game_boards: u8,
        #[serde(rename = "fences")] _fences: u8,
        cattle_tiles: usize,
        #[serde(rename = "scoring_tiles")] _scoring_tiles: u8,
        gaucho_tokens: u8,
        #[serde(rename = "money_indicators")] _money_indicators: u8,
        dice: u8,
        #[serde(rename = "start_player_tokens")] _start_player_tokens: u8,
    }
    DiceEntry { faces: Vec<u8>, dice_picked_per_turn: u8 }
    DiceCount { players: u8, dice: u8 }
    GauchoCount { players: u8, per_player: u8 }
    RemovedCount { players: u8, races: u8 }
    ColourEntry { id: String }
    StartDraw { players: u8, tiles: u8 }
    KeepRule { tiles: u8, max_value: u8 }
    Preliminary {
        min_keep: u8,
        gauchos_placed_per_player: u8,
        distinct_areas: bool,
        order: String,
    }
    RaceEntry { id: String, order: u8 }
    CattleValue { value: u8, small: u8 }
    TileSet { per_race: usize, values_per_race: [u8; VALUES] }
    TileEntry { id: String, race: String, value: u8 }
    PampaEntry { value_limit: u8, fill_order: Vec<String> }
    PastureEntry {
        id: String,
        row_from_top: u8,
        size: u8,
        used_2p: u8,
        used_3p: u8,
        used_4p: u8,
    }
    UnusedCount { players: u8, spaces: u8 }
    SpaceEntry { id: String, pasture: String, index: u8, min_players: u8 }
    SteppeEntry { tiles: u8, refill_after_use: bool }
    AreaEntry {
        id: Area,
        order: u8,
        place: String,
        values: Vec<u8>,
        spaces_per_colour: u8,
        usable: String,
    }
    HerdEntry { min_tiles_to_sell_during_game: u8, min_tiles_to_sell_at_end: u8, price: String }
    SaleEntry { bonus_pesos: u8, min_tiles: u8 }
    WishEntry { faces: Vec<u8>, virtual_dice: u8 }
    TheftEntry { tiles: u8, compensation: String }
    OverseerEntry { raise_min: u8, raise_max: u8, replace_count: u8, compensation: String }
    SecretEntry {
        peek: String,
        take_min: u8,
        take_max: u8,
        two_tiles_max_value: u8,
        gaucho_posture: Posture,
    }
    SortEntry { tiles_per_use: u8, usable_in_round_of_placement: bool }
    TrackEntry { start: u32, lap: u32, scoring_tile_faces: Vec<u32> }
    EndEntry {
        trigger: String,
        regular_rounds_after_trigger_round: u16,
        final_round_dice: u8,
        final_round_count: u8,
        round_cap: u16,
    }
    OptionEntry { id: String, kind: String, default: String, only_players: Option<u8> }
}

impl PastureEntry {
    /// The spaces in use with 2, 3 and 4 seats.
    pub(super) const fn used(&self) -> [u8; 3] {
        [self.used_2p, self.used_3p, self.used_4p]
    }
}

/// The pastures of one number of seats.
pub(super) type Used = [u8; PASTURES];
