//! Turn clocks: each seat's time, what uses it up, and what happens when there is none left.

use ludoteca_rules::fixtures::goofspiel::Goofspiel;
use ludoteca_rules::{
    Actor, Ask, ContentFile, Created, Deed, Game, Joined, Lifecycle, OnTimeout, Report, Seat,
    SeatClock, TURN_CLOCK_MOST_MS, Table, TableRejection, TimeLimit, TurnClock, Verifier,
};

use crate::desk::{Answer, Desk, content, person, refused, terms};
use crate::walk::Action;

const MOVE: TimeLimit = TimeLimit::PerMove { move_ms: 1_000 };
const GAME: TimeLimit = TimeLimit::PerGame { bank_ms: 1_000, increment_ms: 100 };

fn timed(limit: TimeLimit, on_timeout: OnTimeout) -> Created {
    Created { turn_clock: Some(TurnClock { limit, on_timeout }), ..terms(3) }
}

/// A table that has started at 1040 ms: four events after the first, 10 ms each.
fn desk(limit: TimeLimit) -> Desk {
    let desk = Desk::playing(&timed(limit, OnTimeout::Default));
    assert_eq!(desk.now_ms, 1_040);
    desk
}

/// Asks for a deed at this time.
fn at(desk: &mut Desk, now_ms: u64, deed: Deed<Action>) -> Answer {
    desk.now_ms = now_ms - 10; // asking takes 10 ms
    desk.ask(deed)
}

fn acts(seat: u8, action: Action) -> Deed<Action> {
    Deed::Acted { actor: Actor::Seat(Seat(seat)), by_clock: false, action }
}

fn by_clock(seat: u8, action: Action) -> Deed<Action> {
    Deed::Acted { actor: Actor::Seat(Seat(seat)), by_clock: true, action }
}

const fn runs(left_ms: u64, since_ms: u64) -> SeatClock {
    SeatClock { left_ms, since_ms: Some(since_ms) }
}

const fn stands(left_ms: u64) -> SeatClock {
    SeatClock { left_ms, since_ms: None }
}

#[test]
fn a_clock_runs_while_its_seat_is_asked_and_from_the_start_on() {
    let open = Desk::open(&timed(MOVE, OnTimeout::Default));
    assert!(open.table.clocks().is_empty(), "nobody thinks at an open table");
    let mut desk = desk(MOVE);
    assert_eq!(desk.table.clocks(), [runs(1_000, 1_040), stands(1_000), stands(1_000)]);
    assert_eq!(desk.table.due_at_ms(), Some(2_040));
    assert!(at(&mut desk, 1_390, acts(0, Action::Step)).is_ok());
    assert_eq!(desk.table.clocks()[0], runs(1_000, 1_390), "each decision has its own time");
    assert!(at(&mut desk, 1_490, acts(0, Action::Pass)).is_ok());
    assert_eq!(desk.table.clocks(), [stands(1_000), runs(1_000, 1_490), stands(1_000)]);
    assert!(at(&mut desk, 1_590, acts(1, Action::Stop)).is_ok());
    assert_eq!((desk.table.clock_at_ms(), desk.table.due_at_ms()), (None, None), "it is over");
}

#[test]
fn a_bank_shrinks_by_what_is_thought_and_grows_when_the_turn_is_over() {
    let mut desk = desk(GAME);
    assert!(at(&mut desk, 1_340, acts(0, Action::Step)).is_ok());
    assert_eq!(desk.table.clocks()[0], runs(700, 1_340), "300 ms used, the turn goes on");
    assert!(at(&mut desk, 1_390, acts(0, Action::Pass)).is_ok());
    assert_eq!(desk.table.clocks()[0], stands(750), "50 ms used, 100 ms earned");
    assert_eq!(desk.table.clocks()[1], runs(1_000, 1_390));
    assert_eq!(desk.table.due_at_ms(), Some(2_390));
}

