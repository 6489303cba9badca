//! §7.3 the turn: what belongs before and after the dice, and special actions.

use ludoteca_rules::el_gaucho::{Dice, Phase};

use crate::board::Board;

/// §7.3: special actions may come before the dice, the wish not; nothing that dice pay for may.
#[test]
fn s07_3_before_the_dice() {
    let board = Board::new(
        2,
        r#"
        picked = false
        dice_pool = [1, 2, 3]
        areas0 = ["sort", "wish", "immediate_sale", "theft", "overseer", "secret_cattle"]
        herds0 = ["white 3,6"]
        herds1 = ["black 4"]
        pasture_a = "brown_05 0L, brown_06 1L"
        pasture_b = "ochre_05 -"
        supply0 = 0
        "#,
    );
    let legal = board.legal();
    let mut names: Vec<&str> = legal.iter().map(|text| &text[..text.find('(').unwrap()]).collect();
    names.dedup();
    let wanted = [
        "pick_dice",
        "use_immediate_sale",
        "use_theft",
        "use_overseer_raise",
        "use_overseer_replace",
        "use_secret_cattle",
        "recall_from_area",
        "recall_from_tile",
    ];
    assert_eq!(names, wanted);
}

/// §7.3: dice are taken once in a turn; using them is not compulsory.
#[test]
fn s07_3_two_dice_once() {
    let mut board = Board::new(3, "picked = false\ndice_pool = [1, 1, 2, 3, 4, 5, 6]");
    board.does("pick_dice([1,4])");
    assert_eq!(board.refusal("pick_dice([2,3])"), "dice_already_picked");
    board.does("end_turn()");
    assert_eq!(board.acting(), 1);
    assert_eq!(board.state.dice_pool.faces().collect::<Vec<u8>>(), [1, 2, 3, 5, 6]);
    assert_eq!(board.refusal("end_turn()"), "dice_not_picked");
}

/// §10: entering one area and using another on the same turn is fine.
#[test]
fn s10_enter_one_area_and_use_another() {
    let mut board = Board::new(2, "hand = [1, 4]\nareas0 = [\"wish\"]\nsupply0 = 1");
    board.does("place_on_area(theft, [4])");
    board.does("use_wish(5)");
    board.does("place_on_area(overseer, [5])");
    assert_eq!(board.refusal("recall_from_area(overseer)"), "area_placed_this_turn");
    assert_eq!(board.player(0).supply, 0);
    board.does("end_turn()");
    board.state.seat = ludoteca_rules::Seat(0);
    board.state.picked = true;
    board.does("recall_from_area(overseer)");
    assert_eq!(board.player(0).supply, 1, "in a later turn he comes back");
}

/// §10: an area that was left is open again in the next turn, to the next seat at once.
#[test]
fn s10_a_vacated_area_is_closed_for_one_turn() {
    let mut board = Board::new(2, "hand = [1, 1]\nareas0 = [\"sort\"]\npile = 20");
    board.does("recall_from_area(sort)");
    assert_eq!(board.refusal("place_on_area(sort, [1])"), "area_vacated_this_turn");
    board.does("end_turn()");
    (board.state.picked, board.state.hand) = (true, Dice::of([1, 1]).unwrap());
    board.does("place_on_area(sort, [1])");
    board.does("end_turn()");
    assert_eq!(board.acting(), 1, "a new round, the other seat first");
    assert!(board.state.placed_areas.is_empty() && board.state.vacated_areas.is_empty());
}

/// §7.3: a wished die may be used alone or with one or both of the real ones (R12, R28).
#[test]
fn s07_3_a_wished_die_in_every_sum() {
    let mut board = Board::new(
        4,
        r#"
        hand = [1, 2]
        areas0 = ["wish"]
        pasture_d = "white_03 -, white_04 -, white_05 -, white_06 -"
        "#,
    );
    board.does("use_wish(3)");
    let standing: Vec<String> =
        board.legal().into_iter().filter(|text| text.starts_with("place_standing")).collect();
    assert_eq!(
        standing,
        [
            "place_standing(white_03, [3])",
            "place_standing(white_03, [1,2])",
            "place_standing(white_04, [1,3])",
            "place_standing(white_05, [2,3])",
            "place_standing(white_06, [1,2,3])",
        ]
    );
}

