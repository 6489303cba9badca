//! The course of the game: who has the turn, steps, rounds (`rules.md` §7.1, §7.8, §17-§21).

use super::frame::Kind;
use super::ids::{ROUNDS, Step};
use super::look::Look;
use super::news::News;
use super::options::Simultaneous;
use super::play::Play;
use crate::{Seat, Seats};

impl Step {
    /// Whether the seats act one after the other, each in a turn of its own.
    pub(super) const fn is_ordered(self) -> bool {
        matches!(
            self,
            Self::SetupStart
                | Self::RevenueFirst
                | Self::RevenueSecond
                | Self::RevenueCommunity
                | Self::Siesta
                | Self::Goat
                | Self::Donkey
        )
    }

    /// What comes after it in a round; `None`: the game is over.
    const fn next(self, round: u8) -> Option<Self> {
        Some(match self {
            Self::Farm => Self::RevenueFirst,
            Self::RevenueFirst => Self::RevenueSecond,
            Self::RevenueSecond => Self::RevenueCommunity,
            Self::RevenueCommunity => Self::DonkeyChoice,
            Self::DonkeyChoice => Self::Siesta,
            Self::Siesta => Self::SetTurnOrder,
            Self::SetTurnOrder => Self::Goat,
            Self::Goat => Self::Donkey,
            Self::Donkey => Self::ScoreMilestones,
            Self::ScoreMilestones => Self::ScoreStable,
            Self::ScoreStable => Self::ScoreSupport,
            Self::ScoreSupport => Self::PayWorkers,
            Self::PayWorkers if (round as usize) < ROUNDS => Self::Prepare,
            Self::PayWorkers => Self::LastDeliveries,
            Self::SetupStart | Self::Prepare => Self::Farm,
            Self::LastDeliveries => Self::FinalScoring,
            Self::FinalScoring => return None,
        })
    }
}

impl Look<'_> {
    /// The seats the table waits for.
    ///
    /// Rules: el_burro §7.1.
    fn actors(self) -> Seats {
        let (state, seats) = (self.state, self.rules.seats);
        if !state.step.is_simultaneous() {
            let busy = |seat: &Seat| !self.player(*seat).stack.is_empty();
            return Seat::all(seats).find(busy).map_or_else(Seats::default, Seats::only);
        }
        let mut open = state.turn_order.iter().copied().filter(|seat| !state.done.contains(*seat));
        let in_order = self.rules.options.simultaneous == Simultaneous::InOrder;
        if in_order && state.step != Step::DonkeyChoice {
            return open.next().map_or_else(Seats::default, Seats::only);
        }
        open.fold(Seats::default(), Seats::with)
    }

    /// The seat that has its `number`-th turn in the running step, from 0.
    fn in_turn(self, number: usize) -> Option<Seat> {
        let order = &self.state.turn_order;
        match self.state.step {
            Step::SetupStart => order.iter().rev().nth(number).copied(),
            Step::Farm
            | Step::RevenueFirst
            | Step::RevenueSecond
            | Step::RevenueCommunity
            | Step::DonkeyChoice
            | Step::Siesta
            | Step::SetTurnOrder
            | Step::Goat
            | Step::Donkey
            | Step::ScoreMilestones
            | Step::ScoreStable
            | Step::ScoreSupport
            | Step::PayWorkers
            | Step::Prepare
            | Step::LastDeliveries
            | Step::FinalScoring => order.get(number).copied(),
        }
    }
}

impl Play<'_, '_> {
    /// While there is no actor, what comes next begins.
    ///
    /// Rules: el_burro §7.3, step 4.
    pub(super) fn advance(&mut self) {
        while !self.state.over {
            self.state.actors = self.look().actors();
            if !self.state.actors.is_empty() {
                return;
            }
            self.anytime = false;
            self.go_on();
        }
        self.state.actors = Seats::default();
    }

    /// The next seat of the step, else the next step.
    fn go_on(&mut self) {
        let step = self.state.step;
        if !step.is_simultaneous()
            && let Some(seat) = self.look().in_turn(self.state.begun.into())
        {
            self.state.begun += 1;
            self.player(seat).turn_actions = 0;
            if step.is_ordered() {
                self.begin_turn(seat);
            } else {
                self.handle(seat);
            }
            self.settle(seat);
            return;
        }
        self.finish_step();
        if let Some(next) = step.next(self.state.round) {
            self.begin_step(next);
        } else {
            self.state.over = true;
            self.tell(|| News::Over);
        }
    }

