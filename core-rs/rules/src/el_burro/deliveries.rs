//! What may be delivered where (`rules.md` §12.1, §12.2).

use std::ops::ControlFlow;

use super::action::Action;
use super::effect::DeliveryKind;
use super::ids::{Class, Good, GoodSet};
use super::look::{Checked, Look};
use super::plans::Need;
use super::rejection::Rejection;
use super::sets::Bag;
use super::targets::TargetNow;
use super::things::{Target, TargetKind};
use crate::Seat;

/// A delivery: whose target, which one, which marking, and all that is given.
pub(super) type Delivery = (Seat, Target, u8, Bag);

/// What a seat could give now.
#[derive(Debug, Clone, Copy)]
struct Purse {
    things: [u16; 9],
    substitutes: [GoodSet; Good::ALL.len()],
}

impl Purse {
    fn covers(&self, bag: &Bag) -> bool {
        self.things.iter().zip(bag.0).all(|(held, asked)| *held >= u16::from(asked))
    }
}

/// Every bag that fits a marking, in canonical order: each good itself or a substitute, a star one upgraded good.
fn fitting(need: &Need, substitutes: &[GoodSet; Good::ALL.len()]) -> Option<Vec<Bag>> {
    let replaced = need.bag.goods().iter().any(|good| !substitutes[good.index()].is_empty());
    if !need.star && !replaced {
        return None; // nothing but the marking itself
    }
    let mut bags = vec![Bag::of([0; Good::ALL.len()], need.bag.silver(), need.bag.workers())];
    let star = need.star.then_some(Class::UpgradedGood.goods());
    let asked = need.bag.each_good();
    let choices = asked.map(|good| substitutes[good.index()].with(good)).chain(star);
    for choice in choices {
        let more = bags.iter().flat_map(|bag| choice.iter().map(|good| bag.with(good)));
        let mut longer: Vec<Bag> = more.collect();
        longer.sort_unstable_by(Bag::canonical);
        longer.dedup();
        bags = longer;
    }
    Some(bags)
}