/// `default`: the clock plays what `rules.md` names, not a millisecond too early, and the seat keeps its holder.
#[test]
fn the_default_is_played_for_a_seat_whose_time_is_out() {
    let mut desk = desk(GAME);
    let pass = by_clock(0, Action::Pass);
    assert_eq!(desk.table.due(2_039), None);
    assert_eq!(desk.table.due(2_040), Some(pass.clone()));
    assert_eq!(at(&mut desk, 2_039, pass.clone()), refused(TableRejection::NotDue));
    assert_eq!(at(&mut desk, 2_040, by_clock(0, Action::Step)), refused(TableRejection::NotDue));
    let taken = Deed::TimedOut { seat: Seat(0) };
    assert_eq!(at(&mut desk, 2_040, taken), refused(TableRejection::NotDue), "there is a default");
    assert!(at(&mut desk, 2_050, pass).is_ok());
    assert!(desk.table.holder(Seat(0)).is_some());
    assert_eq!(desk.table.clocks()[0], stands(100), "nothing left, but the turn is over");
    assert_eq!(at(&mut desk, 2_890, by_clock(1, Action::Pass)), refused(TableRejection::NotDue));
    assert_eq!(desk.take_back(0, 5), refused(TableRejection::NothingToTakeBack), "the clock's");
}

/// Where the rules know of no default, and with `vacate`: the holder loses the seat, and others may take it over
/// with the whole time.
#[test]
fn the_seat_is_vacated_where_nothing_is_played_for_it() {
    let stubborn = vec![("stubborn".into(), "1".into())];
    let without = Created { options: stubborn, ..timed(GAME, OnTimeout::Default) };
    for terms in [without, timed(GAME, OnTimeout::Vacate)] {
        let mut desk = Desk::playing(&terms);
        let out = Deed::TimedOut { seat: Seat(0) };
        assert_eq!(at(&mut desk, 2_039, out.clone()), refused(TableRejection::NotDue));
        assert_eq!(desk.table.due(2_040), Some(out.clone()));
        assert_eq!(
            at(&mut desk, 2_040, Deed::TimedOut { seat: Seat(1) }),
            refused(TableRejection::NotDue)
        );
        assert!(at(&mut desk, 2_090, out.clone()).is_ok());
        assert!(desk.table.holder(Seat(0)).is_none());
        assert_eq!(desk.table.vacated(), [Seat(0)]);
        assert_eq!(at(&mut desk, 9_000, out), refused(TableRejection::SeatVacant), "once is once");
        assert!(desk.join_at(0, person(9)).is_ok());
        assert_eq!(desk.table.clocks()[0], runs(1_000, desk.now_ms));
        assert!(desk.table.vacated().is_empty());
    }
}

#[test]
fn the_table_ends_with_the_late_seat_last() {
    let mut desk = Desk::playing(&timed(MOVE, OnTimeout::End));
    assert!(desk.act(0, Action::Pass).is_ok());
    desk.now_ms += 1_000;
    assert!(desk.tick().is_some());
    assert_eq!(desk.table.lifecycle(), Lifecycle::Finished);
    assert_eq!(desk.table.ranking(), [vec![Seat(0), Seat(2)], vec![Seat(1)]]);
    assert_eq!((desk.table.clock_at_ms(), desk.table.due(u64::MAX)), (None, None));
    assert_eq!(desk.act(1, Action::Pass), refused(TableRejection::TableOver));
}

/// Who gives up and comes back has no more time than before.
#[test]
fn giving_a_seat_up_wins_no_time() {
    let mut desk = desk(GAME);
    assert!(at(&mut desk, 1_440, Deed::Resigned { seat: Seat(0) }).is_ok());
    assert_eq!(desk.table.clocks()[0], stands(600));
    assert!(desk.join_at(0, person(0)).is_ok());
    assert_eq!(desk.table.clocks()[0], runs(600, desk.now_ms));
}

