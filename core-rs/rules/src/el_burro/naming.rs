//! Things of the game as parameters and anchors: their ids, each with its kind.
//!
//! Anchors are those that the wire names beside the view: `space r7`, `boat llaut`, `market market_4`, `die 3`,
//! `deck normal`, `track grape`, `round_tile dowry`, `tile awning`, `achievement general_simple`,
//! `card stone_oven_1`, `donkey_card donkey_5`; and with the seat that they belong to: `donkey 0/1`,
//! `target 0/slot_1`, `marking 0/slot_1/2`, `good 0/olive`, `farm_space 0/take_silver`, `extension 0/granary`,
//! `tile 0/awning`, `achievement 0/personal_1`, `track 0/grape`, `siesta 0`, `milestone 0`, `trough 0`,
//! `support 0`, `silver 0`, `workers 0`.

use super::content::Content;
use super::ids::{
    Achievement, Branch, Deck, Good, GoodSet, Means, Side, Slot, Track, TroughAction,
};
use super::sets::{Bag, Cards, DonkeyCards, FarmSpaces};
use super::things::{
    Boat, Card, Cover, Dock, DonkeyCard, Extension, FarmSpace, GeneralTile, Market, PersonalTile,
    RoadSpace, RoundTile, Source, SourceKind, Target, TargetKind, TileType,
};
use crate::{Anchor, Arg, Seat};

pub(super) fn card(content: &Content, card: Card) -> Arg {
    Arg::id("card", content.card_id(card))
}

pub(super) fn cards(content: &Content, cards: Cards) -> Arg {
    Arg::List(cards.iter().map(|each| card(content, each)).collect())
}

pub(super) fn donkey_card(content: &Content, card: DonkeyCard) -> Arg {
    Arg::id("donkey", content.donkey_id(card))
}

pub(super) fn donkey_cards(content: &Content, cards: DonkeyCards) -> Arg {
    Arg::List(cards.iter().map(|each| donkey_card(content, each)).collect())
}

/// A donkey card, or the word `none`.
pub(super) fn donkey_card_or_none(content: &Content, card: Option<DonkeyCard>) -> Arg {
    card.map_or_else(|| Arg::id("donkey", NONE), |card| donkey_card(content, card))
}

/// The word for a parameter that names nothing.
pub(super) const NONE: &str = "none";

pub(super) fn good(good: Good) -> Arg {
    Arg::id("good", good.id())
}

pub(super) fn goods(goods: GoodSet) -> Arg {
    Arg::List(goods.iter().map(good).collect())
}

/// Everything in a bag, one entry a unit: goods, then silver, then workers.
pub(super) fn bag(bag: Bag) -> Arg {
    let units = |word: &'static str, count: u8| (0..count).map(move |_| Arg::id("good", word));
    let things = bag.each_good().map(good);
    let things = things.chain(units("silver", bag.silver())).chain(units("worker", bag.workers()));
    Arg::List(things.collect())
}

pub(super) fn side(side: Side) -> Arg {
    Arg::id("side", side.id())
}

pub(super) fn track(track: Track) -> Arg {
    Arg::id("track", track.id())
}

pub(super) fn deck(deck: Deck) -> Arg {
    Arg::id("deck", deck.id())
}

pub(super) fn branch(branch: Branch) -> Arg {
    Arg::id("branch", branch.id())
}

pub(super) fn slot(slot: Slot) -> Arg {
    Arg::id("slot", slot.id())
}

pub(super) fn means(means: Means) -> Arg {
    Arg::id("means", means.id())
}

pub(super) fn trough_action(action: TroughAction) -> Arg {
    Arg::id("action", action.id())
}

pub(super) fn achievement(achievement: Achievement) -> Arg {
    Arg::id("achievement", achievement.id())
}

pub(super) fn space(content: &Content, space: FarmSpace) -> Arg {
    Arg::id("space", content.space_id(space))
}

pub(super) fn spaces(content: &Content, spaces: FarmSpaces) -> Arg {
    Arg::List(spaces.iter().map(|each| space(content, each)).collect())
}

pub(super) fn extension(content: &Content, tile: Extension) -> Arg {
    Arg::id("extension", content.extension_id(tile))
}

pub(super) fn cover(content: &Content, cover: Cover) -> Arg {
    Arg::id("cover", content.cover_id(cover))
}

pub(super) fn personal(content: &Content, tile: PersonalTile) -> Arg {
    Arg::id("personal", content.personal_id(tile))
}

pub(super) fn general(content: &Content, tile: GeneralTile) -> Arg {
    Arg::id("general", content.general_id(tile))
}

pub(super) fn seats(seats: impl IntoIterator<Item = Seat>) -> Arg {
    Arg::List(seats.into_iter().map(|seat| Arg::Seat(seat.0)).collect())
}

pub(super) fn market(content: &Content, market: Market) -> Arg {
    Arg::id("market", content.market_id(market))
}

pub(super) fn tile(content: &Content, tile: TileType) -> Arg {
    Arg::id("tile", content.tile_id(tile))
}

pub(super) fn round_tile(content: &Content, tile: RoundTile) -> Arg {
    Arg::id("round-tile", content.round_tile_id(tile))
}

pub(super) fn boat(content: &Content, boat: Boat) -> Arg {
    Arg::id("boat", content.boat_id(boat))
}

