//! §12 final scoring.

use ludoteca_rules::el_gaucho::{ElGaucho, Phase};
use ludoteca_rules::{Game, Seat, Viewer};

use crate::board::{Board, listed};

const LAST: &str = r#"
phase = "final"
picked = false
round = 10
trigger_round = 8
pile = 0
steppe_unseen = 0
"#;

/// §12 step 1: standing gauchos of any pasture bring their tiles home, clockwise from the start seat.
#[test]
fn s12_gather_in_turn_order() {
    let mut board = Board::new(
        3,
        &format!(
            "{LAST}start_seat = 2\nseat = 1\npasture_a = \"brown_01 0S, brown_02 0S, white_12 -\"\n\
             pasture_b = \"black_01 2S, black_02 2S, white_11 1L\""
        ),
    );
    board.does("end_turn()");
    // Pasture b is complete, a is not: first the collection, then the gathering.
    assert_eq!((board.state.phase, board.state.seat), (Phase::Collect, Seat(2)));
    board.does("collect_tile(black_01, append)");
    assert_eq!((board.state.phase, board.state.seat), (Phase::Gather, Seat(0)));
    assert_eq!(board.told(Viewer::Public, "fact-last-tiles").len(), 1);
    board.does("collect_tile(brown_02, append)");
    assert_eq!(board.state.phase, Phase::Over);
    assert_eq!(board.state.players.map(|player| player.pesos), [4, 0, 4, 0]);
    let pasture = board.content().pasture("pasture_b").unwrap();
    assert_eq!(board.pasture(pasture), "_, _, white_11 1L, _", "lying gauchos count for nothing");
}

/// §12 step 2: every herd is sold, single tiles too, and told.
#[test]
fn s12_every_herd_is_sold() {
    let mut board = Board::new(
        2,
        &format!(
            "{LAST}seat = 1\nherds0 = [\"brown 4,6,9\", \"white 3\"]\nherds1 = [\"black 12,1\"]"
        ),
    );
    board.does("end_turn()");
    assert_eq!(board.state.players.map(|player| player.pesos), [30, 24, 0, 0]);
    let told = board.told(Viewer::Public, "fact-sell-herd");
    let sales: Vec<(String, Option<i64>)> =
        told.iter().map(|fact| (listed(&fact.sentence, "tiles"), fact.amount)).collect();
    let wanted =
        [("[brown_04,brown_06,brown_09]", 27), ("[white_03]", 3), ("[black_12,black_01]", 24)];
    assert_eq!(sales, wanted.map(|(tiles, pesos)| (tiles.to_owned(), Some(pesos))));
    let won = board.told(Viewer::Public, "fact-win");
    assert_eq!(won[0].sentence.args[1].1, ludoteca_rules::Arg::Number(1));
}

/// §12 step 3: equal seats share a rank, and all seats with the most pesos win.
#[test]
fn s12_ties_are_shared() {
    let outcome = |pesos: &str| {
        let board = Board::new(4, &format!("phase = \"over\"\npesos = {pesos}"));
        let outcome = ElGaucho::outcome(&board.rules, &board.state).unwrap();
        (outcome.ranking, outcome.winners)
    };
    let seats = |list: &[u8]| list.iter().map(|seat| Seat(*seat)).collect::<Vec<_>>();
    let (ranking, winners) = outcome("[0, 0, 0, 0]");
    assert_eq!((ranking, winners), (vec![seats(&[0, 1, 2, 3])], seats(&[0, 1, 2, 3])));
    let (ranking, winners) = outcome("[7, 9, 7, 1]");
    assert_eq!((ranking, winners), (vec![seats(&[1]), seats(&[0, 2]), seats(&[3])], seats(&[1])));
    let board = Board::new(4, "pesos = [7, 9, 7, 1]");
    assert_eq!(ElGaucho::outcome(&board.rules, &board.state), None, "not over yet");
}
