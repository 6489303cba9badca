//! The aggregate: lifecycle, seats, options and the game. A table is a fold over its events.

mod alarm;
mod permit;
mod reading;
mod turn_clock;

use std::sync::Arc;

use self::alarm::Armed;
pub use self::turn_clock::{SeatClock, TURN_CLOCK_MOST_MS};
use crate::event::{Ask, Created, Deed, Event, Holder, Joined, standing};
use crate::refusal::{Corrupt, Refused, TableRejection};
use crate::{Actor, ChanceKey, Game, MAX_SEATS, Refusal, Report, Rules, Seat, Tape};

/// The most characters of a holder's or a table's name.
pub const NAME_MOST: usize = 40;
/// The most events that seats may add to a log: no game needs a tenth of them, and nobody who joins and leaves,
/// or plays and takes back, without end makes a table that takes long to fold.
pub const EVENTS_MOST: u64 = 50_000;
/// The most bytes a seat may add to the chance key.
pub const CONTRIBUTION_MOST: usize = 64;

/// Where a table stands in its life.
#[derive(
    Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, serde::Serialize, serde::Deserialize,
)]
#[serde(rename_all = "snake_case")]
pub enum Lifecycle {
    /// Seats may be taken.
    Open,
    /// The game goes on.
    Playing,
    /// The game is over, by its rules or because one seat is left.
    Finished,
    /// The clock ended it: nobody acted for too long.
    Abandoned,
}

/// A parsed content file and its hash.
#[derive(Debug)]
pub struct ContentFile<G: Game> {
    /// BLAKE3 of the file's bytes.
    pub hash: [u8; 32],
    /// The parsed content.
    pub content: Arc<G::Content>,
}

impl<G: Game> ContentFile<G> {
    /// Parses a content file.
    ///
    /// # Errors
    /// What is wrong with it, in words.
    pub fn parse(text: &str) -> Result<Self, String> {
        let hash = *blake3::hash(text.as_bytes()).as_bytes();
        let content = G::content(text)?;
        let seats = G::seats(&content);
        if *seats.start() == 0 || *seats.end() > MAX_SEATS {
            return Err(format!("a table has 1 to {MAX_SEATS} seats"));
        }
        Ok(Self { hash, content: Arc::new(content) })
    }
}

impl<G: Game> Clone for ContentFile<G> {
    fn clone(&self) -> Self {
        Self { hash: self.hash, content: Arc::clone(&self.content) }
    }
}

/// What never changes at a table.
#[derive(Debug)]
struct Charter<G: Game> {
    created: Arc<Created>,
    created_at_ms: u64,
    rules: Rules<G>,
}

/// One play of one game.
///
/// `decide` never changes a table and `evolve` never refuses an event that `decide` made.
#[derive(Debug)]
pub struct Table<G: Game> {
    charter: Arc<Charter<G>>,
    holders: Arc<Vec<Option<Holder>>>,
    lifecycle: Lifecycle,
    /// Vacated seats, in the order they went.
    vacated: Vec<Seat>,
    state: Option<G::State>,
    key: Option<ChanceKey>,
    seq: u64,
    /// The seq of the last event that stands: neither a takeback nor taken back.
    stands_seq: u64,
    at_ms: u64,
    acted_at_ms: u64,
    alarm: Option<Armed<G::Action>>,
    /// The seats' time; empty without a turn clock.
    clocks: Vec<SeatClock>,
    run: Run,
}

/// The standing events at the end of the log that their seat may still take back.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
struct Run {
    seat: Option<Seat>,
    /// The last event that must stay, then every event that may go.
    seqs: Vec<u64>,
    /// Until when the seat could have thought after each of them.
    until_ms: Vec<u64>,
}

impl Run {
    /// Nothing may be taken back any more. Keeps its memory: most runs are short and the next one follows soon.
    fn end(&mut self) {
        self.seat = None;
        self.seqs.clear();
        self.until_ms.clear();
    }
}

impl<G: Game> Clone for Table<G> {
    fn clone(&self) -> Self {
        Self {
            charter: Arc::clone(&self.charter),
            holders: Arc::clone(&self.holders),
            lifecycle: self.lifecycle,
            vacated: self.vacated.clone(),
            state: self.state.clone(),
            key: self.key.clone(),
            seq: self.seq,
            stands_seq: self.stands_seq,
            at_ms: self.at_ms,
            acted_at_ms: self.acted_at_ms,
            alarm: self.alarm.clone(),
            clocks: self.clocks.clone(),
            run: self.run.clone(),
        }
    }
}

