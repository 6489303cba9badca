//! The state under short names: what vectors and tests of El Burro read, and write by hand (`board_write.rs`).

use ludoteca_rules::Seat;
use ludoteca_rules::el_burro::{
    Barrow, Carrier, Content, Deck, Donkey, Extended, Extension, Good, Moored, Player, State, Use,
};
use toml::Value;

use super::Board;
use super::words::{SEATS, seat_named};

/// What all seats share.
pub(crate) const KEYS: [&str; 23] = [
    "round",
    "step",
    "turn_order",
    "siesta_order",
    "siesta_rewards",
    "rondel",
    "dice",
    "community_die",
    "round_tile",
    "claimed_simple",
    "claimed_demanding",
    "used_6",
    "used_12",
    "boats_left",
    "dock_1",
    "dock_2",
    "dock_3",
    "dock_4",
    "dock_5",
    "discard",
    "bonus_left",
    "places",
    "marks",
];

/// What each seat has.
pub(crate) const SEAT_KEYS: [&str; 58] = [
    "prestige",
    "silver",
    "workers",
    "assigned",
    "olive",
    "grain",
    "grape",
    "pig",
    "food",
    "wine",
    "meat",
    "loose",
    "fields_olive",
    "fields_grain",
    "fields_grape",
    "full_olive",
    "full_grain",
    "full_grape",
    "hand",
    "field_cards",
    "admin_cards",
    "slot_0",
    "slot_1",
    "slot_2",
    "acquisition_0",
    "acquisition_1",
    "acquisition_2",
    "market_1_left",
    "market_1_right",
    "market_4",
    "market_8",
    "market_12",
    "barrows_scored",
    "donkey_0",
    "donkey_1",
    "elements",
    "milestone",
    "trough",
    "siesta",
    "support",
    "reward_olive_grain",
    "reward_grape",
    "reward_pig",
    "reward_food",
    "reward_wine",
    "reward_meat",
    "extensions",
    "tiles",
    "personal",
    "personal_claimed",
    "donkey_hand",
    "donkey_discard",
    "donkey_unused",
    "siesta_card",
    "donkey_card",
    "stable_cards",
    "boosted",
    "used",
];

macro_rules! numbers {
    ($($key:literal => $field:ident $([$index:expr])?;)*) => {
        fn number(player: &Player, key: &str) -> Option<i64> {
            match key { $($key => Some(i64::from(player.$field $([$index])?)),)* _ => None }
        }

        pub(super) fn set_number(player: &mut Player, key: &str, value: i64) -> bool {
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
    "turn_actions" => turn_actions;
}

fn letters(seats: impl IntoIterator<Item = Seat>) -> Value {
    seats.into_iter().map(|seat| SEATS[seat.index()]).collect::<String>().into()
}

fn list<'a>(ids: impl IntoIterator<Item = &'a str>) -> Value {
    ids.into_iter().map(Value::from).collect::<Vec<_>>().into()
}

/// A list of whatever TOML can say.
pub(crate) fn array<V: Into<Value>>(values: impl IntoIterator<Item = V>) -> Value {
    Value::Array(values.into_iter().map(Into::into).collect())
}

/// `0,2` for filled markings.
fn bits(filled: u8) -> String {
    let each = (0..8).filter(|bit| filled & (1 << bit) != 0).map(|bit: u8| bit.to_string());
    each.collect::<Vec<_>>().join(",")
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
            let laid = Extension::all()
                .map(|tile| (content.extension_id(tile), player.extensions[tile.index()]));
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
            let one = |entry: &Use| format!("{} {}", name(entry.carrier), entry.count);
            array(player.used.iter().map(one))
        }
        "frames" => i64::try_from(player.stack.len()).unwrap().into(),
        _ => read_market(content, player, key),
    }
}

pub(super) fn place(key: &str) -> usize {
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
