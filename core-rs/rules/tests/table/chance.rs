//! The table's chance: what its key is made of, and what it does not depend on.

use ludoteca_rules::{Created, Holder, ServerSeed};

use crate::desk::{Desk, person, terms};
use crate::walk::Action;

/// The picks of setup and of three rolls.
fn picks(terms: &Created, contributions: [&[u8]; 2]) -> Vec<Vec<u32>> {
    let mut desk = Desk::open(terms);
    for (number, contribution) in (0..).zip(contributions) {
        let holder = Holder { contribution: contribution.to_vec(), ..person(number) };
        assert!(desk.join(holder).is_ok());
    }
    assert!(desk.ask(ludoteca_rules::Deed::Started { seat: ludoteca_rules::Seat(0) }).is_ok());
    for _ in 0..3 {
        assert!(desk.act(0, Action::Roll).is_ok());
    }
    desk.log.iter().map(|event| event.picks.clone()).filter(|picks| !picks.is_empty()).collect()
}

#[test]
fn the_seed_the_table_and_every_contribution_in_seat_order_make_the_chance() {
    let base = picks(&terms(2), [b"ana", b"bea"]);
    assert_eq!(base, picks(&terms(2), [b"ana", b"bea"]), "and nothing else does");
    let seed = Created { seed: ServerSeed([8; 32]), ..terms(2) };
    let table = Created { table_id: "desk 2".into(), ..terms(2) };
    for (other, what) in [
        (picks(&seed, [b"ana", b"bea"]), "seed"),
        (picks(&table, [b"ana", b"bea"]), "table id"),
        (picks(&terms(2), [b"bea", b"ana"]), "order"),
        (picks(&terms(2), [b"ana", b""]), "contribution"),
        (picks(&terms(2), [b"anab", b"ea"]), "where one ends"),
    ] {
        assert_ne!(base[0], other[0], "{what}"); // one of a million
    }
}

/// The name of the table, the time and who asks play no part: nobody can shop for luck with them.
#[test]
fn nothing_that_a_seat_can_choose_later_changes_the_chance() {
    let named = Created { name: "Castle night".into(), abandon_after_ms: 5_000, ..terms(2) };
    assert_eq!(picks(&terms(2), [b"", b""]), picks(&named, [b"", b""]));
}

/// A refused action takes nothing from the tape, and a question asked twice has one answer.
#[test]
fn deciding_twice_draws_the_same() {
    let mut desk = Desk::playing(&terms(2));
    let roll = || ludoteca_rules::Deed::Acted {
        actor: ludoteca_rules::Actor::Seat(ludoteca_rules::Seat(0)),
        by_clock: false,
        action: Action::Roll,
    };
    let ask = ludoteca_rules::Ask::default();
    let mut report = ludoteca_rules::Report::silent();
    let first = desk.table.decide(roll(), &ask, &mut report).expect("legal").event.picks;
    assert!(desk.act(1, Action::Roll).is_err());
    let again = desk.table.decide(roll(), &ask, &mut report).expect("legal").event.picks;
    assert_eq!(first, again);
    assert!(desk.act(0, Action::Roll).is_ok());
    assert_eq!(desk.log.last().map(|event| event.picks.clone()), Some(first));
}
