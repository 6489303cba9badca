//! A table's life: who may sit, when it starts, how it ends.

use ludoteca_rules::{
    Actor, Created, Deed, Game, Holder, Lifecycle, Refused, Seat, TableRejection, Takeover,
};

use crate::desk::{Desk, person, refused, terms};
use crate::walk::{Action, Rejection, Walk};

/// What the first event says is all resolved: nobody has to know a default.
#[test]
fn a_new_table_is_open_and_its_terms_are_resolved() {
    let desk = Desk::open(&terms(3));
    let created = desk.table.created();
    assert_eq!((created.game.as_str(), created.revision), ("walk", Walk::REVISION));
    assert_eq!(created.content_hash, desk.file.hash);
    let resolved = [("start", "0"), ("bell_ms", "0")].map(|(id, v)| (id.to_owned(), v.to_owned()));
    assert_eq!(created.options, resolved);
    assert_eq!((desk.table.lifecycle(), desk.table.seq()), (Lifecycle::Open, 1));
    assert!(desk.table.state().is_none() && desk.table.deciders().is_empty());
    assert!(desk.table.legal(Actor::Seat(Seat(0))).is_empty());
}

#[test]
fn bad_terms_make_no_table() {
    let file = crate::desk::content();
    let ask = ludoteca_rules::Ask::default();
    let create = |terms: &Created| ludoteca_rules::Table::create(&file, terms, &ask).map(|_| ());
    for seats in [0, 5, 255] {
        assert_eq!(create(&terms(seats)), Err(Refused::Game(Rejection::Nonsense)), "{seats} seats");
    }
    let start = |value: &str| {
        create(&Created { options: vec![("start".into(), value.into())], ..terms(2) })
    };
    assert_eq!(start("1"), Ok(()));
    assert_eq!(start("2"), Err(Refused::Game(Rejection::Nonsense)));
    let long = Created { name: "x".repeat(41), ..terms(2) };
    assert_eq!(create(&long), refused(TableRejection::BadName { most: 40 }));
}

/// A content file may not allow more seats than a set of seats can hold.
#[test]
fn a_content_file_with_too_many_seats_is_refused() {
    let parse = ludoteca_rules::ContentFile::<Walk>::parse;
    assert!(parse("8 seats").is_ok());
    assert!(parse("9 seats").is_err());
    assert!(parse("x seats").is_err());
}

#[test]
fn a_name_has_1_to_40_characters_that_can_be_shown() {
    let mut desk = Desk::open(&terms(4));
    let forty = "é".repeat(40); // 80 bytes: characters count
    for (name, good) in [
        ("", false),
        ("   ", false),
        ("a\nb", false),
        ("tab\there", false),
        ("a\u{2028}b", false),
        ("\u{202e}anA", false),
        ("\u{2066}Ana", false),
        ("\u{200b}\u{feff}", false),
        ("\u{3164}", false),
        ("Ana", true),
        (forty.as_str(), true),
        ("ana 王 🎲", true),
        ("👩\u{200d}🚀 می\u{200c}خواهم", true),
    ] {
        let number = u8::try_from(name.len()).unwrap_or(0);
        let holder = Holder { name: name.into(), ..person(number) };
        let answer = desk.join(holder);
        assert_eq!(answer.is_ok(), good, "{name:?}: {answer:?}");
        if !good {
            assert_eq!(answer, refused(TableRejection::BadName { most: 40 }));
        }
    }
    let long = Holder { name: "é".repeat(41), ..person(99) };
    assert_eq!(desk.join(long), refused(TableRejection::BadName { most: 40 }));
}

#[test]
fn a_join_takes_the_first_free_seat_or_the_one_it_names() {
    let mut desk = Desk::open(&terms(3));
    assert_eq!(desk.join_at(1, person(1)), Ok(2));
    assert_eq!(desk.join(person(0)), Ok(3), "seat 0 was free");
    assert_eq!(desk.join_at(1, person(5)), refused(TableRejection::SeatTaken));
    assert_eq!(desk.join_at(3, person(5)), refused(TableRejection::NoSuchSeat));
    assert_eq!(desk.join_at(255, person(5)), refused(TableRejection::NoSuchSeat));
    assert_eq!(desk.join(person(0)), refused(TableRejection::AlreadySeated));
    assert_eq!(desk.join(person(2)), Ok(4));
    assert_eq!(desk.join(person(5)), refused(TableRejection::TableFull));
    let names: Vec<_> =
        Seat::all(3).map(|s| desk.table.holder(s).map(|h| h.name.clone())).collect();
    assert_eq!(names, [0, 1, 2].map(|number| Some(format!("Person {number}"))));
    assert_eq!(desk.table.seat_of(&[2; 32]), Some(Seat(2)));
    assert_eq!(desk.table.seat_of(&[5; 32]), None);
}

