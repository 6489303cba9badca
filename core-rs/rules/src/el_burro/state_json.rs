//! The whole state under the names of `rules.md` §4, for records of finished tables.

use serde_json::{Map, Value, json};

use super::ElBurro;
use super::content::Content;
use super::final_scoring;
use super::ids::{Deck, GeneralSide, Good, Slot, Track};
use super::sets::{Cards, DonkeyCards};
use super::state::{Carrier, Moored, Order, Player, SCORE_ROW_IDS, State};
use super::things::{Boat, Dock, FarmSpace, Market, TileType};
use crate::{Rules, Seat, Seats};

/// Everything at the table.
pub(super) fn state_json(rules: &Rules<ElBurro>, state: &State) -> Value {
    let content = &*rules.content;
    let seats: Vec<Seat> = Seat::all(rules.seats).collect();
    let ranking = final_scoring::outcome(rules, state).map(|outcome| outcome.ranking);
    json!({
        "round": state.round,
        "phase": state.phase().id(),
        "step": state.step.id(),
        "actors": seat_set(state.actors),
        "done": seat_set(state.done),
        "begun": state.begun,
        "stable_gains": seats.iter().map(|seat| state.stable_gains[seat.index()]).collect::<Vec<_>>(),
        "turn_order": order(&state.turn_order),
        "siesta_order": order(&state.siesta_order),
        "siesta_rewards": order(&state.siesta_rewards),
        "rondel_side": state.rondel_side.id(),
        "rondel_rotation": state.rondel_rotation,
        "dice": state.dice,
        "community_die": state.community_die,
        "round_tiles": state.round_tiles.map(|tile| content.round_tile_id(tile)),
        "markets": markets(content, state),
        "prestige_tiles": state.prestige_tiles.map(|place| json!({
            "tile": content.tile_id(place.tile),
            "used_by": seat_set(place.used_by),
        })),
        "general": general(content, state),
        "boat_sides": Boat::all()
            .map(|boat| (content.boat_id(boat).to_owned(), state.boat_sides[boat.index()].id().into()))
            .collect::<Map<String, Value>>(),
        "boats_left": state.boats_left.iter().map(|boat| content.boat_id(boat)).collect::<Vec<_>>(),
        "docks": docks(content, state),
        "scoring_marks": Track::ALL
            .map(|track| (track.id().to_owned(), seat_set(state.scoring_marks[track.index()])))
            .into_iter()
            .collect::<Map<String, Value>>(),
        "normal_pool": cards(content, state.pool.of(Deck::Normal)),
        "special_pool": cards(content, state.pool.of(Deck::Special)),
        "normal_discard": cards(content, state.discard.of(Deck::Normal)),
        "special_discard": cards(content, state.discard.of(Deck::Special)),
        "players": seats.iter().map(|seat| player(content, state.player(*seat))).collect::<Vec<_>>(),
        "ranking": ranking
            .unwrap_or_default()
            .iter()
            .map(|group| group.iter().map(|seat| seat.0).collect::<Vec<u8>>())
            .collect::<Vec<_>>(),
    })
}

fn order(order: &Order) -> Value {
    order.iter().map(|seat| Value::from(seat.0)).collect()
}

fn seat_set(seats: Seats) -> Value {
    seats.iter().map(|seat| Value::from(seat.0)).collect()
}

fn cards(content: &Content, cards: Cards) -> Value {
    card_list(content, cards.iter())
}

fn card_list(content: &Content, cards: impl Iterator<Item = super::things::Card>) -> Value {
    cards.map(|card| Value::from(content.card_id(card))).collect()
}

fn donkeys(content: &Content, cards: DonkeyCards) -> Value {
    cards.iter().map(|card| Value::from(content.donkey_id(card))).collect()
}

/// Goods of which there is one or more.
fn goods(counts: &[u8; Good::ALL.len()]) -> Value {
    let there = Good::ALL.into_iter().filter(|good| counts[good.index()] > 0);
    Value::Object(there.map(|good| (good.id().to_owned(), counts[good.index()].into())).collect())
}

/// The numbers of the markings that are filled.
fn filled(bits: u8) -> Value {
    (0..8u8).filter(|marking| bits & (1 << marking) != 0).map(Value::from).collect()
}

fn markets(content: &Content, state: &State) -> Value {
    let each = Market::all().zip(&state.markets).map(|(market, now)| {
        let entry = json!({
            "cover": now.cover.map(|cover| content.cover_id(cover)),
            "bonus_type": content.tile_id(now.bonus),
            "bonus_left": now.bonus_left,
            "places": order(&now.places),
        });
        (content.market_id(market).to_owned(), entry)
    });
    Value::Object(each.collect())
}

fn general(content: &Content, state: &State) -> Value {
    let each = GeneralSide::ALL.into_iter().zip(&state.general).map(|(side, now)| {
        let entry =
            json!({ "tile": content.general_id(now.tile), "claimed_by": order(&now.claimed_by) });
        (side.id().to_owned(), entry)
    });
    Value::Object(each.collect())
}

