//! Runs a vector of Buurn's `examples.md`: a fixture, steps, what is true after them, and branches.

use std::path::Path;

use ludoteca_rules::buurn::{Buurn, Cards, Content, Family, Organisation, PlacedView, Totem};
use ludoteca_rules::{Actor, Game, Refusal, Seat, Viewer};
use serde::Deserialize;
use toml::{Table, Value};

use crate::buurn_board::{self as board, Board, number};

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
    /// The fixture: F3, F4 or F5.
    #[serde(default = "four")]
    seats: u8,
    #[serde(default)]
    options: Table,
    /// The card on offer.
    #[serde(default = "smuggler")]
    offer: String,
    /// No fixture: a table set up with the options alone, and these outcomes.
    setup: Option<Vec<String>>,
    /// Changed by hand before the steps.
    #[serde(default)]
    before: Table,
    /// An action a line; a line that begins with `?` is an outcome of the action before it.
    #[serde(default)]
    steps: Vec<String>,
    /// What is true after them.
    #[serde(default)]
    after: Table,
    /// What else is tried.
    #[serde(default)]
    branch: Vec<Branch>,
    /// Tables that are not created.
    #[serde(default)]
    refused: Vec<Creation>,
}

#[derive(Debug, Clone, Deserialize)]
#[serde(deny_unknown_fields)]
struct Branch {
    /// From where the vector's steps led; else from its beginning, before anything was changed.
    #[serde(default)]
    goes_on: bool,
    /// Other options; always from the beginning.
    #[serde(default)]
    options: Table,
    #[serde(default)]
    before: Table,
    #[serde(default)]
    steps: Vec<String>,
    #[serde(default)]
    after: Table,
}

#[derive(Debug, Clone, Deserialize)]
#[serde(deny_unknown_fields)]
struct Creation {
    #[serde(default = "four")]
    seats: u8,
    #[serde(default)]
    options: Table,
    code: String,
}

fn four() -> u8 {
    4
}

fn smuggler() -> String {
    "smuggler".to_owned()
}

