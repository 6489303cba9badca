//! What lies in the middle of the table, read from a view's message.

use ludoteca_rules::el_burro::{
    Boat, Boats, Cover, Dock, Face, General, MarketState, Moored, PrestigeTile, RoundTile, Track,
};
use ludoteca_rules::{Seats, el_burro};

use super::read::{Reader, bounded, exactly};
use super::read_farm::bits;
use crate::field::{Read, seat, word};
use crate::pb::ludoteca::el_burro::v1 as pb;

/// The rounds of a game.
pub(super) const ROUNDS: u8 = 4;
/// The most dice.
const DICE_MOST: u8 = 9;

/// The local markets, in content order.
pub(super) fn markets<const N: usize>(
    read: Reader<'_>,
    message: &pb::View,
) -> Read<[MarketState; N]> {
    let (content, tiles) = (read.content, read.content.plan(read.seats).market_tiles);
    let mut markets = Vec::with_capacity(N);
    for (entry, plan) in message.markets.iter().zip(&content.markets) {
        if entry.id != plan.id {
            return Err("the markets are out of order".to_owned());
        }
        let cover: Option<Cover> = if entry.face == plan.id {
            None
        } else {
            Some(word(&entry.face, "covering tile", |id| content.cover_of(id))?)
        };
        markets.push(MarketState {
            cover,
            bonus: word(&entry.bonus_tile, "market tile", |id| content.tile_of(id))?,
            bonus_left: bounded(entry.bonus_left, tiles, "bonus_left")?,
            places: read.order(&entry.places)?,
        });
    }
    exactly(markets, "markets")
}

pub(super) fn stable_gains<const N: usize>(message: &pb::View) -> Read<[u8; N]> {
    let mut gains = [0; N];
    for (gain, player) in gains.iter_mut().zip(&message.players) {
        *gain = bounded(player.stable_gain, DICE_MOST, "stable_gain")?;
    }
    Ok(gains)
}

pub(super) fn dice<const N: usize>(message: &pb::View) -> Read<[u8; N]> {
    let dice = (1..).zip(&message.dice).map(|(face, dice)| {
        if dice.face != face {
            return Err("the dice are out of order".to_owned());
        }
        bounded(dice.count, DICE_MOST, "dice")
    });
    exactly(dice.collect::<Read<_>>()?, "dice")
}

pub(super) fn round_tiles<const N: usize>(
    read: Reader<'_>,
    message: &pb::View,
) -> Read<[RoundTile; N]> {
    let tile =
        |tile: &pb::RoundTile| word(&tile.id, "round tile", |id| read.content.round_tile_of(id));
    exactly(message.round_tiles.iter().map(tile).collect::<Read<_>>()?, "round_tiles")
}

pub(super) fn prestige_tiles<const N: usize>(
    read: Reader<'_>,
    message: &pb::View,
) -> Read<[PrestigeTile; N]> {
    let tile = |tile: &pb::PrestigeTile| {
        Ok(PrestigeTile {
            tile: word(&tile.bonus_tile, "market tile", |id| read.content.tile_of(id))?,
            used_by: read.seat_set(&tile.used_by)?,
        })
    };
    exactly(message.prestige_tiles.iter().map(tile).collect::<Read<_>>()?, "prestige_tiles")
}

pub(super) fn general<const N: usize>(read: Reader<'_>, message: &pb::View) -> Read<[General; N]> {
    let side = |side: &pb::GeneralAchievement| {
        Ok(General {
            tile: word(&side.tile, "achievement", |id| read.content.general_of(id))?,
            claimed_by: read.order(&side.claimed_by)?,
        })
    };
    exactly(message.general.iter().map(side).collect::<Read<_>>()?, "general")
}

/// Track -> the seats with a marking of its option.
pub(super) fn scoring_marks<const N: usize>(
    read: Reader<'_>,
    message: &pb::View,
) -> Read<[Seats; N]> {
    let marks = message.tracks.iter().zip(Track::ALL).map(|(entry, track)| {
        if entry.id != track.id() {
            return Err("the tracks are out of order".to_owned());
        }
        read.seat_set(&entry.scoring_marks)
    });
    exactly(marks.collect::<Read<_>>()?, "tracks")
}

/// Where the boats are, and how they lie.
pub(super) struct Harbour {
    pub(super) sides: [Face; Boat::COUNT],
    pub(super) left: Boats,
    pub(super) docks: [Option<Moored>; Dock::COUNT],
}

/// The harbour: every boat is left, or lies at one dock.
pub(super) fn docks(read: Reader<'_>, message: &pb::View) -> Read<Harbour> {
    let mut harbour =
        Harbour { sides: [Face::A; Boat::COUNT], left: Boats::NONE, docks: [None; Dock::COUNT] };
    let mut placed = Boats::NONE;
    let mut place = |sides: &mut [Face; Boat::COUNT], boat: &pb::Boat| {
        let found: Boat = word(&boat.id, "boat", |id| read.content.boat_of(id))?;
        if placed.contains(found) {
            return Err("a boat is in two places".to_owned());
        }
        placed.insert(found);
        sides[found.index()] = word(&boat.side, "side", Face::from_id)?;
        Ok::<_, String>(found)
    };
    for boat in &message.boats {
        harbour.left.insert(place(&mut harbour.sides, boat)?);
    }
    if message.docks.len() != Dock::COUNT {
        return Err("docks: too many, or too few".to_owned());
    }
    for (dock, entry) in Dock::all().zip(&message.docks) {
        if entry.id != read.content.road.dock_id(dock) {
            return Err("the docks are out of order".to_owned());
        }
        let (Some(owner), Some(boat)) = (entry.seat, &entry.boat) else { continue };
        let boat = place(&mut harbour.sides, boat)?;
        let side = harbour.sides[boat.index()];
        let target: &el_burro::TargetPlan = &read.content.boats[boat.index()].sides[side.index()];
        harbour.docks[dock.index()] = Some(Moored {
            seat: seat(owner, read.seats)?,
            donkey: bounded(entry.donkey.unwrap_or_default(), 1, "donkey")?,
            boat,
            filled: bits(&entry.filled, target.markings.len())?,
        });
    }
    if placed == Boats::ALL { Ok(harbour) } else { Err("a boat is missing".to_owned()) }
}
