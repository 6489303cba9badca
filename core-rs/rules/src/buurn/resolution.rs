//! The purchase and its payment (`rules.md` §8.1, §8.2).

use super::cards::Cards;
use super::facts;
use super::grab;
use super::ids::{Family, Phase, Question, Totem};
use super::organisation;
use super::play::Play;
use crate::Seat;

impl Play<'_, '_> {
    /// Resolves the totems, one after another; goes on until a seat has to decide.
    ///
    /// Rules: buurn §8.
    pub(super) fn resolve(&mut self) {
        self.state.phase = Phase::Purchase;
        self.state.left = None;
        let Some(buyer) = self.state.holder(Totem::Purchase) else { return self.open_offices() };
        if self.state.lot.len() > self.content().purchase_cards {
            self.ask(buyer, Question::Leave);
        } else {
            self.give_or_pay(buyer);
        }
    }

    /// The buyer leaves a card of the lot.
    ///
    /// Rules: buurn §8.1.
    pub(super) fn leave(&mut self, buyer: Seat, slot: u8) {
        self.state.left = Some(slot);
        let content = self.content();
        if let Some(&family) = self.state.lot.get(usize::from(slot)) {
            self.report.tell(|| facts::left(content, buyer, slot, family));
        }
        self.give_or_pay(buyer);
    }

    fn give_or_pay(&mut self, buyer: Seat) {
        let left = usize::from(self.state.left.is_some());
        if self.state.lot.len() > left {
            self.ask(buyer, Question::GiveLot);
        } else {
            self.pay(buyer);
        }
    }

    /// All cards taken go face up to one seat (R12).
    ///
    /// Rules: buurn §8.1.
    pub(super) fn give_lot(&mut self, buyer: Seat, to: Seat) {
        let content = self.content();
        let lot = std::mem::take(&mut self.state.lot);
        let left = self.state.left.take().map(usize::from);
        let (kept, taken): (Vec<_>, Vec<_>) =
            lot.into_iter().enumerate().partition(|(slot, _)| Some(*slot) == left);
        self.state.lot = kept.into_iter().map(|(_, family)| family).collect();
        let taken: Cards = taken.into_iter().map(|(_, family): (usize, Family)| family).collect();
        let player = self.state.player_mut(to);
        player.face_up = player.face_up.with(&taken);
        self.report.tell(|| facts::lot_given(content, buyer, to, &taken));
        self.pay(buyer);
    }

    /// The buyer pays: tax first, the rest in equal shares, the surplus to the Bank (R13).
    ///
    /// Rules: buurn §8.2.
    fn pay(&mut self, buyer: Seat) {
        let content = self.content();
        let price = self.state.price.unwrap_or(self.state.start_number);
        let due = grab::due(content, self.state, buyer, price);
        let paid = self.take(buyer, due);
        self.report.tell(|| facts::paid(buyer, paid));
        let mut rest = paid;
        if let Some(holder) = self.state.holder(Totem::Tax) {
            let (share, of) = content.tax;
            let tax = (paid * share).div_ceil(of);
            rest -= tax;
            self.gain(holder, tax);
            self.report.tell(|| facts::taxed(holder, tax));
        }
        let others = u32::from(self.rules.seats) - 1;
        let share = rest / others;
        for seat in self.seats().filter(|seat| *seat != buyer) {
            self.gain(seat, share);
        }
        if share > 0 {
            self.report.tell(|| facts::shared(buyer, share));
        }
        self.keep_surplus(rest % others);
        self.open_offices();
    }

    /// What cannot be shared goes to the owner of a card that says so, else to the Bank.
    fn keep_surplus(&mut self, surplus: u32) {
        if surplus == 0 {
            return;
        }
        let (content, state) = (self.content(), &*self.state);
        let keeps = |seat: &Seat| organisation::keeps_surplus(content, state, *seat);
        if let Some(owner) = self.seats().find(keeps) {
            self.gain(owner, surplus);
            self.report.tell(|| facts::surplus_kept(owner, surplus));
        } else {
            self.put_in_bank(surplus);
            self.report.tell(|| facts::surplus_banked(surplus));
        }
    }
}
