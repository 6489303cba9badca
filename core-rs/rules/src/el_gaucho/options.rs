//! The creation options (`rules.md` §6, R24, R26).

use serde::Serialize;

use super::content::Content;
use super::ids::Race;
use super::rejection::Rejection;
use crate::{GivenOptions, Seat};

/// The creation options, resolved.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
pub struct Options {
    /// Who starts; `None`: chance says.
    pub start_seat: Option<Seat>,
    /// Which race leaves the game.
    pub removal: Removal,
}

/// Which race leaves the game before anything is drawn.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
pub enum Removal {
    /// None: there are more than two seats.
    Nothing,
    /// Chance says.
    Random,
    /// This one.
    Fixed {
        /// The race.
        race: Race,
        /// Its id.
        id: String,
    },
}

/// The word for "chance says".
pub(super) const RANDOM: &str = "random";

impl Options {
    /// Resolves the options as given.
    ///
    /// # Errors
    /// `bad_option`.
    pub fn resolve(content: &Content, seats: u8, given: &GivenOptions) -> Result<Self, Rejection> {
        if seats < content.seats.0 || seats > content.seats.1 {
            return Err(Rejection::BadOption);
        }
        let removes = content.plan(seats).removes_race;
        let removal = if removes { Removal::Random } else { Removal::Nothing };
        let mut options = Self { start_seat: None, removal };
        let mut seen: Vec<&str> = Vec::new();
        for (id, value) in given {
            if seen.contains(&id.as_str()) {
                return Err(Rejection::BadOption);
            }
            seen.push(id);
            options.set(content, seats, id, value).ok_or(Rejection::BadOption)?;
        }
        Ok(options)
    }

    fn set(&mut self, content: &Content, seats: u8, id: &str, value: &str) -> Option<()> {
        match (id, &self.removal) {
            ("start_seat", _) if value == RANDOM => self.start_seat = None,
            ("start_seat", _) => {
                let seat = Seat::all(seats).find(|seat| seat.0.to_string() == value)?;
                self.start_seat = Some(seat);
            }
            ("removed_race", Removal::Random | Removal::Fixed { .. }) if value == RANDOM => {
                self.removal = Removal::Random;
            }
            ("removed_race", Removal::Random | Removal::Fixed { .. }) => {
                self.removal = Removal::Fixed { race: content.race(value)?, id: value.to_owned() };
            }
            _ => return None,
        }
        Some(())
    }

    /// Every option that the number of seats has, with its value, in the order of `content.toml`.
    pub fn values(&self) -> Vec<(&'static str, String)> {
        let start = self.start_seat.map_or_else(|| RANDOM.to_owned(), |seat| seat.0.to_string());
        let mut values = vec![("start_seat", start)];
        match &self.removal {
            Removal::Nothing => {}
            Removal::Random => values.push(("removed_race", RANDOM.to_owned())),
            Removal::Fixed { id, .. } => values.push(("removed_race", id.clone())),
        }
        values
    }
}
