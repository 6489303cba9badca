//! §15 corner cases that the other chapters leave over.

use ludoteca_rules::Game;
use ludoteca_rules::Seat;
use ludoteca_rules::burgenland::{Action, Burgenland, Castle, Phase};

use crate::board::{Board, rules};

/// §15.1: with no card left anywhere the draw takes none and is still the main action.
#[test]
fn s15_1_a_draw_of_nothing() {
    let mut board = Board::new(2, &[], "deck = []");
    board.acts(0, "draw_cards", &[]);
    assert_eq!((board.state.phase, board.hand(0).as_str()), (Phase::After, ""));
}

/// §15.4: the large castle always has room, also for the twelfth piece.
#[test]
fn s15_4_the_large_castle_is_never_full() {
    let mut board = Board::new(2, &[], r#"hand0 = ["white_1*4"]"#);
    board.state.players[1].large = [16, 12, 12, 0];
    board.acts(0, "start_build wall large same", &[]);
    board.acts(0, "pay_auto", &[]);
    assert_eq!(board.player(0).large, [1, 0, 0, 0]);
}

/// §15.5: in a full castle with a keep, extra space and ignored rules make room for another.
#[test]
fn s15_5_a_second_keep_in_a_full_castle() {
    let mut board = Board::new(
        2,
        &[],
        r#"
        hand0 = ["red_1*4", "white_3"]
        tiles0 = { extra_space = 1, ignore_rules = 1 }
        site = { c1_north = "keep/1", c1_west = "wall/1", c1_east = "wall/1" }
    "#,
    );
    let keeps: Vec<String> = board.legal().into_iter().filter(|a| a.contains("keep c1_")).collect();
    assert_eq!(keeps, ["start_build keep c1_extra border ignore"]);
    board.acts(0, "start_build keep c1_extra border ignore", &[]);
    board.acts(0, "pay_auto", &["architect_top 1"]);
    assert_eq!(board.state.count(Castle(0), ludoteca_rules::burgenland::Piece::Keep), 2);
}

/// §15.6: a wall goes to a castle whose houses have none: only houses need walls.
#[test]
fn s15_6_a_wall_after_ignored_houses() {
    let mut board = Board::new(
        2,
        &[],
        r#"
        hand0 = ["red_1*4"]
        site = { c1_west = "house/1" }
    "#,
    );
    board.acts(0, "start_build wall c1_north border", &[]);
}

/// §15.9: when nobody has a well left the indicator points where nobody builds.
#[test]
fn s15_9_no_well_left() {
    let board = Board::new(
        2,
        &[],
        r#"
        hand0 = ["purple_1*4"]
        supply0 = { wall = 1 }
        supply1 = { wall = 1 }
        wells_built = 6
    "#,
    );
    assert!(board.legal().iter().all(|action| !action.contains("well")));
}

/// §15.11: what is played for an absent seat, in each phase.
#[test]
fn s15_11_default_actions() {
    let default =
        |board: &Board, seat| Burgenland::default_action(&board.rules, &board.state, Seat(seat));
    let seats = [("neutral_placement", "seats"), ("start_seat", "0")];
    let (mut placing, _) = Board::set_up(rules(3, &seats).unwrap(), &[]);
    assert_eq!(default(&placing, 0), Some(Action::PlaceNeutral { castle: Castle(0) }));
    placing.acts(0, "place_neutral c1", &[]);
    assert_eq!(
        default(&placing, 1),
        Some(Action::PlaceNeutral { castle: Castle(1) }),
        "the first legal one"
    );
    let mut board = Board::new(2, &[], r#"hand0 = ["red_1*4"]"#);
    assert_eq!(default(&board, 0), Some(Action::DrawCards));
    assert_eq!(default(&board, 1), None, "it has nothing to decide");
    board.acts(0, "start_build wall c1_west border", &[]);
    assert_eq!(default(&board, 0), Some(Action::PayAuto));
    board.acts(0, "pay_auto", &[]);
    assert_eq!(default(&board, 0), Some(Action::EndTurn));
}

/// §15.12: an empty hand and no tiles leave one action, which is still sent.
#[test]
fn s15_12_nothing_but_a_draw() {
    assert_eq!(Board::new(2, &[], "").legal(), ["draw_cards"]);
}

/// §15.13: a piece in the large castle or on an extra space can be the last one.
#[test]
fn s15_13_any_last_piece_counts() {
    for build in ["wall large same", "wall c1_extra border"] {
        let mut board = Board::new(
            2,
            &[],
            r#"
            hand0 = ["red_1*4"]
            supply0 = { wall = 1 }
            tiles0 = { extra_space = 1 }
        "#,
        );
        board.acts(0, &format!("start_build {build}"), &[]);
        board.acts(0, "pay_auto", &[]);
        assert_eq!(board.state.winner, Some(Seat(0)), "{build}");
    }
}
