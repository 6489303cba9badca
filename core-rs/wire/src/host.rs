//! One game with its content files: what every table of it shares.

use std::collections::BTreeMap;
use std::sync::{Arc, PoisonError, RwLock};

use ludoteca_rules::{ContentFile, Corrupt, Event, Seat, Speaker, Table, Viewer};
use prost::Message;
use prost_reflect::DescriptorPool;
use prost_types::Any;

use crate::error::{Error, corrupt};
use crate::game::{BadAction, GameWire, decode_action, encode_action};
use crate::log;
use crate::schema::Schema;
use crate::sentence::Teller;

/// The prefix of every type url.
const TYPE_URL: &str = "type.googleapis.com/";

/// A game: its messages, its words, its content files.
#[derive(Debug)]
pub(crate) struct Host<G: GameWire> {
    pub(crate) speaker: Arc<dyn Speaker>,
    pub(crate) schema: Schema,
    action_type: String,
    view_type: String,
    files: RwLock<Files<G>>,
}

/// Content files by hash.
#[derive(Debug)]
struct Files<G: GameWire> {
    by_hash: BTreeMap<[u8; 32], Arc<File<G>>>,
    /// What new tables get.
    current: Arc<File<G>>,
}

/// A content file: its text is part of the records that need it.
#[derive(Debug)]
pub(crate) struct File<G: GameWire> {
    pub(crate) parsed: ContentFile<G>,
    pub(crate) text: String,
}

impl<G: GameWire> Host<G> {
    /// The game with its own content file.
    ///
    /// # Errors
    /// What is wrong with the embedded content, in words.
    pub(crate) fn new(pool: &DescriptorPool, speaker: Arc<dyn Speaker>) -> Result<Self, String> {
        let current = Arc::new(File::<G>::parse(G::CONTENT)?);
        let by_hash = BTreeMap::from([(current.parsed.hash, Arc::clone(&current))]);
        Ok(Self {
            speaker,
            schema: Schema::new(pool, G::PACKAGE),
            action_type: format!("{TYPE_URL}{}.Action", G::PACKAGE),
            view_type: format!("{TYPE_URL}{}.View", G::PACKAGE),
            files: RwLock::new(Files { by_hash, current }),
        })
    }

    /// Takes in an owner's content file; new tables use it from now on if `for_new` says so.
    pub(crate) fn add(&self, text: &str, for_new: bool) -> Result<[u8; 32], Error> {
        let file = File::parse(text).map_err(|why| Error::bad("bad_content", why))?;
        let file = Arc::new(file);
        let hash = file.parsed.hash;
        let mut files = self.files.write().unwrap_or_else(PoisonError::into_inner);
        files.by_hash.insert(hash, Arc::clone(&file));
        if for_new {
            files.current = file;
        }
        Ok(hash)
    }

    /// The content file that new tables get.
    pub(crate) fn current(&self) -> Arc<File<G>> {
        Arc::clone(&self.files.read().unwrap_or_else(PoisonError::into_inner).current)
    }

    /// The content file with this hash.
    pub(crate) fn file(&self, hash: &[u8]) -> Option<Arc<File<G>>> {
        let hash = <[u8; 32]>::try_from(hash).ok()?;
        let files = self.files.read().unwrap_or_else(PoisonError::into_inner);
        files.by_hash.get(&hash).map(Arc::clone)
    }

    /// The content file of the table whose first event this is.
    pub(crate) fn file_of(&self, first: &[u8]) -> Result<Arc<File<G>>, Error> {
        let hash = log::terms(first)?.content_hash;
        self.file(&hash).ok_or_else(|| {
            let hex = blake3::Hash::from_bytes(hash).to_hex();
            Error::bad("unknown_content", format!("the content file {hex} is not here"))
        })
    }

    /// The events of a log, decoded.
    pub(crate) fn events(
        content: &G::Content,
        log: &[&[u8]],
    ) -> Result<Vec<Event<G::Action>>, Corrupt> {
        log.iter().zip(1..).map(|(bytes, place)| log::decode::<G>(content, bytes, place)).collect()
    }

