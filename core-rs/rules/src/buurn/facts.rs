//! What happened, as facts; their sentences are in `words/en.ftl`.
//!
//! Anchors: `pile deck`, `pile discard`, `pile organisations`, `pile bank`, `pile supply`, `lot 0`, `seat 0`,
//! `totem tax`, `organisation benzo`, `face_up 2/citron`.

use super::cards::Cards;
use super::content::Content;
use super::ids::{Family, FamilySet, Organisation, Place, Totem};
use super::naming::{self, pile_anchor as pile, seat_anchor as area};
use crate::{Fact, Seat, Sentence};

/// A sentence about a seat.
fn of(seat: Seat, key: &'static str) -> Sentence {
    Sentence::new(key).seat("seat", seat)
}

/// Dollars that move: `amount` is in the sentence and beside it.
fn dollars(sentence: Sentence, amount: u32) -> Fact {
    Fact::new(sentence.number("amount", amount)).amount(amount)
}

pub(super) fn families(content: &Content, families: FamilySet) -> Fact {
    let list = naming::families(content, families.iter());
    Fact::new(Sentence::new("fact-families").with("families", list))
}

pub(super) fn first_player(seat: Seat) -> Fact {
    Fact::new(of(seat, "fact-first-player"))
}

pub(super) fn next_first_player(seat: Seat) -> Fact {
    Fact::new(of(seat, "fact-next-first-player"))
}

pub(super) fn turn_begins(turn: u32) -> Fact {
    Fact::new(Sentence::new("fact-turn").number("turn", turn))
}

pub(super) fn lot_card(content: &Content, slot: u8, family: Family, from_deck: bool) -> Fact {
    let (key, from) =
        if from_deck { ("fact-lot-card", "deck") } else { ("fact-lot-from-discard", "discard") };
    let sentence = Sentence::new(key).with("family", naming::family(content, family));
    Fact::new(sentence).from(pile(from)).to(naming::lot_anchor(slot)).amount(1)
}

pub(super) fn end_game_card(turn: u32) -> Fact {
    Fact::new(Sentence::new("fact-end-game-card").number("turn", turn)).from(pile("deck"))
}

pub(super) fn organisation_revealed(content: &Content, card: Organisation) -> Fact {
    let name = naming::organisation(content, card);
    Fact::new(Sentence::new("fact-organisation").with("organisation", name))
        .from(pile("organisations"))
        .to(naming::organisation_anchor(content, card))
        .amount(1)
}

pub(super) fn auction_opens(auction: u32, start: u8) -> Fact {
    let sentence = Sentence::new("fact-auction").number("auction", auction).number("start", start);
    Fact::new(sentence)
}

pub(super) fn called(number: u8) -> Fact {
    Fact::new(Sentence::new("fact-count").number("count", number)).amount(number)
}

pub(super) fn nobody_buys() -> Fact {
    Fact::new(Sentence::new("fact-nobody-buys"))
}

/// `called` was the current number when the grab was judged.
pub(super) fn sold(seat: Seat, price: u8, called: u8) -> Fact {
    let sentence = of(seat, "fact-sold")
        .with("totem", naming::totem(Totem::Purchase))
        .number("price", price)
        .number("count", called);
    Fact::new(sentence).from(naming::totem_anchor(Totem::Purchase)).to(area(seat)).amount(price)
}

fn takes_totem(key: &'static str, seat: Seat, totem: Totem) -> Fact {
    Fact::new(of(seat, key).with("totem", naming::totem(totem)))
        .from(naming::totem_anchor(totem))
        .to(area(seat))
}

pub(super) fn grabbed(seat: Seat, totem: Totem) -> Fact {
    takes_totem("fact-grab", seat, totem)
}

pub(super) fn last_totem(seat: Seat, totem: Totem) -> Fact {
    takes_totem("fact-last-totem", seat, totem)
}

/// `number` is the one that counted: on the presser's screen for Purchase, else the current one.
pub(super) fn false_start(seat: Seat, totem: Totem, number: u8, paid: u32) -> Fact {
    let sentence =
        of(seat, "fact-false-start").with("totem", naming::totem(totem)).number("count", number);
    dollars(sentence, paid).from(area(seat)).to(pile("bank"))
}

pub(super) fn sits_out(seat: Seat) -> Fact {
    Fact::new(of(seat, "fact-sits-out"))
}

pub(super) fn all_sit_out() -> Fact {
    Fact::new(Sentence::new("fact-all-sit-out"))
}

pub(super) fn scramble_closed() -> Fact {
    Fact::new(Sentence::new("fact-scramble-closed"))
}

pub(super) fn left(content: &Content, seat: Seat, slot: u8, family: Family) -> Fact {
    let sentence = of(seat, "fact-leave").with("family", naming::family(content, family));
    Fact::new(sentence).to(naming::lot_anchor(slot))
}

/// The purchase, or the third card, goes to a seat.
pub(super) fn lot_given(content: &Content, seat: Seat, to: Seat, cards: &Cards) -> Fact {
    let list = naming::cards(content, cards);
    let sentence = if seat == to {
        of(seat, "fact-take-lot").with("cards", list)
    } else {
        of(seat, "fact-give-lot").seat("to", to).with("cards", list)
    };
    Fact::new(sentence).from(pile("lot")).to(area(to)).amount(cards.count())
}

pub(super) fn paid(seat: Seat, amount: u32) -> Fact {
    dollars(of(seat, "fact-pay"), amount).from(area(seat))
}

pub(super) fn taxed(seat: Seat, amount: u32) -> Fact {
    dollars(of(seat, "fact-tax"), amount).to(area(seat))
}

