//! Runs a vector of El Gaucho's `examples.md`: before, steps, after, and branches from there.

use std::path::Path;
use std::sync::Arc;

use ludoteca_rules::el_gaucho::{ElGaucho, Pasture, Tiles};
use ludoteca_rules::{Game, Refusal, Rules, Seat, Tape, Viewer, encode};
use serde::Deserialize;
use toml::{Table, Value};

use crate::gaucho_board::{self as board, ANY, Board};

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
    #[serde(default, rename = "seed")]
    worked_example: bool,
    #[serde(default = "four")]
    seats: u8,
    #[serde(default)]
    options: Table,
    /// The state comes from setup; the first outcomes are its own.
    #[serde(default)]
    setup: bool,
    /// The sizes of the picks of setup.
    picks: Option<Vec<u32>>,
    #[serde(default)]
    before: Table,
    #[serde(default)]
    steps: Vec<String>,
    #[serde(default)]
    after: Table,
    /// What else is tried, each time from where the steps led.
    #[serde(default)]
    branch: Vec<Branch>,
    /// Tables that are not created.
    #[serde(default)]
    refused: Vec<Creation>,
}

fn four() -> u8 {
    4
}

#[derive(Debug, Clone, Deserialize)]
#[serde(deny_unknown_fields)]
struct Branch {
    /// Begins at the vector's own beginning, changed by these entries.
    before: Option<Table>,
    #[serde(default)]
    steps: Vec<String>,
    #[serde(default)]
    after: Table,
}

#[derive(Debug, Clone, Deserialize)]
#[serde(deny_unknown_fields)]
struct Creation {
    seats: u8,
    #[serde(default)]
    options: Table,
    code: String,
}

fn vectors() -> Vec<Vector> {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../tests/vectors/el_gaucho");
    let entries = std::fs::read_dir(folder).unwrap();
    let mut paths: Vec<_> = entries.map(|entry| entry.unwrap().path()).collect();
    paths.retain(|path| path.extension().is_some_and(|ext| ext == "toml"));
    paths.sort();
    let read = |path: std::path::PathBuf| {
        let text = std::fs::read_to_string(&path).unwrap();
        toml::from_str::<File>(&text).unwrap_or_else(|error| panic!("{}: {error}", path.display()))
    };
    paths.into_iter().flat_map(|path| read(path).vector).collect()
}

/// `S-01` as the name of a test: `s_01`.
fn test_name(id: &str) -> String {
    id.to_lowercase().replace('-', "_")
}

/// The names of all vectors, in the order of the files.
pub(crate) fn ids() -> Vec<String> {
    vectors().iter().map(|vector| test_name(&vector.id)).collect()
}

/// The ids in `examples.md`, and which of them are worked examples of the rulebook, as the files say.
pub(crate) fn sections() -> Vec<String> {
    vectors().into_iter().map(|vector| vector.rule).collect()
}

/// How many vectors are worked examples of the rulebook.
pub(crate) fn worked_examples() -> usize {
    vectors().iter().filter(|vector| vector.worked_example).count()
}

fn find(id: &str) -> Vector {
    vectors().into_iter().find(|vector| test_name(&vector.id) == id).unwrap()
}

/// Runs the vector with this name.
pub(crate) fn run(id: &str) {
    let vector = find(id);
    for creation in &vector.refused {
        let refused = created(creation.seats, &creation.options).expect_err("no such table");
        assert_eq!(refused, creation.code, "{creation:?}");
    }
    let mut board = vector.board(&Table::new());
    if vector.setup {
        board = vector.set_up();
    } else {
        play(&mut board, &vector.steps);
    }
    check(&board, &vector.after);
    for branch in &vector.branch {
        let mut board = branch.before.as_ref().map_or_else(|| board.clone(), |b| vector.board(b));
        play(&mut board, &branch.steps);
        check(&board, &branch.after);
    }
    match id {
        "s_04" => no_outcome_of_the_removed_race(&vector),
        "s_05" => every_pick_is_zero(&vector, &board),
        "k_05" => outcomes_are_hidden(&board),
        "k_07" => looks_like(&board, "k_01"),
        _ => {}
    }
}