    /// What a step leaves behind.
    fn finish_step(&mut self) {
        match self.state.step {
            Step::RevenueCommunity => self.put_dice_away(),
            Step::DonkeyChoice => self.show_donkeys(),
            Step::SetupStart
            | Step::Farm
            | Step::RevenueFirst
            | Step::RevenueSecond
            | Step::Siesta
            | Step::SetTurnOrder
            | Step::Goat
            | Step::Donkey
            | Step::ScoreMilestones
            | Step::ScoreStable
            | Step::ScoreSupport
            | Step::PayWorkers
            | Step::Prepare
            | Step::LastDeliveries
            | Step::FinalScoring => {}
        }
    }

    /// A step begins: what happens at once, and the frames of a simultaneous one.
    pub(super) fn begin_step(&mut self, step: Step) {
        self.state.step = step;
        self.state.begun = 0;
        self.state.done = Seats::default();
        if step == Step::Farm {
            self.state.round += 1;
        }
        let round = self.state.round;
        self.tell(|| News::StepBegan { step, round });
        match step {
            Step::Farm => self.begin_farm(),
            Step::RevenueFirst => self.roll_dice(),
            Step::RevenueCommunity => self.show_community_die(),
            Step::DonkeyChoice => self.begin_donkey_choice(),
            Step::SetTurnOrder => self.set_turn_order(),
            Step::ScoreStable => self.rank_stables(),
            Step::PayWorkers => self.begin_together(Kind::Wages),
            Step::LastDeliveries => self.begin_together(Kind::Last),
            Step::Prepare => self.prepare(),
            Step::FinalScoring => self.final_scoring(),
            Step::SetupStart
            | Step::RevenueSecond
            | Step::Siesta
            | Step::Goat
            | Step::Donkey
            | Step::ScoreMilestones
            | Step::ScoreSupport => {}
        }
    }

    /// Every seat gets the base frame of a simultaneous step.
    pub(super) fn begin_together(&mut self, base: Kind) {
        for seat in self.state.turn_order.clone() {
            self.player(seat).turn_actions = 0;
            self.push(seat, base);
        }
    }

    /// A seat's turn in an ordered step.
    fn begin_turn(&mut self, seat: Seat) {
        self.tell(|| News::TurnBegan { seat });
        let Some(base) = base_frame(self.state.step) else { return };
        self.push(seat, base);
        if base != Kind::Start {
            self.push_complete_targets(seat);
        }
    }

    /// A seat in an automatic step.
    fn handle(&mut self, seat: Seat) {
        match self.state.step {
            Step::SetTurnOrder => self.raise_turn_order(seat),
            Step::ScoreMilestones => self.score_milestones(seat),
            Step::ScoreStable => self.score_stable(seat),
            Step::ScoreSupport => self.score_support(seat),
            Step::SetupStart
            | Step::Farm
            | Step::RevenueFirst
            | Step::RevenueSecond
            | Step::RevenueCommunity
            | Step::DonkeyChoice
            | Step::Siesta
            | Step::Goat
            | Step::Donkey
            | Step::PayWorkers
            | Step::Prepare
            | Step::LastDeliveries
            | Step::FinalScoring => {}
        }
    }

    /// The seat's turn, or its part of a simultaneous step, is over.
    ///
    /// Rules: el_burro §7.8.
    pub(super) fn end_part(&mut self, seat: Seat) {
        self.pop(seat);
        if self.state.step.is_simultaneous() {
            self.state.done = self.state.done.with(seat);
        }
        self.tell(|| News::TurnEnded { seat });
    }
}

/// The base frame of a turn in an ordered step.
const fn base_frame(step: Step) -> Option<Kind> {
    use super::frame::CardStage;
    use super::ids::Slot;
    Some(match step {
        Step::SetupStart => Kind::Start,
        Step::RevenueFirst | Step::RevenueSecond => Kind::Die { taken: false },
        Step::RevenueCommunity => Kind::Community { used: false },
        Step::Siesta => Kind::Card { slot: Slot::Siesta, stage: CardStage::Bonus, made: 0 },
        Step::Goat => Kind::Goat { made: 0 },
        Step::Donkey => Kind::Card { slot: Slot::Donkey, stage: CardStage::Bonus, made: 0 },
        Step::Farm
        | Step::DonkeyChoice
        | Step::SetTurnOrder
        | Step::ScoreMilestones
        | Step::ScoreStable
        | Step::ScoreSupport
        | Step::PayWorkers
        | Step::Prepare
        | Step::LastDeliveries
        | Step::FinalScoring => return None,
    })
}
