//! Decisions: what a seat may answer, what is done where it does not (`rules.md` §9, §14).

use super::Buurn;
use super::action::Action;
use super::facts;
use super::ids::{Choice, Family, Place, Question};
use super::market;
use super::play::Play;
use super::rejection::Rejection;
use super::state::{Pending, State};
use crate::{Actor, Rules, Seat};

/// Whether `actor` may answer the pending question so.
///
/// Rules: buurn §17.
pub(super) fn check(
    rules: &Rules<Buurn>,
    state: &State,
    actor: Actor,
    action: Action,
) -> Result<(), Rejection> {
    let pending = state.pending.ok_or(Rejection::WrongPhase)?;
    if actor != Actor::Seat(pending.seat) {
        return Err(Rejection::NotYourDecision { seat: pending.seat });
    }
    if is_offered(rules, state, pending, action) {
        Ok(())
    } else {
        Err(Rejection::OptionUnavailable)
    }
}

/// Whether the clock may decide for the seat.
///
/// Rules: buurn §17, R30.
pub(super) fn check_timeout(state: &State, seat: Seat, decision: u32) -> Result<(), Rejection> {
    let pending = state.pending.ok_or(Rejection::WrongPhase)?;
    if seat != pending.seat {
        return Err(Rejection::NotYourDecision { seat: pending.seat });
    }
    if decision != state.decision_id {
        return Err(Rejection::StaleDecision { decision: state.decision_id });
    }
    Ok(())
}

fn is_offered(rules: &Rules<Buurn>, state: &State, pending: Pending, action: Action) -> bool {
    let Pending { seat: own_seat, question } = pending;
    match (question, action) {
        (Question::Leave, Action::Leave { slot }) => usize::from(slot) < state.lot.len(),
        (Question::GiveLot, Action::GiveLot { .. })
        | (Question::GiveThird, Action::GiveThird { .. })
        | (Question::Swap | Question::Give, Action::Skip) => true,
        (Question::Market, Action::Market { choice }) => {
            market::is_available(rules, state, own_seat, choice)
        }
        (Question::Stash, Action::Stash { keep: Some(keep), .. }) => {
            usize::from(keep) < state.hand.len()
        }
        (Question::Swap, Action::Swap { own, seat, theirs }) => {
            seat != own_seat && has(state, own_seat, own) && has(state, seat, theirs)
        }
        (Question::Give, Action::Give { own, seat }) => {
            seat != own_seat && has(state, own_seat, own)
        }
        _ => false,
    }
}

/// Whether a card of the family lies face up in front of the seat.
fn has(state: &State, seat: Seat, family: Family) -> bool {
    state.player(seat).face_up.of(family) > 0
}

/// The options of the seat that decides.
///
/// Rules: buurn §9, in its canonical order.
pub(super) fn legal(rules: &Rules<Buurn>, state: &State, seat: Seat, out: &mut Vec<Action>) {
    let Some(pending) = state.pending.filter(|pending| pending.seat == seat) else { return };
    match pending.question {
        Question::Leave => {
            let slots = (0..3).filter(|slot| usize::from(*slot) < state.lot.len());
            out.extend(slots.map(|slot| Action::Leave { slot }));
        }
        Question::GiveLot => {
            out.extend(Seat::all(rules.seats).map(|seat| Action::GiveLot { seat }));
        }
        Question::GiveThird => {
            out.extend(Seat::all(rules.seats).map(|seat| Action::GiveThird { seat }));
        }
        Question::Market => {
            let choices = Choice::ALL.into_iter();
            let available = choices.filter(|c| market::is_available(rules, state, seat, *c));
            out.extend(available.map(|choice| Action::Market { choice }));
        }
        Question::Stash => {
            let kept = (0..2).filter(|keep| usize::from(*keep) < state.hand.len());
            let both = |keep| Place::ALL.map(|place| Action::Stash { keep: Some(keep), place });
            out.extend(kept.flat_map(both));
        }
        Question::Swap => {
            swaps(rules.seats, state, seat, out);
            out.push(Action::Skip);
        }
        Question::Give => {
            for (own, _) in state.player(seat).face_up.kinds() {
                let others = Seat::all(rules.seats).filter(|other| *other != seat);
                out.extend(others.map(|seat| Action::Give { own, seat }));
            }
            out.push(Action::Skip);
        }
    }
}

fn swaps(seats: u8, state: &State, seat: Seat, out: &mut Vec<Action>) {
    for (own, _) in state.player(seat).face_up.kinds() {
        for seat in Seat::all(seats).filter(|other| *other != seat) {
            let theirs = state.player(seat).face_up.kinds();
            out.extend(theirs.map(|(theirs, _)| Action::Swap { own, seat, theirs }));
        }
    }
}

/// What is done for a seat that takes too long or is not there.
///
/// Rules: buurn §9.
fn default(rules: &Rules<Buurn>, state: &State, pending: Pending) -> Action {
    let seat = pending.seat;
    match pending.question {
        Question::Leave => {
            Action::Leave { slot: u8::try_from(state.lot.len()).unwrap_or(0).saturating_sub(1) }
        }
        Question::GiveLot => Action::GiveLot { seat },
        Question::GiveThird => Action::GiveThird { seat },
        Question::Market => {
            let bank = market::is_available(rules, state, seat, Choice::Bank);
            Action::Market { choice: if bank { Choice::Bank } else { Choice::Pay } }
        }
        Question::Stash => Action::Stash { keep: Some(0), place: Place::Bottom },
        Question::Swap | Question::Give => Action::Skip,
    }
}

impl Play<'_, '_> {
    /// Asks a seat; one that is absent answers at once, by default and without an entry.
    ///
    /// Rules: buurn §9, §14.
    pub(super) fn ask(&mut self, seat: Seat, question: Question) {
        let pending = Pending { seat, question };
        self.state.pending = Some(pending);
        if self.state.player(seat).absent {
            self.answer_by_default(pending);
        } else {
            self.state.decision_id = self.state.decision_id.saturating_add(1);
        }
    }

    /// Carries out the default.
    pub(super) fn answer_by_default(&mut self, pending: Pending) {
        let action = default(self.rules, self.state, pending);
        self.answer(action);
    }

    /// The clock decides.
    pub(super) fn time_out(&mut self) {
        if let Some(pending) = self.state.pending {
            self.report.tell(|| facts::timed_out(pending.seat));
            self.answer_by_default(pending);
        }
    }

    /// Carries out an answer, and goes on with the turn.
    pub(super) fn answer(&mut self, action: Action) {
        let Some(Pending { seat, .. }) = self.state.pending.take() else { return };
        match action {
            Action::Leave { slot } => self.leave(seat, slot),
            Action::GiveLot { seat: to } => self.give_lot(seat, to),
            Action::Market { choice } => self.visit(seat, choice),
            Action::Stash { keep, place } => self.stash(seat, keep.unwrap_or(0), place),
            Action::GiveThird { seat: to } => self.give_third(seat, to),
            Action::Swap { own, seat: other, theirs } => self.swap(seat, own, other, theirs),
            Action::Give { own, seat: to } => self.give(seat, own, to),
            Action::Skip => self.skip(seat),
            // These answer nothing.
            Action::Grab { .. }
            | Action::Count { .. }
            | Action::Tick { .. }
            | Action::Close { .. }
            | Action::Timeout { .. }
            | Action::Presence { .. }
            | Action::OffList { .. }
            | Action::Malformed { .. } => {}
        }
    }
}
