//! What those may see who hold no seat.

use ludoteca_rules::{Created, Spectators};

use crate::desk::{Desk, terms};
use crate::walk::Action;

/// R34: while a table is played, each policy shows what it says; before and after everybody sees all.
#[test]
fn r34_a_policy_counts_from_the_start_to_the_end() {
    for (spectators, shown) in [
        (Spectators::Off, [false, false, false, false]),
        (Spectators::Public, [true, true, true, true]),
        (Spectators::MovesLate { moves: 2 }, [false, false, true, false]),
        (Spectators::SecondsLate { seconds: 3 }, [false, false, false, true]),
    ] {
        let created = Created { spectators, ..terms(3) };
        let open = Desk::open(&created);
        assert!(open.table.is_shown(u64::MAX, open.table.at_ms()), "{spectators:?}: before");

        let mut desk = Desk::playing(&created);
        assert!(desk.act(0, Action::Step).is_ok());
        let (seq, at_ms) = (desk.table.seq(), desk.table.at_ms());
        let looks = [(seq, 0), (seq + 1, 2_999), (seq + 2, 0), (seq + 1, 3_000)];
        let found = looks.map(|(last, age_ms)| desk.table.is_shown(last, at_ms + age_ms));
        assert_eq!(found, shown, "{spectators:?}");

        assert!(desk.resign(0).is_ok());
        assert!(desk.resign(1).is_ok(), "which ends the table");
        assert!(desk.table.is_shown(desk.table.seq(), desk.table.at_ms()), "{spectators:?}: after");
    }
}

#[test]
fn r34_a_clock_that_goes_back_shows_nothing_early() {
    let spectators = Spectators::SecondsLate { seconds: 3 };
    let desk = Desk::playing(&Created { spectators, ..terms(2) });
    assert!(!desk.table.is_shown(desk.table.seq(), 0));
    assert_eq!(desk.table.shown_at_ms(), Some(desk.table.at_ms() + 3_000));
    assert_eq!(Desk::playing(&terms(2)).table.shown_at_ms(), None);
}
