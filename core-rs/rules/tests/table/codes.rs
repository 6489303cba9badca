//! The table's rejections: their codes are wire format.

use ludoteca_rules::{Refusal, TableRejection, registry};

/// Every rejection with its code. A new one is added here; none is ever renamed.
const CODES: [(TableRejection, &str); 20] = [
    (TableRejection::NotStarted, "table_not_started"),
    (TableRejection::AlreadyStarted, "already_started"),
    (TableRejection::TableOver, "table_over"),
    (TableRejection::NoSuchSeat, "no_such_seat"),
    (TableRejection::SeatTaken, "seat_taken"),
    (TableRejection::AlreadySeated, "already_seated"),
    (TableRejection::TableFull, "table_full"),
    (TableRejection::SeatsOpen { free: 1 }, "seats_open"),
    (TableRejection::TakeoverNotAllowed, "takeover_not_allowed"),
    (TableRejection::SeatVacant, "seat_vacant"),
    (TableRejection::BadName { most: 40 }, "bad_name"),
    (TableRejection::ContributionTooLong { most: 64 }, "contribution_too_long"),
    (TableRejection::NothingToTakeBack, "nothing_to_take_back"),
    (TableRejection::TakebackTooFar { lowest: 5 }, "takeback_too_far"),
    (TableRejection::NoSuchEvent, "no_such_event"),
    (TableRejection::TakebackOutOfTime, "takeback_out_of_time"),
    (TableRejection::NotDue, "not_due"),
    (TableRejection::NoTurnClock, "no_turn_clock"),
    (TableRejection::BadTurnClock { most: 9 }, "bad_turn_clock"),
    (TableRejection::LogFull { most: 9 }, "log_full"),
];

#[test]
fn every_code_stays_and_has_its_sentence() {
    for (rejection, code) in &CODES {
        assert_eq!(rejection.code(), *code);
        assert_eq!(rejection.rule(), "table");
        let key = format!("reject-{}", code.replace('_', "-"));
        assert_eq!(rejection.sentence().key, key);
        let words = format!("\n{key} = ");
        assert!(registry::TABLE_WORDS.contains(&words), "no words for {key}");
    }
}

/// Whoever asks through the trait is told what makes no sense at all.
#[test]
fn nonsense_is_told_apart() {
    let nonsense: Vec<_> = CODES.iter().filter(|(r, _)| Refusal::is_nonsense(r)).collect();
    let codes: Vec<_> = nonsense.iter().map(|(_, code)| *code).collect();
    assert_eq!(
        codes,
        ["no_such_seat", "bad_name", "contribution_too_long", "no_turn_clock", "bad_turn_clock"]
    );
}
