//! §14 absent seats: by presence, and by those who leave.

use ludoteca_rules::buurn::Phase;
use ludoteca_rules::{Deed, Lifecycle, Seat};

use crate::board::Board;
use crate::desk::Desk;

/// §14: who leaves a running game is absent in the same event, and nobody waits for the seat.
#[test]
fn s14_who_resigns_is_absent() {
    let mut desk = Desk::playing(4, &[]);
    desk.count_down_to(8);
    let events = desk.log.len();
    desk.must(Deed::Resigned { seat: Seat(3) });
    assert_eq!(desk.log.len(), events + 1, "one event");
    assert!(desk.state().players[3].absent);
    assert_eq!(desk.table.due(desk.now_ms), None, "the clock plays nothing for it");
    for (seat, totem) in [(0, "P"), (1, "X"), (2, "B")] {
        desk.act(&format!("{seat} grab {totem} a1 8"));
    }
    assert_eq!(desk.state().phase, Phase::Purchase, "O stays on the mat");
    desk.verify();
}

/// §14: a seat that is left in the middle of its decision decides by default, in the same event.
#[test]
fn s14_who_leaves_in_a_decision_decides_by_default() {
    let mut desk = Desk::playing(4, &[]);
    desk.count_down_to(8);
    for (seat, totem) in [(0, "P"), (1, "X"), (2, "O")] {
        desk.act(&format!("{seat} grab {totem} a1 8"));
    }
    let lot: Vec<_> = desk.state().lot.to_vec();
    desk.must(Deed::Left { seat: Seat(0) });
    let owned = desk.state().players[0].cards();
    assert!(lot.iter().all(|family| owned.of(*family) > 0), "give_lot: its own seat");
    assert_eq!(desk.state().pending.map(|pending| pending.seat), Some(Seat(3)), "the next decides");
    desk.must(Deed::Resigned { seat: Seat(3) });
    assert_eq!((desk.state().turn, desk.state().bank), (2, 0), "market: the Bank");
    let picks = &desk.log.last().unwrap().picks;
    assert_eq!(picks.len(), 3, "the cards of turn 2 are on the tape of the resignation");
    desk.verify();
}

/// §14: who takes a seat over is there at once.
#[test]
fn s14_who_takes_over_is_present() {
    let mut desk = Desk::playing(4, &[]);
    desk.must(Deed::Resigned { seat: Seat(1) });
    assert!(desk.state().players[1].absent);
    assert_eq!(desk.table.presence(Seat(1), true), None, "nobody holds it");
    desk.join(9);
    assert!(!desk.state().players[1].absent);
    desk.count_down_to(7);
    desk.act("1 grab P a1 7");
    desk.verify();
}

/// §14: a seat whose stream was gone before it is given up stays absent; the game goes on with who is left.
#[test]
fn s14_an_absent_seat_may_be_given_up_too() {
    let mut desk = Desk::playing(3, &[]);
    desk.presence(2, false);
    desk.must(Deed::Resigned { seat: Seat(2) });
    assert!(desk.state().players[2].absent);
    desk.must(Deed::Resigned { seat: Seat(0) });
    assert_eq!(desk.table.lifecycle(), Lifecycle::Finished, "one seat is left");
    assert_eq!(desk.table.ranking(), [[Seat(1)], [Seat(0)], [Seat(2)]]);
    desk.verify();
}

/// §14: later decisions of an absent seat also default at once, without entries and without an id.
#[test]
fn s14_an_absent_buyer_takes_all_and_pays() {
    let mut board = Board::new(5, "smuggler", "");
    board.run(&["SOLD 0 8", "clock presence 0 false", "clock close a1"]);
    assert_eq!((board.state.decision_id, board.state.turn), (0, 2), "leave and give_lot, at once");
    let content = board.content();
    let ids: Vec<&str> =
        board.state.players[0].face_up.kinds().map(|(f, _)| content.family_id(f)).collect();
    assert_eq!(ids, ["citron", "fuel"], "the highest slot stays");
    assert_eq!(board.state.players[0].money, 4);
}

/// §14: cards in hand are never lost: a seat that is gone stashes by default, also one that was gone before.
#[test]
fn s14_an_absent_drawer_stashes() {
    let mut board = Board::new(4, "smuggler", "");
    board.state.bank = 0; // so that it has to pay
    board.run(&["SOLD 0 1", "1 grab X a1 1", "2 grab O a1 1", "clock presence 3 false"]);
    board.step("0 give_lot 0", &["ingredient 3 cactus", "ingredient 3 mustard"]);
    let content = board.content();
    let bottom = &board.state.deck.bottom;
    assert_eq!(content.family_id(bottom[0].family), "mustard");
    assert_eq!((bottom[0].known_by, board.state.players[3].face_down.count()), (Seat(3), 1));
    assert_eq!(board.state.turn, 2);
}

/// §14: an absent seat is not waited for in the scramble: when it goes, the phase may end.
#[test]
fn s14_going_away_may_end_the_scramble() {
    let mut board = Board::new(4, "smuggler", "");
    board.run(&["SOLD 0 6", "1 grab X a1 6", "clock presence 2 false"]);
    assert_eq!(board.state.phase, Phase::Scramble, "seat 3 and two totems are left");
    board.step("clock presence 3 false", &[]);
    assert_eq!(board.state.phase, Phase::Purchase, "nobody waits");
}

/// §14: when all seats are gone their decisions default and the turn runs to the next countdown, which waits.
#[test]
fn s14_a_turn_without_anybody_ends() {
    let mut board = Board::new(4, "smuggler", "");
    board.run(&["SOLD 0 6"]);
    board.run(&["clock presence 1 false", "clock presence 2 false", "clock presence 0 false"]);
    assert_eq!(board.state.phase, Phase::Scramble, "seat 3 is waited for");
    board.step("clock presence 3 false", &[]);
    assert_eq!((board.state.phase, board.state.turn), (Phase::Countdown, 2));
}

/// §14: a sitting-out seat gets its share and may be given cards, but no totem.
#[test]
fn s14_who_sits_out_still_shares() {
    let mut board = Board::new(3, "smuggler", "");
    board.state.players[2].money = 1;
    board.run(&["T 12..9", "2 grab O a1 9", "T 12..6", "0 grab P a2 6"]);
    assert_eq!(board.state.phase, Phase::Scramble);
    assert!(board.legal(ludoteca_rules::Actor::Seat(Seat(2))).is_empty());
    board.run(&["1 grab O a2 6"]);
    assert_eq!(board.state.phase, Phase::Purchase, "B stays: seat 2 sits out");
    board.step("0 give_lot 2", &[]);
    assert_eq!(board.state.players[2].money, 3);
    assert_eq!(board.state.players[2].face_up.count(), 2);
}

/// §14: one seat left in play plays alone; after its purchase the scramble ends at once.
#[test]
fn s14_one_seat_plays_alone() {
    let mut board = Board::new(3, "smuggler", "");
    board.run(&["clock presence 1 false", "clock presence 2 false", "SOLD 0 5"]);
    assert_eq!(board.state.phase, Phase::Purchase);
}
