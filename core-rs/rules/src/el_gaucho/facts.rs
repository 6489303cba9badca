//! What happened, as facts (`rules.md` §15); their sentences are in `words/en.ftl`.
//!
//! Anchors: `pile draw`, `pile steppe`, `pile dice`, `pile bank`, `pile discards`, `seat 0`, `space pasture_a_1`,
//! `tile brown_07`, `area sort`, `herd 0/brown`.

use super::content::Content;
use super::dice::Dice;
use super::herd::Herd;
use super::ids::{Area, Pasture, Posture, Race, Tile};
use super::naming::{self, pile_anchor as pile, seat_anchor as home};
use super::state::Keep;
use super::tiles::Tiles;
use crate::{Arg, Fact, Seat, Sentence};

/// A herd that is sold.
pub(super) struct Sale {
    pub(super) herd: Herd,
    /// What the seat gets, with the bonus.
    pub(super) pesos: u32,
    /// What of it is bonus.
    pub(super) bonus: u32,
}

/// A sentence about a seat.
fn of(seat: Seat, key: &'static str) -> Sentence {
    Sentence::new(key).seat("seat", seat)
}

/// A sentence about a tile and a seat.
fn with_tile(content: &Content, seat: Seat, key: &'static str, tile: Tile) -> Sentence {
    of(seat, key).with("tile", naming::tile(content, tile))
}

/// A sentence about tiles and a seat.
fn with_tiles(content: &Content, seat: Seat, key: &'static str, tiles: Tiles) -> Sentence {
    let sentence = of(seat, key).with("tiles", naming::tiles(content, tiles));
    sentence.number("count", tiles.len())
}

pub(super) fn race_removed(content: &Content, race: Race) -> Fact {
    Fact::new(Sentence::new("fact-race-removed").with("race", naming::race(content, race)))
}

pub(super) fn start_seat(seat: Seat) -> Fact {
    Fact::new(of(seat, "fact-start-seat"))
}

pub(super) fn tile_drawn(content: &Content, tile: Tile, pasture: Pasture, space: usize) -> Fact {
    let sentence = Sentence::new("fact-tile-drawn")
        .with("tile", naming::tile(content, tile))
        .with("pasture", naming::pasture(content, pasture));
    Fact::new(sentence)
        .from(pile("draw"))
        .to(naming::space_anchor(content, pasture, space))
        .amount(1)
}

pub(super) fn steppe_filled(count: u8) -> Fact {
    let sentence = Sentence::new("fact-steppe-filled").number("count", count);
    Fact::new(sentence).from(pile("draw")).to(pile("steppe")).amount(count)
}

fn start_draw(seat: Seat, sentence: Sentence, count: u8) -> Fact {
    Fact::new(sentence).from(pile("draw")).to(home(seat)).amount(count)
}

pub(super) fn start_tiles_drawn(content: &Content, seat: Seat, tiles: Tiles) -> Fact {
    let sentence = with_tiles(content, seat, "fact-draw-start-tiles", tiles);
    start_draw(seat, sentence, tiles.len())
}

pub(super) fn start_tiles_drawn_hidden(seat: Seat, count: u8) -> Fact {
    let sentence = of(seat, "fact-draw-start-tiles-hidden").number("count", count);
    start_draw(seat, sentence, count)
}

pub(super) fn choice_sealed_own(content: &Content, seat: Seat, keep: Keep) -> Fact {
    let sentence = with_tiles(content, seat, "fact-choose-own", keep.tiles);
    Fact::new(sentence.with("direction", naming::direction(keep.direction)))
}

pub(super) fn choice_sealed(seat: Seat) -> Fact {
    Fact::new(of(seat, "fact-choose"))
}

pub(super) fn choice_opened(content: &Content, seat: Seat, keep: Keep) -> Fact {
    let sentence = with_tiles(content, seat, "fact-keep", keep.tiles);
    Fact::new(sentence.with("direction", naming::direction(keep.direction)))
        .to(home(seat))
        .amount(keep.tiles.len())
}

pub(super) fn discarded_own(content: &Content, seat: Seat, tiles: Tiles) -> Fact {
    Fact::new(with_tiles(content, seat, "fact-discard-own", tiles))
        .from(home(seat))
        .to(pile("discards"))
        .amount(tiles.len())
}