fn created(seats: u8, options: &Table) -> Result<Arc<Rules<ElGaucho>>, String> {
    let text = |value: &Value| value.as_str().unwrap().to_owned();
    let given: Vec<_> = options.iter().map(|(id, value)| (id.as_str(), text(value))).collect();
    let given: Vec<(&str, &str)> = given.iter().map(|(id, value)| (*id, value.as_str())).collect();
    board::rules(seats, &given).map_err(|rejection| rejection.code().to_owned())
}

impl Vector {
    fn rules(&self) -> Arc<Rules<ElGaucho>> {
        created(self.seats, &self.options).unwrap()
    }

    /// The tiles that outcomes name: they are in the pool.
    fn named(&self) -> Tiles {
        let steps = self.steps.iter().chain(self.branch.iter().flat_map(|branch| &branch.steps));
        let outcomes = steps.filter_map(|step| step.strip_prefix("? "));
        let values = outcomes.filter_map(|outcome| outcome.split_once(' '));
        values.filter_map(|(_, id)| board::content().content.tile(id)).collect()
    }

    fn board(&self, changed: &Table) -> Board {
        let mut before = self.before.clone();
        before.extend(changed.clone());
        Board::of(self.rules(), &before, self.named())
    }

    fn set_up(&self) -> Board {
        let (outcomes, rest) = outcomes(&self.steps);
        let (mut board, script) = Board::set_up(self.rules(), &outcomes);
        if let Some(picks) = &self.picks {
            let asked: Vec<u32> = script.asked().iter().map(|(_, size)| *size).collect();
            assert_eq!(&asked, picks, "the sizes of the picks of setup");
        }
        play(&mut board, rest);
        board
    }
}

/// The outcomes before the next action: `? roll 3`; and what comes after them.
fn outcomes(steps: &[String]) -> (Vec<&str>, &[String]) {
    let count = steps.iter().take_while(|step| step.starts_with("? ")).count();
    let (outcomes, rest) = steps.split_at(count);
    (outcomes.iter().map(|step| &step[2..]).collect(), rest)
}

/// Steps: `1: use_theft(brown_10)`, without a seat of the one that acts; `... -> area_not_held` is refused.
fn play(board: &mut Board, steps: &[String]) {
    let mut rest = steps;
    while let Some((step, after)) = rest.split_first() {
        let (outcomes, following) = outcomes(after);
        rest = following;
        let (text, code) = match step.split_once(" -> ") {
            Some((text, code)) => (text, Some(code)),
            None => (step.as_str(), None),
        };
        let (seat, text) = match text.split_once(": ") {
            Some((seat, text)) => (seat.parse().unwrap(), text),
            None => (board.acting(), text),
        };
        let legal = board.legal_of(seat).contains(&text.to_owned());
        let done = board.act(seat, text, &outcomes);
        assert_eq!(done.as_ref().err().map(Refusal::code), code, "{step}");
        assert_eq!(legal, code.is_none(), "{step}: the legal list");
    }
}

fn check(board: &Board, after: &Table) {
    for (key, wanted) in after {
        match key.as_str() {
            "legal_not" => {
                // Names of actions, or whole actions.
                let legal = board.legal_of(board.acting());
                let none = |t: &&str| !legal.iter().any(|action| action.starts_with(*t));
                for text in board::texts(wanted) {
                    assert!(none(&text), "{text} in {legal:?}");
                }
            }
            "track" => {
                for entry in wanted.as_array().unwrap() {
                    let entry: Vec<u32> =
                        entry.as_array().unwrap().iter().map(board::number).collect();
                    assert_eq!(board.content().track(entry[0]), (entry[1], entry[2]));
                }
            }
            _ => assert_eq!(&shown(board, key), wanted, "{key}"),
        }
    }
}

