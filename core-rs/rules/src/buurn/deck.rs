//! The ingredient deck and what is drawn from it (`rules.md` §10).

use super::facts;
use super::ids::Family;
use super::play::Play;
use crate::Seat;

/// The word for the End Game card among the outcomes of a draw.
const END_GAME: &str = "end_game";

/// What a card is drawn for.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Draw {
    /// The lot: everybody sees it.
    Lot,
    /// A market draw: only this seat sees it.
    Hand(Seat),
}

impl Draw {
    /// The name of its chance, for test vectors: `ingredient`, and for a card that a seat alone sees with the
    /// number of the seat.
    const fn chance(self) -> &'static str {
        match self {
            Self::Lot => "ingredient",
            Self::Hand(Seat(0)) => "ingredient 0",
            Self::Hand(Seat(1)) => "ingredient 1",
            Self::Hand(Seat(2)) => "ingredient 2",
            Self::Hand(Seat(3)) => "ingredient 3",
            Self::Hand(_) => "ingredient 4",
        }
    }
}

impl Play<'_, '_> {
    /// The next card of the deck; `None` when it is empty. The End Game card is shown and replaced.
    ///
    /// Rules: buurn §10.
    pub(super) fn draw(&mut self, purpose: Draw) -> Option<Family> {
        loop {
            let deck = &mut self.state.deck;
            if let Some(placed) = deck.top.pop() {
                self.report.show();
                return Some(placed.family);
            }
            if deck.body == 0 && deck.tail == 0 {
                if deck.bottom.is_empty() {
                    return None;
                }
                self.report.show();
                return Some(deck.bottom.remove(0).family);
            }
            let reaches_tail = deck.body == 0;
            let drawn = self.draw_unseen(purpose, reaches_tail);
            let deck = &mut self.state.deck;
            if reaches_tail {
                deck.tail -= 1;
            } else {
                deck.body -= 1;
            }
            match drawn {
                Some(family) => {
                    deck.unseen.take(family);
                    return Some(family);
                }
                None => self.show_end_game_card(purpose),
            }
        }
    }

    /// A card of unknown order, as likely as its copies are; `None`: the End Game card.
    fn draw_unseen(&mut self, purpose: Draw, reaches_tail: bool) -> Option<Family> {
        let (content, deck) = (self.content(), &self.state.deck);
        let families = deck.unseen.count();
        let end = u32::from(reaches_tail && deck.end_in_tail);
        let label = |k| {
            let family = deck.unseen.nth(k);
            family.map_or(END_GAME, |family| content.family_id(family)).to_owned()
        };
        let pick = self.chance.pick(purpose.chance(), families + end, label);
        deck.unseen.nth(pick)
    }

    /// The End Game card leaves the game and says which turn is the last (R16).
    ///
    /// Rules: buurn §10.
    fn show_end_game_card(&mut self, purpose: Draw) {
        let state = &mut *self.state;
        state.deck.end_in_tail = false;
        let last = match purpose {
            Draw::Lot => state.turn,
            Draw::Hand(_) => state.turn.saturating_add(1),
        };
        state.final_turn = Some(last);
        self.report.tell(|| facts::end_game_card(last));
    }

    /// A lot card that the deck cannot supply comes from the discard; `None` when that is empty too (R17).
    ///
    /// Rules: buurn §10.
    pub(super) fn draw_discard(&mut self) -> Option<Family> {
        let (content, discard) = (self.content(), &self.state.discard);
        if discard.is_empty() {
            return None;
        }
        let label = |k| discard.nth(k).map_or("", |family| content.family_id(family)).to_owned();
        let pick = self.chance.pick("discard", discard.count(), label);
        let family = discard.nth(pick)?;
        self.state.discard.take(family);
        Some(family)
    }
}
