//! What can go wrong at this door, each for its own reader.

use ludoteca_rules::{Corrupt, Refusal, Refused, Sentence};
use prost::Message;

use crate::pb::ludoteca::v1 as pb;
use crate::sentence::Teller;

/// Why a call came to nothing.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
pub enum Error {
    /// The table or the rules of its game refuse.
    #[error("{}", .0.message)]
    Rejected(Box<Rejection>),
    /// Bytes that are no such message, an unknown game or content, a field out of its bounds.
    #[error("{message}")]
    BadRequest {
        /// Stable code.
        reason: &'static str,
        /// What is wrong, in words.
        message: String,
    },
    /// A stored log does not replay.
    #[error(transparent)]
    Corrupt(#[from] Corrupt),
    /// The event takes others back: fold the log again.
    #[error("the event takes others back: fold the log again")]
    Refold,
    /// A file that is no record, or one that does not hold.
    #[error("line {line} of the record: {why}")]
    BadRecord {
        /// The line, from 1.
        line: u64,
        /// What is wrong with it.
        why: String,
    },
}

/// A refusal, ready for the wire.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Rejection {
    /// Stable code, e.g. `cannot_pay`.
    pub code: &'static str,
    /// Section of the game's `rules.md`, or `table`.
    pub rule: &'static str,
    /// The sentence as text.
    pub message: String,
    /// No state would ever allow it: the request itself makes no sense.
    pub nonsense: bool,
    /// `ludoteca.v1.Rejection`, serialised.
    pub bytes: Vec<u8>,
}

impl Error {
    /// A request that makes no sense.
    pub fn bad(reason: &'static str, message: impl Into<String>) -> Self {
        Self::BadRequest { reason, message: message.into() }
    }

    /// Bytes that are no such message.
    pub fn malformed(what: &str, why: impl std::fmt::Display) -> Self {
        Self::bad("malformed", format!("these bytes are no {what}: {why}"))
    }
}

/// What somebody wrote, as an error repeats it: in quotes, and cut where it is long.
pub(crate) fn quoted(text: &str) -> String {
    const MOST: usize = 40;
    match text.char_indices().nth(MOST) {
        Some((end, _)) => format!("{:?}...", &text[..end]),
        None => format!("{text:?}"),
    }
}

/// An event that does not replay.
pub(crate) fn corrupt(seq: u64, why: impl Into<String>) -> Corrupt {
    Corrupt { seq, why: why.into() }
}

/// A refusal with its sentence told, for a client that may know no catalogue.
pub(crate) fn rejected<R: Refusal>(refused: &Refused<R>, teller: &Teller<'_>) -> Error {
    let (code, rule, nonsense, sentence) = match refused {
        Refused::Table(why) => (why.code(), why.rule(), why.is_nonsense(), why.sentence()),
        Refused::Game(why) => (why.code(), why.rule(), why.is_nonsense(), why.sentence()),
    };
    let rejection = rejection(code, rule, &sentence, teller);
    let message = rejection.sentence.as_ref().map(|s| s.text.clone()).unwrap_or_default();
    let bytes = rejection.encode_to_vec();
    Error::Rejected(Box::new(Rejection { code, rule, message, nonsense, bytes }))
}

fn rejection(code: &str, rule: &str, sentence: &Sentence, teller: &Teller<'_>) -> pb::Rejection {
    pb::Rejection {
        code: code.to_owned(),
        rule: rule.to_owned(),
        sentence: Some(teller.sentence(sentence)),
    }
}
