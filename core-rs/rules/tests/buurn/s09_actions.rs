//! §9 actions: what the clock decides for a seat, and what a list holds.

use ludoteca_rules::buurn::Buurn;
use ludoteca_rules::{Actor, Game, Seat};

use crate::board::Board;

/// Runs the steps; then the clock's timeout does what `action` does.
fn defaults_to(board: &Board, action: &str) {
    let pending = board.state.pending.expect("a decision");
    let mut by_clock = board.clone();
    let timeout = format!("clock timeout {} d{}", pending.seat.0, board.state.decision_id);
    by_clock.step(&timeout, &[]);
    let mut by_seat = board.clone();
    by_seat.step(&format!("{} {action}", pending.seat.0), &[]);
    assert_eq!(by_clock.state, by_seat.state, "{action}");
}

/// §9: the default of each decision.
#[test]
fn s09_defaults() {
    let mut five = Board::new(5, "hard_bargainer", "");
    five.run(&["SOLD 0 8", "1 grab X a1 8", "2 grab O a1 8", "3 grab B a1 8"]);
    defaults_to(&five, "leave 2");
    five.run(&["0 leave 1"]);
    defaults_to(&five, "give_lot 0");
    five.run(&["0 give_lot 3"]);
    defaults_to(&five, "market bank");
    five.run(&["3 market pay"]);
    defaults_to(&five, "stash 0 bottom");
    five.run(&["3 stash 1 top", "4 market pay"]);
    defaults_to(&five, "give_third 4");
    let cards = "face_up2 = [\"citron\"]\nface_up0 = [\"fuel\"]";
    for (offer, question) in [("swap_meet", "swap"), ("fly_tipper", "give")] {
        let mut board = Board::new(4, offer, cards);
        board.run(&["SOLD 0 1", "1 grab X a1 1", "2 grab O a1 1", "0 give_lot 0"]);
        assert_eq!(board.state.pending.unwrap().question.id(), question);
        defaults_to(&board, "skip");
    }
}

/// §9: the largest list: 7 x 4 x 7 exchanges and `skip`.
#[test]
fn s09_the_largest_list() {
    let all = "\"cactus\", \"carolina_reaper\", \"citron\", \"fuel\", \"ghost_pepper\", \"mustard\", \"explosives\"";
    let lines: Vec<String> = (0..5).map(|seat| format!("face_up{seat} = [{all}]")).collect();
    let mut board = Board::new(5, "swap_meet", &format!("lot = []\n{}", lines.join("\n")));
    board.run(&["SOLD 0 1", "1 grab X a1 1", "2 grab O a1 1", "clock close a1"]);
    let listed = board.listed(Actor::Seat(Seat(2)));
    assert_eq!(listed.len(), 197);
    assert_eq!(listed[0], "swap cactus 0 cactus");
    assert_eq!(listed[195], "swap tequila 4 tequila".replace("tequila", "ghost_pepper"));
    assert_eq!(listed[196], "skip");
}

/// §9: no action but those of the clock and of the seats in play; nobody else has a list.
#[test]
fn s09_who_has_something_to_do() {
    let mut board = Board::new(4, "smuggler", "");
    let deciders = |board: &Board| -> Vec<u8> {
        Buurn::deciders(&board.rules, &board.state).iter().map(|seat| seat.0).collect()
    };
    assert_eq!(deciders(&board), [0; 0], "before the first number all wait for the clock");
    board.run(&["clock presence 2 false", "T 12..6"]);
    assert_eq!(deciders(&board), [0, 1, 3]);
    board.run(&["0 grab P a1 6"]);
    assert_eq!(deciders(&board), [1, 3]);
    board.run(&["1 grab B a1 6", "3 grab O a1 6"]);
    assert_eq!(deciders(&board), [0], "give_lot");
}

/// §9: what turns a card says so; a false start only if nobody is left and the turn ends.
#[test]
fn s09_offers_say_what_turns_a_card() {
    let reveals = |board: &Board, seat: u8| -> Vec<bool> {
        let actor = Actor::Seat(Seat(seat));
        let offer = |action: &_| Buurn::offer(&board.rules, &board.state, actor, action).reveals;
        board.legal(actor).iter().map(offer).collect()
    };
    let mut board = Board::new(4, "smuggler", "bank = 3");
    board.run(&["T 12..6"]);
    assert!(reveals(&board, 0).iter().all(|reveals| !reveals), "hands on totems show nothing");
    board.run(&["0 grab P a1 6", "1 grab B a1 6", "2 grab O a1 6"]);
    assert_eq!(reveals(&board, 0), [false; 4], "who gets the lot: the market is asked next");
    board.run(&["0 give_lot 0"]);
    assert_eq!(reveals(&board, 1), [true, true], "two cards, or the next turn");
}

/// §9: offers tell false starts and what they cost.
#[test]
fn s09_offers_tell_false_starts() {
    let mut board = Board::new(4, "smuggler", "money = [12, 1, 12, 12]");
    board.run(&["T 12..6"]);
    let actor = Actor::Seat(Seat(1));
    for action in board.legal(actor) {
        let offer = Buurn::offer(&board.rules, &board.state, actor, &action);
        assert!(offer.false_start && !offer.reveals, "$1 buys nothing at 6");
        let warning = offer.warning.expect("a fault costs something");
        assert_eq!(warning.key, "warning-sit-out");
    }
    let actor = Actor::Seat(Seat(0));
    let offers: Vec<_> = board
        .legal(actor)
        .iter()
        .map(|action| Buurn::offer(&board.rules, &board.state, actor, action))
        .collect();
    assert!(!offers[0].false_start && offers[0].warning.is_none());
    assert_eq!(offers[2].warning.as_ref().unwrap().key, "warning-false-start");
}