/// R32: what was thought before a takeback stays thought, for whoever takes back; the others lose nothing.
#[test]
fn r32_a_takeback_gives_no_time_back() {
    let mut desk = desk(GAME);
    assert!(at(&mut desk, 1_240, acts(0, Action::Pass)).is_ok());
    assert_eq!(desk.table.clocks()[..2], [stands(900), runs(1_000, 1_240)]);
    assert!(at(&mut desk, 1_540, Deed::TakenBack { seat: Seat(0), to_seq: 5 }).is_ok());
    assert_eq!(desk.table.clocks()[0], runs(1_000, 1_040), "500 ms are used, nothing is earned");
    assert_eq!(desk.table.clocks()[1], stands(1_000), "it was never asked");
    assert!(at(&mut desk, 1_640, acts(0, Action::Pass)).is_ok());
    assert_eq!(desk.table.clocks()[0], stands(500));
}

/// R32: taking back and passing again earns one increment, not many.
#[test]
fn r32_takebacks_earn_nothing() {
    let mut desk = desk(GAME);
    for _ in 0..5 {
        assert!(desk.act(0, Action::Pass).is_ok());
        assert!(desk.take_back(0, 5).is_ok());
    }
    assert!(desk.act(0, Action::Pass).is_ok());
    assert_eq!(desk.table.clocks()[0], stands(1_000 - 110 + 100), "11 events of 10 ms");
}

/// R32: nobody loses by time through a takeback: it comes too late then.
#[test]
fn r32_a_takeback_may_come_too_late() {
    let mut desk = desk(MOVE);
    assert!(at(&mut desk, 1_540, acts(0, Action::Step)).is_ok());
    assert!(at(&mut desk, 1_840, acts(0, Action::Step)).is_ok());
    let back = |to_seq| Deed::TakenBack { seat: Seat(0), to_seq };
    assert_eq!(at(&mut desk, 2_040, back(5)), refused(TableRejection::TakebackOutOfTime));
    assert!(at(&mut desk, 2_050, back(6)).is_ok(), "1000 ms since 1540 are not over");
    assert_eq!(desk.table.clocks()[0], runs(1_000, 1_540));
}

/// R32: an action, a takeback and the clock race: the first in the log wins, the others are refused.
#[test]
fn r32_races_with_the_clock_have_one_winner() {
    let mut acted = desk(MOVE);
    assert!(at(&mut acted, 2_040, acts(0, Action::Pass)).is_ok(), "late, but first in the log");
    assert_eq!(
        at(&mut acted, 2_040, by_clock(0, Action::Pass)),
        refused(TableRejection::NotDue),
        "the clock comes second"
    );

    let mut played = desk(MOVE);
    assert!(at(&mut played, 1_890, acts(0, Action::Step)).is_ok());
    assert!(at(&mut played, 2_890, by_clock(0, Action::Pass)).is_ok());
    assert_eq!(played.take_back(0, 6), refused(TableRejection::NothingToTakeBack));

    let mut back = desk(MOVE);
    assert!(at(&mut back, 1_890, acts(0, Action::Pass)).is_ok());
    assert!(at(&mut back, 1_990, Deed::TakenBack { seat: Seat(0), to_seq: 5 }).is_ok());
    assert_eq!(at(&mut back, 2_030, acts(1, Action::Pass)), Err(back_in_turn()));
    assert_eq!(back.table.due_at_ms(), Some(2_040), "the time goes on as if nothing had been done");
}

fn back_in_turn() -> ludoteca_rules::Refused<crate::walk::Rejection> {
    ludoteca_rules::Refused::Game(crate::walk::Rejection::NotYourTurn)
}

