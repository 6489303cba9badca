//! The clock: it plays for seats that nobody holds and ends tables that nobody plays.

use ludoteca_rules::{Actor, Created, Deed, Lifecycle, Seat, TableRejection};

use crate::desk::{Desk, person, refused, terms};
use crate::walk::Action;

fn by_clock(seat: u8, action: Action) -> Deed<Action> {
    Deed::Acted { actor: Actor::Seat(Seat(seat)), by_clock: true, action }
}

#[test]
fn the_clock_plays_the_default_of_a_vacated_seat_at_once() {
    let mut desk = Desk::playing(&terms(3));
    assert_eq!(desk.table.due(u64::MAX), None, "seat 0 is held: nothing is due");
    assert!(desk.resign(0).is_ok());
    assert_eq!(desk.table.due(0), Some(by_clock(0, Action::Pass)));
    assert!(desk.tick().is_some());
    assert_eq!(desk.table.due(u64::MAX), None, "seat 1 decides for itself");
    assert!(desk.act(1, Action::Pass).is_ok());
    assert!(desk.act(2, Action::Pass).is_ok());
    assert!(desk.tick().is_some(), "and again when its turn comes");
}

/// Who says that it is the clock gets nothing that the clock would not do.
#[test]
fn only_the_default_action_of_a_vacant_seat_is_due() {
    let mut desk = Desk::playing(&terms(3));
    assert_eq!(desk.ask(by_clock(0, Action::Pass)), refused(TableRejection::NotDue), "held");
    assert!(desk.resign(0).is_ok());
    assert_eq!(desk.ask(by_clock(0, Action::Step)), refused(TableRejection::NotDue), "no default");
    assert!(desk.resign(1).is_ok(), "which ends the table");
    assert_eq!(desk.ask(by_clock(0, Action::Pass)), refused(TableRejection::TableOver));

    let mut desk = Desk::playing(&terms(3));
    assert!(desk.resign(1).is_ok());
    assert_eq!(
        desk.ask(by_clock(1, Action::Pass)),
        refused(TableRejection::NotDue),
        "not its turn"
    );
    let as_itself = Deed::Acted { actor: Actor::Clock, by_clock: true, action: Action::Tick };
    assert_eq!(desk.ask(as_itself), refused(TableRejection::NotDue), "the clock is no seat");
    let own = Deed::Acted { actor: Actor::Clock, by_clock: false, action: Action::Tick };
    assert_eq!(desk.ask(own), refused(TableRejection::NotDue), "nothing is set");
}

#[test]
fn a_table_that_nobody_plays_is_abandoned() {
    let mut desk = Desk::playing(&Created { abandon_after_ms: 500, ..terms(3) });
    let started_ms = desk.now_ms;
    assert_eq!(desk.table.abandon_at_ms(), Some(started_ms + 500));
    assert_eq!(desk.table.due(started_ms + 499), None);
    assert_eq!(desk.table.due(started_ms + 500), Some(Deed::Abandoned));
    assert_eq!(desk.ask(Deed::Abandoned), refused(TableRejection::NotDue), "too early");
    assert!(desk.act(0, Action::Step).is_ok(), "somebody plays: the time begins anew");
    let acted_ms = desk.now_ms;
    assert_eq!(desk.table.abandon_at_ms(), Some(acted_ms + 500));
    desk.now_ms = acted_ms + 490;
    assert!(desk.tick().is_none());
    desk.now_ms = acted_ms + 500;
    assert!(desk.tick().is_some());
    assert_eq!(desk.table.lifecycle(), Lifecycle::Abandoned);
    assert!(desk.table.is_over() && desk.table.ranking().is_empty());
    assert_eq!(desk.table.abandon_at_ms(), None);
    assert_eq!(desk.act(0, Action::Step), refused(TableRejection::TableOver));
}

#[test]
fn an_open_table_is_abandoned_too_and_0_is_never() {
    let mut desk = Desk::open(&Created { abandon_after_ms: 100, ..terms(2) });
    assert!(desk.join(person(0)).is_ok());
    desk.now_ms += 100;
    assert!(desk.tick().is_some());
    assert_eq!(desk.table.lifecycle(), Lifecycle::Abandoned);

    let mut desk = Desk::playing(&terms(2));
    assert_eq!(desk.table.due(u64::MAX), None);
    assert_eq!(desk.ask(Deed::Abandoned), refused(TableRejection::NotDue));
}

/// What the clock does, for a seat or for itself, is nobody's sign of life.
#[test]
fn the_clock_does_not_keep_a_table_alive() {
    let options = vec![("bell_ms".into(), "5".into())];
    let mut desk = Desk::playing(&Created { abandon_after_ms: 500, options, ..terms(3) });
    assert!(desk.resign(0).is_ok());
    let resigned_ms = desk.now_ms;
    assert!(desk.tick().is_some(), "for a seat");
    assert!(desk.tick().is_some(), "for itself");
    assert_eq!(desk.table.state().map(|state| state.ticks), Some(1));
    assert_eq!(desk.table.abandon_at_ms(), Some(resigned_ms + 500));
}

/// A time so late that it does not fit is as late as can be, not an overflow.
#[test]
fn late_times_do_not_overflow() {
    let desk = Desk::playing(&Created { abandon_after_ms: u64::MAX, ..terms(2) });
    assert_eq!(desk.table.abandon_at_ms(), Some(u64::MAX));
}

/// R32: the worker's clock may run backwards; the log's does not.
#[test]
fn r32_the_time_of_an_event_is_never_below_the_one_before() {
    let mut desk = Desk::playing(&terms(2));
    let before_ms = desk.table.at_ms();
    desk.now_ms = 0;
    assert!(desk.act(0, Action::Step).is_ok());
    assert_eq!(desk.log.last().map(|event| event.at_ms), Some(before_ms));
}
