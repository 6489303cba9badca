//! Anytime actions (`rules.md` §16): buying, selling, upgrading, workers, the trough, actions of cards.

use super::action::Action;
use super::event::Event;
use super::frame::Kind;
use super::ids::{Class, Good, Means, TroughAction};
use super::look::{Checked, Look};
use super::news::News;
use super::part::{AddedAction, Cost};
use super::play::Play;
use super::rejection::Rejection;
use super::sets::Bag;
use super::state::Carrier;
use super::things::{FarmSpace, Source};
use crate::Seat;

impl<'a> Look<'a> {
    pub(super) fn check_buy(self, seat: Seat, good: Good, with: Means) -> Checked {
        let price = self.prices(seat).buy[good.index()].filter(|_| good.is_basic());
        let price = price.ok_or(Rejection::NotForSale)?;
        let player = self.player(seat);
        match with {
            Means::Silver if player.silver < price => Err(Rejection::CannotPay),
            Means::Silver => Ok(()),
            Means::Trough => {
                let spaces = self.trough_buy(seat).ok_or(Rejection::NotForSale)?;
                if player.trough < spaces { Err(Rejection::TroughTooLow) } else { Ok(()) }
            }
        }
    }

    pub(super) fn check_sell(self, seat: Seat, good: Good) -> Checked {
        if self.prices(seat).sell[good.index()].is_none() {
            return Err(Rejection::NotForSale);
        }
        let player = self.player(seat);
        let sellable = player.store[good.index()] > 0 || player.loose[good.index()] > 0;
        if sellable { Ok(()) } else { Err(Rejection::GoodNotHeld) }
    }

    pub(super) fn check_upgrade_for_silver(self, seat: Seat, good: Good) -> Checked {
        self.check_upgrade(seat, good)?;
        let price = self.prices(seat).upgrade[good.index()].ok_or(Rejection::NotUpgradable)?;
        if self.player(seat).silver < price { Err(Rejection::CannotPay) } else { Ok(()) }
    }

    /// Whether a good can be upgraded, whatever it costs.
    pub(super) const fn check_upgrade(self, seat: Seat, good: Good) -> Checked {
        if !good.is_basic() {
            return Err(Rejection::NotUpgradable);
        }
        if self.holds(seat, good) { Ok(()) } else { Err(Rejection::GoodNotHeld) }
    }

    pub(super) fn check_assign(self, seat: Seat, space: FarmSpace) -> Checked {
        let player = self.player(seat);
        if player.workers_free == 0 {
            return Err(Rejection::NoFreeWorker);
        }
        if player.assigned.contains(space) {
            return Err(Rejection::SpaceOccupied);
        }
        let action = self.content.worker_action(space, player.extensions[space.index()]);
        if !action.only_in.allows(self.state.step) {
            return Err(Rejection::WrongStep);
        }
        self.check_cost(seat, &action.cost, &Bag::EMPTY)
    }

    pub(super) fn check_trough(self, seat: Seat, action: TroughAction) -> Checked {
        let (cost, _) = &self.content.trough_actions[action.index()];
        if self.player(seat).trough < cost.trough {
            return Err(Rejection::TroughTooLow);
        }
        self.check_cost(seat, cost, &Bag::EMPTY)
    }

    /// The action that a source adds for a seat.
    pub(super) fn added_action(
        self,
        seat: Seat,
        source: Source,
    ) -> Option<(Carrier, &'a AddedAction)> {
        let here = self.sources(seat).find(|(other, _, _)| *other == source);
        here.and_then(|(_, carrier, part)| Some((carrier, part.action.as_ref()?)))
    }

    pub(super) fn check_use(self, seat: Seat, source: Source, with: &Bag) -> Checked {
        let (carrier, action) = self.added_action(seat, source).ok_or(Rejection::NoSuchAction)?;
        self.check_added(seat, carrier, action)?;
        self.check_cost(seat, &action.cost, with)
    }

    /// Whether an added action may be used, whatever it costs.
    fn check_added(self, seat: Seat, carrier: Carrier, action: &AddedAction) -> Checked {
        let used = self.player(seat).used(carrier, None);
        if action.limit > 0 && used >= action.limit {
            return Err(Rejection::LimitUsed);
        }
        if action.only_in.allows(self.state.step) { Ok(()) } else { Err(Rejection::WrongStep) }
    }

    /// The anytime actions that a seat may take now, but for what loose goods forbid.
    ///
    /// Rules: el_burro §16, in its order.
    pub(super) fn list_anytime(self, seat: Seat, out: &mut Vec<Action>) {
        self.list_trade(seat, out);
        let player = self.player(seat);
        if player.workers_free > 0 {
            let spaces = FarmSpace::all().filter(|space| self.check_assign(seat, *space).is_ok());
            out.extend(spaces.map(|space| Action::AssignWorker { space }));
        }
        self.list_special(seat, out);
        for action in TroughAction::ALL {
            if self.check_trough(seat, action).is_ok() {
                out.push(Action::UseTrough { action });
            }
        }
        self.list_claims(seat, out);
        for (source, carrier, part) in self.sources(seat) {
            if let Some(action) = &part.action
                && self.check_added(seat, carrier, action).is_ok()
            {
                self.list_uses(seat, source, &action.cost, out);
            }
        }
    }

