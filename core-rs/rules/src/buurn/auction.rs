//! Calling numbers (`rules.md` §7.2) and false starts (§7.4).

use super::Buurn;
use super::action::Action;
use super::facts;
use super::ids::{Phase, Totem};
use super::play::Play;
use super::rejection::Rejection;
use super::state::State;
use crate::{Actor, Rules, Seat};

/// Whether the clock calls the numbers now: on a timed table, and where the first player is not there.
pub(super) fn clock_calls(rules: &Rules<Buurn>, state: &State) -> bool {
    rules.options.tick_ms > 0 || state.player(state.first_player).absent
}

/// Whether `actor` may call the number `to` in `auction`, as a tick of the clock or as a seat's count.
///
/// Rules: buurn §7.2.
pub(super) fn check_call(
    rules: &Rules<Buurn>,
    state: &State,
    actor: Actor,
    is_tick: bool,
    (auction, to): (u32, u32),
) -> Result<(), Rejection> {
    if state.phase != Phase::Countdown {
        return Err(Rejection::WrongPhase);
    }
    if auction != state.auction_id {
        return Err(Rejection::StaleAuction { auction: state.auction_id, section: "7.2" });
    }
    let first = state.first_player;
    if is_tick && !clock_calls(rules, state) {
        return Err(Rejection::FirstPlayerCalls { seat: first });
    }
    if !is_tick && rules.options.tick_ms > 0 {
        return Err(Rejection::ClockCalls);
    }
    if !is_tick && actor != Actor::Seat(first) {
        return Err(Rejection::NotFirstPlayer { seat: first });
    }
    let next = state.next_number();
    if to == u32::from(next) { Ok(()) } else { Err(Rejection::BadTick { next }) }
}

/// The call that a seat may make.
pub(super) fn legal_count(rules: &Rules<Buurn>, state: &State, seat: Seat, out: &mut Vec<Action>) {
    let untimed = rules.options.tick_ms == 0;
    if state.phase == Phase::Countdown && untimed && seat == state.first_player {
        out.push(Action::Count { auction: state.auction_id, to: state.next_number().into() });
    }
}

/// The call that the clock may make.
pub(super) fn legal_tick(rules: &Rules<Buurn>, state: &State, out: &mut Vec<Action>) {
    if state.phase == Phase::Countdown && clock_calls(rules, state) {
        out.push(next_tick(state));
    }
}

/// The clock's next call.
pub(super) fn next_tick(state: &State) -> Action {
    Action::Tick { auction: state.auction_id, to: state.next_number().into() }
}

impl Play<'_, '_> {
    /// The next number; at 0 nobody can buy any more and the turn ends (R5).
    ///
    /// Rules: buurn §7.2.
    pub(super) fn call(&mut self) {
        let number = self.state.next_number();
        self.state.count = Some(number);
        self.report.tell(|| facts::called(number));
        if number == 0 {
            self.report.tell(facts::nobody_buys);
            self.end_unsold();
        }
    }

    /// A new auction: everything that was sent for the one before is stale.
    ///
    /// Rules: buurn §6 step 6, §7.4.
    pub(super) fn open_auction(&mut self, restarted: bool) {
        let state = &mut *self.state;
        state.auction_id = state.auction_id.saturating_add(1);
        state.restarted = restarted;
        state.count = None;
        state.phase = Phase::Countdown;
        let (auction, start) = (state.auction_id, state.start_number);
        self.report.tell(|| facts::auction_opens(auction, start));
    }

    /// A hand on a totem that it may not touch yet, or that it cannot pay.
    ///
    /// Rules: buurn §7.4.
    pub(super) fn false_start(&mut self, seat: Seat, totem: Totem, number: u8) {
        let penalty = self.content().false_start_penalty;
        let paid = self.take(seat, penalty);
        self.put_in_bank(paid);
        self.report.tell(|| facts::false_start(seat, totem, number, paid));
        if paid < penalty {
            self.state.player_mut(seat).sitting_out = true;
            self.report.tell(|| facts::sits_out(seat));
        }
        if self.seats().all(|seat| self.state.player(seat).sitting_out) {
            self.report.tell(facts::all_sit_out);
            self.end_unsold();
        } else {
            self.open_auction(true);
        }
    }
}
