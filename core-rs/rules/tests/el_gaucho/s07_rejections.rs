//! §6, §7 rejections: every code, and the order of the checks.

use std::collections::BTreeSet;

use ludoteca_rules::el_gaucho::{ElGaucho, Rejection, Verb};
use ludoteca_rules::{Actor, Arg, Form, Game, Refusal, Seat};

use crate::board::{Board, form, rules};

/// A table of four, who asks for what, and the code and section of the refusal.
struct Case {
    code: &'static str,
    rule: &'static str,
    before: &'static str,
    action: &'static str,
}

const fn case(
    code: &'static str,
    rule: &'static str,
    before: &'static str,
    action: &'static str,
) -> Case {
    Case { code, rule, before, action }
}

const KEEP: &str = r#"
phase = "keep"
drawn0 = ["brown_01", "brown_09", "white_12"]
drawn1 = ["ochre_01"]
drawn2 = ["ochre_02"]
drawn3 = ["ochre_03"]
"#;
const COLLECT: &str = r#"
phase = "collect"
herds0 = ["brown 1,2"]
pending0 = ["brown_03", "white_01"]
"#;
const SORT: &str = r#"
phase = "collect"
areas0 = ["sort"]
herds0 = ["brown 1,2"]
pending0 = ["brown_03"]
"#;
const SECRET: &str = r#"
phase = "secret"
seen0 = ["brown_01", "brown_09"]
steppe_unseen = 0
pasture_a = "black_01 -, black_02 -, black_03 -"
"#;
const FULL: &str = r#"
areas0 = ["secret_cattle"]
pasture_a = "black_01 -, black_02 -, black_03 -"
pasture_b = "ochre_01 -, ochre_02 -, ochre_03 -, ochre_04 -"
pasture_c = "white_01 -, white_02 -, white_03 -, white_04 -, white_05 -"
pasture_d = "brown_01 -, brown_02 -, brown_03 -, brown_04 -, brown_05 -, brown_06 -"
"#;

