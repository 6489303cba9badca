//! The whole state under the names of `rules.md` §4, for records of finished tables.

use serde_json::{Map, Value, json};

use super::content::Content;
use super::dice::Dice;
use super::ids::{Areas, Pasture, Tile};
use super::state::{Keep, Player, State};
use super::tiles::Tiles;
use super::view;
use super::{ElGaucho, scoring};
use crate::{Rules, Seat};

/// Everything at the table.
pub(super) fn state_json(rules: &Rules<ElGaucho>, state: &State) -> Value {
    let content = &*rules.content;
    let players: Vec<&Player> =
        Seat::all(rules.seats).map(|seat| &state.players[seat.index()]).collect();
    let each = |of: &dyn Fn(&Player) -> Value| -> Value { players.iter().map(|p| of(p)).collect() };
    let ranking = scoring::outcome(rules.seats, state).map(|outcome| outcome.ranking);
    json!({
        "phase": state.phase.id(),
        "round": state.round,
        "start_seat": state.start_seat.0,
        "current_seat": state.seat.0,
        "trigger_round": state.trigger_round,
        "pampa": pampa(rules, state),
        "pile_count": state.pile_count,
        "steppe_known": steppe(rules, state),
        "steppe_unseen": state.steppe_unseen,
        "pool": tiles(content, state.pool),
        "start_draw": each(&|player| tiles(content, player.start_draw)),
        "choices": each(&|player| player.choice.map(|keep| choice(content, keep)).into()),
        "discards": each(&|player| tiles(content, player.discards)),
        "dice_pool": dice(state.dice_pool),
        "hand": dice(state.hand),
        "picked": state.picked,
        "placed_areas": areas(state.placed_areas),
        "vacated_areas": areas(state.vacated_areas),
        "secret_taken": state.secret_taken,
        "supply": each(&|player| player.supply.into()),
        "areas": each(&|player| areas(player.areas)),
        "herds": each(&|player| herds(content, player)),
        "pending": each(&|player| tiles(content, player.pending)),
        "pesos": each(&|player| player.pesos.into()),
        "removed": tiles(content, state.removed),
        "ranking": ranking
            .unwrap_or_default()
            .iter()
            .map(|group| group.iter().map(|seat| seat.0).collect::<Vec<u8>>())
            .collect::<Vec<_>>(),
    })
}

fn tile_list(content: &Content, tiles: impl Iterator<Item = Tile>) -> Value {
    tiles.map(|tile| Value::from(content.tile_id(tile))).collect()
}

fn tiles(content: &Content, tiles: Tiles) -> Value {
    tile_list(content, tiles.iter())
}

fn dice(dice: Dice) -> Value {
    dice.faces().map(Value::from).collect()
}

fn areas(areas: Areas) -> Value {
    areas.iter().map(|area| Value::from(area.id())).collect()
}

fn choice(content: &Content, keep: Keep) -> Value {
    json!({ "tiles": tiles(content, keep.tiles), "direction": keep.direction.id() })
}

/// Race -> its tiles from left to right.
fn herds(content: &Content, player: &Player) -> Value {
    let entry = |herd: super::Herd| {
        (content.race_id(herd.race).to_owned(), tile_list(content, herd.tiles()))
    };
    Value::Object(player.herds.iter().map(entry).collect())
}

/// Space in use -> `null`, or its tile with the gaucho on it.
fn pampa(rules: &Rules<ElGaucho>, state: &State) -> Value {
    let (content, used) = (&rules.content, rules.content.plan(rules.seats).used);
    let mut spaces = Map::new();
    for pasture in Pasture::all() {
        let plan = &content.pastures[pasture.index()];
        let in_use = plan.spaces.iter().take(usize::from(used[pasture.index()]));
        for (id, tile) in in_use.zip(state.pampa[pasture.index()]) {
            let tile = tile.map(|tile| {
                let gaucho = view::gaucho(state, tile)
                    .map(|(seat, posture)| json!({ "seat": seat.0, "posture": posture.id() }));
                json!({ "tile": content.tile_id(tile), "gaucho": gaucho })
            });
            spaces.insert(id.clone(), tile.into());
        }
    }
    Value::Object(spaces)
}

/// The resolved tiles of the steppe, each with the seats that have seen it.
fn steppe(rules: &Rules<ElGaucho>, state: &State) -> Value {
    let seen_by = |tile: Tile| -> Vec<u8> {
        let seats = Seat::all(rules.seats);
        let saw = |seat: &Seat| state.players[seat.index()].steppe_seen.contains(tile);
        seats.filter(saw).map(|seat| seat.0).collect()
    };
    let entry = |tile| json!({ "tile": rules.content.tile_id(tile), "seen_by": seen_by(tile) });
    state.steppe_known().iter().map(entry).collect()
}
