//! What happened, as facts (`rules.md` §12); their sentences are in `words/en.ftl`.
//!
//! Anchors: `pile deck`, `pile discard`, `pile jokers`, `pile architects`, `pile exchange_tiles`,
//! `pile bonus_tiles`, `seat 0`, `space c4_north`, `castle large`, `node p1`.

use super::build::Plan;
use super::cards::Cards;
use super::content::Content;
use super::ids::{BonusTile, Card, Colour, Node, Piece, Site};
use super::naming::{self, pile_anchor as pile, seat_anchor as area};
use super::offer;
use super::state::{Pending, Player, State};
use crate::{Fact, Seat, Sentence};

/// A sentence about a seat.
fn of(seat: Seat, key: &'static str) -> Sentence {
    Sentence::new(key).seat("seat", seat)
}

pub(super) fn start_seat(seat: Seat) -> Fact {
    Fact::new(of(seat, "fact-start-seat"))
}

pub(super) fn marker(content: &Content, node: Node, colour: Colour) -> Fact {
    let sentence = Sentence::new("fact-marker")
        .with("node", naming::node(content, node))
        .with("colour", naming::colour(content, colour));
    Fact::new(sentence).to(naming::node_anchor(content, node))
}

pub(super) fn well_indicated(content: &Content, number: u8) -> Fact {
    let castle = content.well_castle(number);
    let sentence = Sentence::new("fact-well-top").number("number", number);
    match castle {
        Some(castle) => Fact::new(sentence.with("castle", naming::castle(content, castle)))
            .to(naming::castle_anchor(content, castle)),
        None => Fact::new(sentence),
    }
}

pub(super) fn architect(value: u8) -> Fact {
    let sentence = Sentence::new("fact-architect-top").number("value", value);
    Fact::new(sentence).to(pile("architects")).amount(value)
}

pub(super) fn neutral_placed(content: &Content, piece: Piece, site: Site) -> Fact {
    let sentence = Sentence::new("fact-place-neutral")
        .with("piece", naming::piece(piece))
        .with("site", naming::site(content, site));
    Fact::new(sentence).to(naming::site_anchor(content, site))
}

fn from_deck(seat: Seat, sentence: Sentence, count: u8) -> Fact {
    Fact::new(sentence).from(pile("deck")).to(area(seat)).amount(count)
}

pub(super) fn dealt(content: &Content, seat: Seat, cards: &Cards) -> Fact {
    let list = naming::cards(content, cards, 0);
    from_deck(seat, of(seat, "fact-deal-cards").with("cards", list), cards.count())
}

pub(super) fn dealt_hidden(seat: Seat, cards: &Cards) -> Fact {
    let count = cards.count();
    from_deck(seat, of(seat, "fact-deal-cards-hidden").number("count", count), count)
}

pub(super) fn drawn(content: &Content, seat: Seat, cards: &Cards) -> Fact {
    if cards.is_empty() {
        return drawn_hidden(seat, cards);
    }
    let list = naming::cards(content, cards, 0);
    from_deck(seat, of(seat, "fact-draw-cards").with("cards", list), cards.count())
}

pub(super) fn drawn_hidden(seat: Seat, cards: &Cards) -> Fact {
    let count = cards.count();
    from_deck(seat, of(seat, "fact-draw-cards-hidden").number("count", count), count)
}

pub(super) fn reshuffled(count: u8) -> Fact {
    let sentence = Sentence::new("fact-reshuffle").number("count", count);
    Fact::new(sentence).from(pile("discard")).to(pile("deck")).amount(count)
}

/// A coin reward; `coins` were due.
pub(super) fn rewarded(content: &Content, seat: Seat, coins: u8, cards: &Cards) -> Fact {
    let sentence = of(seat, "fact-reward-cards")
        .number("coins", coins)
        .number("count", cards.count())
        .with("cards", naming::cards(content, cards, 0));
    from_deck(seat, sentence, cards.count())
}

pub(super) fn jokers_gained(seat: Seat, count: u32) -> Fact {
    let sentence = of(seat, "fact-gain-jokers").number("count", count);
    Fact::new(sentence).from(pile("jokers")).to(area(seat)).amount(count)
}