pub(super) fn discarded(seat: Seat, count: u8) -> Fact {
    Fact::new(of(seat, "fact-discard").number("count", count))
        .from(home(seat))
        .to(pile("discards"))
        .amount(count)
}

pub(super) fn gaucho_placed_first(seat: Seat, area: Area) -> Fact {
    Fact::new(of(seat, "fact-place-start-gaucho").with("area", naming::area(area)))
        .from(home(seat))
        .to(naming::area_anchor(area))
        .amount(1)
}

pub(super) fn round_begins(round: u16, start: Seat) -> Fact {
    Fact::new(of(start, "fact-round").number("round", round))
}

pub(super) fn final_round_begins(round: u16, start: Seat) -> Fact {
    Fact::new(of(start, "fact-final-round").number("round", round))
}

pub(super) fn rolled(dice: Dice) -> Fact {
    let sentence = Sentence::new("fact-roll").with("dice", naming::dice(dice));
    Fact::new(sentence).to(pile("dice")).amount(dice.len())
}

pub(super) fn dice_picked(seat: Seat, dice: Dice) -> Fact {
    Fact::new(of(seat, "fact-pick-dice").with("dice", naming::dice(dice)))
        .from(pile("dice"))
        .to(home(seat))
        .amount(dice.len())
}

pub(super) fn gaucho_placed(
    content: &Content,
    seat: Seat,
    tile: Tile,
    posture: Posture,
    dice: Dice,
) -> Fact {
    let key = match posture {
        Posture::Standing => "fact-place-standing",
        Posture::Lying => "fact-place-lying",
    };
    Fact::new(with_tile(content, seat, key, tile).with("dice", naming::dice(dice)))
        .from(home(seat))
        .to(naming::tile_anchor(content, tile))
        .amount(1)
}

pub(super) fn gaucho_raised(content: &Content, seat: Seat, tile: Tile, dice: Dice) -> Fact {
    let sentence = with_tile(content, seat, "fact-raise", tile);
    Fact::new(sentence.with("dice", naming::dice(dice))).to(naming::tile_anchor(content, tile))
}

pub(super) fn area_filled(seat: Seat, area: Area, dice: Dice) -> Fact {
    let sentence = of(seat, "fact-place-on-area")
        .with("area", naming::area(area))
        .with("dice", naming::dice(dice));
    Fact::new(sentence).from(home(seat)).to(naming::area_anchor(area)).amount(1)
}

fn back_home(area: Area, seat: Seat, sentence: Sentence) -> Fact {
    Fact::new(sentence).from(naming::area_anchor(area)).to(home(seat)).amount(1)
}

pub(super) fn recalled_from_area(seat: Seat, area: Area) -> Fact {
    let sentence = of(seat, "fact-recall-from-area").with("area", naming::area(area));
    back_home(area, seat, sentence)
}

pub(super) fn recalled_from_tile(content: &Content, seat: Seat, tile: Tile) -> Fact {
    Fact::new(with_tile(content, seat, "fact-recall-from-tile", tile))
        .from(naming::tile_anchor(content, tile))
        .to(home(seat))
        .amount(1)
}

pub(super) fn wished(seat: Seat, face: u8) -> Fact {
    back_home(Area::Wish, seat, of(seat, "fact-wish").number("face", face))
}

pub(super) fn herd_sold(content: &Content, seat: Seat, sale: &Sale) -> Fact {
    let Sale { herd, pesos, bonus } = sale;
    let sentence = of(seat, "fact-sell-herd")
        .with("race", naming::race(content, herd.race))
        .with("tiles", naming::tile_list(content, herd.tiles()))
        .number("count", herd.len())
        .number("highest", herd.highest())
        .number("pesos", *pesos)
        .number("bonus", *bonus);
    Fact::new(sentence)
        .from(naming::herd_anchor(content, seat, herd.race))
        .to(pile("bank"))
        .amount(*pesos)
}

