//! The shape of `content.toml`, field by field; `content_check.rs` makes a content of it.

use serde::Deserialize;

use super::effects::{CardType, Effect, Scoring};
use super::ids::Totem;

/// The file. A field that the rules do not know is a typo.
#[derive(Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub(super) struct File {
    pub(super) format: u32,
    pub(super) game: String,
    pub(super) game_info: GameInfo,
    pub(super) components: Components,
    pub(super) dollar_token: Vec<TokenEntry>,
    pub(super) setup: SetupEntry,
    pub(super) player_count: Vec<PlayerCount>,
    pub(super) auction: AuctionEntry,
    pub(super) black_market: BlackMarketEntry,
    pub(super) secondary_market: SecondaryMarketEntry,
    pub(super) tax: TaxEntry,
    pub(super) score: ScoreEntry,
    pub(super) totem: Vec<TotemEntry>,
    pub(super) family: Vec<FamilyEntry>,
    pub(super) organisation: Vec<OrganisationEntry>,
    pub(super) option: Vec<OptionEntry>,
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
        }
    )* };
}

entries! {
    GameInfo {
        #[serde(rename = "title")] _title: String,
        #[serde(rename = "designers")] _designers: Vec<String>,
        #[serde(rename = "publisher")] _publisher: String,
        #[serde(rename = "year")] _year: u32,
        #[serde(rename = "year_note")] _year_note: Option<String>,
        min_players: u8,
        max_players: u8,
        #[serde(rename = "min_players_source")] _min_players_source: Option<Source>,
        #[serde(rename = "max_players_source")] _max_players_source: Option<Source>,
    }
    Components {
        ingredient_cards: usize,
        organisation_cards: usize,
        organisation_back_12: u8,
        organisation_back_15: u8,
        organisation_back_18: u8,
        end_game_cards: u8,
        #[serde(rename = "bank_cards")] _bank_cards: u8,
        #[serde(rename = "game_mats")] _game_mats: u8,
        totems: usize,
        dollar_tokens: u32,
    }
    TokenEntry {
        #[serde(rename = "id")] _id: String,
        #[serde(rename = "value")] _value: u32,
        count: u32,
    }
    SetupEntry {
        start_money: u16,
        bank_start: u16,
        tail_ingredients: u8,
        organisation_removed_12: u8,
        organisation_removed_15: u8,
        organisation_removed_18: u8,
    }
    PlayerCount { players: u8, families: u32, lot_size: u8, totems: Vec<Totem> }
    AuctionEntry {
        false_start_penalty: u8,
        purchase_cards: usize,
        minimum_due: u8,
        #[serde(rename = "minimum_due_source")] _minimum_due_source: Option<Source>,
    }
    BlackMarketEntry { cost: u8, draw: u8, keep: u8 }
    SecondaryMarketEntry { cost: u8 }
    TaxEntry { numerator: u8, denominator: u8, rounding: String }
    ScoreEntry { money_per_vp: u8 }
    TotemEntry {
        id: Totem,
        #[serde(rename = "name")] _name: String,
        order: usize,
        #[serde(rename = "colour")] _colour: String,
        #[serde(rename = "colour_source")] _colour_source: Option<Source>,
    }
    FamilyEntry {
        id: String,
        name: String,
        copies: u8,
        #[serde(rename = "copies_source")] _copies_source: Option<Source>,
        default_eligible: bool,
        scoring: Scoring,
    }
    OrganisationEntry {
        id: String,
        name: String,
        #[serde(rename = "name_source")] _name_source: Option<Source>,
        back: u8,
        r#type: CardType,
        effects: Vec<Effect>,
        text: String,
    }
    OptionEntry {
        id: String,
        r#type: String,
        min: Option<u32>,
        max: Option<u32>,
        #[serde(default)] allowed_zero: bool,
        default: toml::Value,
        reader: Reader,
        #[serde(rename = "note")] _note: Option<String>,
    }
}

/// Who reads an option.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Deserialize)]
#[serde(rename_all = "snake_case")]
pub(super) enum Reader {
    /// The rules.
    Core,
    /// Only the clock, for its pace.
    Service,
}
