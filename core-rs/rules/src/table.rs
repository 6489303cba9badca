//! The aggregate: lifecycle, seats, options and the game. A table is a fold over its events.

use std::sync::Arc;

use crate::event::{Ask, Created, Deed, Event, Holder, Joined, Takeover, standing};
use crate::refusal::{Corrupt, Refused, TableRejection};
use crate::{
    Actor, ChanceKey, Game, GivenOptions, Outcome, Refusal, Report, Rules, Seat, Seats, Tape,
};

/// The most characters of a holder's or a table's name.
pub const NAME_MOST: usize = 40;
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
        Ok(Self { hash, content: Arc::new(G::content(text)?) })
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
    at_ms: u64,
    acted_at_ms: u64,
    run: Run,
}

/// The standing events at the end of the log that their seat may still take back.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
struct Run {
    seat: Option<Seat>,
    /// The last event that must stay, then every event that may go.
    seqs: Vec<u64>,
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
            at_ms: self.at_ms,
            acted_at_ms: self.acted_at_ms,
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
    /// Decides the first event of a table: resolves its options.
    ///
    /// # Errors
    /// `bad_option` of the game; a bad name.
    pub fn create(
        file: &ContentFile<G>,
        created: &Created,
        ask: &Ask,
    ) -> Result<Decided<G>, Refusals<G>> {
        if !created.name.is_empty() {
            check_name(&created.name)?;
        }
        let options =
            G::options(&file.content, created.seats, &created.options).map_err(Refused::Game)?;
        let values = G::option_values(&options);
        let resolved = Created {
            game: G::ID.to_owned(),
            content_hash: file.hash,
            options: values.into_iter().map(|(id, value)| (id.to_owned(), value)).collect(),
            ..created.clone()
        };
        let event = Event {
            seq: 1,
            at_ms: ask.at_ms,
            request_id: ask.request_id.clone(),
            deed: Deed::Created(Arc::new(resolved)),
            picks: Vec::new(),
        };
        let table = Self::first(file, &event)
            .map_err(|_| Refused::Table(TableRejection::NoSuchEvent))?;
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
        if created.game != G::ID || created.content_hash != file.hash {
            return Err(Corrupt::at(1, "another game or another content file"));
        }
        if created.revision == 0 || created.revision > G::REVISION {
            return Err(Corrupt::at(1, format!("unknown revision {}", created.revision)));
        }
        let given: &GivenOptions = &created.options;
        let options = G::options(&file.content, created.seats, given)
            .map_err(|refusal| Corrupt::at(1, refusal.code()))?;
        let rules = Rules {
            content: Arc::clone(&file.content),
            content_hash: file.hash,
            options,
            seats: created.seats,
            revision: created.revision,
        };
        Ok(Self {
            charter: Arc::new(Charter { created: Arc::clone(created), rules }),
            holders: Arc::new(vec![None; usize::from(created.seats)]),
            lifecycle: Lifecycle::Open,
            vacated: Vec::new(),
            state: None,
            key: None,
            seq: 1,
            at_ms: event.at_ms,
            acted_at_ms: event.at_ms,
            run: Run::default(),
        })
    }

    /// The table after `events`, oldest first. Resolves takebacks first and clones nothing.
    ///
    /// # Errors
    /// The log does not replay.
    pub fn replay(file: &ContentFile<G>, events: &[Event<G::Action>]) -> Result<Self, Corrupt> {
        let (first, rest) =
            events.split_first().ok_or_else(|| Corrupt::at(0, "the log is empty"))?;
        let mut table = Self::first(file, first)?;
        let stands = standing(events);
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
        if event.seq == self.seq + 1 {
            return Ok(());
        }
        Err(Corrupt::at(event.seq, format!("seq {} was expected", self.seq + 1)))
    }

