//! The road, the local markets and the harbour as messages.

use ludoteca_rules::el_burro::{
    Boat, Content, Dock, Element, ElementKind, Next, RoadSpace, Section,
};

use super::show::{Seen, element_id, filled, market_markings, markings, seat_number};
use crate::pb::ludoteca::el_burro::v1 as pb;

/// Every space, in content order.
pub(super) fn road(content: &Content) -> Vec<pb::RoadSpace> {
    RoadSpace::all().map(|space| road_space(content, space)).collect()
}

fn road_space(content: &Content, space: RoadSpace) -> pb::RoadSpace {
    let plan = content.road.space(space);
    let next = match plan.next {
        Next::End => Vec::new(),
        Next::One(next) => vec![next],
        Next::Junction { short, long } => vec![long, short],
    };
    let elements =
        content.road.elements_on(space).map(|(number, entry)| element(content, number, entry));
    pb::RoadSpace {
        id: plan.id.clone(),
        number: plan.number.into(),
        branch: match plan.section {
            Section::Branch(branch) => branch.id().to_owned(),
            Section::Start | Section::Main | Section::Harbour => String::new(),
        },
        elements: elements.collect(),
        next: next.iter().map(|space| content.road.id(*space).to_owned()).collect(),
        barrier: plan.barrier.map(|side| format!("general_{}", side.id())).unwrap_or_default(),
        prestige: plan.prestige.into(),
        text: plan.text.clone(),
        name: plan.name.clone(),
    }
}

fn element(content: &Content, number: u8, element: &Element) -> pb::RoadElement {
    pb::RoadElement {
        what: match element.kind {
            ElementKind::Market(market) => content.market_id(market).to_owned(),
            ElementKind::Milestone => "milestone".to_owned(),
            ElementKind::Trough => "trough".to_owned(),
        },
        donkeys: if element.two_donkeys { 2 } else { 1 },
        id: element_id(content, number, element),
    }
}

/// The local markets.
pub(super) fn markets(seen: Seen<'_>) -> Vec<pb::Market> {
    let content = seen.content;
    let states = seen.view.markets.iter().zip(&content.markets).enumerate();
    let markets = states.map(|(index, (state, plan))| {
        let (face, name) = match state.cover {
            Some(cover) => (content.cover_id(cover), &content.covers[cover.index()].name),
            None => (plan.id.as_str(), &plan.name),
        };
        pb::Market {
            id: plan.id.clone(),
            face: face.to_owned(),
            markings: markings(market_markings(content, index, state)),
            place_prestige: plan
                .prestige
                .iter()
                .take(seen.seats.into())
                .map(|prestige| (*prestige).into())
                .collect(),
            places: state.places.iter().copied().map(seat_number).collect(),
            bonus_tile: content.tile_id(state.bonus).to_owned(),
            bonus_left: state.bonus_left.into(),
            bonus_text: content.tiles[state.bonus.index()].text.clone(),
            name: name.clone(),
        }
    });
    markets.collect()
}

fn boat(seen: Seen<'_>, boat: Boat) -> pb::Boat {
    let plan = &seen.content.boats[boat.index()];
    let side = seen.view.boat_sides[boat.index()];
    let target = &plan.sides[side.index()];
    pb::Boat {
        id: plan.id.clone(),
        side: side.id().to_owned(),
        markings: markings(&target.markings),
        prestige: target.prestige.into(),
        name: plan.name.clone(),
    }
}

/// The boats beside the harbour.
pub(super) fn boats(seen: Seen<'_>) -> Vec<pb::Boat> {
    seen.view.boats_left.iter().map(|one| boat(seen, one)).collect()
}

/// The docks with the boats that lie there.
pub(super) fn docks(seen: Seen<'_>) -> Vec<pb::Dock> {
    let docks = Dock::all().zip(&seen.view.docks).map(|(dock, moored)| {
        let free =
            pb::Dock { id: seen.content.road.dock_id(dock).to_owned(), ..Default::default() };
        let Some(moored) = moored else { return free };
        let side = seen.view.boat_sides[moored.boat.index()];
        let target = &seen.content.boats[moored.boat.index()].sides[side.index()];
        pb::Dock {
            seat: Some(seat_number(moored.seat)),
            donkey: Some(moored.donkey.into()),
            boat: Some(boat(seen, moored.boat)),
            filled: filled(&target.markings, moored.filled),
            ..free
        }
    });
    docks.collect()
}
