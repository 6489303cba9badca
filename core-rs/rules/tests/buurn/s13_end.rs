//! §13 the end of the game.

use ludoteca_rules::buurn::Buurn;
use ludoteca_rules::{Game, Seat, Viewer};

use crate::board::Board;

fn ended(seats: u8, before: &str) -> Board {
    let mut board = Board::fixture(seats, &toml::Table::new(), "smuggler");
    board.change(&format!("phase = \"finished\"\n{before}").parse().unwrap());
    board
}

/// §13: first place may be shared, and is a shared victory.
#[test]
fn s13_a_shared_victory() {
    let board = ended(3, "money = [10, 10, 3]");
    let outcome = Buurn::outcome(&board.rules, &board.state).unwrap();
    assert_eq!(outcome.winners, [Seat(0), Seat(1)]);
    assert_eq!(outcome.ranking, [vec![Seat(0), Seat(1)], vec![Seat(2)]]);
}

/// §13: scores may be negative; only families in play score.
#[test]
fn s13_scores_may_be_negative() {
    let mut board = ended(3, "money = [4, 0, 0]\nface_up0 = [\"carolina_reaper\"]");
    board.state.players[1].face_up = board.state.players[0].face_up;
    board.state.families =
        [board.content().family("carolina_reaper").unwrap()].into_iter().collect();
    let view = Buurn::view(&board.rules, &board.state, Viewer::Public);
    let totals: Vec<i64> = view.players.iter().map(|p| p.score.unwrap().total()).collect();
    assert_eq!(totals, [-3, -3, 0]);
    assert_eq!(view.ranking, [vec![Seat(2)], vec![Seat(0)], vec![Seat(1)]], "money breaks the tie");
}

/// §13: before the end there is no outcome, whatever the points.
#[test]
fn s13_no_outcome_before_the_end() {
    let board = Board::fixture(3, &toml::Table::new(), "smuggler");
    assert_eq!(Buurn::outcome(&board.rules, &board.state), None);
    let json = Buurn::state_json(&board.rules, &board.state);
    assert!(json["ranking"].is_null() && json["scores"].is_null());
    let json = Buurn::state_json(&board.rules, &ended(3, "money = [12, 12, 3]").state);
    assert_eq!(json["ranking"].to_string(), "[[0,1],[2]]");
    assert_eq!(json["scores"].to_string(), "[2,2,0]");
}

/// §13: everybody is told the points, and what was hidden.
#[test]
fn s13_the_end_is_told() {
    let mut board = Board::fixture(3, &toml::Table::new(), "smuggler");
    board.change(&"final_turn = 1\nface_down2 = [\"fuel\"]".parse().unwrap());
    board.step("T 12..0", &[]);
    let points = board.facts(Viewer::Public, "fact-score");
    let points: Vec<i64> = points.iter().map(|fact| fact.amount.unwrap()).collect();
    assert_eq!(points, [2, 2, 2 + 12], "$12 each; the only fuel");
}
