//! §15 log, views and what observers are told; what counts as shown, and what an offer says before.

use ludoteca_rules::el_gaucho::ElGaucho;
use ludoteca_rules::{Actor, Anchor, Game, Seat, Viewer};

use crate::board::{Board, listed};

/// §15: a choice of start tiles is its seat's own until all have chosen; everything else is public.
#[test]
fn s15_which_actions_are_public() {
    let keep = "phase = \"keep\"\ndrawn0 = [\"brown_01\"]\ndrawn1 = [\"brown_02\"]";
    let board = Board::new(2, keep);
    let seen = |board: &Board, text: &str, viewer| {
        let actor = Actor::Seat(Seat(board.acting()));
        ElGaucho::seen(&board.rules, &board.state, actor, &board.action(text), viewer).is_some()
    };
    let first = "keep_start_tiles([brown_01], none)";
    assert!(seen(&board, first, Viewer::Seat(Seat(0))));
    assert!(!seen(&board, first, Viewer::Seat(Seat(1))) && !seen(&board, first, Viewer::Public));
    let mut board = board;
    board.does(first);
    let last = "keep_start_tiles([brown_02], none)";
    assert!(seen(&board, last, Viewer::Seat(Seat(0))) && seen(&board, last, Viewer::Public));
    let secret = Board::new(2, "phase = \"secret\"\nseen0 = [\"brown_01\"]");
    assert!(seen(&secret, "secret_take(brown_01, pasture_a)", Viewer::Public));
    let turn = Board::new(2, "hand = [1]");
    assert!(seen(&turn, "place_on_area(sort, [1])", Viewer::Public));
}

/// §15: what an event derives is told: sales, compensations, tiles collected, drawn and refilled, the end.
#[test]
fn s15_derived_facts() {
    let mut board = Board::new(
        2,
        r#"
        seat = 1
        round = 4
        pile = 1
        areas1 = ["theft"]
        herds0 = ["white 10"]
        herds1 = ["white 9,6"]
        pasture_a = "brown_05 0S, brown_07 1L"
        "#,
    );
    board.does("use_theft(white_10)");
    let amount = |board: &Board, key: &str| {
        let told = board.told(Viewer::Public, key);
        assert_eq!(told.len(), 1, "{key}");
        told[0].amount
    };
    assert_eq!(amount(&board, "fact-compensation"), Some(10));
    assert_eq!(amount(&board, "fact-sell-herd"), Some(18));
    assert_eq!(amount(&board, "fact-steal"), Some(1));
    board.does("end_turn()");
    assert_eq!(amount(&board, "fact-collect"), Some(1));
    assert_eq!(amount(&board, "fact-tile-drawn"), Some(1));
    let told = board.told(Viewer::Public, "fact-end-triggered");
    assert_eq!(told[0].sentence.args[0].1, ludoteca_rules::Arg::Number(4));
    let drawn = &board.told(Viewer::Public, "fact-tile-drawn")[0];
    assert_eq!(drawn.to, Some(Anchor("space pasture_a_1".to_owned())));
}

/// §15: what an action draws or shows, and what its offer says of that.
#[test]
fn s15_what_an_action_reveals() {
    let mut board = Board::new(
        2,
        r#"
        picked = false
        dice_pool = [1, 2, 3, 4, 6]
        areas0 = ["wish", "immediate_sale", "overseer"]
        herds0 = ["white 2,3"]
        pasture_a = "brown_04 -, brown_06 1L"
        pasture_b = "white_08 -"
        pile = 20
        "#,
    );
    board.sends("use_immediate_sale(white)", false);
    board.sends("pick_dice([2,4])", false);
    board.sends("use_overseer_replace(brown_06)", false);
    board.sends("place_lying(brown_04, [2])", false);
    board.sends("use_wish(4)", false);
    board.sends("place_standing(white_08, [4,4])", false);
    board.sends("end_turn()", false);
    board.sends("pick_dice([1,3])", false);
    board.sends("place_on_area(sort, [1])", false);
    board.sends("end_turn()", true);
    // The last turn with a decision to come draws nothing yet.
    let mut board = Board::new(2, "seat = 1\npasture_a = \"brown_04 0S, brown_06 0S\"\npile = 20");
    board.sends("end_turn()", false);
    // Nor does the end of the final round, whatever is left.
    let last =
        "phase = \"final\"\npicked = false\nround = 103\ntrigger_round = 101\nseat = 1\npile = 7";
    let mut board = Board::new(2, last);
    board.sends("end_turn()", false);
}

/// §15: setup and the first gaucho.
#[test]
fn s15_what_the_preliminary_round_reveals() {
    let mut board = Board::drawn(2, &[("start_seat", "0")]);
    let action = board.legal_of(0)[0].clone();
    board.sends(&action, false);
    let action = board.legal_of(1)[0].clone();
    board.sends(&action, true);
    board.sends("place_start_gaucho(sort)", false);
    board.sends("place_start_gaucho(wish)", true);
}

/// Offers point at things in the view.
#[test]
fn s15_anchors_of_parameters() {
    let board = Board::new(
        2,
        r#"
        hand = [1, 4]
        areas0 = ["theft", "immediate_sale"]
        herds0 = ["white 2,3"]
        herds1 = ["black 7"]
        pasture_a = "brown_04 -"
        "#,
    );
    let anchors = |board: &Board, text: &str| -> Vec<String> {
        let params = board.offer(text).params.into_iter();
        params.filter_map(|(_, _, anchor)| anchor).map(|Anchor(anchor)| anchor).collect()
    };
    assert_eq!(anchors(&board, "place_standing(brown_04, [4])"), ["tile brown_04"]);
    assert_eq!(anchors(&board, "place_on_area(sort, [1])"), ["area sort"]);
    assert_eq!(anchors(&board, "use_theft(black_07)"), ["tile black_07"]);
    assert_eq!(anchors(&board, "use_immediate_sale(white)"), ["herd 0/white"]);
    assert!(anchors(&board, "end_turn()").is_empty());
    let board = Board::new(2, "phase = \"secret\"\nseen0 = [\"brown_01\"]");
    let shown = anchors(&board, "secret_take(brown_01, pasture_d)");
    assert_eq!(shown, ["tile brown_01", "pasture pasture_d"]);
}

/// An offer warns where dice would be lost, and says what comes of a step of the collection.
#[test]
fn s15_warnings_and_labels() {
    let board = Board::new(2, "hand = [1, 4]");
    let warning = board.offer("end_turn()").warning.unwrap();
    assert_eq!((warning.key, listed(&warning, "dice").as_str()), ("warning-dice-lost", "[1,4]"));
    assert_eq!(Board::new(2, "").offer("end_turn()").warning, None);
    let board = Board::new(
        2,
        r#"
        phase = "collect"
        areas0 = ["sort"]
        herds0 = ["brown 4,6"]
        pending0 = ["brown_05", "brown_09"]
        "#,
    );
    let label = |text: &str| {
        let label = board.offer(text).label;
        let number = |name: &str| listed(&label, name);
        format!("{} {} {}", label.key, number("worth"), number("pesos"))
    };
    assert_eq!(label("collect_tile(brown_05, append)"), "label-append-after-sale 5 12");
    assert_eq!(label("collect_tile(brown_09, append)"), "label-append 27 0");
    assert_eq!(label("collect_tile(brown_05, sort)"), "label-sort 18 0");
}