/// An event that was decided, and the table after it.
#[derive(Debug)]
pub struct Decided<G: Game> {
    /// What the log will say.
    pub event: Event<G::Action>,
    /// The table after the event; `None` after a takeback, which takes a fold of the log to carry out.
    pub table: Option<Table<G>>,
}

/// Whether an event could be applied to a table on its own.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
#[must_use]
pub enum Evolved {
    /// The table is the one after the event.
    Here,
    /// The event takes events back: fold the log again.
    Refold,
}

type Refusals<G> = Refused<<G as Game>::Rejection>;

impl<G: Game> Table<G> {
    /// Decides the first event of a table: resolves its options. It plays by the revision asked for, or by the
    /// newest where that one is not known (0, say).
    ///
    /// # Errors
    /// `bad_option` of the game; a bad name.
    pub fn create(
        file: &ContentFile<G>,
        created: &Created,
        ask: &Ask,
    ) -> Result<Decided<G>, Refusals<G>> {
        if !created.name.is_empty() {
            permit::check_name(&created.name)?;
        }
        Self::check_turn_clock(created.turn_clock)?;
        let options =
            G::options(&file.content, created.seats, &created.options).map_err(Refused::Game)?;
        let values = G::option_values(&options);
        let known = (1..=G::REVISION).contains(&created.revision);
        let resolved = Arc::new(Created {
            game: G::ID.to_owned(),
            revision: if known { created.revision } else { G::REVISION },
            content_hash: file.hash,
            options: values.into_iter().map(|(id, value)| (id.to_owned(), value)).collect(),
            ..created.clone()
        });
        let table = Self::opened(file, Arc::clone(&resolved), options, ask.at_ms);
        let event = Event {
            seq: 1,
            at_ms: ask.at_ms,
            request_id: ask.request_id.clone(),
            deed: Deed::Created(resolved),
            picks: Vec::new(),
        };
        Ok(Decided { event, table: Some(table) })
    }

    /// The table after its first event.
    ///
    /// # Errors
    /// The event creates no table of this game with this content.
    pub fn first(file: &ContentFile<G>, event: &Event<G::Action>) -> Result<Self, Corrupt> {
        let Deed::Created(created) = &event.deed else {
            return Err(Corrupt::at(event.seq, "the first event creates no table"));
        };
        if event.seq != 1 {
            return Err(Corrupt::at(event.seq, "the log does not begin at seq 1"));
        }
        if !event.picks.is_empty() {
            return Err(Corrupt::at(1, "a creation that drew something"));
        }
        if created.game != G::ID || created.content_hash != file.hash {
            return Err(Corrupt::at(1, "another game or another content file"));
        }
        if created.revision == 0 || created.revision > G::REVISION {
            return Err(Corrupt::at(1, format!("unknown revision {}", created.revision)));
        }
        let options = G::options(&file.content, created.seats, &created.options)
            .map_err(|refusal| Corrupt::at(1, refusal.code()))?;
        Ok(Self::opened(file, Arc::clone(created), options, event.at_ms))
    }

    fn opened(
        file: &ContentFile<G>,
        created: Arc<Created>,
        options: G::Options,
        at_ms: u64,
    ) -> Self {
        let rules = Rules {
            content: Arc::clone(&file.content),
            content_hash: file.hash,
            options,
            seats: created.seats,
            revision: created.revision,
        };
        Self {
            holders: Arc::new(vec![None; usize::from(created.seats)]),
            charter: Arc::new(Charter { created, created_at_ms: at_ms, rules }),
            lifecycle: Lifecycle::Open,
            vacated: Vec::new(),
            state: None,
            key: None,
            seq: 1,
            stands_seq: 1,
            at_ms,
            acted_at_ms: at_ms,
            alarm: None,
            clocks: Vec::new(),
            run: Run::default(),
        }
    }

    /// The table after `events`, oldest first. Resolves takebacks first and clones nothing.
    ///
    /// # Errors
    /// The log does not replay.
    pub fn replay(file: &ContentFile<G>, events: &[Event<G::Action>]) -> Result<Self, Corrupt> {
        let (first, rest) =
            events.split_first().ok_or_else(|| Corrupt::at(0, "the log is empty"))?;
        let mut table = Self::first(file, first)?;
        let stands = standing(events)?;
        for (event, stands) in rest.iter().zip(&stands[1..]) {
            table.expect_next(event)?;
            if *stands {
                table.carry_out(event, &mut Report::silent())?;
            }
            table.note(event);
        }
        Ok(table)
    }

