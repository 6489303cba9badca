//! End and ranking (`rules.md` §13).

use super::content::Content;
use super::ids::Phase;
use super::state::{Player, State};
use crate::{Outcome, Seat};

/// How the game ended, once it has.
///
/// Rules: burgenland §13.
pub(super) fn outcome(content: &Content, seats: u8, state: &State) -> Option<Outcome> {
    if state.phase != Phase::Over {
        return None;
    }
    Some(Outcome {
        ranking: ranking(content, seats, state),
        winners: state.winner.into_iter().collect(),
    })
}

/// Fewest pieces left, then most coins in hand; seats equal in both share a rank. A winner has no piece
/// left and is alone in that.
fn ranking(content: &Content, seats: u8, state: &State) -> Vec<Vec<Seat>> {
    let standing = |seat: Seat| {
        let player = &state.players[seat.index()];
        (player.pieces_left(), std::cmp::Reverse(coins(content, player)))
    };
    let mut order: Vec<Seat> = Seat::all(seats).collect();
    order.sort_by_key(|seat| standing(*seat)); // stable: seats of one rank stay in order
    order.chunk_by(|a, b| standing(*a) == standing(*b)).map(<[Seat]>::to_vec).collect()
}

/// Colour cards at face value and jokers.
fn coins(content: &Content, player: &Player) -> u32 {
    let jokers = player.jokers.saturating_mul(u32::from(content.joker.coin_value));
    player.hand.coins().saturating_add(jokers)
}
