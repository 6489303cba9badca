//! Short ways to say what a chapter's test needs.

use ludoteca_rules::{Fact, Viewer};

use crate::board::Board;

impl Board {
    /// The fixture of so many seats with another card on offer, changed by a few lines of TOML.
    pub(crate) fn new(seats: u8, offer: &str, before: &str) -> Self {
        let mut board = Self::fixture(seats, &toml::Table::new(), offer);
        board.change(&before.parse().unwrap());
        board
    }

    /// Carries out the steps; what they draw is drawn.
    pub(crate) fn run(&mut self, steps: &[&str]) {
        for step in steps {
            self.step(step, &[]);
        }
    }

    /// The dollars of the seats.
    pub(crate) fn money(&self) -> Vec<u32> {
        let players = self.state.players.iter().take(usize::from(self.rules.seats));
        players.map(|player| player.money).collect()
    }

    /// Every fact told to `viewer` under this key.
    pub(crate) fn facts(&self, viewer: Viewer, key: &str) -> Vec<&Fact> {
        let told = self.told.iter().filter(|(v, fact)| *v == viewer && fact.sentence.key == key);
        told.map(|(_, fact)| fact).collect()
    }
}
