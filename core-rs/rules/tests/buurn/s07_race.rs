//! §7.3 the race: what the judging of a grab guarantees.

use ludoteca_rules::buurn::{Buurn, Phase, State};
use ludoteca_rules::{Actor, Game, Playout, Refusal, Report, Seat, Tape};

use crate::board::{Board, form};

fn board(late_ticks: u8) -> Board {
    let options = format!("late_ticks = {late_ticks}").parse().unwrap();
    Board::fixture(4, &options, "smuggler")
}

fn try_grab(
    board: &mut Board,
    seat: u8,
    totem: &str,
    auction: u32,
    count: u8,
) -> Result<(), String> {
    let form = form(&format!("grab {totem} a{auction} {count}"));
    board.act(Actor::Seat(Seat(seat)), &form, &[]).map_err(|r| r.code().to_owned())
}

fn called(board: &mut Board, number: u8) {
    board.step(&format!("T 12..{number}"), &[]);
}

/// §7.3 (a): a press at a number that the seat can pay is never punished, however late it comes.
#[test]
fn s07_3_an_honest_press_is_no_false_start() {
    for late in 0..=2 {
        for seen in 1..=12 {
            for logged in 1..=seen {
                for money in u32::from(seen)..13 {
                    let mut board = board(late);
                    board.state.players[1].money = money;
                    called(&mut board, logged);
                    let answer = try_grab(&mut board, 1, "P", 1, seen);
                    assert_eq!(board.state.players[1].money, money, "no penalty");
                    let sold = board.state.phase == Phase::Scramble;
                    assert_eq!(sold, seen - logged <= late, "{seen} at {logged}");
                    assert_eq!(answer.is_ok(), sold);
                    assert!(!sold || board.state.price == Some(seen), "(b): the number seen");
                }
            }
        }
    }
}

/// §7.3 (d): a grab that is sent twice is punished once.
#[test]
fn s07_3_a_grab_sent_twice_is_punished_once() {
    let mut board = board(1);
    called(&mut board, 9);
    assert_eq!(try_grab(&mut board, 2, "X", 1, 9), Ok(()));
    assert_eq!(try_grab(&mut board, 2, "X", 1, 9), Err("stale_auction".to_owned()));
    assert_eq!(board.state.players[2].money, 10);
    // Once more in the new auction: a fault of its own, and the auction starts again.
    called(&mut board, 9);
    assert_eq!(try_grab(&mut board, 2, "X", 2, 9), Ok(()));
    assert_eq!((board.state.players[2].money, board.state.auction_id), (8, 3));
}

/// §7.3 (e): a lower claim never buys below the number in the log, a higher one only costs more.
#[test]
fn s07_3_lying_about_the_number_wins_nothing() {
    for (claim, price) in [(1, 7), (6, 7), (7, 7), (8, 8)] {
        let mut board = board(1);
        called(&mut board, 7);
        assert_eq!(try_grab(&mut board, 0, "P", 1, claim), Ok(()));
        assert_eq!(board.state.price, Some(price), "claim {claim}");
    }
}

/// §7.3 (c): of two presses the one that is logged first gets the totem; the other is free.
#[test]
fn s07_3_log_order_decides() {
    let mut board = board(2);
    called(&mut board, 5);
    assert_eq!(try_grab(&mut board, 3, "P", 1, 5), Ok(()));
    assert_eq!(try_grab(&mut board, 1, "P", 1, 7), Err("totem_taken".to_owned()));
    assert_eq!((board.state.price, board.state.players[1].money), (Some(5), 12));
}

/// A state in a countdown and one in a scramble.
fn races() -> [State; 2] {
    let mut board = board(1);
    called(&mut board, 9);
    let countdown = board.state.clone();
    assert_eq!(try_grab(&mut board, 0, "P", 1, 9), Ok(()));
    [countdown, board.state]
}

/// §9, R29: a count that plays no part may be anything; the effect is that of the listed action.
#[test]
fn s09_a_count_that_plays_no_part_may_be_anything() {
    let rules = board(1).rules;
    let mut chance = Playout::new(29);
    for state in races() {
        for totem in ["X", "O", "B"] {
            let apply = |count: u32| {
                let action = form(&format!("grab {totem} a1 {count}"));
                let action = Buurn::action(&rules.content, &action).unwrap();
                let (mut after, mut tape) = (state.clone(), Tape::recorded(&[]));
                let (actor, mut report) = (Actor::Seat(Seat(2)), Report::silent());
                let applied =
                    Buurn::apply(&rules, &mut after, actor, &action, &mut tape, &mut report);
                assert_eq!(applied, Ok(()), "{totem} {count}");
                (after, Buurn::canonical(&rules, &state, &action))
            };
            let (listed, canonical) = apply(9);
            for _ in 0..20 {
                let count = chance.below(u32::MAX);
                assert_eq!(apply(count), (listed.clone(), canonical), "{count}");
            }
        }
    }
}

/// §7.3: the checks come in the order of their table: each earlier reason hides the later ones.
#[test]
fn s07_3_order_of_the_checks() {
    let mut board = board(1);
    let code = |board: &mut Board, totem: &str, auction, count| {
        try_grab(board, 1, totem, auction, count).unwrap_err()
    };
    assert_eq!(code(&mut board, "P", 1, 99), "not_started", "before too_late");
    assert_eq!(code(&mut board, "S", 1, 99), "no_such_totem", "before not_started");
    called(&mut board, 9);
    assert_eq!(code(&mut board, "P", 1, 99), "too_late");
    let mut sold = board.clone();
    assert_eq!(try_grab(&mut sold, 0, "P", 1, 9), Ok(()));
    assert_eq!(code(&mut sold, "P", 1, 99), "totem_taken");
    assert_eq!(code(&mut sold, "S", 1, 99), "no_such_totem", "before totem_taken");
    let mut holding = sold.clone();
    assert_eq!(try_grab(&mut holding, 1, "X", 1, 9), Ok(()));
    assert_eq!(code(&mut holding, "S", 1, 9), "already_holding", "before no_such_totem");
    board.state.players[1].sitting_out = true;
    assert_eq!(code(&mut board, "P", 1, 9), "sitting_out");
    board.state.players[1].absent = true;
    assert_eq!(code(&mut board, "P", 1, 9), "absent", "before sitting_out");
    assert_eq!(code(&mut board, "P", 2, 9), "stale_auction", "before absent");
    board.state.phase = Phase::Purchase;
    assert_eq!(code(&mut board, "P", 2, 9), "wrong_phase", "before stale_auction");
    board.state.phase = Phase::Finished;
    assert_eq!(code(&mut board, "P", 2, 9), "game_over", "before everything");
}
