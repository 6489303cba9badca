//! §8 the structure of rounds, and §11 the end.

use ludoteca_rules::el_gaucho::{ElGaucho, Phase};
use ludoteca_rules::{Game, Position, Seat};

use crate::board::{Board, rules};
use crate::short::random_positions;

/// Takes two dice and ends the turn, for the seat that acts.
fn passes(board: &mut Board) {
    if board.state.phase == Phase::Turn {
        let pick = board.legal()[0].clone();
        board.does(&pick);
    }
    board.does("end_turn()");
}

/// §8 step 2: one turn each, clockwise from the start seat; the last seat picks from 3 dice.
#[test]
fn s08_one_turn_each_and_three_dice_for_the_last() {
    for seats in 2..=4 {
        let mut board = Board::new(seats, "picked = false\nstart_seat = 1\nseat = 1\npile = 20");
        let faces = (0..=2 * seats).map(|die| die % 6 + 1);
        board.state.dice_pool = ludoteca_rules::el_gaucho::Dice::of(faces).unwrap();
        for turn in 0..seats {
            assert_eq!(board.state.seat, Seat((1 + turn) % seats));
            assert_eq!(board.state.dice_pool.len(), 2 * (seats - turn) + 1);
            passes(&mut board);
        }
        assert_eq!(board.state.round, 2);
        assert_eq!(board.state.start_seat, Seat(2 % seats), "it moves to the left");
        assert_eq!(board.state.seat, board.state.start_seat);
    }
}

/// §8 step 3: an empty pasture is never complete; lying gauchos fill one and stay (R21).
#[test]
fn s08_what_makes_a_pasture_complete() {
    let mut board = Board::new(
        2,
        r#"
        seat = 1
        pile = 0
        trigger_round = 1
        steppe_unseen = 0
        pasture_b = "white_05 0L, white_07 1L"
        pasture_c = "black_05 0S, black_07 1L"
        pasture_d = "ochre_05 0S, ochre_07 -"
        "#,
    );
    board.does("end_turn()");
    let shown = |board: &Board, id: &str| board.pasture(board.content().pasture(id).unwrap());
    assert_eq!(shown(&board, "pasture_a"), "_, _");
    assert_eq!(shown(&board, "pasture_b"), "white_05 0L, white_07 1L, _");
    assert_eq!(shown(&board, "pasture_c"), "_, black_07 1L, _");
    assert_eq!(shown(&board, "pasture_d"), "ochre_05 0S, ochre_07 -, _, _");
    assert_eq!(board.herds(0), ["black 5"]);
}

/// §8 step 5: every pasture with room is refilled, also one that nobody emptied.
#[test]
fn s08_every_pasture_is_refilled() {
    let mut board = Board::new(2, "seat = 1\npile = 20\npasture_a = \"white_05 -\"");
    board.does("end_turn()");
    let view = ElGaucho::view(&board.rules, &board.state, ludoteca_rules::Viewer::Public);
    for pasture in &view.pampa {
        let full = pasture.spaces.iter().all(Option::is_some);
        assert!(full || pasture.total >= 20, "{pasture:?}");
    }
}

/// §11: the cap ends a game in which nobody does anything: the last rounds follow as after an empty pile (R23).
#[test]
fn s11_round_cap() {
    let mut board = Board::new(
        2,
        r#"
        round = 100
        seat = 1
        pile = 5
        pasture_a = "white_12 -, white_11 -"
        pasture_b = "black_12 -, black_11 -"
        pasture_c = "ochre_12 -, ochre_11 -"
        pasture_d = "brown_12 -, brown_11 -"
        "#,
    );
    board.does("end_turn()");
    assert_eq!((board.state.trigger_round, board.state.round), (Some(100), 101));
    assert_eq!((board.state.phase, board.state.pile_count), (Phase::Turn, 5));
    passes(&mut board);
    passes(&mut board);
    assert_eq!((board.state.round, board.state.phase), (102, Phase::Final));
    passes(&mut board);
    passes(&mut board);
    assert_eq!(board.state.phase, Phase::Over);
}

/// §11, R27: a pile that runs out later does not restart the count.
#[test]
fn s11_the_first_trigger_counts() {
    let mut board = Board::new(
        2,
        r#"
        round = 101
        trigger_round = 100
        seat = 1
        pile = 1
        pasture_a = "white_12 -, white_11 -"
        pasture_b = "black_12 -, black_11 -"
        pasture_c = "ochre_12 -, ochre_11 -"
        "#,
    );
    board.does("end_turn()");
    assert_eq!((board.state.pile_count, board.state.trigger_round), (0, Some(100)));
    assert_eq!((board.state.round, board.state.phase), (102, Phase::Final));
}

/// §11: round 99 triggers nothing.
#[test]
fn s11_no_cap_before_round_100() {
    let mut board = Board::new(2, "round = 99\nseat = 1\npile = 20");
    board.does("end_turn()");
    assert_eq!((board.state.trigger_round, board.state.round), (None, 100));
}

/// §11: the first time the pile runs out counts; the last regular round is the one after, the final one follows.
#[test]
fn s11_two_more_rounds() {
    let mut games = 0;
    random_positions(40, |position| {
        let state = position.state();
        let Some(trigger) = state.trigger_round else { return };
        assert_eq!(state.pile_count, 0, "no game of so few rounds meets the cap");
        let last = trigger + 2;
        assert!(state.round <= last);
        let final_round = state.round == last;
        match state.phase {
            Phase::Final | Phase::Gather | Phase::Over => assert!(final_round),
            Phase::Turn => assert!(!final_round),
            Phase::Keep | Phase::Place => panic!("before the first round"),
            Phase::Secret | Phase::Collect => {}
        }
        games += u32::from(state.phase == Phase::Over);
    });
    assert_eq!(games, 120);
}

/// §15: random players finish long before the cap.
#[test]
fn s15_how_many_rounds_random_games_take() {
    for seats in 2..=4 {
        let rules = rules(seats, &[]).unwrap();
        let mut rounds = Vec::new();
        for seed in 0..200 {
            let mut position = Position::<ElGaucho>::new(rules.clone(), seed);
            while position.act_at_random() {}
            rounds.push(position.state().round);
        }
        rounds.sort_unstable();
        println!("{seats} seats: {} to {} rounds, median {}", rounds[0], rounds[199], rounds[100]);
        assert!(rounds[0] > 5 && rounds[199] < 100);
    }
}
