//! The state under short names: what vectors and tests of El Burro write by hand and read.

use ludoteca_rules::el_burro::{
    Barrow, Card, Carrier, Category, Content, Donkey, ElementKind, Extended, Face, Good, Market,
    Moored, Player, State, Step, Support, Track,
};
use ludoteca_rules::{Seat, Seats};
use toml::Value;

use super::words::{SEATS, seat_named};
use super::{Board, good};

/// What all seats share.
pub(crate) const KEYS: [&str; 23] = [
    "round", "step", "turn_order", "siesta_order", "siesta_rewards", "rondel", "dice",
    "community_die", "round_tile", "claimed_simple", "claimed_demanding", "used_6", "used_12",
    "boats_left", "dock_1", "dock_2", "dock_3", "dock_4", "dock_5", "discard", "bonus_left",
    "places", "marks",
];

/// What each seat has.
pub(crate) const SEAT_KEYS: [&str; 58] = [
    "prestige", "silver", "workers", "assigned", "olive", "grain", "grape", "pig", "food", "wine",
    "meat", "loose", "fields_olive", "fields_grain", "fields_grape", "full_olive", "full_grain",
    "full_grape", "hand", "field_cards", "admin_cards", "slot_0", "slot_1", "slot_2",
    "acquisition_0", "acquisition_1", "acquisition_2", "market_1_left", "market_1_right",
    "market_4", "market_8", "market_12", "barrows_scored", "donkey_0", "donkey_1", "elements",
    "milestone", "trough", "siesta", "support", "reward_olive_grain", "reward_grape",
    "reward_pig", "reward_food", "reward_wine", "reward_meat", "extensions", "tiles", "personal",
    "personal_claimed", "donkey_hand", "donkey_discard", "donkey_unused", "siesta_card",
    "donkey_card", "stable_cards", "boosted", "used",
];

macro_rules! numbers {
    ($($key:literal => $field:ident $([$index:expr])?;)*) => {
        fn number(player: &Player, key: &str) -> Option<i64> {
            match key { $($key => Some(i64::from(player.$field $([$index])?)),)* _ => None }
        }

        fn set_number(player: &mut Player, key: &str, value: i64) -> bool {
            match key { $($key => player.$field $([$index])? = value.try_into().unwrap(),)* _ => return false }
            true
        }
    };
}

numbers! {
    "prestige" => prestige;
    "silver" => silver;
    "workers" => workers_free;
    "olive" => store[0];
    "grain" => store[1];
    "grape" => store[2];
    "pig" => store[3];
    "food" => store[4];
    "wine" => store[5];
    "meat" => store[6];
    "fields_olive" => fields[0];
    "fields_grain" => fields[1];
    "fields_grape" => fields[2];
    "full_olive" => field_goods[0];
    "full_grain" => field_goods[1];
    "full_grape" => field_goods[2];
    "barrows_scored" => barrows_scored;
    "milestone" => milestone;
    "trough" => trough;
    "siesta" => siesta;
    "reward_olive_grain" => reward[0];
    "reward_grape" => reward[1];
    "reward_pig" => reward[2];
    "reward_food" => reward[3];
    "reward_wine" => reward[4];
    "reward_meat" => reward[5];
}

fn letters(seats: impl IntoIterator<Item = Seat>) -> Value {
    seats.into_iter().map(|seat| SEATS[seat.index()]).collect::<String>().into()
}

fn seats(value: &Value) -> Vec<Seat> {
    value.as_str().unwrap().chars().map(|letter| seat_named(&letter.to_string())).collect()
}

fn set(value: &Value) -> Seats {
    seats(value).into_iter().fold(Seats::default(), Seats::with)
}

fn list<'a>(ids: impl IntoIterator<Item = &'a str>) -> Value {
    ids.into_iter().map(Value::from).collect::<Vec<_>>().into()
}

/// A list of whatever TOML can say.
pub(crate) fn array<V: Into<Value>>(values: impl IntoIterator<Item = V>) -> Value {
    Value::Array(values.into_iter().map(Into::into).collect())
}

fn ids(value: &Value) -> Vec<&str> {
    value.as_array().unwrap().iter().map(|id| id.as_str().unwrap()).collect()
}

fn integer<N: TryFrom<i64>>(value: &Value) -> N {
    value.as_integer().and_then(|n| N::try_from(n).ok()).unwrap_or_else(|| panic!("{value}"))
}

/// `0,2` for filled markings.
fn bits(filled: u8) -> String {
    let each = (0..8).filter(|bit| filled & (1 << bit) != 0).map(|bit: u8| bit.to_string());
    each.collect::<Vec<_>>().join(",")
}

fn from_bits(text: &str) -> u8 {
    let marks = text.split(',').filter(|mark| !mark.is_empty());
    marks.fold(0, |filled, mark| filled | 1 << mark.parse::<u8>().unwrap())
}

