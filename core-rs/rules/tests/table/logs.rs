//! Logs: what replays, and what is corrupt.

use std::sync::Arc;

use ludoteca_rules::{
    Actor, Ask, ContentFile, Corrupt, Created, Deed, EVENTS_MOST, Event, Game, Joined, Lifecycle,
    Refused, Report, Seat, Table, TableRejection, Timeline, standing,
};

use crate::desk::{Desk, content, person, refused, terms};
use crate::walk::{Action, Rejection, Walk};

/// A table with a takeback in its log: 1 created, 2 to 4 joined, 5 started, 6 roll, 7 step, 8 step, 9 back to 7.
fn played() -> Desk {
    let mut desk = Desk::playing(&terms(3));
    for action in [Action::Roll, Action::Step, Action::Step] {
        assert!(desk.act(0, action).is_ok());
    }
    assert_eq!(desk.take_back(0, 7), Ok(9));
    desk
}

/// The event of the log with this seq, for a test to spoil.
fn event(log: &mut [Event<Action>], seq: usize) -> &mut Event<Action> {
    &mut log[seq - 1]
}

/// Both folds find a spoilt log out, at the same event.
fn corrupt_at(log: &[Event<Action>]) -> u64 {
    let replayed = Table::<Walk>::replay(&content(), log).expect_err("a spoilt log");
    let told = Timeline::<Walk>::first(&content(), &log[0]).and_then(|mut timeline| {
        log[1..].iter().try_for_each(|event| timeline.evolve(event, &mut Report::silent()))
    });
    assert_eq!(told.expect_err("a spoilt log").seq, replayed.seq);
    replayed.seq
}

/// The log of [`played`] with one thing changed is corrupt at the event `seq`.
fn assert_corrupt(seq: u64, spoil: impl FnOnce(&mut Vec<Event<Action>>)) {
    let mut log = played().log;
    spoil(&mut log);
    assert_eq!(corrupt_at(&log), seq);
}

#[test]
fn r35_a_log_has_no_gap_no_double_and_no_disorder() {
    assert_corrupt(7, |log| drop(log.remove(5)));
    assert_corrupt(6, |log| log.insert(6, log[5].clone()));
    assert_corrupt(4, |log| log.swap(2, 3));
    assert_corrupt(100, |log| event(log, 6).seq = 100);
    assert!(Table::<Walk>::replay(&content(), &[]).is_err(), "an empty log");
}

#[test]
fn a_log_begins_with_its_creation_and_has_no_other() {
    assert_corrupt(2, |log| drop(log.remove(0)));
    assert_corrupt(6, |log| event(log, 6).deed = log[0].deed.clone());
    assert_corrupt(2, |log| log[0].seq = 2);
    assert_corrupt(1, |log| log[0].picks = vec![0]);
}

#[test]
fn a_tape_that_is_cut_too_long_or_outside_its_domain_is_corrupt() {
    assert_corrupt(6, |log| event(log, 6).picks.clear());
    assert_corrupt(6, |log| event(log, 6).picks.push(0));
    assert_corrupt(6, |log| event(log, 6).picks = vec![6]);
    assert_corrupt(5, |log| event(log, 5).picks = vec![1_000_000]);
    assert_corrupt(2, |log| event(log, 2).picks = vec![0]);
}

#[test]
fn a_log_holds_nothing_that_the_rules_or_the_table_refuse() {
    let act =
        |seat, action| Deed::Acted { actor: Actor::Seat(Seat(seat)), by_clock: false, action };
    assert_corrupt(6, |log| event(log, 6).deed = act(1, Action::Roll));
    assert_corrupt(6, |log| event(log, 6).deed = act(7, Action::Roll));
    assert_corrupt(2, |log| event(log, 2).deed = act(0, Action::Step));
    assert_corrupt(4, |log| event(log, 4).deed = Deed::Started { seat: Seat(0) });
    assert_corrupt(6, |log| event(log, 6).deed = Deed::Started { seat: Seat(0) });
    assert_corrupt(6, |log| event(log, 6).deed = Deed::Resigned { seat: Seat(3) });
    assert_corrupt(2, |log| event(log, 2).deed = Deed::Left { seat: Seat(0) });
    let join = |seat| Deed::Joined(Joined { seat, holder: person(9) });
    assert_corrupt(3, |log| event(log, 3).deed = join(None));
    assert_corrupt(3, |log| event(log, 3).deed = join(Some(Seat(0))));
    assert_corrupt(3, |log| event(log, 3).deed = join(Some(Seat(200))));
    let default = Deed::Acted { actor: Actor::Seat(Seat(0)), by_clock: true, action: Action::Pass };
    assert_corrupt(7, |log| event(log, 7).deed = default);
    assert_corrupt(7, |log| event(log, 7).at_ms = 1);
}

/// An ended table stays as it ended, whatever somebody appends to its log.
#[test]
fn nothing_follows_the_end_of_a_log() {
    for end in [Deed::Abandoned, Deed::Resigned { seat: Seat(1) }] {
        let mut desk = Desk::playing(&Created { abandon_after_ms: 10, ..terms(2) });
        assert!(desk.ask(end).is_ok() && desk.table.is_over());
        let step =
            Deed::Acted { actor: Actor::Seat(Seat(0)), by_clock: false, action: Action::Step };
        for deed in [step, Deed::Left { seat: Seat(0) }, Deed::Abandoned] {
            let mut log = desk.log.clone();
            let last = log[log.len() - 1].clone();
            log.push(Event { seq: last.seq + 1, deed, ..last });
            assert_eq!(corrupt_at(&log), 6);
        }
    }
}

