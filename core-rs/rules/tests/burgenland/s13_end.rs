//! §13 end and ranking.

use ludoteca_rules::burgenland::{Burgenland, Phase};
use ludoteca_rules::{Game, Seat};

use crate::board::Board;

/// §13: the last piece ends the game in the middle of a turn; nobody decides anything after it.
#[test]
fn s13_nobody_acts_after_the_end() {
    let mut board = Board::new(
        2,
        &[],
        "hand0 = [\"red_1*4\"]\nsupply0 = { house = 1 }\nsite = { c1_north = \"wall/1\" }",
    );
    assert!(Burgenland::outcome(&board.rules, &board.state).is_none());
    board.acts(0, "start_build house c1_west border", &[]);
    board.acts(0, "pay_auto", &[]);
    assert_eq!(board.state.phase, Phase::Over);
    let outcome = Burgenland::outcome(&board.rules, &board.state).unwrap();
    assert_eq!(outcome.winners, [Seat(0)]);
    assert!(Burgenland::deciders(&board.rules, &board.state).is_empty());
    assert!(board.legal().is_empty());
    assert_eq!(Burgenland::default_action(&board.rules, &board.state, Seat(0)), None);
}

/// §13: a turn limit stops the game without a winner; several seats may share the first rank.
#[test]
fn s13_turn_limit() {
    let options = [("turn_limit", "3")];
    let mut board = Board::new(3, &options, "");
    for (seat, card) in [(0, "red_2"), (1, "red_2"), (2, "red_1")] {
        assert_eq!(board.state.phase, Phase::Main);
        let draw = format!("draw_card {card}");
        board.acts(seat, "draw_cards", &[&draw, &draw]);
        board.acts(seat, "end_turn", &[]);
    }
    assert_eq!(board.state.phase, Phase::Over);
    let outcome = Burgenland::outcome(&board.rules, &board.state).unwrap();
    assert_eq!(outcome.winners, []);
    assert_eq!(
        outcome.ranking,
        [vec![Seat(0), Seat(1)], vec![Seat(2)]],
        "4 coins, 4 coins, 2 coins"
    );
}

/// §2: a limit of 0 never stops the game.
#[test]
fn s02_no_turn_limit() {
    let mut board = Board::new(2, &[("turn_limit", "0")], "turn = 4000000");
    board.acts(0, "draw_cards", &["draw_card red_1", "draw_card red_1"]);
    board.acts(0, "end_turn", &[]);
    assert_eq!((board.state.phase, board.state.turn), (Phase::Main, 4_000_001));
}
