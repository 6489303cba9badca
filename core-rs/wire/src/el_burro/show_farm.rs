//! A seat as a message.

use ludoteca_rules::Seat;
use ludoteca_rules::el_burro::{
    AddedAction, Card, Carrier, Content, DonkeyCard, DonkeyCards, Extended, FarmSpace, Good, Part,
    Phase, PlayerView, SCORE_ROW_IDS, Side, TileTypes, Track, Use,
};

use super::frames;
use super::show::{Seen, deck_count, element_id, filled, market_markings, seat_number};
use super::show_cards::{barrow, donkey_card, hand_card, played_card};
use crate::pb::ludoteca::el_burro::v1 as pb;

/// The carrier and the source that the tile of the round is.
pub(super) const ROUND_TILE: &str = "round_tile";

/// A seat as the viewer may see it.
pub(super) fn player(seen: Seen<'_>, seat: Seat, p: &PlayerView) -> pb::Player {
    let content = seen.content;
    let row = |cards: &[Card], side| cards.iter().map(|c| played_card(content, *c, side)).collect();
    let donkey = |card: Option<DonkeyCard>| card.map(|card| donkey_card(content, card));
    let barrows = (0..).zip(&p.barrows);
    let over = seen.view.phase == Phase::Over;
    let mut message = pb::Player {
        seat: seat_number(seat),
        prestige: p.prestige.into(),
        silver: p.silver.into(),
        workers: p.workers_free.into(),
        done: seen.view.done.contains(seat),
        loose: loose(p),
        hand_count: Some(deck_count(p.hand_count)),
        field_cards: row(&p.field_cards, Side::Field),
        administration_cards: row(&p.admin_cards, Side::Administration),
        acquisitions: acquisitions(content, p),
        barrows: barrows
            .filter_map(|(slot, one)| Some(barrow(content, slot, one.as_ref()?)))
            .collect(),
        markets: markets(seen, p),
        barrows_scored: p.barrows_scored.into(),
        donkeys: donkeys(content, p),
        elements: elements(content, p),
        siesta: p.siesta.into(),
        milestone: p.milestone.into(),
        trough: p.trough.into(),
        support: p.support.id().to_owned(),
        rewards: rewards(p),
        spaces: FarmSpace::all().map(|space| farm_space(content, p, space)).collect(),
        market_tiles: market_tiles(content, p),
        personal: Some(personal(content, p)),
        used: used(seen, p),
        stack: p.stack.iter().map(|frame| frames::show(content, frame)).collect(),
        score_rows: if over { score_rows(p) } else { Vec::new() },
        uses: p.used.iter().map(|one| use_of(content, one)).collect(),
        turn_actions: p.turn_actions.into(),
        stable_gain: seen.view.stable_gains[seat.index()].into(),
        ..Default::default()
    };
    message.siesta_card = donkey(p.siesta_card);
    message.donkey_card = donkey(p.donkey_card);
    stores(p, &mut message);
    chosen_cards(content, p, &mut message);
    message
}

/// The storages with what they hold, the fields and the prices.
fn stores(p: &PlayerView, message: &mut pb::Player) {
    for good in Good::ALL {
        let (index, id) = (good.index(), good.id());
        message.stores.push(pb::Store {
            good: id.to_owned(),
            tokens: p.store[index].into(),
            room: p.derived.room[index].map(u32::from),
        });
        if p.fields[index] > 0 {
            message.fields.push(pb::Field {
                good: id.to_owned(),
                cards: p.fields[index].into(),
                tokens: p.field_goods[index].into(),
            });
        }
        message.prices.push(pb::Price {
            good: id.to_owned(),
            buy: p.derived.buy[index].map(u32::from),
            sell: p.derived.sell[index].map(u32::from),
            upgrade: p.derived.upgrade[index].map(u32::from),
        });
    }
    message.card_limit = p.derived.card_limit.into();
    message.income = p.derived.income.into();
}

/// The donkey cards but for those of this round, and what only the holder of the seat sees.
fn chosen_cards(content: &Content, p: &PlayerView, message: &mut pb::Player) {
    let donkeys = |cards: DonkeyCards| {
        cards.iter().map(|card| donkey_card(content, card)).collect::<Vec<_>>()
    };
    message.donkey_pool_count = p.donkey_pool_count.into();
    message.donkey_hand_count = p.donkey_hand_count.into();
    message.donkey_discard_count = p.donkey_discard_count.into();
    message.donkey_unused = donkeys(p.donkey_unused);
    message.stable_cards = p.stable_cards.iter().map(|card| donkey_card(content, *card)).collect();
    message.stable_hidden = p.stable_hidden.into();
    message.chosen = p.chosen;
    [message.boosted_siesta, message.boosted_donkey] = p.boosted.map(u32::from);
    message.own = p.own.is_some();
    if let Some(own) = &p.own {
        message.hand = own.hand.iter().map(|card| hand_card(content, card)).collect();
        message.donkey_hand = donkeys(own.donkey_hand);
        message.donkey_discard = donkeys(own.donkey_discard);
    }
}

fn loose(p: &PlayerView) -> Vec<String> {
    let each = |good: Good| (0..p.loose[good.index()]).map(move |_| good.id().to_owned());
    Good::ALL.into_iter().flat_map(each).collect()
}

fn acquisitions(content: &Content, p: &PlayerView) -> Vec<pb::RowCard> {
    let row = (0..).zip(&p.acquisitions).filter_map(|(slot, card)| {
        let card = Some(played_card(content, (*card)?, Side::Acquisition));
        Some(pb::RowCard { slot, card, ..Default::default() })
    });
    row.collect()
}