const CASES: &[Case] = &[
    case("game_over", "7", "phase = \"over\"", "end_turn()"),
    case("not_your_turn", "7", "seat = 1", "end_turn()"),
    case("wrong_phase", "7", "", "secret_done()"),
    case("bad_parameter", "7", "", "place_standing(pink_01, [1])"),
    case("bad_parameter", "7", "", "sell_everything()"),
    case("not_your_tiles", "7.1", KEEP, "keep_start_tiles([ochre_01], none)"),
    case("keep_limit_exceeded", "7.1", KEEP, "keep_start_tiles([brown_01,brown_09], asc)"),
    case("direction_invalid", "7.1", KEEP, "keep_start_tiles([brown_01], asc)"),
    case("area_taken", "7.2", "phase = \"place\"\nareas2 = [\"sort\"]", "place_start_gaucho(sort)"),
    case("no_dice_in_final_round", "7.3", "phase = \"final\"", "pick_dice([1,1])"),
    case("dice_already_picked", "7.3", "dice_pool = [1, 1]", "pick_dice([1,1])"),
    case("dice_not_picked", "7.3", "picked = false", "end_turn()"),
    case("dice_unavailable", "7.3", "hand = [1]", "place_on_area(sort, [2])"),
    case("tile_not_in_pampa", "7.3", "hand = [1]", "place_standing(brown_01, [1])"),
    case(
        "tile_occupied",
        "7.3",
        "hand = [1]\npasture_a = \"brown_01 2L\"",
        "place_standing(brown_01, [1])",
    ),
    case(
        "value_mismatch",
        "7.3",
        "hand = [2]\npasture_a = \"brown_01 -\"",
        "place_standing(brown_01, [2])",
    ),
    case("no_gaucho_in_supply", "7.3", "hand = [1]\nsupply0 = 0", "place_on_area(sort, [1])"),
    case(
        "no_own_lying_gaucho",
        "7.3",
        "hand = [1]\npasture_a = \"brown_01 2L\"",
        "raise_gaucho(brown_01, [1])",
    ),
    case("area_occupied", "7.3", "hand = [1]\nareas0 = [\"sort\"]", "place_on_area(sort, [1])"),
    case(
        "area_vacated_this_turn",
        "7.3",
        "hand = [1]\nvacated = [\"sort\"]",
        "place_on_area(sort, [1])",
    ),
    case("area_not_held", "7.3", "", "use_wish(1)"),
    case("area_placed_this_turn", "7.3", "areas0 = [\"wish\"]\nplaced = [\"wish\"]", "use_wish(1)"),
    case("herd_too_small", "7.3", "areas0 = [\"immediate_sale\"]", "use_immediate_sale(brown)"),
    case("tile_not_stealable", "7.3", "areas0 = [\"theft\"]", "use_theft(brown_01)"),
    case(
        "no_opponent_lying_gaucho",
        "7.3",
        "areas0 = [\"overseer\"]\npasture_a = \"brown_01 2S\"",
        "use_overseer_replace(brown_01)",
    ),
    case(
        "steppe_empty",
        "7.3",
        "areas0 = [\"secret_cattle\"]\nsteppe_unseen = 0",
        "use_secret_cattle()",
    ),
    case("no_empty_space", "7.3", FULL, "use_secret_cattle()"),
    case("no_own_gaucho", "7.3", "pasture_a = \"brown_01 2S\"", "recall_from_tile(brown_01)"),
    case("supply_not_empty", "7.3", "pasture_a = \"brown_01 0S\"", "recall_from_tile(brown_01)"),
    case("tile_not_in_steppe", "7.4", SECRET, "secret_take(white_01, pasture_b)"),
    case("no_empty_space", "7.4", SECRET, "secret_take(brown_09, pasture_a)"),
    case("secret_take_required", "7.4", SECRET, "secret_done()"),
    case("tile_not_pending", "7.5", COLLECT, "collect_tile(brown_04, append)"),
    case("not_current_race", "7.5", COLLECT, "collect_tile(white_01, append)"),
    case("sort_not_available", "7.5", COLLECT, "collect_tile(brown_03, sort)"),
    case("sort_pointless", "7.5", SORT, "collect_tile(brown_03, sort)"),
];

/// §7: each code where it is due, with its section.
#[test]
fn s07_every_code_has_its_case() {
    for Case { code, rule, before, action } in CASES {
        let refused = Board::new(4, before).act(0, action, &[]).expect_err(code);
        assert_eq!((refused.code(), refused.rule()), (*code, *rule), "{action}");
        assert_eq!(refused.is_nonsense(), *code == "bad_parameter");
    }
}

/// §7.4: a second tile has to be low.
#[test]
fn s07_4_second_tile_too_high() {
    let before = format!("secret_taken = true\n{SECRET}");
    let refused = Board::new(4, &before).act(0, "secret_take(brown_09, pasture_b)", &[]);
    let refused = refused.unwrap_err();
    assert_eq!((refused.code(), refused.rule()), ("second_tile_too_high", "7.4"));
}

/// §7: the codes are those of `rules.md`, each has a case, and a sentence under its code.
#[test]
fn s07_the_codes_are_those_of_the_rules() {
    let (_, rules_from_6) = ElGaucho::RULES.split_once("## 6. Setup").unwrap();
    let (chapters, _) = rules_from_6.split_once("\n## 8. ").unwrap();
    let code = |word: &&str| {
        word.contains('_') && word.chars().all(|c| c.is_ascii_lowercase() || c == '_')
    };
    let words: BTreeSet<&str> = chapters.split('`').skip(1).step_by(2).filter(code).collect();
    let fields = "start_seat removed_race pile_count steppe_unseen dice_pool placed_areas vacated_areas \
        immediate_sale secret_cattle refill_pampa round_cap trigger_round";
    let other: BTreeSet<&str> = fields.split_whitespace().chain(Verb::ALL.map(Verb::id)).collect();
    let codes: BTreeSet<&str> = words.difference(&other).copied().collect();
    let mut tested: BTreeSet<&str> = CASES.iter().map(|case| case.code).collect();
    tested.insert("second_tile_too_high");
    tested.insert(rules(1, &[]).unwrap_err().code());
    assert_eq!(codes, tested);
    for code in tested {
        let key = format!("\nreject-{} =", code.replace('_', "-"));
        assert!(ElGaucho::WORDS.contains(&key), "{key}");
    }
}

