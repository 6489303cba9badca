//! How fast the rules run: each measure is the median of several short runs on one core.

use std::collections::BTreeMap;
use std::hint::black_box;
use std::process::ExitCode;
use std::sync::Arc;
use std::time::{Duration, Instant};

use ludoteca_rules::fixtures::{goofspiel::Goofspiel, tic_tac_toe::TicTacToe};
use ludoteca_rules::{
    Actor, Ask, ContentFile, Created, Deed, Event, Game, Holder, Joined, Playout, Position, Report,
    Rules, Seat, ServerSeed, Spectators, Table, Takeover,
};
use serde::Serialize;

/// So many games make the logs and the states that are measured.
const GAMES: u64 = 8;
/// What is measured of every game; `longest` is the legal list of the state that has the most.
const WHAT: [&str; 6] = ["random_play", "replay", "clone", "legal", "longest", "longest_options"];
/// So many runs, of which the median counts.
const RUNS: usize = 5;

/// One measured number.
#[derive(Debug, Serialize)]
struct Measure {
    value: f64,
    unit: &'static str,
    /// Another number of the same run to compare it with; none here: the rules lean on nothing.
    baseline: Option<f64>,
    ratio: Option<f64>,
}

/// What is measured and how long each run takes.
struct Wish<'a> {
    only: &'a glob::Pattern,
    run: Duration,
    found: BTreeMap<String, Measure>,
}

/// Measures everything whose name fits, and prints it.
pub(crate) fn run(quick: bool, only: &glob::Pattern, json: bool) -> ExitCode {
    let run = Duration::from_millis(if quick { 60 } else { 400 });
    let mut wish = Wish { only, run, found: BTreeMap::new() };
    measure::<TicTacToe>(&mut wish);
    measure::<Goofspiel>(&mut wish);
    macro_rules! offered {
        ($($name:ident => $game:ty),* $(,)?) => { $(measure::<$game>(&mut wish);)* };
    }
    ludoteca_rules::with_games!(offered);
    if json {
        match serde_json::to_string_pretty(&wish.found) {
            Ok(text) => println!("{text}"),
            Err(error) => {
                eprintln!("{error}");
                return ExitCode::FAILURE;
            }
        }
    } else {
        for (name, Measure { value, unit, .. }) in &wish.found {
            println!("{name:<32} {value:>14.0} {unit}");
        }
    }
    ExitCode::SUCCESS
}

impl Wish<'_> {
    /// Calls `batch`, which says how many things it did, until the time is up; notes things per second.
    fn rate(&mut self, name: &str, unit: &'static str, batch: impl FnMut() -> u32) {
        self.note(name, unit, batch, |things, seconds| things / seconds);
    }

    /// As [`Wish::rate`], in nanoseconds a thing.
    fn cost(&mut self, name: &str, batch: impl FnMut() -> u32) {
        self.note(name, "ns", batch, |things, seconds| seconds * 1e9 / things);
    }

    fn note(
        &mut self,
        name: &str,
        unit: &'static str,
        mut batch: impl FnMut() -> u32,
        value: fn(f64, f64) -> f64,
    ) {
        if !self.only.matches(name) {
            return;
        }
        batch(); // warms up
        let mut values: Vec<f64> = (0..RUNS)
            .map(|_| {
                let (begun, mut things) = (Instant::now(), 0.0);
                while begun.elapsed() < self.run {
                    things += f64::from(batch());
                }
                value(things, begun.elapsed().as_secs_f64())
            })
            .collect();
        values.sort_by(f64::total_cmp);
        self.tell(name, unit, values[RUNS / 2]);
    }

    /// Notes what is known.
    fn tell(&mut self, name: &str, unit: &'static str, value: f64) {
        if self.only.matches(name) {
            let measure = Measure { value, unit, baseline: None, ratio: None };
            self.found.insert(name.to_owned(), measure);
        }
    }
}

fn measure<G: Game>(wish: &mut Wish<'_>) {
    let named = |what: &str| format!("rules.{}.{what}", G::ID);
    if !WHAT.iter().any(|what| wish.only.matches(&named(what))) {
        return;
    }
    let file = content::<G>();
    let logs: Vec<_> = (0..GAMES).map(|seed| played(&file, seed)).collect();
    let tables = tables(&file, &logs);
    let rules = rules(&file);
    let mut seed = 0;
    wish.rate(&named("random_play"), "decisions/s", || {
        seed += 1;
        let mut position: Position<G> = Position::new(Arc::clone(&rules), seed);
        let mut decisions = 0;
        while position.act_at_random() {
            decisions += 1;
        }
        decisions
    });
    wish.rate(&named("replay"), "events/s", || {
        logs.iter().map(|log| black_box(replayed(&file, log))).sum()
    });
    let states: Vec<&G::State> = tables.iter().filter_map(Table::state).collect();
    wish.cost(&named("clone"), || {
        for state in &states {
            drop(black_box(G::State::clone(state)));
        }
        count(states.len())
    });
    let mut listed = Vec::new();
    wish.cost(&named("legal"), || {
        for (state, actor) in states.iter().zip(tables.iter().map(actor)) {
            listed.clear();
            G::legal(&rules, state, actor, &mut listed);
            black_box(&listed);
        }
        count(states.len())
    });
    let by_length = |(state, actor): &(&G::State, Actor)| {
        let mut listed = Vec::new();
        G::legal(&rules, state, *actor, &mut listed);
        listed.len()
    };
    let longest = states.iter().copied().zip(tables.iter().map(actor)).max_by_key(by_length);
    let (state, actor) = longest.expect("somebody had to decide");
    wish.cost(&named("longest"), || {
        listed.clear();
        G::legal(&rules, state, actor, &mut listed);
        black_box(&listed);
        1
    });
    let options = f64::from(count(by_length(&(state, actor))));
    wish.tell(&named("longest_options"), "actions", options);
}

