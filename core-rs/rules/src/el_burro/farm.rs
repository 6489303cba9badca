//! The farm phase (`rules.md` §17).

use super::event::Event;
use super::frame::{FarmStage, Kind};
use super::ids::{Good, Side};
use super::look::{Checked, Look};
use super::news::News;
use super::play::Play;
use super::rejection::Rejection;
use super::sets::{Bag, Sides};
use super::things::Card;
use crate::Seat;

impl Look<'_> {
    /// The sides that a card of the stage `expand` may not use, while each may be used once.
    pub(super) fn first_sides(self, sides: Sides) -> Option<Sides> {
        (self.state.round == 1).then_some(sides)
    }

    /// Whether the stage `expand` may be skipped: only if no card can be played.
    ///
    /// Rules: el_burro §17.2.
    pub(super) fn check_skip_expand(self, seat: Seat, sides: Sides) -> Checked {
        let can = self.can_play(seat, false, self.first_sides(sides));
        if can { Err(Rejection::MustAnswer) } else { Ok(()) }
    }
}

impl Play<'_, '_> {
    /// The round tile becomes active: in turn order, each seat gets its frames and what the tile does at once.
    ///
    /// Rules: el_burro §17.1.
    pub(super) fn begin_farm(&mut self) {
        let tile = self.state.round_tile();
        let now = tile.map(|tile| self.content().round_tile(tile).now).unwrap_or_default();
        for seat in self.state.turn_order.clone() {
            self.anytime = false;
            self.player(seat).turn_actions = 0;
            self.push(seat, Kind::Farm { stage: FarmStage::Expand, sides: Sides::default() });
            self.push_list(seat, now, None);
            self.settle(seat);
        }
    }

    /// A card of the stage `expand`: four in the first round, one at each side, then one.
    fn expand(&mut self, seat: Seat, play: (Card, Side, Option<u8>), used: Sides) {
        let sides = used.with(play.1);
        let all = self.state.round > 1 || sides == Sides::ALL;
        let stage = if all { FarmStage::Income } else { FarmStage::Expand };
        self.set_top(seat, Kind::Farm { stage, sides });
        self.play_card(seat, play, false);
    }

    /// A farm card is played, for a stage or for an effect.
    pub(super) fn answer_play(&mut self, seat: Seat, kind: &Kind, play: (Card, Side, Option<u8>)) {
        if let Kind::Farm { sides, .. } = *kind {
            self.expand(seat, play, sides);
        } else if let Kind::PlayCard { special_free } = *kind {
            self.pop(seat);
            self.play_card(seat, play, special_free);
        }
    }

    /// The stage `expand` ends without another card. The first expansion owes a refill for the cards before; later
    /// no card was played, and the limit is looked at only after playing one.
    ///
    /// Rules: el_burro §17.2, §25, R53.
    pub(super) fn skip_expand(&mut self, seat: Seat, sides: Sides) {
        self.set_top(seat, Kind::Farm { stage: FarmStage::Income, sides });
        if self.state.round == 1 {
            self.push(seat, Kind::Refill { drawn: false, extra: false });
        }
    }

    fn next_stage(&mut self, seat: Seat, stage: FarmStage) {
        self.set_top(seat, Kind::Farm { stage, sides: Sides::ALL });
    }

    /// Rules: el_burro §17.3.
    pub(super) fn gain_income(&mut self, seat: Seat) {
        self.next_stage(seat, FarmStage::Harvest);
        let income = self.look().income(seat);
        self.push(seat, Kind::Raise { event: Event::Income, deaf: None });
        self.gain_silver(seat, income);
    }

    /// Rules: el_burro §17.3.
    pub(super) fn harvest(&mut self, seat: Seat) {
        self.next_stage(seat, FarmStage::Offspring);
        let player = self.player(seat);
        let mut grown = [0; Good::ALL.len()];
        for (index, grown) in grown.iter_mut().enumerate() {
            *grown = player.fields[index] - player.field_goods[index];
        }
        player.field_goods = player.fields;
        self.tell(|| News::Harvested { seat, goods: Bag::of(grown, 0, 0) });
        self.push(seat, Kind::Raise { event: Event::Harvest, deaf: None });
    }

    /// Rules: el_burro §17.3: without room, or with too few pigs, nothing happens.
    pub(super) fn gain_offspring(&mut self, seat: Seat) {
        self.next_stage(seat, FarmStage::End);
        let look = self.look();
        let numbers = look.numbers();
        let least = if look.no_pig_minimum(seat) { 1 } else { numbers.offspring_minimum };
        let pigs = look.player(seat).store[Good::Pig.index()];
        if pigs < least || !look.has_room(seat, Good::Pig) {
            return;
        }
        self.player(seat).store[Good::Pig.index()] += numbers.offspring;
        self.tell(|| News::Offspring { seat });
        self.push(seat, Kind::Raise { event: Event::Offspring, deaf: None });
    }
}
