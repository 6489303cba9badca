//! The pure rules of Ludoteca's games.
//!
//! A table's state is a fold over its log: `evolve(table, event) -> table`. This crate knows no I/O, no clock,
//! no protobuf and no Python, and has no randomness of its own: chance comes in as a [`Tape`].

#[cfg(any(test, feature = "fixtures"))]
pub mod fixtures;

pub mod burgenland;
mod digest;
mod event;
mod game;
mod playout;
mod refusal;
pub mod registry;
mod report;
mod seat;
mod sentence;
mod table;
mod tape;
mod timeline;
mod verify;

pub use digest::{decode, encode};
pub use event::{Ask, Created, Deed, Event, Holder, Joined, Takeover, standing};
pub use game::{Game, GivenOptions, Outcome, Refusal, Rules};
pub use playout::Position;
pub use refusal::{Corrupt, Refused, TableRejection};
pub use report::{Audience, Report};
pub use seat::{Actor, MAX_SEATS, Seat, Seats, Viewer};
pub use sentence::{Anchor, Arg, Fact, Form, Offer, Sentence, Speaker};
pub use table::{CONTRIBUTION_MOST, ContentFile, Decided, Evolved, Lifecycle, NAME_MOST, Table};
pub use tape::{ChanceKey, Playout, Script, ServerSeed, Tape};
pub use timeline::Timeline;
pub use verify::Verifier;