    fn carry_out(&mut self, event: &Event<G::Action>, report: &mut Report) -> Result<(), Corrupt> {
        let corrupt = |why: &str| Corrupt::at(event.seq, why);
        match &event.deed {
            Deed::Created(_) => return Err(corrupt("a second creation")),
            Deed::Joined(Joined { seat, .. }) => {
                let seat = seat.ok_or_else(|| corrupt("a join without a seat"))?;
                self.check_seat(seat).map_err(|_| corrupt("no such seat"))?;
            }
            Deed::Left { seat } | Deed::Resigned { seat } => {
                self.check_held(*seat).map_err(|_| corrupt("nobody holds that seat"))?;
            }
            Deed::Started { .. } => {
                if self.lifecycle != Lifecycle::Open || self.free() > 0 {
                    return Err(corrupt("the table could not start"));
                }
            }
            Deed::Acted { .. } if self.state.is_none() => {
                return Err(corrupt("an action before the start"));
            }
            Deed::Acted { .. } | Deed::TakenBack { .. } | Deed::Abandoned => {}
        }
        let mut chance = Tape::recorded(&event.picks);
        self.perform(event, &mut chance, report).map_err(|refusal| corrupt(refusal.code()))?;
        if chance.is_faulty() {
            return Err(corrupt("the tape is cut, too long or out of its domain"));
        }
        Ok(())
    }

    /// Whether the table allows `deed` now; fills in what the command left open.
    fn permit(&self, deed: Deed<G::Action>, at_ms: u64) -> Result<Deed<G::Action>, Refusals<G>> {
        match deed {
            Deed::Created(_) => Err(TableRejection::AlreadyStarted.into()),
            Deed::Joined(joined) => Ok(Deed::Joined(self.permit_join(joined)?)),
            Deed::Left { seat } | Deed::Resigned { seat } => {
                self.check_going_on()?;
                self.check_held(seat)?;
                Ok(deed)
            }
            Deed::Started { seat } => {
                match self.lifecycle {
                    Lifecycle::Open => self.check_held(seat)?,
                    Lifecycle::Playing => return Err(TableRejection::AlreadyStarted.into()),
                    Lifecycle::Finished | Lifecycle::Abandoned => self.check_going_on()?,
                }
                match self.free() {
                    0 => Ok(deed),
                    free => Err(TableRejection::SeatsOpen { free }.into()),
                }
            }
            Deed::Acted { actor, by_clock, ref action } => {
                self.permit_action(actor, by_clock, action)?;
                Ok(deed)
            }
            Deed::TakenBack { seat, to_seq } => {
                self.check_going_on()?;
                self.check_held(seat)?;
                self.permit_takeback(seat, to_seq)?;
                Ok(deed)
            }
            Deed::Abandoned => {
                self.check_going_on()?;
                match self.abandon_at_ms() {
                    Some(due_ms) if due_ms <= at_ms => Ok(deed),
                    _ => Err(TableRejection::NotDue.into()),
                }
            }
        }
    }

    fn permit_join(&self, joined: Joined) -> Result<Joined, TableRejection> {
        self.check_going_on()?;
        check_name(&joined.holder.name)?;
        if self.seat_of(&joined.holder.token_hash).is_some() {
            return Err(TableRejection::AlreadySeated);
        }
        if joined.holder.contribution.len() > CONTRIBUTION_MOST {
            let most = u16::try_from(CONTRIBUTION_MOST).unwrap_or(u16::MAX);
            return Err(TableRejection::ContributionTooLong { most });
        }
        let bot = joined.holder.bot;
        let takeover = match self.charter.created.takeover {
            Takeover::Nobody => false,
            Takeover::Bots => bot,
            Takeover::Anyone => true,
        };
        if self.lifecycle == Lifecycle::Playing && !takeover && self.free() > 0 {
            return Err(TableRejection::TakeoverNotAllowed);
        }
        let seat = match joined.seat {
            Some(seat) => seat,
            None => Seat::all(self.seats())
                .find(|seat| self.holder(*seat).is_none())
                .ok_or(TableRejection::TableFull)?,
        };
        self.check_seat(seat)?;
        if self.holder(seat).is_some() {
            return Err(TableRejection::SeatTaken);
        }
        Ok(Joined { seat: Some(seat), ..joined })
    }

    fn permit_action(
        &self,
        actor: Actor,
        by_clock: bool,
        action: &G::Action,
    ) -> Result<(), Refusals<G>> {
        let Some(state) = &self.state else {
            self.check_going_on()?;
            return Err(TableRejection::NotStarted.into());
        };
        // A game that is over refuses in its own words; a table that was ended otherwise in the table's.
        if G::outcome(self.rules(), state).is_none() {
            self.check_going_on()?;
        }
        if let Actor::Seat(seat) = actor {
            self.check_seat(seat)?;
            let held = self.holder(seat).is_some();
            if by_clock {
                let expected = G::default_action(self.rules(), state, seat);
                if held || expected.as_ref() != Some(action) {
                    return Err(TableRejection::NotDue.into());
                }
            } else if !held {
                return Err(TableRejection::SeatVacant.into());
            }
        }
        Ok(())
    }