    /// Decides a deed: what the log would say, and the table after it. The table itself stays as it is.
    ///
    /// The rules run once, on one clone, and report to `report`.
    ///
    /// # Errors
    /// Why the table or the rules of its game refuse.
    pub fn decide(
        &self,
        deed: Deed<G::Action>,
        ask: &Ask,
        report: &mut Report,
    ) -> Result<Decided<G>, Refusals<G>> {
        let deed = self.permit(deed, ask.at_ms.max(self.at_ms))?;
        let seq = self.seq + 1;
        let mut event = Event {
            seq,
            at_ms: ask.at_ms.max(self.at_ms),
            request_id: ask.request_id.clone(),
            deed,
            picks: Vec::new(),
        };
        if matches!(event.deed, Deed::TakenBack { .. }) {
            return Ok(Decided { event, table: None });
        }
        let mut after = self.clone();
        let key = after.key_for(&event.deed);
        let mut chance = match &key {
            Some(key) => Tape::keyed(key, seq),
            None => Tape::recorded(&[]),
        };
        after.perform(&event, &mut chance, report).map_err(Refused::Game)?;
        event.picks = chance.into_picks();
        after.note(&event);
        Ok(Decided { event, table: Some(after) })
    }

    /// Applies the next event of the log in place.
    ///
    /// # Errors
    /// The event does not follow; the table is then of no use any more.
    pub fn evolve(
        &mut self,
        event: &Event<G::Action>,
        report: &mut Report,
    ) -> Result<Evolved, Corrupt> {
        self.expect_next(event)?;
        if matches!(event.deed, Deed::TakenBack { .. }) {
            return Ok(Evolved::Refold);
        }
        self.carry_out(event, report)?;
        self.note(event);
        Ok(Evolved::Here)
    }

    fn expect_next(&self, event: &Event<G::Action>) -> Result<(), Corrupt> {
        if event.seq != self.seq + 1 {
            return Err(Corrupt::at(event.seq, format!("seq {} was expected", self.seq + 1)));
        }
        if event.at_ms < self.at_ms {
            return Err(Corrupt::at(event.seq, "earlier than the event before it"));
        }
        Ok(())
    }

    fn carry_out(&mut self, event: &Event<G::Action>, report: &mut Report) -> Result<(), Corrupt> {
        self.expect_possible(event)?;
        let mut chance = Tape::recorded(&event.picks);
        self.perform(event, &mut chance, report)
            .map_err(|refusal| Corrupt::at(event.seq, refusal.code()))?;
        if chance.is_faulty() {
            return Err(Corrupt::at(event.seq, "the tape is cut, too long or out of its domain"));
        }
        Ok(())
    }

    /// Whether the event could happen to this table, as far as no revision of the rules can change it:
    /// a name or a time that was allowed once stays allowed.
    fn expect_possible(&self, event: &Event<G::Action>) -> Result<(), Corrupt> {
        if let Deed::Acted { actor, by_clock, action } = &event.deed {
            let permitted = self.permit_action(*actor, *by_clock, action);
            return permitted.map_err(|refused| Corrupt::at(event.seq, refused.code()));
        }
        let possible = self.check_going_on().and_then(|()| match &event.deed {
            Deed::Joined(Joined { seat: Some(seat), .. }) => self.check_free(*seat),
            Deed::Left { seat } | Deed::Resigned { seat } => self.check_held(*seat),
            Deed::Started { seat } => self.check_start(*seat),
            Deed::TimedOut { seat } => self.check_timeout(*seat),
            Deed::Created(_) => Err(TableRejection::AlreadyStarted),
            Deed::Joined(Joined { seat: None, .. }) => Err(TableRejection::NoSuchSeat),
            Deed::Acted { .. } | Deed::TakenBack { .. } | Deed::Abandoned => Ok(()),
        });
        possible.map_err(|rejection| Corrupt::at(event.seq, rejection.code()))
    }

    /// The key that the event's chance is made with: it exists from the start event on.
    fn key_for(&mut self, deed: &Deed<G::Action>) -> Option<ChanceKey> {
        if matches!(deed, Deed::Started { .. }) {
            self.make_key();
        }
        self.key.clone()
    }

