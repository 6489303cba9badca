//! A view as a message: indices become ids, what never changes is added from the content.

use ludoteca_rules::el_burro::{
    Content, DeckCounts, Element, GeneralTile, Good, MarketState, Markings, Need, PersonalTile,
    Phase, RoundTile, TileType, Track, View,
};
use ludoteca_rules::{Seat, Seats};

use super::phrases;
use super::show_cards::open_card;
use super::show_farm;
use super::show_needs::needs;
use super::show_road;
use crate::message::rank_group;
use crate::pb::ludoteca::el_burro::v1 as pb;

/// A view and what it is of.
#[derive(Clone, Copy)]
pub(super) struct Seen<'a> {
    pub(super) content: &'a Content,
    pub(super) seats: u8,
    pub(super) view: &'a View,
}

/// A view as clients get it.
pub(super) fn view(content: &Content, seats: u8, view: &View) -> pb::View {
    let seen = Seen { content, seats, view };
    pb::View {
        round: view.round.into(),
        phase: view.phase.id().to_owned(),
        step: view.step.id().to_owned(),
        actors: seat_set(view.actors),
        turn_order: seat_list(&view.turn_order),
        siesta_order: seat_list(&view.siesta_order),
        siesta_rewards: seat_list(&view.siesta_rewards),
        rondel: Some(rondel(seen)),
        dice: dice(seen),
        community_die: view.community_die.map(u32::from),
        round_tiles: round_tiles(seen),
        markets: show_road::markets(seen),
        prestige_tiles: prestige_tiles(seen),
        general: general(seen),
        boats: show_road::boats(seen),
        docks: show_road::docks(seen),
        tracks: tracks(seen),
        pool: Some(deck_count(view.pool)),
        discards: view.discard.iter().map(|card| open_card(content, card, Vec::new())).collect(),
        players: Seat::all(seats)
            .zip(&view.players)
            .map(|(seat, p)| show_farm::player(seen, seat, p))
            .collect(),
        unused: unused(seen),
        ranking: view.ranking.iter().map(|group| rank_group(group)).collect(),
        road: show_road::road(content),
        needs: needs(seen),
        siesta_track: siesta_track(content),
        reward_spaces: reward_spaces(content),
        connections: connections(content),
        milestone_last: content.numbers.milestone_last.into(),
        trough_last: content.numbers.trough_last.into(),
        stable_prestige: stable_prestige(seen),
        market_prestige: u32::from(content.numbers.market_round_prestige) * u32::from(view.round),
        begun: view.begun.into(),
    }
}

pub(super) fn seat_number(seat: Seat) -> u32 {
    seat.0.into()
}

fn seat_list(seats: &[Seat]) -> Vec<u32> {
    seats.iter().copied().map(seat_number).collect()
}

pub(super) fn seat_set(seats: Seats) -> Vec<u32> {
    seats.iter().map(seat_number).collect()
}

pub(super) fn deck_count(count: DeckCounts) -> pb::DeckCount {
    pb::DeckCount { normal: count.normal.into(), special: count.special.into() }
}

/// The markings of a target.
pub(super) fn markings(markings: &Markings) -> Vec<pb::Marking> {
    markings.needs().iter().map(|need| pb::Marking { needs: asked(need) }).collect()
}

/// Everything that one marking asks for, one entry a unit.
pub(super) fn asked(need: &Need) -> Vec<String> {
    let goods = need.bag.each_good().map(Good::id);
    let silver = (0..need.bag.silver()).map(|_| "silver");
    let workers = (0..need.bag.workers()).map(|_| "worker");
    let star = need.star.then_some("upgraded_good");
    goods.chain(star).chain(silver).chain(workers).map(str::to_owned).collect()
}

/// Which of so many markings are filled.
pub(super) fn filled(markings: &Markings, filled: u8) -> Vec<bool> {
    (0..markings.len()).map(|marking| filled & (1 << marking) != 0).collect()
}

/// The markings of a market: those of the tile that covers it, or the printed ones.
pub(super) fn market_markings<'a>(
    content: &'a Content,
    market: usize,
    state: &MarketState,
) -> &'a Markings {
    match state.cover {
        Some(cover) => &content.covers[cover.index()].markings,
        None => &content.markets[market].markings,
    }
}

/// An element of the road by the space where it lies and its place there.
pub(super) fn element_id(content: &Content, number: u8, element: &Element) -> String {
    let first = content.road.space(element.space).first_element;
    format!("{}/{}", content.road.id(element.space), number.saturating_sub(first))
}

/// What the tile at a die space brings: the rondel goes on clockwise by one space a round.
fn rondel(seen: Seen<'_>) -> pb::Rondel {
    let (content, view) = (seen.content, seen.view);
    let side = &content.rondel[view.rondel_side.index()];
    let turned = usize::from(view.rondel_rotation) % side.len();
    let bonus = |face: usize| {
        let bonus = side[(face + side.len() - turned) % side.len()];
        content.bonuses[bonus.index()].text.clone()
    };
    pb::Rondel {
        side: view.rondel_side.id().to_owned(),
        rotation: view.rondel_rotation.into(),
        bonuses: (0..side.len()).map(bonus).collect(),
    }
}

