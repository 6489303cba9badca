//! Parts of a seat's entry in a view's message: areas, donkeys, tracks, farm spaces, tiles, prices.

use ludoteca_rules::el_burro::{
    Carrier, Derived, Donkey, Extended, FarmSpace, FarmSpaces, Good, SCORE_ROW_IDS, TileSide,
    TileTypes, Track, Use,
};

use super::read::{Reader, bounded, exactly};
use super::read_farm::{Table, bits, good};
use super::show::{element_id, market_markings};
use super::show_farm::ROUND_TILE;
use crate::field::{Read, small, word};
use crate::pb::ludoteca::el_burro::v1 as pb;

/// No seat has used so many things in a round.
const USES_MOST: usize = 100;

/// A seat's areas at the markets.
pub(super) struct Areas<const N: usize> {
    pub(super) filled: [u8; N],
    pub(super) closed: u8,
    pub(super) open: u8,
}

/// The areas, in the order of the markets.
pub(super) fn areas<const N: usize>(
    read: Reader<'_>,
    table: &Table<'_>,
    p: &pb::Player,
) -> Read<Areas<N>> {
    let mut areas = Areas { filled: [0; N], closed: 0, open: 0 };
    if p.markets.len() != N {
        return Err("markets: too many, or too few".to_owned());
    }
    let entries = p.markets.iter().zip(&read.content.markets).zip(table.markets).enumerate();
    for (index, ((entry, plan), state)) in entries {
        if entry.market != plan.id {
            return Err("the markets are out of order".to_owned());
        }
        let markings = market_markings(read.content, index, state);
        areas.filled[index] = bits(&entry.filled, markings.len())?;
        areas.closed |= u8::from(entry.closed) << index;
        areas.open |= u8::from(entry.unlocked) << index;
    }
    Ok(areas)
}

/// The donkeys; one on a boat is at a dock.
pub(super) fn donkeys<const N: usize>(read: Reader<'_>, p: &pb::Player) -> Read<[Donkey; N]> {
    let spaces = &read.content.road;
    let donkeys = (0..).zip(&p.donkeys).map(|(number, entry)| {
        let space = match entry.space.as_str() {
            "" => None,
            id => Some(word(id, "space", |id| spaces.space_of(id))?),
        };
        let at_dock = space.is_some_and(|space| spaces.space(space).dock.is_some());
        if entry.donkey != number || entry.on_boat && !at_dock {
            return Err("a donkey is out of place".to_owned());
        }
        Ok(Donkey { space, on_boat: entry.on_boat })
    });
    exactly(donkeys.collect::<Read<_>>()?, "donkeys")
}

/// The unlocked elements of the road, as bits.
pub(super) fn elements(read: Reader<'_>, p: &pb::Player) -> Read<u32> {
    let mut bits = 0;
    for id in &p.elements {
        let mut all = (0..).zip(&read.content.road.elements);
        let known = all.find(|(number, element)| element_id(read.content, *number, element) == *id);
        let (number, _) = known.ok_or("there is no such element of the road")?;
        bits |= 1 << number;
    }
    Ok(bits)
}

/// The spaces of the reward markers.
pub(super) fn rewards<const N: usize>(read: Reader<'_>, p: &pb::Player) -> Read<[u8; N]> {
    let rewards = p.rewards.iter().zip(Track::ALL).map(|(entry, track)| {
        if entry.track != track.id() {
            return Err("the tracks are out of order".to_owned());
        }
        bounded(entry.space, read.content.numbers.reward_last, "space")
    });
    exactly(rewards.collect::<Read<_>>()?, "rewards")
}

/// What lies on the farm spaces.
pub(super) struct Farm {
    pub(super) assigned: FarmSpaces,
    pub(super) extensions: [Extended; FarmSpace::COUNT],
}

/// The farm spaces with their workers and extensions.
pub(super) fn farm_spaces(read: Reader<'_>, p: &pb::Player) -> Read<Farm> {
    let mut farm =
        Farm { assigned: FarmSpaces::default(), extensions: [Extended::None; FarmSpace::COUNT] };
    for entry in &p.spaces {
        let space = word(&entry.id, "farm space", |id| read.content.space_of(id))?;
        farm.extensions[space.index()] = word(&entry.extension_side, "side", Extended::from_id)?;
        if entry.assigned {
            farm.assigned.insert(space);
        }
    }
    Ok(farm)
}

/// The market tiles with this side up.
pub(super) fn tiles(read: Reader<'_>, p: &pb::Player, side: TileSide) -> Read<TileTypes> {
    let mut tiles = TileTypes::NONE;
    for entry in &p.market_tiles {
        if word(&entry.side, "side", TileSide::from_id)? == side {
            tiles.insert(word(&entry.id, "market tile", |id| read.content.tile_of(id))?);
        }
    }
    Ok(tiles)
}

/// What was used this round.
pub(super) fn uses(read: Reader<'_>, p: &pb::Player) -> Read<Vec<Use>> {
    if p.uses.len() > USES_MOST {
        return Err("a list is too long".to_owned());
    }
    let content = read.content;
    let carrier = |id: &str| {
        let card = content.card_of(id).map(Carrier::Card);
        let tile = || content.tile_of(id).map(Carrier::Tile);
        card.or_else(tile).or_else(|| (id == ROUND_TILE).then_some(Carrier::RoundTile))
    };
    let each = |one: &pb::Use| {
        Ok(Use {
            carrier: word(&one.carrier, "card or tile", carrier)?,
            trigger: one.trigger.map(|place| small(place, "trigger")).transpose()?,
            count: small(one.count, "count")?,
        })
    };
    p.uses.iter().map(each).collect()
}

/// The final scoring by source; zeros before the end.
pub(super) fn scores<const N: usize>(p: &pb::Player) -> Read<[i16; N]> {
    if p.score_rows.is_empty() {
        return Ok([0; N]);
    }
    let rows = p.score_rows.iter().zip(SCORE_ROW_IDS).map(|(row, id)| {
        if row.source != id {
            return Err("the final scoring is out of order".to_owned());
        }
        i16::try_from(row.prestige).map_err(|_| "prestige is too large".to_owned())
    });
    exactly(rows.collect::<Read<_>>()?, "score_rows")
}

/// Limits and prices.
pub(super) fn derived(p: &pb::Player) -> Read<Derived> {
    let mut derived = Derived {
        card_limit: small(p.card_limit, "card_limit")?,
        income: small(p.income, "income")?,
        room: [None; Good::ALL.len()],
        buy: [None; Good::ALL.len()],
        sell: [None; Good::ALL.len()],
        upgrade: [None; Good::ALL.len()],
    };
    for store in &p.stores {
        let room = store.room.map(|room| small(room, "room")).transpose()?;
        derived.room[good(&store.good)?.index()] = room;
    }
    let price = |price: Option<u32>| price.map(|price| small(price, "price")).transpose();
    for entry in &p.prices {
        let index = good(&entry.good)?.index();
        derived.buy[index] = price(entry.buy)?;
        derived.sell[index] = price(entry.sell)?;
        derived.upgrade[index] = price(entry.upgrade)?;
    }
    Ok(derived)
}
