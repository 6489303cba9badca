//! Takebacks: how far back who may go, and what is true afterwards.

use ludoteca_rules::{Created, Seat, TableRejection};

use crate::desk::{Desk, person, refused, terms};
use crate::walk::Action;

/// The log of a started table of three ends at seq 5.
fn desk() -> Desk {
    let desk = Desk::playing(&terms(3));
    assert_eq!(desk.table.seq(), 5);
    desk
}

#[test]
fn r08_a_takeback_is_an_event_after_which_the_state_is_as_before() {
    let mut desk = desk();
    let digest = desk.table.digest();
    assert_eq!(desk.act(0, Action::Step), Ok(6));
    assert_eq!(desk.table.takeback_from(Seat(0)), Some(5));
    assert_eq!(desk.take_back(0, 5), Ok(7), "the log only grows");
    assert_eq!(desk.table.digest(), digest);
    assert_eq!(desk.table.takeback_from(Seat(0)), None);
    assert_eq!(desk.take_back(0, 5), refused(TableRejection::NothingToTakeBack), "fires once");
}

#[test]
fn several_steps_are_taken_back_at_once_or_one_by_one() {
    let mut desk = desk();
    for _ in 0..4 {
        assert!(desk.act(0, Action::Step).is_ok());
    }
    assert_eq!(desk.table.takeback_choices(Seat(0)), [5, 6, 7, 8]);
    assert!(desk.table.takeback_choices(Seat(1)).is_empty());
    assert_eq!(desk.take_back(0, 7), Ok(10));
    assert_eq!(desk.spaces(), [4, 0, 0], "two steps of two spaces are left");
    assert_eq!(desk.table.takeback_choices(Seat(0)), [5, 6]);
    assert_eq!(desk.take_back(0, 8), refused(TableRejection::NoSuchEvent), "8 was taken back");
    assert_eq!(desk.take_back(0, 7), refused(TableRejection::NoSuchEvent), "nothing is after it");
    assert_eq!(desk.take_back(0, 10), refused(TableRejection::NoSuchEvent), "a takeback");
    assert_eq!(desk.act(0, Action::Step), Ok(11));
    assert_eq!(desk.table.takeback_choices(Seat(0)), [5, 6, 7], "7 stands, 11 may go");
    assert_eq!(desk.take_back(0, 5), Ok(12));
    assert_eq!(desk.spaces(), [0, 0, 0]);
}

#[test]
fn a_takeback_names_an_event_that_stands() {
    let mut desk = desk();
    assert!(desk.act(0, Action::Step).is_ok());
    assert_eq!(desk.take_back(0, 4), refused(TableRejection::TakebackTooFar { lowest: 5 }));
    assert_eq!(desk.take_back(0, 0), refused(TableRejection::TakebackTooFar { lowest: 5 }));
    assert_eq!(desk.take_back(0, 6), refused(TableRejection::NoSuchEvent), "the last event");
    assert_eq!(desk.take_back(0, u64::MAX), refused(TableRejection::NoSuchEvent));
    assert_eq!(desk.take_back(1, 5), refused(TableRejection::NothingToTakeBack), "not yours");
    assert_eq!(desk.take_back(3, 5), refused(TableRejection::NoSuchSeat));
}

/// After a takeback the point to go back to is the event that stands, not the takeback.
#[test]
fn the_lowest_point_does_not_move_when_something_is_taken_back() {
    let mut desk = desk();
    assert_eq!(desk.act(0, Action::Step), Ok(6));
    assert_eq!(desk.take_back(0, 5), Ok(7));
    assert_eq!(desk.act(0, Action::Pass), Ok(8));
    assert_eq!(desk.table.takeback_choices(Seat(0)), [5]);
    assert_eq!(desk.take_back(0, 7), refused(TableRejection::NoSuchEvent));
    assert_eq!(desk.take_back(0, 5), Ok(9));
}

