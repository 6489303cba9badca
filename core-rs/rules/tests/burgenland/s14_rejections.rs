//! §14 rejections: every code, and the order of the checks.

use std::collections::BTreeSet;

use ludoteca_rules::burgenland::{Burgenland, Rejection};
use ludoteca_rules::{Actor, Arg, Form, Game, Refusal};

use crate::board::{Board, form, rules};

/// A table, who asks for what, and the code and section of the refusal.
struct Case {
    code: &'static str,
    rule: &'static str,
    before: &'static str,
    /// Legal actions before it.
    first: &'static [&'static str],
    seat: u8,
    action: &'static str,
}

const fn case(
    code: &'static str,
    rule: &'static str,
    before: &'static str,
    first: &'static [&'static str],
    action: &'static str,
) -> Case {
    Case { code, rule, before, first, seat: 0, action }
}

const CASES: [Case; 24] = [
    case(
        "game_over",
        "13",
        "hand0 = [\"red_1*4\"]\nsupply0 = { wall = 1 }",
        &["start_build wall c1_north border", "pay_auto"],
        "draw_cards",
    ),
    Case { seat: 1, ..case("not_your_turn", "6", "", &[], "draw_cards") },
    case("unknown_id", "14", "", &[], "sell_house"),
    case("unknown_id", "14", "", &[], "start_build tower c1_north border"),
    case("already_acted", "6", "deck = []", &["draw_cards"], "draw_cards"),
    case("action_required", "6", "", &[], "end_turn"),
    case("wrong_phase", "6", "", &[], "pay_auto"),
    case("no_piece_left", "8.1", "supply0 = { well = 1 }", &[], "start_build wall c1_north border"),
    case("site_not_allowed", "8.1", "", &[], "start_build wall c8_well border"),
    case("price_not_allowed", "8.2", "", &[], "start_build wall large border"),
    case("extra_space_limit", "8.1", "extra = [\"c1\"]", &[], "start_build wall c1_extra border"),
    case("tile_not_owned", "8.1", "", &[], "start_build wall c1_extra border"),
    case("tile_not_owned", "8.2", "", &[], "start_build wall large ten_coins"),
    case("tile_not_owned", "7.4", "", &[], "play_coins"),
    case("tile_not_needed", "8.1", "", &[], "start_build well c8_well border ignore"),
    case(
        "site_occupied",
        "8.1",
        "site = { c1_north = \"well/1\" }",
        &[],
        "start_build wall c1_north border",
    ),
    case(
        "keep_limit",
        "8.1",
        "site = { c1_north = \"keep/1\" }",
        &[],
        "start_build keep c1_west border",
    ),
    case("house_needs_wall", "8.1", "", &[], "start_build house c1_west border"),
    case("cannot_pay", "8.3", "", &[], "start_build wall c1_west border"),
    case("card_not_in_hand", "7.3", "hand0 = [\"red_3*2\"]", &["buy_joker"], "pay_card joker"),
    case(
        "card_not_accepted",
        "8.2",
        "hand0 = [\"red_1*4\", \"white_1\"]",
        &["start_build wall c1_north border"],
        "pay_card white_1",
    ),
    case(
        "would_not_complete",
        "8.3",
        "hand0 = [\"red_1*4\", \"red_3\"]",
        &["start_build keep c1_west border"],
        "pay_card red_3",
    ),
    case("same_node", "7.4", "tiles0 = { exchange = 1 }", &[], "play_exchange p2 p2"),
    case("pair_order", "7.4", "tiles0 = { exchange = 1 }", &[], "play_exchange p2 p1"),
];

/// §14: each code where it is due, with its section.
#[test]
fn s14_every_code_has_its_case() {
    for Case { code, rule, before, first, seat, action } in CASES {
        let mut board = Board::new(2, &[], before);
        for action in first {
            board.acts(0, action, &[]);
        }
        let refused = board.act(seat, action, &[]).expect_err(code);
        assert_eq!((refused.code(), refused.rule()), (code, rule), "{action}");
        assert_eq!(refused.is_nonsense(), code == "unknown_id");
    }
}

/// §7.4: a joker that cannot be paid is refused in the section of the purchase.
#[test]
fn s14_cannot_pay_for_a_joker() {
    let refused = Board::new(2, &[], "jokers0 = 9").act(0, "buy_joker", &[]).unwrap_err();
    assert_eq!((refused.code(), refused.rule()), ("cannot_pay", "7.4"));
}

