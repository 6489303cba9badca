//! A table with its log, and short words for what is done at it.

use ludoteca_rules::{
    Actor, Ask, ContentFile, Created, Deed, Event, Evolved, Game, Holder, Joined, Refused, Report,
    Seat, ServerSeed, Spectators, Table, TableRejection, Takeover, Timeline,
};

use crate::walk::{Action, Rejection, Walk};

/// What a table of the game `Walk` answers.
pub(crate) type Answer = Result<u64, Refused<Rejection>>;

/// The terms of a table with so many seats.
pub(crate) fn terms(seats: u8) -> Created {
    Created {
        table_id: "desk".into(),
        game: String::new(),
        revision: 0,
        content_hash: [0; 32],
        seats,
        options: Vec::new(),
        name: String::new(),
        takeover: Takeover::Anyone,
        abandon_after_ms: 0,
        turn_clock: None,
        spectators: Spectators::Public,
        seed: ServerSeed([7; 32]),
    }
}

/// A person; `number` tells them apart.
pub(crate) fn person(number: u8) -> Holder {
    Holder {
        name: format!("Person {number}"),
        bot: false,
        token_hash: vec![number; 32],
        contribution: Vec::new(),
    }
}

pub(crate) fn content() -> ContentFile<Walk> {
    ContentFile::parse(Walk::CONTENT).expect("any text is content")
}

/// A table and its log. Whatever is done is folded in every way there is, and all must agree.
pub(crate) struct Desk {
    pub(crate) file: ContentFile<Walk>,
    pub(crate) table: Table<Walk>,
    pub(crate) log: Vec<Event<Action>>,
    pub(crate) now_ms: u64,
    timeline: Timeline<Walk>,
}

impl Desk {
    /// A table nobody has joined.
    pub(crate) fn open(terms: &Created) -> Self {
        let file = content();
        let ask = Ask { at_ms: 1_000, request_id: Vec::new() };
        let decided = Table::create(&file, terms, &ask).expect("good terms");
        Self {
            timeline: Timeline::first(&file, &decided.event).expect("a first event"),
            table: decided.table.expect("a creation makes a table"),
            log: vec![decided.event],
            file,
            now_ms: 1_000,
        }
    }

    /// A table that has started: persons 0, 1, 2, ... sit on the seats.
    pub(crate) fn playing(terms: &Created) -> Self {
        let mut desk = Self::open(terms);
        for number in 0..terms.seats {
            assert!(desk.join(person(number)).is_ok());
        }
        assert!(desk.ask(Deed::Started { seat: Seat(0) }).is_ok());
        desk
    }

    /// Asks for a deed 10 ms later; its seq, or why not.
    pub(crate) fn ask(&mut self, deed: Deed<Action>) -> Answer {
        self.now_ms += 10;
        let ask = Ask { at_ms: self.now_ms, request_id: vec![1; 8] };
        let decided = self.table.decide(deed, &ask, &mut Report::silent())?;
        self.log.push(decided.event.clone());
        let whole = Table::replay(&self.file, &self.log).expect("a decided log replays");
        self.timeline.evolve(&decided.event, &mut Report::silent()).expect("a decided event");
        let evolved = self.table.evolve(&decided.event, &mut Report::silent());
        let refold = matches!(decided.event.deed, Deed::TakenBack { .. });
        assert_eq!(evolved.expect("a decided event") == Evolved::Refold, refold);
        self.table = decided.table.unwrap_or_else(|| whole.clone());
        assert_eq!(self.table.digest(), whole.digest());
        assert_eq!(self.table.digest(), self.timeline.table().digest());
        assert_eq!(format!("{:?}", self.table), format!("{whole:?}"));
        assert_eq!(format!("{whole:?}"), format!("{:?}", self.timeline.table()));
        Ok(self.table.seq())
    }

    pub(crate) fn join(&mut self, holder: Holder) -> Answer {
        self.ask(Deed::Joined(Joined { seat: None, holder }))
    }

    pub(crate) fn join_at(&mut self, seat: u8, holder: Holder) -> Answer {
        self.ask(Deed::Joined(Joined { seat: Some(Seat(seat)), holder }))
    }

    pub(crate) fn act(&mut self, seat: u8, action: Action) -> Answer {
        self.ask(Deed::Acted { actor: Actor::Seat(Seat(seat)), by_clock: false, action })
    }

    pub(crate) fn resign(&mut self, seat: u8) -> Answer {
        self.ask(Deed::Resigned { seat: Seat(seat) })
    }

    pub(crate) fn take_back(&mut self, seat: u8, to_seq: u64) -> Answer {
        self.ask(Deed::TakenBack { seat: Seat(seat), to_seq })
    }

    /// Does what the clock has to do now; `None` if it has nothing to do.
    pub(crate) fn tick(&mut self) -> Option<u64> {
        let deed = self.table.due(self.now_ms)?;
        Some(self.ask(deed).expect("the clock does only what is due"))
    }

    /// How far each seat has walked.
    pub(crate) fn spaces(&self) -> &[u8] {
        self.table.state().map_or(&[], |state| &state.spaces)
    }
}

/// A refusal of the table itself.
pub(crate) fn refused<T>(rejection: TableRejection) -> Result<T, Refused<Rejection>> {
    Err(Refused::Table(rejection))
}