/// What a key says now; panics where there is no such key.
pub(crate) fn read(board: &Board, key: &str) -> Value {
    let (content, state) = (board.content(), &board.state);
    match key.split_once('.') {
        Some((seat, key)) => read_seat(content, state, seat_named(seat), key),
        None => read_shared(board, key),
    }
}

fn read_shared(board: &Board, key: &str) -> Value {
    let (content, state) = (board.content(), &board.state);
    match key {
        "round" => i64::from(state.round).into(),
        "step" => (if state.over { "over" } else { state.step.id() }).into(),
        "actors" => letters(state.actors.iter()),
        "done" => letters(state.done.iter()),
        "turn_order" => letters(state.turn_order.iter().copied()),
        "siesta_order" => letters(state.siesta_order.iter().copied()),
        "siesta_rewards" => letters(state.siesta_rewards.iter().copied()),
        "rondel" => format!("{} {}", state.rondel_side.id(), state.rondel_rotation).into(),
        "dice" => state.dice.map(i64::from).map(Value::from).to_vec().into(),
        "community_die" => i64::from(state.community_die.unwrap_or(0)).into(),
        "round_tile" => state.round_tile().map_or("-", |tile| content.round_tile_id(tile)).into(),
        "claimed_simple" => letters(state.general[0].claimed_by.iter().copied()),
        "claimed_demanding" => letters(state.general[1].claimed_by.iter().copied()),
        "used_6" => letters(state.prestige_tiles[0].used_by.iter()),
        "used_12" => letters(state.prestige_tiles[1].used_by.iter()),
        "boats_left" => list(state.boats_left.iter().map(|boat| content.boat_id(boat))),
        "discard" => list(state.discard.iter().map(|card| content.card_id(card))),
        "pool_normal" | "pool_special" | "hidden" => pools(state, key),
        "bonus_left" => {
            let left = state.markets.iter().map(|market| i64::from(market.bonus_left));
            left.map(Value::from).collect::<Vec<_>>().into()
        }
        "places" => {
            let all = state.markets.iter().map(|market| letters(market.places.iter().copied()));
            all.collect::<Vec<_>>().into()
        }
        "marks" => {
            let all = state.scoring_marks.iter().map(|seats| letters(seats.iter()));
            all.collect::<Vec<_>>().into()
        }
        _ => read_dock(content, state, key),
    }
}

fn pools(state: &State, key: &str) -> Value {
    use ludoteca_rules::el_burro::Deck;
    let deck = if key == "pool_normal" { Deck::Normal } else { Deck::Special };
    i64::from(state.pool.of(deck).len()).into()
}

fn read_dock(content: &Content, state: &State, key: &str) -> Value {
    let dock = content.road.dock_of(key).unwrap_or_else(|| panic!("unknown key {key}"));
    let Some(Moored { seat, donkey, boat, filled }) = state.docks[dock.index()] else {
        return "-".into();
    };
    let (seat, boat) = (SEATS[seat.index()], content.boat_id(boat));
    format!("{seat} {donkey} {boat} {}", bits(filled)).trim_end().into()
}