/// R32: the clocks of a replay are those of the play, whatever happened; who verifies finds a timeout too early.
#[test]
fn r32_the_clocks_replay() {
    let mut desk = desk(GAME);
    assert!(at(&mut desk, 1_390, acts(0, Action::Step)).is_ok());
    assert!(at(&mut desk, 1_490, acts(0, Action::Pass)).is_ok());
    assert!(at(&mut desk, 1_590, acts(1, Action::Pass)).is_ok());
    assert!(at(&mut desk, 1_690, Deed::TakenBack { seat: Seat(1), to_seq: 7 }).is_ok());
    assert!(at(&mut desk, 2_590, by_clock(1, Action::Pass)).is_ok());
    let again = Table::replay(&desk.file, &desk.log).expect("a decided log");
    assert_eq!(again.clocks(), desk.table.clocks());
    let verified = |log: &[_]| {
        let mut verifier = Verifier::first(&content(), &log[0])?;
        log[1..].iter().try_for_each(|event| verifier.next(event))
    };
    assert_eq!(verified(&desk.log), Ok(()));
    let mut early = desk.log.clone();
    early.last_mut().expect("a log").at_ms = 2_489;
    assert!(Table::replay(&content(), &early).is_ok(), "no revision asks for the time");
    let why = verified(&early).expect_err("one millisecond too early");
    assert_eq!((why.seq, why.why.as_str()), (10, "the rules refuse it: not_due"));
}

/// Neither what the clock does for a late seat nor what it does to it keeps a table alive.
#[test]
fn running_out_of_time_is_no_sign_of_life() {
    for on_timeout in [OnTimeout::Default, OnTimeout::Vacate] {
        let mut desk =
            Desk::playing(&Created { abandon_after_ms: 1_500, ..timed(MOVE, on_timeout) });
        desk.now_ms = 2_040;
        assert!(desk.tick().is_some());
        assert_eq!(desk.table.abandon_at_ms(), Some(2_540));
    }
}

#[test]
fn a_turn_clock_gives_some_time_and_not_too_much() {
    let bad = refused(TableRejection::BadTurnClock { most: TURN_CLOCK_MOST_MS / 1_000 });
    let per_game = |bank_ms, increment_ms| TimeLimit::PerGame { bank_ms, increment_ms };
    let most = TURN_CLOCK_MOST_MS;
    for (limit, fits) in [
        (TimeLimit::PerMove { move_ms: 0 }, false),
        (TimeLimit::PerMove { move_ms: most }, true),
        (TimeLimit::PerMove { move_ms: most + 1 }, false),
        (per_game(0, 5), false),
        (per_game(most, most), true),
        (per_game(1, u64::MAX), false),
    ] {
        let made = Table::create(&content(), &timed(limit, OnTimeout::End), &Ask::default());
        assert_eq!(made.map(|_| ()), if fits { Ok(()) } else { bad.clone() }, "{limit:?}");
    }
}

/// Seats that decide at once have each their own time: who has decided waits for nothing but the others.
#[test]
fn simultaneous_seats_have_each_their_own_time() {
    let file = ContentFile::<Goofspiel>::parse(Goofspiel::CONTENT).expect("the embedded content");
    let turn_clock = Some(TurnClock { limit: GAME, on_timeout: OnTimeout::Vacate });
    let created = Created { seats: 2, turn_clock, ..terms(2) };
    let mut table = Table::create(&file, &created, &Ask::default())
        .expect("good terms")
        .table
        .expect("a creation makes a table");
    let happen = |table: &mut Table<Goofspiel>, at_ms, deed| {
        let ask = Ask { at_ms, request_id: Vec::new() };
        let decided = table.decide(deed, &ask, &mut Report::silent()).expect("a legal deed");
        *table = decided.table.expect("no takeback");
    };
    for number in 0..2 {
        let joined = Joined { seat: None, holder: person(number) };
        happen(&mut table, 0, Deed::Joined(joined));
    }
    happen(&mut table, 0, Deed::Started { seat: Seat(0) });
    assert_eq!(table.clocks(), [runs(1_000, 0), runs(1_000, 0)]);
    let actor = Actor::Seat(Seat(1));
    let action = table.legal(actor)[0];
    happen(&mut table, 300, Deed::Acted { actor, by_clock: false, action });
    assert_eq!(table.clocks(), [runs(1_000, 0), stands(800)]);
    assert_eq!(table.due(1_000), Some(Deed::TimedOut { seat: Seat(0) }));
}
