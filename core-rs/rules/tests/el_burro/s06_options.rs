//! Creation options (§6).

use ludoteca_rules::el_burro::{ElBurro, Rejection};
use ludoteca_rules::{Game, Refusal};

use crate::board::{content, rules};

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
