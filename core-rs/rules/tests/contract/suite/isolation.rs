//! Tables do not touch each other, and a log tells at any time what it told live.

use ludoteca_rules::{Deed, Fact, Playout, Report, Seat, Timeline, Viewer};

use super::live::{Live, Manner};
use super::replay::assert_same;
use super::{Contract, Counts, Effort};

/// R28: two tables that are played in turn write the logs that each writes alone.
pub(crate) fn r28_tables_do_not_touch_each_other<G: Contract>(effort: Effort) -> Counts {
    let mut events = 0;
    let manner = Manner { takebacks: 20, resignations: 0, ..Manner::default() };
    let mut chance = Playout::new(effort.seed);
    for _ in 0..effort.games {
        for (index, case) in G::CASES.iter().enumerate() {
            let other = &G::CASES[(index + 1) % G::CASES.len()];
            let seeds = [chance.word(), chance.word()];
            let alone = [
                Live::<G>::played(case, seeds[0], manner),
                Live::<G>::played(other, seeds[1], manner),
            ];
            let mut one = Live::<G>::started(case, seeds[0]);
            let mut two = Live::<G>::started(other, seeds[1]);
            while one.advance(manner) | two.advance(manner) {}
            assert_eq!(one.events(), alone[0].events());
            assert_eq!(two.events(), alone[1].events());
            events += (one.steps.len() + two.steps.len()) as u64;
        }
    }
    vec![("events", events)]
}

/// R39: what a replay tells a viewer of event N is what the viewer was told of it live.
pub(crate) fn r39_a_replay_tells_what_was_told<G: Contract>(effort: Effort) -> Counts {
    let (mut notices, mut facts) = (0, 0);
    let manner = Manner { takebacks: 20, resignations: 5, ..Manner::default() };
    let mut chance = Playout::new(effort.seed);
    for _ in 0..effort.games {
        for case in G::CASES {
            let live = Live::<G>::played(case, chance.word(), manner);
            let mut timeline = Timeline::first(&live.file, &live.steps[0].event).expect("a log");
            for step in &live.steps[1..] {
                let mut report = Report::telling();
                let before = timeline.table().clone();
                timeline.evolve(&step.event, &mut report).expect("a decided event");
                assert_same(timeline.table(), &step.table);
                assert_eq!(report.showed(), step.report.showed());
                for viewer in Seat::all(case.seats).map(Viewer::Seat).chain([Viewer::Public]) {
                    let told = |report: &Report| -> Vec<Fact> {
                        report.facts_for(viewer).cloned().collect()
                    };
                    assert_eq!(told(&report), told(&step.report), "seq {}", step.event.seq);
                    let (now, then) = (timeline.table().view(viewer), step.table.view(viewer));
                    assert_eq!(now, then);
                    let digest = timeline.table().view_digest(now.as_ref());
                    assert_eq!(digest, step.table.view_digest(then.as_ref()));
                    assert_seen(&before, &step.event.deed, viewer);
                    facts += told(&report).len() as u64;
                    notices += 1;
                }
            }
        }
    }
    vec![("notices", notices), ("facts", facts)]
}

/// An actor always sees its own action in the log.
fn assert_seen<G: Contract>(
    before: &ludoteca_rules::Table<G>,
    deed: &Deed<G::Action>,
    viewer: Viewer,
) {
    let (Deed::Acted { actor, action, .. }, Some(state)) = (deed, before.state()) else { return };
    if let ludoteca_rules::Actor::Seat(seat) = actor
        && viewer.holds(*seat)
    {
        let seen = G::seen(before.rules(), state, *actor, action, viewer);
        assert_eq!(seen.as_ref(), Some(action));
    }
}
