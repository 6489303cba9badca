//! Tables that play themselves, with all that a check may want to look at afterwards.

use ludoteca_rules::{
    Actor, Ask, ContentFile, Created, Deed, Event, Game, Holder, Joined, Lifecycle, Playout,
    Report, Rules, Seat, ServerSeed, Spectators, Table, Takeover, TurnClock,
};

use super::{Case, Contract};

/// How a table is played.
#[derive(Debug, Clone, Copy, Default)]
pub(crate) struct Manner {
    /// Of 100 decisions, how many are followed by a takeback where one is allowed.
    pub(crate) takebacks: u32,
    /// Of 1000 decisions, how many are followed by a resignation, or by somebody who takes a seat over.
    pub(crate) resignations: u32,
    /// How long seats may think; then, of 200 decisions, one is waited for until the time is out.
    pub(crate) turn_clock: Option<TurnClock>,
}

/// How long every deed takes, in milliseconds.
const PACE_MS: u64 = 10;
/// So often a random action that is a fault is chosen again.
const FAULTS: usize = 4;

/// An event, the table after it, and what was reported when it was decided.
pub(crate) struct Step<G: Contract> {
    pub(crate) event: Event<G::Action>,
    pub(crate) table: Table<G>,
    pub(crate) report: Report,
}

/// A table and everything that happened at it.
pub(crate) struct Live<G: Contract> {
    pub(crate) file: ContentFile<G>,
    pub(crate) steps: Vec<Step<G>>,
    pub(crate) chance: Playout,
    at_ms: u64,
}

/// The embedded content.
pub(crate) fn content<G: Contract>() -> ContentFile<G> {
    ContentFile::parse(G::CONTENT).expect("the embedded content is sound")
}

/// What to ask for to get a table like `case`.
pub(crate) fn terms<G: Contract>(case: &Case, seed: u64) -> Created {
    let mut bytes = [0u8; 32];
    let mut generator = Playout::new(seed);
    bytes.chunks_mut(8).for_each(|c| c.copy_from_slice(&generator.word().to_le_bytes()));
    let option = |(id, value): &(&str, &str)| ((*id).to_owned(), (*value).to_owned());
    Created {
        table_id: format!("table-{seed}"),
        game: G::ID.to_owned(),
        revision: G::REVISION,
        content_hash: [0; 32],
        seats: case.seats,
        options: case.options.iter().map(option).collect(),
        name: String::new(),
        takeover: Takeover::Anyone,
        turn_clock: None,
        spectators: Spectators::Public,
        abandon_after_ms: 1_000_000,
        seed: ServerSeed(bytes),
    }
}

/// Somebody to hold a seat, different for each `number`.
pub(crate) fn holder(number: u8) -> Holder {
    Holder {
        name: format!("Player {number}"),
        bot: number % 2 == 1,
        token_hash: vec![number; 32],
        contribution: vec![number; usize::from(number % 4)],
    }
}

/// One of `items`, at random.
pub(crate) fn choose<'a, T>(chance: &mut Playout, items: &'a [T]) -> Option<&'a T> {
    let count = u32::try_from(items.len()).ok().filter(|count| *count > 0)?;
    items.get(chance.below(count) as usize)
}

/// Who may act now: the seats that have something to do, and the clock where it does not wait for them.
pub(crate) fn runners<G: Game>(rules: &Rules<G>, state: &G::State) -> Vec<Actor> {
    let mut actors: Vec<Actor> = G::deciders(rules, state).iter().map(Actor::Seat).collect();
    if actors.is_empty() || G::alarm(rules, state).is_some() {
        actors.push(Actor::Clock);
    }
    actors
}

impl<G: Contract> Live<G> {
    /// A table at which every seat is held and the game has started.
    pub(crate) fn started(case: &Case, seed: u64) -> Self {
        Self::started_on(case, seed, &terms::<G>(case, seed))
    }

    fn started_on(case: &Case, seed: u64, terms: &Created) -> Self {
        let file = content::<G>();
        let ask = Ask { at_ms: 1, request_id: Vec::new() };
        let decided = match Table::create(&file, terms, &ask) {
            Ok(decided) => decided,
            Err(refused) => panic!("{case:?} makes no table: {refused:?}"),
        };
        let table = decided.table.expect("a creation makes a table");
        let first = Step { event: decided.event, table, report: Report::telling() };
        let mut live = Self { file, steps: vec![first], chance: Playout::new(seed), at_ms: 1 };
        for seat in 0..case.seats {
            let joined = Joined { seat: None, holder: holder(seat) };
            live.must(Deed::Joined(joined));
        }
        live.must(Deed::Started { seat: Seat(0) });
        live
    }

    /// A table played to the end.
    pub(crate) fn played(case: &Case, seed: u64, manner: Manner) -> Self {
        let terms = Created { turn_clock: manner.turn_clock, ..terms::<G>(case, seed) };
        let mut live = Self::started_on(case, seed, &terms);
        while live.advance(manner) {
            let decisions = live.steps.len();
            assert!(decisions < 4 * G::LONGEST, "no end after {decisions} events: seed {seed}");
        }
        live
    }

    /// The table after the last event.
    pub(crate) fn table(&self) -> &Table<G> {
        &self.steps.last().expect("a table has a first event").table
    }

    /// The log.
    pub(crate) fn events(&self) -> Vec<Event<G::Action>> {
        self.steps.iter().map(|step| step.event.clone()).collect()
    }

    /// Does what the table must allow.
    pub(crate) fn must(&mut self, deed: Deed<G::Action>) {
        let told = format!("{deed:?}");
        if let Err(refused) = self.try_deed(deed) {
            panic!("refused {told}: {refused}");
        }
    }

