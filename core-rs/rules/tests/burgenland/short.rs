//! Short ways to say what a chapter's test needs.

use crate::board::{Board, rules};

impl Board {
    /// The base state of the vectors, with a few lines of TOML in its place.
    pub(crate) fn new(seats: u8, options: &[(&str, &str)], before: &str) -> Self {
        Self::of(rules(seats, options).unwrap(), &before.parse().unwrap())
    }

    /// Sends an action that is legal.
    pub(crate) fn acts(&mut self, seat: u8, text: &str, outcomes: &[&str]) {
        let done = self.act(seat, text, outcomes);
        assert_eq!(done, Ok(()), "{text}");
        assert_eq!(self.awaits, None, "{text}: a chance that was not foreseen");
    }

    /// The cards in a hand: `red_1 green_3`.
    pub(crate) fn hand(&self, seat: u8) -> String {
        let mut ids = Vec::new();
        for (card, count) in self.player(seat).hand.kinds() {
            ids.extend(std::iter::repeat_n(self.content().card_id(card), usize::from(count)));
        }
        ids.join(" ")
    }
}