#[test]
fn a_takeback_that_no_seat_could_make_is_corrupt() {
    let back = |seat, to_seq| Deed::TakenBack { seat: Seat(seat), to_seq };
    for (deed, why) in [
        (back(0, 5), "past a roll"),
        (back(0, 0), "past everything"),
        (back(1, 7), "another seat's"),
        (back(0, 8), "nothing"),
        (back(0, 9), "itself"),
        (back(0, u64::MAX), "the future"),
    ] {
        let mut log = played().log;
        event(&mut log, 9).deed = deed;
        assert_eq!(corrupt_at(&log), 9, "{why}");
    }
    let events = played().log;
    let stands = standing(&events).expect("a decided log");
    assert_eq!(stands, [true, true, true, true, true, true, true, false, false]);
}

/// A takeback past what was shown is found out where every event is carried out.
#[test]
fn r07_a_forged_takeback_past_a_reveal_does_not_verify() {
    let mut desk = Desk::playing(&terms(2));
    assert_eq!(desk.act(0, Action::Peek), Ok(5));
    let last = desk.log[4].clone();
    let deed = Deed::TakenBack { seat: Seat(0), to_seq: 4 };
    desk.log.push(Event { seq: 6, deed, ..last });
    let mut timeline = Timeline::<Walk>::first(&desk.file, &desk.log[0]).expect("a first event");
    let told: Result<(), Corrupt> =
        desk.log[1..].iter().try_for_each(|event| timeline.evolve(event, &mut Report::silent()));
    assert_eq!(told.expect_err("a forged takeback").seq, 6);
}

/// R23: a table says what it plays by, and nothing else will do.
#[test]
fn r23_another_game_content_or_revision_is_corrupt() {
    let spoilt = |spoil: &dyn Fn(&mut Created)| {
        assert_corrupt(1, |log| {
            let Deed::Created(created) = &log[0].deed else { panic!("a first event") };
            let mut terms = Created::clone(created);
            spoil(&mut terms);
            log[0].deed = Deed::Created(Arc::new(terms));
        });
    };
    spoilt(&|created| created.game = "chess".into());
    spoilt(&|created| created.content_hash[0] ^= 1);
    spoilt(&|created| created.revision = 0);
    spoilt(&|created| created.revision = Walk::REVISION + 1);
    spoilt(&|created| created.seats = 0);
    spoilt(&|created| created.seats = 200);
    spoilt(&|created| created.options = vec![("start".into(), "9".into())]);
    let other = ContentFile::<Walk>::parse("another content file").expect("any text");
    assert!(Table::replay(&other, &played().log).is_err());
}

/// R24: a table of an older revision goes on under its own rules, and accepts only what they allow.
#[test]
fn r24_an_old_table_plays_by_its_own_revision() {
    let mut log = Desk::playing(&terms(2)).log;
    let Deed::Created(created) = &log[0].deed else { panic!("a first event") };
    log[0].deed = Deed::Created(Arc::new(Created { revision: 1, ..Created::clone(created) }));
    let table = Table::<Walk>::replay(&content(), &log).expect("an old log");
    let ask = ludoteca_rules::Ask::default();
    let act = |seat| Deed::Acted {
        actor: Actor::Seat(Seat(seat)),
        by_clock: false,
        action: Action::Step,
    };
    let after = table.decide(act(0), &ask, &mut Report::silent()).expect("a legal move").table;
    let spaces = after.as_ref().and_then(Table::state).map(|state| state.spaces.clone());
    assert_eq!(spaces, Some(vec![1, 0]), "one space, as in revision 1");
    assert!(table.decide(act(1), &ask, &mut Report::silent()).is_err());
    assert_eq!(after.map(|table| table.created().revision), Some(1));
    for (asked, given) in [(0, 2), (1, 1), (2, 2), (3, 2)] {
        let desk = Desk::open(&Created { revision: asked, ..terms(2) });
        assert_eq!(desk.table.created().revision, given, "revision {asked} was asked for");
    }
}

/// R26: a table that was kept and one that is folded again are the same; the fold resolves takebacks.
#[test]
fn r26_kept_and_folded_tables_are_equal() {
    let desk = played();
    for seq in 1..=desk.log.len() {
        assert!(Table::<Walk>::replay(&desk.file, &desk.log[..seq]).is_ok());
    }
    let folded = Table::<Walk>::replay(&desk.file, &desk.log).expect("a decided log");
    assert_eq!(format!("{folded:?}"), format!("{:?}", desk.table));
    assert_eq!(folded.lifecycle(), Lifecycle::Playing);
}

/// Whoever joins and leaves without end makes no table that takes long to fold; going away stays possible.
#[test]
fn a_log_comes_to_an_end() {
    let ask = Ask { at_ms: 1_000, request_id: Vec::new() };
    let decided = Table::create(&content(), &terms(2), &ask).expect("good terms");
    let mut table = decided.table.expect("a creation makes a table");
    let joins = || Deed::Joined(Joined { seat: Some(Seat(0)), holder: person(1) });
    let leaves = || Deed::Left { seat: Seat(0) };
    let mut decide = |deed| -> Result<u64, Refused<Rejection>> {
        let decided = table.decide(deed, &ask, &mut Report::silent())?;
        table = decided.table.expect("no takeback");
        Ok(table.seq())
    };
    while decide(joins()).expect("room") < EVENTS_MOST {
        assert!(decide(leaves()).is_ok());
    }
    assert_eq!(decide(leaves()), Ok(EVENTS_MOST + 1), "the seat may go");
    assert_eq!(decide(joins()), refused(TableRejection::LogFull { most: EVENTS_MOST }));
}
