//! Counting (`rules.md` §22; `effects.md`, exact meaning of the counters), conditions and scores.

use super::counter::{Condition, Counter, Kinds, Points, Score};
use super::ids::{Extended, Good, SLOTS};
use super::look::Look;
use super::state::Donkey;
use crate::Seat;

impl Look<'_> {
    /// What a counter says of a seat now. Loose goods count for none.
    pub(super) fn counted(self, seat: Seat, counter: Counter) -> u32 {
        let player = self.player(seat);
        match counter {
            Counter::Fields(kinds) => sorts(kinds, &player.fields[..3]),
            Counter::Admin(kinds) => sorts(kinds, &player.admin_symbols),
            Counter::Acquisitions => number(player.acquisitions.iter().flatten().count()),
            Counter::BarrowsOnFarm => number(player.barrows.iter().flatten().count()),
            Counter::BarrowsDelivered => player.barrows_scored.into(),
            Counter::FarmCards => number(self.cards_at_farm(seat).count()),
            Counter::SpecialCards => {
                number(self.cards_at_farm(seat).filter(|card| card.is_special()).count())
            }
            Counter::MarketTiles => player.market_tiles().len().into(),
            Counter::MarketsDelivered => player.markets_closed.count_ones(),
            Counter::Extensions { plain, upgraded } => {
                let counts = |side: &&Extended| match side {
                    Extended::None => false,
                    Extended::Plain => plain,
                    Extended::Upgraded => upgraded,
                };
                number(player.extensions.iter().filter(counts).count())
            }
            Counter::WorkersFree => player.workers_free.into(),
            Counter::WorkersAssigned => player.assigned.len().into(),
            Counter::Pigs => player.store[Good::Pig.index()].into(),
            Counter::Goods(goods) => goods
                .iter()
                .map(|good| {
                    let index = good.index();
                    u32::from(player.store[index]) + u32::from(player.field_goods[index])
                })
                .sum(),
            Counter::Silver => player.silver.into(),
            Counter::Milestone => player.milestone.into(),
            Counter::Trough => player.trough.into(),
            Counter::RearDonkey => {
                let [first, second] = player.donkeys.map(|donkey| self.road_number(donkey));
                first.min(second).into()
            }
            Counter::LeadDonkey => {
                let [first, second] = player.donkeys.map(|donkey| self.road_number(donkey));
                first.max(second).into()
            }
            Counter::BoatsFull => number(self.full_boats(seat).count()),
            Counter::RewardSpaces(Some(track)) => player.reward[track.index()].into(),
            Counter::RewardSpaces(None) => {
                player.reward.iter().map(|space| u32::from(*space)).sum()
            }
            Counter::TracksAtLeast(space) => {
                number(player.reward.iter().filter(|at| **at >= space).count())
            }
            Counter::StableValue => self.stable_value(seat).into(),
            Counter::Achievements => {
                let claimed = |general: &&super::state::General| general.claimed_by.contains(&seat);
                player.personal_claimed.count_ones()
                    + number(self.state.general.iter().filter(claimed).count())
            }
        }
    }

    /// The sum of the cards under the stable.
    pub(super) fn stable_value(self, seat: Seat) -> u8 {
        let value = |card: &super::things::DonkeyCard| self.content.donkeys[card.index()].value;
        self.player(seat).stable_cards.iter().map(value).sum()
    }

    /// The road number of a donkey's space; 0 before it is placed.
    pub(super) fn road_number(self, donkey: Donkey) -> u8 {
        donkey.space.map_or(0, |space| self.content.road.space(space).number)
    }

    /// All cards of a seat that lie at one of the four edges.
    pub(super) fn cards_at_farm(self, seat: Seat) -> impl Iterator<Item = super::things::Card> {
        let player = self.player(seat);
        let barrows = player.barrows.iter().flatten().map(|barrow| barrow.card);
        let rows = barrows.chain(player.acquisitions.iter().flatten().copied());
        player.field_cards.iter().chain(&player.admin_cards).copied().chain(rows)
    }

    /// Whether all conditions hold for a seat now.
    pub(super) fn conditions_hold(self, seat: Seat, conditions: &[Condition]) -> bool {
        conditions.iter().all(|condition| {
            let count = self.counted(seat, condition.per) / u32::from(condition.step.max(1));
            count >= u32::from(condition.at_least)
        })
    }

    /// What a score effect is worth now.
    pub(super) fn score(self, seat: Seat, score: &Score) -> u16 {
        let count = self.counted(seat, score.per) / u32::from(score.step.max(1));
        match score.points {
            Points::Each { prestige, max } => {
                let sum = u32::from(prestige).saturating_mul(count);
                u16::try_from(sum.min(max.into())).unwrap_or(u16::MAX)
            }
            Points::Table(table) => self.content.effects.table(table, count).into(),
        }
    }
}

/// Counts of three sorts, as `kinds` says.
fn sorts(kinds: Kinds, counts: &[u8]) -> u32 {
    match kinds {
        Kinds::Sum(mask) => {
            let counted = (0..).zip(counts).filter(|(sort, _)| mask & (1_u8 << sort) != 0);
            counted.map(|(_, count)| u32::from(*count)).sum()
        }
        Kinds::Different => number(counts.iter().filter(|count| **count > 0).count()),
        Kinds::SetsOfThree => counts.iter().take(SLOTS).min().copied().unwrap_or(0).into(),
    }
}

/// A count as a number.
fn number(count: usize) -> u32 {
    u32::try_from(count).unwrap_or(u32::MAX)
}