/// Holders of an imported record have no tokens: no empty token may find them.
#[test]
fn r21_an_empty_token_holds_no_seat() {
    let mut desk = Desk::open(&terms(2));
    let nobody = || Holder { token_hash: Vec::new(), ..person(0) };
    assert!(desk.join(nobody()).is_ok());
    assert_eq!(desk.table.seat_of(&[]), None);
    assert!(desk.join(nobody()).is_ok(), "two holders without tokens are two");
}

#[test]
fn a_contribution_has_64_bytes_at_most() {
    let mut desk = Desk::open(&terms(2));
    let with = |length| Holder { contribution: vec![1; length], ..person(0) };
    assert_eq!(desk.join(with(65)), refused(TableRejection::ContributionTooLong { most: 64 }));
    assert_eq!(desk.join(with(64)), Ok(2));
}

#[test]
fn a_table_starts_when_every_seat_is_held() {
    let mut desk = Desk::open(&terms(3));
    let start = |desk: &mut Desk, seat| desk.ask(Deed::Started { seat: Seat(seat) });
    assert_eq!(start(&mut desk, 0), refused(TableRejection::SeatVacant));
    assert_eq!(start(&mut desk, 9), refused(TableRejection::NoSuchSeat));
    assert!(desk.join(person(0)).is_ok());
    assert_eq!(start(&mut desk, 0), refused(TableRejection::SeatsOpen { free: 2 }));
    assert_eq!(desk.act(0, Action::Step), refused(TableRejection::NotStarted));
    assert_eq!(desk.take_back(0, 1), refused(TableRejection::NothingToTakeBack));
    assert!(desk.join(person(1)).is_ok() && desk.join(person(2)).is_ok());
    assert!(start(&mut desk, 2).is_ok());
    assert_eq!(desk.log.last().map(|event| event.picks.len()), Some(1), "setup's chance");
    assert_eq!(start(&mut desk, 2), refused(TableRejection::AlreadyStarted));
    assert_eq!(desk.join(person(7)), refused(TableRejection::TableFull));
}

/// Before the start a seat that is given up is free again, with either word.
#[test]
fn an_open_seat_that_is_left_is_free_again() {
    let mut desk = Desk::open(&terms(2));
    assert!(desk.join(person(0)).is_ok());
    assert!(desk.ask(Deed::Left { seat: Seat(0) }).is_ok());
    assert_eq!(desk.ask(Deed::Left { seat: Seat(0) }), refused(TableRejection::SeatVacant));
    assert!(desk.join(person(0)).is_ok(), "and the same token may come back");
    assert!(desk.resign(0).is_ok());
    assert!(desk.table.vacated().is_empty() && desk.table.holder(Seat(0)).is_none());
    assert_eq!(desk.table.lifecycle(), Lifecycle::Open);
}

#[test]
fn an_action_takes_a_seat_that_is_held() {
    let mut desk = Desk::playing(&terms(3));
    assert_eq!(desk.act(3, Action::Step), refused(TableRejection::NoSuchSeat));
    assert_eq!(desk.act(1, Action::Step), Err(Refused::Game(Rejection::NotYourTurn)));
    assert!(desk.act(0, Action::Step).is_ok());
    assert!(desk.resign(0).is_ok());
    assert_eq!(desk.act(0, Action::Step), refused(TableRejection::SeatVacant));
    assert_eq!(desk.resign(0), refused(TableRejection::SeatVacant));
    assert_eq!(desk.take_back(0, 6), refused(TableRejection::SeatVacant));
}