    /// Buying, selling, upgrading.
    fn list_trade(self, seat: Seat, out: &mut Vec<Action>) {
        let (player, prices) = (self.player(seat), self.prices(seat));
        let trough = self.trough_buy(seat).is_some_and(|spaces| player.trough >= spaces);
        for good in Class::BasicGood.goods().iter() {
            let Some(price) = prices.buy[good.index()] else { continue };
            if player.silver >= price {
                out.push(Action::BuyGood { good, with: Means::Silver });
            }
            if trough {
                out.push(Action::BuyGood { good, with: Means::Trough });
            }
        }
        for good in Good::ALL {
            let held = player.store[good.index()] > 0 || player.loose[good.index()] > 0;
            if held && prices.sell[good.index()].is_some() {
                out.push(Action::SellGood { good });
            }
        }
        for good in Class::BasicGood.goods().iter().filter(|good| player.held(*good) > 0) {
            if prices.upgrade[good.index()].is_some_and(|price| player.silver >= price) {
                out.push(Action::UpgradeForSilver { good });
            }
        }
    }

    fn list_uses(self, seat: Seat, source: Source, cost: &Cost, out: &mut Vec<Action>) {
        let mut offer = |with: &Bag| {
            if self.check_cost(seat, cost, with).is_ok() {
                out.push(Action::UseAction { source, with: *with });
            }
        };
        if cost.asks_goods() {
            self.each_multiset(seat, cost.of, cost.goods, offer);
        } else {
            offer(&Bag::EMPTY);
        }
    }
}

impl Play<'_, '_> {
    pub(super) fn buy_good(&mut self, seat: Seat, good: Good, with: Means) {
        let look = self.look();
        let price = look.prices(seat).buy[good.index()].unwrap_or(0);
        let spaces = look.trough_buy(seat).unwrap_or(0);
        let (silver, trough) = match with {
            Means::Silver => (price, 0),
            Means::Trough => (0, spaces),
        };
        let player = self.player(seat);
        player.silver -= silver;
        player.trough -= trough;
        self.tell(|| News::GoodBought { seat, good, silver, trough });
        self.push(seat, Kind::Raise { event: Event::GoodBought(good), deaf: None });
        self.gain_good(seat, good, false);
    }

    pub(super) fn sell_good(&mut self, seat: Seat, good: Good) {
        let silver = self.look().prices(seat).sell[good.index()].unwrap_or(0);
        let player = self.player(seat);
        let from =
            if player.loose[good.index()] > 0 { &mut player.loose } else { &mut player.store };
        from[good.index()] -= 1;
        player.silver = player.silver.saturating_add(silver);
        self.tell(|| News::GoodSold { seat, good, silver });
        self.push(seat, Kind::Raise { event: Event::GoodSold(good), deaf: None });
    }

    pub(super) fn upgrade_for_silver(&mut self, seat: Seat, good: Good) {
        let price = self.look().prices(seat).upgrade[good.index()].unwrap_or(0);
        self.upgrade_token(seat, good, Some(price));
        let event = Event::GoodUpgraded { good, by_silver: true };
        self.push(seat, Kind::Raise { event, deaf: None });
    }

    pub(super) fn assign_worker(&mut self, seat: Seat, space: FarmSpace) {
        let extended = self.player(seat).extensions[space.index()];
        let action = self.content().worker_action(space, extended);
        let player = self.player(seat);
        player.workers_free -= 1;
        player.assigned.insert(space);
        self.tell(|| News::WorkerAssigned { seat, space });
        self.pay_cost(seat, &action.cost, &Bag::EMPTY);
        self.push(seat, Kind::Raise { event: Event::WorkerAssigned(space), deaf: None });
        self.push_list(seat, action.run, None);
    }

    pub(super) fn use_trough(&mut self, seat: Seat, action: TroughAction) {
        let (cost, run) = &self.content().trough_actions[action.index()];
        self.tell(|| News::TroughUsed { seat, action });
        self.pay_cost(seat, cost, &Bag::EMPTY);
        self.push_list(seat, *run, None);
    }

    pub(super) fn use_action(&mut self, seat: Seat, source: Source, with: &Bag) {
        let Some((carrier, &AddedAction { cost, run, limit, .. })) =
            self.look().added_action(seat, source)
        else {
            return;
        };
        if limit > 0 {
            self.player(seat).use_once(carrier, None);
        }
        self.tell(|| News::ActionUsed { seat, source });
        self.pay_cost(seat, &cost, with);
        self.push_list(seat, run, None);
    }
}
