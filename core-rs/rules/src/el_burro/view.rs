//! What each viewer may see (`rules.md` §4), built up from nothing.

use arrayvec::ArrayVec;
use serde::Serialize;

use super::ElBurro;
use super::final_scoring;
use super::frame::Frame;
use super::ids::{
    BOATS, CARDS, DOCKS, Deck, Extended, FACES, FARM_SPACES, Face, Good, MARKETS, Phase, ROUNDS,
    SEATS, SLOTS, Step, Support, Track,
};
use super::look::Look;
use super::sets::{Boats, Cards, DonkeyCards, FarmSpaces, TileTypes};
use super::state::{
    Barrow, Donkey, General, MarketState, Moored, Order, Player, PrestigeTile, SCORE_ROWS, State,
    Use,
};
use super::things::{Card, DonkeyCard, PersonalTile, RoundTile};
use crate::{Rules, Seat, Seats, Viewer};

/// The table as one viewer may see it.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
pub struct View {
    /// The running round, from 1; 0 before the first.
    pub round: u8,
    /// The phase.
    pub phase: Phase,
    /// The step.
    pub step: Step,
    /// The seats the table waits for.
    pub actors: Seats,
    /// The seats that have finished their part of a simultaneous step.
    pub done: Seats,
    /// How many seats have begun their turn in an ordered step.
    pub begun: u8,
    /// While the stables are scored: what each seat gains.
    pub stable_gains: [u8; SEATS],
    /// First to last.
    pub turn_order: Order,
    /// Furthest ahead on the siesta track first.
    pub siesta_order: Order,
    /// Seats that have taken the prestige at the end of the siesta track, in order.
    pub siesta_rewards: Order,
    /// The side of the rondel that lies up.
    pub rondel_side: Face,
    /// How far the rondel is turned.
    pub rondel_rotation: u8,
    /// Dice in the supply, by face.
    pub dice: [u8; FACES],
    /// What the die that is left for all shows.
    pub community_die: Option<u8>,
    /// The tile of each round.
    pub round_tiles: [RoundTile; ROUNDS],
    /// The local markets.
    pub markets: [MarketState; MARKETS],
    /// The tiles at the prestige track.
    pub prestige_tiles: [PrestigeTile; 2],
    /// The general achievements, simple and demanding.
    pub general: [General; 2],
    /// The side of each boat.
    pub boat_sides: [Face; BOATS],
    /// Boats beside the harbour.
    pub boats_left: Boats,
    /// What lies at each dock.
    pub docks: [Option<Moored>; DOCKS],
    /// Track -> the seats that hold a marking of its scoring option.
    pub scoring_marks: [Seats; Track::ALL.len()],
    /// How many cards nobody has drawn.
    pub pool: DeckCounts,
    /// Discarded cards.
    pub discard: Cards,
    /// The seats.
    pub players: Vec<PlayerView>,
    /// Seats in groups that share a rank, best first; empty before the end.
    pub ranking: Vec<Vec<Seat>>,
}

/// Cards by their backs.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default, Serialize)]
pub struct DeckCounts {
    /// Normal ones.
    pub normal: u8,
    /// Special ones.
    pub special: u8,
}

impl DeckCounts {
    /// The counts of a set of cards.
    pub const fn of(cards: Cards) -> Self {
        Self { normal: cards.of(Deck::Normal).len(), special: cards.of(Deck::Special).len() }
    }
}

/// A seat as one viewer may see it.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
pub struct PlayerView {
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
    /// Field cards, by good.
    pub fields: [u8; Good::ALL.len()],
    /// Those of them that hold a token.
    pub field_goods: [u8; Good::ALL.len()],
    /// Goods without storage.
    pub loose: [u8; Good::ALL.len()],
    /// Cards in hand, by their backs.
    pub hand_count: DeckCounts,
    /// Cards at the left edge, in order.
    pub field_cards: ArrayVec<Card, CARDS>,
    /// Cards at the right edge, in order.
    pub admin_cards: ArrayVec<Card, CARDS>,
    /// Symbols of the administration, by category.
    pub admin_symbols: [u8; 3],
    /// The top row.
    pub barrows: [Option<Barrow>; SLOTS],
    /// The bottom row.
    pub acquisitions: [Option<Card>; SLOTS],
    /// The filled markings at each market, as bits.
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
    /// Space of each reward marker.
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
    /// How many donkey cards are not drawn yet.
    pub donkey_pool_count: u8,
    /// How many donkey cards are in hand.
    pub donkey_hand_count: u8,
    /// How many donkey cards are on the discard pile.
    pub donkey_discard_count: u8,
    /// Donkey cards put back into the box.
    pub donkey_unused: DonkeyCards,
    /// Whether its donkey cards of this round lie face down.
    pub chosen: bool,
    /// The card on the siesta slot, if the viewer may see it.
    pub siesta_card: Option<DonkeyCard>,
    /// The card on the donkey slot, if the viewer may see it.
    pub donkey_card: Option<DonkeyCard>,
    /// The cards below the stable that the viewer may see, in order.
    pub stable_cards: ArrayVec<DonkeyCard, ROUNDS>,
    /// How many more lie there face down.
    pub stable_hidden: u8,
    /// The boost of the siesta card and of the donkey card this round.
    pub boosted: [u8; 2],
    /// Entries with a limit that were used this round.
    pub used: Vec<Use>,
    /// Actions in the current turn.
    pub turn_actions: u16,
    /// The decision stack; the last frame is on top.
    pub stack: Vec<Frame>,
    /// The final scoring by source; zeros before the end.
    pub scores: [i16; SCORE_ROWS],
    /// What follows from the above.
    pub derived: Derived,
    /// What only the holder of the seat may see.
    pub own: Option<OwnView>,
}