fn dice(seen: Seen<'_>) -> Vec<pb::Dice> {
    let faces = (1..).zip(&seen.view.dice).zip(&seen.content.faces);
    let dice = faces.map(|((face, count), named)| pb::Dice {
        face,
        count: (*count).into(),
        text: named.text.clone(),
    });
    dice.collect()
}

fn round_tiles(seen: Seen<'_>) -> Vec<pb::RoundTile> {
    let playing = seen.view.phase != Phase::Over;
    let tiles = (1..).zip(&seen.view.round_tiles).map(|(round, tile)| {
        let plan = &seen.content.round_tiles[tile.index()];
        pb::RoundTile {
            id: plan.id.clone(),
            round,
            active: playing && round == u32::from(seen.view.round),
            text: plan.text.clone(),
        }
    });
    tiles.collect()
}

fn prestige_tiles(seen: Seen<'_>) -> Vec<pb::PrestigeTile> {
    let places = seen.view.prestige_tiles.iter().zip(&seen.content.prestige_tiles);
    let tiles = places.map(|(state, (at, _))| pb::PrestigeTile {
        at: (*at).into(),
        bonus_tile: seen.content.tile_id(state.tile).to_owned(),
        used_by: seat_set(state.used_by),
        text: seen.content.tiles[state.tile.index()].text.clone(),
    });
    tiles.collect()
}

fn general(seen: Seen<'_>) -> Vec<pb::GeneralAchievement> {
    let sides = ["general_simple", "general_demanding"].into_iter().zip(&seen.view.general);
    let sides = sides.enumerate().map(|(side, (id, state))| pb::GeneralAchievement {
        id: id.to_owned(),
        tile: seen.content.general_id(state.tile).to_owned(),
        claimed_by: seat_list(&state.claimed_by),
        text: seen.content.general[state.tile.index()].part[side].text.clone(),
    });
    sides.collect()
}

fn tracks(seen: Seen<'_>) -> Vec<pb::Track> {
    let marks = Track::ALL.into_iter().zip(seen.view.scoring_marks);
    let tracks = marks.map(|(track, marks)| pb::Track {
        id: track.id().to_owned(),
        scoring_marks: seat_set(marks),
        markings: seen.content.plan(seen.seats).option_markings.into(),
        text: seen.content.tracks[track.index()].text.clone(),
    });
    tracks.collect()
}

/// What went back into the box: tiles that nobody drew.
fn unused(seen: Seen<'_>) -> Vec<String> {
    let (content, view) = (seen.content, seen.view);
    let rounds = RoundTile::all().filter(|tile| !view.round_tiles.contains(tile));
    let covered = view.markets.iter().any(|market| market.cover.is_some());
    let covers = ludoteca_rules::el_burro::Cover::all()
        .filter(|cover| covered && view.markets.iter().all(|market| market.cover != Some(*cover)));
    let tiles = TileType::all().filter(|tile| {
        let at_track = view.prestige_tiles.iter().any(|place| place.tile == *tile);
        !at_track && view.markets.iter().all(|market| market.bonus != *tile)
    });
    let general =
        GeneralTile::all().filter(|tile| view.general.iter().all(|general| general.tile != *tile));
    let personal = PersonalTile::all()
        .filter(|tile| view.players.iter().all(|player| player.personal != *tile));
    let ids = (rounds.map(|tile| content.round_tile_id(tile)))
        .chain(covers.map(|cover| content.cover_id(cover)))
        .chain(tiles.map(|tile| content.tile_id(tile)))
        .chain(general.map(|tile| content.general_id(tile)))
        .chain(personal.map(|tile| content.personal_id(tile)));
    ids.map(str::to_owned).collect()
}

fn siesta_track(content: &Content) -> Vec<pb::TrackSpace> {
    let numbers = &content.numbers;
    let pays = numbers.siesta_moves.iter().zip(&numbers.siesta_prestige);
    let spaces = (0..).zip(pays).map(|(space, (moves, prestige))| pb::TrackSpace {
        space,
        text: phrases::siesta(*moves, *prestige),
    });
    spaces.collect()
}

fn reward_spaces(content: &Content) -> Vec<pb::TrackSpace> {
    // All tracks give the same, but for the shape of the extension.
    let lists = content.reward_spaces.iter().take(1).flatten();
    let spaces = (1..)
        .zip(lists)
        .map(|(space, list)| pb::TrackSpace { space, text: phrases::list(content, *list) });
    spaces.collect()
}

fn connections(content: &Content) -> Vec<pb::Connection> {
    let links = content.connections.iter().map(|(first, second, prestige)| pb::Connection {
        first: first.id().to_owned(),
        second: second.id().to_owned(),
        prestige: (*prestige).into(),
    });
    links.collect()
}

fn stable_prestige(seen: Seen<'_>) -> Vec<u32> {
    let plan = seen.content.plan(seen.seats);
    let round = usize::from(seen.view.round.max(1)) - 1;
    let row = plan.stable_prestige.get(round).into_iter().flatten();
    row.take(seen.seats.into()).map(|prestige| (*prestige).into()).collect()
}