pub(super) fn stolen(content: &Content, seat: Seat, victim: Seat, tile: Tile) -> Fact {
    let sentence = with_tile(content, seat, "fact-steal", tile).seat("victim", victim);
    Fact::new(sentence)
        .from(naming::herd_anchor(content, victim, tile.race()))
        .to(naming::herd_anchor(content, seat, tile.race()))
        .amount(1)
}

pub(super) fn compensated(seat: Seat, pesos: u8) -> Fact {
    let sentence = of(seat, "fact-compensation").number("pesos", pesos);
    Fact::new(sentence).from(pile("bank")).to(home(seat)).amount(pesos)
}

pub(super) fn overseer_raised(content: &Content, seat: Seat, tiles: Tiles) -> Fact {
    back_home(Area::Overseer, seat, with_tiles(content, seat, "fact-overseer-raise", tiles))
}

pub(super) fn replaced(content: &Content, seat: Seat, victim: Seat, tile: Tile) -> Fact {
    let sentence = with_tile(content, seat, "fact-overseer-replace", tile).seat("victim", victim);
    Fact::new(sentence)
        .from(naming::area_anchor(Area::Overseer))
        .to(naming::tile_anchor(content, tile))
        .amount(1)
}

pub(super) fn steppe_seen(content: &Content, seat: Seat, tiles: Tiles) -> Fact {
    let sentence = with_tiles(content, seat, "fact-look-at-steppe", tiles);
    back_home(Area::SecretCattle, seat, sentence)
}

pub(super) fn steppe_seen_hidden(seat: Seat, count: u8) -> Fact {
    let sentence = of(seat, "fact-look-at-steppe-hidden").number("count", count);
    back_home(Area::SecretCattle, seat, sentence)
}

pub(super) fn steppe_tile_taken(
    content: &Content,
    seat: Seat,
    tile: Tile,
    pasture: Pasture,
    space: usize,
) -> Fact {
    let sentence = with_tile(content, seat, "fact-secret-take", tile)
        .with("pasture", naming::pasture(content, pasture));
    Fact::new(sentence)
        .from(pile("steppe"))
        .to(naming::space_anchor(content, pasture, space))
        .amount(1)
}

pub(super) fn dice_lost(seat: Seat, dice: Dice) -> Fact {
    let sentence = of(seat, "fact-dice-lost").with("dice", naming::dice(dice));
    Fact::new(sentence.number("count", dice.len())).amount(dice.len())
}

pub(super) fn turn_begins(seat: Seat) -> Fact {
    Fact::new(of(seat, "fact-turn"))
}

pub(super) fn collected(content: &Content, seat: Seat, tiles: Tiles) -> Fact {
    Fact::new(with_tiles(content, seat, "fact-collect", tiles)).to(home(seat)).amount(tiles.len())
}

fn into_herd(content: &Content, seat: Seat, key: &'static str, tile: Tile, herd: &Herd) -> Fact {
    let sentence = with_tile(content, seat, key, tile)
        .number("count", herd.len())
        .number("worth", herd.price());
    Fact::new(sentence)
        .from(home(seat))
        .to(naming::herd_anchor(content, seat, tile.race()))
        .amount(1)
}

/// `herd` is the one after it.
pub(super) fn appended(content: &Content, seat: Seat, tile: Tile, herd: &Herd) -> Fact {
    into_herd(content, seat, "fact-append", tile, herd)
}

/// `herd` is the one after it.
pub(super) fn sorted_in(content: &Content, seat: Seat, tile: Tile, herd: &Herd) -> Fact {
    into_herd(content, seat, "fact-sort", tile, herd)
}

/// `more` rounds with dice follow.
pub(super) fn end_triggered(round: u16, more: u16) -> Fact {
    let sentence = Sentence::new("fact-end-triggered").number("round", round);
    Fact::new(sentence.number("more", more))
}

pub(super) fn last_tiles() -> Fact {
    Fact::new(Sentence::new("fact-last-tiles"))
}

pub(super) fn won(seats: &[Seat]) -> Fact {
    let winners = Arg::List(seats.iter().map(|seat| Arg::Seat(seat.0)).collect());
    let count = i64::try_from(seats.len()).unwrap_or(i64::MAX);
    Fact::new(Sentence::new("fact-win").with("seats", winners).number("count", count))
}
