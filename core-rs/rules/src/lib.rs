//! The pure rules of Ludoteca's games.
//!
//! A table's state is a fold over its log: `evolve(table, event) -> table`. This crate knows no I/O, no clock,
//! no protobuf and no Python, and has no randomness of its own: chance comes in as a [`Tape`].
//!
//! A turn, from the first event on:
//!
//! ```
//! use ludoteca_rules::burgenland::Burgenland;
//! use ludoteca_rules::{
//!     Actor, Ask, ContentFile, Created, Deed, Game, Holder, Joined, Report, Seat, ServerSeed, Table,
//!     Spectators, Takeover, Viewer,
//! };
//!
//! let file = ContentFile::<Burgenland>::parse(Burgenland::CONTENT).expect("the embedded content");
//! let terms = Created {
//!     table_id: "example".into(),
//!     game: Burgenland::ID.into(),
//!     revision: Burgenland::REVISION,
//!     content_hash: file.hash,
//!     seats: 2,
//!     options: vec![("start_seat".into(), "1".into())],
//!     name: "Castle night".into(),
//!     takeover: Takeover::Anyone,
//!     abandon_after_ms: 0,
//!     turn_clock: None,
//!     spectators: Spectators::Public,
//!     seed: ServerSeed([7; 32]), // from the operating system, outside of examples
//! };
//! let created = Table::create(&file, &terms, &Ask::default()).expect("good terms");
//! let mut table = created.table.expect("a creation makes a table");
//! let mut log = vec![created.event];
//!
//! // What happens: the rules decide an event, the log keeps it, the table after it is the table.
//! let mut report = Report::telling();
//! let mut happen = |table: &mut Table<Burgenland>, deed| {
//!     let decided = table.decide(deed, &Ask::default(), &mut report).expect("a legal deed");
//!     log.push(decided.event);
//!     *table = decided.table.expect("no takeback");
//! };
//! for (name, token) in [("Ana", 1), ("Bea", 2)] {
//!     let (name, token_hash) = (name.into(), vec![token; 32]);
//!     let holder = Holder { name, bot: false, token_hash, contribution: Vec::new() };
//!     happen(&mut table, Deed::Joined(Joined { seat: None, holder }));
//! }
//! happen(&mut table, Deed::Started { seat: Seat(0) });
//! let actor = Actor::Seat(Seat(1));
//! let action = table.legal(actor)[0]; // in the order of rules.md: draw_cards comes first
//! happen(&mut table, Deed::Acted { actor, by_clock: false, action });
//!
//! // Bea sees her cards, everybody else how many there are; the log alone makes the same table.
//! let bea = table.view(Viewer::Seat(Seat(1))).expect("a started table");
//! let public = table.view(Viewer::Public).expect("a started table");
//! assert!(bea.players[1].hand.is_some() && public.players[1].hand.is_none());
//! assert!(report.facts_for(Viewer::Public).count() > 0);
//! let folded = Table::replay(&file, &log).expect("a decided log replays");
//! assert_eq!(folded.digest(), table.digest());
//! ```

#[cfg(any(test, feature = "fixtures"))]
pub mod fixtures;

pub mod burgenland;
pub mod buurn;
mod digest;
pub mod el_burro;
pub mod el_gaucho;
mod event;
mod game;
mod playout;
mod refusal;
pub mod registry;
mod report;
mod seat;
mod sentence;
mod spectators;
mod table;
mod tape;
mod timeline;
mod verify;
mod vocabulary;

pub use digest::{decode, encode};
pub use event::{
    Ask, Created, Deed, Event, Holder, Joined, OnTimeout, Takeover, TimeLimit, TurnClock, standing,
};
pub use game::{Alarm, Game, GivenOptions, Outcome, Refusal, Rules};
pub use playout::Position;
pub use refusal::{Corrupt, Refused, TableRejection};
pub use report::{Audience, Report};
pub use seat::{Actor, MAX_SEATS, Seat, Seats, Viewer};
pub use sentence::{Anchor, Arg, Fact, Form, Offer, Sentence, Speaker};
pub use spectators::Spectators;
pub use table::{
    CONTRIBUTION_MOST, ContentFile, Decided, EVENTS_MOST, Evolved, Lifecycle, NAME_MOST, SeatClock,
    TURN_CLOCK_MOST_MS, Table,
};
pub use tape::{ChanceKey, Playout, Script, ServerSeed, Tape};
pub use timeline::Timeline;
pub use verify::Verifier;
