//! The ranking (`rules.md` §12).

use super::ids::Phase;
use super::state::State;
use crate::{Outcome, Seat};

/// How the game ended, once it has.
///
/// Rules: el_gaucho §12.
pub(super) fn outcome(seats: u8, state: &State) -> Option<Outcome> {
    if state.phase != Phase::Over {
        return None;
    }
    let ranking = ranking(seats, state);
    let winners = ranking.first().cloned().unwrap_or_default();
    Some(Outcome { ranking, winners })
}

/// The seats with the most pesos.
pub(super) fn winners(seats: u8, state: &State) -> Vec<Seat> {
    ranking(seats, state).into_iter().next().unwrap_or_default()
}

/// By pesos, most first; equal seats share a rank.
///
/// Rules: el_gaucho §12 step 3.
fn ranking(seats: u8, state: &State) -> Vec<Vec<Seat>> {
    let pesos = |seat: &Seat| state.players[seat.index()].pesos;
    let mut order: Vec<Seat> = Seat::all(seats).collect();
    order.sort_by_key(|seat| std::cmp::Reverse(pesos(seat))); // stable: equal seats stay in order
    order.chunk_by(|a, b| pesos(a) == pesos(b)).map(<[Seat]>::to_vec).collect()
}
