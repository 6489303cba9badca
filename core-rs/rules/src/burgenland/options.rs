//! The creation options (`rules.md` §2).

use serde::{Deserialize, Serialize};

use super::content::Content;
use super::ids::words;
use super::rejection::Rejection;
use crate::{GivenOptions, Seat};

words! {
    /// Who picks the castles for the neutral pieces.
    Placement {
        /// Chance.
        Random = "random",
        /// The seats, in turn.
        Seats = "seats",
    }
}

words! {
    /// Which pieces two seats play with (ruling R1).
    Layout {
        /// The text, literally.
        Rulebook = "rulebook",
        /// All pieces.
        FullSet = "full_set",
    }
}

/// The creation options, resolved.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
pub struct Options {
    /// Who takes the first turn; `None`: chance says.
    pub start_seat: Option<Seat>,
    /// Who picks the castles for the neutral pieces.
    pub neutral_placement: Placement,
    /// Only read with 2 seats.
    pub two_player_layout: Layout,
    /// Turns after which the game stops without a winner; 0 = never.
    pub turn_limit: u32,
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
        let mut options = content.defaults;
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
        match id {
            "start_seat" if value == RANDOM => self.start_seat = None,
            "start_seat" => {
                let seat = number(value)?;
                let seat = u8::try_from(seat).ok().filter(|seat| *seat < seats)?;
                self.start_seat = Some(Seat(seat));
            }
            "neutral_placement" => self.neutral_placement = Placement::from_id(value)?,
            "two_player_layout" => self.two_player_layout = Layout::from_id(value)?,
            "turn_limit" => {
                self.turn_limit =
                    number(value).filter(|limit| *limit <= content.turn_limit_most)?;
            }
            _ => return None,
        }
        Some(())
    }

    /// Every option with its value, in the order of `rules.md`.
    pub fn values(&self) -> Vec<(&'static str, String)> {
        let start = self.start_seat.map_or_else(|| RANDOM.to_owned(), |seat| seat.0.to_string());
        vec![
            ("start_seat", start),
            ("neutral_placement", self.neutral_placement.id().to_owned()),
            ("two_player_layout", self.two_player_layout.id().to_owned()),
            ("turn_limit", self.turn_limit.to_string()),
        ]
    }
}

/// A number as people write it: digits alone, no sign, no leading zero.
fn number(text: &str) -> Option<u32> {
    let plain = text.bytes().all(|byte| byte.is_ascii_digit());
    let led = text.len() > 1 && text.starts_with('0');
    if plain && !led { text.parse().ok() } else { None }
}
