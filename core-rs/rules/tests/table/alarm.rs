//! The clock's own actions: due at a time that follows from the log, decided like those of a seat.

use ludoteca_rules::{Actor, Created, Deed, Refused, Table, TableRejection, Verifier};

use crate::desk::{Answer, Desk, content, refused, terms};
use crate::walk::{Action, Rejection};

const RING: Deed<Action> =
    Deed::Acted { actor: Actor::Clock, by_clock: false, action: Action::Tick };

/// A table with a bell that rings 100 ms after the start, and 100 ms after each ring.
fn with_bell() -> Desk {
    let options = vec![("bell_ms".into(), "100".into())];
    Desk::playing(&Created { options, ..terms(3) })
}

/// Asks for a deed at this time.
fn at(desk: &mut Desk, now_ms: u64, deed: Deed<Action>) -> Answer {
    desk.now_ms = now_ms - 10; // asking takes 10 ms
    desk.ask(deed)
}

#[test]
fn an_alarm_is_due_after_its_wait_and_not_before() {
    let mut desk = with_bell();
    let due_ms = desk.now_ms + 100;
    assert_eq!(desk.table.alarm_at_ms(), Some(due_ms));
    assert_eq!(desk.table.alarm_after_ms(), Some(100));
    assert_eq!(desk.table.due_at_ms(), Some(due_ms));
    assert_eq!(desk.table.due(due_ms - 1), None);
    assert_eq!(desk.table.due(due_ms), Some(RING));
    assert_eq!(at(&mut desk, due_ms - 1, RING), refused(TableRejection::NotDue));
    assert!(at(&mut desk, due_ms, RING).is_ok());
    assert_eq!(desk.table.state().map(|state| state.ticks), Some(1));
}

/// Who acts between two rings does not hold the bell up: what is next stays due when it was.
#[test]
fn another_event_does_not_begin_the_wait_anew() {
    let mut desk = with_bell();
    let due_ms = desk.table.alarm_at_ms();
    assert!(desk.act(0, Action::Step).is_ok());
    assert!(desk.act(0, Action::Pass).is_ok());
    assert_eq!(desk.table.alarm_at_ms(), due_ms);
}

#[test]
fn an_alarm_that_was_carried_out_waits_for_its_whole_time_again() {
    let mut desk = with_bell();
    let late_ms = desk.now_ms + 170;
    assert!(at(&mut desk, late_ms, RING).is_ok(), "late is not too late");
    assert_eq!(desk.table.alarm_at_ms(), Some(late_ms + 100));
    assert_eq!(at(&mut desk, late_ms + 20, RING), refused(TableRejection::NotDue), "once is once");
}

/// The clock may do what is due; what the rules refuse they refuse in their own words.
#[test]
fn the_clock_does_nothing_but_what_is_due() {
    let mut desk = with_bell();
    let due_ms = desk.now_ms + 100;
    let step = Deed::Acted { actor: Actor::Clock, by_clock: false, action: Action::Step };
    assert_eq!(at(&mut desk, due_ms, step), Err(Refused::Game(Rejection::NotYourTurn)));
    assert!(desk.act(0, Action::Stop).is_ok());
    assert_eq!(desk.table.alarm_at_ms(), None, "the game is over");
    assert_eq!(desk.table.due(u64::MAX), None);
    assert_eq!(desk.ask(RING), Err(Refused::Game(Rejection::GameOver)));
}

#[test]
fn an_alarm_needs_a_game_that_goes_on() {
    let options = vec![("bell_ms".into(), "100".into())];
    let open = Desk::open(&Created { options, ..terms(3) });
    assert_eq!((open.table.alarm_at_ms(), open.table.due_at_ms()), (None, None));

    let mut desk = with_bell();
    assert!(desk.resign(0).is_ok());
    assert_eq!(desk.table.due_at_ms(), Some(0), "a default is due at once");
    assert_ne!(desk.table.due(u64::MAX), Some(RING), "and comes first");
    assert!(desk.resign(1).is_ok(), "which ends the table");
    assert_eq!((desk.table.alarm_at_ms(), desk.table.due_at_ms()), (None, None));
}

/// A table with both is woken for whichever comes first; a bell does not keep it alive.
#[test]
fn the_earlier_of_alarm_and_abandonment_is_due() {
    let options = vec![("bell_ms".into(), "100".into())];
    let mut desk = Desk::playing(&Created { options, abandon_after_ms: 250, ..terms(3) });
    let started_ms = desk.now_ms;
    for ring in [100, 200] {
        assert_eq!(desk.table.due_at_ms(), Some(started_ms + ring));
        assert!(at(&mut desk, started_ms + ring, RING).is_ok());
    }
    assert_eq!(desk.table.due_at_ms(), Some(started_ms + 250));
    assert_eq!(desk.table.due(started_ms + 250), Some(Deed::Abandoned));
}

/// R32: the times in the log are enough: a replay asks no clock, and who verifies finds a ring that came too early.
#[test]
fn r32_a_ring_before_its_time_replays_and_does_not_verify() {
    let mut desk = with_bell();
    assert!(desk.act(0, Action::Step).is_ok());
    let due_ms = desk.table.alarm_at_ms().expect("a bell");
    assert!(at(&mut desk, due_ms, RING).is_ok());
    let verified = |log: &[_]| {
        let mut verifier = Verifier::first(&content(), &log[0])?;
        log[1..].iter().try_for_each(|event| verifier.next(event))
    };
    assert_eq!(verified(&desk.log), Ok(()));
    let mut early = desk.log.clone();
    early.last_mut().expect("a log").at_ms -= 1;
    assert!(Table::replay(&content(), &early).is_ok());
    let why = verified(&early).expect_err("one millisecond too early");
    assert_eq!((why.seq, why.why.as_str()), (7, "the rules refuse it: not_due"));
}

/// A takeback leaves the alarm where the events that stand put it.
#[test]
fn a_takeback_does_not_move_an_alarm() {
    let mut desk = with_bell();
    let due_ms = desk.table.alarm_at_ms();
    assert_eq!(desk.act(0, Action::Step), Ok(6));
    assert!(desk.take_back(0, 5).is_ok());
    assert_eq!(desk.table.alarm_at_ms(), due_ms);
}

/// A game that does not ask who is there is told of nobody.
#[test]
fn presence_is_nothing_to_a_game_that_does_not_ask() {
    let desk = with_bell();
    for present in [true, false] {
        assert_eq!(desk.table.presence(ludoteca_rules::Seat(0), present), None);
    }
}

#[test]
fn late_alarms_do_not_overflow() {
    let options = vec![("bell_ms".into(), u64::MAX.to_string())];
    let desk = Desk::playing(&Created { options, ..terms(2) });
    assert_eq!(desk.table.alarm_at_ms(), Some(u64::MAX));
}
