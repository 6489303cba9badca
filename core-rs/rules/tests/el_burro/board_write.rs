//! Writing the state by hand, under the names of `board_keys.rs`.

use ludoteca_rules::Seat;
use ludoteca_rules::Seats;
use ludoteca_rules::el_burro::{
    Barrow, Card, CardSides, Cards, Category, Content, Deck, Donkey, ElementKind, Extended, Face,
    FarmSpaces, Good, Market, Moored, Player, State, Step, Support,
};
use toml::Value;

use super::Board;
use super::keys::{place, set_number};
use super::words::seat_named;

fn seats(value: &Value) -> Vec<Seat> {
    value.as_str().unwrap().chars().map(|letter| seat_named(&letter.to_string())).collect()
}

fn set(value: &Value) -> Seats {
    seats(value).into_iter().fold(Seats::default(), Seats::with)
}

fn ids(value: &Value) -> Vec<&str> {
    value.as_array().unwrap().iter().map(|id| id.as_str().unwrap()).collect()
}

fn integer<N: TryFrom<i64>>(value: &Value) -> N {
    value.as_integer().and_then(|n| N::try_from(n).ok()).unwrap_or_else(|| panic!("{value}"))
}

fn from_bits(text: &str) -> u8 {
    let marks = text.split(',').filter(|mark| !mark.is_empty());
    marks.fold(0, |filled, mark| filled | 1 << mark.parse::<u8>().unwrap())
}

/// Changes what a key says; cards that come into play or into a hand are no longer elsewhere.
pub(crate) fn write(board: &mut Board, key: &str, value: &Value) {
    let rules = std::sync::Arc::clone(&board.rules);
    let (content, state) = (&*rules.content, &mut board.state);
    match key.split_once('.') {
        Some((seat, key)) => write_seat(content, state, seat_named(seat), key, value),
        None => write_shared(content, state, key, value),
    }
}

fn write_shared(content: &Content, state: &mut State, key: &str, value: &Value) {
    match key {
        "round" => state.round = integer(value),
        "step" => state.step = Step::from_id(value.as_str().unwrap()).unwrap(),
        "turn_order" => state.turn_order = seats(value).into_iter().collect(),
        "siesta_order" => state.siesta_order = seats(value).into_iter().collect(),
        "siesta_rewards" => state.siesta_rewards = seats(value).into_iter().collect(),
        "rondel" => {
            let (side, rotation) = value.as_str().unwrap().split_once(' ').unwrap();
            state.rondel_side = Face::from_id(side).unwrap();
            state.rondel_rotation = rotation.parse().unwrap();
        }
        "dice" => {
            let dice = value.as_array().unwrap();
            state.dice.iter_mut().zip(dice).for_each(|(die, count)| *die = integer(count));
        }
        "community_die" => state.community_die = Some(integer(value)),
        "round_tile" => {
            let tile = content.round_tile_of(value.as_str().unwrap()).unwrap();
            let round = content.round_tiles[tile.index()].round;
            state.round_tiles[usize::from(round) - 1] = tile;
            state.round = round;
        }
        "general_simple" => state.general[0].tile = content.general_of(word(value)).unwrap(),
        "general_demanding" => state.general[1].tile = content.general_of(word(value)).unwrap(),
        "claimed_simple" => state.general[0].claimed_by = seats(value).into_iter().collect(),
        "claimed_demanding" => state.general[1].claimed_by = seats(value).into_iter().collect(),
        "used_6" => state.prestige_tiles[0].used_by = set(value),
        "used_12" => state.prestige_tiles[1].used_by = set(value),
        "discard" => {
            for id in ids(value) {
                let card = come(content, state, id);
                state.discard.insert(card);
            }
        }
        "no_pool" => {
            for deck in word(value).split(' ').map(|deck| Deck::from_id(deck).unwrap()) {
                state.pool = state.pool.without(state.pool.of(deck));
            }
        }
        "marks" => {
            let all = value.as_array().unwrap();
            state.scoring_marks.iter_mut().zip(all).for_each(|(mark, v)| *mark = set(v));
        }
        "places" => {
            for (market, places) in state.markets.iter_mut().zip(value.as_array().unwrap()) {
                market.places = seats(places).into_iter().collect();
            }
        }
        "bonus_of_market_1_right" => {
            state.markets[1].bonus = content.tile_of(word(value)).unwrap();
        }
        "boat_b" => {
            for id in ids(value) {
                state.boat_sides[content.boat_of(id).unwrap().index()] = Face::B;
            }
        }
        "no_boats" => {
            for id in ids(value) {
                state.boats_left.remove(content.boat_of(id).unwrap());
            }
        }
        _ => write_dock(content, state, key, word(value)),
    }
}

fn word(value: &Value) -> &str {
    value.as_str().unwrap_or_else(|| panic!("{value}"))
}

/// `A 0 cog 1,2`: a boat of a seat with a donkey on it; the donkey is there.
fn write_dock(content: &Content, state: &mut State, key: &str, text: &str) {
    let dock = content.road.dock_of(key).unwrap_or_else(|| panic!("unknown key {key}"));
    let words: Vec<&str> = text.split(' ').collect();
    let (seat, boat) = (seat_named(words[0]), content.boat_of(words[2]).unwrap());
    let donkey: u8 = words[1].parse().unwrap();
    let filled = from_bits(words.get(3).copied().unwrap_or_default());
    state.docks[dock.index()] = Some(Moored { seat, donkey, boat, filled });
    state.boats_left.remove(boat);
    state.players[seat.index()].donkeys[usize::from(donkey)] =
        Donkey { space: Some(content.road.dock(dock)), on_boat: true };
}

