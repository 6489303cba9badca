//! §12 what observers are told; what counts as shown (takebacks), and what an offer says before.

use ludoteca_rules::burgenland::Burgenland;
use ludoteca_rules::{Actor, Anchor, Game, Offer, Viewer};

use crate::board::{Board, listed, rules};

fn offer(board: &Board, text: &str) -> Offer {
    let (action, actor) = (board.action(text), Actor::Seat(board.state.seat));
    assert!(board.legal().contains(&text.to_owned()), "{text}");
    Burgenland::offer(&board.rules, &board.state, actor, &action)
}

/// Sends the action; whether it drew or showed anything is what the offer said of it.
fn send(board: &mut Board, text: &str, outcomes: &[&str], reveals: bool) {
    let offer = offer(board, text);
    assert_eq!(offer.reveals, reveals, "{text}: the offer");
    let seat = board.state.seat.0;
    assert_eq!(board.act(seat, text, outcomes), Ok(()));
    let drew = !outcomes.is_empty() || board.awaits.is_some();
    let showed = board.reports.last().unwrap().showed();
    assert_eq!(drew || showed, reveals, "{text}: what happened");
}

/// §12: an action that draws, shows a card or proves something about a hand cannot be taken back.
#[test]
fn s12_what_an_action_reveals() {
    let mut board = Board::new(
        2,
        &[],
        r#"
        hand0 = ["red_3*2", "green_3*2", "red_1*4"]
        tiles0 = { exchange = 1, coins_5 = 1 }
    "#,
    );
    send(&mut board, "play_exchange p3 p4", &[], false);
    send(&mut board, "buy_joker", &[], true);
    send(&mut board, "pay_card red_3", &[], true);
    send(&mut board, "pay_auto", &[], true);
    send(&mut board, "play_coins", &["reward_card white_3", "reward_card white_3"], true);
    send(&mut board, "start_build wall c1_west border", &[], true);
    send(&mut board, "pay_auto", &[], true);
    send(&mut board, "end_turn", &[], false);
    send(&mut board, "draw_cards", &["draw_card red_2", "draw_card red_2"], true);
    let mut board = Board::new(2, &[], "deck = []");
    send(&mut board, "draw_cards", &[], false);
}

/// §12: placing a neutral piece reveals nothing, but the last one deals the hands.
#[test]
fn s12_the_last_neutral_piece_deals() {
    let seats = [("neutral_placement", "seats"), ("start_seat", "0")];
    let (mut board, _) = Board::set_up(rules(4, &seats).unwrap(), &[]);
    for (castle, reveals) in [("c1", false), ("c2", false), ("c3", false), ("c4", true)] {
        send(&mut board, &format!("place_neutral {castle}"), &[], reveals);
    }
}

/// §12: the cards that `pay_auto` paid are public.
#[test]
fn s12_paid_cards_are_public() {
    let mut board = Board::new(2, &[], "hand0 = [\"red_1*3\", \"red_2\"]\njokers0 = 1");
    board.acts(0, "start_build wall c1_west border", &[]);
    let label = offer(&board, "pay_auto").label;
    board.acts(0, "pay_auto", &[]);
    let told = board.told(Viewer::Public, "fact-pay-cards");
    assert_eq!(listed(&told[0], "cards"), ["red_1", "red_1", "red_1", "red_2"]);
    assert_eq!(listed(&label, "cards"), listed(&told[0], "cards"), "the label foretells them");
}

/// §12: a bonus tile's kind is told to its seat, and to everybody when it is played.
#[test]
fn s12_bonus_tiles() {
    let mut board = Board::new(2, &[], r#"hand0 = ["red_1*4"]"#);
    board.acts(0, "start_build wall c1_east border", &[]);
    board.acts(0, "pay_auto", &["bonus_tile coins_5"]);
    assert!(board.told(Viewer::Public, "fact-gain-bonus").is_empty());
    assert_eq!(board.told(Viewer::Public, "fact-gain-bonus-hidden").len(), 1);
    board.acts(0, "play_coins", &["reward_card red_3", "reward_card red_2"]);
    assert_eq!(listed(&board.told(Viewer::Public, "fact-play-tile")[0], "tile"), ["coins_5"]);
}

/// Offers point at things in the view.
#[test]
fn s12_anchors_of_parameters() {
    let mut board = Board::new(
        2,
        &[],
        "hand0 = [\"white_1*4\", \"red_1*4\"]\njokers0 = 1\ntiles0 = { exchange = 1 }",
    );
    let anchors = |board: &Board, text: &str| -> Vec<String> {
        offer(board, text)
            .params
            .into_iter()
            .filter_map(|(_, _, anchor)| anchor)
            .map(|Anchor(a)| a)
            .collect()
    };
    assert_eq!(anchors(&board, "start_build wall c1_west border"), ["space c1_west"]);
    assert_eq!(anchors(&board, "start_build wall large same"), ["castle large"]);
    assert_eq!(anchors(&board, "play_exchange p1 p8"), ["node p1", "node p8"]);
    assert!(anchors(&board, "draw_cards").is_empty());
    board.acts(0, "start_build wall c1_west border", &[]);
    assert_eq!(anchors(&board, "pay_card red_1"), ["card red_1"]);
    assert_eq!(anchors(&board, "pay_card joker"), ["card joker"]);
    let names: Vec<&str> =
        offer(&board, "pay_card joker").params.iter().map(|(name, ..)| *name).collect();
    assert_eq!(names, ["card"]);
}

/// An offer warns where something would be lost.
#[test]
fn s12_warnings() {
    let warning = |board: &Board, text: &str| offer(board, text).warning.map(|w| w.key);
    let mut board = Board::new(
        2,
        &[],
        r#"
        hand0 = ["red_2*2", "green_3"]
        exchange_supply = 0
        bonus_pool = {}
        jokers0 = 4
    "#,
    );
    assert_eq!(warning(&board, "start_build wall c1_west border"), Some("warning-bonus-lost"));
    assert_eq!(warning(&board, "start_build wall c1_east border"), Some("warning-bonus-lost"));
    assert_eq!(warning(&board, "start_build wall c1_north border"), None);
    assert_eq!(warning(&board, "buy_joker"), Some("warning-coins-lost"), "7 coins for 6");
    board.acts(0, "buy_joker", &[]);
    assert_eq!(warning(&board, "pay_card green_3"), None);
    assert_eq!(warning(&board, "pay_auto"), Some("warning-coins-lost"));
    board.acts(0, "pay_card green_3", &[]);
    board.acts(0, "pay_card red_2", &[]);
    assert_eq!(warning(&board, "pay_card red_2"), Some("warning-coins-lost"), "1 is missing");
    let board = Board::new(
        2,
        &[],
        "hand0 = [\"red_3*2\", \"green_3*2\"]\ntiles0 = { ten_coins = 1, coins_5 = 1 }\ndeck = []",
    );
    assert_eq!(
        warning(&board, "start_build wall large ten_coins"),
        Some("warning-coins-lost"),
        "12 for 10"
    );
    assert_eq!(warning(&board, "draw_cards"), Some("warning-no-cards"));
    assert_eq!(warning(&board, "play_coins"), Some("warning-no-cards"));
    let board = Board::new(
        2,
        &[],
        r#"
        hand0 = ["red_1*4"]
        exchange_supply = 0
        supply0 = { wall = 1 }
    "#,
    );
    assert_eq!(
        warning(&board, "start_build wall c1_west border"),
        None,
        "the last piece takes no bonus"
    );
}