    fn make_key(&mut self) {
        let created = &self.charter.created;
        let contributions = self.holders.iter().flatten().map(|h| h.contribution.as_slice());
        self.key = Some(created.seed.chance_key(&created.table_id, contributions));
    }

    /// Changes the table as the event says. Only an action can be refused, and then nothing has changed.
    fn perform(
        &mut self,
        event: &Event<G::Action>,
        chance: &mut Tape<'_>,
        report: &mut Report,
    ) -> Result<(), G::Rejection> {
        let seq = event.seq;
        match &event.deed {
            Deed::Created(_) | Deed::TakenBack { .. } => {}
            Deed::Joined(Joined { seat, holder }) => {
                if let Some(seat) = *seat {
                    self.holders_mut()[seat.index()] = Some(holder.clone());
                    self.vacated.retain(|vacated| *vacated != seat);
                    self.note_presence(seat, true, chance, report);
                }
                self.run.end();
            }
            Deed::Left { seat } | Deed::Resigned { seat } => {
                self.vacate(*seat);
                self.note_presence(*seat, false, chance, report);
            }
            Deed::Started { .. } => {
                self.make_key();
                self.state = Some(G::setup(&self.charter.rules, chance, report));
                self.lifecycle = Lifecycle::Playing;
                self.run.end();
                self.settle();
            }
            Deed::Acted { actor, by_clock, action } => {
                if let Some(state) = &mut self.state {
                    G::apply(&self.charter.rules, state, *actor, action, chance, report)?;
                }
                // A race has no way back, and neither has what is decided after it.
                let is_news = G::PRESENCE || chance.asked() > 0 || report.showed();
                match actor {
                    Actor::Seat(seat) if !by_clock && !is_news => self.extend_run(*seat, seq),
                    Actor::Seat(_) | Actor::Clock => self.run.end(),
                }
                self.settle();
            }
            Deed::TimedOut { seat } => self.time_out(*seat),
            Deed::Abandoned => {
                self.lifecycle = Lifecycle::Abandoned;
                self.run.end();
            }
        }
        self.stands_seq = seq;
        self.run_clocks(event);
        self.arm(event);
        Ok(())
    }

    /// Ends the table when its game is over.
    fn settle(&mut self) {
        let over = self.state.as_ref().and_then(|s| G::outcome(&self.charter.rules, s)).is_some();
        if over {
            self.lifecycle = Lifecycle::Finished;
            self.run.end();
        }
    }

    fn extend_run(&mut self, seat: Seat, seq: u64) {
        if self.run.seat != Some(seat) {
            self.run.end();
            self.run.seat = Some(seat);
            self.run.seqs.push(self.stands_seq);
            self.run.until_ms.push(self.until_ms(seat));
        }
        self.run.seqs.push(seq);
        self.run.until_ms.push(u64::MAX);
    }

    /// In an open table the seat is free again; in a playing one the clock plays on for it, or it is absent.
    fn vacate(&mut self, seat: Seat) {
        self.holders_mut()[seat.index()] = None;
        self.run.end();
        if self.lifecycle == Lifecycle::Playing {
            self.vacated.push(seat);
            if self.vacated.len() + 1 >= usize::from(self.seats()) {
                self.lifecycle = Lifecycle::Finished;
            }
        }
    }

    fn holders_mut(&mut self) -> &mut Vec<Option<Holder>> {
        Arc::make_mut(&mut self.holders)
    }

    /// Carries out a standing event again, whatever was taken back between.
    pub(crate) fn redo(&mut self, event: &Event<G::Action>) -> Result<(), Corrupt> {
        self.carry_out(event, &mut Report::silent())?;
        self.note(event);
        Ok(())
    }

    /// Whether some seat may take something back.
    pub(crate) const fn can_go_back(&self) -> bool {
        self.run.seat.is_some()
    }

    pub(crate) const fn note(&mut self, event: &Event<G::Action>) {
        self.seq = event.seq;
        self.at_ms = event.at_ms;
        let by_clock = matches!(
            event.deed,
            Deed::Acted { by_clock: true, .. }
                | Deed::Acted { actor: Actor::Clock, .. }
                | Deed::TimedOut { .. }
        );
        if !by_clock {
            self.acted_at_ms = event.at_ms;
        }
    }
}
