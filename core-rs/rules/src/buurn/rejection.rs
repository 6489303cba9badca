//! Why the rules refuse (`rules.md` §17).

use super::ids::Totem;
use super::naming;
use crate::{Refusal, Seat, Sentence};

/// Why an action or a creation is refused. `not_chance` and `bad_outcome` are missing: no state waits for
/// chance, so chance is no actor (§10).
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Rejection {
    /// A creation option, or its value, that does not exist or does not go with the seats.
    BadOption,
    /// The game is over.
    GameOver,
    /// The action does not belong to the phase.
    WrongPhase,
    /// The action is about another auction than the running one.
    StaleAuction {
        /// The running one.
        auction: u32,
        /// The section that says so.
        section: &'static str,
    },
    /// The seat is absent.
    Absent,
    /// The seat sits out until the end of the turn.
    SittingOut,
    /// The seat holds a totem.
    AlreadyHolding {
        /// Which one.
        totem: Totem,
    },
    /// The totem is not in play with so many seats.
    NoSuchTotem,
    /// Somebody holds the totem.
    TotemTaken {
        /// The totem.
        totem: Totem,
        /// Who holds it.
        seat: Seat,
    },
    /// No number has been called yet.
    NotStarted,
    /// The number that the presser saw is too far behind.
    TooLate {
        /// The current number.
        count: u8,
    },
    /// The number is not the next one.
    BadTick {
        /// The next one.
        next: u8,
    },
    /// The first player calls the numbers.
    FirstPlayerCalls {
        /// The first player.
        seat: Seat,
    },
    /// The clock calls the numbers.
    ClockCalls,
    /// Another seat is the first player.
    NotFirstPlayer {
        /// The first player.
        seat: Seat,
    },
    /// Another seat decides.
    NotYourDecision {
        /// Who does.
        seat: Seat,
    },
    /// Another decision is waited for.
    StaleDecision {
        /// The one that is.
        decision: u32,
    },
    /// The parameters are not among the options.
    OptionUnavailable,
    /// No such action, or parameters that make no sense: of the same code.
    Malformed,
    /// Only the clock does that.
    NotClock,
}

impl Refusal for Rejection {
    fn code(&self) -> &'static str {
        match self {
            Self::BadOption => "bad_option",
            Self::GameOver => "game_over",
            Self::WrongPhase => "wrong_phase",
            Self::StaleAuction { .. } => "stale_auction",
            Self::Absent => "absent",
            Self::SittingOut => "sitting_out",
            Self::AlreadyHolding { .. } => "already_holding",
            Self::NoSuchTotem => "no_such_totem",
            Self::TotemTaken { .. } => "totem_taken",
            Self::NotStarted => "not_started",
            Self::TooLate { .. } => "too_late",
            Self::BadTick { .. } => "bad_tick",
            Self::FirstPlayerCalls { .. } => "first_player_calls",
            Self::ClockCalls => "clock_calls",
            Self::NotFirstPlayer { .. } => "not_first_player",
            Self::NotYourDecision { .. } => "not_your_decision",
            Self::StaleDecision { .. } => "stale_decision",
            Self::OptionUnavailable | Self::Malformed => "option_unavailable",
            Self::NotClock => "not_clock",
        }
    }

    fn rule(&self) -> &'static str {
        match self {
            Self::BadOption => "3",
            Self::WrongPhase => "6",
            Self::BadTick { .. }
            | Self::FirstPlayerCalls { .. }
            | Self::ClockCalls
            | Self::NotFirstPlayer { .. } => "7.2",
            Self::Absent
            | Self::SittingOut
            | Self::AlreadyHolding { .. }
            | Self::NoSuchTotem
            | Self::TotemTaken { .. }
            | Self::NotStarted
            | Self::TooLate { .. } => "7.3",
            Self::StaleAuction { section, .. } => section,
            Self::NotYourDecision { .. }
            | Self::StaleDecision { .. }
            | Self::OptionUnavailable
            | Self::Malformed
            | Self::NotClock => "9",
            Self::GameOver => "13",
        }
    }

    fn is_nonsense(&self) -> bool {
        matches!(self, Self::BadOption | Self::Malformed)
    }

    fn sentence(&self) -> Sentence {
        match self {
            Self::BadOption => Sentence::new("reject-bad-option"),
            Self::GameOver => Sentence::new("reject-game-over"),
            Self::WrongPhase => Sentence::new("reject-wrong-phase"),
            Self::StaleAuction { auction, .. } => {
                Sentence::new("reject-stale-auction").number("auction", *auction)
            }
            Self::Absent => Sentence::new("reject-absent"),
            Self::SittingOut => Sentence::new("reject-sitting-out"),
            Self::AlreadyHolding { totem } => {
                Sentence::new("reject-already-holding").with("totem", naming::totem(*totem))
            }
            Self::NoSuchTotem => Sentence::new("reject-no-such-totem"),
            Self::TotemTaken { totem, seat } => Sentence::new("reject-totem-taken")
                .with("totem", naming::totem(*totem))
                .seat("seat", *seat),
            Self::NotStarted => Sentence::new("reject-not-started"),
            Self::TooLate { count } => Sentence::new("reject-too-late").number("count", *count),
            Self::BadTick { next } => Sentence::new("reject-bad-tick").number("next", *next),
            Self::FirstPlayerCalls { seat } => {
                Sentence::new("reject-first-player-calls").seat("seat", *seat)
            }
            Self::ClockCalls => Sentence::new("reject-clock-calls"),
            Self::NotFirstPlayer { seat } => {
                Sentence::new("reject-not-first-player").seat("seat", *seat)
            }
            Self::NotYourDecision { seat } => {
                Sentence::new("reject-not-your-decision").seat("seat", *seat)
            }
            Self::StaleDecision { decision } => {
                Sentence::new("reject-stale-decision").number("decision", *decision)
            }
            Self::OptionUnavailable | Self::Malformed => Sentence::new("reject-option-unavailable"),
            Self::NotClock => Sentence::new("reject-not-clock"),
        }
    }
}