/// What the board shows under a key.
fn shown(board: &Board, key: &str) -> Value {
    let state = &board.state;
    let seats = 0..board.rules.seats;
    let count = |number: u8| Value::from(i64::from(number));
    let dice = |dice: ludoteca_rules::el_gaucho::Dice| -> Value {
        dice.faces().map(|face| Value::from(i64::from(face))).collect::<Vec<_>>().into()
    };
    let areas = |areas: ludoteca_rules::el_gaucho::Areas| -> Value {
        areas.iter().map(|area| area.id().to_owned()).collect::<Vec<_>>().into()
    };
    match key {
        "phase" => state.phase.id().into(),
        "round" => i64::from(state.round).into(),
        "start_seat" => count(state.start_seat.0),
        "seat" => count(state.seat.0),
        "trigger_round" => state.trigger_round.map_or("none".into(), |r| i64::from(r).into()),
        "picked" => state.picked.into(),
        "pile" => count(state.pile_count),
        "pool" => count(state.pool.len()),
        "steppe_unseen" => count(state.steppe_unseen),
        "steppe_count" => count(state.steppe_count()),
        "dice_pool" => dice(state.dice_pool),
        "dice_count" => count(state.dice_pool.len()),
        "hand" => dice(state.hand),
        "placed" => areas(state.placed_areas),
        "vacated" => areas(state.vacated_areas),
        "removed" => board.ids(state.removed).into(),
        "supply" => seats.map(|seat| count(board.player(seat).supply)).collect::<Vec<_>>().into(),
        "pesos" => seats
            .map(|seat| i64::from(board.player(seat).pesos).into())
            .collect::<Vec<Value>>()
            .into(),
        "deciders" => {
            let deciders = ElGaucho::deciders(&board.rules, state);
            deciders.iter().map(|seat| count(seat.0)).collect::<Vec<_>>().into()
        }
        "legal" => board.legal_of(board.acting()).into(),
        "legal_count" => i64::try_from(board.legal_of(board.acting()).len()).unwrap().into(),
        "ranking" => groups(&ElGaucho::outcome(&board.rules, state).unwrap().ranking),
        "winners" => groups(&[ElGaucho::outcome(&board.rules, state).unwrap().winners]),
        "spaces" => {
            let view = ElGaucho::view(&board.rules, state, Viewer::Public);
            let used = view.pampa.iter().map(|p| i64::try_from(p.spaces.len()).unwrap());
            used.collect::<Vec<_>>().into()
        }
        "tiles_counted" => tiles_counted(board).into(),
        _ if board.content().pasture(key).is_some() => {
            board.pasture(board.content().pasture(key).unwrap()).into()
        }
        _ if key.starts_with("view") => view(board, &key["view".len()..]),
        _ => {
            let (name, seat) = board::of_seat(key).unwrap_or_else(|| panic!("unknown key {key}"));
            let player = &state.players[seat];
            match name {
                "supply" => count(player.supply),
                "pesos" => i64::from(player.pesos).into(),
                "areas" => areas(player.areas),
                "herds" => board.herds(u8::try_from(seat).unwrap()).into(),
                "pending" => board.ids(player.pending).into(),
                "drawn" => board.ids(player.start_draw).into(),
                "discards" => board.ids(player.discards).into(),
                "seen" => board.ids(player.steppe_seen).into(),
                _ => panic!("unknown key {key}"),
            }
        }
    }
}

fn groups(ranking: &[Vec<Seat>]) -> Value {
    let group = |group: &Vec<Seat>| -> Value {
        group.iter().map(|seat| i64::from(seat.0)).collect::<Vec<_>>().into()
    };
    ranking.iter().map(group).collect::<Vec<_>>().into()
}

/// S-03: whether the pile has what pampa, steppe and start draws left of the tiles.
fn tiles_counted(board: &Board) -> bool {
    let state = &board.state;
    let plan = board.content().plan(board.rules.seats);
    let all = 60 - state.removed.len();
    let drawn = plan.seats * plan.start_draw;
    let pampa = state.pampa_tiles().len();
    assert_eq!(state.pool.len(), state.pile_count + 4);
    assert_eq!(
        i64::from(drawn),
        i64::from(state.players.iter().map(|p| p.start_draw.len()).sum::<u8>())
    );
    state.pile_count == all - pampa - 4 - drawn
}