/// Every seat but the buyer gets as much.
pub(super) fn shared(buyer: Seat, amount: u32) -> Fact {
    dollars(of(buyer, "fact-share"), amount)
}

pub(super) fn surplus_kept(seat: Seat, amount: u32) -> Fact {
    dollars(of(seat, "fact-surplus-kept"), amount).to(area(seat))
}

pub(super) fn surplus_banked(amount: u32) -> Fact {
    dollars(Sentence::new("fact-surplus"), amount).to(pile("bank"))
}

pub(super) fn organisation_taken(content: &Content, seat: Seat, card: Organisation) -> Fact {
    let name = naming::organisation(content, card);
    Fact::new(of(seat, "fact-take-organisation").with("organisation", name))
        .from(naming::organisation_anchor(content, card))
        .to(area(seat))
        .amount(1)
}

pub(super) fn gained(content: &Content, seat: Seat, card: Organisation, amount: u32) -> Fact {
    let name = naming::organisation(content, card);
    dollars(of(seat, "fact-gain").with("organisation", name), amount)
        .from(pile("supply"))
        .to(area(seat))
}

pub(super) fn collected(seat: Seat, from: Seat, amount: u32) -> Fact {
    dollars(of(seat, "fact-collect").seat("from", from), amount).from(area(from)).to(area(seat))
}

pub(super) fn bank_taken(seat: Seat, amount: u32) -> Fact {
    dollars(of(seat, "fact-take-bank"), amount).from(pile("bank")).to(area(seat))
}

pub(super) fn market_paid(seat: Seat, amount: u32) -> Fact {
    dollars(of(seat, "fact-pay-market"), amount).from(area(seat)).to(pile("bank"))
}

fn from_deck(seat: Seat, sentence: Sentence) -> Fact {
    Fact::new(sentence).from(pile("deck")).to(area(seat)).amount(1)
}

pub(super) fn drawn(content: &Content, seat: Seat, family: Family) -> Fact {
    from_deck(seat, of(seat, "fact-draw").with("family", naming::family(content, family)))
}

pub(super) fn drawn_hidden(seat: Seat) -> Fact {
    from_deck(seat, of(seat, "fact-draw-hidden"))
}

pub(super) fn kept(content: &Content, seat: Seat, family: Family) -> Fact {
    Fact::new(of(seat, "fact-keep").with("family", naming::family(content, family))).to(area(seat))
}

pub(super) fn kept_hidden(seat: Seat) -> Fact {
    Fact::new(of(seat, "fact-keep-hidden")).to(area(seat))
}

pub(super) fn put_back(content: &Content, seat: Seat, family: Family, place: Place) -> Fact {
    let sentence = of(seat, "fact-put-back")
        .with("family", naming::family(content, family))
        .with("place", naming::place(place));
    Fact::new(sentence).from(area(seat)).to(pile("deck")).amount(1)
}

pub(super) fn put_back_hidden(seat: Seat, place: Place) -> Fact {
    let sentence = of(seat, "fact-put-back-hidden").with("place", naming::place(place));
    Fact::new(sentence).from(area(seat)).to(pile("deck")).amount(1)
}

/// A seat's card goes to another seat, whose card comes back.
pub(super) fn swapped(
    content: &Content,
    (seat, own): (Seat, Family),
    (other, theirs): (Seat, Family),
) -> Fact {
    let sentence = of(seat, "fact-swap")
        .with("own", naming::family(content, own))
        .seat("other", other)
        .with("theirs", naming::family(content, theirs));
    Fact::new(sentence)
        .from(naming::face_up_anchor(content, other, theirs))
        .to(naming::face_up_anchor(content, seat, theirs))
}

pub(super) fn given(content: &Content, seat: Seat, family: Family, to: Seat) -> Fact {
    let sentence =
        of(seat, "fact-give").with("family", naming::family(content, family)).seat("to", to);
    Fact::new(sentence)
        .from(naming::face_up_anchor(content, seat, family))
        .to(naming::face_up_anchor(content, to, family))
        .amount(1)
}

pub(super) fn skipped(seat: Seat) -> Fact {
    Fact::new(of(seat, "fact-skip"))
}

pub(super) fn timed_out(seat: Seat) -> Fact {
    Fact::new(of(seat, "fact-timeout"))
}

pub(super) fn presence(seat: Seat, present: bool) -> Fact {
    Fact::new(of(seat, if present { "fact-present" } else { "fact-absent" }))
}

pub(super) fn lot_discarded(content: &Content, lot: &[Family]) -> Fact {
    let list = naming::families(content, lot.iter().copied());
    let count = u32::try_from(lot.len()).unwrap_or(u32::MAX);
    Fact::new(Sentence::new("fact-discard-lot").with("cards", list))
        .from(pile("lot"))
        .to(pile("discard"))
        .amount(count)
}

pub(super) fn organisation_discarded(content: &Content, card: Organisation) -> Fact {
    let name = naming::organisation(content, card);
    Fact::new(Sentence::new("fact-discard-organisation").with("organisation", name))
        .from(naming::organisation_anchor(content, card))
        .to(pile("organisation_discard"))
        .amount(1)
}

pub(super) fn cards_shown(content: &Content, seat: Seat, cards: &Cards) -> Fact {
    let list = naming::cards(content, cards);
    Fact::new(of(seat, "fact-show-cards").with("cards", list)).to(area(seat)).amount(cards.count())
}

pub(super) fn scored(seat: Seat, points: i64) -> Fact {
    Fact::new(of(seat, "fact-score").number("points", points)).amount(points)
}
