//! A state sampled from a view looks to its viewer like the one that the view was made of.

use ludoteca_rules::{Actor, Playout, Position, Rules, Seat, Tape, Viewer, encode};

use super::live::{Live, Manner, content};
use super::{Case, Contract, Counts, Effort};

/// Sampled states give the same view and the same legal actions, and can be played to the end.
pub(crate) fn sampled_states_look_the_same<G: Contract>(effort: Effort) -> Counts {
    let (mut samples, mut played) = (0, 0);
    let mut chance = Playout::new(effort.seed);
    for _ in 0..effort.games {
        for case in G::CASES {
            let live = Live::<G>::played(case, chance.word(), Manner::default());
            for step in &live.steps {
                let (rules, Some(state)) = (step.table.rules(), step.table.state()) else {
                    continue;
                };
                if step.table.is_over() {
                    continue; // the ranking may tell of what was hidden until the end
                }
                for viewer in Seat::all(case.seats).map(Viewer::Seat).chain([Viewer::Public]) {
                    let view = G::view(rules, state, viewer);
                    let world = G::determinize(rules, &view, &mut Tape::playout(&mut chance));
                    assert_eq!(encode(&G::view(rules, &world, viewer)), encode(&view));
                    assert_eq!(G::deciders(rules, &world), G::deciders(rules, state));
                    if let Viewer::Seat(seat) = viewer {
                        let list = |state| {
                            let mut listed = Vec::new();
                            G::legal(rules, state, Actor::Seat(seat), &mut listed);
                            listed
                        };
                        assert_eq!(list(&world), list(state));
                    }
                    samples += 1;
                    if chance.below(50) == 0 {
                        play_out::<G>(rules, case, world, &mut chance);
                        played += 1;
                    }
                }
            }
        }
    }
    vec![("samples", samples), ("played to the end", played)]
}

fn play_out<G: Contract>(rules: &Rules<G>, case: &Case, world: G::State, chance: &mut Playout) {
    let file = content::<G>();
    let rules = Rules {
        content: file.content,
        content_hash: file.hash,
        options: rules.options.clone(),
        seats: case.seats,
        revision: rules.revision,
    };
    let mut position: Position<G> = Position::at(rules.into(), world, chance.word());
    let mut decisions = 0;
    while position.act_at_random() {
        decisions += 1;
        assert!(
            decisions < G::LONGEST,
            "a sampled state has no end: {case:?} {:?}",
            position.state()
        );
    }
    assert!(G::outcome(position.rules(), position.state()).is_some());
}
