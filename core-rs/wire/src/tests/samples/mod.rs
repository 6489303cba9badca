//! What the tests of the door have to know of each game.

mod burgenland;
mod buurn;
mod el_burro;
mod el_gaucho;

use std::collections::BTreeSet;

use ludoteca_rules::Event;

use crate::game::GameWire;

/// A creation option and its value.
pub(super) type Given = (&'static str, &'static str);

/// What goes out to a viewer.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Sent {
    Notice,
    View,
    Info,
    Actions,
    /// What a seat is answered that asks whether it may do something.
    Checked,
}

/// A game on the wire, as the tests play it.
pub(super) trait Sample: GameWire {
    /// The fewest seats of a table.
    const FEWEST: u32;
    /// Options other than the defaults, good for every number of seats.
    const OTHER: &'static [Given];

    /// A content file whose hidden things have names that are found nowhere else.
    fn canaries() -> String;

    /// The hidden things whose names are in some bytes.
    fn found(bytes: &[u8]) -> BTreeSet<usize>;

    /// The hidden things that a viewer may read of in what it is sent when `event` leads from one state to the
    /// other; `None` where the states cannot tell.
    fn known(
        before: &Self::State,
        after: &Self::State,
        event: &Event<Self::Action>,
        viewer: Option<u32>,
        sent: Sent,
    ) -> Option<BTreeSet<usize>>;

    /// How many hidden things there are.
    const HIDDEN: usize;

    /// Whether anything can be taken back.
    const TAKEBACKS: bool = true;

    /// The seats of a view with whether each is said to be the viewer's own, and whether it shows anything that
    /// only its holder may see.
    fn own_only(view: &Self::ViewMessage) -> Vec<(bool, bool)>;
}

/// The k-th name of a hidden thing.
fn canary(kind: usize) -> String {
    format!("qz{kind:03}x")
}

/// The canaries in some bytes.
fn canaries_in(bytes: &[u8]) -> BTreeSet<usize> {
    let kind = |window: &[u8]| match window {
        [b'q', b'z', digits @ .., b'x'] if digits.iter().all(u8::is_ascii_digit) => {
            Some(digits.iter().fold(0, |kind, digit| kind * 10 + usize::from(digit - b'0')))
        }
        _ => None,
    };
    bytes.windows(canary(0).len()).filter_map(kind).collect()
}
