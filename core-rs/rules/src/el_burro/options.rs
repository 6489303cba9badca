//! The creation options (`rules.md` §6).

use serde::Serialize;

use super::content::Content;
use super::rejection::Rejection;
use crate::vocabulary::words;
use crate::{GivenOptions, Seat};

words! {
    /// Which way the rondel turns.
    RondelDirection {
        /// As the rulebook says.
        Clockwise = "clockwise",
        /// The other way.
        Counterclockwise = "counterclockwise",
    }
}

words! {
    /// How the open simultaneous steps are played.
    Simultaneous {
        /// All seats at once.
        Together = "together",
        /// One after the other, in turn order.
        InOrder = "in_order",
    }
}

/// The creation options, resolved.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize)]
pub struct Options {
    /// Whether drawn tiles cover the local markets.
    pub variable_markets: bool,
    /// Whether the types of the bonus tiles are drawn.
    pub variable_bonuses: bool,
    /// Who is first in the first turn order; `None`: chance says.
    pub first_seat: Option<Seat>,
    /// Which way the rondel turns.
    pub rondel_direction: RondelDirection,
    /// How the open simultaneous steps are played.
    pub simultaneous: Simultaneous,
}

/// The word for "chance says".
const RANDOM: &str = "random";

impl Options {
    /// Resolves the options as given.
    ///
    /// # Errors
    /// `bad_option`.
    pub fn resolve(content: &Content, seats: u8, given: &GivenOptions) -> Result<Self, Rejection> {
        if seats < content.seats.0 || seats > content.seats.1 {
            return Err(Rejection::BadOption);
        }
        let mut options = Self {
            variable_markets: false,
            variable_bonuses: false,
            first_seat: None,
            rondel_direction: RondelDirection::Clockwise,
            simultaneous: Simultaneous::Together,
        };
        let mut seen: Vec<&str> = Vec::new();
        for (id, value) in given {
            if seen.contains(&id.as_str()) {
                return Err(Rejection::BadOption);
            }
            seen.push(id);
            options.set(seats, id, value).ok_or(Rejection::BadOption)?;
        }
        Ok(options)
    }

    fn set(&mut self, seats: u8, id: &str, value: &str) -> Option<()> {
        match id {
            "variable_markets" => self.variable_markets = flag(value)?,
            "variable_bonuses" => self.variable_bonuses = flag(value)?,
            "first_seat" if value == RANDOM => self.first_seat = None,
            "first_seat" => {
                let seat = Seat::all(seats).find(|seat| seat.0.to_string() == value)?;
                self.first_seat = Some(seat);
            }
            "rondel_direction" => self.rondel_direction = RondelDirection::from_id(value)?,
            "simultaneous" => self.simultaneous = Simultaneous::from_id(value)?,
            _ => return None,
        }
        Some(())
    }

    /// Every option with its value, in the order of `rules.md`.
    pub fn values(&self) -> Vec<(&'static str, String)> {
        let first = self.first_seat.map_or_else(|| RANDOM.to_owned(), |seat| seat.0.to_string());
        vec![
            ("variable_markets", self.variable_markets.to_string()),
            ("variable_bonuses", self.variable_bonuses.to_string()),
            ("first_seat", first),
            ("rondel_direction", self.rondel_direction.id().to_owned()),
            ("simultaneous", self.simultaneous.id().to_owned()),
        ]
    }
}

fn flag(value: &str) -> Option<bool> {
    match value {
        "true" => Some(true),
        "false" => Some(false),
        _ => None,
    }
}