pub(super) fn exchange_gained(content: &Content, seat: Seat) -> Fact {
    let sentence = of(seat, "fact-gain-exchange").with("tile", naming::exchange_tile(content));
    Fact::new(sentence).from(pile("exchange_tiles")).to(area(seat)).amount(1)
}

pub(super) fn exchange_lost(content: &Content, seat: Seat) -> Fact {
    Fact::new(of(seat, "fact-exchange-lost").with("tile", naming::exchange_tile(content)))
}

pub(super) fn bonus_gained(seat: Seat, tile: BonusTile) -> Fact {
    let sentence = of(seat, "fact-gain-bonus").with("tile", naming::tile(tile));
    Fact::new(sentence).from(pile("bonus_tiles")).to(area(seat)).amount(1)
}

pub(super) fn bonus_gained_hidden(seat: Seat) -> Fact {
    let sentence = of(seat, "fact-gain-bonus-hidden");
    Fact::new(sentence).from(pile("bonus_tiles")).to(area(seat)).amount(1)
}

pub(super) fn bonus_lost(seat: Seat) -> Fact {
    Fact::new(of(seat, "fact-bonus-lost"))
}

pub(super) fn tile_played(seat: Seat, tile: BonusTile) -> Fact {
    Fact::new(of(seat, "fact-play-tile").with("tile", naming::tile(tile)))
        .from(area(seat))
        .amount(1)
}

pub(super) fn markers_swapped(content: &Content, seat: Seat, a: Node, b: Node) -> Fact {
    let sentence = of(seat, "fact-swap-markers")
        .with("a", naming::node(content, a))
        .with("b", naming::node(content, b));
    Fact::new(sentence).from(naming::node_anchor(content, a)).to(naming::node_anchor(content, b))
}

/// `pending` is the payment that was opened, in `state`.
pub(super) fn build_opened(
    content: &Content,
    state: &State,
    seat: Seat,
    plan: Plan,
    pending: Pending,
) -> Fact {
    let sentence = of(seat, "fact-start-build")
        .with("piece", naming::piece(plan.piece))
        .with("site", naming::site(content, plan.site))
        .with("price", naming::price(plan.price))
        .with("cost", crate::Arg::Sentence(offer::cost(content, state, pending)));
    Fact::new(sentence).to(naming::site_anchor(content, plan.site))
}

pub(super) fn purchase_opened(seat: Seat, coins: u8) -> Fact {
    Fact::new(of(seat, "fact-buy-joker").number("coins", coins)).amount(coins)
}

pub(super) fn card_paid(content: &Content, seat: Seat, card: Card) -> Fact {
    let pile = pile(if card == Card::Joker { "jokers" } else { "discard" });
    let sentence = of(seat, "fact-pay-card").with("card", naming::card(content, card));
    Fact::new(sentence).from(area(seat)).to(pile).amount(1)
}

/// The cards between what a seat had `before` and what it has `left`.
pub(super) fn cards_paid(content: &Content, seat: Seat, before: &Player, left: &Player) -> Fact {
    let cards = before.hand.without(&left.hand);
    let jokers = before.jokers.saturating_sub(left.jokers);
    let list = naming::cards(content, &cards, jokers);
    let count = i64::from(cards.count()) + i64::from(jokers);
    Fact::new(of(seat, "fact-pay-cards").with("cards", list))
        .from(area(seat))
        .to(pile("discard"))
        .amount(count)
}

pub(super) fn built(content: &Content, seat: Seat, piece: Piece, site: Site) -> Fact {
    let sentence = of(seat, "fact-build")
        .with("piece", naming::piece(piece))
        .with("site", naming::site(content, site));
    Fact::new(sentence).from(area(seat)).to(naming::site_anchor(content, site)).amount(1)
}

pub(super) fn turn_begins(seat: Seat, turn: u32) -> Fact {
    Fact::new(of(seat, "fact-turn").number("turn", turn))
}

pub(super) fn won(seat: Seat) -> Fact {
    Fact::new(of(seat, "fact-win"))
}

pub(super) fn turns_used_up(limit: u32) -> Fact {
    Fact::new(Sentence::new("fact-turn-limit").number("limit", limit))
}
