//! Which event each request id made: a retried call is answered with the event it already made.

use std::collections::BTreeMap;
use std::sync::{Arc, Mutex, PoisonError};

use ludoteca_rules::{Actor, Corrupt, Deed, Event, Joined, MAX_SEATS, Seat};

use crate::call::{Call, Wish};
use crate::error::{Error, corrupt};
use crate::game::{GameWire, encode_action};
use crate::host::Host;
use crate::log;

/// The index of one table, whatever the game: a function of the log alone.
pub trait HostedRequests: std::fmt::Debug + Send + Sync {
    /// The seq that this very call of this token made before.
    ///
    /// # Errors
    /// `request_id_reused`: the id came with another command.
    fn find(&self, token_hash: &[u8], call: &Call) -> Result<Option<u64>, Error>;
    /// Takes in the next event of the log. Known ones are passed over.
    ///
    /// # Errors
    /// No event, or one that leaves a gap.
    fn add(&self, event: &[u8]) -> Result<(), Error>;
}

/// The index of one table of one game.
#[derive(Debug)]
pub(crate) struct RequestsOf<G: GameWire> {
    pub(crate) host: Arc<Host<G>>,
    pub(crate) content: Arc<G::Content>,
    pub(crate) index: Mutex<Index>,
}

/// What the log says of request ids.
#[derive(Debug, Default)]
pub(crate) struct Index {
    seq: u64,
    /// Each token hash with its number, in the order they joined: an entry names its caller by it.
    tokens: BTreeMap<Vec<u8>, u32>,
    /// Who holds each seat, by number of the token.
    holders: [Option<u32>; MAX_SEATS as usize],
    made: BTreeMap<(u32, Vec<u8>), Made>,
}

/// What a request made.
#[derive(Debug)]
struct Made {
    seq: u64,
    seat: Seat,
    fingerprint: Fingerprint,
}

/// What a command asks for, the seat apart: two commands with one fingerprint are the same.
#[derive(Debug, PartialEq, Eq)]
struct Fingerprint([u8; 16]);

impl Fingerprint {
    fn of(kind: &str, parts: &[&[u8]]) -> Self {
        let mut hasher = blake3::Hasher::new();
        for part in std::iter::once(kind.as_bytes()).chain(parts.iter().copied()) {
            hasher.update(&(part.len() as u64).to_le_bytes());
            hasher.update(part);
        }
        let mut first = [0u8; 16];
        first.copy_from_slice(&hasher.finalize().as_bytes()[..16]);
        Self(first)
    }

    fn of_join(name: &str, bot: bool, contribution: &[u8]) -> Self {
        Self::of("joined", &[name.as_bytes(), &[u8::from(bot)], contribution])
    }
}

impl Index {
    /// Takes in an event.
    pub(crate) fn note<G: GameWire>(
        &mut self,
        content: &G::Content,
        event: &Event<G::Action>,
    ) -> Result<(), Corrupt> {
        if event.seq <= self.seq {
            return Ok(());
        }
        if event.seq != self.seq + 1 {
            return Err(corrupt(event.seq, format!("seq {} was expected", self.seq + 1)));
        }
        self.seq = event.seq;
        let (seat, fingerprint) = match &event.deed {
            Deed::Joined(Joined { seat: Some(seat), holder }) => {
                let token = self.token(&holder.token_hash);
                self.hold(*seat, Some(token));
                (*seat, Fingerprint::of_join(&holder.name, holder.bot, &holder.contribution))
            }
            Deed::Acted { actor: Actor::Seat(seat), by_clock: false, action } => {
                if event.request_id.is_empty() {
                    return Ok(());
                }
                (*seat, Fingerprint::of("acted", &[&encode_action::<G>(content, action)]))
            }
            Deed::TakenBack { seat, to_seq } => {
                (*seat, Fingerprint::of("taken_back", &[&to_seq.to_le_bytes()]))
            }
            Deed::Left { seat } | Deed::Started { seat } | Deed::Resigned { seat } => {
                (*seat, Fingerprint::of(event.deed.name(), &[]))
            }
            Deed::Created(_)
            | Deed::Joined(Joined { seat: None, .. })
            | Deed::Acted { .. }
            | Deed::Abandoned => return Ok(()),
        };
        let holder = self.holders.get(seat.index()).copied().flatten();
        if let (Some(holder), false) = (holder, event.request_id.is_empty()) {
            let made = Made { seq: event.seq, seat, fingerprint };
            self.made.entry((holder, event.request_id.clone())).or_insert(made);
        }
        if let Deed::Left { seat } | Deed::Resigned { seat } = event.deed {
            self.hold(seat, None);
        }
        Ok(())
    }

    fn hold(&mut self, seat: Seat, holder: Option<u32>) {
        if let Some(held) = self.holders.get_mut(seat.index()) {
            *held = holder;
        }
    }

    /// The number of a token, which is a new one if it never joined.
    fn token(&mut self, token_hash: &[u8]) -> u32 {
        let next = u32::try_from(self.tokens.len()).unwrap_or(u32::MAX);
        *self.tokens.entry(token_hash.to_vec()).or_insert(next)
    }

    fn find(&self, token_hash: &[u8], request_id: &[u8]) -> Option<&Made> {
        let token = *self.tokens.get(token_hash)?;
        self.made.get(&(token, request_id.to_vec()))
    }
}

impl<G: GameWire> RequestsOf<G> {
    fn is_same(&self, made: &Made, call: &Call) -> bool {
        let fingerprint = match &call.wish {
            Wish::Act(action) => {
                let content = &*self.content;
                let Ok(action) = self.host.action(content, action) else { return false };
                Fingerprint::of("acted", &[&encode_action::<G>(content, &action)])
            }
            Wish::Join { seat, name, bot, contribution } => {
                if seat.is_some_and(|seat| seat != made.seat) {
                    return false;
                }
                Fingerprint::of_join(name, *bot, contribution)
            }
            Wish::Start => Fingerprint::of("started", &[]),
            Wish::Leave => Fingerprint::of("left", &[]),
            Wish::TakeBack { to_seq } => Fingerprint::of("taken_back", &[&to_seq.to_le_bytes()]),
            Wish::Resign => Fingerprint::of("resigned", &[]),
        };
        made.fingerprint == fingerprint
    }
}

impl<G: GameWire> HostedRequests for RequestsOf<G> {
    fn find(&self, token_hash: &[u8], call: &Call) -> Result<Option<u64>, Error> {
        let index = self.index.lock().unwrap_or_else(PoisonError::into_inner);
        let Some(made) = index.find(token_hash, &call.request_id) else { return Ok(None) };
        if self.is_same(made, call) {
            return Ok(Some(made.seq));
        }
        let message = "this request id came with another command before: make a new one";
        Err(Error::bad("request_id_reused", message))
    }

    fn add(&self, event: &[u8]) -> Result<(), Error> {
        let mut index = self.index.lock().unwrap_or_else(PoisonError::into_inner);
        let content = &*self.content;
        let event = log::decode::<G>(content, event, index.seq + 1)?;
        Ok(index.note::<G>(content, &event)?)
    }
}