fn vectors() -> Vec<Vector> {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../tests/vectors/buurn");
    let entries = std::fs::read_dir(folder).unwrap();
    let mut paths: Vec<_> = entries.map(|entry| entry.unwrap().path()).collect();
    paths.retain(|path| path.extension().is_some_and(|extension| extension == "toml"));
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

/// Runs the vector with this id.
pub(crate) fn run(id: &str) {
    let vector = vectors().into_iter().find(|vector| vector.id == id).unwrap();
    for creation in &vector.refused {
        let made = board::rules(creation.seats, &board::given(&creation.options));
        let code = made.map(|_| ()).map_err(|rejection| rejection.code());
        assert_eq!(code, Err(creation.code.as_str()), "{creation:?}");
    }
    let mut board = vector.begin(&vector.options);
    board.change(&vector.before);
    play(&mut board, &vector.steps, &vector.after);
    for branch in &vector.branch {
        let mut other = if branch.goes_on {
            board.clone()
        } else {
            let mut options = vector.options.clone();
            options.extend(branch.options.clone());
            vector.begin(&options)
        };
        other.change(&branch.before);
        play(&mut other, &branch.steps, &branch.after);
    }
}

impl Vector {
    fn begin(&self, options: &Table) -> Board {
        let Some(outcomes) = &self.setup else {
            return Board::fixture(self.seats, options, &self.offer);
        };
        let rules = board::rules(self.seats, &board::given(options)).unwrap();
        Board::set_up(rules, &outcomes.iter().map(String::as_str).collect::<Vec<_>>())
    }
}

fn play(board: &mut Board, steps: &[String], after: &Table) {
    let mut rest = steps;
    while let Some((step, following)) = rest.split_first() {
        let count = following.iter().take_while(|step| step.starts_with('?')).count();
        let outcomes: Vec<&str> = following[..count].iter().map(|step| &step[2..]).collect();
        board.step(step, &outcomes);
        rest = &following[count..];
    }
    for (key, wanted) in after {
        check(board, key, wanted);
    }
}

/// Text of TOML: `none` for nothing.
fn shown<T: std::fmt::Display>(value: Option<T>) -> String {
    value.map_or_else(|| "none".to_owned(), |value| value.to_string())
}

fn plain(value: &Value) -> String {
    value.as_str().map_or_else(|| value.to_string(), str::to_owned)
}

fn check(board: &Board, key: &str, wanted: &Value) {
    let (content, state) = (board.content(), &board.state);
    let deck = &state.deck;
    let found = match key {
        "phase" => state.phase.id().to_owned(),
        "turn" => state.turn.to_string(),
        "first_player" => state.first_player.0.to_string(),
        "final_turn" => shown(state.final_turn),
        "auction" => state.auction_id.to_string(),
        "start" => state.start_number.to_string(),
        "count" => shown(state.count),
        "price" => shown(state.price),
        "bank" => state.bank.to_string(),
        "decision" => state.decision_id.to_string(),
        "pending" => shown(state.pending.map(|p| format!("{} {}", p.seat.0, p.question.id()))),
        "offer" => shown(state.organisation_on_offer.map(|card| &content.organisation(card).id)),
        "body" => deck.body.to_string(),
        "tail" => deck.tail.to_string(),
        "end_in_tail" => deck.end_in_tail.to_string(),
        "unseen_count" => deck.unseen.count().to_string(),
        "lot" => {
            return assert_eq!(families(board, state.lot.iter().copied()), list(wanted), "lot");
        }
        "hand" => {
            return assert_eq!(families(board, state.hand.iter().copied()), list(wanted), "hand");
        }
        "discard" => return assert_eq!(state.discard, board::cards(content, wanted), "{key}"),
        "organisation_discard" => {
            let discard = organisation_ids(content, state.organisation_discard.iter());
            return assert_eq!(discard, list(wanted), "{key}");
        }
        "families" => {
            return assert_eq!(families(board, state.families.iter()), list(wanted), "{key}");
        }
        "top" | "bottom" => {
            let cards = if key == "top" { &deck.top } else { &deck.bottom };
            let one = |p: &ludoteca_rules::buurn::Placed| {
                format!("{}/{}", content.family_id(p.family), p.known_by.0)
            };
            return assert_eq!(cards.iter().map(one).collect::<Vec<_>>(), list(wanted), "{key}");
        }
        "asked" => {
            let asked = board.asked.iter().map(|(what, size)| format!("{what} {size}"));
            return assert_eq!(asked.collect::<Vec<_>>(), list(wanted), "{key}");
        }
        "picks" => return assert_eq!(board.picks, numbers::<u32>(wanted), "{key}"),
        _ => return check_seats(board, key, wanted),
    };
    assert_eq!(found, plain(wanted), "{key}");
}

/// What is written as a list with one entry a seat, or by seat.
fn check_seats(board: &Board, key: &str, wanted: &Value) {
    let players = &board.state.players[..usize::from(board.rules.seats)];
    let seats = |holds: &dyn Fn(&ludoteca_rules::buurn::Player) -> bool| -> Vec<u8> {
        let all = (0..).zip(players).filter(|(_, player)| holds(player));
        all.map(|(seat, _)| seat).collect()
    };
    match key {
        "money" => {
            let money: Vec<u32> = players.iter().map(|player| player.money).collect();
            assert_eq!(money, numbers::<u32>(wanted), "{key}");
        }
        "sitting_out" => assert_eq!(seats(&|player| player.sitting_out), numbers::<u8>(wanted)),
        "absent" => assert_eq!(seats(&|player| player.absent), numbers::<u8>(wanted), "{key}"),
        "totems" => {
            for (letter, seat) in wanted.as_table().unwrap() {
                let holder = board.state.holder(totem(letter)).map(|seat| seat.0);
                assert_eq!(shown(holder), plain(seat), "{letter}");
            }
        }
        "in_play" => {
            let totems = board.content().layout(board.rules.seats).totems.clone();
            let wanted: Vec<Totem> = list(wanted).iter().map(|l| totem(l)).collect();
            assert_eq!(totems, wanted, "{key}");
        }
        "clock" => assert_eq!(board.listed(Actor::Clock), list(wanted), "{key}"),
        "vp" | "organisation_vp" | "money_vp" | "score" | "ranking" => {
            check_scores(board, key, wanted);
        }
        _ if key.starts_with("view_") => check_view(board, key, wanted),
        _ => check_seat(board, key, wanted),
    }
}

/// `legal1`, `face_up1`, `face_down1`, `organisations1`.
fn check_seat(board: &Board, key: &str, wanted: &Value) {
    let (name, seat) = key.split_at(key.len() - 1);
    let seat = Seat(seat.parse().unwrap());
    let (content, player) = (board.content(), board.state.player(seat));
    match name {
        "legal" => assert_eq!(board.listed(Actor::Seat(seat)), list(wanted), "{key}"),
        "face_up" => assert_eq!(player.face_up, board::cards(content, wanted), "{key}"),
        "face_down" => assert_eq!(player.face_down, board::cards(content, wanted), "{key}"),
        "organisations" => {
            let cards = organisation_ids(content, player.organisations.iter());
            assert_eq!(cards, list(wanted), "{key}");
        }
        _ => panic!("unknown key {key}"),
    }
}

/// Points as the public sees them at the end, one entry a seat.
fn check_scores(board: &Board, key: &str, wanted: &Value) {
    let view = Buurn::view(&board.rules, &board.state, Viewer::Public);
    let scores: Vec<_> = view.players.iter().map(|player| player.score.unwrap()).collect();
    match key {
        "vp" => {
            for (id, points) in wanted.as_table().unwrap() {
                let family = board.content().family(id).unwrap().index();
                let found: Vec<i64> = scores.iter().map(|score| score.families[family]).collect();
                assert_eq!(found, numbers::<i64>(points), "{id}");
            }
        }
        "organisation_vp" => {
            let found: Vec<i64> = scores.iter().map(|score| score.organisations).collect();
            assert_eq!(found, numbers::<i64>(wanted), "{key}");
        }
        "money_vp" => {
            let found: Vec<i64> = scores.iter().map(|score| score.money).collect();
            assert_eq!(found, numbers::<i64>(wanted), "{key}");
        }
        "score" => {
            let found: Vec<i64> = scores.iter().map(ludoteca_rules::buurn::Score::total).collect();
            assert_eq!(found, numbers::<i64>(wanted), "{key}");
        }
        _ => {
            let group = |group: &Vec<Seat>| group.iter().map(|seat| seat.0).collect::<Vec<u8>>();
            let found: Vec<Vec<u8>> = view.ranking.iter().map(group).collect();
            let wanted: Vec<Vec<u8>> = wanted.as_array().unwrap().iter().map(numbers).collect();
            assert_eq!(found, wanted, "{key}");
        }
    }
}

/// `view_4_face_down3`, `view_public_top`, `view_3_hand`, `view_4_action`: a part of what a viewer sees; a number where it sees only backs.
fn check_view(board: &Board, key: &str, wanted: &Value) {
    let (viewer, what) = key["view_".len()..].split_once('_').unwrap();
    let viewer = match viewer {
        "public" => Viewer::Public,
        seat => Viewer::Seat(Seat(seat.parse().unwrap())),
    };
    let view = Buurn::view(&board.rules, &board.state, viewer);
    let backs = |cards: Option<Vec<String>>, count: u32| match cards {
        Some(ids) => Value::from(ids),
        None => Value::from(i64::from(count)),
    };
    let placed = |cards: &[PlacedView]| -> Vec<String> {
        let id = |card: &PlacedView| card.family.map_or("?", |f| board.content().family_id(f));
        cards.iter().map(|card| format!("{}/{}", id(card), card.placed_by.0)).collect()
    };
    let found = match what {
        "top" => placed(&view.deck.top).into(),
        "bottom" => placed(&view.deck.bottom).into(),
        "hand" => {
            let hand = view.hand.map(|hand| families(board, hand.into_iter()));
            backs(hand, view.hand_count.into())
        }
        "action" => {
            let (before, actor, action) = board.last.as_ref().unwrap();
            let seen = Buurn::seen(&board.rules, before, *actor, action, viewer).unwrap();
            board::text(&Buurn::form(board.content(), &seen)).into()
        }
        _ => {
            let (name, seat) = what.split_at(what.len() - 1);
            let player = &view.players[seat.parse::<usize>().unwrap()];
            assert_eq!(name, "face_down", "unknown key {key}");
            let cards = player.face_down.map(|cards: Cards| families(board, cards.each()));
            backs(cards, player.face_down_count)
        }
    };
    assert_eq!(&found, wanted, "{key}");
}

fn families(board: &Board, families: impl Iterator<Item = Family>) -> Vec<String> {
    families.map(|family| board.content().family_id(family).to_owned()).collect()
}

fn list(value: &Value) -> Vec<String> {
    value.as_array().unwrap().iter().map(|text| text.as_str().unwrap().to_owned()).collect()
}

fn numbers<N: TryFrom<i64>>(value: &Value) -> Vec<N> {
    value.as_array().unwrap().iter().map(number).collect()
}

/// The totem that a letter stands for.
fn totem(letter: &str) -> Totem {
    board::TOTEMS.iter().find(|(known, _)| *known == letter).unwrap().1
}

/// The ids of organisation cards.
fn organisation_ids(
    content: &Content,
    cards: impl IntoIterator<Item = Organisation>,
) -> Vec<String> {
    cards.into_iter().map(|card| content.organisation(card).id.clone()).collect()
}