    fn permit_takeback(&self, seat: Seat, to_seq: u64) -> Result<(), TableRejection> {
        let lowest = self.takeback_from(seat).ok_or(TableRejection::NothingToTakeBack)?;
        if to_seq < lowest {
            return Err(TableRejection::TakebackTooFar { lowest });
        }
        let last = self.run.seqs.last().copied();
        if Some(to_seq) == last || !self.run.seqs.contains(&to_seq) {
            return Err(TableRejection::NoSuchEvent);
        }
        Ok(())
    }

    fn check_seat(&self, seat: Seat) -> Result<(), TableRejection> {
        if seat.0 < self.seats() { Ok(()) } else { Err(TableRejection::NoSuchSeat) }
    }

    fn check_held(&self, seat: Seat) -> Result<(), TableRejection> {
        self.check_seat(seat)?;
        self.holder(seat).map(|_| ()).ok_or(TableRejection::SeatVacant)
    }

    const fn check_going_on(&self) -> Result<(), TableRejection> {
        match self.lifecycle {
            Lifecycle::Open | Lifecycle::Playing => Ok(()),
            Lifecycle::Finished | Lifecycle::Abandoned => Err(TableRejection::TableOver),
        }
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
                }
                self.run = Run::default();
            }
            Deed::Left { seat } | Deed::Resigned { seat } => self.vacate(*seat),
            Deed::Started { .. } => {
                self.make_key();
                self.state = Some(G::setup(&self.charter.rules, chance, report));
                self.lifecycle = Lifecycle::Playing;
                self.run = Run::default();
                self.settle();
            }
            Deed::Acted { actor, by_clock, action } => {
                if let Some(state) = &mut self.state {
                    G::apply(&self.charter.rules, state, *actor, action, chance, report)?;
                }
                match actor {
                    Actor::Seat(seat) if !by_clock && chance.asked() == 0 && !report.showed() => {
                        self.extend_run(*seat, seq);
                    }
                    Actor::Seat(_) | Actor::Clock => self.run = Run::default(),
                }
                self.settle();
            }
            Deed::Abandoned => {
                self.lifecycle = Lifecycle::Abandoned;
                self.run = Run::default();
            }
        }
        Ok(())
    }

    /// Ends the table when its game is over.
    fn settle(&mut self) {
        let over = self.state.as_ref().and_then(|s| G::outcome(&self.charter.rules, s)).is_some();
        if over {
            self.lifecycle = Lifecycle::Finished;
            self.run = Run::default();
        }
    }

    fn extend_run(&mut self, seat: Seat, seq: u64) {
        if self.run.seat != Some(seat) {
            self.run = Run { seat: Some(seat), seqs: vec![self.seq] };
        }
        self.run.seqs.push(seq);
    }

    /// In an open table the seat is free again; in a playing one the clock plays on for it.
    fn vacate(&mut self, seat: Seat) {
        self.holders_mut()[seat.index()] = None;
        self.run = Run::default();
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
        match event.deed {
            Deed::Acted { by_clock: true, .. } => {}
            _ => self.acted_at_ms = event.at_ms,
        }
    }

    fn free(&self) -> u8 {
        u8::try_from(self.holders.iter().filter(|h| h.is_none()).count()).unwrap_or(u8::MAX)
    }

    // ---- what is true at the table

    /// The table's terms.
    pub fn created(&self) -> &Created {
        &self.charter.created
    }

    /// What the table plays by.
    pub fn rules(&self) -> &Rules<G> {
        &self.charter.rules
    }

    /// The number of seats.
    pub fn seats(&self) -> u8 {
        self.charter.rules.seats
    }

    /// Who holds `seat`.
    pub fn holder(&self, seat: Seat) -> Option<&Holder> {
        self.holders.get(seat.index())?.as_ref()
    }

    /// The seat whose token has this hash.
    pub fn seat_of(&self, token_hash: &[u8]) -> Option<Seat> {
        let holds = |holder: &Option<Holder>| {
            holder.as_ref().is_some_and(|h| !token_hash.is_empty() && h.token_hash == token_hash)
        };
        let index = self.holders.iter().position(holds)?;
        u8::try_from(index).ok().map(Seat)
    }

    /// Vacated seats, in the order they went.
    pub fn vacated(&self) -> &[Seat] {
        &self.vacated
    }

    /// Where the table stands in its life.
    pub const fn lifecycle(&self) -> Lifecycle {
        self.lifecycle
    }

    /// Whether nothing can happen at the table any more.
    pub const fn is_over(&self) -> bool {
        matches!(self.lifecycle, Lifecycle::Finished | Lifecycle::Abandoned)
    }

    /// The last event's seq.
    pub const fn seq(&self) -> u64 {
        self.seq
    }

    /// The last event's time.
    pub const fn at_ms(&self) -> u64 {
        self.at_ms
    }

    /// The state of the game, once the table has started.
    pub const fn state(&self) -> Option<&G::State> {
        self.state.as_ref()
    }

    /// The seats that have a decision to make now.
    pub fn deciders(&self) -> Seats {
        match (&self.state, self.lifecycle) {
            (Some(state), Lifecycle::Playing) => G::deciders(self.rules(), state),
            _ => Seats::default(),
        }
    }

    /// The legal actions of `actor`, in the canonical order of `rules.md`.
    pub fn legal(&self, actor: Actor) -> Vec<G::Action> {
        let mut out = Vec::new();
        if let (Some(state), Lifecycle::Playing) = (&self.state, self.lifecycle) {
            G::legal(self.rules(), state, actor, &mut out);
        }
        out
    }

    /// The lowest seq `seat` may take back to: the state after that event stands. `None`: nothing.
    pub fn takeback_from(&self, seat: Seat) -> Option<u64> {
        if self.run.seat == Some(seat) { self.run.seqs.first().copied() } else { None }
    }

    /// The standing seqs `seat` may take back to, lowest first.
    pub fn takeback_choices(&self, seat: Seat) -> &[u64] {
        match (self.run.seat, self.run.seqs.split_last()) {
            (Some(owner), Some((_, choices))) if owner == seat => choices,
            _ => &[],
        }
    }

    /// Groups of seats that share a rank, best first; empty while the table goes on and when it was abandoned.
    /// Vacated seats come last: the last to go first.
    pub fn ranking(&self) -> Vec<Vec<Seat>> {
        if self.lifecycle != Lifecycle::Finished {
            return Vec::new();
        }
        let staying = |seat: &Seat| !self.vacated.contains(seat);
        let ended = self.state.as_ref().and_then(|state| G::outcome(self.rules(), state));
        let groups = match ended {
            Some(Outcome { ranking, .. }) => ranking,
            None => vec![Seat::all(self.seats()).collect()],
        };
        let kept = groups.into_iter().map(|g| g.into_iter().filter(staying).collect::<Vec<_>>());
        let gone = self.vacated.iter().rev().map(|seat| vec![*seat]);
        kept.filter(|group| !group.is_empty()).chain(gone).collect()
    }

    /// The game's own outcome, once it has one.
    pub fn outcome(&self) -> Option<Outcome> {
        self.state.as_ref().and_then(|state| G::outcome(self.rules(), state))
    }

    /// What the clock has to do at `now_ms`: play for a seat that nobody holds, or end a table nobody plays.
    pub fn due(&self, now_ms: u64) -> Option<Deed<G::Action>> {
        if self.is_over() {
            return None;
        }
        if let Some(state) = &self.state {
            for seat in self.deciders().iter().filter(|seat| self.holder(*seat).is_none()) {
                if let Some(action) = G::default_action(self.rules(), state, seat) {
                    let actor = Actor::Seat(seat);
                    return Some(Deed::Acted { actor, by_clock: true, action });
                }
            }
        }
        self.abandon_at_ms().filter(|due_ms| *due_ms <= now_ms).map(|_| Deed::Abandoned)
    }

    /// When the clock ends the table if nobody does anything before.
    pub fn abandon_at_ms(&self) -> Option<u64> {
        let after_ms = self.charter.created.abandon_after_ms;
        if after_ms == 0 || self.is_over() {
            return None;
        }
        Some(self.acted_at_ms.saturating_add(after_ms))
    }
}

fn check_name(name: &str) -> Result<(), TableRejection> {
    let shown = !name.trim().is_empty() && !name.chars().any(char::is_control);
    if shown && name.chars().count() <= NAME_MOST {
        return Ok(());
    }
    Err(TableRejection::BadName { most: u16::try_from(NAME_MOST).unwrap_or(u16::MAX) })
}