/// A part of what a viewer sees: `view1_steppe`, `viewp_seat0` (p: the public).
fn view(board: &Board, key: &str) -> Value {
    let (viewer, what) = key.split_once('_').unwrap();
    let viewer = match viewer {
        "p" => Viewer::Public,
        seat => Viewer::Seat(Seat(seat.parse().unwrap())),
    };
    let view = ElGaucho::view(&board.rules, &board.state, viewer);
    if what == "steppe" {
        let mut steppe = Table::new();
        steppe.insert("tiles".into(), i64::from(view.steppe.tiles).into());
        steppe.insert("unseen".into(), i64::from(view.steppe.unseen).into());
        steppe.insert("known".into(), board.ids(view.steppe.known).into());
        return steppe.into();
    }
    let (name, seat) = board::of_seat(what).unwrap();
    assert_eq!(name, "seat", "{key}");
    let player = &view.players[seat];
    let mut seen = Table::new();
    seen.insert("chosen".into(), player.chosen.into());
    seen.insert("start_draw_count".into(), i64::from(player.start_draw_count).into());
    seen.insert("discard_count".into(), i64::from(player.discard_count).into());
    if let Some(own) = player.own {
        seen.insert("start_draw".into(), board.ids(own.start_draw).into());
        seen.insert("discards".into(), board.ids(own.discards).into());
        let choice = own.choice.map_or_else(Vec::new, |choice| board.ids(choice.tiles));
        seen.insert("choice".into(), choice.into());
    }
    seen.into()
}

/// S-04: no outcome names a tile of the removed race; one that does makes the log invalid.
fn no_outcome_of_the_removed_race(vector: &Vector) {
    let rules = vector.rules();
    let (board, script) = Board::set_up(Arc::clone(&rules), &[ANY]);
    let tiles = || script.told().iter().filter(|(what, _)| what.ends_with("_tile"));
    assert_eq!(tiles().count(), 10 + usize::from(board.state.pampa_tiles().len()));
    assert!(tiles().all(|(_, tile)| !tile.starts_with("ochre")));
    // A pick past the pool's last tile is what such an outcome would have to be on the tape.
    let mut tape = Tape::recorded(&[0, 48]);
    let mut report = ludoteca_rules::Report::silent();
    let _ = ElGaucho::setup(&rules, &mut tape, &mut report);
    assert!(tape.is_faulty(), "the pool has 48 tiles: 0 to 47");
}

/// S-05: the same setup from a tape of zeros alone.
fn every_pick_is_zero(vector: &Vector, board: &Board) {
    let picks = [0; 23];
    let mut tape = Tape::recorded(&picks);
    let mut report = ludoteca_rules::Report::silent();
    let state = ElGaucho::setup(&vector.rules(), &mut tape, &mut report);
    assert!(!tape.is_faulty(), "23 picks in all");
    assert_eq!(state, board.state);
}

/// K-05: what the steppe showed is told to the seat that looked; what it took is told to everybody.
fn outcomes_are_hidden(board: &Board) {
    let own = board.told(Viewer::Seat(Seat(0)), "fact-look-at-steppe");
    assert_eq!(
        board::listed(&own[0].sentence, "tiles"),
        "[brown_09,ochre_12,black_01,white_03]",
        "in tile order"
    );
    for viewer in [Viewer::Seat(Seat(1)), Viewer::Seat(Seat(3)), Viewer::Public] {
        assert!(board.told(viewer, "fact-look-at-steppe").is_empty());
        assert_eq!(board.told(viewer, "fact-look-at-steppe-hidden").len(), 1);
        let taken = board.told(viewer, "fact-secret-take");
        assert_eq!(board::listed(&taken[0].sentence, "tile"), "black_01");
    }
}

/// K-07: other seats and spectators see what they see after the first take of another vector.
fn looks_like(board: &Board, id: &str) {
    let other = find(id);
    let mut there = other.board(&Table::new());
    play(&mut there, &other.steps);
    play(&mut there, &["secret_take(black_01, pasture_a)".to_owned()]);
    assert_ne!(board.state, there.state);
    for viewer in (1..4).map(|seat| Viewer::Seat(Seat(seat))).chain([Viewer::Public]) {
        let view = |board: &Board| encode(&ElGaucho::view(&board.rules, &board.state, viewer));
        assert_eq!(view(board), view(&there), "{viewer:?}");
    }
    assert!(Pasture::all().count() == 4);
}
