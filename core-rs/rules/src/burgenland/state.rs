//! All that is true at the table (`rules.md` §3): fields and invariants, no rules.

use arrayvec::ArrayVec;
use serde::{Deserialize, Serialize};

use super::cards::Cards;
use super::ids::{
    BonusTile, Built, CASTLES, Castle, CastleSet, Colour, NODES, Phase, Piece, Price, SEATS,
    SPACES, Site, Space,
};
use crate::Seat;

/// Kinds of architect card.
pub const ARCHITECTS: usize = 5;
/// The most architect cards of a content file.
pub const ARCHITECT_CARDS: usize = 16;

/// Everything at the table.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct State {
    /// Where the turn stands.
    pub phase: Phase,
    /// Who acts.
    pub seat: Seat,
    /// Who took, or takes, the first turn.
    pub start_seat: Seat,
    /// The running turn, from 1.
    pub turn: u32,
    /// Intersection -> colour, each colour once.
    pub markers: [Colour; NODES],
    /// Castle -> space -> what stands there.
    pub sites: [[Option<Built>; SPACES]; CASTLES],
    /// Castles that hold an extra-space tile.
    pub extra: CastleSet,
    /// One entry a seat; the entries past the last seat stay empty.
    pub players: [Player; SEATS],
    /// Unordered pool.
    pub deck: Cards,
    /// Face up.
    pub discard: Cards,
    /// Exchange tiles nobody has yet.
    pub exchange_supply: u8,
    /// Bonus tiles nobody has yet, by kind; unordered.
    pub bonus_pool: [u8; BonusTile::ALL.len()],
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
    /// Wells built so far: the index of the next reward.
    pub wells_built: u8,
    /// The payment in progress, in the phase `paying` only.
    pub pending: Option<Pending>,
    /// Who placed the last piece.
    pub winner: Option<Seat>,
}

/// What a seat has.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct Player {
    /// Unbuilt pieces, by kind.
    pub supply: [u8; Piece::ALL.len()],
    /// Pieces in the large castle, by kind.
    pub large: [u8; Piece::ALL.len()],
    /// Colour cards.
    pub hand: Cards,
    /// Jokers; there is no end to them.
    pub jokers: u32,
    /// Exchange tiles.
    pub exchange_tiles: u8,
    /// Bonus tiles, by kind.
    pub bonus_tiles: [u8; BonusTile::ALL.len()],
}

/// A payment in progress (`rules.md` §7.3).
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
pub struct Pending {
    /// What it is for.
    pub purpose: Purpose,
    /// The part being paid now.
    pub part: Part,
    /// Coins the architect asks after this part; 0 if none.
    pub architect_ahead: u8,
}

/// What a payment is for.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
pub enum Purpose {
    /// A build.
    Build {
        /// What is built.
        piece: Piece,
        /// Where.
        site: Site,
        /// At which price.
        price: Price,
    },
    /// A joker.
    Joker {
        /// The phase the seat goes back to.
        back: Phase,
    },
}

/// A part of a payment, and what of it is missing.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
pub enum Part {
    /// Cards of a castle's two border colours.
    Border {
        /// The castle.
        castle: Castle,
        /// Cards.
        missing: u8,
    },
    /// Cards of one colour.
    Same {
        /// Fixed by the first colour card.
        colour: Option<Colour>,
        /// Cards.
        missing: u8,
    },
    /// Cards of different colours.
    Different {
        /// The colours paid already, as bits.
        paid: u8,
        /// Cards.
        missing: u8,
    },
    /// Any cards, to a sum.
    TenCoins {
        /// Coins.
        missing: u8,
    },
    /// Any cards, to the architect's value.
    Architect {
        /// Coins.
        missing: u8,
    },
    /// Colour cards, to a joker's price.
    Joker {
        /// Coins.
        missing: u8,
    },
}

impl State {
    /// What stands on a space.
    pub const fn at(&self, castle: Castle, space: Space) -> Option<Built> {
        self.sites[castle.index()][space.index()]
    }

    /// The seat that acts.
    pub const fn player(&self) -> &Player {
        &self.players[self.seat.index()]
    }

    /// The seat that acts, to change it.
    pub const fn player_mut(&mut self) -> &mut Player {
        &mut self.players[self.seat.index()]
    }

    /// How many pieces of this kind stand in a castle, whoever owns them, the extra space included.
    pub fn count(&self, castle: Castle, piece: Piece) -> u8 {
        self.sites[castle.index()]
            .iter()
            .map(|site| u8::from(site.is_some_and(|b| b.piece == piece)))
            .sum()
    }
}

impl Player {
    /// How many pieces are unbuilt.
    pub fn pieces_left(&self) -> u8 {
        self.supply.iter().sum()
    }

    /// How many bonus tiles of this kind are in hand.
    pub const fn bonus(&self, tile: BonusTile) -> u8 {
        self.bonus_tiles[tile.index()]
    }
}
