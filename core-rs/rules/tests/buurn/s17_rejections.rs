//! §17 rejections: every code, and the order of the checks.

use std::collections::BTreeSet;

use ludoteca_rules::buurn::{Action, Buurn, Rejection};
use ludoteca_rules::{Actor, Arg, Form, Game, Refusal, Seat};

use crate::board::{Board, form, parse, rules};

/// A table, what happens there, and what is refused in the end: code and section.
struct Case {
    code: &'static str,
    rule: &'static str,
    options: &'static str,
    before: &'static str,
    first: &'static [&'static str],
    refused: &'static str,
}

const fn case(
    code: &'static str,
    rule: &'static str,
    first: &'static [&'static str],
    refused: &'static str,
) -> Case {
    Case { code, rule, options: "", before: "", first, refused }
}

const CASES: [Case; 25] = [
    Case { before: "final_turn = 1", ..case("game_over", "13", &["T 12..0"], "0 grab P a1 1") },
    case("wrong_phase", "6", &["SOLD 0 6", "clock close a1"], "1 grab X a1 6"),
    case("wrong_phase", "6", &["SOLD 0 6"], "clock tick a1 5"),
    case("wrong_phase", "6", &["T 12..6"], "clock close a1"),
    case("wrong_phase", "6", &[], "clock timeout 0 d1"),
    case("wrong_phase", "6", &[], "0 market bank"),
    case("stale_auction", "7.3", &["T 12..6"], "1 grab X a2 6"),
    case("stale_auction", "7.2", &[], "clock tick a2 12"),
    case("stale_auction", "7.5", &["SOLD 0 6"], "clock close a2"),
    case("absent", "7.3", &["clock presence 1 false", "T 12..6"], "1 grab P a1 6"),
    Case {
        before: "money = [12, 0, 12, 12]",
        ..case("sitting_out", "7.3", &["T 12..6", "1 grab X a1 6", "T 12..6"], "1 grab P a2 6")
    },
    case("already_holding", "7.3", &["SOLD 0 6"], "0 grab X a1 6"),
    case("no_such_totem", "7.3", &["SOLD 0 6"], "1 grab S a1 6"),
    case("totem_taken", "7.3", &["SOLD 0 6"], "1 grab P a1 6"),
    case("not_started", "7.3", &[], "1 grab P a1 12"),
    case("too_late", "7.3", &["T 12..6"], "1 grab P a1 8"),
    case("bad_tick", "7.2", &["T 12..6"], "clock tick a1 6"),
    Case { options: "tick_ms = 0", ..case("first_player_calls", "7.2", &[], "clock tick a1 12") },
    case("clock_calls", "7.2", &[], "0 count a1 12"),
    Case { options: "tick_ms = 0", ..case("not_first_player", "7.2", &[], "1 count a1 12") },
    case("not_your_decision", "9", &["SOLD 0 6", "clock close a1"], "1 give_lot 1"),
    case("stale_decision", "9", &["SOLD 0 6", "clock close a1"], "clock timeout 0 d2"),
    case("option_unavailable", "9", &["SOLD 0 6", "clock close a1"], "0 market bank"),
    case("option_unavailable", "9", &[], "0 shout"),
    case("not_clock", "9", &["T 12..6"], "0 tick a1 5"),
];

fn key(code: &str) -> String {
    format!("reject-{}", code.replace('_', "-"))
}

fn board(options: &str, before: &str) -> Board {
    let mut board = Board::fixture(4, &options.parse().unwrap(), "smuggler");
    board.change(&before.parse().unwrap());
    board
}

/// §17: each code for its own reason, with its section and its words.
#[test]
fn s17_every_code() {
    for case in CASES {
        let mut board = board(case.options, case.before);
        case.first.iter().for_each(|step| board.step(step, &[]));
        let (actor, form) = parse(case.refused);
        let refused = board.act(actor, &form, &[]).expect_err(case.code);
        assert_eq!((refused.code(), refused.rule()), (case.code, case.rule), "{}", case.refused);
        assert_eq!(refused.is_nonsense(), case.refused == "0 shout");
        assert_eq!(refused.sentence().key, key(case.code));
    }
}

