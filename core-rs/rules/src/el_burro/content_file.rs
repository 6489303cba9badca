//! The shape of `content.toml`, field by field; `content_build.rs` makes a content of it.
//!
//! A field that the rules do not know is a typo. A field that begins with `_` is there for people.

use std::collections::BTreeMap;

use serde::Deserialize;

use super::ids::{Category, FACES, GeneralSide, Good, ROUNDS, Shape, Track};
use super::spelling::{Do, Does, OnlyInStep, Row};

/// The file.
#[derive(Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub(super) struct File {
    pub(super) meta: Meta,
    pub(super) totals: Totals,
    pub(super) game: GameEntry,
    pub(super) start: Start,
    pub(super) seats: Vec<SeatEntry>,
    pub(super) option: Vec<OptionEntry>,
    pub(super) trough_action: Vec<TroughEntry>,
    pub(super) boost: Vec<Boost>,
    pub(super) delivery_reward: DeliveryReward,
    pub(super) farm: Farm,
    pub(super) farm_storage: Vec<StorageEntry>,
    pub(super) farm_space: Vec<SpaceEntry>,
    pub(super) farm_extension: Vec<ExtensionEntry>,
    pub(super) admin_category: Vec<CategoryEntry>,
    pub(super) reward_board: RewardBoard,
    pub(super) reward_space: Vec<RewardSpace>,
    pub(super) reward_track: Vec<TrackEntry>,
    pub(super) track_connection: Vec<Connection>,
    pub(super) road: RoadEntry,
    pub(super) road_space: Vec<RoadSpaceEntry>,
    pub(super) local_market: Vec<MarketEntry>,
    pub(super) market_cover: Vec<CoverEntry>,
    pub(super) market_tile: Vec<TileEntry>,
    pub(super) prestige_track: PrestigeTrack,
    pub(super) prestige_tile: Vec<PrestigeTileEntry>,
    pub(super) siesta_track: SiestaTrack,
    pub(super) milestone_track: MilestoneTrack,
    pub(super) trough_track: TroughTrack,
    pub(super) stable_scoring: Vec<StableScoring>,
    pub(super) revenue_face: Vec<FaceEntry>,
    pub(super) rondel_bonus: Vec<BonusEntry>,
    pub(super) rondel_side: Vec<RondelSide>,
    pub(super) donkey_card: Vec<DonkeyEntry>,
    pub(super) round_tile: Vec<RoundTileEntry>,
    pub(super) achievement_rules: AchievementRules,
    pub(super) personal_achievement: Vec<PersonalEntry>,
    pub(super) general_achievement: Vec<GeneralEntry>,
    pub(super) boat: Vec<BoatEntry>,
    pub(super) acquisition: Vec<PartEntry>,
    pub(super) farm_card: Vec<CardEntry>,
    pub(super) score_fields: Vec<PartEntry>,
    pub(super) score_administration: Vec<PartEntry>,
    pub(super) score_acquisitions: Vec<PartEntry>,
    pub(super) special_card: Vec<SpecialEntry>,
}

/// Who says so: read so that a misspelt field is found, used by nobody.
#[derive(Debug, Deserialize)]
#[serde(rename_all = "snake_case")]
pub(super) enum Source {
    Rulebook,
    House,
}

/// A marking: how many of each resource. The class `upgraded_good` is the star.
pub(super) type Marking = BTreeMap<String, u8>;

