//! The shape of `content.toml`, field by field; `content_check.rs` makes a content of it.

use serde::Deserialize;

use super::content::{ArchitectKind, Wanted};
use super::ids::{BonusTile, Piece, SEATS, Space, SpaceBonus};

/// The file. A field that the rules do not know is a typo.
#[derive(Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub(super) struct File {
    pub(super) schema: u32,
    pub(super) game: GameEntry,
    pub(super) totals: Totals,
    pub(super) option: Vec<OptionEntry>,
    pub(super) seat_set: Vec<PieceSet>,
    pub(super) r#box: Vec<PieceSet>,
    pub(super) neutral_step: Vec<NeutralEntry>,
    pub(super) start_hand: StartHand,
    pub(super) draw_action: DrawAction,
    pub(super) colour: Vec<ColourEntry>,
    pub(super) cards: CardList,
    pub(super) joker: JokerEntry,
    pub(super) architect: ArchitectList,
    pub(super) well: WellList,
    pub(super) well_reward: WellRewards,
    pub(super) exchange_tile: ExchangeEntry,
    pub(super) bonus_tile: Vec<BonusEntry>,
    pub(super) spare_tiles: Spare,
    pub(super) space_bonus: Vec<SpaceBonusEntry>,
    pub(super) price: PriceEntry,
    pub(super) large_price: Vec<LargePriceEntry>,
    pub(super) node: Vec<NodeEntry>,
    pub(super) large_castle: LargeEntry,
    pub(super) castle: Vec<CastleEntry>,
}

/// Who says so: read so that a misspelt field is found, used by nobody.
#[derive(Debug, Deserialize)]
#[serde(rename_all = "snake_case")]
pub(super) enum Source {
    Rulebook,
    Public,
    House,
}

/// One table of the file with its source. A field that begins with `_` is there for people.
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
    GameEntry {
        id: String,
        #[serde(rename = "name")] _name: String,
        min_seats: u8,
        max_seats: u8,
    }
    Totals {
        colour_cards: usize,
        cards_per_colour: usize,
        colours: usize,
        jokers: usize,
        architect_cards: usize,
        well_cards: usize,
        walls: usize,
        keeps: usize,
        houses: usize,
        wells: usize,
        border_markers: usize,
        exchange_tiles: usize,
        bonus_tiles: usize,
        castles: usize,
        squares_per_castle: usize,
        wells_per_castle: usize,
        nodes: usize,
        well_reward_spaces: usize,
        #[serde(rename = "well_indicators")] _well_indicators: usize,
        #[serde(rename = "player_screens")] _player_screens: usize,
        #[serde(rename = "game_boards")] _game_boards: usize,
        spare_bonus_tiles: usize,
    }
    StartHand { colour_cards_by_turn_order: [u8; SEATS], jokers: u8 }
    DrawAction { colour_cards: u8 }
    ColourEntry { id: String, #[serde(rename = "symbol")] _symbol: String }
    CardList { colour_card: Vec<CardEntry> }
    JokerEntry {
        id: String,
        count: u8,
        coin_value: u8,
        price_in_coins: u8,
        pile_may_go_short: bool,
    }
    ArchitectList { card: Vec<ArchitectKind> }
    WellList { card_numbers: Vec<u8> }
    WellRewards { coins: Vec<u8> }
    ExchangeEntry { id: String, count: u8, #[serde(rename = "effect")] _effect: String }
    BonusEntry {
        id: BonusTile,
        count: u8,
        coins: Option<u8>,
        #[serde(rename = "effect")] _effect: String,
    }
    SpaceBonusEntry {
        id: SpaceBonus,
        coins: Option<u8>,
        #[serde(rename = "effect")] _effect: String,
    }
    Spare { count: usize }
    PriceEntry { border_cards: u8 }
    LargePriceEntry { piece: Piece, same: u8, different: u8 }
    NodeEntry { id: String, x: u8, y: u8 }
    LargeEntry { id: String, x: u8, y: u8, capacity: String, accepts: Vec<Piece> }
    CastleEntry {
        id: String,
        nodes: [String; 2],
        x: u8,
        y: u8,
        well_number: u8,
        spaces: Vec<SpaceEntry>,
    }
    PieceSet { seats: u8, layout: String, wall: u8, house: u8, keep: u8, well: u8 }
    NeutralEntry {
        seats: u8,
        layout: String,
        order: u8,
        piece: Piece,
        dir: Space,
        r#where: Wanted,
        count: u8,
    }
}

#[derive(Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub(super) struct OptionEntry {
    pub(super) id: String,
    pub(super) values: Option<Vec<String>>,
    pub(super) min: Option<u32>,
    pub(super) max: Option<u32>,
    pub(super) default: toml::Value,
    #[serde(rename = "source")]
    _source: Source,
}

#[derive(Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub(super) struct CardEntry {
    pub(super) id: String,
    pub(super) colour: String,
    pub(super) value: u8,
    pub(super) count: u8,
}

#[derive(Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub(super) struct SpaceEntry {
    pub(super) id: String,
    pub(super) dir: Direction,
    pub(super) shape: Shape,
    pub(super) bonus: String,
}

/// Where a space lies in its castle.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Deserialize)]
#[serde(rename_all = "snake_case")]
pub(super) enum Direction {
    North,
    West,
    East,
    South,
}

/// Squares are built on, the round space takes the well.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Deserialize)]
#[serde(rename_all = "snake_case")]
pub(super) enum Shape {
    Square,
    Round,
}
