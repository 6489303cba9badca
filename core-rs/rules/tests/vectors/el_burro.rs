//! Runs a vector of El Burro's `examples.md`: the default state changed by hand, steps, what is true after them, and
//! that nothing else has changed; and branches.

use std::path::Path;

use ludoteca_rules::el_burro::ElBurro;
use ludoteca_rules::{Actor, Game, Seat, Tape, Viewer};
use serde::Deserialize;
use toml::{Table, Value};

use crate::burro_board::{self as board, Board, KEYS, SEAT_KEYS, SEATS, read};

#[derive(Debug, Deserialize)]
#[serde(deny_unknown_fields)]
struct File {
    vector: Vec<Vector>,
}

/// A vector of `examples.md`.
#[derive(Debug, Clone, Deserialize)]
#[serde(deny_unknown_fields)]
struct Vector {
    id: String,
    /// The section of `rules.md`.
    rule: String,
    /// Whether it is a worked example of the rulebook.
    #[serde(default)]
    worked_example: bool,
    #[serde(default = "two")]
    seats: u8,
    #[serde(default)]
    options: Table,
    /// Not the default state: a table set up with the options, and these outcomes.
    setup: Option<Vec<String>>,
    /// Changed by hand before the steps.
    #[serde(default)]
    before: Table,
    /// An action a line; `? ..` is an outcome of the action before it; `= ..` says what is true now.
    #[serde(default)]
    steps: Vec<String>,
    /// What is true after them.
    #[serde(default)]
    after: Table,
    /// Keys that may have changed and are not named in `after`.
    #[serde(default)]
    ignore: Vec<String>,
    /// What else is tried.
    #[serde(default)]
    branch: Vec<Branch>,
}

#[derive(Debug, Clone, Deserialize)]
#[serde(deny_unknown_fields)]
struct Branch {
    /// From where the vector's steps led; else from its beginning.
    #[serde(default)]
    goes_on: bool,
    seats: Option<u8>,
    #[serde(default)]
    before: Table,
    #[serde(default)]
    steps: Vec<String>,
    #[serde(default)]
    after: Table,
    #[serde(default)]
    ignore: Vec<String>,
}

fn two() -> u8 {
    2
}

fn vectors() -> Vec<Vector> {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../tests/vectors/el_burro");
    let entries = std::fs::read_dir(folder).unwrap();
    let mut paths: Vec<_> = entries.map(|entry| entry.unwrap().path()).collect();
    paths.retain(|path| path.extension().is_some_and(|extension| extension == "toml"));
    paths.sort();
    let read = |path: &Path| {
        let text = std::fs::read_to_string(path).unwrap();
        toml::from_str::<File>(&text).unwrap_or_else(|error| panic!("{}: {error}", path.display()))
    };
    paths.iter().flat_map(|path| read(path).vector).collect()
}

/// The ids of all vectors, in the order of the files.
pub(crate) fn ids() -> Vec<String> {
    vectors().into_iter().map(|vector| vector.id).collect()
}

/// The sections of `rules.md` that vectors name.
pub(crate) fn sections() -> Vec<String> {
    let rules = vectors().into_iter().map(|vector| vector.rule);
    rules.flat_map(|rule| rule.split(", ").map(str::to_owned).collect::<Vec<_>>()).collect()
}

/// How many vectors are worked examples of the rulebook.
pub(crate) fn worked_examples() -> usize {
    vectors().iter().filter(|vector| vector.worked_example).count()
}

/// Runs the vector with this id.
pub(crate) fn run(id: &str) {
    let vector = vectors().into_iter().find(|vector| vector.id == id).unwrap();
    let mut board = vector.begin(vector.seats);
    board.change(&vector.before);
    play(&mut board, &vector.steps, &vector.after, &vector.ignore);
    for (number, branch) in vector.branch.iter().enumerate() {
        println!("branch {number}");
        let mut other = if branch.goes_on {
            board.clone()
        } else {
            let mut other = vector.begin(branch.seats.unwrap_or(vector.seats));
            other.change(&vector.before);
            other
        };
        other.change(&branch.before);
        play(&mut other, &branch.steps, &branch.after, &branch.ignore);
    }
}

impl Vector {
    fn begin(&self, seats: u8) -> Board {
        let Some(outcomes) = &self.setup else { return Board::standard(seats, &self.options) };
        let rules = board::rules(seats, &board::given(&self.options)).unwrap();
        Board::set_up(rules, &outcomes.iter().map(String::as_str).collect::<Vec<_>>())
    }
}