fn read_seat(content: &Content, state: &State, seat: Seat, key: &str) -> Value {
    let player = state.player(seat);
    if let Some(number) = number(player, key) {
        return number.into();
    }
    let donkey = |card| content.donkey_id(card);
    match key {
        "assigned" => list(player.assigned.iter().map(|space| content.space_id(space))),
        "loose" => {
            let each = Good::ALL.into_iter().flat_map(|good| {
                std::iter::repeat_n(good.id(), usize::from(player.loose[good.index()]))
            });
            list(each)
        }
        "hand" => list(player.hand.iter().map(|card| content.card_id(card))),
        "hand_count" => i64::from(player.hand.len()).into(),
        "field_cards" => list(player.field_cards.iter().map(|card| content.card_id(*card))),
        "admin_cards" => list(player.admin_cards.iter().map(|card| content.card_id(*card))),
        "slot_0" | "slot_1" | "slot_2" => barrow(content, player.barrows[place(key)]),
        "acquisition_0" | "acquisition_1" | "acquisition_2" => {
            player.acquisitions[place(key)].map_or("-", |card| content.card_id(card)).into()
        }
        "donkey_0" | "donkey_1" => {
            let Donkey { space, on_boat } = player.donkeys[place(key)];
            let space = space.map_or("-", |space| content.road.id(space));
            format!("{space}{}", if on_boat { " boat" } else { "" }).into()
        }
        "elements" => {
            let known = |n: &usize| player.elements & (1 << n) != 0;
            let elements = (0..content.road.elements.len()).filter(known);
            list(elements.map(|n| content.road.id(content.road.elements[n].space)))
        }
        "support" => player.support.id().into(),
        "extensions" => {
            let laid = ludoteca_rules::el_burro::Extension::all().map(|tile| {
                (content.extension_id(tile), player.extensions[tile.index()])
            });
            let laid = laid.filter(|(_, side)| *side != Extended::None);
            array(laid.map(|(id, side)| format!("{id} {}", side.id())))
        }
        "tiles" => {
            let front = player.tiles_front.iter().map(|tile| (tile, "front"));
            let back = player.tiles_back.iter().map(|tile| (tile, "back"));
            let each = front.chain(back);
            array(each.map(|(tile, side)| format!("{} {side}", content.tile_id(tile))))
        }
        "personal" => content.personal_id(player.personal).into(),
        "personal_claimed" => bits(player.personal_claimed).into(),
        "donkey_hand" => list(player.donkey_hand.iter().map(donkey)),
        "donkey_discard" => list(player.donkey_discard.iter().map(donkey)),
        "donkey_unused" => list(player.donkey_unused.iter().map(donkey)),
        "donkey_pool" => list(player.donkey_pool.iter().map(donkey)),
        "siesta_card" => player.siesta_card.map_or("-", donkey).into(),
        "donkey_card" => player.donkey_card.map_or("-", donkey).into(),
        "stable_cards" => list(player.stable_cards.iter().map(|card| donkey(*card))),
        "boosted" => player.boosted.map(i64::from).map(Value::from).to_vec().into(),
        "used" => {
            let name = |carrier| match carrier {
                Carrier::Card(card) => content.card_id(card),
                Carrier::Tile(tile) => content.tile_id(tile),
                Carrier::RoundTile => "round_tile",
            };
            let one = |entry: &ludoteca_rules::el_burro::Use| {
                format!("{} {}", name(entry.carrier), entry.count)
            };
            array(player.used.iter().map(one))
        }
        "frames" => i64::try_from(player.stack.len()).unwrap().into(),
        _ => read_market(content, player, key),
    }
}

fn place(key: &str) -> usize {
    key.rsplit('_').next().unwrap().parse().unwrap()
}

fn barrow(content: &Content, barrow: Option<Barrow>) -> Value {
    let Some(Barrow { card, filled, being_scored }) = barrow else { return "-".into() };
    let scored = if being_scored { " being_scored" } else { "" };
    let filled = bits(filled);
    let filled = if filled.is_empty() { filled } else { format!(" {filled}") };
    format!("{}{filled}{scored}", content.card_id(card)).into()
}

fn read_market(content: &Content, player: &Player, key: &str) -> Value {
    let market = content.market_of(key).unwrap_or_else(|| panic!("unknown key {key}")).index();
    if player.markets_closed & (1 << market) != 0 {
        return "closed".into();
    }
    bits(player.market_filled[market]).into()
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
            use ludoteca_rules::el_burro::Deck;
            let deck = Deck::from_id(word(value)).unwrap();
            state.pool = state.pool.without(state.pool.of(deck));
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
        "hand" | "field_cards" | "admin_cards" | "slot_0" | "slot_1" | "slot_2" | "acquisition_0"
            | "acquisition_1" | "acquisition_2"
    ) {
        return write_cards(content, state, seat, key, value);
    }
    let player = &mut state.players[seat.index()];
    match key {
        "assigned" => {
            player.assigned = Default::default();
            for id in ids(value) {
                player.assigned.insert(content.space_of(id).unwrap());
            }
        }
        "loose" => {
            for id in ids(value) {
                player.loose[good(id).unwrap().index()] += 1;
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
        "donkey_hand" => {
            for id in ids(value) {
                let card = content.donkey_of(id).unwrap();
                player.donkey_hand.insert(card);
                player.donkey_pool.remove(card);
            }
        }
        "donkey_discard" => {
            for id in ids(value) {
                let card = content.donkey_of(id).unwrap();
                player.donkey_discard.insert(card);
                player.donkey_pool.remove(card);
            }
        }
        "siesta_card" | "donkey_card" => {
            let card = content.donkey_of(word(value)).unwrap();
            player.donkey_pool.remove(card);
            match key {
                "siesta_card" => player.siesta_card = Some(card),
                _ => player.donkey_card = Some(card),
            }
        }
        "stable_cards" => {
            for id in ids(value) {
                let card = content.donkey_of(id).unwrap();
                player.donkey_pool.remove(card);
                player.stable_cards.push(card);
            }
        }
        _ => write_market(content, player, key, word(value)),
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
        state.players[index].hand = Default::default();
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
    use ludoteca_rules::el_burro::CardSides;
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

/// The tracks, by name: what keys end with.
pub(crate) fn tracks() -> [&'static str; 6] {
    Track::ALL.map(Track::id)
}
