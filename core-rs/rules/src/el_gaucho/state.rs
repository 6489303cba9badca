//! All that is true at the table (`rules.md` §4): fields and invariants, no rules.

use serde::{Deserialize, Serialize};

use super::dice::Dice;
use super::herd::Herds;
use super::ids::{Areas, Direction, PASTURES, Pasture, Phase, SEATS, SPACES, Tile};
use super::tiles::Tiles;
use crate::{Seat, Seats};

/// Everything at the table.
///
/// Every tile is in one place: the pampa, a herd, a pending set, the steppe that somebody has seen, a start draw,
/// the discards, `removed`, or `pool`, which is all that is not resolved yet. `pool` has as many tiles as the pile
/// and the unseen steppe together.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
pub struct State {
    /// What goes on now.
    pub phase: Phase,
    /// The running round, from 1; 0 before the first.
    pub round: u16,
    /// Who takes the first turn of the round.
    pub start_seat: Seat,
    /// Who acts; of no meaning in the phases `keep` and `over`.
    pub seat: Seat,
    /// The round in which the pile ran out.
    pub trigger_round: Option<u16>,
    /// Pasture -> space -> the tile there.
    pub pampa: [[Option<Tile>; SPACES]; PASTURES],
    /// Tiles of which nobody knows where they are.
    pub pool: Tiles,
    /// Tiles in the draw pile.
    pub pile_count: u8,
    /// Steppe tiles nobody has looked at.
    pub steppe_unseen: u8,
    /// Dice that nobody has taken this round.
    pub dice_pool: Dice,
    /// Unused dice of the seat that acts, a wished one too.
    pub hand: Dice,
    /// Whether the seat that acts has taken its dice.
    pub picked: bool,
    /// Areas that the seat filled this turn.
    pub placed_areas: Areas,
    /// Areas that the seat emptied this turn.
    pub vacated_areas: Areas,
    /// In the phase `secret`: whether a tile has been taken.
    pub secret_taken: bool,
    /// One entry a seat; the entries past the last seat stay empty.
    pub players: [Player; SEATS],
    /// Sold tiles, and the race that is out of the game.
    pub removed: Tiles,
}

/// What a seat has.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct Player {
    /// Gauchos at home.
    pub supply: u8,
    /// Action areas that hold a gaucho of this seat.
    pub areas: Areas,
    /// Tiles of the pampa on which one stands.
    pub standing: Tiles,
    /// Tiles of the pampa on which one lies.
    pub lying: Tiles,
    /// The herds.
    pub herds: Herds,
    /// Collected tiles that are in no herd yet.
    pub pending: Tiles,
    /// Money.
    pub pesos: u32,
    /// The tiles drawn at the start, until all have chosen.
    pub start_draw: Tiles,
    /// What the seat keeps of them, until all have chosen.
    pub choice: Option<Keep>,
    /// The start tiles it did not keep.
    pub discards: Tiles,
    /// The tiles of the steppe that it has looked at.
    pub steppe_seen: Tiles,
}

/// A choice of start tiles.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
pub struct Keep {
    /// The tiles that are kept.
    pub tiles: Tiles,
    /// How those of one race are laid out.
    pub direction: Direction,
}

impl State {
    /// The seat that acts.
    pub const fn player(&self) -> &Player {
        &self.players[self.seat.index()]
    }

    /// The seat that acts, to change it.
    pub const fn player_mut(&mut self) -> &mut Player {
        &mut self.players[self.seat.index()]
    }

    /// The tiles in a pasture, left to right.
    pub fn pasture(&self, pasture: Pasture) -> impl Iterator<Item = Tile> + '_ {
        self.pampa[pasture.index()].iter().flatten().copied()
    }

    /// The tiles in the pampa.
    pub fn pampa_tiles(&self) -> Tiles {
        self.pampa.as_flattened().iter().flatten().copied().collect()
    }

    /// The tiles of the pampa that hold a gaucho.
    pub fn occupied(&self) -> Tiles {
        let held = self.players.iter().map(|player| player.standing.or(player.lying));
        held.fold(Tiles::default(), Tiles::or)
    }

    /// The steppe tiles that somebody has looked at.
    pub fn steppe_known(&self) -> Tiles {
        self.players.iter().fold(Tiles::default(), |known, player| known.or(player.steppe_seen))
    }

    /// How many tiles are in the steppe.
    pub fn steppe_count(&self) -> u8 {
        self.steppe_known().len() + self.steppe_unseen
    }

    /// The seats that have not chosen their start tiles, of `seats`.
    pub fn choosing(&self, seats: u8) -> Seats {
        let open = Seat::all(seats).filter(|seat| self.players[seat.index()].choice.is_none());
        open.fold(Seats::default(), Seats::with)
    }
}