/// §7: the generic checks come first, in their order.
#[test]
fn s07_order_of_the_generic_checks() {
    let code =
        |before: &str, action: &str| Board::new(4, before).act(0, action, &[]).unwrap_err().code();
    assert_eq!(code("phase = \"over\"", "sell_everything()"), "game_over", "before everything");
    assert_eq!(code("seat = 1", "secret_done()"), "not_your_turn", "before wrong_phase");
    assert_eq!(code("seat = 1", "sell_everything()"), "not_your_turn", "before bad_parameter");
    assert_eq!(code("", "secret_take(pink_01, a)"), "wrong_phase", "before bad_parameter");
    assert_eq!(code("phase = \"final\"", "pick_dice([1,1,1])"), "bad_parameter", "before its own");
}

/// §7.3: an action's own checks come in the order of its list.
#[test]
fn s07_3_order_of_the_checks() {
    let code =
        |before: &str, action: &str| Board::new(4, before).act(0, action, &[]).unwrap_err().code();
    let place = "place_standing(brown_02, [1])";
    assert_eq!(code("picked = false", place), "dice_not_picked");
    assert_eq!(code("", place), "dice_unavailable");
    assert_eq!(code("hand = [1]", place), "tile_not_in_pampa");
    assert_eq!(
        code("hand = [1]\nsupply0 = 0\npasture_a = \"brown_02 1S\"", place),
        "tile_occupied"
    );
    assert_eq!(
        code("hand = [1]\nsupply0 = 0\npasture_a = \"brown_02 -\"", place),
        "value_mismatch"
    );
    let area = "place_on_area(theft, [1])";
    let full = "hand = [1]\nsupply0 = 0\nareas0 = [\"theft\"]";
    assert_eq!(code(full, area), "value_mismatch");
    let area = "place_on_area(sort, [1])";
    let full = "hand = [1]\nsupply0 = 0\nareas0 = [\"sort\"]\nvacated = [\"sort\"]";
    assert_eq!(code(full, area), "area_occupied");
    assert_eq!(
        code("hand = [1]\nsupply0 = 0\nvacated = [\"sort\"]", area),
        "area_vacated_this_turn"
    );
    assert_eq!(code("picked = false", "use_wish(1)"), "dice_not_picked", "before area_not_held");
    let both = "areas0 = [\"secret_cattle\"]\nsteppe_unseen = 0\nplaced = [\"secret_cattle\"]";
    assert_eq!(code(both, "use_secret_cattle()"), "area_placed_this_turn");
    let both = FULL.replace("areas0", "steppe_unseen = 0\nareas0");
    assert_eq!(code(&both, "use_secret_cattle()"), "steppe_empty", "before no_empty_space");
    let low = "pasture_a = \"brown_03 1L\"";
    assert_eq!(code(low, "recall_from_tile(brown_03)"), "no_own_gaucho", "before supply");
    let replace = "areas0 = [\"overseer\"]";
    assert_eq!(code(replace, "use_overseer_replace(brown_03)"), "tile_not_in_pampa");
}

