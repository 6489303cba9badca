//! States decode to themselves, with the same legal actions.

use ludoteca_rules::{Actor, Playout, Seat, Viewer, decode, encode};

use super::live::{Live, Manner};
use super::{Contract, Counts, Effort};

/// R29: at every step `decode(encode(state))` is the state and lists the same actions; every cut is refused.
pub(crate) fn r29_states_decode_to_themselves<G: Contract>(effort: Effort) -> Counts {
    let (mut states, mut longest) = (0, 0);
    let mut chance = Playout::new(effort.seed);
    for _ in 0..effort.games {
        for case in G::CASES {
            let live = Live::<G>::played(case, chance.word(), Manner::default());
            for step in &live.steps {
                let Some(state) = step.table.state() else { continue };
                let bytes = encode(state);
                let decoded: G::State = decode(&bytes).expect("an encoded state decodes");
                assert_eq!(&decoded, state);
                assert_eq!(encode(&decoded), bytes, "one state has one encoding");
                let rules = step.table.rules();
                for actor in Seat::all(case.seats).map(Actor::Seat).chain([Actor::Clock]) {
                    let (mut before, mut after) = (Vec::new(), Vec::new());
                    G::legal(rules, state, actor, &mut before);
                    G::legal(rules, &decoded, actor, &mut after);
                    assert_eq!(before, after);
                }
                for viewer in Seat::all(case.seats).map(Viewer::Seat).chain([Viewer::Public]) {
                    assert_eq!(G::view(rules, state, viewer), G::view(rules, &decoded, viewer));
                }
                assert!(decode::<G::State>(&bytes[..bytes.len() - 1]).is_err(), "a cut state");
                assert!(decode::<G::State>(&[&bytes[..], &[0]].concat()).is_err(), "a long one");
                longest = longest.max(bytes.len() as u64);
                states += 1;
            }
        }
    }
    vec![("states", states), ("longest encoding, bytes", longest)]
}
