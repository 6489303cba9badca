//! Canonical encodings and digests: the same bytes on every machine.

use serde::Serialize;

use crate::event::Deed;
use crate::{Game, Lifecycle, Seat, Table, Viewer};

/// The canonical encoding of a state or a view: its fields in order, integers as variable-length
/// little-endian, lists with their length (the postcard format, version 1).
///
/// # Panics
/// If a type holds what the format cannot say (a map of unknown length): a bug in its definition.
pub fn encode<T: Serialize>(value: &T) -> Vec<u8> {
    match postcard::to_stdvec(value) {
        Ok(bytes) => bytes,
        Err(error) => panic!("a state that cannot be encoded: {error}"),
    }
}

/// The value that `bytes` encode.
///
/// # Errors
/// The bytes encode no such value, or more than one.
pub fn decode<T: serde::de::DeserializeOwned>(bytes: &[u8]) -> Result<T, String> {
    let (value, rest) = postcard::take_from_bytes(bytes).map_err(|error| error.to_string())?;
    if rest.is_empty() { Ok(value) } else { Err(format!("{} bytes too many", rest.len())) }
}

/// What the digest of a table covers: the game, the seats and the lifecycle; not seq, times, request
/// ids or takebacks, so that play with a takeback and play without the undone moves are equal.
#[derive(Serialize)]
struct Covered<'a, S> {
    game: &'a str,
    revision: u32,
    content_hash: &'a [u8; 32],
    options: &'a [(String, String)],
    lifecycle: Lifecycle,
    holders: Vec<Option<(&'a str, bool, &'a [u8])>>,
    vacated: &'a [Seat],
    state: Option<&'a S>,
}

/// What the digest of a view covers.
#[derive(Serialize)]
struct Shown<'a, V> {
    lifecycle: Lifecycle,
    holders: Vec<Option<(&'a str, bool)>>,
    vacated: &'a [Seat],
    view: Option<&'a V>,
}

impl<G: Game> Table<G> {
    /// BLAKE3 over the canonical encoding of all that is true at the table.
    ///
    /// It hashes hidden things: before the table is over it never leaves the service.
    pub fn digest(&self) -> [u8; 32] {
        let created = self.created();
        let holder = |seat| {
            let h = self.holder(seat)?;
            Some((h.name.as_str(), h.bot, h.contribution.as_slice()))
        };
        let covered = Covered {
            game: &created.game,
            revision: created.revision,
            content_hash: &created.content_hash,
            options: &created.options,
            lifecycle: self.lifecycle(),
            holders: Seat::all(self.seats()).map(holder).collect(),
            vacated: self.vacated(),
            state: self.state(),
        };
        *blake3::hash(&encode(&covered)).as_bytes()
    }

    /// What `viewer` may see of the game, once the table has started.
    pub fn view(&self, viewer: Viewer) -> Option<G::View> {
        self.state().map(|state| G::view(self.rules(), state, viewer))
    }

    /// 8 bytes over the canonical encoding of a view that [`Table::view`] made: clients compare it.
    pub fn view_digest(&self, view: Option<&G::View>) -> u64 {
        let holder = |seat| self.holder(seat).map(|h| (h.name.as_str(), h.bot));
        let shown = Shown {
            lifecycle: self.lifecycle(),
            holders: Seat::all(self.seats()).map(holder).collect(),
            vacated: self.vacated(),
            view,
        };
        let mut first = [0u8; 8];
        first.copy_from_slice(&blake3::hash(&encode(&shown)).as_bytes()[..8]);
        u64::from_le_bytes(first)
    }
}

impl<A> Deed<A> {
    /// The deed's name in records and notices.
    pub const fn name(&self) -> &'static str {
        match self {
            Self::Created(_) => "created",
            Self::Joined(_) => "joined",
            Self::Left { .. } => "left",
            Self::Started { .. } => "started",
            Self::Acted { .. } => "acted",
            Self::TakenBack { .. } => "taken_back",
            Self::Resigned { .. } => "resigned",
            Self::TimedOut { .. } => "timed_out",
            Self::Abandoned => "abandoned",
        }
    }
}