/// §7.3: in the final round there are no dice to take, and nothing waits for them.
#[test]
fn s07_3_final_round_without_dice() {
    let mut board = Board::new(
        2,
        "phase = \"final\"\npicked = false\nround = 9\ntrigger_round = 7\nareas0 = [\"wish\"]\n\
         pasture_a = \"white_06 -\"",
    );
    assert_eq!(board.refusal("pick_dice([1,1])"), "no_dice_in_final_round");
    assert_eq!(board.refusal("pick_dice([1])"), "bad_parameter", "malformed comes first");
    assert_eq!(board.refusal("place_standing(white_06, [6])"), "dice_unavailable");
    board.does("use_wish(6)");
    board.does("place_standing(white_06, [6])");
    assert_eq!(board.state.phase, Phase::Final);
}

/// §7.3: an immediate sale pays 5 more; the tiles are out of the game.
#[test]
fn s07_3_immediate_sale_pays_a_bonus() {
    let mut board = Board::new(2, "areas0 = [\"immediate_sale\"]\nherds0 = [\"white 12,10,1\"]");
    board.does("use_immediate_sale(white)");
    assert_eq!(board.player(0).pesos, 41, "3 tiles x 12 + 5");
    assert_eq!(board.ids(board.state.removed), ["white_01", "white_10", "white_12"]);
}

/// §7.3: theft takes any tile, the last one too; the victim is paid at once.
#[test]
fn s07_3_theft_of_the_last_tile() {
    let mut board = Board::new(
        3,
        "areas0 = [\"theft\"]\nherds1 = [\"white 7\"]\nherds2 = [\"black 9,2\"]\nherds0 = [\"brown 1\"]",
    );
    let thefts: Vec<String> =
        board.legal().into_iter().filter(|text| text.starts_with("use_theft")).collect();
    assert_eq!(thefts, ["use_theft(black_02)", "use_theft(black_09)", "use_theft(white_07)"]);
    board.does("use_theft(white_07)");
    assert!(board.herds(1).is_empty());
    assert_eq!(board.herds(0), ["brown 1", "white 7"]);
    assert_eq!(board.player(1).pesos, 7);
}

/// §7.3: the overseer raises one or two, in pairs of tile order.
#[test]
fn s07_3_overseer_raises_one_or_two() {
    let board = Board::new(
        2,
        "areas0 = [\"overseer\"]\npasture_b = \"white_01 0L, brown_01 0L, black_01 0L\"",
    );
    let raises: Vec<String> =
        board.legal().into_iter().filter(|text| text.starts_with("use_overseer")).collect();
    let wanted = [
        "use_overseer_raise([brown_01])",
        "use_overseer_raise([black_01])",
        "use_overseer_raise([white_01])",
        "use_overseer_raise([brown_01,black_01])",
        "use_overseer_raise([brown_01,white_01])",
        "use_overseer_raise([black_01,white_01])",
    ];
    assert_eq!(raises, wanted);
}

/// §7.3, R14: gauchos come back from tiles only when none is at home, standing or lying ones.
#[test]
fn s07_3_recall_from_a_tile() {
    let mut board =
        Board::new(2, "supply0 = 0\npasture_b = \"white_01 0L, brown_01 0S, black_01 1S\"");
    assert_eq!(board.refusal("recall_from_tile(black_01)"), "no_own_gaucho");
    board.does("recall_from_tile(brown_01)");
    assert_eq!(board.refusal("recall_from_tile(white_01)"), "supply_not_empty");
}