fn play(board: &mut Board, steps: &[String], after: &Table, ignore: &[String]) {
    let start = board.clone();
    let mut rest = steps;
    while let Some((step, following)) = rest.split_first() {
        let count = following.iter().take_while(|step| step.starts_with('?')).count();
        let outcomes: Vec<&str> = following[..count].iter().map(|step| &step[2..]).collect();
        rest = &following[count..];
        if let Some(said) = step.strip_prefix("= ") {
            let (key, value) = said.split_once(' ').unwrap();
            let value = toml::from_str::<Table>(&format!("v = {value}")).unwrap();
            check(&start, board, key, &value["v"]);
        } else if step == "defaults" {
            play_defaults(board);
        } else {
            board.step(step, &outcomes);
        }
    }
    let after = board::flatten(after);
    for (key, wanted) in &after {
        check(&start, board, key, wanted);
    }
    let named = |key: &String| after.iter().any(|(name, _)| name == key);
    let each = (0..usize::from(board.rules.seats)).map(|seat| SEATS[seat]);
    let of_seats = each.flat_map(|seat| SEAT_KEYS.map(|key| format!("{seat}.{key}")));
    let keys = KEYS.iter().map(|key| (*key).to_owned()).chain(of_seats);
    for key in keys.filter(|key| !named(key) && !ignore.contains(key)) {
        let any_seat = key.split_once('.').is_some_and(|(_, k)| ignore.contains(&format!("*.{k}")));
        if !any_seat && !ignore.contains(&"*".to_owned()) {
            assert_eq!(read(board, &key), read(&start, &key), "{key} has changed");
        }
    }
}

/// Until the game is over, the first seat that acts plays its default action.
fn play_defaults(board: &mut Board) {
    for _ in 0..2_000 {
        let Some(seat) = board.state.actors.iter().next() else { return };
        let action = ElBurro::default_action(&board.rules, &board.state, seat).unwrap();
        board.act(seat, &action, &[]).unwrap();
    }
    panic!("defaults do not end the game");
}

/// What is true now; a text like `+3` is a change since the first step.
fn check(start: &Board, board: &Board, key: &str, wanted: &Value) {
    let found = match key.split_once('.') {
        Some((seat, what)) if seat.len() == 1 => found_of(board, board::seat_named(seat), what),
        Some((viewer, pointer)) => seen(board, viewer, pointer),
        None => found_shared(board, key, wanted),
    };
    let found = found.unwrap_or_else(|| read(board, key));
    let change = wanted.as_str().filter(|text| text.starts_with(['+', '-']) && text.len() > 1);
    if let (Some(change), Some(now)) = (change, found.as_integer()) {
        let before = read(start, key).as_integer().unwrap();
        let change: i64 = change.parse().unwrap();
        return assert_eq!(now, before + change, "{key}: {change} since the first step");
    }
    assert_eq!(&found, wanted, "{key}");
}

/// What only these checks know of a seat.
fn found_of(board: &Board, seat: Seat, what: &str) -> Option<Value> {
    let texts = |texts: Vec<String>| Value::from(texts);
    Some(match what {
        "legal" => texts(board.listed(seat)),
        "answers" => texts(board.answers(seat)),
        "answer_count" => i64::try_from(board.answers(seat).len()).unwrap().into(),
        "scores" => {
            let scores = board.state.player(seat).scores;
            scores.map(|row| Value::from(i64::from(row))).to_vec().into()
        }
        "symbols" => {
            let symbols = board.state.player(seat).admin_symbols;
            symbols.map(|count| Value::from(i64::from(count))).to_vec().into()
        }
        // Whether the last event tells nobody else which cards the seat has drawn.
        "secret" => {
            let content = board.content();
            let hand = board.state.player(seat).hand;
            let others = board.told.iter().filter(|(viewer, _)| !viewer.holds(seat));
            let text = format!("{:?}", others.map(|(_, fact)| fact).collect::<Vec<_>>());
            hand.iter().all(|card| !text.contains(content.card_id(card))).into()
        }
        _ => return None,
    })
}