fn count(things: usize) -> u32 {
    u32::try_from(things).unwrap_or(u32::MAX)
}

fn content<G: Game>() -> ContentFile<G> {
    ContentFile::parse(G::CONTENT).expect("the embedded content is sound")
}

/// A full table with the default options.
fn rules<G: Game>(file: &ContentFile<G>) -> Arc<Rules<G>> {
    let seats = *G::seats(&file.content).end();
    let options = G::options(&file.content, seats, &[]).expect("the defaults are good options");
    let content = Arc::clone(&file.content);
    Arc::new(Rules { content, content_hash: file.hash, options, seats, revision: G::REVISION })
}

/// The log of a table that was played at random, as a worker would have written it.
fn played<G: Game>(file: &ContentFile<G>, seed: u64) -> Vec<Event<G::Action>> {
    let seats = *G::seats(&file.content).end();
    let created = Created {
        table_id: format!("bench {seed}"),
        game: G::ID.to_owned(),
        revision: G::REVISION,
        content_hash: file.hash,
        seats,
        options: Vec::new(),
        name: String::new(),
        takeover: Takeover::Anyone,
        abandon_after_ms: 0,
        turn_clock: None,
        spectators: Spectators::Public,
        seed: ServerSeed([7; 32]),
    };
    let mut chance = Playout::new(seed);
    let ask = |at_ms| Ask { at_ms, request_id: vec![1; 16] };
    let made = Table::create(file, &created, &ask(1)).expect("a table with defaults");
    let mut log = vec![made.event];
    let mut table = made.table.expect("a creation makes a table");
    let joins =
        Seat::all(seats).map(|seat| Deed::Joined(Joined { seat: None, holder: holder(seat) }));
    let begin: Vec<_> = joins.chain([Deed::Started { seat: Seat(0) }]).collect();
    let mut next = |table: &mut Table<G>, deed, at_ms| {
        let decided = table.decide(deed, &ask(at_ms), &mut Report::silent());
        let decided = decided.expect("a legal deed");
        log.push(decided.event);
        *table = decided.table.expect("no takeback");
    };
    for deed in begin {
        next(&mut table, deed, 1);
    }
    let mut at_ms = 1;
    while !table.is_over() {
        let actor = actor(&table);
        let deed = if actor == Actor::Clock {
            at_ms = table.due_at_ms().expect("somebody has something to do").max(at_ms);
            table.due(at_ms).expect("it is due")
        } else {
            let mut legal = table.legal(actor);
            let action = legal.swap_remove(chance.below(count(legal.len())) as usize);
            Deed::Acted { actor, by_clock: false, action }
        };
        next(&mut table, deed, at_ms);
    }
    log
}

fn holder(seat: Seat) -> Holder {
    Holder {
        name: format!("Seat {}", seat.0),
        bot: true,
        token_hash: vec![seat.0; 32],
        contribution: Vec::new(),
    }
}

fn actor<G: Game>(table: &Table<G>) -> Actor {
    table.deciders().iter().next().map_or(Actor::Clock, Actor::Seat)
}

/// Every table of the logs in which somebody has to decide.
fn tables<G: Game>(file: &ContentFile<G>, logs: &[Vec<Event<G::Action>>]) -> Vec<Table<G>> {
    let mut tables = Vec::new();
    for log in logs {
        let mut table = Table::first(file, &log[0]).expect("a decided log");
        for event in &log[1..] {
            let evolved = table.evolve(event, &mut Report::silent());
            assert!(evolved.is_ok(), "a decided log replays");
            if !table.deciders().is_empty() {
                tables.push(table.clone());
            }
        }
    }
    tables
}

fn replayed<G: Game>(file: &ContentFile<G>, log: &[Event<G::Action>]) -> u32 {
    let table = Table::replay(file, log).expect("a decided log replays");
    count(log.len()) - u32::from(black_box(&table).state().is_none())
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Every game that is offered has a table to measure, from its first event to its end.
    #[test]
    fn every_game_has_a_table_to_measure() {
        macro_rules! offered {
            ($($name:ident => $game:ty),* $(,)?) => { $(
                let file = content::<$game>();
                let log = played(&file, 1);
                let table = Table::replay(&file, &log).expect("a decided log replays");
                assert!(table.is_over() && log.len() > 50, "{}", stringify!($name));
            )* };
        }
        ludoteca_rules::with_games!(offered);
    }
}
