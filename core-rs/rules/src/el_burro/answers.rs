//! Answers to effect frames (`rules.md` §8): what they offer, what is refused, what follows.

use super::action::Action;
use super::effect::{Effect, EffectId, List, What};
use super::event::Event;
use super::frame::Kind;
use super::ids::{Class, Good, GoodSet};
use super::look::{Checked, Look};
use super::news::News;
use super::play::Play;
use super::rejection::Rejection;
use super::sets::Bag;
use super::things::FarmSpace;
use crate::Seat;

/// The effects of a list, one by one: those whose bits are set.
fn left_of(of: List, left: u16) -> impl Iterator<Item = u8> {
    (0..of.len).filter(move |place| left & (1 << place) != 0)
}

/// How many entries a frame with entries has.
pub(super) fn entries(kind: &Kind) -> u8 {
    if let Kind::AnyOrder { left, .. } = *kind {
        return left.count_ones().to_le_bytes()[0];
    }
    let Kind::DieOrder { action, bonus, cards, tiles, round_tile, .. } = *kind else { return 0 };
    let fixed = u8::from(action) + u8::from(bonus) + u8::from(round_tile);
    cards.iter().flatten().fold(fixed + tiles.len(), |sum, _| sum + 1)
}

impl Look<'_> {
    /// Whether a good may be taken.
    pub(super) fn check_take(
        self,
        seat: Seat,
        (class, taken, different): (Class, GoodSet, bool),
        good: Good,
    ) -> Checked {
        let again = different && taken.contains(good);
        if again || !class.goods().contains(good) {
            return Err(Rejection::GoodNotOffered);
        }
        if self.has_room(seat, good) { Ok(()) } else { Err(Rejection::NoRoom) }
    }

    pub(super) fn check_pay(self, seat: Seat, effect: EffectId, with: &Bag) -> Checked {
        let Effect::Pay { what, n, .. } = *self.content.effects.get(effect) else {
            return Err(Rejection::NoSuchChoice);
        };
        let goods = what.goods();
        let asked = if goods.is_empty() { 0 } else { n };
        if with.good_count() != asked || with.goods().0 & !goods.0 != 0 {
            return Err(Rejection::BadGoods);
        }
        if !self.holds_all(seat, with) {
            return Err(Rejection::GoodNotHeld);
        }
        match (self.can_pay(seat, what, n), what) {
            (true, _) => Ok(()),
            (false, What::Worker) => Err(Rejection::NoFreeWorker),
            (false, What::Silver | What::Prestige | What::Good(_) | What::Class(_)) => {
                Err(Rejection::CannotPay)
            }
        }
    }

    /// Every multiset of n of these goods that a seat holds, in canonical order.
    pub(super) fn each_multiset(
        self,
        seat: Seat,
        goods: GoodSet,
        n: u8,
        mut offer: impl FnMut(&Bag),
    ) {
        let mut bags = vec![Bag::EMPTY];
        for _ in 0..n {
            let more = bags.iter().flat_map(|bag| goods.iter().map(|good| bag.with(good)));
            let mut longer: Vec<Bag> = more.filter(|bag| self.holds_all(seat, bag)).collect();
            longer.sort_unstable_by(Bag::canonical);
            longer.dedup();
            bags = longer;
        }
        bags.iter().for_each(&mut offer);
    }

    pub(super) fn list_payments(self, seat: Seat, effect: EffectId, out: &mut Vec<Action>) {
        let Effect::Pay { what, n, .. } = *self.content.effects.get(effect) else { return };
        let offer = |with: &Bag| {
            if self.check_pay(seat, effect, with).is_ok() {
                out.push(Action::Pay { with: *with });
            }
        };
        let goods = what.goods();
        self.each_multiset(seat, goods, if goods.is_empty() { 0 } else { n }, offer);
    }

    pub(super) fn check_option(
        self,
        seat: Seat,
        (effect, picked): (EffectId, u16),
        index: u8,
    ) -> Checked {
        let lists = self.choices(effect);
        let list = *lists.get(usize::from(index)).ok_or(Rejection::BadIndex)?;
        let track = self.top(seat).and_then(|frame| frame.track);
        let open = picked & (1 << index) == 0 && self.list_possible(seat, list, track);
        if open { Ok(()) } else { Err(Rejection::OptionImpossible) }
    }

    pub(super) const fn check_recall(self, seat: Seat, space: FarmSpace) -> Checked {
        let there = self.player(seat).assigned.contains(space);
        if there { Ok(()) } else { Err(Rejection::SpaceNotAssigned) }
    }
}

