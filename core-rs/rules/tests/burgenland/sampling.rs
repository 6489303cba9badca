//! States sampled from a view alone (§3 says what a view leaves open).

use ludoteca_rules::burgenland::{Burgenland, Phase};
use ludoteca_rules::{Game, Playout, Seat, Tape, Viewer, encode};

use crate::board::Board;

/// §3: a sampled state gives the same view, whoever looks, and shares out the unseen cards.
#[test]
fn s03_samples_keep_what_is_seen() {
    let board = Board::new(
        3,
        &[],
        r#"
        hand0 = ["red_1", "white_3"]
        hand1 = ["green_2*3"]
        discard = ["red_3*2"]
        tiles0 = { coins_5 = 1 }
        tiles2 = { ignore_rules = 1, ten_coins = 1 }
    "#,
    );
    let mut chance = Playout::new(3);
    for viewer in [Viewer::Seat(Seat(0)), Viewer::Seat(Seat(2)), Viewer::Public] {
        let view = Burgenland::view(&board.rules, &board.state, viewer);
        let mut differ = 0;
        for _ in 0..50 {
            let state =
                Burgenland::determinize(&board.rules, &view, &mut Tape::playout(&mut chance));
            assert_eq!(encode(&Burgenland::view(&board.rules, &state, viewer)), encode(&view));
            let all = |kind: usize| {
                state.players.iter().map(|p| p.hand.0[kind]).sum::<u8>()
                    + state.deck.0[kind]
                    + state.discard.0[kind]
            };
            assert!(
                board
                    .content()
                    .cards
                    .iter()
                    .enumerate()
                    .all(|(kind, card)| all(kind) == card.count)
            );
            differ += u32::from(state.players[1].hand != board.player(1).hand);
        }
        assert!(differ > 40, "{viewer:?} does not see that hand");
    }
}

/// §3: each unseen card is as likely in one hidden place as in another.
#[test]
fn s03_samples_are_fair() {
    const SEED: u64 = 33;
    let mut board = Board::new(2, &[], r#"hand1 = ["red_1"]"#);
    // Two red 1s and one white 3 are unseen: one of them is in the hand.
    board.state.discard = board.state.deck;
    board.state.deck = ludoteca_rules::burgenland::Cards::default();
    let (red, white) =
        (board.content().card("red_1").unwrap(), board.content().card("white_3").unwrap());
    for card in [red, white] {
        board.state.discard.take(card);
        board.state.deck.add(card);
    }
    let view = Burgenland::view(&board.rules, &board.state, Viewer::Seat(Seat(0)));
    let mut chance = Playout::new(SEED);
    let reds = (0..3_000)
        .filter(|_| {
            let state =
                Burgenland::determinize(&board.rules, &view, &mut Tape::playout(&mut chance));
            state.players[1].hand.of(red) == 1
        })
        .count();
    assert!((1_900..2_100).contains(&reds), "seed {SEED}: {reds} of 3000, 2000 are expected");
}

/// §8.3: a payment in progress proves that the hand can complete it; the samples know that.
#[test]
fn s08_3_samples_can_complete_the_payment() {
    let payments = [
        ("hand0 = [\"red_1*4\", \"green_3\"]", "start_build keep c1_west border"),
        ("hand0 = [\"white_1*3\", \"white_2*3\"]", "start_build keep large same"),
        (
            "hand0 = [\"red_1\", \"green_1\", \"yellow_1\", \"orange_1\", \"purple_1\", \"white_1\"]",
            "start_build wall large different",
        ),
        (
            "hand0 = [\"red_3*2\", \"green_3*2\"]\ntiles0 = { ten_coins = 1 }",
            "start_build wall large ten_coins",
        ),
        ("hand0 = [\"red_3*2\"]", "buy_joker"),
    ];
    let mut chance = Playout::new(83);
    for (before, opening) in payments {
        let mut board = Board::new(2, &[], before);
        board.acts(0, opening, &[]);
        for viewer in [Viewer::Seat(Seat(1)), Viewer::Public] {
            let view = Burgenland::view(&board.rules, &board.state, viewer);
            for _ in 0..3 {
                let mut tape = Tape::playout(&mut chance);
                let state = Burgenland::determinize(&board.rules, &view, &mut tape);
                assert_eq!(encode(&Burgenland::view(&board.rules, &state, viewer)), encode(&view));
                let mut sampled = Board::new(2, &[], "");
                sampled.state = state;
                assert_eq!(sampled.act(0, "pay_auto", &[]), Ok(()), "{opening}");
                assert_ne!(sampled.state.phase, Phase::Paying, "{opening}: paid to the end");
            }
        }
    }
}