/// What follows from what everybody sees.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
pub struct Derived {
    /// Cards the hand is filled up to.
    pub card_limit: u8,
    /// Silver of the income.
    pub income: u16,
    /// Markings of each storage; `None`: it holds any number.
    pub room: [Option<u8>; Good::ALL.len()],
    /// Buying prices.
    pub buy: [Option<u16>; Good::ALL.len()],
    /// Selling prices.
    pub sell: [Option<u16>; Good::ALL.len()],
    /// Prices of an upgrade.
    pub upgrade: [Option<u16>; Good::ALL.len()],
}

/// What only the holder of a seat may see.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize)]
pub struct OwnView {
    /// Farm cards in hand.
    pub hand: Cards,
    /// Donkey cards in hand.
    pub donkey_hand: DonkeyCards,
    /// Donkey cards on the discard pile.
    pub donkey_discard: DonkeyCards,
}

/// What `viewer` may see.
///
/// Rules: el_burro §4.
pub(super) fn view(rules: &Rules<ElBurro>, state: &State, viewer: Viewer) -> View {
    let look = Look::new(rules, state);
    let outcome = final_scoring::outcome(rules, state);
    View {
        round: state.round,
        phase: state.phase(),
        step: state.step,
        actors: state.actors,
        done: state.done,
        begun: state.begun,
        stable_gains: state.stable_gains,
        turn_order: state.turn_order.clone(),
        siesta_order: state.siesta_order.clone(),
        siesta_rewards: state.siesta_rewards.clone(),
        rondel_side: state.rondel_side,
        rondel_rotation: state.rondel_rotation,
        dice: state.dice,
        community_die: state.community_die,
        round_tiles: state.round_tiles,
        markets: state.markets.clone(),
        prestige_tiles: state.prestige_tiles,
        general: state.general.clone(),
        boat_sides: state.boat_sides,
        boats_left: state.boats_left,
        docks: state.docks,
        scoring_marks: state.scoring_marks,
        pool: DeckCounts::of(state.pool),
        discard: state.discard,
        players: Seat::all(rules.seats)
            .map(|seat| player_view(look, seat, viewer.holds(seat)))
            .collect(),
        ranking: outcome.map_or_else(Vec::new, |outcome| outcome.ranking),
    }
}

fn player_view(look: Look<'_>, seat: Seat, own: bool) -> PlayerView {
    let player = look.player(seat);
    let cards = ShownCards::of(look.state, player, own);
    PlayerView {
        prestige: player.prestige,
        silver: player.silver,
        workers_free: player.workers_free,
        assigned: player.assigned,
        store: player.store,
        fields: player.fields,
        field_goods: player.field_goods,
        loose: player.loose,
        hand_count: DeckCounts::of(player.hand),
        field_cards: player.field_cards.clone(),
        admin_cards: player.admin_cards.clone(),
        admin_symbols: player.admin_symbols,
        barrows: player.barrows,
        acquisitions: player.acquisitions,
        market_filled: player.market_filled,
        markets_closed: player.markets_closed,
        markets_open: player.markets_open,
        barrows_scored: player.barrows_scored,
        donkeys: player.donkeys,
        elements: player.elements,
        milestone: player.milestone,
        trough: player.trough,
        siesta: player.siesta,
        support: player.support,
        reward: player.reward,
        extensions: player.extensions,
        tiles_front: player.tiles_front,
        tiles_back: player.tiles_back,
        personal: player.personal,
        personal_claimed: player.personal_claimed,
        donkey_pool_count: player.donkey_pool.len(),
        donkey_hand_count: player.donkey_hand.len(),
        donkey_discard_count: player.donkey_discard.len(),
        donkey_unused: player.donkey_unused,
        chosen: cards.chosen,
        siesta_card: cards.siesta,
        donkey_card: cards.donkey,
        stable_cards: cards.stable,
        stable_hidden: cards.stable_hidden,
        boosted: player.boosted,
        used: player.used.clone(),
        turn_actions: player.turn_actions,
        stack: player.stack.clone(),
        scores: player.scores,
        derived: derived(look, seat),
        own: own.then_some(OwnView {
            hand: player.hand,
            donkey_hand: player.donkey_hand,
            donkey_discard: player.donkey_discard,
        }),
    }
}

/// The donkey cards of a seat that a viewer may see: until all seats have chosen, the new ones are its own secret.
struct ShownCards {
    chosen: bool,
    siesta: Option<DonkeyCard>,
    donkey: Option<DonkeyCard>,
    stable: ArrayVec<DonkeyCard, ROUNDS>,
    stable_hidden: u8,
}

impl ShownCards {
    fn of(state: &State, player: &Player, own: bool) -> Self {
        let chosen = state.step == Step::DonkeyChoice && player.siesta_card.is_some();
        let secret = chosen && !own;
        let mut stable = player.stable_cards.clone();
        let newest = if secret { stable.pop() } else { None };
        Self {
            chosen,
            siesta: if secret { None } else { player.siesta_card },
            donkey: if secret { None } else { player.donkey_card },
            stable,
            stable_hidden: newest.is_some().into(),
        }
    }
}

fn derived(look: Look<'_>, seat: Seat) -> Derived {
    let prices = look.prices(seat);
    Derived {
        card_limit: look.card_limit(seat),
        income: look.income(seat),
        room: Good::ALL.map(|good| look.capacity(seat, good)),
        buy: prices.buy,
        sell: prices.sell,
        upgrade: prices.upgrade,
    }
}