    /// Does what the table may refuse; says why.
    pub(crate) fn try_deed(&mut self, deed: Deed<G::Action>) -> Result<(), String> {
        self.at_ms += PACE_MS;
        let ask = Ask { at_ms: self.at_ms, request_id: self.at_ms.to_le_bytes().to_vec() };
        let mut report = Report::telling();
        let decided = self.table().decide(deed, &ask, &mut report);
        let decided = decided.map_err(|refused| format!("{refused:?}"))?;
        let table = decided.table.unwrap_or_else(|| {
            let mut events = self.events();
            events.push(decided.event.clone());
            Table::replay(&self.file, &events).expect("a log that was decided replays")
        });
        self.steps.push(Step { event: decided.event, table, report });
        Ok(())
    }

    /// Makes one decision at random, and what `manner` adds to it; false when the table is over.
    pub(crate) fn advance(&mut self, manner: Manner) -> bool {
        if self.table().is_over() {
            return false;
        }
        let timed = manner.turn_clock.is_some();
        if timed && self.chance.below(200) == 0 {
            self.run_out();
        } else if let Some(deed) = self.due(timed) {
            self.must(deed);
        } else {
            self.act_at_random();
        }
        // A game that always goes back has no end: none does for ever.
        if self.chance.below(100) < manner.takebacks && self.steps.len() < 2 * G::LONGEST {
            self.take_back_at_random();
        }
        if self.chance.below(1000) < manner.resignations && !self.table().is_over() {
            self.come_or_go();
        }
        true
    }

    /// What the clock does before anybody else can do something: what is due at once, and on a table with turn
    /// clocks whatever the time brings.
    fn due(&self, timed: bool) -> Option<Deed<G::Action>> {
        self.table().due(if timed { self.at_ms + PACE_MS } else { 0 })
    }

    /// Lets time pass until a seat has none left.
    fn run_out(&mut self) {
        self.at_ms = self.table().clock_at_ms().unwrap_or_default().max(self.at_ms);
        if let Some(deed) = self.due(true) {
            self.must(deed);
        }
    }

    /// Lets time pass until the clock's alarm is due, and lets it do what it has to do then.
    pub(crate) fn wait(&mut self) {
        let due_ms = self.table().alarm_at_ms().expect("somebody has something to do");
        self.at_ms = self.at_ms.max(due_ms);
        let deed = self.table().due(due_ms).expect("it is due");
        self.must(deed);
    }

    fn act_at_random(&mut self) {
        let state = self.table().state().expect("a started table has a state");
        let mut actors = runners::<G>(self.table().rules(), state);
        let is_there = |actor: &Actor| match actor {
            Actor::Seat(seat) => self.table().holder(*seat).is_some(),
            Actor::Clock => true,
        };
        actors.retain(is_there);
        match choose(&mut self.chance, &actors) {
            Some(&Actor::Seat(seat)) => self.seat_at_random(seat),
            Some(Actor::Clock) | None => self.clock_at_random(),
        }
    }

    fn seat_at_random(&mut self, seat: Seat) {
        let actor = Actor::Seat(seat);
        let legal = self.table().legal(actor);
        let mut action = choose(&mut self.chance, &legal);
        // Faults are legal: one in a while is enough.
        for _ in 0..FAULTS {
            let Some(fault) = action.filter(|action| self.is_false_start(actor, action)) else {
                break;
            };
            action = choose(&mut self.chance, &legal).or(Some(fault));
        }
        let action = action.cloned().unwrap_or_else(|| panic!("{seat:?} has nothing to do"));
        self.must(Deed::Acted { actor, by_clock: false, action });
    }

    fn is_false_start(&self, actor: Actor, action: &G::Action) -> bool {
        let (rules, state) = (self.table().rules(), self.table().state());
        state.is_some_and(|state| G::offer(rules, state, actor, action).false_start)
    }

    /// Mostly what is due next; now and then somebody goes, and mostly comes back.
    fn clock_at_random(&mut self) {
        if self.table().alarm_at_ms().is_some() && self.chance.below(5) != 0 {
            return self.wait();
        }
        let told = |present| {
            let seats = Seat::all(self.table().seats());
            seats.filter_map(|seat| self.table().presence(seat, present)).collect::<Vec<_>>()
        };
        let (back, away) = (told(true), told(false));
        let stay = away.is_empty() || self.chance.below(3) != 0;
        let news = if stay && !back.is_empty() { &back } else { &away };
        match choose(&mut self.chance, news).cloned() {
            Some(deed) => self.must(deed),
            None => self.wait(),
        }
    }

    fn take_back_at_random(&mut self) {
        for seat in Seat::all(self.table().seats()) {
            let choices = self.table().takeback_choices(seat).to_vec();
            if let Some(to_seq) = choose(&mut self.chance, &choices).copied() {
                let too_late = self.try_deed(Deed::TakenBack { seat, to_seq }).err();
                let timed = !self.table().clocks().is_empty();
                let is_fine = |why: &String| timed && why.contains("TakebackOutOfTime");
                assert!(too_late.as_ref().is_none_or(is_fine), "{too_late:?}: back to {to_seq}");
            }
        }
    }

    fn come_or_go(&mut self) {
        let vacant = self.table().vacated().first().copied();
        match vacant {
            Some(seat) if self.chance.below(2) == 0 => {
                let holder = holder(100 + seat.0);
                self.must(Deed::Joined(Joined { seat: Some(seat), holder }));
            }
            _ if self.table().lifecycle() == Lifecycle::Playing => {
                let seats = Seat::all(self.table().seats());
                let held: Vec<_> = seats.filter(|s| self.table().holder(*s).is_some()).collect();
                if let Some(seat) = choose(&mut self.chance, &held).copied() {
                    self.must(Deed::Resigned { seat });
                }
            }
            _ => {}
        }
    }
}