/// §7.1, §7.4, §7.5: the same for the other phases.
#[test]
fn s07_order_of_the_checks_in_other_phases() {
    let code =
        |before: &str, action: &str| Board::new(4, before).act(0, action, &[]).unwrap_err().code();
    assert_eq!(code(KEEP, "keep_start_tiles([ochre_01,white_12], asc)"), "not_your_tiles");
    assert_eq!(code(KEEP, "keep_start_tiles([brown_01,white_12], asc)"), "keep_limit_exceeded");
    let second = format!("secret_taken = true\n{SECRET}");
    assert_eq!(code(&second, "secret_take(white_12, pasture_a)"), "tile_not_in_steppe");
    assert_eq!(code(&second, "secret_take(brown_09, pasture_a)"), "second_tile_too_high");
    assert_eq!(code(COLLECT, "collect_tile(white_02, sort)"), "tile_not_pending");
    assert_eq!(code(COLLECT, "collect_tile(white_01, sort)"), "not_current_race");
}

/// §7: the clock is no seat: it has nothing to do here, and neither have seats that the table has not got.
#[test]
fn s07_the_clock_has_no_action() {
    for before in ["", KEEP] {
        let board = Board::new(4, before);
        let action = board.action("end_turn()");
        for actor in [Actor::Clock, Actor::Seat(Seat(4)), Actor::Seat(Seat(255))] {
            let checked = ElGaucho::check(&board.rules, &board.state, actor, &action);
            assert_eq!(checked.map_err(|refused| refused.code()), Err("not_your_turn"));
        }
    }
}

/// §7: who acts is named in the refusal, but not while several seats may.
#[test]
fn s07_not_your_turn_names_who_acts() {
    let refused = Board::new(4, "seat = 2").act(0, "end_turn()", &[]);
    assert_eq!(refused, Err(Rejection::NotYourTurn { seat: Some(Seat(2)) }));
    let mut board = Board::new(4, KEEP);
    assert_eq!(board.act(0, "keep_start_tiles([white_12], none)", &[]), Ok(()));
    let refused = board.act(0, "keep_start_tiles([white_12], none)", &[]);
    assert_eq!(refused, Err(Rejection::NotYourTurn { seat: None }));
}

/// §7: parameters that are missing, too many, of the wrong sort, or lists that are none.
#[test]
fn s07_malformed_parameters() {
    let board = Board::new(
        4,
        "hand = [1, 3]\nareas0 = [\"overseer\", \"wish\"]\npasture_a = \"brown_04 -\"",
    );
    let refused = |form: &Form| {
        let action = ElGaucho::action(board.content(), form).unwrap();
        ElGaucho::check(&board.rules, &board.state, Actor::Seat(board.state.seat), &action)
    };
    let good = form("place_standing(brown_04, [1,3])");
    assert_eq!(refused(&good), Ok(()));
    let mut forms = Vec::new();
    for at in 0..good.params.len() {
        let mut missing = good.clone();
        missing.params.remove(at);
        let mut odd = good.clone();
        odd.params[at].1 = Arg::Flag(true);
        let mut misnamed = good.clone();
        misnamed.params[at].0.push('x');
        forms.extend([missing, odd, misnamed]);
    }
    let malformed = [
        "place_standing(brown_04, [3,1])",
        "place_standing(brown_04, [])",
        "place_standing(brown_04, [1,1,1,1])",
        "place_standing(brown_04, [0])",
        "place_standing(brown_04, [7])",
        "place_standing(brown_04, [one])",
        "place_on_area(pampa, [1])",
        "pick_dice([1,2,3])",
        "use_wish(0)",
        "use_wish(six)",
        "use_wish(-1)",
        "use_overseer_raise([])",
        "use_overseer_raise([brown_04,brown_04])",
        "use_overseer_raise([brown_05,brown_04])",
        "use_immediate_sale(pink)",
        "recall_from_area(3)",
        "end_turn(1)",
        "",
    ];
    forms.extend(malformed.iter().filter(|text| !text.is_empty()).map(|text| form(text)));
    forms.push(Form { name: String::new(), params: Vec::new() });
    for form in forms {
        assert_eq!(refused(&form), Err(Rejection::BadParameter), "{form:?}");
    }
}