/// The deliveries to one target that a seat could pay for now.
fn each_to_target(
    purse: &Purse,
    (owner, target, now): (Seat, Target, TargetNow<'_>),
    mut visit: impl FnMut(&Delivery) -> ControlFlow<()>,
) -> ControlFlow<()> {
    for (marking, need) in (0..).zip(now.markings.needs()) {
        if now.filled & (1 << marking) != 0 {
            continue;
        }
        match fitting(need, &purse.substitutes) {
            None if purse.covers(&need.bag) => visit(&(owner, target, marking, need.bag))?,
            None => {}
            Some(bags) => {
                for bag in bags.into_iter().filter(|bag| purse.covers(bag)) {
                    visit(&(owner, target, marking, bag))?;
                }
            }
        }
    }
    ControlFlow::Continue(())
}

impl Bag {
    /// The canonical order of bags of one size: member by member.
    pub(super) fn canonical(&self, other: &Self) -> std::cmp::Ordering {
        other.0.cmp(&self.0)
    }
}

impl<'a> Look<'a> {
    fn purse(self, seat: Seat) -> Purse {
        let player = self.player(seat);
        let mut things = [0; 9];
        for good in Good::ALL {
            things[good.index()] = player.held(good).into();
        }
        things[7] = player.silver;
        things[8] = player.workers_free.into();
        Purse { things, substitutes: self.substitutes(seat) }
    }

    /// Whether a seat may deliver to a target at all: its market is unlocked for the one who delivers (R29).
    fn is_unlocked(self, seat: Seat, target: Target) -> bool {
        match target.kind() {
            TargetKind::Market(market) => self.player(seat).markets_open & (1 << market.0) != 0,
            TargetKind::Slot(_) | TargetKind::Dock(_) => true,
        }
    }

    /// The checks that all deliveries have in common.
    ///
    /// Rules: el_burro §12.1, in its order.
    fn check_common(
        self,
        seat: Seat,
        (owner, target, marking, goods): &Delivery,
    ) -> Result<TargetNow<'a>, Rejection> {
        let now = self.target(*owner, *target).ok_or(Rejection::NoSuchTarget)?;
        let need = now.markings.get(*marking).ok_or(Rejection::NoSuchTarget)?;
        if now.filled & (1 << marking) != 0 {
            return Err(Rejection::MarkingFilled);
        }
        if now.closed {
            return Err(Rejection::TargetClosed);
        }
        if !self.is_unlocked(seat, *target) {
            return Err(Rejection::MarketLocked);
        }
        let fits = match fitting(need, &self.substitutes(seat)) {
            None => *goods == need.bag,
            Some(bags) => bags.contains(goods),
        };
        if !fits {
            return Err(Rejection::BadGoods);
        }
        let player = self.player(seat);
        if !self.holds_all(seat, goods) {
            return Err(Rejection::GoodNotHeld);
        }
        if player.silver < goods.silver().into() {
            return Err(Rejection::CannotPay);
        }
        if player.workers_free < goods.workers() {
            return Err(Rejection::NoFreeWorker);
        }
        Ok(now)
    }

    /// Whether a delivery of a kind may be made.
    ///
    /// Rules: el_burro §12.2.
    pub(super) fn check_delivery(
        self,
        seat: Seat,
        kind: DeliveryKind,
        delivery: &Delivery,
    ) -> Checked {
        let now = self.check_common(seat, delivery)?;
        let own = delivery.0 == seat;
        let right = match kind {
            DeliveryKind::Donkey => own,
            DeliveryKind::Goat => !own,
            DeliveryKind::Either => true,
            DeliveryKind::Community | DeliveryKind::OfStep => false,
        };
        if !right {
            return Err(Rejection::WrongOwner);
        }
        if own && now.special { Err(Rejection::SpecialTarget) } else { Ok(()) }
    }

    /// Rules: el_burro §16.
    pub(super) fn check_special(self, seat: Seat, delivery: &Delivery) -> Checked {
        let now = self.check_common(seat, delivery)?;
        if now.special { Ok(()) } else { Err(Rejection::NormalTarget) }
    }

    /// Rules: el_burro §12.2: by goat only what nobody needs.
    pub(super) fn check_community(self, seat: Seat, kind: DeliveryKind, good: Good) -> Checked {
        if !self.holds(seat, good) {
            return Err(Rejection::GoodNotHeld);
        }
        let any = kind == DeliveryKind::Community;
        if any || !self.needed(seat).contains(good) { Ok(()) } else { Err(Rejection::GoodNeeded) }
    }

    /// The goods that another seat needs on a target that this seat could choose with a goat (R16).
    fn needed(self, seat: Seat) -> GoodSet {
        let mut needed = GoodSet::NONE;
        for owner in self.others(seat) {
            for target in Target::all().filter(|target| self.is_unlocked(seat, *target)) {
                let Some(now) = self.target(owner, target).filter(|now| !now.closed) else {
                    continue;
                };
                for (marking, need) in now.markings.needs().iter().enumerate() {
                    if now.filled & (1 << marking) == 0 {
                        needed = needed.or(need.names());
                    }
                }
            }
        }
        needed
    }

    /// The deliveries of a kind to targets that a seat may make now, in canonical order.
    fn each_delivery(
        self,
        seat: Seat,
        kind: DeliveryKind,
        mut visit: impl FnMut(&Delivery) -> ControlFlow<()>,
    ) -> ControlFlow<()> {
        let (to_own, to_others) = match kind {
            DeliveryKind::Donkey => (true, false),
            DeliveryKind::Goat => (false, true),
            DeliveryKind::Either => (true, true),
            DeliveryKind::Community | DeliveryKind::OfStep => (false, false),
        };
        let purse = self.purse(seat);
        for owner in Seat::all(self.rules.seats) {
            let own = owner == seat;
            if !(if own { to_own } else { to_others }) {
                continue;
            }
            for target in Target::all().filter(|target| self.is_unlocked(seat, *target)) {
                let Some(now) = self.target(owner, target) else { continue };
                if !(now.closed || own && now.special) {
                    each_to_target(&purse, (owner, target, now), &mut visit)?;
                }
            }
        }
        ControlFlow::Continue(())
    }

    /// The goods that a seat could give to the community now.
    fn community_goods(self, seat: Seat, kind: DeliveryKind) -> GoodSet {
        if kind == DeliveryKind::Donkey {
            return GoodSet::NONE;
        }
        let held: GoodSet = Good::ALL.into_iter().filter(|good| self.holds(seat, *good)).collect();
        if kind == DeliveryKind::Community || held.is_empty() {
            return held;
        }
        let needed = self.needed(seat);
        held.iter().filter(|good| !needed.contains(*good)).collect()
    }

    /// Whether any delivery of a kind could be made now.
    pub(super) fn can_deliver(self, seat: Seat, kind: DeliveryKind) -> bool {
        self.each_delivery(seat, kind, |_| ControlFlow::Break(())).is_break()
            || !self.community_goods(seat, kind).is_empty()
    }

    pub(super) fn list_deliveries(self, seat: Seat, kind: DeliveryKind, out: &mut Vec<Action>) {
        let _ = self.each_delivery(seat, kind, |&(owner, target, marking, goods)| {
            out.push(Action::Deliver { owner, target, marking, goods });
            ControlFlow::Continue(())
        });
        let goods = self.community_goods(seat, kind).iter();
        out.extend(goods.map(|good| Action::DeliverCommunity { good }));
    }

    pub(super) fn list_special(self, seat: Seat, out: &mut Vec<Action>) {
        let (player, docks) = (self.player(seat), &self.state.docks);
        let special = |card: super::things::Card| card.is_special();
        let barrows = player.barrows.iter().flatten().any(|barrow| special(barrow.card));
        if !barrows && !docks.iter().flatten().any(|moored| moored.seat == seat) {
            return;
        }
        let purse = self.purse(seat);
        for target in Target::all() {
            let Some(now) = self.target(seat, target).filter(|now| now.special) else { continue };
            let _ = each_to_target(&purse, (seat, target, now), |delivery| {
                let (_, target, marking, goods) = *delivery;
                out.push(Action::SpecialDelivery { target, marking, goods });
                ControlFlow::Continue(())
            });
        }
    }
}
