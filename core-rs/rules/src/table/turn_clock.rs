//! Turn clocks: how long seats may think, and what happens to one that thinks for longer.
//!
//! All of it follows from the terms, the events that stand and their times; no clock is read. A seat's clock
//! runs while the rules ask it for a decision and somebody holds it. A seat that takes events back has thought
//! all the while since the event it goes back to: a takeback gives no time back, and takes away what the
//! events it undoes had earned.

use super::{Lifecycle, Table};
use crate::event::{Deed, Event, OnTimeout, TimeLimit, TurnClock};
use crate::refusal::TableRejection;
use crate::{Actor, Game, Seat};

/// The longest time a turn clock may give at once: 30 days.
pub const TURN_CLOCK_MOST_MS: u64 = 30 * 24 * 3_600_000;

/// The longest time that a seat is given after an outage.
const ONCE_MORE_MOST_MS: u64 = 60_000;

/// A seat's time.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct SeatClock {
    /// What was left when the clock was started last, or what is left while it stands.
    pub left_ms: u64,
    /// Since when it runs; `None` while it stands.
    pub since_ms: Option<u64>,
}

impl SeatClock {
    /// From when on nothing is left, if it runs on.
    pub(super) fn until_ms(self) -> Option<u64> {
        self.since_ms.map(|since_ms| since_ms.saturating_add(self.left_ms))
    }

    /// Stops at `at_ms`. `hands_over`: the seat has decided all that it was asked.
    fn stop(&mut self, limit: TimeLimit, at_ms: u64, hands_over: bool) {
        let Some(since_ms) = self.since_ms.take() else { return };
        match limit {
            TimeLimit::PerMove { move_ms } => self.left_ms = move_ms,
            TimeLimit::PerGame { increment_ms, .. } => {
                self.left_ms = self.left_ms.saturating_sub(at_ms.saturating_sub(since_ms));
                if hands_over {
                    self.left_ms = self.left_ms.saturating_add(increment_ms);
                }
            }
        }
    }
}

impl TimeLimit {
    /// What a seat begins with.
    pub(super) const fn whole_ms(self) -> u64 {
        match self {
            Self::PerMove { move_ms } => move_ms,
            Self::PerGame { bank_ms, .. } => bank_ms,
        }
    }
}

impl<G: Game> Table<G> {
    /// Whether a table of this game may have such a clock.
    pub(super) fn check_turn_clock(clock: Option<TurnClock>) -> Result<(), TableRejection> {
        let Some(TurnClock { limit, .. }) = clock else { return Ok(()) };
        if G::PRESENCE {
            return Err(TableRejection::NoTurnClock);
        }
        let increment_ms = match limit {
            TimeLimit::PerMove { .. } => 0,
            TimeLimit::PerGame { increment_ms, .. } => increment_ms,
        };
        let fits = (1..=TURN_CLOCK_MOST_MS).contains(&limit.whole_ms());
        if fits && increment_ms <= TURN_CLOCK_MOST_MS {
            return Ok(());
        }
        Err(TableRejection::BadTurnClock { most: TURN_CLOCK_MOST_MS / 1_000 })
    }

    /// The time of every seat, in seat order; empty where nobody counts it, and before the start.
    pub fn clocks(&self) -> &[SeatClock] {
        &self.clocks
    }

    /// Stops and starts the clocks after an event.
    pub(super) fn run_clocks(&mut self, event: &Event<G::Action>) {
        let Some(TurnClock { limit, .. }) = self.charter.created.turn_clock else { return };
        if matches!(event.deed, Deed::Started { .. }) {
            let whole = SeatClock { left_ms: limit.whole_ms(), since_ms: None };
            self.clocks = vec![whole; usize::from(self.seats())];
        }
        let deciders = self.deciders();
        for seat in Seat::all(self.seats()) {
            let held = self.holder(seat).is_some();
            let asked = held && deciders.contains(seat);
            let Some(clock) = self.clocks.get_mut(seat.index()) else { return };
            let acted = matches!(
                event.deed,
                Deed::Acted { actor: Actor::Seat(actor), .. } if actor == seat
            );
            if acted || !asked {
                clock.stop(limit, event.at_ms, held && !asked);
            }
            if matches!(event.deed, Deed::TimedOut { seat: late } if late == seat) {
                clock.left_ms = limit.whole_ms(); // for whoever takes the seat over
            }
            if asked && clock.since_ms.is_none() {
                clock.since_ms = Some(event.at_ms);
            }
        }
        if let (Some(seat), Some(until_ms)) = (self.run.seat, self.run.until_ms.last_mut()) {
            *until_ms = until(&self.clocks, seat);
        }
    }

