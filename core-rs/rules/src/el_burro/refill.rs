//! Drawing and discarding farm cards (`rules.md` §5, §10.2).

use super::frame::Kind;
use super::ids::Deck;
use super::look::{Checked, Look};
use super::news::News;
use super::play::Play;
use super::rejection::Rejection;
use super::things::Card;
use crate::{Seat, Tape};

/// One card of a pool that is given in the order of the ids; `None`: the pool is empty, and chance is not asked.
///
/// Rules: el_burro §5; legal lists go by the order of the content (§3).
pub(super) fn pick_of<'a, T: Copy>(
    chance: &mut Tape<'_>,
    what: &'static str,
    pool: &(impl Iterator<Item = T> + Clone),
    id: impl Fn(T) -> &'a str,
) -> Option<T> {
    let count = u32::try_from(pool.clone().count()).ok().filter(|count| *count > 0)?;
    let at = |k: u32| pool.clone().nth(k as usize);
    at(chance.pick(what, count, |k| at(k).map_or_else(String::new, |card| id(card).to_owned())))
}

impl Look<'_> {
    /// Whether a card can be drawn from a deck: from its pool, or from its discard pile.
    pub(super) const fn check_draw(self, deck: Deck) -> Checked {
        let cards = self.state.pool.or(self.state.discard).of(deck);
        if cards.is_empty() { Err(Rejection::DeckEmpty) } else { Ok(()) }
    }

    /// Whether a card can be drawn at all.
    pub(super) const fn can_draw(self) -> bool {
        !self.state.pool.or(self.state.discard).is_empty()
    }

    pub(super) fn check_hand(self, seat: Seat, card: Card) -> Checked {
        let holds = self.player(seat).hand.contains(card);
        if holds { Ok(()) } else { Err(Rejection::CardNotInHand) }
    }
}

impl Play<'_, '_> {
    /// Chance gives a seat a card of a deck that has one; an empty pool is made of the discard pile first.
    ///
    /// Rules: el_burro §5.
    pub(super) fn draw(&mut self, seat: Seat, deck: Deck) -> Option<Card> {
        if self.state.pool.of(deck).is_empty() {
            let back = self.state.discard.of(deck);
            self.state.pool = self.state.pool.or(back);
            self.state.discard = self.state.discard.without(back);
            if !back.is_empty() {
                self.tell(|| News::Reshuffled { deck });
            }
        }
        let (content, pool) = (self.content(), self.state.pool.of(deck));
        let by_id = content.cards_by_id.iter().copied().filter(|card| pool.contains(*card));
        let card = pick_of(self.chance, "draw", &by_id, |card| content.card_id(card))?;
        self.state.pool.remove(card);
        self.player(seat).hand.insert(card);
        Some(card)
    }

    /// Whether a refill goes on by itself: it is over, or comes to the card more of `draw_choice`.
    ///
    /// Rules: el_burro §10.2.
    pub(super) fn run_refill(&mut self, seat: Seat, drawn: bool, extra: bool) -> bool {
        let look = self.look();
        let can_draw = look.can_draw();
        if extra {
            if !can_draw {
                self.pop(seat);
            }
            return !can_draw;
        }
        let missing = look.player(seat).hand.len() < look.card_limit(seat);
        if missing && can_draw {
            return false;
        }
        if drawn && can_draw && look.draw_choice(seat) {
            self.set_top(seat, Kind::Refill { drawn, extra: true });
        } else {
            self.pop(seat);
        }
        true
    }

    /// Answers `refill`.
    pub(super) fn draw_card(&mut self, seat: Seat, deck: Deck) {
        if let Some(card) = self.draw(seat, deck) {
            self.tell_apart(seat, || News::CardDrawn { seat, card });
        }
        let top = self.state.top(seat).map(|frame| frame.kind);
        if let Some(Kind::Redraw { left }) = top {
            self.set_top(seat, Kind::Redraw { left: left - 1 });
        } else if let Some(Kind::Refill { extra: true, .. }) = top {
            self.set_top(seat, Kind::DiscardOne);
        } else {
            self.set_top(seat, Kind::Refill { drawn: true, extra: false });
        }
    }

    /// A hand card goes to its discard pile, face up.
    fn discard(&mut self, seat: Seat, card: Card) {
        self.report.show();
        self.player(seat).hand.remove(card);
        self.state.discard.insert(card);
        self.tell(|| News::CardDiscarded { seat, card });
    }

    /// Answers `discard_one`.
    pub(super) fn discard_card(&mut self, seat: Seat, card: Card) {
        self.discard(seat, card);
        self.pop(seat);
    }

    /// Answers `swap`.
    pub(super) fn swap_card(&mut self, seat: Seat, card: Card) {
        self.discard(seat, card);
        if let Some(Kind::Swap { left, discarded }) = self.state.top(seat).map(|frame| frame.kind) {
            self.set_top(seat, Kind::Swap { left: left - 1, discarded: discarded + 1 });
        }
    }

    /// After all discards of a swap as many cards are drawn.
    pub(super) fn end_swap(&mut self, seat: Seat, discarded: u8) {
        self.set_top(seat, Kind::Redraw { left: discarded });
    }
}
