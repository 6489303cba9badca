//! §9 coin rewards and the deck, §8.5 wells.

use ludoteca_rules::Viewer;

use crate::board::{Board, listed};

/// §9: the deck is not refilled before a card is needed, and then the whole discard becomes the deck.
#[test]
fn s09_the_discard_becomes_the_deck_when_a_card_is_needed() {
    let before = r#"
        deck = ["white_1"]
        discard = ["red_1*2"]
        tiles0 = { coins_5 = 1 }
    "#;
    let mut board = Board::new(2, &[], before);
    board.acts(0, "draw_cards", &["draw_card white_1", "draw_card red_1"]);
    assert_eq!((board.state.deck.count(), board.state.discard.count()), (1, 0));
    assert_eq!(board.told(Viewer::Public, "fact-reshuffle").len(), 1);
    board.acts(0, "play_coins", &["reward_card red_1"]);
    assert_eq!(board.state.deck.count(), 0);
    assert_eq!(board.hand(0), "red_1 red_1 white_1");
}

/// §9: a reward shows its cards to everybody; jokers never come from the deck.
#[test]
fn s09_rewards_are_open() {
    let mut board = Board::new(2, &[], "tiles0 = { coins_5 = 1 }");
    board.acts(0, "play_coins", &["reward_card red_3", "reward_card green_2"]);
    let told = board.told(Viewer::Public, "fact-reward-cards");
    assert_eq!(listed(&told[0], "cards"), ["red_3", "green_2"]);
}

/// §8.5: the well's reward is drawn before the indicator moves; the castle it names is the next well's.
#[test]
fn s08_5_the_indicator_moves_after_the_reward() {
    let mut board = Board::new(2, &[], r#"hand0 = ["purple_1*4", "green_1*4"]"#);
    board.acts(0, "start_build well c8_well border", &[]);
    board.acts(0, "pay_auto", &["reward_card red_3", "reward_card red_2", "well_top 2"]);
    assert_eq!((board.state.well_top, board.state.wells_built), (2, 1));
    assert_eq!(board.state.well_unseen & (1 << 2), 0);
    board.acts(0, "end_turn", &[]);
    board.acts(1, "draw_cards", &["draw_card white_1", "draw_card white_1"]);
    board.acts(1, "end_turn", &[]);
    assert!(board.legal().contains(&"start_build well c2_well border".to_owned()));
}

/// §8.5: the rewards fall from 5 to 1 and stay there.
#[test]
fn s08_5_reward_ladder() {
    for (built, coins) in (0..8).zip([5, 4, 3, 2, 1, 1, 1, 1]) {
        let before = format!("hand0 = [\"purple_1*4\"]\nwells_built = {built}");
        let mut board = Board::new(2, &[], &before);
        board.acts(0, "start_build well c8_well border", &[]);
        let ones = ["red_1", "red_1", "red_1", "red_1", "green_1"];
        let mut outcomes: Vec<String> =
            ones[..coins].iter().map(|card| format!("reward_card {card}")).collect();
        outcomes.push("well_top 1".to_owned());
        let outcomes: Vec<&str> = outcomes.iter().map(String::as_str).collect();
        board.acts(0, "pay_auto", &outcomes);
        assert_eq!(usize::from(board.player(0).hand.count()), coins, "well number {}", built + 1);
    }
}

/// §8.5: a well counts for nothing and gets no printed bonus.
#[test]
fn s08_5_a_well_is_no_building() {
    let mut board = Board::new(
        2,
        &[],
        r#"
        hand0 = ["purple_1*4", "dark_blue_1*4"]
        wells_built = 7
    "#,
    );
    board.acts(0, "start_build well c8_well border", &[]);
    board.acts(0, "pay_auto", &["reward_card red_1", "well_top 1"]);
    assert_eq!((board.player(0).jokers, board.player(0).exchange_tiles), (0, 0));
}