fn docks(content: &Content, state: &State) -> Value {
    let moored = |now: &Moored| {
        json!({
            "seat": now.seat.0,
            "donkey": now.donkey,
            "boat": content.boat_id(now.boat),
            "filled": filled(now.filled),
        })
    };
    let each = Dock::all().zip(&state.docks).map(|(dock, now)| {
        (content.road.dock_id(dock).to_owned(), now.as_ref().map_or(Value::Null, moored))
    });
    Value::Object(each.collect())
}

fn player(content: &Content, player: &Player) -> Value {
    let mut all = farm(content, player);
    for part in [places(content, player), donkey_cards(content, player)] {
        if let (Value::Object(all), Value::Object(part)) = (&mut all, part) {
            all.extend(part);
        }
    }
    all
}

fn farm(content: &Content, player: &Player) -> Value {
    let tile = |tile: TileType| Value::from(content.tile_id(tile));
    let barrow = |barrow: &super::state::Barrow| {
        json!({
            "card": content.card_id(barrow.card),
            "filled": filled(barrow.filled),
            "being_scored": barrow.being_scored,
        })
    };
    json!({
        "prestige": player.prestige,
        "silver": player.silver,
        "workers_free": player.workers_free,
        "assigned": player.assigned.iter().map(|space| content.space_id(space)).collect::<Vec<_>>(),
        "store": goods(&player.store),
        "fields": goods(&player.fields),
        "field_goods": goods(&player.field_goods),
        "loose": goods(&player.loose),
        "hand": cards(content, player.hand),
        "field_cards": card_list(content, player.field_cards.iter().copied()),
        "admin_cards": card_list(content, player.admin_cards.iter().copied()),
        "barrows": player.barrows.iter().map(|now| now.as_ref().map(barrow)).collect::<Vec<_>>(),
        "acquisitions": player.acquisitions.map(|card| card.map(|card| content.card_id(card))),
        "barrows_scored": player.barrows_scored,
        "market_tiles": {
            "front": player.tiles_front.iter().map(tile).collect::<Value>(),
            "back": player.tiles_back.iter().map(tile).collect::<Value>(),
        },
        "extensions": FarmSpace::all()
            .map(|space| {
                (content.space_id(space).to_owned(), player.extensions[space.index()].id().into())
            })
            .collect::<Map<String, Value>>(),
    })
}

fn places(content: &Content, player: &Player) -> Value {
    let area = |market: Market| {
        let entry = json!({
            "filled": filled(player.market_filled[market.index()]),
            "closed": player.markets_closed & (1 << market.0) != 0,
            "unlocked": player.markets_open & (1 << market.0) != 0,
        });
        (content.market_id(market).to_owned(), entry)
    };
    let donkey = |donkey: &super::state::Donkey| {
        json!({
            "space": donkey.space.map(|space| content.road.id(space)),
            "on_boat": donkey.on_boat,
        })
    };
    let unlocked =
        (0..).zip(&content.road.elements).filter(|(n, _)| player.elements & (1 << n) != 0);
    json!({
        "markets": Market::all().map(area).collect::<Map<String, Value>>(),
        "donkeys": player.donkeys.iter().map(donkey).collect::<Vec<_>>(),
        "elements": unlocked
            .map(|(_, element): (u32, _)| content.road.id(element.space))
            .collect::<Vec<_>>(),
        "milestone": player.milestone,
        "trough": player.trough,
        "siesta_pos": player.siesta,
        "support": player.support.id(),
        "reward": Track::ALL
            .map(|track| (track.id().to_owned(), player.reward[track.index()].into()))
            .into_iter()
            .collect::<Map<String, Value>>(),
        "personal": {
            "tile": content.personal_id(player.personal),
            "claimed": filled(player.personal_claimed),
        },
    })
}

fn donkey_cards(content: &Content, player: &Player) -> Value {
    let card = |card: Option<super::things::DonkeyCard>| card.map(|card| content.donkey_id(card));
    let used = player.used.iter().map(|used| {
        let carrier = match used.carrier {
            Carrier::Card(card) => content.card_id(card),
            Carrier::Tile(tile) => content.tile_id(tile),
            Carrier::RoundTile => "round_tile",
        };
        json!({ "source": carrier, "trigger": used.trigger, "count": used.count })
    });
    let stack = player.stack.iter().map(|frame| {
        let text = format!("{:?}", frame.kind);
        json!({ "frame": text, "anytime": frame.anytime })
    });
    let scores = SCORE_ROW_IDS.iter().zip(player.scores);
    json!({
        "donkey_pool": donkeys(content, player.donkey_pool),
        "donkey_hand": donkeys(content, player.donkey_hand),
        "donkey_discard": donkeys(content, player.donkey_discard),
        "donkey_unused": donkeys(content, player.donkey_unused),
        "siesta_card": card(player.siesta_card),
        "donkey_card": card(player.donkey_card),
        "stable_cards": player
            .stable_cards
            .iter()
            .map(|card| content.donkey_id(*card))
            .collect::<Vec<_>>(),
        "boosted": {
            Slot::Siesta.id(): player.boosted[Slot::Siesta.index()],
            Slot::Donkey.id(): player.boosted[Slot::Donkey.index()],
        },
        "used": used.collect::<Vec<_>>(),
        "turn_actions": player.turn_actions,
        "stack": stack.collect::<Vec<_>>(),
        "scores": scores.map(|(id, n)| ((*id).to_owned(), n.into())).collect::<Map<String, Value>>(),
    })
}
