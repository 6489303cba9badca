//! §7.5 collection: decisions of several seats, and the steps that are none.

use ludoteca_rules::el_gaucho::Phase;
use ludoteca_rules::{Seat, Viewer};

use crate::board::Board;
use crate::short::random_positions;

/// §7.5: a step with one legal action is applied by the core; no seat is ever asked for one.
#[test]
fn s07_5_forced_steps_are_no_decisions() {
    let mut asked = 0;
    random_positions(60, |position| {
        if matches!(position.state().phase, Phase::Collect | Phase::Gather) {
            assert!(position.legal().len() > 1, "{:?}", position.state());
            asked += 1;
        }
    });
    assert!(asked > 200, "{asked}");
}

/// §7.5: forced steps between decisions are applied in the same event, also for the seats that follow.
#[test]
fn s07_5_forced_steps_follow_in_the_same_event() {
    let mut board = Board::new(
        3,
        r#"
        phase = "collect"
        picked = false
        start_seat = 1
        seat = 1
        pending1 = ["brown_01", "brown_02", "white_05"]
        pending2 = ["black_03"]
        pending0 = ["ochre_03", "ochre_09"]
        "#,
    );
    board.does("collect_tile(brown_02, append)");
    assert_eq!(board.herds(1), ["brown 2,1", "white 5"]);
    assert_eq!(board.herds(2), ["black 3"]);
    assert_eq!((board.state.phase, board.state.seat), (Phase::Collect, Seat(0)), "order 1, 2, 0");
    let told: Vec<Option<i64>> =
        board.told(Viewer::Public, "fact-append").iter().map(|fact| fact.amount).collect();
    assert_eq!(told, [Some(1); 4]);
}

/// §7.5: one gaucho sorts one tile; without him the rest is forced.
#[test]
fn s07_5_one_gaucho_sorts_one_tile() {
    let mut board = Board::new(
        2,
        r#"
        phase = "collect"
        picked = false
        areas0 = ["sort"]
        herds0 = ["brown 2,8", "white 2,8"]
        pending0 = ["brown_05", "white_05"]
        "#,
    );
    board.does("collect_tile(brown_05, sort)");
    assert_eq!(board.herds(0), ["brown 2,5,8", "white 5"], "white had to be sold");
    assert_eq!((board.player(0).pesos, board.player(0).supply), (16, 4));
}

/// §7.5: races come in race order, whatever the order of the tiles in the pampa.
#[test]
fn s07_5_current_race_first() {
    let mut board = Board::new(
        2,
        "phase = \"collect\"\npicked = false\npending0 = [\"spotted_01\", \"ochre_02\", \"ochre_04\"]",
    );
    assert_eq!(board.refusal("collect_tile(spotted_01, append)"), "not_current_race");
    assert_eq!(board.legal(), ["collect_tile(ochre_02, append)", "collect_tile(ochre_04, append)"]);
}

/// An offer says whether the round ends with it and something is rolled then.
#[test]
fn s07_5_what_a_step_reveals() {
    let before = r#"
        phase = "collect"
        picked = false
        pending0 = ["brown_01", "brown_02", "brown_03"]
        "#;
    let mut board = Board::new(2, before);
    board.sends("collect_tile(brown_02, append)", false);
    board.sends("collect_tile(brown_01, append)", true);
    assert_eq!(board.state.phase, Phase::Turn);
    // After the last regular round nothing is left to draw, and nothing is rolled.
    let last = "\nround = 8\ntrigger_round = 7\npile = 0\nsteppe_unseen = 0";
    let mut board = Board::new(2, &format!("{before}{last}"));
    board.sends("collect_tile(brown_02, append)", false);
    board.sends("collect_tile(brown_01, append)", false);
    assert_eq!(board.state.phase, Phase::Final);
}