    /// How long `seat` may go on thinking as things stand: a takeback to here comes in time before that.
    pub(super) fn until_ms(&self, seat: Seat) -> u64 {
        until(&self.clocks, seat)
    }

    /// When the next clock runs out, and whose: the lowest seat among those of one time.
    fn next_out(&self) -> Option<(u64, Seat)> {
        if self.lifecycle != Lifecycle::Playing {
            return None;
        }
        let running = (0u8..).zip(&self.clocks);
        running.filter_map(|(seat, clock)| Some((clock.until_ms()?, Seat(seat)))).min()
    }

    /// When the first of the clocks that run will have run out.
    pub fn clock_at_ms(&self) -> Option<u64> {
        self.next_out().map(|(until_ms, _)| until_ms)
    }

    /// How long a service that was away waits once more before it says that a seat has run out of time: as long as
    /// the seat had at the start, up to a minute.
    pub fn clock_after_ms(&self) -> Option<u64> {
        let whole_ms = self.charter.created.turn_clock?.limit.whole_ms();
        self.next_out().map(|_| whole_ms.min(ONCE_MORE_MOST_MS))
    }

    /// Whether the seat has no time left at `at_ms`.
    pub(super) fn has_run_out(&self, seat: Seat, at_ms: u64) -> bool {
        let clock = self.clocks.get(seat.index());
        let until_ms = clock.and_then(|clock| clock.until_ms());
        self.lifecycle == Lifecycle::Playing && until_ms.is_some_and(|until_ms| until_ms <= at_ms)
    }

    /// What the clock plays for a seat that somebody holds and whose time has run out, if the terms say so and
    /// the rules know of something.
    pub(super) fn default_on_timeout(&self, seat: Seat) -> Option<G::Action> {
        let TurnClock { on_timeout, .. } = self.charter.created.turn_clock?;
        let state = self.state.as_ref().filter(|_| on_timeout == OnTimeout::Default)?;
        G::default_action(self.rules(), state, seat)
    }

    /// What the clock does about the seat whose time has run out first.
    pub(super) fn timeout_due(&self, now_ms: u64) -> Option<Deed<G::Action>> {
        let (_, seat) = self.next_out().filter(|(until_ms, _)| *until_ms <= now_ms)?;
        Some(match self.default_on_timeout(seat) {
            Some(action) => Deed::Acted { actor: Actor::Seat(seat), by_clock: true, action },
            None => Deed::TimedOut { seat },
        })
    }

    /// Whether a seat could have been timed out here, the time apart.
    pub(super) fn check_timeout(&self, seat: Seat) -> Result<(), TableRejection> {
        self.check_going_on()?;
        self.check_held(seat)?;
        let running = self.clocks.get(seat.index()).is_some_and(|clock| clock.since_ms.is_some());
        if running && self.default_on_timeout(seat).is_none() {
            return Ok(());
        }
        Err(TableRejection::NotDue)
    }

    /// A seat's time is out: its holder has lost it, or the table ends with it at the end of the ranking.
    pub(super) fn time_out(&mut self, seat: Seat) {
        let ends = self.charter.created.turn_clock.is_some_and(|c| c.on_timeout == OnTimeout::End);
        if ends {
            self.vacated.push(seat);
            self.lifecycle = Lifecycle::Finished;
            self.run.end();
        } else {
            self.vacate(seat);
        }
    }
}

fn until(clocks: &[SeatClock], seat: Seat) -> u64 {
    clocks.get(seat.index()).and_then(|clock| clock.until_ms()).unwrap_or(u64::MAX)
}
