//! Takebacks: never past news, and without a trace in the state.

use std::collections::BTreeMap;

use ludoteca_rules::{
    Actor, Ask, Deed, Event, Game, Playout, Refused, Report, Seat, Table, TableRejection, Tape,
    Viewer, standing,
};

use super::live::{Live, Manner};
use super::{Contract, Counts, Effort};

/// So many states that another viewer holds possible are tried for each action without news.
const WORLDS: u32 = 3;

/// R7: after an action that drew or showed something nothing before it can be taken back, nor anything in a
/// game in real time; an action that counts as silent really told nobody anything. Every type of action is met.
pub(crate) fn r07_no_takeback_past_chance_or_reveal<G: Contract>(effort: Effort) -> Counts {
    let (mut refused, mut taken_back, mut worlds) = (0, 0, 0);
    let mut met: BTreeMap<String, u64> = BTreeMap::new();
    let mut chance = Playout::new(effort.seed);
    for _ in 0..effort.games {
        for case in G::CASES {
            let live = Live::<G>::played(case, chance.word(), Manner::default());
            for pair in live.steps.windows(2) {
                let [before, step] = pair else { continue };
                let Deed::Acted { actor, action, .. } = &step.event.deed else { continue };
                *met.entry(G::form(&live.file.content, action).name).or_default() += 1;
                let Actor::Seat(seat) = actor else { continue };
                let back = Deed::TakenBack { seat: *seat, to_seq: before.event.seq };
                let answer = step.table.decide(back, &Ask::default(), &mut Report::silent());
                let news = !step.event.picks.is_empty() || step.report.showed();
                if news || G::PRESENCE || step.table.is_over() {
                    assert_refused::<G>(answer.as_ref().err(), &step.event);
                    refused += 1;
                } else {
                    assert!(answer.is_ok(), "{action:?} told nothing: {answer:?}");
                    taken_back += 1;
                    worlds += assert_silent(&before.table, *seat, action, &mut chance);
                }
            }
        }
    }
    for name in G::ACTIONS {
        assert!(met.contains_key(*name), "{name} was never played: {met:?}");
    }
    vec![("refused", refused), ("allowed", taken_back), ("worlds compared", worlds)]
}

fn assert_refused<G: Game>(refused: Option<&Refused<G::Rejection>>, event: &Event<G::Action>) {
    let told = format!("{refused:?} after {event:?}");
    assert!(
        matches!(
            refused,
            Some(Refused::Table(
                TableRejection::NothingToTakeBack
                    | TableRejection::TakebackTooFar { .. }
                    | TableRejection::TableOver
            ))
        ),
        "{told}"
    );
}

/// In every world that somebody else holds possible, the same action is as legal and looks as it did.
fn assert_silent<G: Contract>(
    before: &Table<G>,
    seat: Seat,
    action: &G::Action,
    chance: &mut Playout,
) -> u64 {
    let (rules, Some(state)) = (before.rules(), before.state()) else { return 0 };
    let actor = Actor::Seat(seat);
    let mut worlds = 0;
    for viewer in Seat::all(rules.seats).map(Viewer::Seat).chain([Viewer::Public]) {
        assert!(!G::uncovers(state, actor, action, viewer), "{action:?} is no news");
        if viewer.holds(seat) || G::seen(rules, state, actor, action, viewer).is_none() {
            continue;
        }
        let view = G::view(rules, state, viewer);
        for _ in 0..WORLDS {
            let world = G::determinize(rules, &view, &mut Tape::playout(chance));
            let possible = G::check(rules, &world, actor, action);
            assert_eq!(possible, Ok(()), "{action:?} proves something to {viewer:?}");
            worlds += 1;
        }
    }
    worlds
}

/// R8: a game with takebacks ends in the state of the same game without the undone moves.
pub(crate) fn r08_takebacks_leave_no_trace<G: Contract>(effort: Effort) -> Counts {
    let (mut takebacks, mut undone) = (0, 0);
    let mut chance = Playout::new(effort.seed);
    for _ in 0..effort.games {
        for case in G::CASES {
            let manner = Manner { takebacks: 50, resignations: 2, ..Manner::default() };
            let live = Live::<G>::played(case, chance.word(), manner);
            let log = live.events();
            let stands = standing(&log).expect("a decided log");
            let mut kept = Vec::new();
            for (event, stands) in log.iter().zip(&stands) {
                match (&event.deed, stands) {
                    (Deed::TakenBack { .. }, _) => takebacks += 1,
                    (_, false) => undone += 1,
                    (_, true) => kept.push(Event { seq: kept.len() as u64 + 1, ..event.clone() }),
                }
            }
            let table = Table::replay(&live.file, &kept).expect("what stands is a log");
            assert_eq!(table.digest(), live.table().digest());
            assert_eq!(table.state(), live.table().state());
        }
    }
    vec![("takebacks", takebacks), ("events undone", undone)]
}
