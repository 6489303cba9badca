//! What those see who hold no seat, as messages: the same fields in the log and in the interface.

use ludoteca_rules::Spectators;

use crate::error::Error;
use crate::host::empty;
use crate::library::Library;
use crate::log;
use crate::pb::ludoteca::log::v1 as stored;
use crate::pb::ludoteca::v1 as pb;

/// Off, moves late, seconds late; `None` for the default, which is not written.
fn fields(policy: Spectators) -> Option<(bool, u32, u32)> {
    match policy {
        Spectators::Public => None,
        Spectators::Off => Some((true, 0, 0)),
        Spectators::MovesLate { moves } => Some((false, moves, 0)),
        Spectators::SecondsLate { seconds } => Some((false, 0, seconds)),
    }
}

fn policy(fields: (bool, u32, u32)) -> Option<Spectators> {
    match fields {
        (false, 0, 0) => Some(Spectators::Public),
        (true, 0, 0) => Some(Spectators::Off),
        (false, moves, 0) => Some(Spectators::MovesLate { moves }),
        (false, 0, seconds) => Some(Spectators::SecondsLate { seconds }),
        _ => None,
    }
}

/// The policy as the interface tells it.
pub(crate) fn told(policy: Spectators) -> Option<pb::Spectators> {
    fields(policy).map(|(off, delay_moves, delay_seconds)| pb::Spectators {
        off,
        delay_moves,
        delay_seconds,
    })
}

/// The policy that a request asks for; `None` where its fields do not go together.
pub(crate) fn asked(message: Option<pb::Spectators>) -> Option<Spectators> {
    let pb::Spectators { off, delay_moves, delay_seconds } = message.unwrap_or_default();
    policy((off, delay_moves, delay_seconds))
}

/// The policy as the log stores it.
pub(crate) fn to_store(policy: Spectators) -> Option<stored::Spectators> {
    fields(policy).map(|(off, delay_moves, delay_seconds)| stored::Spectators {
        off,
        delay_moves,
        delay_seconds,
    })
}

/// The policy that a log holds.
///
/// # Errors
/// Its fields do not go together; in words.
pub(crate) fn from_store(message: Option<stored::Spectators>) -> Result<Spectators, String> {
    let stored::Spectators { off, delay_moves, delay_seconds } = message.unwrap_or_default();
    policy((off, delay_moves, delay_seconds))
        .ok_or_else(|| "a spectator policy with two meanings".to_owned())
}

impl Library {
    /// Up to which event of a log those may see who hold no seat, while the table goes on.
    ///
    /// # Errors
    /// The log does not decode.
    pub fn shown_seq(&self, events: &[&[u8]], now_ms: u64) -> Result<u64, Error> {
        let policy = log::terms(events.first().ok_or_else(empty)?)?.spectators;
        let mut has_started = false;
        let mut shown = 0;
        for (bytes, seq) in events.iter().zip(1..) {
            let event = log::message(bytes, seq)?;
            has_started |= matches!(event.deed, Some(stored::event::Deed::Started(_)));
            let later_events = events.len() as u64 - seq;
            let age_ms = now_ms.saturating_sub(event.at_ms);
            if has_started && !policy.shows(later_events, age_ms) {
                break;
            }
            shown = seq;
        }
        Ok(shown)
    }
}
