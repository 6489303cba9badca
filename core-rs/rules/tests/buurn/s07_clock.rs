//! §7.1 the clock: what it does when, as far as a table says so. C1 and C7 are the service's.

use ludoteca_rules::{Deed, Refused, Seat, TableRejection};

use crate::desk::Desk;

/// A pace at which no two waits are the same.
const PACE: [(&str, &str); 6] = [
    ("tick_ms", "700"),
    ("grace_ms", "50"),
    ("reveal_ms", "4000"),
    ("restart_ms", "3000"),
    ("scramble_ms", "9000"),
    ("decision_ms", "20000"),
];

/// §7.1 C2, C3: the first number waits for the cards to be seen, every other one for the number before it.
#[test]
fn s07_1_numbers_wait_for_their_time() {
    let mut desk = Desk::playing(4, &PACE);
    assert_eq!(desk.wait(), 4_000, "reveal_ms");
    assert_eq!(desk.wait(), 750, "tick_ms + grace_ms");
    let start = desk.state().start_number;
    assert_eq!(desk.state().count, Some(start - 1));
    desk.act(&format!("3 grab X a1 {}", start - 1));
    assert_eq!(desk.state().auction_id, 2, "a false start");
    assert_eq!(desk.wait(), 3_000, "restart_ms");
    assert_eq!(desk.wait(), 750);
    desk.count_down_to(1);
    desk.wait();
    assert_eq!((desk.state().turn, desk.state().count), (2, None), "nobody bought");
    assert_eq!(desk.wait(), 4_000, "reveal_ms: new cards");
    desk.verify();
}

/// §7.1 C4: the scramble and every decision have their time, which nothing that happens between makes longer.
#[test]
fn s07_1_scramble_and_decisions_wait_for_their_time() {
    let mut desk = Desk::playing(5, &PACE);
    desk.count_down_to(6);
    desk.act("0 grab P a1 6");
    desk.now_ms += 5_000;
    desk.act("1 grab X a1 6");
    assert_eq!(desk.wait(), 4_000, "9000 from the sale on, not from the last grab");
    assert_eq!(desk.state().decision_id, 1, "leave");
    desk.now_ms += 7_000;
    desk.presence(3, false);
    assert_eq!(desk.wait(), 13_000, "20000 from the question on");
    assert_eq!(desk.state().decision_id, 2, "give_lot is a decision of its own");
    assert_eq!(desk.wait(), 20_000);
    desk.verify();
}

/// §7.1: the clock does nothing before its time, and nothing but what is next.
#[test]
fn s07_1_nothing_is_called_too_early() {
    let mut desk = Desk::playing(4, &PACE);
    let tick = desk.deed(&format!("clock tick a1 {}", desk.state().start_number));
    desk.now_ms += 3_999;
    assert_eq!(desk.ask(tick.clone()), Err(Refused::Table(TableRejection::NotDue)));
    desk.now_ms += 1;
    desk.must(tick.clone());
    let refused = desk.ask(tick).unwrap_err();
    assert_eq!(ludoteca_rules::Refusal::code(&refused), "bad_tick", "C5: a second copy");
}

/// §7.1 C5: a worker that begins anew finds the whole wait beside the time that the log gives.
#[test]
fn s07_1_after_a_crash_the_whole_wait_is_known() {
    let mut desk = Desk::playing(4, &PACE);
    desk.wait();
    let folded = ludoteca_rules::Table::replay(crate::board::content(), &desk.log).unwrap();
    assert_eq!(folded.alarm_at_ms(), Some(desk.now_ms + 750));
    assert_eq!(folded.alarm_after_ms(), Some(750), "to wait again, from now on");
    // Who waits longer than the log asks does no harm: the later time stands in the log.
    desk.now_ms += 10_000;
    let deed = desk.table.due(desk.now_ms).unwrap();
    desk.must(deed);
    assert_eq!(desk.table.alarm_at_ms(), Some(desk.now_ms + 750));
    desk.verify();
}

/// §7.1 C6: nothing is due while every seat is absent; who comes back finds the whole wait before them.
#[test]
fn s07_1_an_empty_table_is_paused() {
    let mut desk = Desk::playing(3, &PACE);
    desk.wait();
    for seat in 0..3 {
        desk.presence(seat, false);
    }
    assert_eq!((desk.table.alarm_at_ms(), desk.table.due(u64::MAX)), (None, None));
    desk.now_ms += 1_000_000;
    desk.presence(1, true);
    assert_eq!(desk.wait(), 750);
    desk.verify();
}

/// §7.1 C4, §7.2: on an untimed table the clock only calls, and only for a first player who is away.
#[test]
fn s07_2_an_untimed_table_waits_for_its_seats() {
    let mut desk = Desk::playing(4, &[("tick_ms", "0"), ("grace_ms", "50"), ("reveal_ms", "4000")]);
    assert_eq!(desk.table.alarm_at_ms(), None, "seat 0 calls");
    desk.act(&format!("0 count a1 {}", desk.state().start_number));
    assert_eq!(desk.table.alarm_at_ms(), None);
    desk.presence(0, false);
    assert_eq!(desk.wait(), 1_050, "the usual tick_ms, and grace_ms");
    desk.presence(0, true);
    assert_eq!(desk.table.alarm_at_ms(), None, "seat 0 calls again");
    let count = desk.state().count.unwrap();
    desk.act(&format!("2 grab P a1 {count}"));
    assert_eq!(desk.table.alarm_at_ms(), None, "no close");
    for (seat, totem) in [(0, "X"), (1, "O")] {
        desk.act(&format!("{seat} grab {totem} a1 {count}"));
    }
    assert!(desk.state().pending.is_some());
    assert_eq!(desk.table.alarm_at_ms(), None, "no timeout");
    desk.verify();
}

/// §7.1: times are the table's, not the rules': the same actions at another pace make the same game.
#[test]
fn s07_1_the_pace_changes_nothing_else() {
    let mut slow = Desk::playing(4, &[("tick_ms", "5000")]);
    let mut fast = Desk::playing(4, &[("tick_ms", "300"), ("reveal_ms", "0")]);
    for desk in [&mut slow, &mut fast] {
        desk.count_down_to(4);
        desk.act("2 grab P a1 5");
    }
    assert_eq!(slow.state(), fast.state());
}

/// R32: the whole game by the clock alone, at a table where nobody does anything, replays and verifies.
#[test]
fn r32_a_game_of_ticks_replays() {
    let mut desk = Desk::playing(3, &PACE);
    let mut ticks = 0;
    while !desk.table.is_over() {
        desk.wait();
        ticks += 1;
    }
    desk.verify();
    println!("{ticks} ticks");
    assert!(ticks > 15 * 12);
    assert_eq!(desk.table.alarm_at_ms(), None);
    let resigned = Deed::Resigned { seat: Seat(0) };
    assert_eq!(desk.ask(resigned), Err(Refused::Table(TableRejection::TableOver)));
}
