//! States sampled from a view alone (§11 says what a view leaves open).

use ludoteca_rules::buurn::{Buurn, Family};
use ludoteca_rules::{Game, Playout, Position, Seat, Tape, Viewer, encode};

use crate::board::Board;

/// §11: a sampled state gives the same view, whoever looks, and shares out the unseen cards.
#[test]
fn s11_samples_keep_what_is_seen() {
    let mut board =
        Board::new(4, "smuggler", "face_down1 = [\"cactus\"]\nface_down2 = [\"mustard*2\"]");
    for id in ["cactus", "mustard", "mustard"] {
        let family = board.content().family(id).unwrap();
        board.state.deck.unseen.take(family);
    }
    board.state.deck.body -= 3;
    for step in ["SOLD 0 6", "1 grab X a1 6", "2 grab O a1 6", "0 give_lot 0"] {
        board.step(step, &[]);
    }
    board.step("3 market pay", &["ingredient 3 cactus", "ingredient 3 ghost_pepper"]);
    let mut chance = Playout::new(3);
    for viewer in [Viewer::Seat(Seat(1)), Viewer::Seat(Seat(3)), Viewer::Public] {
        let view = Buurn::view(&board.rules, &board.state, viewer);
        let (mut hands, mut piles) = (0, 0);
        for _ in 0..50 {
            let state = Buurn::determinize(&board.rules, &view, &mut Tape::playout(&mut chance));
            assert_eq!(encode(&Buurn::view(&board.rules, &state, viewer)), encode(&view));
            let count = |family: Family| {
                let held: u8 = state.players.iter().map(|p| p.cards().of(family)).sum();
                let hand = state.hand.iter().filter(|f| **f == family).count();
                usize::from(held + state.deck.unseen.of(family) + state.discard.of(family)) + hand
            };
            assert!(state.families.iter().all(|family| count(family) == 5));
            hands += u32::from(state.hand != board.state.hand);
            piles += u32::from(state.players[2].face_down != board.state.players[2].face_down);
        }
        assert_eq!(hands > 30, !viewer.holds(Seat(3)), "{viewer:?} and the hand");
        assert!(piles > 30, "{viewer:?} does not see those cards");
    }
}

/// §11: each unseen card is as likely in one hidden place as in another.
#[test]
fn s11_samples_are_fair() {
    const SEED: u64 = 33;
    // Unseen: two citrons and a fuel, of which one lies face down in front of seat 1.
    let mut board = Board::new(
        4,
        "smuggler",
        "face_down1 = [\"fuel\"]\nlot = []\ndeck = { body = 0, tail = 3, unseen = [\"citron*2\"] }",
    );
    let all = ludoteca_rules::buurn::Cards([5, 5, 5, 3, 0, 0, 0, 4, 5, 0]);
    board.state.discard = all;
    let view = Buurn::view(&board.rules, &board.state, Viewer::Seat(Seat(0)));
    let citron = board.content().family("citron").unwrap();
    let mut chance = Playout::new(SEED);
    let citrons = (0..3_000)
        .filter(|_| {
            let state = Buurn::determinize(&board.rules, &view, &mut Tape::playout(&mut chance));
            state.players[1].face_down.of(citron) == 1
        })
        .count();
    assert!((1_900..2_100).contains(&citrons), "seed {SEED}: {citrons} of 3000, 2000 are expected");
}

/// Whatever a view says, the state that is made of it can be played to an end.
#[test]
fn s11_impossible_views_make_possible_states() {
    let mut chance = Playout::new(5);
    let mut played = 0;
    for seed in 0..200 {
        let rules = crate::board::rules(3 + u8::try_from(seed % 3).unwrap(), &[]).unwrap();
        let mut position = Position::<Buurn>::new(rules.clone(), seed);
        for _ in 0..chance.below(120) {
            position.act_at_random();
        }
        let mut view = Buurn::view(&rules, position.state(), Viewer::Public);
        match chance.below(6) {
            0 => view.deck.body = 200,
            1 => (view.deck.body, view.deck.tail) = (0, 0),
            2 => view.deck.end_in_tail = !view.deck.end_in_tail,
            3 => view.discard.0 = [255; 10],
            4 => view.players.iter_mut().for_each(|player| player.face_down_count = u32::MAX),
            _ => (view.turn, view.bank) = (u32::MAX, u32::MAX),
        }
        let state = Buurn::determinize(&rules, &view, &mut Tape::playout(&mut chance));
        let mut position = Position::<Buurn>::at(rules, state, seed);
        let mut decisions = 0;
        while position.act_at_random() {
            decisions += 1;
            assert!(decisions < 5_000, "seed {seed}: no end");
        }
        played += decisions;
    }
    println!("{played} decisions from impossible views");
}
