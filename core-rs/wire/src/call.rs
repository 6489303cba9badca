//! Requests that name a table and change it, decoded once.

use ludoteca_rules::Seat;
use prost::Message;
use prost_types::Any;

use crate::error::Error;
use crate::pb::ludoteca::v1 as pb;

/// The fewest and the most bytes of a request id.
const REQUEST_ID_BYTES: std::ops::RangeInclusive<usize> = 8..=32;
/// The most actions of one `PlayActions` message.
const ACTIONS_MOST: usize = 256;
/// The most characters of a table id.
const TABLE_ID_MOST: usize = 64;

/// A decoded request.
#[derive(Debug, Clone, PartialEq)]
pub struct Call {
    /// The table it is about.
    pub table_id: String,
    /// The id that makes a retry recognisable.
    pub request_id: Vec<u8>,
    /// The last seq the caller knows, if it insists on it.
    pub expected_seq: Option<u64>,
    /// Whether the answer tells sentences as text.
    pub words: bool,
    /// What is asked for.
    pub(crate) wish: Wish,
}

/// What a call asks for.
#[derive(Debug, Clone, PartialEq)]
pub(crate) enum Wish {
    Act(Any),
    Join { seat: Option<Seat>, name: String, bot: bool, contribution: Vec<u8> },
    Start,
    Leave,
    TakeBack { to_seq: u64 },
    Resign,
}

fn decode<M: Message + Default>(what: &str, bytes: &[u8]) -> Result<M, Error> {
    M::decode(bytes).map_err(|why| Error::malformed(what, why))
}

/// A request id that is neither so short that two calls collide nor longer than the log keeps.
pub(crate) fn check_request_id(request_id: &[u8]) -> Result<(), Error> {
    if REQUEST_ID_BYTES.contains(&request_id.len()) {
        return Ok(());
    }
    Err(Error::bad("bad_request_id", "a request id has 8 to 32 bytes"))
}

/// A field that names a seat.
pub(crate) fn seat_field(seat: u32) -> Result<Seat, Error> {
    u8::try_from(seat).map(Seat).map_err(|_| Error::bad("bad_field", "no table has such a seat"))
}

impl Call {
    fn new(table_id: String, request_id: Vec<u8>, wish: Wish) -> Result<Self, Error> {
        if table_id.is_empty() || table_id.len() > TABLE_ID_MOST {
            return Err(Error::bad("bad_field", "a table id has 1 to 64 characters"));
        }
        check_request_id(&request_id)?;
        Ok(Self { table_id, request_id, expected_seq: None, words: false, wish })
    }

    /// An `ActRequest`.
    ///
    /// # Errors
    /// `malformed`, `bad_field`, `bad_request_id`.
    pub fn act(request: &[u8]) -> Result<Self, Error> {
        let request: pb::ActRequest = decode("ActRequest", request)?;
        let wish = Wish::Act(request.action.unwrap_or_default());
        let call = Self::new(request.table_id, request.request_id, wish)?;
        Ok(Self { expected_seq: request.expected_seq, words: request.words, ..call })
    }

    /// The actions of a `PlayActions` message, in order; all of them of `game`.
    ///
    /// # Errors
    /// `malformed`, `bad_field`, `bad_request_id`, `wrong_game`.
    pub fn play(table_id: &str, game: &str, actions: &[u8]) -> Result<Vec<Self>, Error> {
        let package = format!("type.googleapis.com/ludoteca.{game}.");
        let request: pb::PlayActions = decode("PlayActions", actions)?;
        if request.actions.is_empty() || request.actions.len() > ACTIONS_MOST {
            return Err(Error::bad("bad_field", "a message holds 1 to 256 actions"));
        }
        let call = |action: pb::PlayAction| {
            let any = action.action.unwrap_or_default();
            if !any.type_url.starts_with(&package) {
                return Err(Error::bad("wrong_game", format!("the table plays {game}")));
            }
            let call = Self::new(table_id.to_owned(), action.request_id, Wish::Act(any))?;
            Ok(Self { expected_seq: action.expected_seq, ..call })
        };
        request.actions.into_iter().map(call).collect()
    }

    /// A `JoinTableRequest`.
    ///
    /// # Errors
    /// `malformed`, `bad_field`, `bad_request_id`.
    pub fn join(request: &[u8]) -> Result<Self, Error> {
        let request: pb::JoinTableRequest = decode("JoinTableRequest", request)?;
        let wish = Wish::Join {
            seat: request.seat.map(seat_field).transpose()?,
            name: request.name,
            bot: request.bot,
            contribution: request.contribution,
        };
        Self::new(request.table_id, request.request_id, wish)
    }

    /// A `StartTableRequest`.
    ///
    /// # Errors
    /// `malformed`, `bad_field`, `bad_request_id`.
    pub fn start(request: &[u8]) -> Result<Self, Error> {
        let request: pb::StartTableRequest = decode("StartTableRequest", request)?;
        Self::new(request.table_id, request.request_id, Wish::Start)
    }

    /// A `LeaveTableRequest`.
    ///
    /// # Errors
    /// `malformed`, `bad_field`, `bad_request_id`.
    pub fn leave(request: &[u8]) -> Result<Self, Error> {
        let request: pb::LeaveTableRequest = decode("LeaveTableRequest", request)?;
        Self::new(request.table_id, request.request_id, Wish::Leave)
    }

    /// A `TakeBackRequest`.
    ///
    /// # Errors
    /// `malformed`, `bad_field`, `bad_request_id`.
    pub fn take_back(request: &[u8]) -> Result<Self, Error> {
        let request: pb::TakeBackRequest = decode("TakeBackRequest", request)?;
        let wish = Wish::TakeBack { to_seq: request.to_seq };
        Self::new(request.table_id, request.request_id, wish)
    }

    /// A `ResignRequest`.
    ///
    /// # Errors
    /// `malformed`, `bad_field`, `bad_request_id`.
    pub fn resign(request: &[u8]) -> Result<Self, Error> {
        let request: pb::ResignRequest = decode("ResignRequest", request)?;
        Self::new(request.table_id, request.request_id, Wish::Resign)
    }
}
