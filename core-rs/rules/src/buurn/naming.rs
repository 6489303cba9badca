//! Things of the game as parameters and anchors: their ids, each with its kind.

use super::cards::Cards;
use super::content::Content;
use super::ids::{Choice, Family, Organisation, Place, Totem};
use crate::{Anchor, Arg, Seat};

pub(super) fn totem(totem: Totem) -> Arg {
    Arg::id("totem", totem.id())
}

pub(super) fn choice(choice: Choice) -> Arg {
    Arg::id("choice", choice.id())
}

pub(super) fn place(place: Place) -> Arg {
    Arg::id("place", place.id())
}

pub(super) fn family(content: &Content, family: Family) -> Arg {
    Arg::id("family", content.family_id(family))
}

pub(super) fn organisation(content: &Content, card: Organisation) -> Arg {
    Arg::id("organisation", content.organisation(card).id.as_str())
}

/// Cards in canonical order.
pub(super) fn cards(content: &Content, cards: &Cards) -> Arg {
    families(content, cards.each())
}

pub(super) fn families(content: &Content, families: impl Iterator<Item = Family>) -> Arg {
    Arg::List(families.map(|each| family(content, each)).collect())
}

pub(super) fn totem_anchor(totem: Totem) -> Anchor {
    Anchor::new("totem", totem.id())
}

pub(super) fn lot_anchor(slot: u8) -> Anchor {
    Anchor::new("lot", slot)
}

pub(super) fn hand_anchor(index: u8) -> Anchor {
    Anchor::new("hand", index)
}

/// A face-up family of a seat: `face_up 2/citron`.
pub(super) fn face_up_anchor(content: &Content, seat: Seat, family: Family) -> Anchor {
    Anchor::new("face_up", format_args!("{}/{}", seat.0, content.family_id(family)))
}

pub(super) fn organisation_anchor(content: &Content, card: Organisation) -> Anchor {
    Anchor::new("organisation", &content.organisation(card).id)
}

pub(super) fn pile_anchor(name: &str) -> Anchor {
    Anchor::new("pile", name)
}

pub(super) fn seat_anchor(seat: Seat) -> Anchor {
    Anchor::new("seat", seat.0)
}
