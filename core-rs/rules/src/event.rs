//! What is asked of a table, and what its log says happened.

use std::sync::Arc;

use crate::refusal::Corrupt;
use crate::{Actor, Seat, ServerSeed, Spectators};

/// What somebody does at a table. A command asks for it; an event says that it was accepted.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Deed<A> {
    /// The table's first event.
    Created(Arc<Created>),
    /// Somebody took a seat.
    Joined(Joined),
    /// The holder of a seat went.
    Left {
        /// The seat that is free, or vacated, now.
        seat: Seat,
    },
    /// All seats are held: setup. Its chance is on this event's tape.
    Started {
        /// Who asked for it.
        seat: Seat,
    },
    /// An action of the game.
    Acted {
        /// Who acts.
        actor: Actor,
        /// The clock plays the default action of a seat that nobody holds.
        by_clock: bool,
        /// What is done.
        action: A,
    },
    /// The table goes back to the state after the event `to_seq`.
    TakenBack {
        /// Who takes back.
        seat: Seat,
        /// The last event that stays.
        to_seq: u64,
    },
    /// The holder of a seat gave up.
    Resigned {
        /// The seat that is vacated now.
        seat: Seat,
    },
    /// The time of a seat ran out, and the clock took the seat from its holder or ended the table.
    TimedOut {
        /// The seat that had none left.
        seat: Seat,
    },
    /// Nobody did anything for as long as the table allows.
    Abandoned,
}

/// The table's terms: they never change.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Created {
    /// The table's id; part of the chance key.
    pub table_id: String,
    /// The id of the game.
    pub game: String,
    /// The revision of its rules.
    pub revision: u32,
    /// BLAKE3 of its content file.
    pub content_hash: [u8; 32],
    /// How many seats it has.
    pub seats: u8,
    /// The creation options: in a command as given, in an event all resolved.
    pub options: Vec<(String, String)>,
    /// What people call the table; may be empty.
    pub name: String,
    /// Who may take over a vacated seat.
    pub takeover: Takeover,
    /// After how many milliseconds without an action the clock ends the table; 0 = never.
    pub abandon_after_ms: u64,
    /// How long seats may think; `None`: as long as they like.
    pub turn_clock: Option<TurnClock>,
    /// What those see who hold no seat.
    pub spectators: Spectators,
    /// The secret that all chance of the table is made of.
    pub seed: ServerSeed,
}

/// Who may take over a vacated seat.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub enum Takeover {
    /// Nobody: the clock plays its defaults to the end.
    Nobody,
    /// Bots only.
    Bots,
    /// Anybody.
    #[default]
    Anyone,
}

/// How long seats may think, and what the clock does about one that thinks for longer.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct TurnClock {
    /// How long.
    pub limit: TimeLimit,
    /// What happens then.
    pub on_timeout: OnTimeout,
}

/// How long seats may think.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum TimeLimit {
    /// So long for each decision.
    PerMove {
        /// Milliseconds.
        move_ms: u64,
    },
    /// So long for the whole game.
    PerGame {
        /// Milliseconds at the start.
        bank_ms: u64,
        /// Milliseconds more each time the seat has decided all that it was asked.
        increment_ms: u64,
    },
}

/// What the clock does about a seat whose time has run out.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub enum OnTimeout {
    /// It plays the default action of `rules.md`; where there is none, the seat is vacated.
    #[default]
    Default,
    /// The seat is vacated: somebody else may take it over.
    Vacate,
    /// The table ends; the seat comes last of those that were still there.
    End,
}

/// Somebody took a seat.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Joined {
    /// The seat; in a command `None` asks for the first that is free.
    pub seat: Option<Seat>,
    /// Who holds it from now on.
    pub holder: Holder,
}

/// Who holds a seat.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Holder {
    /// The name shown to everybody.
    pub name: String,
    /// Whether a program plays.
    pub bot: bool,
    /// The hash of the seat token; empty in a record, which holds no secrets.
    pub token_hash: Vec<u8>,
    /// The seat's share in the chance key; may be empty.
    pub contribution: Vec<u8>,
}

/// One entry of the log.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Event<A> {
    /// Its place in the log: 1, 2, 3, ... without gaps.
    pub seq: u64,
    /// The worker's clock in milliseconds since 1970, never below the event before it.
    pub at_ms: u64,
    /// The id the client gave its call; empty for the clock and in records.
    pub request_id: Vec<u8>,
    /// What happened.
    pub deed: Deed<A>,
    /// The tape: the outcomes of chance, in the order the rules asked for them.
    pub picks: Vec<u32>,
}

/// What accompanies a command.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct Ask {
    /// The worker's clock, in milliseconds since 1970.
    pub at_ms: u64,
    /// The id the client gave its call.
    pub request_id: Vec<u8>,
}

/// Which events of a log count: what was taken back does not, nor do the takebacks themselves.
/// One flag an event, in order.
///
/// # Errors
/// A takeback takes back what no seat may: another seat's deed, one that drew something, or nothing at all.
pub fn standing<A>(events: &[Event<A>]) -> Result<Vec<bool>, Corrupt> {
    let mut stands = vec![true; events.len()];
    let mut standing: Vec<usize> = Vec::with_capacity(events.len());
    for (index, event) in events.iter().enumerate() {
        let Deed::TakenBack { seat, to_seq } = event.deed else {
            standing.push(index);
            continue;
        };
        stands[index] = false;
        let mut counts_back = false;
        while let Some(&last) = standing.last()
            && events[last].seq > to_seq
        {
            if !events[last].may_be_taken_back_by(seat) {
                return Err(Corrupt::at(event.seq, "a takeback past what may be taken back"));
            }
            counts_back = true;
            stands[last] = false;
            standing.pop();
        }
        if !counts_back || standing.last().is_none_or(|last| events[*last].seq != to_seq) {
            return Err(Corrupt::at(event.seq, "a takeback to no event that stands"));
        }
    }
    Ok(stands)
}

impl<A> Event<A> {
    /// Whether `seat` may take the event back, as far as the log alone can tell: what an action showed,
    /// only the rules know.
    fn may_be_taken_back_by(&self, seat: Seat) -> bool {
        let own = matches!(
            self.deed,
            Deed::Acted { actor: Actor::Seat(actor), by_clock: false, .. } if actor == seat
        );
        own && self.picks.is_empty()
    }
}
