//! §7.1 the hidden choice of start tiles, and §7.2.

use ludoteca_rules::el_gaucho::{Action, ElGaucho, Phase, State};
use ludoteca_rules::{
    Actor, Ask, ContentFile, Created, Deed, Event, Fact, Game, Holder, Joined, Report, Seat,
    ServerSeed, Spectators, Table, Takeover, Viewer, encode,
};

use crate::board::{Board, content};

/// A table of four at which the seats choose, and its log.
fn opened(seed: u8) -> (Table<ElGaucho>, Vec<Event<Action>>) {
    let file: ContentFile<ElGaucho> = content().clone();
    let terms = Created {
        table_id: "keep".to_owned(),
        game: ElGaucho::ID.to_owned(),
        revision: 1,
        content_hash: file.hash,
        seats: 4,
        options: Vec::new(),
        name: String::new(),
        takeover: Takeover::Anyone,
        abandon_after_ms: 0,
        turn_clock: None,
        spectators: Spectators::Public,
        seed: ServerSeed([seed; 32]),
    };
    let created = Table::create(&file, &terms, &Ask::default()).unwrap();
    let (mut table, mut log) = (created.table.unwrap(), vec![created.event]);
    for number in 0..4 {
        let holder = Holder {
            name: format!("Player {number}"),
            bot: false,
            token_hash: vec![number; 32],
            contribution: Vec::new(),
        };
        must(&mut table, &mut log, Deed::Joined(Joined { seat: None, holder }));
    }
    must(&mut table, &mut log, Deed::Started { seat: Seat(0) });
    (table, log)
}

fn must(table: &mut Table<ElGaucho>, log: &mut Vec<Event<Action>>, deed: Deed<Action>) -> Report {
    let mut report = Report::telling();
    let decided = table.decide(deed, &Ask::default(), &mut report).unwrap();
    log.push(decided.event);
    *table = decided.table.unwrap();
    report
}

fn chooses(seat: u8, action: Action) -> Deed<Action> {
    Deed::Acted { actor: Actor::Seat(Seat(seat)), by_clock: false, action }
}

/// All that a viewer gets of the last event and of the table after it, as bytes and text.
fn received(
    before: &State,
    table: &Table<ElGaucho>,
    action: &Action,
    report: &Report,
    viewer: Viewer,
) -> (Vec<u8>, u64, String) {
    let (rules, state) = (table.rules(), table.state().unwrap());
    let facts: Vec<&Fact> = report.facts_for(viewer).collect();
    let seen = ElGaucho::seen(rules, before, Actor::Seat(Seat(0)), action, viewer);
    let own = match viewer {
        Viewer::Public => None,
        Viewer::Seat(seat) => Some((
            table.legal(Actor::Seat(seat)),
            table.takeback_choices(seat).to_vec(),
            ElGaucho::prompt(rules, state, seat),
            ElGaucho::check(rules, state, Actor::Seat(seat), &Action::EndTurn),
        )),
    };
    let view = table.view(viewer);
    let text = format!("{facts:?} {seen:?} {own:?} {:?}", table.deciders());
    (encode(&view), table.view_digest(view.as_ref()), text)
}

/// R5, §7.1: whatever a seat chooses, and however many tiles, everybody else gets the same bytes.
#[test]
fn r05_a_sealed_choice_is_the_same_to_the_others_whatever_it_is() {
    let (mut compared, mut longest) = (0, 0);
    for seed in 0..120 {
        let (table, log) = opened(seed);
        let before = table.state().unwrap();
        let choices = table.legal(Actor::Seat(Seat(0)));
        let got = |action: &Action, viewer: Viewer| {
            let (mut table, mut log) = (table.clone(), log.clone());
            let report = must(&mut table, &mut log, chooses(0, *action));
            received(before, &table, action, &report, viewer)
        };
        for viewer in (1..4).map(|seat| Viewer::Seat(Seat(seat))).chain([Viewer::Public]) {
            let first = got(&choices[0], viewer);
            for action in &choices[1..] {
                assert_eq!(got(action, viewer), first, "{viewer:?} learns of {action:?}");
                compared += 1;
            }
        }
        let own = Viewer::Seat(Seat(0));
        assert_ne!(got(&choices[0], own), got(&choices[1], own), "its own holder knows");
        let length = |action: &Action| {
            let Action::KeepStartTiles { tiles, .. } = action else { return 0 };
            tiles.len()
        };
        longest = choices.iter().map(length).fold(longest, u8::max);
    }
    println!("{compared} pairs compared, of 1 to {longest} tiles");
    assert!(compared > 1_000 && longest == 3);
}

/// R36, §7.1: half of the choices are in the log: a fold from it alone knows them, and draws nothing anew.
#[test]
fn r36_a_fold_keeps_choices_that_wait_for_the_others() {
    let (mut table, mut log) = opened(5);
    for seat in [2, 0] {
        let action = table.legal(Actor::Seat(Seat(seat)))[1];
        must(&mut table, &mut log, chooses(seat, action));
    }
    let folded = Table::replay(content(), &log).unwrap();
    assert_eq!(folded.state(), table.state());
    let state = folded.state().unwrap();
    let chosen: Vec<bool> = state.players.iter().map(|p| p.choice.is_some()).collect();
    assert_eq!(chosen, [true, false, true, false]);
}