fn found_shared(board: &Board, key: &str, wanted: &Value) -> Option<Value> {
    Some(match key {
        "asked" => {
            let asked = board.asked.iter().map(|(what, size)| format!("{what} {size}"));
            asked.collect::<Vec<_>>().into()
        }
        "picks" => board::array(board.picks.iter().map(|pick| i64::from(*pick))),
        "twins" => {
            let words: Vec<&str> = wanted.as_str().unwrap().split(' ').collect();
            let [chance, first, second] = words[..] else { panic!("{wanted}") };
            assert_twins(board, chance, [first, second]);
            wanted.clone()
        }
        // Picks with which a log of the last action is invalid.
        "faulty" => {
            let picks: Vec<u32> = wanted.clone().try_into().unwrap();
            let (mut state, seat, action) = board.last.clone().unwrap();
            let mut tape = Tape::recorded(&picks);
            let mut report = ludoteca_rules::Report::silent();
            let actor = Actor::Seat(seat);
            let done =
                ElBurro::apply(&board.rules, &mut state, actor, &action, &mut tape, &mut report);
            assert!(done.is_ok() && tape.is_faulty(), "{picks:?}");
            wanted.clone()
        }
        "ranking" => {
            let outcome = ElBurro::outcome(&board.rules, &board.state).unwrap();
            let group = |group: &Vec<Seat>| {
                group.iter().map(|seat| SEATS[seat.index()]).collect::<String>()
            };
            board::array(outcome.ranking.iter().map(group))
        }
        _ => return None,
    })
}

/// `view_B.A_hand`, `view_public.A_siesta_card`: what a viewer sees of a seat; `hidden` where it sees only backs.
fn seen(board: &Board, viewer: &str, what: &str) -> Option<Value> {
    let viewer = match viewer.strip_prefix("view_")? {
        "public" => Viewer::Public,
        seat => Viewer::Seat(board::seat_named(seat)),
    };
    let (seat, what) = what.split_once('_').unwrap();
    let view = ElBurro::view(&board.rules, &board.state, viewer);
    let player = &view.players[board::seat_named(seat).index()];
    let content = board.content();
    let donkey = |card| Value::from(content.donkey_id(card));
    let own = player.own.as_ref();
    let found = match what {
        "hand" => own.map(|own| board::array(own.hand.iter().map(|card| content.card_id(card)))),
        "donkey_hand" => own.map(|own| board::array(own.donkey_hand.iter().map(donkey))),
        "donkey_discard" => own.map(|own| board::array(own.donkey_discard.iter().map(donkey))),
        "siesta_card" => player.siesta_card.map(donkey),
        "donkey_card" => player.donkey_card.map(donkey),
        "stable_cards" => Some(board::array(player.stable_cards.iter().copied().map(donkey))),
        _ => panic!("unknown key {what}"),
    };
    Some(found.unwrap_or_else(|| "hidden".into()))
}

/// Two outcomes of the last event that only its seat may tell apart: to everybody else facts, view, list and action
/// are the same bytes.
fn assert_twins(board: &Board, chance: &str, twins: [&str; 2]) {
    let (before, seat, action) = board.last.clone().unwrap();
    let both = twins.map(|outcome| {
        let mut other = board.clone();
        other.state = before.clone();
        other.act(seat, &action, &[&format!("{chance} {outcome}")]).unwrap();
        other
    });
    assert_ne!(both[0].state, both[1].state);
    for viewer in Seat::all(board.rules.seats).map(Viewer::Seat).chain([Viewer::Public]) {
        let seen = both.each_ref().map(|board| {
            let view = ElBurro::view(&board.rules, &board.state, viewer);
            let told = board.told.iter().filter(|(other, _)| *other == viewer);
            let told: Vec<_> = told.map(|(_, fact)| fact.clone()).collect();
            let Viewer::Seat(viewer_seat) = viewer else {
                return (ludoteca_rules::encode(&view), told, Vec::new());
            };
            (ludoteca_rules::encode(&view), told, board.listed(viewer_seat))
        });
        if viewer.holds(seat) {
            assert_ne!(seen[0], seen[1]);
            assert!(format!("{:?}", seen[0].1).contains(twins[0]), "the seat is told its card");
        } else {
            assert_eq!(seen[0], seen[1], "{viewer:?}");
        }
    }
    assert_eq!(
        ElBurro::seen(&board.rules, &before, Actor::Seat(seat), &action, Viewer::Public),
        Some(action)
    );
}
