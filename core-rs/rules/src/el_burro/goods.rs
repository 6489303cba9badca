//! Goods: where they are, how they come and go (`rules.md` §9), and silver and workers.

use super::ids::{Class, Good};
use super::look::{Checked, Look};
use super::news::News;
use super::part::Cost;
use super::play::Play;
use super::rejection::Rejection;
use super::sets::Bag;
use crate::Seat;

impl Look<'_> {
    /// Whether a token of a good finds room in the storage.
    pub(super) fn has_room(self, seat: Seat, good: Good) -> bool {
        // A storage without markings holds any number; the count itself ends at 255.
        let most = match self.content.storages[good.index()].markings {
            None => u8::MAX,
            Some(_) => self.capacity(seat, good).unwrap_or(u8::MAX),
        };
        self.player(seat).store[good.index()] < most
    }

    pub(super) const fn holds(self, seat: Seat, good: Good) -> bool {
        self.player(seat).held(good) > 0
    }

    /// Whether a seat holds any good of a class.
    pub(super) fn holds_any(self, seat: Seat, class: Class) -> bool {
        class.goods().iter().any(|good| self.holds(seat, good))
    }

    /// Whether a seat holds these goods.
    pub(super) fn holds_all(self, seat: Seat, bag: &Bag) -> bool {
        Good::ALL.into_iter().all(|good| self.player(seat).held(good) >= bag.count(good))
    }

    /// Whether a seat can bear a cost, with these goods where it asks for some.
    pub(super) fn check_cost(self, seat: Seat, cost: &Cost, with: &Bag) -> Checked {
        let player = self.player(seat);
        if cost.asks_goods() {
            let fits = with.good_count() == cost.goods && with.goods().0 & !cost.of.0 == 0;
            if !fits {
                return Err(Rejection::BadGoods);
            }
            if !self.holds_all(seat, with) {
                return Err(Rejection::GoodNotHeld);
            }
        } else if *with != Bag::EMPTY {
            return Err(Rejection::BadGoods);
        }
        let fixed = cost.of.iter().map(|good| player.held(good)).max().unwrap_or(0);
        let goods = cost.asks_goods() || fixed >= cost.goods;
        let pays = player.silver >= cost.silver.into()
            && player.workers_free >= cost.workers
            && player.trough >= cost.trough;
        if goods && pays { Ok(()) } else { Err(Rejection::CannotPay) }
    }
}

impl Play<'_, '_> {
    pub(super) fn gain_silver(&mut self, seat: Seat, count: u16) {
        if count == 0 {
            return;
        }
        let player = self.player(seat);
        player.silver = player.silver.saturating_add(count);
        self.tell(|| News::SilverGained { seat, count });
    }

    /// Silver goes to the supply: what a check has seen is there.
    pub(super) fn pay_silver(&mut self, seat: Seat, count: u16) {
        if count == 0 {
            return;
        }
        self.player(seat).silver -= count;
        self.tell(|| News::SilverPaid { seat, count });
    }

    pub(super) fn gain_workers(&mut self, seat: Seat, count: u8) {
        if count == 0 {
            return;
        }
        let player = self.player(seat);
        player.workers_free = player.workers_free.saturating_add(count);
        self.tell(|| News::WorkersGained { seat, count });
    }

    /// One token of a good.
    ///
    /// Rules: el_burro §9.2: without room it is sold if the effect says so, loose if an anytime action brings it,
    /// and else not gained.
    pub(super) fn gain_good(&mut self, seat: Seat, good: Good, sells_excess: bool) {
        let look = self.look();
        if look.has_room(seat, good) {
            self.player(seat).store[good.index()] += 1;
            self.tell(|| News::GoodGained { seat, good });
        } else if sells_excess {
            let silver = look.prices(seat).sell[good.index()].unwrap_or(0);
            let player = self.player(seat);
            player.silver = player.silver.saturating_add(silver);
            self.tell(|| News::GoodSoldAtOnce { seat, good, silver });
        } else if self.anytime && self.player(seat).loose[good.index()] < u8::MAX {
            self.player(seat).loose[good.index()] += 1;
            self.tell(|| News::GoodLoose { seat, good });
        } else {
            self.tell(|| News::GoodLost { seat, good });
        }
    }

    /// A held token leaves: a loose one first, then one on a field, then one in the storage.
    ///
    /// Rules: el_burro §9.3.
    pub(super) const fn take_good(&mut self, seat: Seat, good: Good) {
        let (player, index) = (self.player(seat), good.index());
        if player.loose[index] > 0 {
            player.loose[index] -= 1;
        } else if player.field_goods[index] > 0 {
            player.field_goods[index] -= 1;
        } else {
            player.store[index] -= 1;
        }
    }

    /// Goods leave the seat.
    pub(super) fn take_goods(&mut self, seat: Seat, bag: &Bag) {
        for good in bag.each_good() {
            self.take_good(seat, good);
        }
    }

    /// A good becomes the upgraded one. `silver` is its price, where it has one.
    pub(super) fn upgrade_token(&mut self, seat: Seat, good: Good, silver: Option<u16>) {
        let Some(to) = good.upgraded() else { return }; // the check has seen it
        self.take_good(seat, good);
        let player = self.player(seat);
        player.silver -= silver.unwrap_or(0);
        player.store[to.index()] = player.store[to.index()].saturating_add(1);
        self.tell(|| News::GoodUpgraded { seat, from: good, to, silver });
    }

    /// Pays a cost that was checked; `with` are the goods where it asks for some.
    pub(super) fn pay_cost(&mut self, seat: Seat, cost: &Cost, with: &Bag) {
        self.pay_silver(seat, cost.silver.into());
        self.player(seat).workers_free -= cost.workers;
        if cost.trough > 0 {
            self.move_trough(seat, -i16::from(cost.trough));
        }
        let mut goods = *with;
        if !cost.asks_goods()
            && let Some(good) = cost.of.iter().next()
        {
            goods = (0..cost.goods).fold(Bag::EMPTY, |bag, _| bag.with(good));
        }
        if goods != Bag::EMPTY {
            self.take_goods(seat, &goods);
            self.tell(|| News::GoodsPaid { seat, goods });
        }
    }

    /// Loose goods move to markings that are free now.
    ///
    /// Rules: el_burro §9.4.
    pub(super) fn store_loose(&mut self, seat: Seat) {
        if !self.player(seat).has_loose() {
            return;
        }
        for good in Good::ALL {
            while self.player(seat).loose[good.index()] > 0 && self.look().has_room(seat, good) {
                let player = self.player(seat);
                player.loose[good.index()] -= 1;
                player.store[good.index()] += 1;
                self.tell(|| News::GoodStored { seat, good });
            }
        }
    }

    /// A loose good goes back to the supply.
    ///
    /// Rules: el_burro §9.4.
    pub(super) fn return_loose(&mut self, seat: Seat) {
        let loose = |good: &Good| self.state.players[seat.index()].loose[good.index()] > 0;
        let Some(good) = Good::ALL.into_iter().find(loose) else { return };
        self.player(seat).loose[good.index()] -= 1;
        self.tell(|| News::GoodReturned { seat, good });
    }
}