/// §15: the order of the seats' choices has no effect, and the last one opens all of them.
#[test]
fn s07_1_the_order_of_choices_has_no_effect() {
    let (table, log) = opened(5);
    let play = |order: [u8; 4]| {
        let (mut table, mut log) = (table.clone(), log.clone());
        for seat in order {
            let choices = table.legal(Actor::Seat(Seat(seat)));
            must(&mut table, &mut log, chooses(seat, choices[usize::from(seat) % choices.len()]));
        }
        *table.state().unwrap()
    };
    let state = play([0, 1, 2, 3]);
    for order in [[3, 2, 1, 0], [1, 3, 0, 2], [2, 0, 3, 1]] {
        assert_eq!(play(order), state);
    }
    assert_eq!(state.phase, Phase::Place);
    assert!(state.players.iter().all(|p| p.start_draw.is_empty() && p.choice.is_none()));
    assert!(state.players.iter().all(|p| p.herds.tiles.len() + p.discards.len() == 3));
}

/// Takebacks: a sealed choice may be taken back until another seat has chosen; the opening of all may not.
#[test]
fn s07_1_a_sealed_choice_may_be_taken_back() {
    let (mut table, mut log) = opened(5);
    let action = table.legal(Actor::Seat(Seat(1)))[0];
    let started = table.seq();
    must(&mut table, &mut log, chooses(1, action));
    assert_eq!(table.takeback_from(Seat(1)), Some(started));
    for seat in [0, 2, 3] {
        let action = table.legal(Actor::Seat(Seat(seat)))[0];
        let report = must(&mut table, &mut log, chooses(seat, action));
        assert_eq!(table.takeback_from(Seat(1)), None, "seat {seat} has acted since");
        assert_eq!(report.showed(), seat == 3, "the last one shows the others' choices");
    }
    assert_eq!(table.takeback_from(Seat(3)), None);
}

/// §15: who has chosen is told at once, what was chosen when all have; discards stay their seat's own.
#[test]
fn s07_1_what_is_told_of_choices() {
    let mut board = Board::new(
        2,
        r#"
        phase = "keep"
        drawn0 = ["brown_04", "brown_02", "white_12"]
        drawn1 = ["ochre_12", "ochre_01", "ochre_02"]
        "#,
    );
    board.does("keep_start_tiles([brown_02,brown_04], desc)");
    let other = Viewer::Seat(Seat(1));
    assert_eq!(board.told(other, "fact-choose").len(), 1);
    assert!(board.told(other, "fact-keep").is_empty());
    assert_eq!(board.told(Viewer::Seat(Seat(0)), "fact-choose-own").len(), 1);
    board.does("keep_start_tiles([ochre_12], none)");
    let kept = board.told(Viewer::Public, "fact-keep");
    let kept: Vec<String> =
        kept.iter().map(|fact| crate::board::listed(&fact.sentence, "tiles")).collect();
    assert_eq!(kept, ["[brown_02,brown_04]", "[ochre_12]"]);
    assert_eq!(board.herds(0), ["brown 4,2"]);
    let counts: Vec<Option<i64>> =
        board.told(Viewer::Public, "fact-discard").iter().map(|fact| fact.amount).collect();
    assert_eq!(counts, [Some(1), Some(2)]);
    assert_eq!(board.told(other, "fact-discard-own").len(), 1, "its own alone");
}

/// §7.1: at most 41 options; none but legal ones is in the list of any draw.
#[test]
fn s07_1_how_many_choices_there_are() {
    let mut most = 0;
    let rows = [
        "\"brown_01\", \"brown_02\", \"brown_03\", \"brown_04\", \"ochre_01\"",
        "\"brown_01\", \"brown_02\", \"brown_03\", \"ochre_01\", \"ochre_02\"",
        "\"brown_01\", \"ochre_01\", \"black_01\", \"white_01\", \"spotted_01\"",
        "\"brown_09\", \"ochre_09\", \"black_09\", \"white_09\", \"spotted_09\"",
    ];
    for row in rows {
        let before = format!("phase = \"keep\"\ndrawn0 = [{row}]\ndrawn1 = [\"white_12\"]");
        most = most.max(Board::new(2, &before).legal().len());
    }
    assert_eq!(most, 41, "5 + 2 x 6 + 4 pairs, 2 x 10 triples");
}

/// §7.2: an area is closed to the seats that come after; a gaucho placed there may be used in round 1.
#[test]
fn s07_2_the_first_gaucho_may_be_used_in_round_1() {
    let mut board = Board::new(2, "phase = \"place\"\nareas1 = [\"sort\"]\nherds1 = [\"white 3\"]");
    assert_eq!(board.refusal("place_start_gaucho(sort)"), "area_taken");
    board.does("place_start_gaucho(theft)");
    assert!(board.legal().contains(&"use_theft(white_03)".to_owned()));
}
