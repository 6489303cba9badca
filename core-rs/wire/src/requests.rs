//! Which event each request id made: a retried call is answered with the event it already made.

use std::collections::BTreeMap;
use std::sync::{Arc, Mutex, PoisonError};

use ludoteca_rules::{Actor, Corrupt, Deed, Event, Holder, Joined, MAX_SEATS, Seat};

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
    pub(crate) index: Mutex<Index<G::Action>>,
}

/// What the log says of request ids.
#[derive(Debug)]
pub(crate) struct Index<A> {
    seq: u64,
    /// Each token hash with its number, in the order they joined: an entry names its caller by it.
    tokens: BTreeMap<Vec<u8>, u32>,
    /// Who holds each seat, by number of the token.
    holders: [Option<u32>; MAX_SEATS as usize],
    made: BTreeMap<(u32, Vec<u8>), Made<A>>,
}

/// What a request made.
#[derive(Debug)]
struct Made<A> {
    seq: u64,
    seat: Seat,
    asked: Asked<A>,
}

/// What a command asks for, the seat apart. Kept as it is: few commands ever come again, and most tables are
/// read without any.
#[derive(Debug)]
enum Asked<A> {
    Join(Box<Holder>),
    Leave,
    Start,
    Act(A),
    TakeBack { to_seq: u64 },
    Resign,
}

impl<A> Default for Index<A> {
    fn default() -> Self {
        let holders = [None; MAX_SEATS as usize];
        Self { seq: 0, tokens: BTreeMap::new(), holders, made: BTreeMap::new() }
    }
}

impl<A> Index<A> {
    /// Takes in an event.
    pub(crate) fn note(&mut self, event: Event<A>) -> Result<(), Corrupt> {
        let Event { seq, request_id, deed, .. } = event;
        if seq <= self.seq {
            return Ok(());
        }
        if seq != self.seq + 1 {
            return Err(corrupt(seq, format!("seq {} was expected", self.seq + 1)));
        }
        self.seq = seq;
        let goes = matches!(deed, Deed::Left { .. } | Deed::Resigned { .. });
        let (seat, asked) = match deed {
            Deed::Joined(Joined { seat: Some(seat), holder }) => {
                let token = self.token(&holder.token_hash);
                self.hold(seat, Some(token));
                (seat, Asked::Join(Box::new(holder)))
            }
            Deed::Acted { actor: Actor::Seat(seat), by_clock: false, action } => {
                (seat, Asked::Act(action))
            }
            Deed::TakenBack { seat, to_seq } => (seat, Asked::TakeBack { to_seq }),
            Deed::Started { seat } => (seat, Asked::Start),
            Deed::Left { seat } => (seat, Asked::Leave),
            Deed::Resigned { seat } => (seat, Asked::Resign),
            Deed::TimedOut { seat } => {
                self.hold(seat, None);
                return Ok(());
            }
            Deed::Created(_)
            | Deed::Joined(Joined { seat: None, .. })
            | Deed::Acted { .. }
            | Deed::Abandoned => return Ok(()),
        };
        let holder = self.holders.get(seat.index()).copied().flatten();
        if let (Some(holder), false) = (holder, request_id.is_empty()) {
            self.made.entry((holder, request_id)).or_insert(Made { seq, seat, asked });
        }
        if goes {
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

    fn find(&self, token_hash: &[u8], request_id: &[u8]) -> Option<&Made<A>> {
        let token = *self.tokens.get(token_hash)?;
        self.made.get(&(token, request_id.to_vec()))
    }
}

impl<G: GameWire> RequestsOf<G> {
    fn is_same(&self, made: &Made<G::Action>, call: &Call) -> bool {
        match (&call.wish, &made.asked) {
            (Wish::Act(asked), Asked::Act(action)) => {
                // In the form that is stored, where a parameter that plays no part is always the same.
                let content = &*self.content;
                self.host.action(content, asked).is_ok_and(|asked| {
                    encode_action::<G>(content, &asked) == encode_action::<G>(content, action)
                })
            }
            (Wish::Join { seat, name, bot, contribution }, Asked::Join(holder)) => {
                seat.is_none_or(|seat| seat == made.seat)
                    && (name, bot, contribution)
                        == (&holder.name, &holder.bot, &holder.contribution)
            }
            (Wish::TakeBack { to_seq }, Asked::TakeBack { to_seq: made }) => to_seq == made,
            (Wish::Start, Asked::Start)
            | (Wish::Leave, Asked::Leave)
            | (Wish::Resign, Asked::Resign) => true,
            (
                Wish::Act(_)
                | Wish::Join { .. }
                | Wish::Start
                | Wish::Leave
                | Wish::TakeBack { .. }
                | Wish::Resign,
                _,
            ) => false,
        }
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
        Ok(index.note(event)?)
    }
}
