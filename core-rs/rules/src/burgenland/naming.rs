//! Things of the game as parameters and anchors: their ids, each with its kind.

use super::cards::Cards;
use super::content::Content;
use super::ids::{BonusTile, Card, Castle, Colour, Node, Piece, Price, Site};
use crate::{Anchor, Arg, Seat};

pub(super) fn piece(piece: Piece) -> Arg {
    Arg::id("piece", piece.id())
}

pub(super) fn price(price: Price) -> Arg {
    Arg::id("price", price.id())
}

pub(super) fn tile(tile: BonusTile) -> Arg {
    Arg::id("tile", tile.id())
}

pub(super) fn exchange_tile(content: &Content) -> Arg {
    Arg::id("tile", content.exchange_id.as_str())
}

pub(super) fn colour(content: &Content, colour: Colour) -> Arg {
    Arg::id("colour", content.colour_id(colour))
}

pub(super) fn node(content: &Content, node: Node) -> Arg {
    Arg::id("node", content.node_id(node))
}

pub(super) fn castle(content: &Content, castle: Castle) -> Arg {
    Arg::id("castle", content.castle_id(castle))
}

pub(super) fn site(content: &Content, site: Site) -> Arg {
    Arg::id("site", content.site_id(site))
}

pub(super) fn card(content: &Content, card: Card) -> Arg {
    Arg::id("card", content.tender_id(card))
}

/// Cards in canonical order, then jokers.
pub(super) fn cards(content: &Content, cards: &Cards, jokers: u32) -> Arg {
    let colour_cards = cards.kinds().flat_map(|(kind, count)| {
        std::iter::repeat_n(card(content, Card::Colour(kind)), usize::from(count))
    });
    Arg::List(colour_cards.chain((0..jokers).map(|_| card(content, Card::Joker))).collect())
}

pub(super) fn node_anchor(content: &Content, node: Node) -> Anchor {
    Anchor::new("node", content.node_id(node))
}

pub(super) fn castle_anchor(content: &Content, castle: Castle) -> Anchor {
    Anchor::new("castle", content.castle_id(castle))
}

/// A space, or the large castle, which has none.
pub(super) fn site_anchor(content: &Content, site: Site) -> Anchor {
    let kind = match site {
        Site::Space(..) => "space",
        Site::Large => "castle",
    };
    Anchor::new(kind, content.site_id(site))
}

pub(super) fn card_anchor(content: &Content, card: Card) -> Anchor {
    Anchor::new("card", content.tender_id(card))
}

pub(super) fn pile_anchor(name: &str) -> Anchor {
    Anchor::new("pile", name)
}

pub(super) fn seat_anchor(seat: Seat) -> Anchor {
    Anchor::new("seat", seat.0)
}