/// A game that is over answers in its own words; a table that ended otherwise in the table's.
#[test]
fn nothing_happens_after_the_end() {
    let mut desk = Desk::playing(&terms(2));
    assert!(desk.act(0, Action::Stop).is_ok());
    assert_eq!(desk.table.lifecycle(), Lifecycle::Finished);
    assert_eq!(desk.act(0, Action::Step), Err(Refused::Game(Rejection::GameOver)));
    for deed in [
        Deed::Left { seat: Seat(0) },
        Deed::Resigned { seat: Seat(0) },
        Deed::Started { seat: Seat(0) },
        Deed::TakenBack { seat: Seat(0), to_seq: 4 },
        Deed::Abandoned,
    ] {
        assert_eq!(desk.ask(deed.clone()), refused(TableRejection::TableOver), "{deed:?}");
    }
    assert_eq!(desk.join(person(9)), refused(TableRejection::TableOver));
    assert_eq!(desk.table.due(u64::MAX), None);

    let mut desk = Desk::playing(&terms(2));
    assert!(desk.resign(1).is_ok());
    assert_eq!(desk.act(0, Action::Step), refused(TableRejection::TableOver));
}

#[test]
fn the_last_seat_ends_the_table_and_the_last_to_go_is_ranked_first_of_those_who_went() {
    let mut desk = Desk::playing(&terms(4));
    for seat in [2, 0] {
        assert!(desk.resign(seat).is_ok());
        assert_eq!(desk.table.lifecycle(), Lifecycle::Playing);
        assert!(desk.table.ranking().is_empty());
    }
    assert!(desk.ask(Deed::Left { seat: Seat(3) }).is_ok(), "to leave is to resign");
    assert_eq!(desk.table.lifecycle(), Lifecycle::Finished);
    assert_eq!(desk.table.vacated(), [Seat(2), Seat(0), Seat(3)]);
    let ranking = [1, 3, 0, 2].map(|seat| vec![Seat(seat)]);
    assert_eq!(desk.table.ranking(), ranking);
    assert_eq!(desk.table.outcome(), None, "the game itself has not ended");
}

/// A seat that went is last, however well the clock played for it.
#[test]
fn seats_that_went_are_ranked_behind_those_who_stayed() {
    let mut desk = Desk::playing(&terms(4));
    assert!(desk.act(0, Action::Step).is_ok() && desk.act(0, Action::Step).is_ok());
    assert!(desk.resign(0).is_ok());
    assert!(desk.tick().is_some(), "the clock passes for seat 0");
    assert!(desk.act(1, Action::Step).is_ok());
    assert!(desk.act(1, Action::Stop).is_ok());
    let ranking = [vec![Seat(1)], vec![Seat(2), Seat(3)], vec![Seat(0)]];
    assert_eq!(desk.table.ranking(), ranking);
}

#[test]
fn who_may_take_a_vacated_seat_over_is_an_option_of_the_table() {
    let person_five = || person(5);
    let bot_five = || Holder { bot: true, ..person(5) };
    for (takeover, by_person, by_bot) in [
        (Takeover::Nobody, false, false),
        (Takeover::Bots, false, true),
        (Takeover::Anyone, true, true),
    ] {
        for (holder, allowed) in [(person_five(), by_person), (bot_five(), by_bot)] {
            let mut desk = Desk::playing(&Created { takeover, ..terms(3) });
            assert_eq!(desk.join(holder.clone()), refused(TableRejection::TableFull));
            assert!(desk.resign(1).is_ok());
            let answer = desk.join(holder);
            if allowed {
                assert!(answer.is_ok(), "{takeover:?}");
                assert_eq!(desk.table.seat_of(&[5; 32]), Some(Seat(1)));
                assert!(desk.table.vacated().is_empty());
            } else {
                assert_eq!(answer, refused(TableRejection::TakeoverNotAllowed), "{takeover:?}");
            }
        }
    }
}

/// A seat that was taken over counts as staying; when it goes again it goes as the last.
#[test]
fn a_takeover_ends_the_vacancy() {
    let mut desk = Desk::playing(&terms(3));
    assert!(desk.resign(0).is_ok());
    assert!(desk.join_at(0, person(8)).is_ok());
    assert!(desk.act(0, Action::Pass).is_ok(), "the new holder plays");
    assert!(desk.resign(1).is_ok());
    assert!(desk.resign(0).is_ok());
    assert_eq!(desk.table.ranking(), [2, 0, 1].map(|seat| vec![Seat(seat)]));
}

#[test]
fn a_second_creation_is_refused() {
    let mut desk = Desk::playing(&terms(2));
    let created = Deed::Created(std::sync::Arc::new(terms(2)));
    assert_eq!(desk.ask(created), refused(TableRejection::AlreadyStarted));
}
