//! Runs a vector of `tests/vectors/burgenland`: before, steps, after.

use std::path::Path;
use std::sync::Arc;

use ludoteca_rules::burgenland::{Burgenland, Castle, Phase, Piece, Site, Space};
use ludoteca_rules::{Arg, Game, Refusal, Rules, Seat, Viewer};
use serde::Deserialize;
use toml::{Table, Value};

use crate::board::{self, Board};

#[derive(Debug, Deserialize)]
#[serde(deny_unknown_fields)]
struct File {
    vector: Vec<Vector>,
}

/// What the fields mean: the `README.md` beside the vectors.
#[derive(Debug, Clone, Deserialize)]
#[serde(deny_unknown_fields)]
struct Vector {
    id: String,
    rule: String,
    #[serde(default, rename = "seed")]
    worked_example: bool,
    #[serde(default = "four")]
    seats: u8,
    layout: Option<String>,
    neutral: Option<String>,
    start: Option<String>,
    turn_limit: Option<u32>,
    refuse_creation: Option<String>,
    from: Option<String>,
    #[serde(default)]
    steps: Vec<String>,
    reject: Option<String>,
    #[serde(default)]
    before: Table,
    #[serde(default)]
    after: Table,
    #[serde(default)]
    stepwise: bool,
    variants0: Option<Vec<Value>>,
    picks: Option<Vec<u32>>,
}

fn four() -> u8 {
    4
}

fn vectors() -> Vec<Vector> {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../tests/vectors/burgenland");
    let entries = std::fs::read_dir(folder).unwrap();
    let mut paths: Vec<_> = entries.map(|entry| entry.unwrap().path()).collect();
    paths.retain(|path| path.extension().is_some_and(|ext| ext == "toml"));
    paths.sort();
    let read = |path| toml::from_str::<File>(&std::fs::read_to_string(path).unwrap()).unwrap();
    paths.into_iter().flat_map(|path| read(path).vector).collect()
}

/// The ids of all vectors, in the order of the files.
pub(crate) fn ids() -> Vec<String> {
    vectors().into_iter().map(|vector| vector.id).collect()
}

/// The sections of `rules.md` that vectors name.
pub(crate) fn sections() -> Vec<String> {
    vectors().into_iter().map(|vector| vector.rule).collect()
}

/// How many vectors are worked examples of the rulebook.
pub(crate) fn worked_examples() -> usize {
    vectors().iter().filter(|vector| vector.worked_example).count()
}

/// Runs the vector with this id.
pub(crate) fn run(id: &str) {
    let vector = vectors().into_iter().find(|vector| vector.id == id).unwrap();
    if vector.stepwise {
        return never_rests_in_chance(&vector);
    }
    match &vector.variants0 {
        None => run_one(&vector),
        Some(hands) => {
            for hand in hands {
                let mut vector = vector.clone();
                vector.before.insert("hand0".to_owned(), hand.clone());
                run_one(&vector);
            }
        }
    }
}

/// A vector for engines that rest while chance is open: ours takes the outcomes within the action, so that the
/// step it refuses is legal, and there is no such phase (rules.md §5).
fn never_rests_in_chance(vector: &Vector) {
    assert_eq!(vector.reject.as_deref(), Some("chance_pending"));
    let mut board = Board::of(vector.rules().unwrap(), &vector.before);
    for step in &vector.steps {
        let (seat, text) = step.split_once(' ').unwrap();
        assert_eq!(board.act(seat.parse().unwrap(), text, &[]), Ok(()), "{step}");
        assert!(board.reports.last().is_some());
    }
    assert!(Phase::from_id("chance").is_none());
}

impl Vector {
    fn rules(&self) -> Result<Arc<Rules<Burgenland>>, String> {
        let limit = self.turn_limit.map(|limit| limit.to_string());
        let given = [
            ("two_player_layout", &self.layout),
            ("neutral_placement", &self.neutral),
            ("start_seat", &self.start),
            ("turn_limit", &limit),
        ];
        let given: Vec<(&str, &str)> =
            given.into_iter().filter_map(|(id, v)| Some((id, v.as_deref()?))).collect();
        board::rules(self.seats, &given).map_err(|rejection| rejection.code().to_owned())
    }
}