#[test]
fn r07_what_was_drawn_or_shown_stays() {
    for news in [Action::Roll, Action::Peek] {
        let mut desk = desk();
        assert!(desk.act(0, Action::Step).is_ok());
        assert_eq!(desk.act(0, news), Ok(7));
        assert_eq!(desk.take_back(0, 6), refused(TableRejection::NothingToTakeBack), "{news:?}");
        assert_eq!(desk.act(0, Action::Step), Ok(8));
        assert_eq!(desk.table.takeback_choices(Seat(0)), [7], "what came after {news:?} may go");
        assert_eq!(desk.take_back(0, 6), refused(TableRejection::TakebackTooFar { lowest: 7 }));
        assert_eq!(desk.take_back(0, 7), Ok(9));
    }
}

/// Only while no other seat has acted since; what another seat takes back it has not done.
#[test]
fn seats_go_back_one_after_another() {
    let mut desk = desk();
    let digest = desk.table.digest();
    assert_eq!(desk.act(0, Action::Pass), Ok(6));
    let passed = desk.table.digest();
    assert_eq!(desk.act(1, Action::Step), Ok(7));
    assert_eq!(desk.take_back(0, 5), refused(TableRejection::NothingToTakeBack));
    assert_eq!(desk.take_back(1, 6), Ok(8));
    assert_eq!(desk.table.digest(), passed);
    assert_eq!(desk.take_back(1, 5), refused(TableRejection::NothingToTakeBack));
    assert_eq!(desk.take_back(0, 5), Ok(9), "seat 1 has done nothing now");
    assert_eq!(desk.table.digest(), digest);
}

/// The clock, and whoever comes or goes, closes what was open to a takeback.
#[test]
fn other_events_stay_too() {
    let bell = vec![("bell_ms".into(), "5".into())];
    let mut ticked = Desk::playing(&Created { options: bell, ..terms(3) });
    assert!(ticked.act(0, Action::Step).is_ok());
    assert!(ticked.tick().is_some());
    assert_eq!(ticked.take_back(0, 5), refused(TableRejection::NothingToTakeBack));

    let mut resigned = desk();
    assert!(resigned.act(0, Action::Step).is_ok());
    assert!(resigned.resign(2).is_ok());
    assert_eq!(resigned.take_back(0, 5), refused(TableRejection::NothingToTakeBack));
    assert!(resigned.act(0, Action::Step).is_ok());
    assert!(resigned.join(person(9)).is_ok());
    assert_eq!(resigned.take_back(0, 7), refused(TableRejection::NothingToTakeBack));

    let mut played = desk();
    assert!(played.resign(0).is_ok());
    assert!(played.tick().is_some());
    assert!(played.join_at(0, person(9)).is_ok());
    assert_eq!(played.take_back(0, 6), refused(TableRejection::NothingToTakeBack), "the clock's");
}

#[test]
fn the_move_that_ends_the_game_stays() {
    let mut desk = desk();
    assert!(desk.act(0, Action::Step).is_ok());
    assert!(desk.act(0, Action::Stop).is_ok());
    assert_eq!(desk.table.takeback_from(Seat(0)), None);
    assert_eq!(desk.take_back(0, 6), refused(TableRejection::TableOver));
}

/// R8: the chance of an event depends on its seq alone: who takes a step back does not roll again.
#[test]
fn chance_after_a_takeback_is_that_of_its_own_seq() {
    let mut straight = desk();
    assert!(straight.act(0, Action::Step).is_ok());
    assert!(straight.act(0, Action::Step).is_ok());
    assert_eq!(straight.act(0, Action::Roll), Ok(8));
    let mut back = desk();
    assert!(back.act(0, Action::Step).is_ok());
    assert!(back.take_back(0, 5).is_ok());
    assert_eq!(back.act(0, Action::Roll), Ok(8));
    let picks = |desk: &Desk| desk.log.last().map(|event| event.picks.clone());
    assert_eq!(picks(&straight), picks(&back));
}
