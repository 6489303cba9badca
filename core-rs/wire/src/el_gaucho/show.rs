//! A view as a message: indices become ids, what never changes is added from the content.

use ludoteca_rules::Seat;
use ludoteca_rules::el_gaucho::{
    Area, Areas, Content, Dice, Direction, Herd, Keep, Pasture, PastureView, Phase, PlayerView,
    SteppeView, Tile, Tiles, View,
};

use crate::message::rank_group;
use crate::pb::ludoteca::el_gaucho::v1 as pb;

/// A view as clients get it.
pub(super) fn view(content: &Content, seats: u8, view: &View) -> pb::View {
    let pastures = Pasture::all().zip(&view.pampa);
    let players = (0..).zip(&view.players);
    pb::View {
        phase: view.phase.id().to_owned(),
        seat: view.seat.map(number),
        round: u32::from(view.round),
        final_round: view.final_round,
        start_seat: number(view.start_seat),
        order: order(seats, view),
        trigger_round: view.trigger_round.map(u32::from),
        pastures: pastures.map(|(id, seen)| pasture(content, id, seen)).collect(),
        pile_count: u32::from(view.pile_count),
        steppe: Some(steppe(content, view.steppe)),
        dice_pool: faces(view.dice_pool),
        hand: faces(view.hand),
        picked: view.picked,
        placed_areas: area_ids(view.placed_areas),
        vacated_areas: area_ids(view.vacated_areas),
        secret_taken: view.secret_taken,
        areas: Area::ALL.into_iter().map(|area| self::area(content, view, area)).collect(),
        players: players.map(|(seat, seen)| player(content, seats, seat, seen)).collect(),
        removed: tiles(content, view.removed),
        ranking: view.ranking.iter().map(|group| rank_group(group)).collect(),
        pasture_limit: u32::from(content.value_limit),
    }
}

fn number(seat: Seat) -> u32 {
    u32::from(seat.0)
}

/// From the start seat on, clockwise; the first gauchos are placed the other way round, the start seat last.
///
/// Rules: el_gaucho §6 step 8, §7.3.
fn order(seats: u8, view: &View) -> Vec<u32> {
    let start = number(view.start_seat);
    let mut order: Vec<u32> = (start..u32::from(seats)).chain(0..start).collect();
    if view.phase == Phase::Place {
        order.reverse();
    }
    order
}

fn faces(dice: Dice) -> Vec<u32> {
    dice.faces().map(u32::from).collect()
}

fn area_ids(areas: Areas) -> Vec<String> {
    areas.iter().map(|area| area.id().to_owned()).collect()
}

fn tile(content: &Content, tile: Tile) -> pb::Tile {
    pb::Tile {
        id: content.tile_id(tile).to_owned(),
        race: content.race_id(tile.race()).to_owned(),
        value: u32::from(tile.value()),
        small: u32::from(content.small(tile)),
    }
}

fn tiles(content: &Content, tiles: Tiles) -> Vec<pb::Tile> {
    tiles.iter().map(|tile| self::tile(content, tile)).collect()
}

fn pasture(content: &Content, pasture: Pasture, seen: &PastureView) -> pb::Pasture {
    let plan = &content.pastures[pasture.index()];
    let spaces = plan.spaces.iter().zip(&seen.spaces);
    pb::Pasture {
        id: plan.id.clone(),
        spaces: spaces
            .map(|(id, shown)| pb::Space {
                id: id.clone(),
                tile: shown.map(|shown| tile(content, shown.tile)),
                gaucho: shown.and_then(|shown| shown.gaucho).map(|(seat, posture)| pb::Gaucho {
                    seat: number(seat),
                    posture: posture.id().to_owned(),
                }),
            })
            .collect(),
        total: u32::from(seen.total),
        complete: seen.complete,
    }
}

fn steppe(content: &Content, seen: SteppeView) -> pb::Steppe {
    pb::Steppe {
        tiles: u32::from(seen.tiles),
        unseen: u32::from(seen.unseen),
        known: tiles(content, seen.known),
    }
}

fn area(content: &Content, view: &View, area: Area) -> pb::Area {
    let held = (0..).zip(&view.players).filter(|(_, player)| player.areas.contains(area));
    pb::Area {
        id: area.id().to_owned(),
        sums: content.sums(area).iter().map(u32::from).collect(),
        seats: held.map(|(seat, _)| seat).collect(),
    }
}

fn player(content: &Content, seats: u8, seat: u32, seen: &PlayerView) -> pb::Player {
    let own = seen.own.unwrap_or_default();
    pb::Player {
        seat,
        colour: content.colours.get(seat as usize).cloned().unwrap_or_default(),
        pesos: seen.pesos,
        track_field: seen.track.0,
        scoring_tile: seen.track.1,
        supply: u32::from(seen.supply),
        gauchos: u32::from(content.plan(seats).gauchos),
        herds: seen.herds.iter().map(|herd| self::herd(content, &herd)).collect(),
        worth: seen.herds.iter().map(|herd| herd.price()).sum(),
        pending: tiles(content, seen.pending),
        start_draw_count: u32::from(seen.start_draw_count),
        chosen: seen.chosen,
        discard_count: u32::from(seen.discard_count),
        own: seen.own.is_some(),
        start_draw: tiles(content, own.start_draw),
        choice: own.choice.map(|choice| keep(content, choice)),
        discards: tiles(content, own.discards),
    }
}

fn herd(content: &Content, herd: &Herd) -> pb::Herd {
    let direction = match (herd.len(), herd.falls()) {
        (0 | 1, _) => Direction::Unordered,
        (_, false) => Direction::Asc,
        (_, true) => Direction::Desc,
    };
    pb::Herd {
        race: content.race_id(herd.race).to_owned(),
        direction: direction.id().to_owned(),
        tiles: herd.tiles().map(|tile| self::tile(content, tile)).collect(),
        worth: herd.price(),
    }
}

fn keep(content: &Content, keep: Keep) -> pb::Keep {
    pb::Keep { tiles: tiles(content, keep.tiles), direction: keep.direction.id().to_owned() }
}