fn run_one(vector: &Vector) {
    let rules = match (vector.rules(), &vector.refuse_creation) {
        (Err(code), wanted) => return assert_eq!(Some(&code), wanted.as_ref()),
        (Ok(rules), None) => rules,
        (Ok(_), Some(code)) => panic!("created, where {code} was expected"),
    };
    // Each action with the outcomes that follow it; those before the first belong to setup.
    let mut rest = vector.steps.as_slice();
    let mut take_outcomes = || {
        let count = rest.iter().take_while(|step| step.starts_with('?')).count();
        let (outcomes, after) = rest.split_at(count);
        let action = after.first();
        rest = after.get(1..).unwrap_or_default();
        (outcomes.iter().map(|step| &step[2..]).collect::<Vec<&str>>(), action)
    };
    let (outcomes, mut next) = take_outcomes();
    let mut board = if vector.from.as_deref() == Some("setup") {
        let (board, script) = Board::set_up(rules, &outcomes);
        if let Some(picks) = &vector.picks {
            let asked: Vec<u32> = script.asked().iter().map(|(_, size)| *size).collect();
            assert_eq!(&asked, picks, "the sizes of the picks of setup");
        }
        board
    } else {
        assert!(outcomes.is_empty(), "an outcome before any action");
        Board::of(rules, &vector.before)
    };
    while let Some(step) = next {
        let (outcomes, following) = take_outcomes();
        let (seat, text) = step.split_once(' ').unwrap();
        let done = board.act(seat.parse().unwrap(), text, &outcomes);
        match (&done, &vector.reject) {
            (Err(refused), Some(code)) if following.is_none() => assert_eq!(refused.code(), code),
            (Ok(()), Some(code)) if following.is_none() => panic!("{step}: {code} was expected"),
            _ => assert_eq!(done, Ok(()), "{step}"),
        }
        next = following;
    }
    let open = vector.after.get("phase").is_some_and(|phase| phase.as_str() == Some("chance"))
        || vector.after.get("awaits").is_some_and(|what| what.as_str() != Some("none"))
        || vector.picks.is_some();
    assert_eq!(board.awaits.is_some(), open, "open chance: {:?}", board.awaits);
    for (key, wanted) in &vector.after {
        check(&board, key, wanted);
    }
}

fn check(board: &Board, key: &str, wanted: &Value) {
    let (content, state) = (board.content(), &board.state);
    let public = Burgenland::view(&board.rules, state, Viewer::Public);
    let cards = || board::cards(content, wanted);
    let number = || board::number::<u32>(wanted);
    let occupied = |space| Castle::all().filter(|c| state.at(*c, space).is_some()).count();
    match key {
        "phase" if wanted.as_str() == Some("chance") => {} // ours goes on with the first outcomes
        "phase" => assert_eq!(Some(state.phase.id()), wanted.as_str(), "{key}"),
        "awaits" => assert_eq!(Some(board.awaits.unwrap_or("none")), wanted.as_str(), "{key}"),
        "seat" => assert_eq!(u32::from(state.seat.0), number(), "{key}"),
        "turn" => assert_eq!(state.turn, number(), "{key}"),
        "joker_pile" => assert_eq!(public.joker_pile, number(), "{key}"),
        "deck_count" => assert_eq!(u32::from(public.deck_count), number(), "{key}"),
        "deck" => assert_eq!(state.deck, cards(), "{key}"),
        "discard" => assert_eq!(state.discard, cards(), "{key}"),
        "bonus_pool_count" => assert_eq!(u32::from(public.bonus_pool_count), number(), "{key}"),
        "exchange_supply" => assert_eq!(u32::from(state.exchange_supply), number(), "{key}"),
        "architect_top" => assert_eq!(u32::from(state.architect_top), number(), "{key}"),
        "wells_built" => assert_eq!(u32::from(state.wells_built), number(), "{key}"),
        "well_top" => assert_eq!(u32::from(state.well_top), number(), "{key}"),
        "north_occupied" => assert_eq!(occupied(Space::North), number() as usize, "{key}"),
        "west_occupied" => assert_eq!(occupied(Space::West), number() as usize, "{key}"),
        "architect_queue" => {
            let queue = wanted.as_array().unwrap().iter().map(board::number::<u8>);
            assert_eq!(state.architect_queue.to_vec(), queue.collect::<Vec<_>>(), "{key}");
        }
        "winner" => match wanted.as_str() {
            Some("none") => assert_eq!(state.winner, None, "{key}"),
            _ => assert_eq!(state.winner.map(|seat| u32::from(seat.0)), Some(number()), "{key}"),
        },
        "ranking" => {
            let group = |g: &Value| -> Vec<u8> {
                g.as_array().unwrap().iter().map(board::number).collect()
            };
            let wanted: Vec<Vec<u8>> = wanted.as_array().unwrap().iter().map(group).collect();
            let outcome = Burgenland::outcome(&board.rules, state).unwrap();
            let ranking: Vec<Vec<u8>> =
                outcome.ranking.iter().map(|g| g.iter().map(|seat| seat.0).collect()).collect();
            assert_eq!(ranking, wanted, "{key}");
            assert_eq!(public.ranking, outcome.ranking, "everybody sees it");
        }
        "extra" => {
            let ids: Vec<_> =
                state.extra.iter().map(|c| Value::from(content.castle_id(c))).collect();
            assert_eq!(&Value::Array(ids), wanted, "{key}");
        }
        "markers" => {
            for (node, colour) in wanted.as_table().unwrap() {
                let marker = state.markers[content.node(node).unwrap().index()];
                assert_eq!(Some(content.colour_id(marker)), colour.as_str(), "{node}");
            }
        }
        "site" => {
            for (id, what) in wanted.as_table().unwrap() {
                let Some(Site::Space(castle, space)) = content.site(id) else { panic!("{id}") };
                assert_eq!(state.at(castle, space), board::built(what.as_str().unwrap()), "{id}");
            }
        }
        "large" => check_large(board, wanted),
        "legal" | "legal_has" | "legal_not" => check_legal(board, key, wanted),
        _ if key.starts_with("view_") => check_view(board, key, wanted),
        _ => check_seat(board, key, wanted),
    }
}