/// §17: the codes are those of `rules.md`, each has a case, and a sentence under its code.
#[test]
fn s17_the_codes_are_those_of_the_rules() {
    let (_, chapter) = Buurn::RULES.split_once("## 17. Rejection codes").unwrap();
    let (list, _) = chapter.split_once("\nOrder for every action").unwrap();
    let not_codes = ["to", "tick", "count", "timeout", "presence", "chance"];
    let quoted = list.split('`').skip(1).step_by(2);
    let codes: BTreeSet<&str> = quoted.filter(|word| !not_codes.contains(word)).collect();
    let mut tested: BTreeSet<&str> = CASES.iter().map(|case| case.code).collect();
    tested.insert(rules(2, &[]).unwrap_err().code());
    // Never said: no state waits for chance, so chance is no actor (§10).
    let unsaid = ["not_chance", "bad_outcome"];
    tested.extend(unsaid);
    assert_eq!(codes, tested);
    for code in tested.into_iter().filter(|code| !unsaid.contains(code)) {
        let key = format!("\n{} =", key(code));
        assert!(Buurn::WORDS.contains(&key), "{key}");
    }
}

fn refused(board: &mut Board, step: &str) -> &'static str {
    let (actor, form) = parse(step);
    board.act(actor, &form, &[]).unwrap_err().code()
}

/// §17: the game is over, then the actor, then whether it makes sense, then the checks of its section.
#[test]
fn s17_order_of_the_checks() {
    let mut open = board("", "");
    assert_eq!(refused(&mut open, "1 tick a9"), "not_clock", "before a missing parameter");
    assert_eq!(refused(&mut open, "1 presence 9 true"), "not_clock", "before an unknown seat");
    assert_eq!(refused(&mut open, "clock tick a9"), "option_unavailable", "before stale_auction");
    assert_eq!(
        refused(&mut open, "clock timeout 9 d1"),
        "option_unavailable",
        "before wrong_phase"
    );
    assert_eq!(refused(&mut open, "clock grab P a9 1"), "option_unavailable", "before wrong_phase");
    assert_eq!(refused(&mut open, "0 market steal"), "wrong_phase", "before an unknown choice");
    open.step("SOLD 0 6", &[]);
    open.step("clock close a1", &[]);
    assert_eq!(refused(&mut open, "1 market steal"), "not_your_decision", "before its options");
    assert_eq!(refused(&mut open, "0 market steal"), "option_unavailable");
    assert_eq!(refused(&mut open, "0 give_lot 4"), "option_unavailable");
    assert_eq!(
        refused(&mut open, "clock timeout 1 d9"),
        "not_your_decision",
        "before stale_decision"
    );
    let mut over = board("", "final_turn = 1");
    over.step("T 12..0", &[]);
    for step in ["0 shout", "1 tick a1 1", "clock presence 0 false", "0 grab Z a1"] {
        assert_eq!(refused(&mut over, step), "game_over", "{step}");
    }
}

/// §17: a parameter that is missing, too many, misnamed or of the wrong sort makes no sense.
#[test]
fn s17_malformed_parameters() {
    let board = board("", "");
    let good = [
        "grab P a1 6",
        "leave 0",
        "give_lot 0",
        "market pay",
        "stash 0 top",
        "give_third 0",
        "swap citron 1 fuel",
        "give citron 1",
        "count a1 12",
    ];
    let check = |form: &Form| {
        let action = Buurn::action(board.content(), form).unwrap();
        Buurn::check(&board.rules, &board.state, Actor::Seat(Seat(0)), &action)
    };
    let mut tried = 0;
    for good in good.map(form) {
        assert_ne!(check(&good), Err(Rejection::Malformed), "{good:?}");
        for at in 0..good.params.len() {
            let mut missing = good.clone();
            missing.params.remove(at);
            let mut odd = good.clone();
            odd.params[at].1 = Arg::Flag(true);
            let mut misnamed = good.clone();
            misnamed.params[at].0.push('x');
            let mut more = good.clone();
            more.params.push(more.params[at].clone());
            for form in [missing, odd, misnamed, more] {
                assert_eq!(check(&form), Err(Rejection::Malformed), "{form:?}");
                tried += 1;
            }
        }
    }
    assert!(tried > 60);
    let negative = Form { name: "leave".into(), params: vec![("slot".into(), Arg::Number(-1))] };
    assert_eq!(check(&negative), Err(Rejection::Malformed));
    let huge = Form { name: "leave".into(), params: vec![("slot".into(), Arg::Number(300))] };
    assert_eq!(check(&huge), Err(Rejection::WrongPhase), "a number, but no slot");
}

/// §17, R28: a redacted entry is nothing that anybody could send.
#[test]
fn s17_a_redacted_stash_is_no_action() {
    let board = board("", "");
    let redacted = Action::Stash { keep: None, place: ludoteca_rules::buurn::Place::Top };
    let form = Buurn::form(board.content(), &redacted);
    assert_eq!(form.params.len(), 1, "only the place");
    let checked = Buurn::check(&board.rules, &board.state, Actor::Seat(Seat(0)), &redacted);
    assert_eq!(checked, Err(Rejection::Malformed));
}
