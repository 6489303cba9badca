//! Fields of a view's message, read: what every game's reader asks of them.

use ludoteca_rules::Seat;

use crate::error::quoted;
use crate::pb::ludoteca::v1::RankGroup;

/// What a field says, or what is wrong with it, in words.
pub(crate) type Read<T> = Result<T, String>;

/// A number that fits into a small one.
pub(crate) fn small<T: TryFrom<u32>>(number: u32, name: &str) -> Read<T> {
    T::try_from(number).map_err(|_| format!("{name} is too large"))
}

/// A number with a bound.
pub(crate) fn at_most(number: u32, most: u32, name: &str) -> Read<u32> {
    if number <= most { Ok(number) } else { Err(format!("{name} is too large")) }
}

/// A list with room for few things.
pub(crate) trait Few<T>: for<'a> TryFrom<&'a [T]> {}

impl<T, L: for<'a> TryFrom<&'a [T]>> Few<T> for L {}

/// The things that are read, if there is room for all of them.
pub(crate) fn few<T, L: Few<T>>(things: impl Iterator<Item = Read<T>>) -> Read<L> {
    let things: Vec<T> = things.collect::<Read<_>>()?;
    L::try_from(&things).map_err(|_| "a list is too long".to_owned())
}

/// What an id of the game names.
pub(crate) fn word<T>(id: &str, name: &str, find: impl Fn(&str) -> Option<T>) -> Read<T> {
    find(id).ok_or_else(|| format!("there is no {name} {}", quoted(id)))
}

/// A seat of a table of `seats` seats.
pub(crate) fn seat(number: u32, seats: u8) -> Read<Seat> {
    match u8::try_from(number) {
        Ok(number) if number < seats => Ok(Seat(number)),
        _ => Err(format!("there is no seat {number}")),
    }
}

/// A seat that a message may leave out.
pub(crate) fn maybe_seat(number: Option<u32>, seats: u8) -> Read<Option<Seat>> {
    number.map(|number| seat(number, seats)).transpose()
}

/// The groups of seats that share a rank.
pub(crate) fn ranking(groups: &[RankGroup], seats: u8) -> Read<Vec<Vec<Seat>>> {
    let group = |group: &RankGroup| group.seats.iter().map(|number| seat(*number, seats)).collect();
    groups.iter().map(group).collect()
}

/// The entries of the seats, each read; all of them are there, in their order.
pub(crate) fn each_seat<'a, M, T>(
    entries: &'a [M],
    seats: u8,
    number: impl Fn(&M) -> u32,
    read: impl Fn(&'a M) -> Read<T>,
) -> Read<Vec<T>> {
    if entries.len() != usize::from(seats) {
        return Err("a seat is missing".to_owned());
    }
    if (0..).zip(entries).any(|(seat, entry)| number(entry) != seat) {
        return Err("the seats are out of order".to_owned());
    }
    entries.iter().map(read).collect()
}
