//! A table of any game, as bytes.

use std::sync::Arc;

use ludoteca_rules::{
    Actor, Ask, Decided, Deed, Event, Evolved, Holder, Joined, Lifecycle, Report, Seat, Spectators,
    Table, Viewer,
};
use prost::Message;

use crate::call::{Call, Wish};
use crate::error::{Error, corrupt, rejected};
use crate::game::GameWire;
use crate::host::{Host, names, viewer};
use crate::notice::Told;
use crate::pb::ludoteca::v1 as pb;
use crate::step::{HostedStep, StepOf};
use crate::{log, message};

/// Bytes of a token hash.
pub(crate) const TOKEN_HASH_BYTES: usize = 32;

/// A table after some number of events, whatever the game. It never changes.
pub trait HostedTable: std::fmt::Debug + Send + Sync {
    /// The id in its first event.
    fn table_id(&self) -> &str;
    /// The id of its game.
    fn game(&self) -> &'static str;
    /// The last event's seq.
    fn seq(&self) -> u64;
    /// The last event's time.
    fn at_ms(&self) -> u64;
    /// Whether nothing can happen any more.
    fn is_over(&self) -> bool;
    /// The number of seats.
    fn seats(&self) -> u8;
    /// When the clock has something to do next, if nothing happens before; 0 = now.
    fn due_at_ms(&self) -> Option<u64>;
    /// How long a service that was away lets pass once more before it does what is due next, which seats may
    /// have been kept from.
    fn due_after_ms(&self) -> Option<u64>;
    /// Whether the game is one whose clock says which seats are there, and the table goes on.
    fn has_presence(&self) -> bool;
    /// Whether the clock says so now: the table has started.
    fn asks_presence(&self) -> bool;
    /// Whether nobody may look on now who holds no seat.
    fn is_closed(&self) -> bool;
    /// Whether those who hold no seat see the table late now.
    fn is_delayed(&self) -> bool;
    /// Whether they may see it as it is here, when its log ends at `last_seq`.
    fn is_shown(&self, last_seq: u64, now_ms: u64) -> bool;
    /// From when on they may; `None` where no time makes a difference.
    fn shown_at_ms(&self) -> Option<u64>;
    /// The seat whose token has this hash.
    fn seat_of(&self, token_hash: &[u8]) -> Option<u8>;
    /// The event that `call` makes; `seat` is the caller's, `None` for a join, which binds `token_hash`.
    ///
    /// # Errors
    /// Why the table or the rules refuse; an action of another game.
    fn decide(
        &self,
        call: &Call,
        seat: Option<u32>,
        token_hash: &[u8],
        at_ms: u64,
    ) -> Result<Arc<dyn HostedStep>, Error>;
    /// The event the clock makes now, if it has something to do.
    ///
    /// # Errors
    /// The rules refuse their own default action: a bug.
    fn tick(&self, at_ms: u64) -> Result<Option<Arc<dyn HostedStep>>, Error>;
    /// The event that says that a seat came or went; `None` where that is no news.
    ///
    /// # Errors
    /// The rules refuse what they asked for: a bug.
    fn presence(
        &self,
        seat: u8,
        present: bool,
        at_ms: u64,
    ) -> Result<Option<Arc<dyn HostedStep>>, Error>;
    /// The table after the next event of the log.
    ///
    /// # Errors
    /// The event does not follow; [`Error::Refold`] for a takeback.
    fn evolve(&self, event: &[u8]) -> Result<Arc<dyn HostedStep>, Error>;
    /// `Table`: what everybody may know. `table_id` replaces the id shown. `sealed`: without what tells of the
    /// game itself, where those who hold no seat may not see it as it is.
    fn info(&self, archived: bool, table_id: Option<&str>, sealed: bool) -> Vec<u8>;
    /// `View` of a seat, or of the public.
    ///
    /// # Errors
    /// `bad_field` for a seat that the table does not have.
    fn view(&self, viewer: Option<u32>, words: bool) -> Result<Vec<u8>, Error>;
    /// The digest of that view.
    ///
    /// # Errors
    /// `bad_field` for a seat that the table does not have.
    fn view_digest(&self, viewer: Option<u32>) -> Result<u64, Error>;
    /// `ListActionsResponse`: the legal actions of a seat.
    ///
    /// # Errors
    /// `bad_field` for a seat that the table does not have.
    fn actions(&self, seat: u32, words: bool) -> Result<Vec<u8>, Error>;
    /// `CheckActionResponse` to a `CheckActionRequest` of a seat.
    ///
    /// # Errors
    /// Bytes that are no such request, or an action of another game.
    fn check(&self, seat: u32, request: &[u8]) -> Result<Vec<u8>, Error>;
    /// `Notice` of a takeback; this table is the one after it.
    ///
    /// # Errors
    /// The event is not the last one of this table, or no takeback.
    fn notice_of_takeback(
        &self,
        event: &[u8],
        viewer: Option<u32>,
        words: bool,
    ) -> Result<Vec<u8>, Error>;
    /// 32 bytes over all that is true at the table; never sent before it is over.
    fn digest(&self) -> [u8; 32];
}

