//! §5 randomness: which outcomes are asked for, of how many, in which order.

use ludoteca_rules::el_gaucho::ElGaucho;
use ludoteca_rules::{Actor, Game, Playout, Report, Script, Seat, Tape};

use crate::board::{ANY, Board, rules};

/// The chances of setup, with the size of each domain.
fn asked(seats: u8, options: &[(&str, &str)]) -> Vec<(&'static str, u32)> {
    let (_, script) = Board::set_up(rules(seats, options).unwrap(), &[ANY]);
    script.asked().to_vec()
}

/// §5, §6: `removed_race` of 5 and `start_seat` of n come first, each only where no option fixes it.
#[test]
fn s05_setup_asks_only_for_what_is_open() {
    assert_eq!(asked(2, &[])[..3], [("removed_race", 5), ("start_seat", 2), ("pasture_tile", 48)]);
    let fixed = [("removed_race", "white")];
    assert_eq!(asked(2, &fixed)[..2], [("start_seat", 2), ("pasture_tile", 48)]);
    let fixed = [("removed_race", "white"), ("start_seat", "1")];
    assert_eq!(asked(2, &fixed)[0], ("pasture_tile", 48));
    assert_eq!(asked(3, &[])[..2], [("start_seat", 3), ("pasture_tile", 60)]);
    assert_eq!(asked(4, &[("start_seat", "2")])[0], ("pasture_tile", 60));
}

/// §5: a draw takes one from the tiles nobody knows: each domain is one smaller than the one before it.
#[test]
fn s05_every_draw_is_of_the_pool() {
    for (seats, draws) in [(2, 10), (3, 12), (4, 12)] {
        let asked = asked(seats, &[]);
        let tiles: Vec<u32> =
            asked.iter().filter(|(what, _)| what.ends_with("_tile")).map(|(_, n)| *n).collect();
        assert!(tiles.windows(2).all(|pair| pair[1] + 1 == pair[0]), "{tiles:?}");
        let start = asked.iter().filter(|(what, _)| *what == "start_tile").count();
        assert_eq!(start, draws, "{seats} seats");
        assert!(asked.last().is_some_and(|(what, _)| *what == "start_tile"), "they come last");
    }
}

/// §5: a roll is one pick of 6 a die, face = pick + 1; the pool of dice is sorted.
#[test]
fn s05_a_roll_is_a_pick_a_die() {
    let mut board = Board::new(2, "phase = \"place\"\nareas1 = [\"sort\"]");
    let (action, mut report) = (board.action("place_start_gaucho(wish)"), Report::silent());
    let mut tape = Tape::recorded(&[5, 0, 3, 0, 1]);
    let (rules, state) = (&board.rules, &mut board.state);
    let actor = Actor::Seat(Seat(0));
    ElGaucho::apply(rules, state, actor, &action, &mut tape, &mut report).unwrap();
    assert!(!tape.is_faulty(), "5 picks");
    assert_eq!(board.state.dice_pool.faces().collect::<Vec<u8>>(), [1, 1, 2, 4, 6]);
}

/// §5: a peek resolves the unseen tiles alone; the pile is not touched, the pool shrinks.
#[test]
fn s05_a_peek_resolves_what_nobody_saw() {
    let mut board = Board::new(
        4,
        r#"
        areas0 = ["secret_cattle"]
        seen1 = ["brown_01"]
        steppe_unseen = 3
        pile = 20
        "#,
    );
    let action = board.action("use_secret_cattle()");
    let mut tape = Tape::scripted(Script::default().drawing(Playout::new(1)));
    let (rules, state) = (&board.rules, &mut board.state);
    let actor = Actor::Seat(Seat(0));
    ElGaucho::apply(rules, state, actor, &action, &mut tape, &mut Report::silent()).unwrap();
    let script = tape.into_script().unwrap();
    assert_eq!(script.asked(), [("steppe_tile", 23), ("steppe_tile", 22), ("steppe_tile", 21)]);
    assert_eq!((board.state.pool.len(), board.state.pile_count), (20, 20));
    assert_eq!((board.player(0).steppe_seen.len(), board.player(1).steppe_seen.len()), (4, 1));
}

/// §5: `refill_pampa` goes on while a pasture has room, is below 20, and the pile has a tile.
#[test]
fn s05_refill_stops_when_the_pile_is_empty() {
    let before = r#"
        seat = 1
        round = 3
        pile = 2
        pasture_a = "brown_12 -"
        pasture_b = "black_12 -, black_11 -"
        pasture_c = "ochre_01 -, ochre_02 -, ochre_03 -"
        "#;
    let mut board = Board::new(2, before);
    let rolls: Vec<String> = (0..5).map(|_| "roll 1".to_owned()).collect();
    let board_id = |board: &Board, k: usize| board.ids(board.state.pool)[k].clone();
    let drawn = [board_id(&board, 0), board_id(&board, 1)];
    let mut outcomes: Vec<String> =
        drawn.iter().map(|tile| format!("pasture_tile {tile}")).collect();
    outcomes.extend(rolls);
    let outcomes: Vec<&str> = outcomes.iter().map(String::as_str).collect();
    assert_eq!(board.act(1, "end_turn()", &outcomes), Ok(()));
    let content = board.content();
    let [a, b, c, d] = ["a", "b", "c", "d"]
        .map(|p| board.pasture(content.pasture(&format!("pasture_{p}")).unwrap()));
    assert_eq!(a, format!("brown_12 -, {} -", drawn[0]), "12 is below 20");
    assert_eq!(b, "black_12 -, black_11 -, _", "23 is not");
    assert_eq!(c, "ochre_01 -, ochre_02 -, ochre_03 -", "full");
    assert_eq!(d, format!("{} -, _, _, _", drawn[1]), "and then the pile is empty");
    assert_eq!(board.state.trigger_round, Some(3));
}
