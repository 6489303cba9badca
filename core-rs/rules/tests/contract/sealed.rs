//! A simultaneous choice, of the fixture that has one: until the step closes nobody else can tell it.

use ludoteca_rules::fixtures::goofspiel::{Action, Card, Goofspiel};
use ludoteca_rules::{Actor, Deed, Fact, Game, Playout, Seat, Viewer, encode};

use crate::suite::Case;
use crate::suite::live::{Live, Manner};

/// What a viewer gets of the last event and of the table after it, as bytes and text.
fn received(live: &Live<Goofspiel>, viewer: Viewer) -> (Vec<u8>, u64, String) {
    let [.., before, step] = live.steps.as_slice() else { panic!("a table has events") };
    let table = &step.table;
    let view = table.view(viewer);
    let facts: Vec<&Fact> = step.report.facts_for(viewer).collect();
    let seen = match (&step.event.deed, before.table.state()) {
        (Deed::Acted { actor, action, .. }, Some(state)) => {
            Goofspiel::seen(table.rules(), state, *actor, action, viewer)
        }
        _ => None,
    };
    let (legal, back, prompt) = match (viewer, table.state()) {
        (Viewer::Seat(seat), Some(state)) => (
            table.legal(Actor::Seat(seat)),
            table.takeback_choices(seat).to_vec(),
            Some(Goofspiel::prompt(table.rules(), state, seat)),
        ),
        _ => (Vec::new(), Vec::new(), None),
    };
    let text = format!("{facts:?} {seen:?} {legal:?} {back:?} {prompt:?} {:?}", table.deciders());
    (encode(&view), table.view_digest(view.as_ref()), text)
}

/// R5: two runs that differ in one sealed bid give the others the same until the round closes.
#[test]
fn r05_a_sealed_bid_is_the_same_to_the_others_whatever_it_is() {
    let case = Case::of(2, &[]);
    let mut chance = Playout::new(1);
    let mut compared = 0;
    for seed in 0..50 {
        let mut runs = [Live::<Goofspiel>::started(&case, seed), Live::started(&case, seed)];
        let rounds = chance.below(12);
        for _ in 0..2 * rounds {
            let (first, second) = runs.split_at_mut(1);
            assert!(first[0].advance(Manner::default()));
            let deed = first[0].steps.last().expect("an event").event.deed.clone();
            second[0].must(deed);
        }
        let bidder = Seat(u8::from(chance.below(2) == 1));
        let hand = runs[0].table().legal(Actor::Seat(bidder));
        let sealed = [hand[0], hand[hand.len() - 1]];
        assert_ne!(sealed[0], sealed[1]);
        for (live, action) in runs.iter_mut().zip(sealed) {
            live.must(Deed::Acted { actor: Actor::Seat(bidder), by_clock: false, action });
        }
        for viewer in [Viewer::Seat(bidder.next(2)), Viewer::Public] {
            assert_eq!(received(&runs[0], viewer), received(&runs[1], viewer));
            compared += 1;
        }
        let own = Viewer::Seat(bidder);
        assert_ne!(received(&runs[0], own), received(&runs[1], own), "its own holder knows");
        let action = runs[0].table().legal(Actor::Seat(bidder.next(2)))[0];
        for live in &mut runs {
            let actor = Actor::Seat(bidder.next(2));
            live.must(Deed::Acted { actor, by_clock: false, action });
        }
        let public = runs.each_ref().map(|live| received(live, Viewer::Public));
        assert_ne!(public[0], public[1], "closed: now everybody knows");
    }
    println!("{compared} pairs of views compared");
}

/// R36: half of a simultaneous step is in the log: a fold from it alone knows the sealed bid.
#[test]
fn r36_a_fold_keeps_a_choice_that_waits_for_the_other() {
    let mut live = Live::<Goofspiel>::started(&Case::of(2, &[]), 3);
    let action = Action::Bid { card: Card(7) };
    live.must(Deed::Acted { actor: Actor::Seat(Seat(1)), by_clock: false, action });
    let folded = ludoteca_rules::Table::replay(&live.file, &live.events()).expect("a decided log");
    assert_eq!(folded.state().map(|state| state.bids), Some([None, Some(Card(7))]));
    assert_eq!(folded.state().map(|state| state.prize), live.table().state().map(|s| s.prize));
}
