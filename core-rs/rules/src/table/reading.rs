//! What can be read off a table.

use super::{Lifecycle, Table};
use crate::event::{Created, Deed, Holder};
use crate::{Actor, Game, Outcome, Rules, Seat, Seats};

impl<G: Game> Table<G> {
    /// How many seats nobody holds.
    pub(super) fn free(&self) -> u8 {
        u8::try_from(self.holders.iter().filter(|h| h.is_none()).count()).unwrap_or(u8::MAX)
    }

    /// The table's terms.
    pub fn created(&self) -> &Created {
        &self.charter.created
    }

    /// The first event's time.
    pub fn created_at_ms(&self) -> u64 {
        self.charter.created_at_ms
    }

    /// What the table plays by.
    pub fn rules(&self) -> &Rules<G> {
        &self.charter.rules
    }

    /// The number of seats.
    pub fn seats(&self) -> u8 {
        self.charter.rules.seats
    }

    /// Who holds `seat`.
    pub fn holder(&self, seat: Seat) -> Option<&Holder> {
        self.holders.get(seat.index())?.as_ref()
    }

    /// The seat whose token has this hash.
    pub fn seat_of(&self, token_hash: &[u8]) -> Option<Seat> {
        let holds = |holder: &Option<Holder>| {
            holder.as_ref().is_some_and(|h| !token_hash.is_empty() && h.token_hash == token_hash)
        };
        let index = self.holders.iter().position(holds)?;
        u8::try_from(index).ok().map(Seat)
    }

    /// Vacated seats, in the order they went.
    pub fn vacated(&self) -> &[Seat] {
        &self.vacated
    }

    /// Where the table stands in its life.
    pub const fn lifecycle(&self) -> Lifecycle {
        self.lifecycle
    }

    /// Whether nothing can happen at the table any more.
    pub const fn is_over(&self) -> bool {
        matches!(self.lifecycle, Lifecycle::Finished | Lifecycle::Abandoned)
    }

    /// The last event's seq.
    pub const fn seq(&self) -> u64 {
        self.seq
    }

    /// The last event's time.
    pub const fn at_ms(&self) -> u64 {
        self.at_ms
    }

    /// The state of the game, once the table has started.
    pub const fn state(&self) -> Option<&G::State> {
        self.state.as_ref()
    }

    /// The seats that have a decision to make now.
    pub fn deciders(&self) -> Seats {
        match (&self.state, self.lifecycle) {
            (Some(state), Lifecycle::Playing) => G::deciders(self.rules(), state),
            _ => Seats::default(),
        }
    }

    /// The legal actions of `actor`, in the canonical order of `rules.md`.
    pub fn legal(&self, actor: Actor) -> Vec<G::Action> {
        let mut out = Vec::new();
        if let (Some(state), Lifecycle::Playing) = (&self.state, self.lifecycle) {
            G::legal(self.rules(), state, actor, &mut out);
        }
        out
    }

    /// The lowest seq `seat` may take back to: the state after that event stands. `None`: nothing.
    pub fn takeback_from(&self, seat: Seat) -> Option<u64> {
        if self.run.seat == Some(seat) { self.run.seqs.first().copied() } else { None }
    }

    /// The standing seqs `seat` may take back to, lowest first.
    pub fn takeback_choices(&self, seat: Seat) -> &[u64] {
        match (self.run.seat, self.run.seqs.split_last()) {
            (Some(owner), Some((_, choices))) if owner == seat => choices,
            _ => &[],
        }
    }

    /// Groups of seats that share a rank, best first; empty while the table goes on and when it was abandoned.
    /// Vacated seats come last: the last to go first.
    pub fn ranking(&self) -> Vec<Vec<Seat>> {
        if self.lifecycle != Lifecycle::Finished {
            return Vec::new();
        }
        let staying = |seat: &Seat| !self.vacated.contains(seat);
        let ended = self.state.as_ref().and_then(|state| G::outcome(self.rules(), state));
        let groups = match ended {
            Some(Outcome { ranking, .. }) => ranking,
            None => vec![Seat::all(self.seats()).collect()],
        };
        let kept = groups.into_iter().map(|g| g.into_iter().filter(staying).collect::<Vec<_>>());
        let gone = self.vacated.iter().rev().map(|seat| vec![*seat]);
        kept.filter(|group| !group.is_empty()).chain(gone).collect()
    }

    /// The game's own outcome, once it has one.
    pub fn outcome(&self) -> Option<Outcome> {
        self.state.as_ref().and_then(|state| G::outcome(self.rules(), state))
    }

    /// What the clock has to do at `now_ms`: play for a seat that nobody holds, do what the rules ask of it,
    /// do something about a seat that has thought for too long, or end a table nobody plays.
    pub fn due(&self, now_ms: u64) -> Option<Deed<G::Action>> {
        if self.is_over() {
            return None;
        }
        if let Some(state) = &self.state {
            for seat in self.deciders().iter().filter(|seat| self.holder(*seat).is_none()) {
                if let Some(action) = G::default_action(self.rules(), state, seat) {
                    let actor = Actor::Seat(seat);
                    return Some(Deed::Acted { actor, by_clock: true, action });
                }
            }
        }
        if let Some(deed) = self.alarm_due(now_ms).or_else(|| self.timeout_due(now_ms)) {
            return Some(deed);
        }
        self.abandon_at_ms().filter(|due_ms| *due_ms <= now_ms).map(|_| Deed::Abandoned)
    }

    /// When the clock has something to do next if nothing happens before; 0 = now.
    pub fn due_at_ms(&self) -> Option<u64> {
        if self.due(0).is_some() {
            return Some(0);
        }
        let dues = [self.alarm_at_ms(), self.clock_at_ms(), self.abandon_at_ms()];
        dues.into_iter().flatten().min()
    }

    /// When the clock ends the table if nobody does anything before.
    pub fn abandon_at_ms(&self) -> Option<u64> {
        let after_ms = self.charter.created.abandon_after_ms;
        if after_ms == 0 || self.is_over() {
            return None;
        }
        Some(self.acted_at_ms.saturating_add(after_ms))
    }
}
