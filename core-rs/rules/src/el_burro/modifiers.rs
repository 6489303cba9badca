//! What holds for a seat all the time (`rules.md` §22; `effects.md`, modifiers): the sum over its sources.

use super::ids::{Good, GoodSet};
use super::look::Look;
use super::part::{Modifiers, Part};
use super::state::Carrier;
use super::things::Source;
use crate::Seat;

impl<'a> Look<'a> {
    /// What carries triggers and actions of a seat now, with what it does, in the order of §7.7: acquisitions,
    /// market tiles on their back, the round tile.
    pub(super) fn sources(
        self,
        seat: Seat,
    ) -> impl Iterator<Item = (Source, Carrier, &'a Part)> + use<'a> {
        let (content, player) = (self.content, self.player(seat));
        let cards = (0..).zip(&player.acquisitions).filter_map(move |(slot, card)| {
            let card = (*card)?;
            let part = content.acquired(content.acquisition(card)?);
            Some((Source::acquisition(slot), Carrier::Card(card), part))
        });
        let tiles = player
            .tiles_back
            .iter()
            .map(move |tile| (Source::tile(tile), Carrier::Tile(tile), content.tile(tile)));
        let round = self.state.round_tile().into_iter();
        let round = round
            .map(move |tile| (Source::ROUND_TILE, Carrier::RoundTile, content.round_tile(tile)));
        cards.chain(tiles).chain(round)
    }

    /// The sum of a modifier over acquisitions, market tiles and the round tile.
    fn sum(self, seat: Seat, field: impl Fn(&Modifiers) -> i8) -> i32 {
        self.sources(seat).map(|(_, _, part)| i32::from(field(&part.modifiers))).sum()
    }

    /// The same, with the symbols of the administration.
    fn sum_with_admin(self, seat: Seat, field: impl Fn(&Modifiers) -> i8) -> i32 {
        let symbols = self.player(seat).admin_symbols.iter().zip(&self.content.categories);
        let admin: i32 = symbols
            .map(|(count, part)| i32::from(*count) * i32::from(field(&part.part.modifiers)))
            .sum();
        admin + self.sum(seat, field)
    }

    fn any(self, seat: Seat, flag: impl Fn(&Modifiers) -> bool) -> bool {
        self.sources(seat).any(|(_, _, part)| flag(&part.modifiers))
    }

    /// How many cards the hand is filled up to.
    pub(super) fn card_limit(self, seat: Seat) -> u8 {
        let extra = self.sum_with_admin(seat, |modifiers| modifiers.card_limit);
        count(i32::from(self.numbers().card_limit) + extra)
    }

    /// The silver of `gain_income`.
    pub(super) fn income(self, seat: Seat) -> u16 {
        let extra = self.sum_with_admin(seat, |modifiers| modifiers.income);
        count(i32::from(self.numbers().income) + extra).into()
    }

    /// How many tokens of a good the storage holds; `None`: any number.
    pub(super) fn capacity(self, seat: Seat, good: Good) -> Option<u8> {
        let printed = self.content.storages[good.index()].markings?;
        let extra = self.sum_with_admin(seat, |modifiers| modifiers.storage[good.index()]);
        Some(count(i32::from(printed) + extra))
    }

    pub(super) fn siesta_extra(self, seat: Seat) -> u8 {
        count(self.sum(seat, |modifiers| modifiers.siesta_extra))
    }

    pub(super) fn goat_extra(self, seat: Seat) -> i32 {
        self.sum(seat, |modifiers| modifiers.goat_extra)
    }

    pub(super) fn donkey_extra(self, seat: Seat) -> i32 {
        self.sum(seat, |modifiers| modifiers.donkey_extra)
    }

    /// How many workers go home unpaid.
    pub(super) fn unpaid(self, seat: Seat) -> u8 {
        count(self.sum(seat, |modifiers| modifiers.wage))
    }

    /// What a boost costs, in trough spaces.
    pub(super) fn boost_price(self, seat: Seat, plus: u8) -> u8 {
        let price = self.numbers().boost[usize::from(plus)];
        if plus == 0 {
            return 0;
        }
        count(i32::from(price) + self.sum(seat, |modifiers| modifiers.boost_price))
    }

    /// What a special card costs.
    pub(super) fn special_cost(self, seat: Seat) -> u16 {
        let price = self.numbers().special_cost_per_round * self.state.round;
        count(i32::from(price) + self.sum(seat, |modifiers| modifiers.special_cost)).into()
    }

    /// For how many trough spaces a basic good may be bought.
    pub(super) fn trough_buy(self, seat: Seat) -> Option<u8> {
        let offered = self.sources(seat).map(|(_, _, part)| part.modifiers.trough_buy);
        offered.filter(|spaces| *spaces > 0).min()
    }

    /// What may be delivered in the place of each good.
    pub(super) fn substitutes(self, seat: Seat) -> [GoodSet; Good::ALL.len()] {
        let mut all = [GoodSet::NONE; Good::ALL.len()];
        for (_, _, part) in self.sources(seat) {
            for (set, more) in all.iter_mut().zip(&part.modifiers.substitutes) {
                *set = set.or(*more);
            }
        }
        all
    }

    pub(super) fn no_pig_minimum(self, seat: Seat) -> bool {
        self.any(seat, |modifiers| modifiers.no_pig_minimum)
    }

    pub(super) fn draw_choice(self, seat: Seat) -> bool {
        self.any(seat, |modifiers| modifiers.draw_choice)
    }

    pub(super) fn community_bonus(self, seat: Seat) -> bool {
        self.any(seat, |modifiers| modifiers.community_bonus)
    }

    /// The prices of a seat.
    ///
    /// Rules: el_burro §9.5.
    pub(super) fn prices(self, seat: Seat) -> Prices {
        let mut sums = [[0; Good::ALL.len()]; 3];
        for (_, _, source) in self.sources(seat) {
            let Modifiers { buy, sell, upgrade, .. } = &source.modifiers;
            for (sums, more) in sums.iter_mut().zip([buy, sell, upgrade]) {
                for (sum, more) in sums.iter_mut().zip(more) {
                    *sum += i32::from(*more);
                }
            }
        }
        let with = |printed: Option<u8>, extra: i32, least: i32| {
            printed.map(|printed| u16::from(count((i32::from(printed) + extra).max(least))))
        };
        let [buying, selling, upgrading] = sums;
        let mut prices = Prices::default();
        for (at, storage) in self.content.storages.iter().enumerate() {
            prices.sell[at] = with(storage.sell, selling[at], 0);
            let least = prices.sell[at].map_or(0, |price| i32::from(price) + 1);
            prices.buy[at] = with(storage.buy, buying[at], least);
            prices.upgrade[at] = with(storage.upgrade, upgrading[at], 0);
        }
        prices
    }
}

/// What a seat pays and gets for each good; `None`: not possible that way.
#[derive(Debug, Clone, Copy, Default)]
pub(super) struct Prices {
    pub(super) buy: [Option<u16>; Good::ALL.len()],
    pub(super) sell: [Option<u16>; Good::ALL.len()],
    pub(super) upgrade: [Option<u16>; Good::ALL.len()],
}

/// A sum with modifiers, never below 0.
fn count(sum: i32) -> u8 {
    u8::try_from(sum.max(0)).unwrap_or(u8::MAX)
}