/// §14: the codes are those of `rules.md`, each has a case, and a sentence under its code.
#[test]
fn s14_the_codes_are_those_of_the_rules() {
    let (_, chapter) = Burgenland::RULES.split_once("## 14. Rejections").unwrap();
    let (chapter, _) = chapter.split_once("\n## ").unwrap();
    let not_codes = "over draw_cards start_build after end_turn main place_neutral border ignore same \
        different ten_coins pay_card buy_joker play_exchange play_coins start_seat";
    let quoted = chapter.split('`').skip(1).step_by(2);
    let codes: BTreeSet<&str> =
        quoted.filter(|word| !not_codes.split_whitespace().any(|other| other == *word)).collect();
    let mut tested: BTreeSet<&str> = CASES.iter().map(|case| case.code).collect();
    tested.insert(rules(1, &[]).unwrap_err().code());
    tested.insert("chance_pending"); // cannot occur: no state rests in the phase `chance` (§5)
    assert_eq!(codes, tested);
    for code in tested.into_iter().filter(|code| *code != "chance_pending") {
        let key = format!("\nreject-{} =", code.replace('_', "-"));
        assert!(Burgenland::WORDS.contains(&key), "{key}");
    }
}

/// §14: a refusal earlier in the list comes first, also before ids that are unknown.
#[test]
fn s14_order_of_the_checks() {
    let code = |board: &mut Board, seat: u8, action: &str| {
        board.act(seat, action, &[]).unwrap_err().code()
    };
    let mut board = Board::new(2, &[], "tiles0 = { exchange = 1 }\nsupply0 = { well = 1 }");
    assert_eq!(code(&mut board, 1, "sell_house"), "not_your_turn", "before unknown_id");
    assert_eq!(code(&mut board, 0, "pay_card gold_1"), "wrong_phase", "before an unknown card");
    assert_eq!(code(&mut board, 0, "place_neutral c12"), "wrong_phase", "before an unknown castle");
    assert_eq!(
        code(&mut board, 0, "start_build wall c12_west border"),
        "unknown_id",
        "before no_piece_left"
    );
    assert_eq!(code(&mut board, 0, "start_build wall large border ignore"), "no_piece_left");
    board.acts(0, "play_exchange p1 p2", &[]);
    assert_eq!(code(&mut board, 0, "play_exchange p2 p2"), "tile_not_owned", "before same_node");
    let mut board = Board::new(
        2,
        &[],
        "extra = [\"c1\"]\nsite = { c1_extra = \"keep/1\", c2_west = \"keep/1\" }",
    );
    assert_eq!(code(&mut board, 0, "start_build well c1_well same ignore"), "site_not_allowed");
    assert_eq!(code(&mut board, 0, "start_build keep c1_extra same ignore"), "price_not_allowed");
    assert_eq!(code(&mut board, 0, "start_build keep c1_extra border"), "extra_space_limit");
    assert_eq!(code(&mut board, 0, "start_build keep c2_extra border"), "tile_not_owned");
    assert_eq!(
        code(&mut board, 0, "start_build keep c2_west border"),
        "site_occupied",
        "before keep_limit"
    );
    assert_eq!(
        code(&mut board, 0, "start_build keep c2_east ten_coins"),
        "keep_limit",
        "before the tile"
    );
    assert_eq!(
        code(&mut board, 0, "start_build house c3_east ten_coins ignore"),
        "tile_not_owned",
        "ignore"
    );
    assert_eq!(
        code(&mut board, 0, "start_build wall c3_east ten_coins"),
        "tile_not_owned",
        "before cannot_pay"
    );
    board.state.phase = ludoteca_rules::burgenland::Phase::After;
    assert_eq!(code(&mut board, 0, "start_build wall c12_west border"), "already_acted");
    board.state.phase = ludoteca_rules::burgenland::Phase::Over;
    assert_eq!(code(&mut board, 1, "sell_house"), "game_over", "before everything");
}

/// §14: the clock is no seat: it has nothing to do here.
#[test]
fn s14_the_clock_has_no_action() {
    let board = Board::new(2, &[], "");
    let action = board.action("draw_cards");
    let checked = Burgenland::check(&board.rules, &board.state, Actor::Clock, &action);
    assert_eq!(checked.map_err(|refused| refused.code()), Err("not_your_turn"));
}

/// §14: a parameter that is missing, too many, or of the wrong sort is an unknown id.
#[test]
fn s14_malformed_parameters() {
    let board = Board::new(2, &[], r#"hand0 = ["red_1*4"]"#);
    let refused = |form: &Form| {
        let action = Burgenland::action(board.content(), form).unwrap();
        Burgenland::check(&board.rules, &board.state, Actor::Seat(board.state.seat), &action)
    };
    let good = form("start_build wall c1_north border");
    assert_eq!(refused(&good), Ok(()));
    let mut forms = Vec::new();
    for at in 0..good.params.len() {
        let mut missing = good.clone();
        missing.params.remove(at);
        let mut odd = good.clone();
        odd.params[at].1 = Arg::Number(1);
        let mut misnamed = good.clone();
        misnamed.params[at].0.push('x');
        forms.extend([missing, odd, misnamed]);
    }
    let mut more = form("draw_cards");
    more.params.push(("count".to_owned(), Arg::Number(2)));
    forms.push(more);
    for form in forms {
        assert_eq!(refused(&form), Err(Rejection::UnknownId), "{form:?}");
    }
}
