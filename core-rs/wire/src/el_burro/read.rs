//! The view of a message, for a bot that samples states from what it sees. Whatever the bytes say, the view that
//! comes out has the shape of one: known ids, numbers in their bounds, every thing in one place.

use ludoteca_rules::el_burro::{Content, DeckCounts, Face, Order, Phase, Step, View};
use ludoteca_rules::{Seat, Seats};

use super::read_farm::{self, Table};
use super::read_table;
use super::read_whole;
use crate::field::{Read, each_seat, ranking, seat, small, word};
use crate::pb::ludoteca::el_burro::v1 as pb;

/// What a table is read with.
#[derive(Clone, Copy)]
pub(super) struct Reader<'a> {
    pub(super) content: &'a Content,
    pub(super) seats: u8,
}

/// The view of a message, of a table of `seats` seats.
pub(super) fn view(content: &Content, seats: u8, message: &pb::View) -> Read<View> {
    let read = Reader { content, seats };
    let markets = read_table::markets(read, message)?;
    let table = Table { markets: &markets, message };
    let number = |player: &pb::Player| player.seat;
    let players =
        each_seat(&message.players, seats, number, |p| read_farm::player(read, &table, p))?;
    let phase = word(&message.phase, "phase", Phase::from_id)?;
    let step = word(&message.step, "step", Step::from_id)?;
    if phase != Phase::Over && phase != step.phase() {
        return Err("the step is none of the phase".to_owned());
    }
    let docks = read_table::docks(read, message)?;
    let rondel = message.rondel.as_ref().ok_or("the rondel is missing")?;
    let community = message.community_die.map(|face| bounded(face, 6, "the die")).transpose()?;
    if community == Some(0) {
        return Err("no die shows 0".to_owned());
    }
    let view = View {
        round: round(message, step)?,
        phase,
        step,
        actors: read.seat_set(&message.actors)?,
        done: read.seats_that(message, |player| player.done),
        begun: bounded(message.begun, seats, "begun")?,
        stable_gains: read_table::stable_gains(message)?,
        turn_order: read.everybody(&message.turn_order)?,
        siesta_order: read.everybody(&message.siesta_order)?,
        siesta_rewards: read.order(&message.siesta_rewards)?,
        rondel_side: word(&rondel.side, "side", Face::from_id)?,
        rondel_rotation: bounded(rondel.rotation, 5, "rotation")?,
        dice: read_table::dice(message)?,
        community_die: community,
        round_tiles: read_table::round_tiles(read, message)?,
        prestige_tiles: read_table::prestige_tiles(read, message)?,
        general: read_table::general(read, message)?,
        boat_sides: docks.sides,
        boats_left: docks.left,
        docks: docks.docks,
        scoring_marks: read_table::scoring_marks(read, message)?,
        pool: deck_count(message.pool.as_ref())?,
        discard: read_farm::cards(read, &message.discards)?,
        ranking: ranking(&message.ranking, seats)?,
        markets,
        players,
    };
    read_whole::check(content, &view)?;
    Ok(view)
}

/// Only before the starting spaces are chosen there is no round.
fn round(message: &pb::View, step: Step) -> Read<u8> {
    let round = bounded(message.round, read_table::ROUNDS, "round")?;
    let none = step == Step::SetupStart;
    if (round == 0) == none { Ok(round) } else { Err("no such round".to_owned()) }
}

/// A number up to a small one.
pub(super) fn bounded(number: u32, most: u8, name: &str) -> Read<u8> {
    let number: u8 = small(number, name)?;
    if number <= most { Ok(number) } else { Err(format!("{name} is too large")) }
}

/// Some numbers, as many as there have to be.
pub(super) fn exactly<T, const N: usize>(things: Vec<T>, name: &str) -> Read<[T; N]> {
    things.try_into().map_err(|_| format!("{name}: too many, or too few"))
}

pub(super) fn deck_count(message: Option<&pb::DeckCount>) -> Read<DeckCounts> {
    let count = message.ok_or("a number of cards is missing")?;
    Ok(DeckCounts {
        normal: bounded(count.normal, CARDS_MOST, "cards")?,
        special: bounded(count.special, CARDS_MOST, "cards")?,
    })
}

/// More cards than a deck has are none.
const CARDS_MOST: u8 = 108;

impl Reader<'_> {
    pub(super) fn seat_set(self, numbers: &[u32]) -> Read<Seats> {
        let mut set = Seats::default();
        for number in numbers {
            set = set.with(seat(*number, self.seats)?);
        }
        Ok(set)
    }

    fn seats_that(self, message: &pb::View, holds: impl Fn(&pb::Player) -> bool) -> Seats {
        let seats = Seat::all(self.seats).zip(&message.players);
        let seats = seats.filter(|(_, player)| holds(player));
        seats.fold(Seats::default(), |set, (seat, _)| set.with(seat))
    }

    /// Seats in an order, each at most once.
    pub(super) fn order(self, numbers: &[u32]) -> Read<Order> {
        let mut order = Order::new();
        for number in numbers {
            let seat = seat(*number, self.seats)?;
            if order.contains(&seat) {
                return Err(format!("seat {number} is there twice"));
            }
            order.push(seat);
        }
        Ok(order)
    }

    /// All seats in an order.
    fn everybody(self, numbers: &[u32]) -> Read<Order> {
        let order = self.order(numbers)?;
        let all = order.len() == usize::from(self.seats);
        if all { Ok(order) } else { Err("a seat is missing in an order".to_owned()) }
    }
}
