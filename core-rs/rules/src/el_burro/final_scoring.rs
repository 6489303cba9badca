//! The final scoring and the result (`rules.md` §21).

use super::ElBurro;
use super::effect::{Effect, List};
use super::ids::Track;
use super::look::Look;
use super::news::News;
use super::plans::CardSides;
use super::play::Play;
use super::state::{SCORE_ROWS, State};
use crate::{Outcome, Rules, Seat};

impl Look<'_> {
    /// The prestige of score effects now.
    fn scored(self, seat: Seat, list: List) -> i16 {
        let effects = self.content.effects.of(list).iter();
        effects
            .map(
                |effect| {
                    if let Effect::Score(score) = effect { self.score(seat, score) } else { 0 }
                },
            )
            .fold(0, |sum, prestige| sum + points(prestige))
    }

    /// Rules: el_burro §21.3: pairs of neighbouring tracks.
    fn connections(self, seat: Seat) -> i16 {
        let reward = &self.player(seat).reward;
        let far = |track: Track| reward[track.index()] >= self.numbers().connection_space;
        let pairs = self.content.connections.iter().filter(|(a, b, _)| far(*a) && far(*b));
        pairs.map(|(_, _, prestige)| i16::from(*prestige)).sum()
    }

    /// Rules: el_burro §21.3: the options of the tracks on which the seat has a marking.
    fn track_options(self, seat: Seat) -> i16 {
        let marks = &self.state.scoring_marks;
        let claimed = Track::ALL.into_iter().filter(|track| marks[track.index()].contains(seat));
        claimed.map(|track| self.scored(seat, self.content.tracks[track.index()].option)).sum()
    }

    /// Rules: el_burro §21.4: what cards at the edges and in the bottom row score, and tiles on their back.
    fn final_effects(self, seat: Seat) -> i16 {
        let player = self.player(seat);
        let special =
            |place: usize, card: super::things::Card| match &self.content.cards[card.index()].sides
            {
                CardSides::Normal { .. } => 0,
                CardSides::Special(lists) => self.scored(seat, lists[place].part),
            };
        let fields = player.field_cards.iter().map(|card| special(0, *card));
        let admin = player.admin_cards.iter().map(|card| special(1, *card));
        let bottom = player.acquisitions.iter().flatten().map(|card| special(2, *card));
        let own = fields.chain(admin).chain(bottom).sum::<i16>();
        let last = self.sources(seat).map(|(_, _, part)| self.scored(seat, part.last));
        own + last.sum::<i16>()
    }

    /// Rules: el_burro §21.4: complete "game end" barrows.
    fn game_end_barrows(self, seat: Seat) -> i16 {
        let special = self.player(seat).barrows.iter().flatten();
        let special = special.filter(|barrow| barrow.card.is_special());
        let plans = special.map(|barrow| (self.barrow_plan(barrow.card), barrow.filled));
        let complete = plans.filter(|(plan, filled)| plan.markings.all() == *filled);
        complete.map(|(plan, _)| i16::from(plan.prestige)).sum()
    }

    /// Every row of the final scoring of a seat, in the order of §21.
    fn final_rows(self, seat: Seat) -> [i16; SCORE_ROWS] {
        let (player, numbers) = (self.player(seat), self.numbers());
        let boats = self.full_boats(seat).map(|boat| i16::from(self.boat_plan(boat).prestige));
        [
            self.connections(seat),
            self.track_options(seat),
            self.final_effects(seat),
            self.game_end_barrows(seat),
            boats.sum(),
            i16::from(player.trough / numbers.trough_per_prestige),
            -i16::from(player.assigned.len()) * i16::from(numbers.strike_prestige),
        ]
    }
}

fn points(prestige: u16) -> i16 {
    i16::try_from(prestige).unwrap_or(i16::MAX)
}

impl Play<'_, '_> {
    /// Each part for all seats in turn order; nothing is triggered any more.
    ///
    /// Rules: el_burro §21.2.
    pub(super) fn final_scoring(&mut self) {
        for seat in self.state.turn_order.clone() {
            self.player(seat).scores = self.look().final_rows(seat);
        }
        for row in (0..).take(SCORE_ROWS) {
            for seat in self.state.turn_order.clone() {
                let player = self.player(seat);
                let prestige = player.scores[usize::from(row)];
                player.prestige = player.prestige.saturating_add_signed(prestige);
                if prestige != 0 {
                    self.tell(|| News::FinalRow { seat, row, prestige });
                }
            }
        }
    }
}

/// How the game ended: by prestige, then by the order on the siesta track; no two seats share a rank.
///
/// Rules: el_burro §21.8.
pub(super) fn outcome(_rules: &Rules<ElBurro>, state: &State) -> Option<Outcome> {
    if !state.over {
        return None;
    }
    let mut ranking = state.siesta_order.clone();
    ranking.sort_by_key(|seat| std::cmp::Reverse(state.player(*seat).prestige));
    let winners = ranking.first().copied().into_iter().collect();
    Some(Outcome { ranking: ranking.into_iter().map(|seat| vec![seat]).collect(), winners })
}
