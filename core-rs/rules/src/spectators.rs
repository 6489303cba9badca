//! What those may see who hold no seat, while a table is played.

use crate::{Game, Lifecycle, Table};

/// What those see who hold no seat, from the start of a table to its end; before and after they see all.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub enum Spectators {
    /// Nothing.
    Off,
    /// The public view, as it is.
    #[default]
    Public,
    /// The public view of so many events ago.
    MovesLate {
        /// Events of the log.
        moves: u32,
    },
    /// The public view of so long ago.
    SecondsLate {
        /// Seconds.
        seconds: u32,
    },
}

impl Spectators {
    /// Whether they may see a state of the game that so many events followed, and that is so old.
    pub fn shows(self, later_events: u64, age_ms: u64) -> bool {
        match self {
            Self::Off => false,
            Self::Public => true,
            Self::MovesLate { moves } => later_events >= u64::from(moves),
            Self::SecondsLate { seconds } => age_ms >= delay_ms(seconds),
        }
    }
}

fn delay_ms(seconds: u32) -> u64 {
    u64::from(seconds) * 1_000
}

impl<G: Game> Table<G> {
    /// Whether those without a seat may see the table as it is here, when its log ends at `last_seq`.
    pub fn is_shown(&self, last_seq: u64, now_ms: u64) -> bool {
        let later_events = last_seq.saturating_sub(self.seq());
        self.lifecycle() != Lifecycle::Playing
            || self.created().spectators.shows(later_events, now_ms.saturating_sub(self.at_ms()))
    }

    /// From when on they may; `None` where no time makes a difference.
    pub fn shown_at_ms(&self) -> Option<u64> {
        match self.created().spectators {
            Spectators::SecondsLate { seconds } => {
                Some(self.at_ms().saturating_add(delay_ms(seconds)))
            }
            Spectators::Off | Spectators::Public | Spectators::MovesLate { .. } => None,
        }
    }
}
