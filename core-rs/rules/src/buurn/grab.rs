//! Judging a grab (`rules.md` §7.3) and the scramble (§7.5).

use super::action::Action;
use super::content::Content;
use super::effects::Ware;
use super::facts;
use super::ids::{Phase, Totem};
use super::play::Play;
use super::rejection::Rejection;
use super::state::State;
use super::{Buurn, organisation};
use crate::{Rules, Seat};

/// Whether the seat may lay its hand on the totem, seeing `count` in `auction`.
///
/// Rules: buurn §7.3, in the order of its table.
pub(super) fn check(
    rules: &Rules<Buurn>,
    state: &State,
    seat: Seat,
    totem: Option<Totem>,
    auction: u32,
    count: u32,
) -> Result<(), Rejection> {
    if !matches!(state.phase, Phase::Countdown | Phase::Scramble) {
        return Err(Rejection::WrongPhase);
    }
    if auction != state.auction_id {
        return Err(Rejection::StaleAuction { auction: state.auction_id, section: "7.3" });
    }
    let player = state.player(seat);
    if player.absent {
        return Err(Rejection::Absent);
    }
    if player.sitting_out {
        return Err(Rejection::SittingOut);
    }
    if let Some(totem) = player.totem {
        return Err(Rejection::AlreadyHolding { totem });
    }
    let in_play = &rules.content.layout(rules.seats).totems;
    let totem = totem.filter(|totem| in_play.contains(totem)).ok_or(Rejection::NoSuchTotem)?;
    if let Some(seat) = state.holder(totem) {
        return Err(Rejection::TotemTaken { totem, seat });
    }
    if state.phase == Phase::Countdown {
        let called = state.count.ok_or(Rejection::NotStarted)?;
        if totem == Totem::Purchase && count > latest_price(rules, state, called) {
            return Err(Rejection::TooLate { count: called });
        }
    }
    Ok(())
}

/// The highest number at which a purchase still counts when `called` is the current one.
fn latest_price(rules: &Rules<Buurn>, state: &State, called: u8) -> u32 {
    let late = u32::from(called) + u32::from(rules.options.late_ticks);
    late.min(state.start_number.into())
}

/// The number that a grab means, where the one it names plays no part (R29): the price in the scramble, the
/// current number for any other totem and for a number that is not called yet.
pub(super) fn meant_count(state: &State, totem: Totem, count: u32) -> u32 {
    match (state.phase, state.count, state.price) {
        (Phase::Countdown, Some(called), _) if totem == Totem::Purchase => count.max(called.into()),
        (Phase::Countdown, Some(called), _) => called.into(),
        (Phase::Scramble, _, Some(price)) => price.into(),
        _ => count,
    }
}

/// Dollars that the seat would pay for a lot at `price`.
///
/// Rules: buurn §7.3. The discount is that of the seat's active cards (§12).
pub(super) fn due(content: &Content, state: &State, seat: Seat, price: u8) -> u32 {
    let discount = organisation::discount(content, state, seat, Ware::Purchase);
    u32::from(price).saturating_sub(discount).max(content.minimum_due)
}

/// Whether the grab would be a false start: too early for any other totem, too dear for Purchase.
pub(super) fn is_false_start(
    content: &Content,
    state: &State,
    seat: Seat,
    totem: Totem,
    count: u32,
) -> bool {
    if state.phase != Phase::Countdown {
        return false;
    }
    let price = u8::try_from(count).unwrap_or(u8::MAX);
    totem != Totem::Purchase || state.player(seat).money < due(content, state, seat, price)
}

/// The grabs of a seat: in the countdown Purchase at each number that still counts and every other totem, in
/// the scramble every totem that is left.
///
/// Rules: buurn §9.
pub(super) fn legal(rules: &Rules<Buurn>, state: &State, seat: Seat, out: &mut Vec<Action>) {
    let auction = state.auction_id;
    let totems = rules.content.layout(rules.seats).totems.iter().copied();
    let grab = |totem, count| Action::Grab { totem: Some(totem), auction, count };
    match (state.phase, state.count, state.price) {
        (Phase::Countdown, Some(called), _) if state.in_auction(seat) => {
            let (now, latest) = (u32::from(called), latest_price(rules, state, called));
            out.extend((now..=latest).map(|count| grab(Totem::Purchase, count)));
            let others = totems.filter(|totem| *totem != Totem::Purchase);
            out.extend(others.map(|totem| grab(totem, now)));
        }
        (Phase::Scramble, _, Some(price)) if state.waits_for_totem(seat) => {
            let left = totems.filter(|totem| state.holder(*totem).is_none());
            out.extend(left.map(|totem| grab(totem, price.into())));
        }
        _ => {}
    }
}

/// Whether the scramble of this auction can be ended.
///
/// Rules: buurn §17.
pub(super) fn check_close(state: &State, auction: u32) -> Result<(), Rejection> {
    if state.phase != Phase::Scramble {
        return Err(Rejection::WrongPhase);
    }
    if auction != state.auction_id {
        return Err(Rejection::StaleAuction { auction: state.auction_id, section: "7.5" });
    }
    Ok(())
}

impl Play<'_, '_> {
    /// Judges a grab that passed the checks.
    ///
    /// Rules: buurn §7.3.
    pub(super) fn grab(&mut self, seat: Seat, totem: Totem, count: u32) {
        if self.state.phase == Phase::Scramble {
            self.state.player_mut(seat).totem = Some(totem);
            self.report.tell(|| facts::grabbed(seat, totem));
            self.settle_scramble();
            return;
        }
        let meant = meant_count(self.state, totem, count);
        if is_false_start(self.content(), self.state, seat, totem, meant) {
            let called = self.state.count.unwrap_or(self.state.start_number);
            let number = if totem == Totem::Purchase { narrow(meant) } else { called };
            self.false_start(seat, totem, number);
            return;
        }
        let price = narrow(meant);
        self.state.player_mut(seat).totem = Some(Totem::Purchase);
        self.state.price = Some(price);
        self.state.phase = Phase::Scramble;
        let called = self.state.count.unwrap_or(price);
        self.report.tell(|| facts::sold(seat, price, called));
        self.settle_scramble();
    }

    /// Gives the last totem to the last seat that waits, and ends the scramble when nobody waits or nothing is
    /// left.
    ///
    /// Rules: buurn §7.5.
    pub(super) fn settle_scramble(&mut self) {
        let content = self.content();
        let state = &*self.state;
        let mut waiting = self.seats().filter(|seat| state.waits_for_totem(*seat));
        let totems = content.layout(self.rules.seats).totems.iter();
        let mut left = totems.filter(|totem| state.holder(**totem).is_none());
        let (first, second) = (waiting.next(), waiting.next());
        let (totem, other) = (left.next(), left.next());
        match (first, second, totem, other) {
            (Some(seat), None, Some(&totem), None) => {
                self.state.player_mut(seat).totem = Some(totem);
                self.report.tell(|| facts::last_totem(seat, totem));
                self.resolve();
            }
            (None, ..) | (_, _, None, _) => self.resolve(),
            (Some(_), _, Some(_), _) => {}
        }
    }

    /// Ends the scramble at once: who has no totem gets none (R11).
    ///
    /// Rules: buurn §7.5.
    pub(super) fn close(&mut self) {
        self.report.tell(facts::scramble_closed);
        self.resolve();
    }
}

/// A number that was checked to be at most the start number.
fn narrow(number: u32) -> u8 {
    u8::try_from(number).unwrap_or(u8::MAX)
}
