//! Organisation cards: taking one (`rules.md` §8.3) and the interpreter of their effects (§12).

use super::content::Content;
use super::effects::{Effect, Occasion, Ware};
use super::facts;
use super::ids::{Family, Organisation, OrganisationSet, Phase, Question, Totem};
use super::play::Play;
use super::state::State;
use crate::Seat;

/// The cards of a seat that work by now: those taken in an earlier turn.
///
/// Rules: buurn §12.
pub(super) fn active(state: &State, seat: Seat) -> OrganisationSet {
    let earlier = |card: &Organisation| state.taken_in[card.index()] < state.turn;
    state.player(seat).organisations.iter().filter(earlier).collect()
}

/// The effects of a seat's active cards.
fn active_effects<'a>(
    content: &'a Content,
    state: &'a State,
    seat: Seat,
) -> impl Iterator<Item = Effect> + 'a {
    active(state, seat).iter().flat_map(|card| content.organisation(card).effects.iter().copied())
}

/// Dollars that something costs the seat less.
///
/// Rules: buurn §12.
pub(super) fn discount(content: &Content, state: &State, seat: Seat, ware: Ware) -> u32 {
    let mut less = 0;
    for effect in active_effects(content, state, seat) {
        if let Effect::Discount { on, amount } = effect
            && on == ware
        {
            less += u32::from(amount);
        }
    }
    less
}

/// Whether the surplus of purchases goes to the seat.
///
/// Rules: buurn §8.2.
pub(super) fn keeps_surplus(content: &Content, state: &State, seat: Seat) -> bool {
    active_effects(content, state, seat).any(|effect| effect == Effect::Surplus {})
}

/// The card that a seat took this turn.
fn taken_now(state: &State, seat: Seat) -> Option<Organisation> {
    let now = |card: &Organisation| state.taken_in[card.index()] == state.turn;
    state.player(seat).organisations.iter().find(now)
}

impl Play<'_, '_> {
    /// What follows the payment: the organisation card, the markets, the end of the turn.
    ///
    /// Rules: buurn §8.3.
    pub(super) fn open_offices(&mut self) {
        let Some(holder) = self.state.holder(Totem::Organisation) else {
            return self.open_black_market();
        };
        self.state.phase = Phase::Organisation;
        self.state.effects_done = 0;
        if let Some(card) = self.state.organisation_on_offer.take() {
            let content = self.content();
            self.state.player_mut(holder).organisations.insert(card);
            self.state.taken_in[card.index()] = self.state.turn;
            self.report.tell(|| facts::organisation_taken(content, holder, card));
        }
        self.run_effects(holder);
    }

    /// Runs the card that was taken until it is done or the seat has to decide; then come the gains of the
    /// cards that the seat had before.
    ///
    /// Rules: buurn §8.3, §12.
    pub(super) fn run_effects(&mut self, seat: Seat) {
        let content = self.content();
        if let Some(card) = taken_now(self.state, seat) {
            let effects = &content.organisation(card).effects;
            while let Some(effect) = effects.get(usize::from(self.state.effects_done)) {
                self.state.effects_done += 1;
                if self.run(seat, card, *effect) {
                    return; // the answer goes on from here
                }
            }
        }
        self.pay_gains(seat, Occasion::ResolveOrganisation);
        self.open_black_market();
    }

    /// Runs one effect of a card that was just taken; returns whether the seat was asked something.
    ///
    /// Rules: buurn §12.
    fn run(&mut self, seat: Seat, card: Organisation, effect: Effect) -> bool {
        let content = self.content();
        match effect {
            Effect::Gain { when: Occasion::Taken, amount } => {
                self.gain(seat, amount.into());
                self.report.tell(|| facts::gained(content, seat, card, amount.into()));
                false
            }
            Effect::TakeBank {} => {
                self.take_bank(seat);
                false
            }
            Effect::Collect { amount } => {
                self.collect(seat, amount.into());
                false
            }
            Effect::Draw { draw, .. } => self.market_draw(seat, draw),
            Effect::Swap {} => self.ask_if(seat, Question::Swap, self.can_swap(seat)),
            Effect::Give {} => {
                let has_card = !self.state.player(seat).face_up.is_empty();
                self.ask_if(seat, Question::Give, has_card)
            }
            // These work later: from the next turn on, or at the end.
            Effect::Gain {
                when: Occasion::TurnStart | Occasion::ResolveOrganisation | Occasion::OtherTakesBank,
                ..
            }
            | Effect::Discount { .. }
            | Effect::Surplus {}
            | Effect::Score { .. }
            | Effect::ScoreLeader { .. } => false,
        }
    }

    /// Asks a question that has more than one answer; returns whether it did.
    fn ask_if(&mut self, seat: Seat, question: Question, has_options: bool) -> bool {
        if has_options {
            self.ask(seat, question);
        }
        has_options
    }

    fn can_swap(&self, seat: Seat) -> bool {
        let has_card = |seat: Seat| !self.state.player(seat).face_up.is_empty();
        has_card(seat) && self.seats().any(|other| other != seat && has_card(other))
    }

    /// From each other seat, in seat order, what it has of the amount.
    ///
    /// Rules: buurn §12, `collect`.
    fn collect(&mut self, seat: Seat, amount: u32) {
        for other in self.seats().filter(|other| *other != seat) {
            let taken = self.take(other, amount);
            self.gain(seat, taken);
            if taken > 0 {
                self.report.tell(|| facts::collected(seat, other, taken));
            }
        }
    }

    /// All dollars on the Bank card; whoever profits from that gains.
    ///
    /// Rules: buurn §12, `take_bank`, `other_takes_bank`.
    pub(super) fn take_bank(&mut self, seat: Seat) {
        let taken = std::mem::take(&mut self.state.bank);
        if taken == 0 {
            return;
        }
        self.gain(seat, taken);
        self.report.tell(|| facts::bank_taken(seat, taken));
        for other in self.seats().filter(|other| *other != seat) {
            self.pay_gains(other, Occasion::OtherTakesBank);
        }
    }

    /// Exchanges a face-up card.
    ///
    /// Rules: buurn §12, `swap`.
    pub(super) fn swap(&mut self, seat: Seat, own: Family, other: Seat, theirs: Family) {
        let content = self.content();
        let cards = &mut self.state.player_mut(seat).face_up;
        cards.take(own);
        cards.add(theirs);
        let cards = &mut self.state.player_mut(other).face_up;
        cards.take(theirs);
        cards.add(own);
        self.report.tell(|| facts::swapped(content, (seat, own), (other, theirs)));
        self.run_effects(seat);
    }

    /// Gives a face-up card away.
    ///
    /// Rules: buurn §12, `give`.
    pub(super) fn give(&mut self, seat: Seat, own: Family, to: Seat) {
        let content = self.content();
        self.state.player_mut(seat).face_up.take(own);
        self.state.player_mut(to).face_up.add(own);
        self.report.tell(|| facts::given(content, seat, own, to));
        self.run_effects(seat);
    }

    /// Neither swaps nor gives.
    pub(super) fn skip(&mut self, seat: Seat) {
        self.report.tell(|| facts::skipped(seat));
        self.run_effects(seat);
    }
}