/// A table of one game.
#[derive(Debug)]
pub(crate) struct TableOf<G: GameWire> {
    pub(crate) host: Arc<Host<G>>,
    pub(crate) table: Arc<Table<G>>,
}

impl<G: GameWire> TableOf<G> {
    fn content(&self) -> &G::Content {
        &self.table.rules().content
    }

    fn viewer(&self, seat: Option<u32>) -> Result<Viewer, Error> {
        viewer(seat, self.table.seats())
    }

    fn seat(&self, seat: Option<u32>) -> Result<Seat, Error> {
        message::seat_of(self.viewer(seat)?)
            .ok_or_else(|| Error::bad("bad_field", "this is for the holder of a seat"))
    }

    fn deed(
        &self,
        call: &Call,
        seat: Option<u32>,
        token_hash: &[u8],
    ) -> Result<Deed<G::Action>, Error> {
        Ok(match &call.wish {
            Wish::Act(action) => Deed::Acted {
                actor: Actor::Seat(self.seat(seat)?),
                by_clock: false,
                action: self.host.action(self.content(), action)?,
            },
            Wish::Join { seat, name, bot, contribution } => {
                if token_hash.len() != TOKEN_HASH_BYTES {
                    return Err(Error::bad("bad_field", "a token hash has 32 bytes"));
                }
                let (token_hash, contribution) = (token_hash.to_vec(), contribution.clone());
                let holder = Holder { name: name.clone(), bot: *bot, token_hash, contribution };
                Deed::Joined(Joined { seat: *seat, holder })
            }
            Wish::Start => Deed::Started { seat: self.seat(seat)? },
            Wish::Leave => Deed::Left { seat: self.seat(seat)? },
            Wish::TakeBack { to_seq } => {
                Deed::TakenBack { seat: self.seat(seat)?, to_seq: *to_seq }
            }
            Wish::Resign => Deed::Resigned { seat: self.seat(seat)? },
        })
    }

    fn settle(&self, deed: Deed<G::Action>, ask: &Ask) -> Result<StepOf<G>, Error> {
        let mut report = Report::telling();
        let Decided { event, table } = self
            .table
            .decide(deed, ask, &mut report)
            .map_err(|refused| rejected(&refused, &self.host.teller(true, names(&self.table))))?;
        Ok(self.step(event, report, table))
    }

    fn step(&self, event: Event<G::Action>, report: Report, after: Option<Table<G>>) -> StepOf<G> {
        StepOf {
            host: Arc::clone(&self.host),
            before: Some(Arc::clone(&self.table)),
            bytes: log::encode::<G>(self.content(), &event),
            event,
            report,
            after: after.map(Arc::new),
        }
    }
}

impl<G: GameWire> HostedTable for TableOf<G> {
    fn table_id(&self) -> &str {
        &self.table.created().table_id
    }

