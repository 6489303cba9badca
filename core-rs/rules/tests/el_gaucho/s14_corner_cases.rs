//! §14 corner cases and default actions.

use ludoteca_rules::el_gaucho::{ElGaucho, Phase};
use ludoteca_rules::{Game, Seat};

use crate::board::{Board, text};

/// What is played for an absent seat, as text.
fn default(board: &Board, seat: u8) -> Option<String> {
    let action = ElGaucho::default_action(&board.rules, &board.state, Seat(seat))?;
    Some(text(&ElGaucho::form(board.content(), &action)))
}

/// §14: the default of each phase; none for a seat that has nothing to decide.
#[test]
fn s14_default_actions() {
    let keep = r#"
        phase = "keep"
        drawn0 = ["brown_09", "ochre_12", "white_12"]
        drawn1 = ["brown_01"]
        "#;
    let secret = "phase = \"secret\"\nseen0 = [\"brown_09\", \"ochre_11\", \"white_11\"]\n\
        pasture_a = \"black_01 -, black_02 -\"";
    let taken = format!("secret_taken = true\n{secret}");
    let collect = "phase = \"collect\"\nareas0 = [\"sort\"]\nherds0 = [\"brown 4,6\"]\n\
        pending0 = [\"brown_05\", \"brown_07\", \"white_01\"]";
    let cases = [
        (keep, "keep_start_tiles([ochre_12], none)"),
        ("phase = \"place\"\nareas1 = [\"sort\"]", "place_start_gaucho(wish)"),
        ("picked = false\ndice_pool = [1, 2, 5, 5, 6]", "pick_dice([5,6])"),
        ("picked = false\ndice_pool = [3, 3, 3]", "pick_dice([3,3])"),
        ("hand = [5, 6]\nareas0 = [\"wish\"]", "end_turn()"),
        ("phase = \"final\"\npicked = false\nareas0 = [\"wish\"]", "end_turn()"),
        (secret, "secret_take(ochre_11, pasture_b)"),
        (&taken, "secret_done()"),
        (collect, "collect_tile(brown_05, append)"),
        (
            "phase = \"gather\"\npending0 = [\"white_01\", \"white_02\"]",
            "collect_tile(white_01, append)",
        ),
    ];
    for (before, wanted) in cases {
        let board = Board::new(2, before);
        assert_eq!(default(&board, 0).as_deref(), Some(wanted), "{before}");
        assert!(board.legal_of(0).contains(&wanted.to_owned()), "{wanted} is legal");
        if board.state.phase != Phase::Keep {
            assert_eq!(default(&board, 1), None);
        }
    }
    assert_eq!(default(&Board::new(2, "phase = \"over\""), 0), None);
}

/// §14: a table at which every seat is absent comes to its end by the cap.
#[test]
fn s14_absent_seats_play_to_the_cap() {
    let mut board = Board::drawn(3, &[]);
    let mut played = 0;
    while board.state.phase != Phase::Over {
        let seat = board.acting();
        let action = default(&board, seat).unwrap();
        board.does(&action);
        played += 1;
    }
    assert_eq!(board.state.round, 102);
    assert_eq!(played, 3 + 3 + 101 * 6 + 3, "keep, place, two actions a turn, the final round");
    assert!(board.state.pile_count > 0);
}

/// §14: no legal use for the dice: they are taken, and the turn ends. No gaucho at home: recall or end.
#[test]
fn s14_nothing_to_do_with_the_dice() {
    let board = Board::new(2, "hand = [6, 6]\npasture_a = \"white_05 1S\"");
    let legal = board.legal();
    assert_eq!(legal, ["place_on_area(secret_cattle, [6])", "end_turn()"]);
    let board = Board::new(
        2,
        "hand = [6, 6]\nsupply0 = 0\nareas0 = [\"sort\"]\npasture_a = \"white_06 0L\"",
    );
    let legal = board.legal();
    assert_eq!(legal, ["recall_from_area(sort)", "recall_from_tile(white_06)", "end_turn()"]);
}

/// §14: overseer held and nobody lies: it cannot be used, only recalled.
#[test]
fn s14_overseer_without_work() {
    let board = Board::new(2, "areas0 = [\"overseer\"]\npasture_a = \"white_05 1S\"");
    assert_eq!(board.legal(), ["recall_from_area(overseer)", "end_turn()"]);
}

/// §14: two tiles of one race pending: the second may force a sale of the herd just extended.
#[test]
fn s14_the_second_tile_may_sell_what_the_first_extended() {
    let mut board = Board::new(
        2,
        "phase = \"collect\"\npicked = false\nherds0 = [\"brown 2,4\"]\npending0 = [\"brown_01\", \"brown_09\"]",
    );
    board.does("collect_tile(brown_09, append)");
    assert_eq!(board.herds(0), ["brown 1"]);
    assert_eq!(board.player(0).pesos, 27, "3 tiles x 9");
}

/// §14: secret cattle with one empty space: one tile, and the phase ends by itself.
#[test]
fn s14_one_empty_space() {
    let before = r#"
        areas0 = ["secret_cattle"]
        pasture_a = "white_01 -, _"
        pasture_b = "white_02 -, white_03 -, white_04 -"
        pasture_c = "black_02 -, black_03 -, black_04 -"
        pasture_d = "ochre_02 -, ochre_03 -, ochre_04 -, ochre_05 -"
        "#;
    let mut board = Board::new(2, before);
    board.does("use_secret_cattle()");
    let take = board.legal()[0].clone();
    assert!(take.ends_with("pasture_a)"), "{take}");
    board.does(&take);
    assert_eq!(board.state.phase, Phase::Turn);
}
