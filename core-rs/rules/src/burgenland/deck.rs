//! The deck and coin rewards (`rules.md` §9).

use super::cards::Cards;
use super::facts;
use super::ids::ColourCard;
use super::play::Play;
use crate::Seat;

impl Play<'_, '_> {
    /// Takes a card from the deck; when it is empty, the whole discard becomes the deck first.
    ///
    /// Rules: burgenland §9. `chance` is the name of the draw (§5). `None`: no card is left anywhere.
    pub(super) fn take_card(&mut self, chance: &'static str) -> Option<ColourCard> {
        let mut count = self.state.deck.count();
        if count == 0 {
            count = self.state.discard.count();
            if count == 0 {
                return None;
            }
            self.state.deck = std::mem::take(&mut self.state.discard);
            self.report.tell(|| facts::reshuffled(count));
        }
        let (content, deck) = (self.content(), &self.state.deck);
        let label =
            |k| deck.nth(k).map_or_else(String::new, |card| content.card_id(card).to_owned());
        let pick = self.chance.pick(chance, u32::from(count), label);
        let card = deck.nth(pick)?;
        self.state.deck.take(card);
        Some(card)
    }

    /// Deals `seat` up to `count` cards that only it sees.
    ///
    /// Rules: burgenland §4 step 7, §7.2. Returns them: fewer when no card is left.
    pub(super) fn deal(&mut self, seat: Seat, count: u8, chance: &'static str) -> Cards {
        let mut dealt = Cards::default();
        for _ in 0..count {
            let Some(card) = self.take_card(chance) else { break };
            self.state.players[seat.index()].hand.add(card);
            dealt.add(card);
        }
        dealt
    }

    /// A coin reward: cards are drawn in the open until their coins reach `coins`.
    ///
    /// Rules: burgenland §9.
    pub(super) fn reward(&mut self, coins: u8) {
        let seat = self.seat();
        let mut drawn = Cards::default();
        let mut reached = 0u32;
        while reached < u32::from(coins) {
            let Some(card) = self.take_card("reward_card") else { break };
            self.state.player_mut().hand.add(card);
            drawn.add(card);
            reached += u32::from(card.value());
        }
        let content = self.content();
        self.report.tell(|| facts::rewarded(content, seat, coins, &drawn));
    }
}
