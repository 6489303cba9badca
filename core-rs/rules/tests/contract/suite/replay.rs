//! A log replays to the tables that were there, whichever way it is folded.

use ludoteca_rules::{
    Deed, Evolved, OnTimeout, Playout, Report, Seat, Table, TimeLimit, Timeline, TurnClock,
};

use super::live::{Live, Manner};
use super::{Contract, Counts, Effort};

/// Every so many events a whole log is replayed from its start.
const WHOLE: usize = 37;

#[derive(Default)]
struct Seen {
    events: u64,
    takebacks: u64,
    wholes: u64,
    late: u64,
}

/// Replay, event by event and as a whole, and the timeline give the table that `decide` gave.
pub(crate) fn replay_gives_the_digest_of_every_step<G: Contract>(effort: Effort) -> Counts {
    let mut seen = Seen::default();
    let mut chance = Playout::new(effort.seed);
    let manner = Manner { takebacks: 30, resignations: 5, ..Manner::default() };
    for _ in 0..effort.games {
        for case in G::CASES {
            fold(&Live::<G>::played(case, chance.word(), manner), &mut seen);
        }
    }
    let Seen { events, takebacks, wholes, .. } = seen;
    vec![("events", events), ("takebacks", takebacks), ("whole replays", wholes)]
}

/// R32: with turn clocks too, whatever becomes of a seat whose time is out; the time of every seat is that of the
/// table that decided.
pub(crate) fn r32_turn_clocks_replay<G: Contract>(effort: Effort) -> Counts {
    let mut seen = Seen::default();
    let mut chance = Playout::new(effort.seed);
    // In real time the clock is part of the rules, and no table has another.
    let cases = G::CASES.iter().filter(|_| !G::PRESENCE);
    for case in (0..effort.games).flat_map(|_| cases.clone()) {
        for on_timeout in [OnTimeout::Default, OnTimeout::Vacate, OnTimeout::End] {
            let increment_ms = u64::from(chance.below(300));
            let limit = TimeLimit::PerGame { bank_ms: 2_000, increment_ms };
            let turn_clock = Some(TurnClock { limit, on_timeout });
            let manner = Manner { takebacks: 10, resignations: 3, turn_clock };
            fold(&Live::<G>::played(case, chance.word(), manner), &mut seen);
        }
    }
    let Seen { events, takebacks, late, .. } = seen;
    assert!(late > 0 || G::PRESENCE, "nobody ran out of time in {events} events");
    vec![("events", events), ("takebacks", takebacks), ("times that ran out", late)]
}

/// Folds a log in every way there is.
fn fold<G: Contract>(live: &Live<G>, seen: &mut Seen) {
    let log = live.events();
    let mut table = Table::first(&live.file, &log[0]).expect("a first event");
    let mut timeline = Timeline::first(&live.file, &log[0]).expect("a first event");
    for (index, step) in live.steps.iter().enumerate().skip(1) {
        let evolved = table.evolve(&step.event, &mut Report::silent());
        if evolved.expect("a decided event evolves") == Evolved::Refold {
            table = Table::replay(&live.file, &log[..=index]).expect("a decided log");
            seen.takebacks += 1;
        }
        timeline.evolve(&step.event, &mut Report::silent()).expect("a decided event");
        assert_same(&table, &step.table);
        assert_same(timeline.table(), &step.table);
        if index % WHOLE == 0 || index + 1 == log.len() {
            let whole = Table::replay(&live.file, &log[..=index]).expect("a decided log");
            assert_same(&whole, &step.table);
            seen.wholes += 1;
        }
        seen.late += u64::from(matches!(step.event.deed, Deed::TimedOut { .. }));
        seen.events += 1;
    }
}

/// All that can be read off two tables is the same.
pub(crate) fn assert_same<G: Contract>(one: &Table<G>, other: &Table<G>) {
    assert_eq!(one.seq(), other.seq());
    assert_eq!(one.digest(), other.digest(), "at seq {}", one.seq());
    assert_eq!(one.state(), other.state());
    assert_eq!((one.at_ms(), one.lifecycle()), (other.at_ms(), other.lifecycle()));
    assert_eq!(one.vacated(), other.vacated());
    assert_eq!(one.abandon_at_ms(), other.abandon_at_ms());
    assert_eq!(one.alarm_at_ms(), other.alarm_at_ms(), "at seq {}", one.seq());
    assert_eq!(one.alarm_after_ms(), other.alarm_after_ms());
    assert_eq!(one.clocks(), other.clocks(), "at seq {}", one.seq());
    assert_eq!((one.deciders(), one.ranking()), (other.deciders(), other.ranking()));
    assert_eq!(one.due(u64::MAX), other.due(u64::MAX));
    for seat in Seat::all(one.seats()) {
        assert_eq!(one.takeback_choices(seat), other.takeback_choices(seat), "seq {}", one.seq());
        assert_eq!(one.takeback_from(seat), other.takeback_from(seat));
        assert_eq!(one.holder(seat), other.holder(seat));
    }
}
