//! The whole state under the names of `rules.md` §3, for records of finished tables.

use serde_json::{Map, Value, json};

use super::cards::Cards;
use super::content::Content;
use super::ids::{BonusTile, Built, Castle, Node, Owner, Piece, Site, Space};
use super::state::{Part, Pending, Player, Purpose, State};
use super::{Burgenland, scoring, wells};
use crate::{Rules, Seat};

/// Everything at the table.
pub(super) fn state_json(rules: &Rules<Burgenland>, state: &State) -> Value {
    let content = &rules.content;
    let players: Vec<&Player> =
        Seat::all(rules.seats).map(|seat| &state.players[seat.index()]).collect();
    let each = |of: &dyn Fn(&Player) -> Value| -> Value { players.iter().map(|p| of(p)).collect() };
    let markers = |node: Node| {
        (content.node_id(node).to_owned(), content.colour_id(state.markers[node.index()]).into())
    };
    let extra: Vec<&str> = state.extra.iter().map(|castle| content.castle_id(castle)).collect();
    let unseen = content.architects.iter().zip(state.architect_unseen);
    let ended = scoring::outcome(content, rules.seats, state);
    let ranking = ended.map(|outcome| outcome.ranking).unwrap_or_default();
    json!({
        "phase": state.phase.id(),
        "seat": state.seat.0,
        "start_seat": state.start_seat.0,
        "turn": state.turn,
        "markers": Node::all().map(markers).collect::<Map<_, _>>(),
        "sites": sites(content, state),
        "extra": extra,
        "large": each(&|player| pieces(player.large)),
        "supply": each(&|player| pieces(player.supply)),
        "hand": each(&|player| cards(content, &player.hand)),
        "jokers": each(&|player| player.jokers.into()),
        "tiles": each(&|player| tiles(content, player)),
        "deck": cards(content, &state.deck),
        "discard": cards(content, &state.discard),
        "exchange_supply": state.exchange_supply,
        "bonus_pool": bonus_tiles(state.bonus_pool),
        "architect_top": state.architect_top,
        "architect_unseen": unseen
            .map(|(kind, count)| (kind.value.to_string(), count.into()))
            .collect::<Map<_, _>>(),
        "architect_queue": state.architect_queue.as_slice(),
        "well_top": state.well_top,
        "well_unseen": wells::numbers(state.well_unseen).collect::<Vec<u8>>(),
        "wells_built": state.wells_built,
        "pending": state.pending.map(|pending| payment(content, pending)),
        "winner": state.winner.map(|seat| seat.0),
        "ranking": ranking
            .iter()
            .map(|group| group.iter().map(|seat| seat.0).collect::<Vec<u8>>())
            .collect::<Vec<_>>(),
    })
}

/// Site -> `null`, or the piece and its owner.
fn sites(content: &Content, state: &State) -> Map<String, Value> {
    let site = |castle: Castle, space: Space| {
        let built = state.at(castle, space).map(|Built { piece, owner }| {
            let owner = match owner {
                Owner::Seat(seat) => json!(seat.0),
                Owner::Neutral => json!("neutral"),
            };
            json!({ "piece": piece.id(), "owner": owner })
        });
        (content.site_id(Site::Space(castle, space)).to_owned(), built.into())
    };
    Castle::all().flat_map(|castle| Space::ALL.map(|space| site(castle, space))).collect()
}

fn pieces(counts: [u8; Piece::ALL.len()]) -> Value {
    let entry = |piece: Piece| (piece.id().to_owned(), counts[piece.index()].into());
    Value::Object(Piece::ALL.into_iter().map(entry).collect())
}

fn cards(content: &Content, cards: &Cards) -> Value {
    let entry = |(card, count): (_, u8)| (content.card_id(card).to_owned(), count.into());
    Value::Object(cards.kinds().map(entry).collect())
}

fn bonus_tiles(counts: [u8; BonusTile::ALL.len()]) -> Value {
    let entry = |tile: BonusTile| (tile.id().to_owned(), counts[tile.index()].into());
    Value::Object(BonusTile::ALL.into_iter().map(entry).collect())
}

fn tiles(content: &Content, player: &Player) -> Value {
    let mut tiles = bonus_tiles(player.bonus_tiles);
    tiles[content.exchange_id.as_str()] = player.exchange_tiles.into();
    tiles
}

fn payment(content: &Content, pending: Pending) -> Value {
    let purpose = match pending.purpose {
        Purpose::Joker { back } => json!({ "what": "joker", "back": back.id() }),
        Purpose::Build { piece, site, price } => json!({
            "what": "build",
            "piece": piece.id(),
            "site": content.site_id(site),
            "price": price.id(),
        }),
    };
    let part = match pending.part {
        Part::Border { missing, .. } => json!({ "price": "border", "cards_missing": missing }),
        Part::Same { colour, missing } => json!({
            "price": "same",
            "cards_missing": missing,
            "colour": colour.map(|colour| content.colour_id(colour)),
        }),
        Part::Different { paid, missing } => json!({
            "price": "different",
            "cards_missing": missing,
            "paid": super::Colour::all()
                .filter(|colour| paid & (1 << colour.0) != 0)
                .map(|colour| content.colour_id(colour))
                .collect::<Vec<_>>(),
        }),
        Part::TenCoins { missing } => json!({ "price": "ten_coins", "coins_missing": missing }),
        Part::Architect { missing } => json!({ "price": "architect", "coins_missing": missing }),
        Part::Joker { missing } => json!({ "price": "joker", "coins_missing": missing }),
    };
    json!({ "for": purpose, "part": part, "architect_ahead": pending.architect_ahead })
}
