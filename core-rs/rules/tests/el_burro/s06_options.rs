//! Creation options and setup (§6).

use ludoteca_rules::el_burro::{ElBurro, Rejection};
use ludoteca_rules::{Game, Refusal, Seat};

use crate::board::{Board, content, rules};

fn given(pairs: &[(&str, &str)]) -> Vec<(String, String)> {
    pairs.iter().map(|(id, value)| ((*id).to_owned(), (*value).to_owned())).collect()
}

/// §6: what is not given has its default.
#[test]
fn s06_defaults() {
    let values = ElBurro::option_values(&rules(3, &[]).unwrap().options);
    let expected = [
        ("variable_markets", "false"),
        ("variable_bonuses", "false"),
        ("first_seat", "random"),
        ("rondel_direction", "clockwise"),
        ("simultaneous", "together"),
    ];
    assert_eq!(values, expected.map(|(id, value)| (id, value.to_owned())));
}

/// §6: every value resolves, and is told again as it was given.
#[test]
fn s06_values_are_kept() {
    let pairs = [
        ("variable_markets", "true"),
        ("variable_bonuses", "true"),
        ("first_seat", "3"),
        ("rondel_direction", "counterclockwise"),
        ("simultaneous", "in_order"),
    ];
    let values = ElBurro::option_values(&rules(4, &given(&pairs)).unwrap().options);
    assert_eq!(values, pairs.map(|(id, value)| (id, value.to_owned())));
}

/// §6: unknown options, unknown values, seats that the table has not, and a second say.
#[test]
fn s06_bad_options() {
    for bad in [
        &[("solo", "true")][..],
        &[("variable_markets", "yes")],
        &[("first_seat", "2")],
        &[("first_seat", "02")],
        &[("rondel_direction", "left")],
        &[("simultaneous", "")],
        &[("variable_bonuses", "true"), ("variable_bonuses", "true")],
    ] {
        let refused = rules(2, &given(bad)).unwrap_err();
        assert_eq!(
            (refused, refused.code(), refused.rule()),
            (Rejection::BadOption, "bad_option", "6")
        );
        assert!(refused.is_nonsense());
    }
    for seats in [0, 1, 5, 255] {
        let refused = ElBurro::options(&content().content, seats, &[]);
        assert_eq!(refused, Err(Rejection::BadOption), "{seats} seats");
    }
}

/// §6, step 8: a starting space stays taken, whichever donkey its reward moves on.
#[test]
fn s06_a_chosen_space_stays_taken() {
    for donkey in ["move_donkey 0", "move_donkey 1"] {
        let first = given(&[("first_seat", "0")]);
        let mut board = Board::set_up(rules(2, &first).unwrap(), &[]);
        board.steps(&["B choose_start start_travel", &format!("B {donkey}")]);
        assert_eq!(board.answers(Seat(0)).len(), 4, "{donkey}");
        board.steps(&["A choose_start start_travel -> space_taken", "A choose_start start_silver"]);
        assert_eq!(board.says("step"), "farm");
    }
}
