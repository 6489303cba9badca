//! The architect's cards (`rules.md` §4 step 5, §8.4 step 4).

use super::facts;
use super::play::Play;
use super::state::State;

/// The place in the content of the `k`-th architect card never on top so far.
fn nth_unseen(state: &State, k: u32) -> Option<usize> {
    let mut left = k;
    state.architect_unseen.iter().position(|count| match left.checked_sub(u32::from(*count)) {
        Some(rest) => {
            left = rest;
            false
        }
        None => true,
    })
}

impl Play<'_, '_> {
    /// The top card goes to the end of the queue, and another comes up.
    ///
    /// Rules: burgenland §8.4 step 4.
    pub(super) fn rotate_architect(&mut self) {
        // There is room: the queue holds every architect card at most.
        self.state.architect_queue.push(self.state.architect_top);
        self.turn_up_architect();
    }

    /// Chance turns up a card never on top so far; when all were, the oldest of the queue comes round.
    ///
    /// Rules: burgenland §4 step 5, §8.4 step 4.
    pub(super) fn turn_up_architect(&mut self) {
        let (content, state) = (self.content(), &*self.state);
        let unseen: u8 = state.architect_unseen.iter().sum();
        let value = |k| nth_unseen(state, k).map_or(0, |kind| content.architects[kind].value);
        let top = if unseen == 0 {
            self.state.architect_queue.remove(0)
        } else {
            let pick =
                self.chance.pick("architect_top", u32::from(unseen), |k| value(k).to_string());
            let (kind, value) = (nth_unseen(state, pick), value(pick));
            if let Some(kind) = kind {
                self.state.architect_unseen[kind] -= 1;
            }
            value
        };
        self.state.architect_top = top;
        self.report.tell(|| facts::architect(top));
    }
}
