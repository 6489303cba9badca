//! All that is true at the table (`rules.md` §4): fields and invariants, no rules.
//!
//! Every field is public, so that a test can write any state down: begin with what `ElBurro::setup` makes, change
//! what the test is about, push the [`Frame`]s that the seat has on its stack, and say who acts in `actors`. The
//! first action settles the rest.

use arrayvec::ArrayVec;
use serde::{Deserialize, Serialize};

use super::frame::Frame;
use super::ids::{
    BOATS, CARDS, DOCKS, Extended, FACES, FARM_SPACES, Face, Good, MARKETS, ROUNDS, SEATS, SLOTS,
    Step, Support, Track,
};
use super::sets::{Boats, Cards, DonkeyCards, FarmSpaces, TileTypes};
use super::things::{
    Boat, Card, Cover, DonkeyCard, GeneralTile, PersonalTile, RoadSpace, RoundTile, TileType,
};
use crate::{Seat, Seats};

/// Seats in an order.
pub type Order = ArrayVec<Seat, SEATS>;

/// Everything at the table.
///
/// Every farm card is in one place: `pool`, `discard`, a hand, or a farm. The stack of a seat that is no actor is
/// empty, but for seats that wait in a simultaneous step.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct State {
    /// The running round, from 1; 0 before the first.
    pub round: u8,
    /// The step.
    pub step: Step,
    /// Whether the final scoring is done and the game over.
    pub over: bool,
    /// The seats the table waits for.
    pub actors: Seats,
    /// The seats that have finished their part of a simultaneous step.
    pub done: Seats,
    /// How many seats have begun their turn in an ordered step, or were handled in an automatic one.
    pub begun: u8,
    /// In step `score_stable`: what each seat gains, fixed before anyone gains.
    pub stable_gains: [u8; SEATS],
    /// First to last.
    pub turn_order: Order,
    /// All seats, furthest ahead on the siesta track first.
    pub siesta_order: Order,
    /// Seats that have taken the prestige at the end of the siesta track, in order.
    pub siesta_rewards: Order,
    /// The side of the rondel that lies up.
    pub rondel_side: Face,
    /// How far the rondel is turned, 0 to 5.
    pub rondel_rotation: u8,
    /// Dice in the supply, by face.
    pub dice: [u8; FACES],
    /// In step `revenue_community`: what the last die shows, 1 to 6.
    pub community_die: Option<u8>,
    /// The tile of each round.
    pub round_tiles: [RoundTile; ROUNDS],
    /// The local markets.
    pub markets: [MarketState; MARKETS],
    /// The tiles at the prestige track: first that at 6, then that at 12.
    pub prestige_tiles: [PrestigeTile; 2],
    /// The general achievements: first the simple side, then the demanding one.
    pub general: [General; 2],
    /// The side of each boat.
    pub boat_sides: [Face; BOATS],
    /// Boats beside the harbour.
    pub boats_left: Boats,
    /// What lies at each dock.
    pub docks: [Option<Moored>; DOCKS],
    /// Track -> the seats that hold a marking of its final scoring option.
    pub scoring_marks: [Seats; Track::ALL.len()],
    /// Farm cards that nobody has drawn, of both decks.
    pub pool: Cards,
    /// Discarded farm cards, of both decks.
    pub discard: Cards,
    /// One entry a seat; the entries past the last seat stay empty.
    pub players: [Player; SEATS],
}

/// A local market.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct MarketState {
    /// The tile that covers the printed market.
    pub cover: Option<Cover>,
    /// The type of its bonus tiles.
    pub bonus: TileType,
    /// How many of them are left.
    pub bonus_left: u8,
    /// Seats that scored it, in order.
    pub places: Order,
}

/// A tile at the prestige track.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
pub struct PrestigeTile {
    /// Its type.
    pub tile: TileType,
    /// The seats that have used it.
    pub used_by: Seats,
}

/// A general achievement.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct General {
    /// The tile.
    pub tile: GeneralTile,
    /// Seats that have claimed it, in order.
    pub claimed_by: Order,
}

/// A boat at a dock.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
pub struct Moored {
    /// Whose it is.
    pub seat: Seat,
    /// The donkey on it.
    pub donkey: u8,
    /// Which boat.
    pub boat: Boat,
    /// Its filled markings, as bits.
    pub filled: u8,
}

