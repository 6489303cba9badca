//! §10 the deck: its four zones, and how long it lasts.

use ludoteca_rules::Position;
use ludoteca_rules::buurn::{Buurn, Phase};

use crate::board::{Board, rules};

/// §10: from top to bottom, and no chance where the order is known.
#[test]
fn s10_zones_in_order() {
    let mut board = Board::fixture(5, &toml::Table::new(), "smuggler");
    let deck = "deck = { top = [\"cactus/1\", \"fuel/2\"], body = 1, tail = 2, \
        unseen = [\"mustard\", \"citron\"], bottom = [\"explosives/0\", \"citron/3\"] }";
    board.change(&deck.parse().unwrap());
    let lot = |board: &Board| -> Vec<String> {
        let ids = board.state.lot.iter().map(|family| board.content().family_id(*family));
        ids.map(str::to_owned).collect()
    };
    board.step("T 12..0", &["ingredient mustard"]);
    assert_eq!(lot(&board), ["fuel", "cactus", "mustard"], "last on, first off; then the body");
    assert_eq!(board.asked[0], ("ingredient", 2), "both unseen cards, the End Game card not yet");
    board.step("T 12..0", &["ingredient end_game", "ingredient citron"]);
    assert_eq!(
        lot(&board),
        ["citron", "explosives", "citron"],
        "the tail, then first in, first out"
    );
    assert_eq!(board.state.final_turn, Some(3));
    assert!(board.state.deck.is_empty());
}

/// §10, §14: the End Game card is the last card: a market draw goes short, and the next turn is the last.
#[test]
fn s10_a_market_draw_of_nothing() {
    let mut board = Board::fixture(4, &toml::Table::new(), "smuggler");
    board.change(&"bank = 0\ndeck = { body = 0, tail = 1, unseen = [] }".parse().unwrap());
    for step in ["SOLD 0 1", "1 grab X a1 1", "2 grab O a1 1"] {
        board.step(step, &[]);
    }
    board.step("0 give_lot 0", &["ingredient 3 end_game"]);
    let state = &board.state;
    assert_eq!((state.turn, state.final_turn, state.players[3].money), (2, Some(2), 7));
    assert_eq!(state.players[3].face_down.count(), 0);
    assert!(state.lot.is_empty(), "nothing was discarded: the lot stays empty");
    assert_eq!(state.phase, Phase::Countdown, "R17: the auction is held all the same");
}

/// §10: before the last turn the deck is never empty; no game is longer than its organisation pile.
#[test]
fn s10_the_deck_lasts_until_the_last_turn() {
    let mut longest = 0;
    for seats in [3, 4, 5] {
        let rules = rules(seats, &[]).unwrap();
        for seed in 0..80 {
            let mut position = Position::<Buurn>::new(rules.clone(), seed);
            while position.act_at_random() {
                let state = position.state();
                let last = state.final_turn.is_some_and(|last| last <= state.turn);
                assert!(!state.deck.is_empty() || last || state.final_turn == Some(state.turn + 1));
            }
            let turn = position.state().turn;
            assert_eq!(position.state().final_turn, Some(turn), "§13: it ends with that turn");
            longest = longest.max(turn);
        }
    }
    assert!((10..=16).contains(&longest), "{longest}");
}