    fn game(&self) -> &'static str {
        G::ID
    }

    fn seq(&self) -> u64 {
        self.table.seq()
    }

    fn at_ms(&self) -> u64 {
        self.table.at_ms()
    }

    fn is_over(&self) -> bool {
        self.table.is_over()
    }

    fn seats(&self) -> u8 {
        self.table.seats()
    }

    fn due_at_ms(&self) -> Option<u64> {
        self.table.due_at_ms()
    }

    fn due_after_ms(&self) -> Option<u64> {
        let is_next = |at_ms| at_ms == self.table.due_at_ms();
        let alarm_ms = self.table.alarm_after_ms().filter(|_| is_next(self.table.alarm_at_ms()));
        let clock_ms = self.table.clock_after_ms().filter(|_| is_next(self.table.clock_at_ms()));
        alarm_ms.or(clock_ms)
    }

    fn has_presence(&self) -> bool {
        G::PRESENCE && !self.table.is_over()
    }

    fn asks_presence(&self) -> bool {
        G::PRESENCE && self.table.lifecycle() == Lifecycle::Playing
    }

    fn is_closed(&self) -> bool {
        let policy = self.table.created().spectators;
        policy == Spectators::Off && self.table.lifecycle() == Lifecycle::Playing
    }

    fn is_delayed(&self) -> bool {
        self.table.lifecycle() == Lifecycle::Playing
            && match self.table.created().spectators {
                Spectators::MovesLate { .. } | Spectators::SecondsLate { .. } => true,
                Spectators::Off | Spectators::Public => false,
            }
    }

    fn is_shown(&self, last_seq: u64, now_ms: u64) -> bool {
        self.table.is_shown(last_seq, now_ms)
    }

    fn shown_at_ms(&self) -> Option<u64> {
        self.table.shown_at_ms()
    }

    fn seat_of(&self, token_hash: &[u8]) -> Option<u8> {
        self.table.seat_of(token_hash).map(|seat| seat.0)
    }

    fn decide(
        &self,
        call: &Call,
        seat: Option<u32>,
        token_hash: &[u8],
        at_ms: u64,
    ) -> Result<Arc<dyn HostedStep>, Error> {
        let deed = self.deed(call, seat, token_hash)?;
        let ask = Ask { at_ms, request_id: call.request_id.clone() };
        Ok(Arc::new(self.settle(deed, &ask)?))
    }

    fn tick(&self, at_ms: u64) -> Result<Option<Arc<dyn HostedStep>>, Error> {
        let Some(deed) = self.table.due(at_ms) else { return Ok(None) };
        let ask = Ask { at_ms, request_id: Vec::new() };
        Ok(Some(Arc::new(self.settle(deed, &ask)?)))
    }

    fn presence(
        &self,
        seat: u8,
        present: bool,
        at_ms: u64,
    ) -> Result<Option<Arc<dyn HostedStep>>, Error> {
        let Some(deed) = self.table.presence(Seat(seat), present) else { return Ok(None) };
        let ask = Ask { at_ms, request_id: Vec::new() };
        Ok(Some(Arc::new(self.settle(deed, &ask)?)))
    }

    fn evolve(&self, event: &[u8]) -> Result<Arc<dyn HostedStep>, Error> {
        let read = log::decode::<G>(self.content(), event, self.table.seq() + 1)?;
        let mut after = Table::clone(&self.table);
        let mut report = Report::telling();
        match after.evolve(&read, &mut report)? {
            Evolved::Here => Ok(Arc::new(StepOf {
                host: Arc::clone(&self.host),
                before: Some(Arc::clone(&self.table)),
                event: read,
                bytes: event.to_vec(),
                report,
                after: Some(Arc::new(after)),
            })),
            Evolved::Refold => Err(Error::Refold),
        }
    }

    fn info(&self, archived: bool, table_id: Option<&str>, sealed: bool) -> Vec<u8> {
        let mut info = message::info(&self.host, &self.table);
        info.archived = archived;
        if sealed && (self.is_closed() || self.is_delayed()) {
            info.clocks.clear();
            for seat in &mut info.seats {
                seat.to_act = false;
            }
        }
        if let Some(table_id) = table_id {
            table_id.clone_into(&mut info.table_id);
        }
        info.encode_to_vec()
    }

    fn view(&self, viewer: Option<u32>, words: bool) -> Result<Vec<u8>, Error> {
        let viewer = self.viewer(viewer)?;
        Ok(message::view(&self.host, &self.table, viewer, words).encode_to_vec())
    }

    fn view_digest(&self, viewer: Option<u32>) -> Result<u64, Error> {
        let view = self.table.view(self.viewer(viewer)?);
        Ok(self.table.view_digest(view.as_ref()))
    }

    fn actions(&self, seat: u32, words: bool) -> Result<Vec<u8>, Error> {
        let seat = self.seat(Some(seat))?;
        Ok(message::actions(&self.host, &self.table, seat, words).encode_to_vec())
    }

    fn check(&self, seat: u32, request: &[u8]) -> Result<Vec<u8>, Error> {
        let seat = self.seat(Some(seat))?;
        let request = pb::CheckActionRequest::decode(request)
            .map_err(|why| Error::malformed("CheckActionRequest", why))?;
        let action = self.host.action(self.content(), &request.action.unwrap_or_default())?;
        let deed = Deed::Acted { actor: Actor::Seat(seat), by_clock: false, action };
        let ask = Ask { at_ms: self.table.at_ms(), request_id: Vec::new() };
        let mut answer = pb::CheckActionResponse::default();
        match self.settle(deed, &ask) {
            Ok(step) if step.event.picks.is_empty() && !step.report.showed() => {
                let teller = self.host.teller(request.words, names(&self.table));
                let facts = step.report.facts_for(Viewer::Seat(seat));
                answer.facts = facts.map(|fact| teller.fact(fact)).collect();
            }
            Ok(_) => answer.reveals = true,
            Err(Error::Rejected(rejection)) => {
                answer.rejection = pb::Rejection::decode(rejection.bytes.as_slice()).ok();
            }
            Err(other) => return Err(other),
        }
        Ok(answer.encode_to_vec())
    }

    fn notice_of_takeback(
        &self,
        event: &[u8],
        viewer: Option<u32>,
        words: bool,
    ) -> Result<Vec<u8>, Error> {
        let viewer = self.viewer(viewer)?;
        let seq = self.table.seq();
        let event = log::decode::<G>(self.content(), event, seq)?;
        if event.seq != seq || !matches!(event.deed, Deed::TakenBack { .. }) {
            return Err(corrupt(event.seq, "not the takeback that made this table").into());
        }
        let told = Told {
            host: &self.host,
            before: None,
            event: &event,
            report: &Report::silent(),
            after: &self.table,
        };
        Ok(told.notice(viewer, words).encode_to_vec())
    }

    fn digest(&self) -> [u8; 32] {
        self.table.digest()
    }
}