/// All pieces in the large castle: `wall/0`.
fn check_large(board: &Board, wanted: &Value) {
    let mut pieces = Vec::new();
    for seat in 0..board.rules.seats {
        for piece in Piece::ALL {
            for _ in 0..board.player(seat).large[piece.index()] {
                pieces.push(Value::from(format!("{}/{seat}", piece.id())));
            }
        }
    }
    assert_eq!(&Value::Array(pieces), wanted);
}

fn check_legal(board: &Board, key: &str, wanted: &Value) {
    let legal = if board.state.phase == Phase::Over { Vec::new() } else { board.legal() };
    let wanted: Vec<String> =
        wanted.as_array().unwrap().iter().map(|text| text.as_str().unwrap().to_owned()).collect();
    match key {
        "legal" => assert_eq!(legal, wanted),
        "legal_has" => wanted.iter().for_each(|text| assert!(legal.contains(text), "{text}")),
        _ => wanted.iter().for_each(|text| assert!(!legal.contains(text), "{text}")),
    }
}

/// `hand0`, `hand_count0`, `jokers0`, `supply0`, `tiles0`.
fn check_seat(board: &Board, key: &str, wanted: &Value) {
    let (name, seat) = key.split_at(key.len() - 1);
    let player = board.player(seat.parse().unwrap());
    match name {
        "hand" => assert_eq!(player.hand, board::cards(board.content(), wanted), "{key}"),
        "hand_count" => assert_eq!(player.hand.count(), board::number::<u8>(wanted), "{key}"),
        "jokers" => assert_eq!(player.jokers, board::number::<u32>(wanted), "{key}"),
        "supply" => assert_eq!(player.supply, board::supply(wanted), "{key}"),
        "tiles" => {
            let exchange = wanted.as_table().unwrap().get("exchange").map_or(0, board::number);
            assert_eq!(player.bonus_tiles, board::bonus_tiles(wanted), "{key}");
            assert_eq!(player.exchange_tiles, exchange, "{key}");
        }
        _ => panic!("unknown key {key}"),
    }
}

/// `view_V_handS`, `view_V_bonusS`: a part of the view. `view_V_draw`, `.._bonus_tile`, `.._reward_cards`: facts.
fn check_view(board: &Board, key: &str, wanted: &Value) {
    let (viewer, what) = key["view_".len()..].split_once('_').unwrap();
    let viewer = Viewer::Seat(Seat(viewer.parse().unwrap()));
    let view = Burgenland::view(&board.rules, &board.state, viewer);
    let shown = |open: Option<Vec<String>>, count: u8| match open {
        Some(ids) => Value::from(ids),
        None => Value::from(i64::from(count)),
    };
    let told = |open: &str, param: &str, hidden: &str| {
        let mut ids = Vec::new();
        for sentence in board.told(viewer, open) {
            ids.extend(board::listed(&sentence, param));
        }
        for sentence in board.told(viewer, hidden) {
            let count = sentence.args.iter().find_map(|(_, arg)| {
                let Arg::Number(count) = arg else { return None };
                usize::try_from(*count).ok()
            });
            ids.extend(std::iter::repeat_n("hidden".to_owned(), count.unwrap_or(1)));
        }
        ids
    };
    let found = match what {
        "draw" => told("fact-draw-cards", "cards", "fact-draw-cards-hidden").into(),
        "reward_cards" => told("fact-reward-cards", "cards", "").into(),
        "bonus_tile" => told("fact-gain-bonus", "tile", "fact-gain-bonus-hidden").remove(0).into(),
        _ => {
            let (name, seat) = what.split_at(what.len() - 1);
            let player = &view.players[seat.parse::<usize>().unwrap()];
            let hand = || {
                let hand = player.hand?;
                Some(hand.kinds().map(|(c, _)| board.content().card_id(c).to_owned()).collect())
            };
            let bonus = || {
                let tiles = player.bonus_tiles?;
                let kinds = ludoteca_rules::burgenland::BonusTile::ALL.into_iter().zip(tiles);
                Some(kinds.filter(|(_, n)| *n > 0).map(|(t, _)| t.id().to_owned()).collect())
            };
            match name {
                "hand" => shown(hand(), player.hand_count),
                "bonus" => shown(bonus(), player.bonus_count),
                _ => panic!("unknown key {key}"),
            }
        }
    };
    assert_eq!(&found, wanted, "{key}");
}
