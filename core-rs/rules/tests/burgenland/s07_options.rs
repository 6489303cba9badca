//! §7.4 optional actions, §10 jokers, §11 tiles.

use ludoteca_rules::burgenland::{Phase, Rejection};

use crate::board::Board;

/// §7.4: optional actions may be taken before and after the main action, any number of them.
#[test]
fn s07_4_before_and_after_the_main_action() {
    let before = r#"
        hand0 = ["red_3*2", "green_3*2", "white_3*2"]
        tiles0 = { exchange = 2, coins_5 = 1 }
    "#;
    let mut board = Board::new(2, &[], before);
    board.acts(0, "play_exchange p1 p2", &[]);
    board.acts(0, "buy_joker", &[]);
    board.acts(0, "pay_auto", &[]);
    assert_eq!(board.state.phase, Phase::Main, "back to the phase before");
    board.acts(0, "draw_cards", &["draw_card red_1", "draw_card red_1"]);
    board.acts(0, "play_exchange p1 p3", &[]);
    board.acts(0, "buy_joker", &[]);
    board.acts(0, "pay_auto", &[]);
    assert_eq!(board.state.phase, Phase::After, "back to the phase before");
    board.acts(0, "play_coins", &["reward_card yellow_3", "reward_card yellow_3"]);
    assert_eq!(board.state.phase, Phase::After);
    assert_eq!((board.player(0).jokers, board.player(0).exchange_tiles), (2, 0));
}

/// §7.4: no optional action inside a payment.
#[test]
fn s07_4_closed_while_a_payment_is_open() {
    let mut board = Board::new(
        2,
        &[],
        r#"
        hand0 = ["red_3*2", "green_3*2"]
        tiles0 = { exchange = 1, coins_5 = 1 }
    "#,
    );
    board.acts(0, "buy_joker", &[]);
    for action in ["buy_joker", "play_exchange p1 p2", "play_coins", "end_turn"] {
        assert_eq!(board.act(0, action, &[]), Err(Rejection::WrongPhase), "{action}");
    }
}

/// §7.4: the purchase is paid in colour cards, lowest loss first; jokers are refused.
#[test]
fn s07_4_a_joker_costs_six_coins() {
    let mut board = Board::new(2, &[], "hand0 = [\"red_2*3\"]\njokers0 = 1");
    board.acts(0, "buy_joker", &[]);
    assert_eq!(board.legal(), ["pay_auto", "pay_card red_2"]);
    board.acts(0, "pay_auto", &[]);
    assert_eq!((board.player(0).jokers, board.hand(0).as_str()), (2, ""));
}

/// §10: used jokers go back to the pile; the pile is what is not in hands.
#[test]
fn s10_jokers_come_back() {
    let mut board = Board::new(2, &[], "jokers0 = 4");
    board.acts(0, "start_build wall c4_east border", &[]);
    board.acts(0, "pay_auto", &[]);
    assert_eq!(board.player(0).jokers, 1, "4 paid, 1 gained for the wall");
}

/// §10: a gain never fails, even of the most jokers that can be counted.
#[test]
fn s10_a_gain_never_fails() {
    let mut board = Board::new(2, &[], r#"hand0 = ["yellow_1*4"]"#);
    board.state.players[0].jokers = u32::MAX;
    board.acts(0, "start_build wall c4_west border", &[]);
    board.acts(0, "pay_auto", &[]);
    assert_eq!(board.player(0).jokers, u32::MAX);
    assert!(board.legal().contains(&"end_turn".to_owned()));
}

/// §11: every tile leaves the game when it is played; an extra space stays on its castle.
#[test]
fn s11_played_tiles_are_gone() {
    let mut board = Board::new(
        2,
        &[],
        r#"
        hand0 = ["red_3*2", "green_3*2", "white_3"]
        tiles0 = { extra_space = 1, ten_coins = 1, ignore_rules = 1, exchange = 1, coins_5 = 1 }
    "#,
    );
    let (pool, supply) = (board.state.bonus_pool, board.state.exchange_supply);
    board.acts(0, "play_exchange p1 p2", &[]);
    board.acts(0, "play_coins", &["reward_card white_3", "reward_card yellow_3"]);
    board.acts(0, "start_build house c5_extra ten_coins ignore", &[]);
    assert_eq!(board.player(0).bonus_tiles, [0; 4], "gone when the payment opens");
    board.acts(0, "pay_auto", &[]);
    assert_eq!((board.state.bonus_pool, board.state.exchange_supply), (pool, supply));
    assert_eq!(board.player(0).exchange_tiles, 0);
    assert_eq!(board.state.extra.len(), 1);
}
