//! The clock as an actor: what it does next, when that is due, and who is there.

use super::{Lifecycle, Table};
use crate::event::{Deed, Event};
use crate::refusal::TableRejection;
use crate::{Actor, Alarm, Game, Report, Seat, Tape};

/// What the clock does next, and from when on.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) struct Armed<A> {
    action: A,
    /// Not before: counted from the event that made it the next thing to do.
    due_ms: u64,
    after_ms: u64,
}

impl<G: Game> Table<G> {
    /// Sets the alarm after an event. What was the next thing before and still is keeps its time, unless the
    /// event carried it out.
    pub(super) fn arm(&mut self, event: &Event<G::Action>) {
        let kept = self.alarm.take();
        let state = self.state.as_ref().filter(|_| self.lifecycle == Lifecycle::Playing);
        let Some(Alarm { action, after_ms }) =
            state.and_then(|state| G::alarm(self.rules(), state))
        else {
            return;
        };
        let carried_out = matches!(
            &event.deed,
            Deed::Acted { actor: Actor::Clock, action: done, .. } if *done == action
        );
        let kept = kept.filter(|kept| kept.action == action && !carried_out);
        self.alarm = Some(kept.unwrap_or_else(|| {
            let due_ms = event.at_ms.saturating_add(after_ms);
            Armed { action, due_ms, after_ms }
        }));
    }

    /// In a game played in real time a seat that somebody takes over is there, and one that its holder gives up
    /// is not.
    pub(super) fn note_presence(
        &mut self,
        seat: Seat,
        present: bool,
        chance: &mut Tape<'_>,
        report: &mut Report,
    ) {
        if self.lifecycle != Lifecycle::Playing {
            return;
        }
        let (Some(state), Some(action)) = (&mut self.state, G::presence(seat, present)) else {
            return;
        };
        let rules = &self.charter.rules;
        // Refused where it changes nothing: the seat was not there before it was given up.
        if G::apply(rules, state, Actor::Clock, &action, chance, report).is_ok() {
            self.settle();
        }
    }

    /// Whether the clock may act so at `at_ms`: the alarm that is due, or that a seat came or went.
    ///
    /// What the rules refuse anyway is left to them: their reason says more.
    pub(super) fn permit_clock(
        &self,
        action: &G::Action,
        at_ms: u64,
    ) -> Result<(), TableRejection> {
        let Some(state) = self.state.as_ref().filter(|_| self.lifecycle == Lifecycle::Playing)
        else {
            return Ok(());
        };
        let due = self.alarm.as_ref().is_some_and(|a| a.due_ms <= at_ms && a.action == *action);
        let held = |seat: &Seat| self.holder(*seat).is_some();
        let told = |seat| [true, false].map(|present| G::presence(seat, present));
        let mut presences = Seat::all(self.seats()).filter(held).flat_map(told);
        if due
            || presences.any(|presence| presence.as_ref() == Some(action))
            || G::check(self.rules(), state, Actor::Clock, action).is_err()
        {
            return Ok(());
        }
        Err(TableRejection::NotDue)
    }

    /// What the clock does by itself when its time has come.
    pub(super) fn alarm_due(&self, now_ms: u64) -> Option<Deed<G::Action>> {
        let armed = self.alarm.as_ref().filter(|armed| armed.due_ms <= now_ms)?;
        let action = armed.action.clone();
        Some(Deed::Acted { actor: Actor::Clock, by_clock: false, action })
    }

    /// When the clock does the next thing that the rules ask of it, by the log alone. `None`: nothing.
    pub fn alarm_at_ms(&self) -> Option<u64> {
        self.alarm.as_ref().map(|armed| armed.due_ms)
    }

    /// The whole wait before that: a worker that folded the table anew after a crash, when the seats may have
    /// been cut off, lets it pass once more.
    pub fn alarm_after_ms(&self) -> Option<u64> {
        self.alarm.as_ref().map(|armed| armed.after_ms)
    }

    /// The clock's deed that says that `seat` came or went; `None` where that is no news, or nobody's business:
    /// the game does not ask, or nobody holds the seat.
    pub fn presence(&self, seat: Seat, present: bool) -> Option<Deed<G::Action>> {
        let state = self.state.as_ref().filter(|_| self.lifecycle == Lifecycle::Playing)?;
        self.holder(seat)?;
        let action = G::presence(seat, present)?;
        G::check(self.rules(), state, Actor::Clock, &action).ok()?;
        Some(Deed::Acted { actor: Actor::Clock, by_clock: false, action })
    }
}
