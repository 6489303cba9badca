//! §12 organisation effects, where `examples.md` has no vector.

use ludoteca_rules::buurn::Buurn;
use ludoteca_rules::{Actor, Game, Seat, Viewer};

use crate::board::Board;

fn resolved(offer: &str, before: &str) -> Board {
    let mut board = Board::fixture(4, &toml::Table::new(), offer);
    board.change(&before.parse().unwrap());
    for step in ["SOLD 0 1", "1 grab X a1 1", "2 grab O a1 1", "0 give_lot 0"] {
        board.step(step, &[]);
    }
    board
}

/// §12: `take_bank` of an empty Bank is nothing, and nobody profits.
#[test]
fn s12_an_empty_bank_gives_nothing() {
    let board = resolved("safecracker", "bank = 0\norganisations1 = [\"silent_partner\"]");
    assert_eq!(board.money()[1..3], [13, 14], "$2 from the supply, and no more");
}

/// §12: `other_takes_bank` pays for others, by a market too, and not for the owner itself.
#[test]
fn s12_who_profits_from_the_bank() {
    let mut board = resolved("smuggler", "organisations1 = [\"silent_partner\"]");
    board.step("3 market bank", &[]);
    assert_eq!(board.money(), [11, 15, 12, 13]);
    let mut board = resolved("smuggler", "organisations3 = [\"silent_partner\"]");
    board.step("3 market bank", &[]);
    assert_eq!(board.money(), [11, 13, 12, 13], "the owner takes it: no gain");
}

/// §12: permanent cards do nothing in the turn in which they are taken.
#[test]
fn s12_a_card_works_from_the_next_turn_on() {
    let mut board = Board::fixture(4, &toml::Table::new(), "smuggler");
    for step in ["SOLD 0 1", "1 grab X a1 1", "3 grab O a1 1", "0 give_lot 0"] {
        board.step(step, &[]);
    }
    board.step("2 market bank", &[]);
    let start = board.state.start_number;
    for step in [&format!("T {start}..2"), "0 grab P a2 2", "1 grab X a2 2", "2 grab O a2 2"] {
        board.step(step, &[]);
    }
    board.state.bank = 1;
    board.step("0 give_lot 0", &[]);
    let view = Buurn::view(&board.rules, &board.state, Viewer::Public);
    assert_eq!(view.market_cost, Some(3), "smuggler, taken in turn 1: 5 - 2");
}

/// §12: discounts never make a purchase free, nor a market cost less than nothing.
#[test]
fn s12_discounts_end_somewhere() {
    let board = resolved("benzo", "organisations0 = [\"hard_bargainer\"]");
    assert_eq!(board.money()[0], 11, "$1 at least");
}

/// §12: `give` and `swap` name face-up cards: those face down can be neither swapped nor given.
#[test]
fn s12_face_down_cards_stay() {
    let board = resolved("fly_tipper", "face_down2 = [\"citron\"]");
    assert_eq!(board.state.pending.unwrap().question.id(), "market", "nothing to give");
    let board = resolved(
        "swap_meet",
        "face_up2 = [\"citron\"]\nlot = [\"fuel\"]\nface_down3 = [\"citron\"]",
    );
    let listed = board.listed(Actor::Seat(Seat(2)));
    assert_eq!(listed, ["swap citron 0 fuel", "skip"], "what seat 0 just bought lies open");
}

/// §12: a card may do several things, in list order, also with a question between them.
#[test]
fn s12_effects_go_on_after_a_question() {
    let mut board = resolved("fly_tipper", "face_up2 = [\"citron\"]");
    assert_eq!((board.money()[2], board.state.effects_done), (12, 1));
    board.step("2 skip", &[]);
    assert_eq!((board.money()[2], board.state.effects_done), (14, 2));
}