pub(super) fn dock(content: &Content, dock: Dock) -> Arg {
    Arg::id("dock", content.road.dock_id(dock))
}

pub(super) fn road(content: &Content, space: RoadSpace) -> Arg {
    Arg::id("road", content.road.id(space))
}

/// The id of a delivery target.
pub(super) fn target_id(content: &Content, target: Target) -> String {
    match target.kind() {
        TargetKind::Slot(slot) => format!("slot_{slot}"),
        TargetKind::Market(market) => content.market_id(market).to_owned(),
        TargetKind::Dock(dock) => content.road.dock_id(dock).to_owned(),
    }
}

pub(super) fn target(content: &Content, target: Target) -> Arg {
    Arg::id("target", target_id(content, target))
}

/// The delivery target with this id.
pub(super) fn target_of(content: &Content, id: &str) -> Option<Target> {
    Target::all().find(|target| target_id(content, *target) == id)
}

/// The id of a source of actions.
pub(super) fn source_id(content: &Content, source: Source) -> String {
    match source.kind() {
        SourceKind::Acquisition(slot) => format!("acquisition_{slot}"),
        SourceKind::Tile(tile) => content.tile_id(tile).to_owned(),
        SourceKind::RoundTile => "round_tile".to_owned(),
    }
}

pub(super) fn source(content: &Content, source: Source) -> Arg {
    Arg::id("source", source_id(content, source))
}

/// The source with this id.
pub(super) fn source_of(content: &Content, id: &str) -> Option<Source> {
    Source::all().find(|source| source_id(content, *source) == id)
}

/// A thing that every seat has, or that lies on the table once.
pub(super) fn own(kind: &'static str, seat: Seat) -> Anchor {
    Anchor::new(kind, seat.0)
}

/// A thing of a seat, by its id.
fn of_seat(kind: &'static str, seat: Seat, id: impl std::fmt::Display) -> Anchor {
    Anchor::new(kind, format_args!("{}/{id}", seat.0))
}

pub(super) fn deck_anchor(deck: Deck) -> Anchor {
    Anchor::new("deck", deck.id())
}

pub(super) fn card_anchor(content: &Content, card: Card) -> Anchor {
    Anchor::new("card", content.card_id(card))
}

pub(super) fn donkey_card_anchor(content: &Content, card: DonkeyCard) -> Anchor {
    Anchor::new("donkey_card", content.donkey_id(card))
}

pub(super) fn donkey_anchor(seat: Seat, donkey: u8) -> Anchor {
    of_seat("donkey", seat, donkey)
}

pub(super) fn road_anchor(content: &Content, space: RoadSpace) -> Anchor {
    Anchor::new("space", content.road.id(space))
}

pub(super) fn market_anchor(content: &Content, market: Market) -> Anchor {
    Anchor::new("market", content.market_id(market))
}

pub(super) fn round_tile_anchor(content: &Content, tile: RoundTile) -> Anchor {
    Anchor::new("round_tile", content.round_tile_id(tile))
}

pub(super) fn tile_anchor(content: &Content, tile: TileType) -> Anchor {
    Anchor::new("tile", content.tile_id(tile))
}

pub(super) fn own_tile_anchor(content: &Content, seat: Seat, tile: TileType) -> Anchor {
    of_seat("tile", seat, content.tile_id(tile))
}

pub(super) fn target_anchor(content: &Content, owner: Seat, target: Target) -> Anchor {
    of_seat("target", owner, target_id(content, target))
}

/// The slot of a row; only barrows are targets.
pub(super) fn slot_anchor(content: &Content, seat: Seat, side: Side, slot: u8) -> Option<Anchor> {
    (side == Side::Barrow).then(|| target_anchor(content, seat, Target::slot(slot)))
}

pub(super) fn marking_anchor(
    content: &Content,
    owner: Seat,
    target: Target,
    marking: u8,
) -> Anchor {
    of_seat("marking", owner, format_args!("{}/{marking}", target_id(content, target)))
}

pub(super) fn good_anchor(seat: Seat, good: Good) -> Anchor {
    of_seat("good", seat, good.id())
}

/// Where the first thing of a delivery comes from.
pub(super) fn bag_anchor(seat: Seat, bag: Bag) -> Anchor {
    match bag.each_good().next() {
        Some(good) => good_anchor(seat, good),
        None if bag.silver() > 0 => own("silver", seat),
        None => own("workers", seat),
    }
}

pub(super) fn track_anchor(seat: Seat, track: Track) -> Anchor {
    of_seat("track", seat, track.id())
}

pub(super) fn space_anchor(content: &Content, seat: Seat, space: FarmSpace) -> Anchor {
    of_seat("farm_space", seat, content.space_id(space))
}

pub(super) fn extension_anchor(content: &Content, seat: Seat, tile: Extension) -> Anchor {
    of_seat("extension", seat, content.extension_id(tile))
}

pub(super) fn boat_anchor(content: &Content, boat: Boat) -> Anchor {
    Anchor::new("boat", content.boat_id(boat))
}

pub(super) fn die_anchor(face: u8) -> Anchor {
    Anchor::new("die", face)
}

/// A general achievement stands on the table, a personal one belongs to a seat.
pub(super) fn achievement_anchor(seat: Seat, achievement: Achievement) -> Anchor {
    match achievement.general() {
        Some(_) => Anchor::new("achievement", achievement.id()),
        None => of_seat("achievement", seat, achievement.id()),
    }
}
