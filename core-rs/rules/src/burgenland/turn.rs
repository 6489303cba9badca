//! Turn structure (`rules.md` §6), the draw (§7.2) and the end of a turn (§7.5).

use super::action::Verb;
use super::facts;
use super::ids::Phase;
use super::play::Play;
use super::rejection::Rejection;

/// Whether an action of this name belongs to the phase.
///
/// Rules: burgenland §6, §14 step 2.
pub(super) const fn check_phase(phase: Phase, verb: Verb) -> Result<(), Rejection> {
    match (verb, phase) {
        (Verb::DrawCards | Verb::StartBuild, Phase::Main)
        | (Verb::EndTurn, Phase::After)
        | (Verb::BuyJoker | Verb::PlayExchange | Verb::PlayCoins, Phase::Main | Phase::After)
        | (Verb::PayAuto | Verb::PayCard, Phase::Paying)
        | (Verb::PlaceNeutral, Phase::PlaceNeutral) => Ok(()),
        (Verb::DrawCards | Verb::StartBuild, Phase::After) => Err(Rejection::AlreadyActed),
        (Verb::EndTurn, Phase::Main) => Err(Rejection::ActionRequired),
        _ => Err(Rejection::WrongPhase),
    }
}

impl Play<'_, '_> {
    /// Two cards that only the seat sees; fewer when no card is left.
    ///
    /// Rules: burgenland §7.2.
    pub(super) fn draw_cards(&mut self) {
        let (content, seat) = (self.content(), self.seat());
        let drawn = self.deal(seat, content.draw_cards, "draw_card");
        self.report.tell_apart(
            seat,
            || facts::drawn(content, seat, &drawn),
            || facts::drawn_hidden(seat, &drawn),
        );
        self.state.phase = Phase::After;
    }

    /// The next seat's turn, or the end when the turns are used up.
    ///
    /// Rules: burgenland §7.5.
    pub(super) fn end_turn(&mut self) {
        let limit = self.rules.options.turn_limit;
        if limit > 0 && self.state.turn >= limit {
            self.state.phase = Phase::Over;
            self.report.tell(|| facts::turns_used_up(limit));
            return;
        }
        let next = self.seat().next(self.rules.seats);
        let turn = self.state.turn.saturating_add(1);
        self.state.turn = turn;
        self.state.seat = next;
        self.state.phase = Phase::Main;
        self.report.tell(|| facts::turn_begins(next, turn));
    }
}
