//! Who acts and who looks.

use serde::{Deserialize, Serialize};

/// A place at a table, 0-based, clockwise = +1 modulo the number of seats.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
#[serde(transparent)]
pub struct Seat(pub u8);

/// The most seats any game has.
pub const MAX_SEATS: u8 = 8;

impl Seat {
    /// The position in a list that holds one entry a seat.
    pub const fn index(self) -> usize {
        self.0 as usize
    }

    /// The next seat clockwise at a table of `seats` seats.
    #[must_use]
    pub const fn next(self, seats: u8) -> Self {
        Self((self.0 + 1) % seats)
    }

    /// All seats of a table, ascending.
    pub fn all(seats: u8) -> impl DoubleEndedIterator<Item = Self> + Clone {
        (0..seats).map(Self)
    }
}

/// Who asks for an action: a seat, or the clock (which is an actor like a seat).
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize)]
pub enum Actor {
    /// A seat, whoever holds it.
    Seat(Seat),
    /// Time itself: countdowns, timeouts.
    Clock,
}

/// Who looks at a table. There is no viewer that sees everything.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize)]
pub enum Viewer {
    /// The holder of a seat.
    Seat(Seat),
    /// Anybody else.
    Public,
}

impl Viewer {
    /// Whether this viewer holds `seat`.
    pub fn holds(self, seat: Seat) -> bool {
        self == Self::Seat(seat)
    }
}

/// A set of seats, as bits. A seat that no table has is in no set.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default, Serialize, Deserialize)]
#[serde(transparent)]
pub struct Seats(pub u8);

impl Seats {
    const fn bit(seat: Seat) -> u8 {
        if seat.0 < MAX_SEATS { 1 << seat.0 } else { 0 }
    }

    /// The set of this one seat.
    pub const fn only(seat: Seat) -> Self {
        Self(0).with(seat)
    }

    /// Whether `seat` is in the set.
    pub const fn contains(self, seat: Seat) -> bool {
        self.0 & Self::bit(seat) != 0
    }

    /// The set with `seat` in it.
    #[must_use]
    pub const fn with(self, seat: Seat) -> Self {
        Self(self.0 | Self::bit(seat))
    }

    /// The set without `seat`.
    #[must_use]
    pub const fn without(self, seat: Seat) -> Self {
        Self(self.0 & !Self::bit(seat))
    }

    /// How many seats are in the set.
    pub const fn len(self) -> u32 {
        self.0.count_ones()
    }

    /// Whether no seat is in the set.
    pub const fn is_empty(self) -> bool {
        self.0 == 0
    }

    /// The seats of the set, ascending.
    pub fn iter(self) -> impl Iterator<Item = Seat> {
        (0..MAX_SEATS).map(Seat).filter(move |seat| self.contains(*seat))
    }
}