    /// The action in an `Any`, or why there is none.
    pub(crate) fn action(&self, content: &G::Content, any: &Any) -> Result<G::Action, Error> {
        if any.type_url != self.action_type {
            let message = format!("an action of {} is a {}", G::ID, self.action_type);
            return Err(Error::bad("wrong_game", message));
        }
        decode_action::<G>(content, &any.value).map_err(|bad| match bad {
            BadAction::Malformed(why) => Error::malformed("Action", why),
            BadAction::Unknown(why) => {
                let teller = self.teller(true, Vec::new());
                crate::error::rejected(&ludoteca_rules::Refused::Game(why), &teller)
            }
        })
    }

    /// An action as the outside gets it.
    pub(crate) fn action_any(&self, content: &G::Content, action: &G::Action) -> Any {
        let value = encode_action::<G>(content, action);
        Any { type_url: self.action_type.clone(), value }
    }

    /// A view as the outside gets it.
    pub(crate) fn view_any(&self, table: &Table<G>, view: &G::View) -> Any {
        let value = G::view_message(table.rules(), view).encode_to_vec();
        Any { type_url: self.view_type.clone(), value }
    }

    /// The view message in an `Any`.
    pub(crate) fn view_message(&self, any: &Any) -> Result<G::ViewMessage, Error> {
        if any.type_url != self.view_type {
            return Err(Error::bad(
                "wrong_game",
                format!("a view of {} is a {}", G::ID, self.view_type),
            ));
        }
        G::ViewMessage::decode(any.value.as_slice()).map_err(|why| Error::malformed("View", why))
    }

    /// The given options of a request.
    pub(crate) fn given(&self, any: Option<&Any>) -> Result<Vec<(String, String)>, Error> {
        let Some(any) = any else { return Ok(Vec::new()) };
        let known = self.schema.options_type();
        if any.type_url.strip_prefix(TYPE_URL) != Some(known) {
            return Err(Error::bad("wrong_game", format!("options of {} are {known}", G::ID)));
        }
        self.schema.given(&any.value)
    }

    /// Resolved options as the outside gets them.
    pub(crate) fn options_any(&self, resolved: &[(String, String)]) -> Any {
        let type_url = format!("{TYPE_URL}{}", self.schema.options_type());
        Any { type_url, value: self.schema.options(resolved) }
    }

    /// Who makes messages of sentences; with text if `words`.
    pub(crate) fn teller<'a>(&'a self, words: bool, names: Vec<&'a str>) -> Teller<'a> {
        let speaker = words.then_some(self.speaker.as_ref());
        Teller { speaker, game: G::ID, names }
    }
}

impl<G: GameWire> File<G> {
    /// Parses a content file.
    pub(crate) fn parse(text: &str) -> Result<Self, String> {
        Ok(Self { parsed: ContentFile::parse(text)?, text: text.to_owned() })
    }

    /// The content as types.
    pub(crate) fn content(&self) -> &G::Content {
        &self.parsed.content
    }
}

/// The names of a table's holders, in seat order; empty for a seat that nobody holds.
pub(crate) fn names<G: GameWire>(table: &Table<G>) -> Vec<&str> {
    let name = |seat| table.holder(seat).map_or("", |holder| holder.name.as_str());
    Seat::all(table.seats()).map(name).collect()
}

/// The viewer that a caller named; `None` is the public.
pub(crate) fn viewer(seat: Option<u32>, seats: u8) -> Result<Viewer, Error> {
    match seat.map(u8::try_from) {
        None => Ok(Viewer::Public),
        Some(Ok(seat)) if seat < seats => Ok(Viewer::Seat(Seat(seat))),
        Some(_) => Err(Error::bad("bad_field", "the table has no such seat")),
    }
}

/// The log of a table that is not there.
pub(crate) fn empty() -> Corrupt {
    corrupt(0, "the log is empty")
}
