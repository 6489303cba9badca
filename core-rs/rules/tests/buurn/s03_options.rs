//! §3 creation options, and §16 what they make of the game.

use ludoteca_rules::buurn::{Buurn, Options};
use ludoteca_rules::{Game, Refusal};

use crate::board::{Board, content, parse, rules};

fn resolve(seats: u8, id: &str, value: &str) -> Result<Options, String> {
    let given = [(id.to_owned(), value.to_owned())];
    Buurn::options(&content().content, seats, &given).map_err(|r| r.code().to_owned())
}

/// §3: the ranges of the table, both ends of each.
#[test]
fn s03_ranges() {
    let good = [
        ("tick_ms", ["0", "300", "1000", "5000"].as_slice()),
        ("late_ticks", &["0", "1", "2"]),
        ("first_player", &["random", "0", "3"]),
        ("extra_family", &["true", "false"]),
        ("grace_ms", &["0", "2000"]),
        ("reveal_ms", &["0", "600000"]),
        ("restart_ms", &["0", "600000"]),
        ("scramble_ms", &["0", "600000"]),
        ("decision_ms", &["0", "600000"]),
        ("families", &["random", "tequila,fuel,mustard,citron,cactus,explosives"]),
    ];
    let bad = [
        ("tick_ms", ["1", "299", "5001", "-1", "0300", ""].as_slice()),
        ("late_ticks", &["3", "one"]),
        ("first_player", &["4", "255", "nobody"]),
        ("extra_family", &["yes", "1"]),
        ("grace_ms", &["2001"]),
        ("reveal_ms", &["600001"]),
        ("restart_ms", &["600001"]),
        ("scramble_ms", &["600001"]),
        ("decision_ms", &["600001"]),
        ("families", &["fuel", "fuel,fuel,mustard,citron,cactus,explosives", "a,b,c,d,e,f"]),
        ("players", &["4"]), // a field of the table
        ("pace", &["1"]),
    ];
    for (id, values) in good {
        for value in values {
            assert!(resolve(4, id, value).is_ok(), "{id} {value}");
        }
    }
    for (id, values) in bad {
        for value in values {
            assert_eq!(resolve(4, id, value), Err("bad_option".to_owned()), "{id} {value}");
        }
    }
}

/// §3: what is not given is the default; every option says its value as it could be given.
#[test]
fn s03_defaults_and_values() {
    let defaults = Buurn::options(&content().content, 4, &[]).unwrap();
    let values = Buurn::option_values(&defaults);
    let wanted = [
        ("families", "random"),
        ("extra_family", "false"),
        ("first_player", "random"),
        ("tick_ms", "1000"),
        ("late_ticks", "1"),
        ("grace_ms", "250"),
        ("reveal_ms", "5000"),
        ("restart_ms", "3000"),
        ("scramble_ms", "8000"),
        ("decision_ms", "30000"),
    ];
    assert_eq!(values, wanted.map(|(id, value)| (id, value.to_owned())));
    let chosen = resolve(4, "families", "tequila,fuel,mustard,citron,cactus,explosives").unwrap();
    let values = Buurn::option_values(&chosen);
    assert_eq!(values[0].1, "cactus,mustard,citron,explosives,fuel,tequila", "in canonical order");
}

/// §16: on a strict table only the current number sells; with two late ticks three numbers do.
#[test]
fn s16_late_ticks() {
    for (late, prices) in [("0", vec![7]), ("1", vec![7, 8]), ("2", vec![7, 8, 9])] {
        let options = format!("late_ticks = {late}").parse().unwrap();
        let mut board = Board::fixture(3, &options, "smuggler");
        board.step("T 12..7", &[]);
        for price in 1..=13 {
            let mut other = board.clone();
            let (actor, form) = parse(&format!("1 grab P a1 {price}"));
            let sold = other.act(actor, &form, &[]).is_ok();
            let raised = price.max(7);
            assert_eq!(sold, prices.contains(&raised), "{price} with late_ticks {late}");
            assert!(!sold || other.state.price == Some(raised));
        }
    }
}

/// §3, §5: without `extra_family` the tenth family never comes; with it, it does.
#[test]
fn s03_the_extra_family_comes_when_asked_for() {
    for (extra, seen) in [("false", false), ("true", true)] {
        let given = [("extra_family".to_owned(), extra.to_owned())];
        let rules = rules(3, &given).unwrap();
        let tequila = rules.content.family("tequila").unwrap();
        let met = (0..40).any(|seed| {
            let position = ludoteca_rules::Position::<Buurn>::new(rules.clone(), seed);
            position.state().families.contains(tequila)
        });
        assert_eq!(met, seen);
    }
}
