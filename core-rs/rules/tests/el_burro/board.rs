//! A table in the default state of `examples.md`, changed by a few lines of TOML, and its steps as text.

#![allow(
    dead_code,
    unused_imports,
    reason = "the vectors use one half of it, the chapters the other"
)]

#[path = "board_keys.rs"]
mod keys;
#[path = "board_words.rs"]
mod words;
#[path = "board_write.rs"]
mod write;

use std::sync::{Arc, OnceLock};

use ludoteca_rules::el_burro::{
    Action, Boats, CardStage, Cards, Content, DonkeyCards, ElBurro, Face, FarmStage, Frame, Kind,
    Rejection, Sides, Slot, State, Step, Support, Verb,
};
use ludoteca_rules::{
    Actor, ContentFile, Fact, Game, Playout, Refusal, Report, Rules, Script, Seat, Seats, Tape,
    Viewer,
};
use toml::{Table, Value};

pub(crate) use keys::{KEYS, SEAT_KEYS, array, read};
pub(crate) use words::{SEATS, parse, seat_named, text};
pub(crate) use write::write;

/// The parsed content: one for all tests.
pub(crate) fn content() -> &'static ContentFile<ElBurro> {
    static FILE: OnceLock<ContentFile<ElBurro>> = OnceLock::new();
    FILE.get_or_init(|| ContentFile::parse(ElBurro::CONTENT).unwrap())
}

/// What a table with these options plays by, or why it is not created.
pub(crate) fn rules(
    seats: u8,
    options: &[(String, String)],
) -> Result<Arc<Rules<ElBurro>>, Rejection> {
    let ContentFile { content, hash } = content().clone();
    let options = ElBurro::options(&content, seats, options)?;
    Ok(Arc::new(Rules { content, content_hash: hash, options, seats, revision: 1 }))
}

/// Creation options as a table of TOML.
pub(crate) fn given(options: &Table) -> Vec<(String, String)> {
    let text = |value: &Value| value.as_str().map_or_else(|| value.to_string(), str::to_owned);
    options.iter().map(|(id, value)| (id.clone(), text(value))).collect()
}

/// A table and what was last told and drawn.
#[derive(Clone)]
pub(crate) struct Board {
    pub(crate) rules: Arc<Rules<ElBurro>>,
    pub(crate) state: State,
    /// What each viewer reads of the last event.
    pub(crate) told: Vec<(Viewer, Fact)>,
    /// The chances of the last event and the sizes of their domains.
    pub(crate) asked: Vec<(&'static str, u32)>,
    /// Its picks.
    pub(crate) picks: Vec<u32>,
    /// The last action with its seat and the state before it.
    pub(crate) last: Option<(State, Seat, Action)>,
}

impl Board {
    /// The default state of `examples.md` with so many seats.
    pub(crate) fn standard(seats: u8, options: &Table) -> Self {
        let mut all = Table::new();
        all.insert("first_seat".into(), Value::from("0"));
        all.extend(options.clone());
        let mut board = Self::set_up(rules(seats, &given(&all)).unwrap(), &[]);
        let content = Arc::clone(&board.rules.content);
        let state = &mut board.state;
        (state.round, state.pool, state.discard) = (2, Cards::ALL, Cards::default());
        (state.rondel_side, state.rondel_rotation) = (Face::A, 0);
        (state.boat_sides, state.boats_left) = ([Face::A; 5], Boats::ALL);
        let tiles = ["dowry", "piglets", "fat_oats", "notary"];
        state.round_tiles = tiles.map(|id| content.round_tile_of(id).unwrap());
        for (general, id) in state.general.iter_mut().zip(["built_up", "big_farm"]) {
            general.tile = content.general_of(id).unwrap();
        }
        let every = Seat::all(seats).fold(Seats::default(), Seats::with);
        state.prestige_tiles.iter_mut().for_each(|tile| tile.used_by = every);
        let space = content.road.space_of("r2");
        let known: Vec<_> = content.road.elements_on(space.unwrap()).map(|(n, _)| n).collect();
        for player in &mut state.players[..usize::from(seats)] {
            (player.prestige, player.silver, player.workers_free, player.trough) = (20, 5, 1, 3);
            (player.hand, player.support) = (Cards::default(), Support::Prestige);
            player.donkeys.iter_mut().for_each(|donkey| donkey.space = space);
            player.elements = known.iter().fold(0, |bits, n| bits | 1 << n);
            player.personal = content.personal_of("planter").unwrap();
            player.donkey_pool = DonkeyCards::ALL;
            player.stack.clear();
        }
        board
    }

