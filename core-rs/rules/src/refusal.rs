//! Why a table refuses, besides the rules of its game.

use crate::{Refusal, Sentence};

/// Why the table itself refuses: seats, lifecycle, takebacks. Codes are wire format.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum TableRejection {
    /// The table has not started yet.
    NotStarted,
    /// The table has started already.
    AlreadyStarted,
    /// The table is over: ended by resignations or abandoned.
    TableOver,
    /// No seat has this number.
    NoSuchSeat,
    /// Somebody holds the seat.
    SeatTaken,
    /// The caller holds a seat of this table already.
    AlreadySeated,
    /// No seat is free.
    TableFull,
    /// Seats are still free.
    SeatsOpen {
        /// How many.
        free: u8,
    },
    /// The table lets no such player take over a vacated seat.
    TakeoverNotAllowed,
    /// Nobody holds the seat.
    SeatVacant,
    /// The name is empty, too long, or has characters that cannot be shown.
    BadName {
        /// The most characters it may have.
        most: u16,
    },
    /// The seat's contribution to the chance key is too long.
    ContributionTooLong {
        /// The most bytes it may have.
        most: u16,
    },
    /// Nothing may be taken back.
    NothingToTakeBack,
    /// The takeback goes back too far.
    TakebackTooFar {
        /// The lowest seq it may go back to.
        lowest: u64,
    },
    /// The takeback names an event that is not there or was itself taken back.
    NoSuchEvent,
    /// The seat's time would have run out by now, had it not done what it takes back.
    TakebackOutOfTime,
    /// The clock has nothing to do.
    NotDue,
    /// The game is played in real time: it has its own clock.
    NoTurnClock,
    /// The turn clock gives no time, or more than it may.
    BadTurnClock {
        /// The most seconds it may give at once.
        most: u64,
    },
    /// The log holds as many events as seats may add.
    LogFull {
        /// How many.
        most: u64,
    },
}

impl Refusal for TableRejection {
    fn code(&self) -> &'static str {
        match self {
            Self::NotStarted => "table_not_started",
            Self::AlreadyStarted => "already_started",
            Self::TableOver => "table_over",
            Self::NoSuchSeat => "no_such_seat",
            Self::SeatTaken => "seat_taken",
            Self::AlreadySeated => "already_seated",
            Self::TableFull => "table_full",
            Self::SeatsOpen { .. } => "seats_open",
            Self::TakeoverNotAllowed => "takeover_not_allowed",
            Self::SeatVacant => "seat_vacant",
            Self::BadName { .. } => "bad_name",
            Self::ContributionTooLong { .. } => "contribution_too_long",
            Self::NothingToTakeBack => "nothing_to_take_back",
            Self::TakebackTooFar { .. } => "takeback_too_far",
            Self::NoSuchEvent => "no_such_event",
            Self::TakebackOutOfTime => "takeback_out_of_time",
            Self::NotDue => "not_due",
            Self::NoTurnClock => "no_turn_clock",
            Self::BadTurnClock { .. } => "bad_turn_clock",
            Self::LogFull { .. } => "log_full",
        }
    }

    fn rule(&self) -> &'static str {
        "table" // ARCHITECTURE.md, "The table": no rules.md has a section for it
    }

    fn is_nonsense(&self) -> bool {
        matches!(
            self,
            Self::NoSuchSeat
                | Self::BadName { .. }
                | Self::ContributionTooLong { .. }
                | Self::NoTurnClock
                | Self::BadTurnClock { .. }
        )
    }

    fn sentence(&self) -> Sentence {
        match self {
            Self::NotStarted => Sentence::new("reject-table-not-started"),
            Self::AlreadyStarted => Sentence::new("reject-already-started"),
            Self::TableOver => Sentence::new("reject-table-over"),
            Self::NoSuchSeat => Sentence::new("reject-no-such-seat"),
            Self::SeatTaken => Sentence::new("reject-seat-taken"),
            Self::AlreadySeated => Sentence::new("reject-already-seated"),
            Self::TableFull => Sentence::new("reject-table-full"),
            Self::SeatsOpen { free } => Sentence::new("reject-seats-open").number("free", *free),
            Self::TakeoverNotAllowed => Sentence::new("reject-takeover-not-allowed"),
            Self::SeatVacant => Sentence::new("reject-seat-vacant"),
            Self::BadName { most } => Sentence::new("reject-bad-name").number("most", *most),
            Self::ContributionTooLong { most } => {
                Sentence::new("reject-contribution-too-long").number("most", *most)
            }
            Self::NothingToTakeBack => Sentence::new("reject-nothing-to-take-back"),
            Self::TakebackTooFar { lowest } => {
                let lowest = i64::try_from(*lowest).unwrap_or(i64::MAX);
                Sentence::new("reject-takeback-too-far").number("lowest", lowest)
            }
            Self::NoSuchEvent => Sentence::new("reject-no-such-event"),
            Self::TakebackOutOfTime => Sentence::new("reject-takeback-out-of-time"),
            Self::NotDue => Sentence::new("reject-not-due"),
            Self::NoTurnClock => Sentence::new("reject-no-turn-clock"),
            Self::BadTurnClock { most } => {
                let most = i64::try_from(*most).unwrap_or(i64::MAX);
                Sentence::new("reject-bad-turn-clock").number("most", most)
            }
            Self::LogFull { most } => {
                let most = i64::try_from(*most).unwrap_or(i64::MAX);
                Sentence::new("reject-log-full").number("most", most)
            }
        }
    }
}

/// A refusal, by the table or by the rules of its game.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Refused<R> {
    /// The table refuses.
    Table(TableRejection),
    /// The rules refuse.
    Game(R),
}

impl<R> From<TableRejection> for Refused<R> {
    fn from(rejection: TableRejection) -> Self {
        Self::Table(rejection)
    }
}

impl<R: Refusal> Refusal for Refused<R> {
    fn code(&self) -> &'static str {
        match self {
            Self::Table(rejection) => rejection.code(),
            Self::Game(rejection) => rejection.code(),
        }
    }

    fn rule(&self) -> &'static str {
        match self {
            Self::Table(rejection) => rejection.rule(),
            Self::Game(rejection) => rejection.rule(),
        }
    }

    fn is_nonsense(&self) -> bool {
        match self {
            Self::Table(rejection) => rejection.is_nonsense(),
            Self::Game(rejection) => rejection.is_nonsense(),
        }
    }

    fn sentence(&self) -> Sentence {
        match self {
            Self::Table(rejection) => rejection.sentence(),
            Self::Game(rejection) => rejection.sentence(),
        }
    }
}

/// A stored log does not replay.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
#[error("the log does not replay at seq {seq}: {why}")]
pub struct Corrupt {
    /// The event at fault.
    pub seq: u64,
    /// What is wrong with it.
    pub why: String,
}

impl Corrupt {
    pub(crate) fn at(seq: u64, why: impl Into<String>) -> Self {
        Self { seq, why: why.into() }
    }
}
