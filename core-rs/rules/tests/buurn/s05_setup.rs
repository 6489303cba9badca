//! §5 setup and §4 what a table begins with.

use std::collections::BTreeSet;

use ludoteca_rules::buurn::{Buurn, Phase};
use ludoteca_rules::{Game, Report, Tape};

use crate::board::rules;

/// §5: every set of families comes up, each once, in lexicographic order.
#[test]
fn s05_families_are_sets_in_lexicographic_order() {
    let rules = rules(4, &[("first_player".to_owned(), "1".to_owned())]).unwrap();
    let mut sets = Vec::new();
    for pick in 0..84 {
        let picks = [pick, 0, 0, 0];
        let mut tape = Tape::recorded(&picks);
        let state = Buurn::setup(&rules, &mut tape, &mut Report::silent());
        assert!(!tape.is_faulty());
        sets.push(state.families.iter().collect::<Vec<_>>());
    }
    assert!(sets.is_sorted(), "lexicographic");
    assert_eq!(sets.iter().collect::<BTreeSet<_>>().len(), 84);
    assert!(sets.iter().all(|set| set.len() == 6));
    let mut tape = Tape::recorded(&[84, 0, 0, 0]);
    Buurn::setup(&rules, &mut tape, &mut Report::silent());
    assert!(tape.is_faulty(), "84 sets: 0..83");
}

/// §4, §5: the state after the start event.
#[test]
fn s04_a_table_begins_in_the_countdown_of_turn_1() {
    for seats in [3, 4, 5] {
        let rules = rules(seats, &[]).unwrap();
        let position = ludoteca_rules::Position::<Buurn>::new(rules, 3);
        let state = position.state();
        assert_eq!((state.phase, state.turn, state.auction_id), (Phase::Countdown, 1, 1));
        assert_eq!((state.count, state.price, state.decision_id), (None, None, 0));
        assert_eq!((state.bank, state.revealed, state.start_number), (1, 1, 12));
        let money: Vec<u32> = state.players.iter().map(|player| player.money).collect();
        assert!(money[..usize::from(seats)].iter().all(|money| *money == 12));
    }
}
