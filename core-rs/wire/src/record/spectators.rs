//! The spectator policy in a record's header.

use ludoteca_rules::Spectators;
use serde::{Deserialize, Serialize};

/// What those saw who held no seat.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub(super) enum SpectatorsWord {
    #[default]
    Public,
    Off,
    DelayMoves(u32),
    DelaySeconds(u32),
}

impl SpectatorsWord {
    /// Whether it is left out.
    #[allow(clippy::trivially_copy_pass_by_ref)] // serde's signature
    pub(super) fn is_default(&self) -> bool {
        *self == Self::default()
    }

    pub(super) const fn of(policy: Spectators) -> Self {
        match policy {
            Spectators::Public => Self::Public,
            Spectators::Off => Self::Off,
            Spectators::MovesLate { moves } => Self::DelayMoves(moves),
            Spectators::SecondsLate { seconds } => Self::DelaySeconds(seconds),
        }
    }

    pub(super) const fn policy(self) -> Spectators {
        match self {
            Self::Public => Spectators::Public,
            Self::Off => Spectators::Off,
            Self::DelayMoves(moves) => Spectators::MovesLate { moves },
            Self::DelaySeconds(seconds) => Spectators::SecondsLate { seconds },
        }
    }
}
