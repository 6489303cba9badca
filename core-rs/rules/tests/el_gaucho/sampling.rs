//! States sampled from a view alone (§4 says what a view leaves open).

use ludoteca_rules::el_gaucho::{
    Areas, Direction, ElGaucho, Herds, Keep, OwnView, Phase, State, Tiles,
};
use ludoteca_rules::{Game, Playout, Position, Seat, Tape, Viewer, encode};

use crate::board::{Board, tiles};

fn sample(board: &Board, viewer: Viewer, chance: &mut Playout) -> State {
    let view = ElGaucho::view(&board.rules, &board.state, viewer);
    let state = ElGaucho::determinize(&board.rules, &view, &mut Tape::playout(chance));
    assert_eq!(encode(&ElGaucho::view(&board.rules, &state, viewer)), encode(&view));
    state
}

const TABLE: &str = r#"
discards0 = ["white_01", "white_02"]
discards1 = ["white_03", "ochre_05"]
seen0 = ["spotted_01", "spotted_02"]
seen1 = ["spotted_01", "spotted_02", "spotted_03"]
steppe_unseen = 1
pile = 20
"#;

/// §4: a sampled state gives the same view, whoever looks, and shares out the unseen tiles.
#[test]
fn s04_samples_keep_what_is_seen() {
    let board = Board::new(3, TABLE);
    let mut chance = Playout::new(3);
    for viewer in [Viewer::Seat(Seat(0)), Viewer::Seat(Seat(2)), Viewer::Public] {
        let mut differ = 0;
        for _ in 0..50 {
            let state = sample(&board, viewer, &mut chance);
            assert_eq!(state.pool.len(), 21);
            assert_eq!(state.steppe_known().len(), 3);
            differ += u32::from(state.players[1].discards != board.player(1).discards);
        }
        assert!(differ > 40, "{viewer:?} does not see those tiles");
    }
}

/// §4: what the viewer itself knows stays; who else has seen a tile is left open.
#[test]
fn s04_samples_keep_the_viewers_own() {
    let board = Board::new(3, TABLE);
    let own = |state: &State| (state.players[0].discards, state.players[0].steppe_seen);
    let mut chance = Playout::new(4);
    for _ in 0..50 {
        let state = sample(&board, Viewer::Seat(Seat(0)), &mut chance);
        assert_eq!(own(&state), own(&board.state));
        let third = state.steppe_known().without(board.player(0).steppe_seen);
        assert_eq!(third.len(), 1, "a tile that only others have seen");
        let seers = [1, 2].map(|seat: usize| state.players[seat].steppe_seen.contains_all(third));
        assert_eq!(seers.iter().filter(|saw| **saw).count(), 1);
    }
}

/// §7.4: a seat that looks at the steppe has seen every tile of it.
#[test]
fn s07_4_samples_know_who_looks() {
    let board = Board::new(
        3,
        "phase = \"secret\"\nseen0 = [\"brown_01\", \"brown_02\", \"brown_03\", \"brown_04\"]\n\
         seen2 = [\"brown_02\"]\nsteppe_unseen = 0",
    );
    let mut chance = Playout::new(5);
    for viewer in
        [Viewer::Seat(Seat(0)), Viewer::Seat(Seat(1)), Viewer::Seat(Seat(2)), Viewer::Public]
    {
        for _ in 0..20 {
            let state = sample(&board, viewer, &mut chance);
            assert_eq!(state.players[0].steppe_seen, state.steppe_known());
            assert_eq!(state.steppe_known().len(), 4);
        }
    }
}

/// §7.1: a sealed choice is sampled among those that the sampled tiles allow.
#[test]
fn s07_1_samples_of_sealed_choices() {
    let mut board = Board::drawn(4, &[]);
    for seat in [0, 2] {
        let action = board.legal_of(seat)[0].clone();
        assert_eq!(board.act(seat, &action, &[]), Ok(()));
    }
    let mut chance = Playout::new(6);
    let mut lengths = std::collections::BTreeSet::new();
    for _ in 0..200 {
        let mut state = sample(&board, Viewer::Seat(Seat(1)), &mut chance);
        for seat in [0, 2] {
            let choice = state.players[seat].choice.unwrap();
            lengths.insert(choice.tiles.len());
            assert!(state.players[seat].start_draw.contains_all(choice.tiles));
        }
        // The last two choose, and all are opened.
        let mut played = Board { state, ..board.clone() };
        for seat in [1, 3] {
            let action = played.legal_of(seat)[0].clone();
            assert_eq!(played.act(seat, &action, &[]), Ok(()));
        }
        state = played.state;
        assert_eq!(state.phase, Phase::Place);
    }
    assert!(lengths.len() > 1, "{lengths:?}");
}

/// §4: each unseen tile is as likely in one hidden place as in another.
#[test]
fn s04_samples_are_fair() {
    const SEED: u64 = 33;
    let mut board = Board::new(2, "discards1 = [\"brown_01\"]");
    // One tile is in the discards of the other seat, five are in the pool: six are unseen.
    let hidden =
        tiles(board.content(), &["brown_02", "brown_03", "white_01", "white_02", "white_03"]);
    board.state.removed = board.state.pool.without(hidden);
    board.state.pool = hidden;
    (board.state.pile_count, board.state.steppe_unseen) = (3, 2);
    let mut chance = Playout::new(SEED);
    let mut counts = [0u32; 60];
    for _ in 0..6_000 {
        let state = sample(&board, Viewer::Seat(Seat(0)), &mut chance);
        state.players[1].discards.iter().for_each(|tile| counts[tile.index()] += 1);
    }
    let counts: Vec<u32> = counts.into_iter().filter(|count| *count > 0).collect();
    assert_eq!(counts.len(), 6);
    let fair = counts.iter().all(|count| (900..1_100).contains(count));
    assert!(fair, "seed {SEED}: {counts:?}, 1000 each are expected");
}

/// A view that shows too much is cut to what there is, and makes a state that can be played to an end.
#[test]
fn s04_samples_of_impossible_views() {
    let board = Board::new(3, TABLE);
    let mut chance = Playout::new(9);
    for phase in Phase::ALL {
        let mut view = ElGaucho::view(&board.rules, &board.state, Viewer::Seat(Seat(0)));
        view.phase = phase;
        view.round = u16::MAX;
        view.trigger_round = Some(u16::MAX);
        (view.start_seat, view.seat) = (Seat(200), Some(Seat(3)));
        view.removed = Tiles(u64::MAX - 7);
        view.steppe.known = Tiles(u64::MAX);
        (view.steppe.tiles, view.steppe.unseen, view.pile_count) = (200, 100, 255);
        for (supply, player) in [0, 255, 200].into_iter().zip(&mut view.players) {
            player.supply = supply;
            player.areas = Areas(255);
            (player.start_draw_count, player.discard_count) = (255, 255);
            player.herds = Herds { tiles: Tiles(u64::MAX), falling: 255 };
            player.pesos = u32::MAX;
            player.chosen = true;
        }
        view.players[0].own = Some(OwnView {
            start_draw: Tiles(7),
            choice: Some(Keep { tiles: Tiles(u64::MAX), direction: Direction::Asc }),
            discards: Tiles(u64::MAX),
        });
        let state = ElGaucho::determinize(&board.rules, &view, &mut Tape::playout(&mut chance));
        assert!(Tiles::ALL.contains_all(state.removed));
        let mut position = Position::<ElGaucho>::at(board.rules.clone(), state, chance.word());
        let mut played = 0;
        while position.act_at_random() {
            played += 1;
            assert!(played < 10_000, "no end from {phase:?}");
        }
    }
}
