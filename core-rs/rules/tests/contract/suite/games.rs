//! What the suite has to know of each game.

use ludoteca_rules::fixtures::goofspiel::{self, Goofspiel};
use ludoteca_rules::fixtures::tic_tac_toe::{self, TicTacToe};
use ludoteca_rules::{Actor, Playout, Seat, Viewer};

use super::{Case, Contract};

impl Contract for TicTacToe {
    const CASES: &'static [Case] =
        &[Case { seats: 2, options: &[] }, Case { seats: 2, options: &[("start_seat", "1")] }];
    const ACTIONS: &'static [&'static str] = &["place"];
    const LONGEST: usize = 10;
    const SECRETS: bool = false;

    fn hides(_what: &str, _actor: Actor, _viewer: Viewer) -> bool {
        false
    }

    fn uncovers(_state: &Self::State, _actor: Actor, _viewer: Viewer) -> bool {
        false
    }

    fn wild(chance: &mut Playout) -> Option<tic_tac_toe::Action> {
        let cell = u8::try_from(9 + chance.below(247)).unwrap_or(u8::MAX);
        Some(tic_tac_toe::Action::Place { cell: tic_tac_toe::Cell(cell) })
    }
}

impl Contract for Goofspiel {
    const CASES: &'static [Case] =
        &[Case { seats: 2, options: &[] }, Case { seats: 2, options: &[("ties", "discard")] }];
    const ACTIONS: &'static [&'static str] = &["bid"];
    const LONGEST: usize = 27;
    const SECRETS: bool = true;

    fn hides(_what: &str, _actor: Actor, _viewer: Viewer) -> bool {
        false // every prize is turned up before everybody
    }

    fn uncovers(state: &Self::State, _actor: Actor, viewer: Viewer) -> bool {
        // The second bid of a round shows the first one to everybody else.
        Seat::all(2).any(|seat| state.bids[seat.index()].is_some() && !viewer.holds(seat))
    }

    fn wild(chance: &mut Playout) -> Option<goofspiel::Action> {
        let card = [0, 14, 16, 17, 255][chance.below(5) as usize];
        Some(goofspiel::Action::Bid { card: goofspiel::Card(card) })
    }
}