impl Play<'_, '_> {
    /// Runs an entry of a frame with entries.
    pub(super) fn run_effect(&mut self, seat: Seat, index: u8) {
        let Some(&frame) = self.state.top(seat) else { return };
        if let Kind::AnyOrder { of, left } = frame.kind {
            let Some(place) = left_of(of, left).nth(index.into()) else { return };
            self.set_top(seat, Kind::AnyOrder { of, left: left & !(1 << place) });
            let one = List { start: of.start + u16::from(place), len: 1, any_order: false };
            self.push_list(seat, one, frame.track);
        } else {
            self.run_die_entry(seat, frame.kind, index);
        }
    }

    /// The entries of a die: its action, its bonus, then what listened to it.
    fn run_die_entry(&mut self, seat: Seat, kind: Kind, index: u8) {
        let Kind::DieOrder { face, mut action, mut bonus, mut cards, mut tiles, mut round_tile } =
            kind
        else {
            return;
        };
        let look = self.look();
        let event = Event::DieTaken(face);
        let hearing = |part| {
            let effects = &look.content.effects;
            effects.hearing(part, event).map(|(_, trigger)| trigger.run).collect::<Vec<_>>()
        };
        let mut at = index;
        let mut here = |there: bool| {
            let found = there && at == 0;
            at = if there { at.wrapping_sub(1) } else { at };
            found
        };
        let mut runs = Vec::new();
        if here(action) {
            action = false;
            runs.push(look.face_action(face));
        } else if here(bonus) {
            bonus = false;
            runs.push(look.bonus(face));
        } else if let Some(slot) = cards.iter_mut().find(|card| here(card.is_some())) {
            let acquisition = slot.take().and_then(|card| look.content.acquisition(card));
            runs = acquisition.map_or_else(Vec::new, |it| hearing(look.content.acquired(it)));
        } else if let Some(tile) = tiles.iter().find(|_| here(true)) {
            tiles.remove(tile);
            runs = hearing(look.content.tile(tile));
        } else if let Some(tile) = look.state.round_tile() {
            round_tile = false;
            runs = hearing(look.content.round_tile(tile));
        }
        self.set_top(seat, Kind::DieOrder { face, action, bonus, cards, tiles, round_tile });
        for run in runs.into_iter().rev() {
            self.push_list(seat, run, None);
        }
    }

    pub(super) fn choose_option(&mut self, seat: Seat, index: u8) {
        let Some(&frame) = self.state.top(seat) else { return };
        let Kind::Choose { effect, left, picked } = frame.kind else { return };
        let list = self.look().choices(effect).get(usize::from(index)).copied();
        self.set_top(seat, Kind::Choose { effect, left: left - 1, picked: picked | 1 << index });
        if left == 1 {
            self.pop(seat);
        }
        self.push_list(seat, list.unwrap_or_default(), frame.track);
    }

    pub(super) fn take_one(&mut self, seat: Seat, good: Good) {
        let Some(Kind::TakeGood { class, left, taken, different }) =
            self.state.top(seat).map(|frame| frame.kind)
        else {
            return;
        };
        let taken = if different { taken.with(good) } else { taken };
        self.set_top(seat, Kind::TakeGood { class, left: left - 1, taken, different });
        self.gain_good(seat, good, false);
    }

    pub(super) fn pay(&mut self, seat: Seat, with: &Bag) {
        let Some(&frame) = self.state.top(seat) else { return };
        let Kind::Pay { effect } = frame.kind else { return };
        let Effect::Pay { what, n, then } = *self.content().effects.get(effect) else { return };
        self.pop(seat);
        match what {
            What::Silver => self.pay_silver(seat, n.into()),
            What::Worker => self.player(seat).workers_free -= n,
            What::Prestige => {}
            What::Good(_) | What::Class(_) => {
                self.take_goods(seat, with);
                let goods = *with;
                self.tell(|| News::GoodsPaid { seat, goods });
            }
        }
        self.push_list(seat, then, frame.track);
    }

    /// A free upgrade; its event runs before the next one.
    pub(super) fn upgrade_good(&mut self, seat: Seat, good: Good) {
        if let Some(Kind::Upgrade { left }) = self.state.top(seat).map(|frame| frame.kind) {
            self.set_top(seat, Kind::Upgrade { left: left - 1 });
        }
        self.upgrade_token(seat, good, None);
        let event = Event::GoodUpgraded { good, by_silver: false };
        self.push(seat, Kind::Raise { event, deaf: None });
    }

    /// A worker comes back from a farm space, unpaid.
    pub(super) fn recall_worker(&mut self, seat: Seat, space: FarmSpace) {
        if let Some(Kind::Recall { left }) = self.state.top(seat).map(|frame| frame.kind) {
            self.set_top(seat, Kind::Recall { left: left - 1 });
        }
        let player = self.player(seat);
        player.assigned.remove(space);
        player.workers_free = player.workers_free.saturating_add(1);
        self.tell(|| News::WorkerRecalled { seat, space });
    }
}
