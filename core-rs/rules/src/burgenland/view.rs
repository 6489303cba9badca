//! What each viewer may see (`rules.md` §3), built up from nothing.

use arrayvec::ArrayVec;
use serde::{Deserialize, Serialize};

use super::cards::Cards;
use super::ids::{
    BonusTile, Built, CASTLES, CastleSet, Colour, NODES, Phase, Piece, SEATS, SPACES, Space,
};
use super::state::{ARCHITECT_CARDS, ARCHITECTS, Pending, Player, State};
use super::{Burgenland, scoring, setup};
use crate::{Rules, Seat, Viewer};

/// The state as one viewer may see it. What never changes (board, prices) is in the content.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct View {
    /// Where the turn stands.
    pub phase: Phase,
    /// Who acts; `None` when the game is over.
    pub seat: Option<Seat>,
    /// Who takes the first turn.
    pub start_seat: Seat,
    /// The running turn, from 1.
    pub turn: u32,
    /// Intersection -> colour.
    pub markers: [Colour; NODES],
    /// Castle -> space -> what stands there.
    pub sites: [[Option<Built>; SPACES]; CASTLES],
    /// Castles that hold an extra-space tile.
    pub extra: CastleSet,
    /// One entry a seat.
    pub players: ArrayVec<PlayerView, SEATS>,
    /// Cards in the deck.
    pub deck_count: u8,
    /// Face up.
    pub discard: Cards,
    /// Exchange tiles nobody has yet.
    pub exchange_supply: u8,
    /// Bonus tiles nobody has yet.
    pub bonus_pool_count: u8,
    /// Bonus tiles that were played, by kind: they are out of the game.
    pub bonus_played: [u8; BonusTile::ALL.len()],
    /// Jokers in the pile: never below 0, however many are in hands.
    pub joker_pile: u32,
    /// Value of the face-up architect card.
    pub architect_top: u8,
    /// Architect cards never on top so far, by their place in the content.
    pub architect_unseen: [u8; ARCHITECTS],
    /// Values of the used architect cards, oldest first.
    pub architect_queue: ArrayVec<u8, ARCHITECT_CARDS>,
    /// Number on the face-up well card.
    pub well_top: u8,
    /// Numbers on the other well cards, as bits.
    pub well_unseen: u16,
    /// Wells built so far.
    pub wells_built: u8,
    /// Coins of the next well's reward; 0 if there is none.
    pub well_reward: u8,
    /// The payment in progress.
    pub pending: Option<Pending>,
    /// The neutral piece to place next, in the phase `place_neutral`.
    pub neutral_step: Option<NeutralStepView>,
    /// Who placed the last piece.
    pub winner: Option<Seat>,
    /// Groups of seats that share a rank, best first; empty until the end.
    pub ranking: Vec<Vec<Seat>>,
}

/// A seat as a viewer sees it.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct PlayerView {
    /// Unbuilt pieces, by kind.
    pub supply: [u8; Piece::ALL.len()],
    /// Pieces in the large castle, by kind.
    pub large: [u8; Piece::ALL.len()],
    /// Colour cards in hand.
    pub hand_count: u8,
    /// Their faces; only the viewer's own.
    pub hand: Option<Cards>,
    /// Jokers.
    pub jokers: u32,
    /// Exchange tiles.
    pub exchange_tiles: u8,
    /// Bonus tiles in hand.
    pub bonus_count: u8,
    /// Their kinds; only the viewer's own.
    pub bonus_tiles: Option<[u8; BonusTile::ALL.len()]>,
}

/// The neutral piece to place next.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
pub struct NeutralStepView {
    /// The piece.
    pub piece: Piece,
    /// The space of the castle.
    pub space: Space,
    /// The castles that qualify.
    pub castles: CastleSet,
}

/// What `viewer` may see.
///
/// Rules: burgenland §3.
pub(super) fn view(rules: &Rules<Burgenland>, state: &State, viewer: Viewer) -> View {
    let content = &rules.content;
    let seats = usize::from(rules.seats);
    let players = &state.players[..seats];
    let jokers = players.iter().fold(0u32, |all, player| all.saturating_add(player.jokers));
    let playing = state.phase != Phase::Over;
    let next =
        if state.phase == Phase::PlaceNeutral { setup::next_neutral(rules, state) } else { None };
    let ended = scoring::outcome(content, rules.seats, state);
    let reward = content.well_rewards.get(usize::from(state.wells_built));
    View {
        phase: state.phase,
        seat: playing.then_some(state.seat),
        start_seat: state.start_seat,
        turn: state.turn,
        markers: state.markers,
        sites: state.sites,
        extra: state.extra,
        players: Seat::all(rules.seats)
            .map(|seat| player_view(&state.players[seat.index()], viewer.holds(seat)))
            .collect(),
        deck_count: state.deck.count(),
        discard: state.discard,
        exchange_supply: state.exchange_supply,
        bonus_pool_count: state.bonus_pool.iter().sum(),
        bonus_played: bonus_played(content.bonus_tiles, players, state.bonus_pool),
        joker_pile: u32::from(content.joker.count).saturating_sub(jokers),
        architect_top: state.architect_top,
        architect_unseen: state.architect_unseen,
        architect_queue: state.architect_queue.clone(),
        well_top: state.well_top,
        well_unseen: state.well_unseen,
        wells_built: state.wells_built,
        well_reward: reward.copied().unwrap_or(0),
        pending: state.pending,
        neutral_step: next.map(|neutral| NeutralStepView {
            piece: neutral.piece,
            space: neutral.space,
            castles: setup::qualifying(state, neutral),
        }),
        winner: state.winner,
        ranking: ended.map_or_else(Vec::new, |outcome| outcome.ranking),
    }
}

fn player_view(player: &Player, own: bool) -> PlayerView {
    PlayerView {
        supply: player.supply,
        large: player.large,
        hand_count: player.hand.count(),
        hand: own.then_some(player.hand),
        jokers: player.jokers,
        exchange_tiles: player.exchange_tiles,
        bonus_count: player.bonus_tiles.iter().sum(),
        bonus_tiles: own.then_some(player.bonus_tiles),
    }
}

/// The kinds of the tiles that are in no hand and not in the pool: each became public when it was played (§12).
fn bonus_played(
    all: [u8; BonusTile::ALL.len()],
    players: &[Player],
    pool: [u8; BonusTile::ALL.len()],
) -> [u8; BonusTile::ALL.len()] {
    std::array::from_fn(|kind| {
        let held: u8 = players.iter().map(|player| player.bonus_tiles[kind]).sum();
        all[kind].saturating_sub(held + pool[kind])
    })
}