/// One table of the file with its source.
macro_rules! entries {
    ($($name:ident { $($(#[$attribute:meta])* $field:ident: $type:ty),* $(,)? })*) => { $(
        #[derive(Debug, Deserialize)]
        #[serde(deny_unknown_fields)]
        pub(super) struct $name {
            $($(#[$attribute])* pub(super) $field: $type,)*
            #[serde(rename = "source")]
            _source: Source,
            #[serde(rename = "from_rulebook", default)]
            _from_rulebook: Vec<String>,
        }
    )* };
}

entries! {
    Meta { game: String, revision: u32 }
    Totals {
        #[serde(rename = "game_board")] _game_board: u16,
        #[serde(rename = "reward_board")] _reward_board: u16,
        farm_board: u16,
        #[serde(rename = "stable_board")] _stable_board: u16,
        revenue_die: u16,
        #[serde(rename = "bonus_rondel")] _bonus_rondel: u16,
        normal_farm_card: usize,
        special_farm_card: usize,
        farm_extension: usize,
        market_tile: usize,
        market_tile_types: usize,
        market_cover: usize,
        personal_achievement: usize,
        general_achievement: usize,
        boat: usize,
        donkey_card: usize,
        #[serde(rename = "prestige_marker")] _prestige_marker: u16,
        #[serde(rename = "siesta_marker")] _siesta_marker: u16,
        #[serde(rename = "turn_order_marker")] _turn_order_marker: u16,
        #[serde(rename = "goods_token")] _goods_token: u16,
        reward_marker: usize,
        #[serde(rename = "milestone_marker")] _milestone_marker: u16,
        #[serde(rename = "trough_marker")] _trough_marker: u16,
        donkey: usize,
        #[serde(rename = "worker")] _worker: u16,
        round_tile: usize,
        #[serde(rename = "support_marker")] _support_marker: u16,
        #[serde(rename = "silver_ones")] _silver_ones: u16,
        #[serde(rename = "silver_threes")] _silver_threes: u16,
        #[serde(rename = "plus_tile")] _plus_tile: u16,
    }
    GameEntry {
        #[serde(rename = "name")] _name: String,
        rounds: usize,
        min_seats: u8,
        max_seats: u8,
        supplies_limited: bool,
        first_round_cards: u8,
        cards_per_farm_phase: u8,
        hand_normal: u8,
        hand_special: u8,
        special_cost_per_round: u8,
        slots_barrow: usize,
        slots_acquisition: usize,
        acquisition_workers: u8,
        field_goods_when_played: u8,
        barrow_road_spaces: u8,
        market_round_prestige: u8,
        excess_pig_silver: u8,
        offspring_minimum: u8,
        offspring: u8,
        goat_deliveries: u8,
        donkey_draw: [u8; ROUNDS],
        donkey_places: Vec<String>,
        dice_per_seat: u8,
        wage: u8,
        striking_worker_prestige: i8,
    }
    Start {
        silver: u8,
        workers: u8,
        prestige: u8,
        siesta: u8,
        milestone: u8,
        trough: u8,
        support: String,
    }
    SeatEntry {
        #[serde(rename = "id")] _id: String,
        seats: u8,
        dice: u8,
        max_same_pips: u8,
        market_tiles_per_market: u8,
        option_markings: u8,
    }
    OptionEntry {
        id: String,
        #[serde(rename = "kind")] _kind: String,
        #[serde(rename = "values", default)] _values: Vec<String>,
        default: toml::Value,
    }
    TroughEntry {
        id: String,
        #[serde(rename = "name")] _name: String,
        cost: Vec<Do>,
        run: Vec<Do>,
    }
    Boost {
        #[serde(rename = "id")] _id: String,
        #[serde(rename = "name")] _name: String,
        plus: u8,
        trough_back: u8,
    }
    DeliveryReward {
        good_steps: u8,
        worker_steps: u8,
        silver_prestige: u8,
        support_prestige: u8,
        support_kept_prestige: u8,
    }
    Farm {
        card_limit: u8,
        income: u8,
        pig_markings: u8,
        #[serde(rename = "income_tile_spaces")] _income_tile_spaces: u8,
        #[serde(rename = "farm_tile_spaces")] _farm_tile_spaces: u8,
        #[serde(rename = "stable_tile_spaces")] _stable_tile_spaces: u8,
    }
    StorageEntry {
        id: Good,
        name: String,
        class: String,
        kind: String,
        markings: Option<u8>,
        buy: Option<u8>,
        sell: Option<u8>,
        upgrade: Option<u8>,
        upgrade_to: Option<Good>,
        track: Track,
        #[serde(default)] field_text: String,
    }
    SpaceEntry {
        id: String,
        name: String,
        text: String,
        shape: Shape,
        #[serde(default)] cost: Vec<Do>,
        run: Vec<Do>,
        #[serde(default)] only_in: Vec<OnlyInStep>,
    }
    ExtensionEntry {
        id: String,
        name: String,
        covers: String,
        shape: Shape,
        #[serde(rename = "colour")] _colour: String,
        copies: usize,
        plain: ExtensionSide,
        upgraded: ExtensionSide,
        #[serde(rename = "text")] _text: String,
    }
    CategoryEntry { id: Category, name: String, does: Vec<Does>, text: String }
    RewardBoard { spaces: u8, option_space: u8, connection_space: u8 }
    RewardSpace {
        #[serde(rename = "id")] _id: String,
        number: u8,
        effects: Vec<Do>,
    }
    TrackEntry {
        id: Track,
        name: String,
        text: String,
        order: u8,
        goods: Vec<Good>,
        shape: Shape,
        option: Vec<Do>,
    }
    Connection {
        #[serde(rename = "id")] _id: String,
        #[serde(rename = "name")] _name: String,
        tracks: [Track; 2],
        prestige: u8,
    }
    RoadEntry {
        first: u8,
        last: u8,
        junction_areas: Vec<u8>,
        element_junctions: Vec<u8>,
        barrier_area: u8,
        harbour_number: u8,
        docks: usize,
    }
    RoadSpaceEntry {
        id: String,
        name: String,
        number: u8,
        section: String,
        next: Vec<String>,
        #[serde(default)] effects: Vec<Do>,
        #[serde(default)] text: String,
        #[serde(default)] elements: Vec<ElementEntry>,
        barrier: Option<GeneralSide>,
        dock: Option<u8>,
        prestige: Option<u8>,
    }
    MarketEntry {
        id: String,
        name: String,
        number: u8,
        unlocked_at_start: bool,
        road_space: Option<String>,
        markings: Vec<Marking>,
        prestige: [u8; super::ids::SEATS],
        standard_tile: String,
    }
    CoverEntry { id: String, name: String, markings: Vec<Marking> }
    TileEntry {
        id: String,
        name: String,
        copies: usize,
        #[serde(rename = "place")] _place: String,
        text: String,
        does: Vec<Does>,
    }
    PrestigeTrack { length: u8, tile_spaces: [u8; 2] }
    PrestigeTileEntry {
        #[serde(rename = "id")] _id: String,
        #[serde(rename = "name")] _name: String,
        space: u8,
        standard_tile: String,
    }
    SiestaTrack {
        last: u8,
        moves: [u8; 10],
        prestige: [u8; 10],
        top_prestige: [u8; super::ids::SEATS],
    }
    MilestoneTrack { last: u8, prestige_per_space: u8 }
    TroughTrack { last: u8, final_spaces_per_prestige: u8 }
    StableScoring {
        #[serde(rename = "id")] _id: String,
        seats: Vec<u8>,
        prestige: [Vec<u8>; ROUNDS],
    }
    FaceEntry { id: String, name: String, text: String, pips: u8, effects: Vec<Do> }
    BonusEntry {
        id: String,
        name: String,
        text: String,
        #[serde(default)] any_order: bool,
        effects: Vec<Do>,
    }
    RondelSide {
        id: String,
        #[serde(rename = "name")] _name: String,
        positions: [String; FACES],
    }
    DonkeyEntry {
        id: String,
        name: String,
        value: u8,
        effects: Vec<Do>,
        text: String,
        copies: usize,
    }
    RoundTileEntry { id: String, name: String, round: u8, text: String, does: Vec<Does> }
    AchievementRules {
        personal_goals: usize,
        personal_bonus: Vec<Do>,
        general_first_simple: u8,
        general_first_demanding: u8,
    }
    PersonalEntry { id: String, name: String, goals: [GoalEntry; 3] }
    GeneralEntry { id: String, name: String, simple: GoalEntry, demanding: GoalEntry }
    BoatEntry { id: String, name: String, side_a: BarrowEntry, side_b: BarrowEntry }
    PartEntry { id: String, name: String, text: String, does: Vec<Does> }
    CardEntry {
        id: String,
        name: String,
        field: Good,
        admin: [Category; 2],
        acquisition: String,
        barrow: BarrowEntry,
    }
    SpecialEntry {
        id: String,
        name: String,
        fields: String,
        administration: String,
        acquisitions: String,
        barrow: BarrowEntry,
    }
}

/// One side of a farm extension.
#[derive(Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub(super) struct ExtensionSide {
    pub(super) text: String,
    #[serde(default)]
    pub(super) cost: Vec<Do>,
    pub(super) run: Vec<Do>,
    #[serde(default)]
    pub(super) only_in: Vec<OnlyInStep>,
}

/// An element of a road space.
#[derive(Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub(super) struct ElementEntry {
    pub(super) kind: String,
    pub(super) donkeys: u8,
    pub(super) market: Option<String>,
}

/// A goal of an achievement.
#[derive(Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub(super) struct GoalEntry {
    pub(super) text: String,
    pub(super) conditions: Vec<Row>,
}

/// A target with its prestige.
#[derive(Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub(super) struct BarrowEntry {
    pub(super) markings: Vec<Marking>,
    pub(super) prestige: u8,
}
