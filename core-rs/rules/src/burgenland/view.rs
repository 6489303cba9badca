//! What each viewer may see (`rules.md` §3), built up from nothing.

use arrayvec::ArrayVec;
use serde::{Deserialize, Serialize};

use super::cards::Cards;
use super::ids::{
    BonusTile, Built, CASTLES, CastleSet, Colour, NODES, Phase, Piece, SEATS, SPACES, Space,
};
use super::state::{ARCHITECT_CARDS, ARCHITECTS, Pending};
use crate::Seat;

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
