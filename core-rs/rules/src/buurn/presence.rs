//! Who is there (`rules.md` §9, §14), and what the clock does by itself (§7.1).

use super::action::Action;
use super::facts;
use super::ids::Phase;
use super::play::Play;
use super::rejection::Rejection;
use super::state::State;
use super::{Buurn, auction};
use crate::{Alarm, Rules, Seat};

/// Whether it is news that the seat is there, or is not.
///
/// Rules: buurn §9, R30.
pub(super) fn check(state: &State, seat: Seat, present: bool) -> Result<(), Rejection> {
    if state.player(seat).absent == present { Ok(()) } else { Err(Rejection::OptionUnavailable) }
}

/// What the clock does next and how long it waits: the next number, the end of the scramble, a decision that
/// takes too long. On an untimed table it only stands in for a first player who is not there.
///
/// Rules: buurn §7.1.
pub(super) fn alarm(rules: &Rules<Buurn>, state: &State) -> Option<Alarm<Action>> {
    let options = &rules.options;
    if Seat::all(rules.seats).all(|seat| state.player(seat).absent) {
        return None; // C6: the table is paused
    }
    let timed = options.tick_ms > 0;
    let (action, after_ms) = match (state.phase, state.pending) {
        (Phase::Countdown, _) if auction::clock_calls(rules, state) => {
            // A table without a pace of its own gets the usual one while the clock calls for somebody.
            let tick_ms = if timed { options.tick_ms } else { rules.content.defaults.tick_ms };
            let after_ms = match (state.count, state.restarted) {
                (Some(_), _) => tick_ms.saturating_add(options.grace_ms),
                (None, true) => options.restart_ms,
                (None, false) => options.reveal_ms,
            };
            (auction::next_tick(state), after_ms)
        }
        (Phase::Scramble, _) if timed => {
            (Action::Close { auction: state.auction_id }, options.scramble_ms)
        }
        (_, Some(pending)) if timed => {
            let decision = state.decision_id;
            (Action::Timeout { seat: pending.seat, decision }, options.decision_ms)
        }
        _ => return None,
    };
    Some(Alarm { action, after_ms: after_ms.into() })
}

impl Play<'_, '_> {
    /// A seat comes or goes: nobody waits for one that is not there.
    ///
    /// Rules: buurn §9, §14.
    pub(super) fn note_presence(&mut self, seat: Seat, present: bool) {
        self.state.player_mut(seat).absent = !present;
        self.report.tell(|| facts::presence(seat, present));
        match (self.state.phase, self.state.pending) {
            (Phase::Scramble, _) => self.settle_scramble(),
            (_, Some(pending)) if pending.seat == seat && !present => {
                self.answer_by_default(pending);
            }
            _ => {}
        }
    }
}
