//! §2 creation options.

use ludoteca_rules::burgenland::{Burgenland, Layout, Placement, Rejection};
use ludoteca_rules::{Game, Seat};

use crate::board::rules;

/// §2: what is not given has its default, and all options can be read back.
#[test]
fn s02_defaults() {
    let options = rules(3, &[]).unwrap().options;
    assert_eq!(options.start_seat, None);
    assert_eq!(options.neutral_placement, Placement::Random);
    assert_eq!(options.two_player_layout, Layout::Rulebook);
    assert_eq!(options.turn_limit, 600);
    let values = Burgenland::option_values(&options);
    let wanted = [
        ("start_seat", "random"),
        ("neutral_placement", "random"),
        ("two_player_layout", "rulebook"),
        ("turn_limit", "600"),
    ];
    assert_eq!(values, wanted.map(|(id, value)| (id, value.to_owned())));
}

/// §2: every value that exists is taken; 0 means that the game never stops by itself.
#[test]
fn s02_every_value() {
    let given = [
        ("start_seat", "1"),
        ("neutral_placement", "seats"),
        ("two_player_layout", "full_set"),
        ("turn_limit", "0"),
    ];
    let options = rules(2, &given).unwrap().options;
    assert_eq!(options.start_seat, Some(Seat(1)));
    assert_eq!(options.neutral_placement, Placement::Seats);
    assert_eq!(options.two_player_layout, Layout::FullSet);
    assert_eq!(options.turn_limit, 0);
    assert_eq!(rules(4, &[("turn_limit", "10000")]).unwrap().options.turn_limit, 10_000);
    assert_eq!(rules(4, &[("start_seat", "3")]).unwrap().options.start_seat, Some(Seat(3)));
}

/// §14: `bad_option` for an unknown option or value, a wrong seat count, a start seat that is not there.
#[test]
fn s14_bad_option() {
    let bad: [(u8, &[(&str, &str)]); 14] = [
        (1, &[]),
        (5, &[]),
        (3, &[("start_seat", "3")]),
        (4, &[("start_seat", "4")]),
        (4, &[("start_seat", "first")]),
        (4, &[("start_seat", "")]),
        (4, &[("start_seat", "+1")]),
        (4, &[("neutral_placement", "nobody")]),
        (2, &[("two_player_layout", "any")]),
        (4, &[("turn_limit", "10001")]),
        (4, &[("turn_limit", "-1")]),
        (4, &[("turn_limit", "007")]),
        (4, &[("variant", "large")]),
        (4, &[("turn_limit", "8"), ("turn_limit", "9")]),
    ];
    for (seats, given) in bad {
        assert_eq!(rules(seats, given).unwrap_err(), Rejection::BadOption, "{seats} {given:?}");
    }
}