    /// A table at its start event with these outcomes, and any others after them.
    pub(crate) fn set_up(rules: Arc<Rules<ElBurro>>, outcomes: &[&str]) -> Self {
        let (mut first, mut second) = (tape(outcomes), tape(outcomes));
        let mut report = Report::telling();
        let state = ElBurro::setup(&rules, &mut first, &mut report);
        let again = ElBurro::setup(&rules, &mut second, &mut Report::silent());
        assert_eq!(state, again);
        let (told, asked, picks) = Default::default();
        let mut board = Self { rules, state, told, asked, picks, last: None };
        board.note([first, second], &report);
        board
    }

    /// Notes what two equal tapes say: one its chances, the other its picks.
    fn note(&mut self, [tape, other]: [Tape<'_>; 2], report: &Report) {
        let script = tape.into_script().unwrap();
        assert_eq!(script.mismatch(), None);
        self.asked = script.asked().to_vec();
        self.picks = other.into_picks();
        self.told.clear();
        for viewer in Seat::all(self.rules.seats).map(Viewer::Seat).chain([Viewer::Public]) {
            self.told.extend(report.facts_for(viewer).map(|fact| (viewer, fact.clone())));
        }
    }

    pub(crate) fn content(&self) -> &Content {
        &self.rules.content
    }

    /// The default state of two seats, changed by these lines of TOML.
    pub(crate) fn of(before: &str) -> Self {
        let mut board = Self::standard(2, &Table::new());
        board.set(before);
        board
    }

    /// Changes the state by hand, by lines of TOML.
    pub(crate) fn set(&mut self, before: &str) {
        self.change(&toml::from_str(before).unwrap_or_else(|error| panic!("{before}: {error}")));
    }

    /// Carries out steps that need no chance in particular.
    pub(crate) fn steps(&mut self, steps: &[&str]) {
        for step in steps {
            self.step(step, &[]);
        }
    }

    /// What a number says now.
    pub(crate) fn count(&self, key: &str) -> i64 {
        read(self, key).as_integer().unwrap_or_else(|| panic!("{key} is no number"))
    }

    /// What a key says now, as text.
    pub(crate) fn says(&self, key: &str) -> String {
        let value = read(self, key);
        value.as_str().map_or_else(|| value.to_string(), str::to_owned)
    }

    /// Changes the state by hand: first what all share, then the seats, then whose turn it is and what lies on
    /// the stacks.
    pub(crate) fn change(&mut self, before: &Table) {
        let flat = flatten(before);
        let late = |key: &str| key == "turn" || key.ends_with(".frames");
        for (key, value) in flat.iter().filter(|(key, _)| !late(key)) {
            write(self, key, value);
        }
        for (_, value) in flat.iter().filter(|(key, _)| key == "turn") {
            self.begin(value.as_str().unwrap());
        }
        for (key, value) in flat.iter().filter(|(key, _)| key.ends_with(".frames")) {
            let seat = seat_named(&key[..1]);
            for frame in value.as_array().unwrap() {
                let kind = words::kind(self.content(), frame.as_str().unwrap());
                let frame = Frame { kind, anytime: false, track: None };
                self.state.players[seat.index()].stack.push(frame);
            }
        }
    }

    /// `A donkey deliver`: a seat's turn in a step, at a stage of it. In a simultaneous step all seats are there.
    pub(crate) fn begin(&mut self, turn: &str) {
        let mut parts = turn.split(' ');
        let seat = seat_named(parts.next().unwrap());
        let step = Step::from_id(parts.next().unwrap()).unwrap();
        let base = base(step, parts.next().unwrap_or_default());
        let frame = Frame { kind: base, anytime: false, track: None };
        let state = &mut self.state;
        (state.step, state.done) = (step, Seats::default());
        let mut order = state.turn_order.clone();
        if step == Step::SetupStart {
            order.reverse();
        }
        let place = order.iter().position(|other| *other == seat).unwrap();
        let together = step.is_simultaneous();
        state.begun = if together { 0 } else { u8::try_from(place + 1).unwrap() };
        state.actors = Seats::only(seat);
        for other in order {
            let acts = together || other == seat;
            let player = &mut state.players[other.index()];
            player.stack = if acts { vec![frame] } else { Vec::new() };
            if acts {
                state.actors = state.actors.with(other);
            }
        }
    }

    /// Sends an action with the chance outcomes that it causes; others are drawn. A refusal changes nothing.
    pub(crate) fn act(
        &mut self,
        seat: Seat,
        action: &Action,
        outcomes: &[&str],
    ) -> Result<(), Rejection> {
        let actor = Actor::Seat(seat);
        let before = self.state.clone();
        let checked = ElBurro::check(&self.rules, &before, actor, action);
        let listed = self.legal(seat).contains(action);
        assert_eq!(checked.is_ok(), listed, "{action:?}: listed and allowed are one: {checked:?}");
        let (mut first, mut second) = (tape(outcomes), tape(outcomes));
        let (mut report, mut silent) = (Report::telling(), Report::silent());
        let (mut again, rules) = (before.clone(), &self.rules);
        let _ = ElBurro::apply(rules, &mut again, actor, action, &mut second, &mut silent);
        let state = &mut self.state;
        let applied = ElBurro::apply(rules, state, actor, action, &mut first, &mut report);
        assert_eq!(*state, again, "{action:?}: words change nothing");
        assert_eq!(applied, checked, "{action:?}: apply and check are one");
        if applied.is_err() {
            assert_eq!(self.state, before, "{action:?}: a refused action changes nothing");
            assert_eq!(first.asked(), 0, "{action:?}: a refused action draws nothing");
            return applied;
        }
        self.last = Some((before, seat, *action));
        self.note([first, second], &report);
        Ok(())
    }

    /// The legal actions of a seat.
    pub(crate) fn legal(&self, seat: Seat) -> Vec<Action> {
        let mut legal = Vec::new();
        ElBurro::legal(&self.rules, &self.state, Actor::Seat(seat), &mut legal);
        legal
    }

    /// The legal actions of a seat as text.
    pub(crate) fn listed(&self, seat: Seat) -> Vec<String> {
        self.legal(seat).iter().map(|action| text(self.content(), action)).collect()
    }

    /// Its legal answers to the top frame: what is no anytime action.
    pub(crate) fn answers(&self, seat: Seat) -> Vec<String> {
        let answer = |action: &&Action| !action.verb().is_some_and(Verb::is_anytime);
        let answers = self.legal(seat);
        answers.iter().filter(answer).map(|action| text(self.content(), action)).collect()
    }

    /// Carries out a step: `A take_die 2`; `A take_die 6 -> die_not_there` where it is refused; `A ? skip` where it
    /// is legal and not done; `default` lets the first actor play its default action.
    pub(crate) fn step(&mut self, step: &str, outcomes: &[&str]) {
        let (step, refused) = match step.split_once(" -> ") {
            Some((step, code)) => (step, Some(code)),
            None => (step, None),
        };
        let (seat, words) = step.split_once(' ').unwrap();
        let seat = seat_named(seat);
        if let Some(words) = words.strip_prefix("? ") {
            let listed = self.listed(seat);
            return assert!(listed.iter().any(|one| one == words), "{step}: {listed:#?}");
        }
        let action = parse(self.content(), words);
        let done = self.act(seat, &action, outcomes);
        let code = done.err().map(|rejection| rejection.code());
        assert_eq!(code, refused, "{step}: {:#?}", self.listed(seat));
    }
}

/// The base frame of a step at a stage.
fn base(step: Step, stage: &str) -> Kind {
    let card = |slot| {
        let stage = CardStage::from_id(stage).unwrap_or(CardStage::Bonus);
        Kind::Card { slot, stage, made: 0 }
    };
    match step {
        Step::SetupStart => Kind::Start,
        Step::Farm => {
            let stage = FarmStage::from_id(stage).unwrap_or(FarmStage::Expand);
            Kind::Farm { stage, sides: Sides::default() }
        }
        Step::RevenueFirst | Step::RevenueSecond => Kind::Die { taken: stage == "end" },
        Step::RevenueCommunity => Kind::Community { used: stage == "end" },
        Step::DonkeyChoice => Kind::Choice,
        Step::Siesta => card(Slot::Siesta),
        Step::Goat => Kind::Goat { made: 0 },
        Step::Donkey => card(Slot::Donkey),
        Step::PayWorkers => Kind::Wages,
        Step::LastDeliveries => Kind::Last,
        Step::SetTurnOrder
        | Step::ScoreMilestones
        | Step::ScoreStable
        | Step::ScoreSupport
        | Step::Prepare
        | Step::FinalScoring => panic!("nobody has a turn in {step:?}"),
    }
}

/// `A = { silver = 5 }` as `A.silver = 5`; nothing else has parts.
pub(crate) fn flatten(table: &Table) -> Vec<(String, Value)> {
    let mut flat = Vec::new();
    for (key, value) in table {
        match value {
            Value::Table(inner) => {
                flat.extend(inner.iter().map(|(name, v)| (format!("{key}.{name}"), v.clone())));
            }
            Value::String(_)
            | Value::Integer(_)
            | Value::Float(_)
            | Value::Boolean(_)
            | Value::Datetime(_)
            | Value::Array(_) => flat.push((key.clone(), value.clone())),
        }
    }
    flat
}

/// Named outcomes, `draw money_box_1`; then any.
fn tape(outcomes: &[&str]) -> Tape<'static> {
    let named = outcomes.iter().map(|outcome| {
        let (name, value) = outcome.rsplit_once(' ').unwrap();
        (name.to_owned(), value.to_owned())
    });
    Tape::scripted(Script::new(named).drawing(Playout::new(7)))
}