/// What a seat has.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct Player {
    /// Prestige.
    pub prestige: u16,
    /// Silver.
    pub silver: u16,
    /// Workers on the farmhouse.
    pub workers_free: u8,
    /// Farm spaces with a worker.
    pub assigned: FarmSpaces,
    /// Tokens in the storage.
    pub store: [u8; Good::ALL.len()],
    /// Field cards of each harvest good; the other goods have none.
    pub fields: [u8; Good::ALL.len()],
    /// Those of them that hold a token.
    pub field_goods: [u8; Good::ALL.len()],
    /// Goods without storage.
    pub loose: [u8; Good::ALL.len()],
    /// Farm cards in hand.
    pub hand: Cards,
    /// Cards at the left edge, in order.
    pub field_cards: ArrayVec<Card, CARDS>,
    /// Cards at the right edge, in order.
    pub admin_cards: ArrayVec<Card, CARDS>,
    /// Symbols on the normal cards at the right edge, by category.
    pub admin_symbols: [u8; 3],
    /// The top row.
    pub barrows: [Option<Barrow>; SLOTS],
    /// The bottom row.
    pub acquisitions: [Option<Card>; SLOTS],
    /// The filled markings of the seat's area at each market, as bits.
    pub market_filled: [u8; MARKETS],
    /// The markets that the seat has scored, as bits.
    pub markets_closed: u8,
    /// The markets that the seat has unlocked, as bits.
    pub markets_open: u8,
    /// Own barrows scored so far.
    pub barrows_scored: u8,
    /// The donkeys.
    pub donkeys: [Donkey; 2],
    /// The road elements that the seat has unlocked, as bits.
    pub elements: u32,
    /// Space of the milestone marker.
    pub milestone: u8,
    /// Space of the trough marker.
    pub trough: u8,
    /// Space of the siesta marker.
    pub siesta: u8,
    /// What the support marker shows.
    pub support: Support,
    /// Space of each reward marker, 0 to 4.
    pub reward: [u8; Track::ALL.len()],
    /// What lies on each farm space.
    pub extensions: [Extended; FARM_SPACES],
    /// Market tiles on their front.
    pub tiles_front: TileTypes,
    /// Market tiles on their back.
    pub tiles_back: TileTypes,
    /// The personal achievement tile.
    pub personal: PersonalTile,
    /// Its conditions that are claimed, as bits.
    pub personal_claimed: u8,
    /// Donkey cards not drawn yet.
    pub donkey_pool: DonkeyCards,
    /// Donkey cards drawn and not yet allocated.
    pub donkey_hand: DonkeyCards,
    /// Donkey cards on the discard pile.
    pub donkey_discard: DonkeyCards,
    /// Donkey cards put back into the box.
    pub donkey_unused: DonkeyCards,
    /// The card on the siesta slot.
    pub siesta_card: Option<DonkeyCard>,
    /// The card on the donkey slot.
    pub donkey_card: Option<DonkeyCard>,
    /// The cards below the stable, in order.
    pub stable_cards: ArrayVec<DonkeyCard, ROUNDS>,
    /// The boost of the siesta card and of the donkey card this round.
    pub boosted: [u8; 2],
    /// Sources with a limit that were used this round, each with its count.
    pub used: Vec<Use>,
    /// Actions in the current turn.
    pub turn_actions: u16,
    /// The decision stack; the last frame is on top.
    pub stack: Vec<Frame>,
    /// The final scoring by source; zeros before the end.
    pub scores: [i16; SCORE_ROWS],
}

/// A card in the barrow row.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
pub struct Barrow {
    /// The card.
    pub card: Card,
    /// Its filled markings, as bits.
    pub filled: u8,
    /// Whether its scoring has begun.
    pub being_scored: bool,
}

/// A donkey.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default, Serialize, Deserialize)]
pub struct Donkey {
    /// Where it stands; on a boat: the dock of the boat.
    pub space: Option<RoadSpace>,
    /// Whether it is on a boat.
    pub on_boat: bool,
}

/// How often an entry with a limit was used this round (§22, limits).
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
pub struct Use {
    /// What carries the entry.
    pub carrier: Carrier,
    /// The trigger, by its place in the part; `None`: the action that the carrier adds.
    pub trigger: Option<u8>,
    /// How often.
    pub count: u8,
}

/// A card or tile that carries triggers and actions.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
pub enum Carrier {
    /// A normal card in the bottom row.
    Card(Card),
    /// A market tile on its back.
    Tile(TileType),
    /// The round tile.
    RoundTile,
}

/// How many rows the final scoring has.
pub const SCORE_ROWS: usize = 7;
/// The names of the rows of the final scoring (`rules.md` §21), in order.
pub const SCORE_ROW_IDS: [&str; SCORE_ROWS] = [
    "connections",
    "scoring_options",
    "special_cards",
    "game_end_barrows",
    "boats",
    "trough",
    "strike",
];

impl State {
    /// What a seat has.
    pub const fn player(&self, seat: Seat) -> &Player {
        &self.players[seat.index()]
    }

    /// The frame on top of a seat's stack.
    pub fn top(&self, seat: Seat) -> Option<&Frame> {
        self.players[seat.index()].stack.last()
    }

    /// The tile of the running round; `None` before the first.
    pub fn round_tile(&self) -> Option<RoundTile> {
        let index = usize::from(self.round).checked_sub(1)?;
        self.round_tiles.get(index).copied()
    }
}

impl Player {
    /// How many tokens of a good the seat holds: loose, on fields and in the storage.
    pub const fn held(&self, good: Good) -> u8 {
        let index = good.index();
        let stored = self.store[index].saturating_add(self.field_goods[index]);
        stored.saturating_add(self.loose[index])
    }

    /// Whether any good is loose.
    pub fn has_loose(&self) -> bool {
        self.loose.iter().any(|count| *count > 0)
    }

    /// All market bonus tiles of the seat.
    pub const fn market_tiles(&self) -> TileTypes {
        self.tiles_front.or(self.tiles_back)
    }
}
