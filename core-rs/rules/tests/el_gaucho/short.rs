//! Short ways to say what a chapter's test needs.

use ludoteca_rules::el_gaucho::{ElGaucho, Tiles};
use ludoteca_rules::{Actor, Game, Offer, Playout, Position, Report, Seat, Tape};

use crate::board::{ANY, Board, rules};

impl Board {
    /// The default state of `examples.md`, with a few lines of TOML in its place.
    pub(crate) fn new(seats: u8, before: &str) -> Self {
        Self::of(rules(seats, &[]).unwrap(), &before.parse().unwrap(), Tiles::default())
    }

    /// A table after setup, all of its chance drawn.
    pub(crate) fn drawn(seats: u8, options: &[(&str, &str)]) -> Self {
        Self::set_up(rules(seats, options).unwrap(), &[ANY]).0
    }

    /// Sends an action of the seat that acts: it is legal, and draws what it draws.
    pub(crate) fn does(&mut self, text: &str) {
        let seat = self.acting();
        assert_eq!(self.act(seat, text, &[ANY]), Ok(()), "{text}");
    }

    /// The legal actions of the seat that acts, as text.
    pub(crate) fn legal(&self) -> Vec<String> {
        self.legal_of(self.acting())
    }

    /// The code with which an action of the seat that acts is refused.
    pub(crate) fn refusal(&mut self, text: &str) -> &'static str {
        use ludoteca_rules::Refusal;
        let seat = self.acting();
        let refused = self.act(seat, text, &[]);
        refused.expect_err(text).code()
    }

    /// How a legal action is offered to the seat that acts.
    pub(crate) fn offer(&self, text: &str) -> Offer {
        assert!(self.legal().contains(&text.to_owned()), "{text}: {:?}", self.legal());
        let actor = Actor::Seat(Seat(self.acting()));
        ElGaucho::offer(&self.rules, &self.state, actor, &self.action(text))
    }

    /// Sends an action; whether it drew or showed anything is what the offer said of it.
    pub(crate) fn sends(&mut self, text: &str, reveals: bool) {
        assert_eq!(self.offer(text).reveals, reveals, "{text}: the offer");
        let (action, actor) = (self.action(text), Actor::Seat(Seat(self.acting())));
        let (mut chance, mut report) = (Playout::new(3), Report::telling());
        let mut tape = Tape::playout(&mut chance);
        let (rules, state) = (&self.rules, &mut self.state);
        ElGaucho::apply(rules, state, actor, &action, &mut tape, &mut report).unwrap();
        assert_eq!(tape.asked() > 0 || report.showed(), reveals, "{text}: what happened");
    }
}

/// Plays random games of every number of seats and looks at each position. Returns how many there were.
pub(crate) fn random_positions(games: u64, mut look: impl FnMut(&Position<ElGaucho>)) -> u64 {
    let mut positions = 0;
    for seats in 2..=4 {
        let rules = rules(seats, &[]).unwrap();
        for seed in 0..games {
            let mut position = Position::<ElGaucho>::new(rules.clone(), seed);
            loop {
                look(&position);
                positions += 1;
                if !position.act_at_random() {
                    break;
                }
            }
        }
    }
    println!("{positions} positions of random games, seeds 0 to {}", games - 1);
    positions
}