fn markets(seen: Seen<'_>, p: &PlayerView) -> Vec<pb::MarketArea> {
    let states = seen.view.markets.iter().zip(&seen.content.markets).enumerate();
    let areas = states.map(|(index, (state, plan))| {
        let markings = market_markings(seen.content, index, state);
        pb::MarketArea {
            market: plan.id.clone(),
            filled: filled(markings, p.market_filled[index]),
            closed: p.markets_closed & (1 << index) != 0,
            unlocked: p.markets_open & (1 << index) != 0,
        }
    });
    areas.collect()
}

fn donkeys(content: &Content, p: &PlayerView) -> Vec<pb::Donkey> {
    let donkeys = (0..).zip(&p.donkeys).map(|(number, donkey)| pb::Donkey {
        donkey: number,
        space: donkey.space.map(|space| content.road.id(space).to_owned()).unwrap_or_default(),
        number: donkey.space.map_or(0, |space| content.road.space(space).number.into()),
        on_boat: donkey.on_boat,
    });
    donkeys.collect()
}

fn elements(content: &Content, p: &PlayerView) -> Vec<String> {
    let all = (0..).zip(&content.road.elements);
    let unlocked = all.filter(|(number, _)| p.elements & (1 << number) != 0);
    unlocked.map(|(number, element)| element_id(content, number, element)).collect()
}

fn rewards(p: &PlayerView) -> Vec<pb::TrackPosition> {
    let positions = Track::ALL.into_iter().zip(p.reward).map(|(track, space)| pb::TrackPosition {
        track: track.id().to_owned(),
        space: space.into(),
    });
    positions.collect()
}

fn farm_space(content: &Content, p: &PlayerView, space: FarmSpace) -> pb::FarmSpace {
    let (plan, tile) = (&content.spaces[space.index()], &content.extensions[space.index()]);
    let extended = p.extensions[space.index()];
    let (name, text) = match extended {
        Extended::None => (&plan.name, &plan.text),
        Extended::Plain => (&tile.name, &tile.texts[0]),
        Extended::Upgraded => (&tile.name, &tile.texts[1]),
    };
    pb::FarmSpace {
        id: plan.id.clone(),
        extension_side: extended.id().to_owned(),
        extension: tile.id.clone(),
        assigned: p.assigned.contains(space),
        text: text.clone(),
        name: name.clone(),
    }
}

fn market_tiles(content: &Content, p: &PlayerView) -> Vec<pb::MarketTile> {
    let side = |tiles: TileTypes, side: &'static str| {
        tiles.iter().map(move |tile| pb::MarketTile {
            id: content.tile_id(tile).to_owned(),
            side: side.to_owned(),
            text: content.tiles[tile.index()].text.clone(),
        })
    };
    side(p.tiles_front, "front").chain(side(p.tiles_back, "back")).collect()
}

fn personal(content: &Content, p: &PlayerView) -> pb::Personal {
    let tile = &content.personal[p.personal.index()];
    pb::Personal {
        tile: tile.id.clone(),
        claimed: (0..tile.part.len()).map(|goal| p.personal_claimed & (1 << goal) != 0).collect(),
        conditions: tile.part.iter().map(|goal| goal.text.clone()).collect(),
    }
}

fn score_rows(p: &PlayerView) -> Vec<pb::ScoreRow> {
    let rows = SCORE_ROW_IDS.iter().zip(p.scores).map(|(source, prestige)| pb::ScoreRow {
        source: (*source).to_owned(),
        prestige: prestige.into(),
    });
    rows.collect()
}

fn use_of(content: &Content, one: &Use) -> pb::Use {
    let carrier = match one.carrier {
        Carrier::Card(card) => content.card_id(card),
        Carrier::Tile(tile) => content.tile_id(tile),
        Carrier::RoundTile => ROUND_TILE,
    };
    pb::Use {
        carrier: carrier.to_owned(),
        trigger: one.trigger.map(u32::from),
        count: one.count.into(),
    }
}

/// The sources with an entry that can do no more this round.
fn used(seen: Seen<'_>, p: &PlayerView) -> Vec<String> {
    let spent = p.used.iter().filter_map(|one| {
        let (id, part) = source(seen, p, one.carrier)?;
        (limit(seen.content, part, one.trigger)? <= one.count).then_some(id)
    });
    let mut ids: Vec<String> = spent.collect();
    ids.dedup();
    ids
}

/// The id of a carrier as a source of actions, and what it does; `None` if it has left.
fn source<'a>(seen: Seen<'a>, p: &PlayerView, carrier: Carrier) -> Option<(String, &'a Part)> {
    let content = seen.content;
    match carrier {
        Carrier::Card(card) => {
            let slot = p.acquisitions.iter().position(|there| *there == Some(card))?;
            let part = content.acquired(content.acquisition(card)?);
            Some((format!("acquisition_{slot}"), part))
        }
        Carrier::Tile(tile) => Some((content.tile_id(tile).to_owned(), content.tile(tile))),
        Carrier::RoundTile => {
            let round = usize::from(seen.view.round).checked_sub(1)?;
            let tile = seen.view.round_tiles.get(round)?;
            Some((ROUND_TILE.to_owned(), content.round_tile(*tile)))
        }
    }
}

/// How often an entry may be used in a round, if there is a limit.
fn limit(content: &Content, part: &Part, trigger: Option<u8>) -> Option<u8> {
    let limit = match trigger {
        None => part.action.as_ref().map(|AddedAction { limit, .. }| *limit)?,
        Some(place) => content.effects.triggers(part.triggers).get(usize::from(place))?.limit,
    };
    (limit > 0).then_some(limit)
}
