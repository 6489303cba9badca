//! §6 turn structure, §7.2 the draw, §7.5 the end of a turn.

use ludoteca_rules::Seat;
use ludoteca_rules::burgenland::{Phase, Rejection};

use crate::board::Board;

const RICH: &str = r#"
hand0 = ["red_1*4", "green_1*4", "white_1*4", "white_3"]
jokers0 = 4
tiles0 = { extra_space = 1, ten_coins = 1, ignore_rules = 1, coins_5 = 1, exchange = 1 }
site = { c1_north = "wall/neutral", c1_west = "house/1", c2_north = "keep/neutral" }
"#;

/// §6: the canonical order of a legal list.
#[test]
fn s06_canonical_order() {
    let legal = Board::new(4, &[], RICH).legal();
    let order = ["draw_cards", "start_build", "buy_joker", "play_exchange", "play_coins"];
    let place = |text: &String| order.iter().position(|name| text.starts_with(name)).unwrap();
    assert!(legal.iter().map(place).is_sorted(), "actions");
    let builds: Vec<Vec<&str>> = legal
        .iter()
        .filter(|text| text.starts_with("start_build"))
        .map(|text| text.split(' ').skip(1).collect())
        .collect();
    let rank = |words: &Vec<&str>| {
        let index = |list: &[&str], word: &str| list.iter().position(|w| *w == word).unwrap();
        let piece = index(&["wall", "house", "keep", "well"], words[0]);
        let (castle, space) = match words[1].split_once('_') {
            None => (12, 0),
            Some((castle, space)) => (
                castle[1..].parse::<usize>().unwrap(),
                index(&["north", "west", "east", "extra", "well"], space),
            ),
        };
        let price = index(&["border", "ten_coins", "same", "different"], words[2]);
        (piece, castle, space, price, words.len())
    };
    assert!(builds.is_sorted_by_key(rank), "{builds:?}");
    assert!(builds.len() > 100, "{}", builds.len());
    assert!(builds.contains(&vec!["keep", "c2_west", "border", "ignore"]));
    assert!(builds.contains(&vec!["house", "c1_extra", "ten_coins", "ignore"]));
    let exchanges: Vec<&String> = legal.iter().filter(|t| t.starts_with("play_exchange")).collect();
    assert_eq!(exchanges.len(), 28);
    assert_eq!(
        (exchanges[0].as_str(), exchanges[27].as_str()),
        ("play_exchange p1 p2", "play_exchange p7 p8")
    );
}

/// §6: inside a payment the cards are listed in the order of the content, the joker last.
#[test]
fn s06_order_of_cards() {
    let mut board = Board::new(4, &[], RICH);
    board.acts(0, "start_build wall large ten_coins", &[]);
    let wanted = [
        "pay_auto",
        "pay_card red_1",
        "pay_card green_1",
        "pay_card white_1",
        "pay_card white_3",
        "pay_card joker",
    ];
    assert_eq!(board.legal(), wanted);
}

/// §6: the list is given only to the acting seat.
#[test]
fn s06_only_the_acting_seat_has_actions() {
    let board = Board::new(4, &[], RICH);
    assert!((1..4).all(|seat| board.legal_of(seat).is_empty()));
}

/// §6: after the main action come optional ones, then `end_turn`; nothing is passed automatically.
#[test]
fn s06_end_turn_is_always_sent() {
    let mut board = Board::new(2, &[], "");
    board.acts(0, "draw_cards", &["draw_card red_1", "draw_card red_1"]);
    assert_eq!((board.state.phase, board.state.seat), (Phase::After, Seat(0)));
    assert_eq!(board.legal(), ["end_turn"]);
    assert_eq!(board.act(0, "draw_cards", &[]), Err(Rejection::AlreadyActed));
    board.acts(0, "end_turn", &[]);
    assert_eq!((board.state.phase, board.state.seat, board.state.turn), (Phase::Main, Seat(1), 2));
}

/// §7.2: a draw takes two cards, whatever the hand holds: there is no limit.
#[test]
fn s07_2_no_hand_limit() {
    let mut board = Board::new(2, &[], r#"hand0 = ["red_1*4", "red_2*4", "red_3*2", "green_1*4"]"#);
    board.acts(0, "draw_cards", &["draw_card white_1", "draw_card white_2"]);
    assert_eq!(board.player(0).hand.count(), 16);
}

/// §7.5: the turn number counts the turns of all seats and starts the next one in `main`.
#[test]
fn s07_5_end_turn_passes_clockwise() {
    let mut board = Board::new(3, &[], "seat = 2\nturn = 9");
    board.acts(2, "draw_cards", &["draw_card red_1", "draw_card red_1"]);
    board.acts(2, "end_turn", &[]);
    assert_eq!((board.state.seat, board.state.turn), (Seat(0), 10));
}