/// A card leaves the pool, the discard and all hands.
fn come(content: &Content, state: &mut State, id: &str) -> Card {
    let card = content.card_of(id).unwrap_or_else(|| panic!("no card {id}"));
    state.pool.remove(card);
    state.discard.remove(card);
    state.players.iter_mut().for_each(|player| player.hand.remove(card));
    card
}

fn write_seat(content: &Content, state: &mut State, seat: Seat, key: &str, value: &Value) {
    if let Some(number) = value.as_integer()
        && set_number(&mut state.players[seat.index()], key, number)
    {
        return;
    }
    if matches!(
        key,
        "hand"
            | "field_cards"
            | "admin_cards"
            | "slot_0"
            | "slot_1"
            | "slot_2"
            | "acquisition_0"
            | "acquisition_1"
            | "acquisition_2"
    ) {
        return write_cards(content, state, seat, key, value);
    }
    let player = &mut state.players[seat.index()];
    match key {
        "assigned" => {
            player.assigned = FarmSpaces::default();
            for id in ids(value) {
                player.assigned.insert(content.space_of(id).unwrap());
            }
        }
        "loose" => {
            for id in ids(value) {
                player.loose[Good::from_id(id).unwrap().index()] += 1;
            }
        }
        "donkey_0" | "donkey_1" => {
            player.donkeys[place(key)].space = Some(content.road.space_of(word(value)).unwrap());
        }
        "elements" => unlock(content, player, &ids(value)),
        "support" => player.support = Support::from_id(word(value)).unwrap(),
        "extensions" => {
            for entry in ids(value) {
                let (id, side) = entry.split_once(' ').unwrap();
                let tile = content.extension_of(id).unwrap();
                player.extensions[tile.index()] = Extended::from_id(side).unwrap();
            }
        }
        "tiles" => {
            for entry in ids(value) {
                let (id, side) = entry.split_once(' ').unwrap();
                let tile = content.tile_of(id).unwrap();
                let side = match side {
                    "front" => &mut player.tiles_front,
                    _ => &mut player.tiles_back,
                };
                side.insert(tile);
            }
        }
        "personal" => player.personal = content.personal_of(word(value)).unwrap(),
        "personal_claimed" => player.personal_claimed = from_bits(word(value)),
        "siesta_card" | "donkey_card" | "stable_cards" | "donkey_hand" | "donkey_discard" => {
            write_donkeys(content, player, key, value);
        }
        _ => write_market(content, player, key, word(value)),
    }
}

/// Donkey cards leave the pool and lie on a slot, below the stable, in the hand or on the discard.
fn write_donkeys(content: &Content, player: &mut Player, key: &str, value: &Value) {
    let cards = value.as_str().map_or_else(|| ids(value), |id| vec![id]);
    for card in cards.into_iter().map(|id| content.donkey_of(id).unwrap()) {
        player.donkey_pool.remove(card);
        match key {
            "siesta_card" => player.siesta_card = Some(card),
            "donkey_card" => player.donkey_card = Some(card),
            "donkey_hand" => player.donkey_hand.insert(card),
            "donkey_discard" => player.donkey_discard.insert(card),
            _ => player.stable_cards.push(card),
        }
    }
}

/// The elements on these spaces are unlocked, and no others.
fn unlock(content: &Content, player: &mut Player, spaces: &[&str]) {
    player.elements = 0;
    player.markets_open = 0;
    for market in Market::all().filter(|m| content.markets[m.index()].unlocked_at_start) {
        player.markets_open |= 1 << market.index();
    }
    for space in spaces.iter().map(|id| content.road.space_of(id).unwrap()) {
        for (number, element) in content.road.elements_on(space) {
            player.elements |= 1 << number;
            if let ElementKind::Market(market) = element.kind {
                player.markets_open |= 1 << market.index();
            }
        }
    }
}

fn write_market(content: &Content, player: &mut Player, key: &str, text: &str) {
    let market = content.market_of(key).unwrap_or_else(|| panic!("unknown key {key}")).index();
    if text == "closed" {
        player.markets_closed |= 1 << market;
        player.market_filled[market] = 0;
    } else {
        player.market_filled[market] = from_bits(text);
    }
}

fn write_cards(content: &Content, state: &mut State, seat: Seat, key: &str, value: &Value) {
    let index = seat.index();
    if key == "hand" {
        state.pool = state.pool.or(state.players[index].hand);
        state.players[index].hand = Cards::default();
        for id in ids(value) {
            let card = come(content, state, id);
            state.players[index].hand.insert(card);
        }
    } else if let Some(list) = value.as_array() {
        for id in list {
            let card = come(content, state, word(id));
            lay(content, &mut state.players[index], key, card);
        }
    } else {
        let (id, filled) = word(value).split_once(' ').unwrap_or((word(value), ""));
        let card = come(content, state, id);
        let player = &mut state.players[index];
        if key.starts_with("slot") {
            let filled = from_bits(filled);
            player.barrows[place(key)] = Some(Barrow { card, filled, being_scored: false });
        } else {
            player.acquisitions[place(key)] = Some(card);
        }
    }
}

/// A card lies at the left or right edge: a normal one counts as a field (without a token), or by its symbols.
fn lay(content: &Content, player: &mut Player, key: &str, card: Card) {
    let normal = match &content.cards[card.index()].sides {
        CardSides::Normal { field, admin, .. } => Some((*field, *admin)),
        CardSides::Special(_) => None,
    };
    if key == "field_cards" {
        player.field_cards.push(card);
        if let Some((field, _)) = normal {
            player.fields[field.index()] += 1;
        }
    } else {
        player.admin_cards.push(card);
        for category in normal.into_iter().flat_map(|(_, admin)| admin) {
            let category: Category = category;
            player.admin_symbols[category.index()] += 1;
        }
    }
}
