//! Running the stack (`rules.md` §7.3, §8): auto frames, and what each effect does when it is reached.

use super::effect::{DeliveryKind, Effect, EffectId, List, What};
use super::frame::{Frame, Kind};
use super::ids::{GoodSet, Step, Track};
use super::look::Look;
use super::news::Cause;
use super::play::Play;
use crate::Seat;

impl<'a> Look<'a> {
    /// Whether a frame has nothing left, or is bound to a thing that is gone (§7.6).
    fn is_void(self, seat: Seat, kind: &Kind) -> bool {
        match *kind {
            Kind::AnyOrder { left, .. } => left == 0,
            Kind::DieOrder { action, bonus, cards, tiles, round_tile, .. } => {
                let sources = cards.iter().flatten().count() > 0 || !tiles.is_empty() || round_tile;
                !action && !bonus && !sources
            }
            Kind::Dock { donkey, dock } => {
                let donkey = self.player(seat).donkeys[usize::from(donkey)];
                donkey.on_boat || donkey.space != Some(self.content.road.dock(dock))
            }
            Kind::DiscardOne => self.player(seat).hand.is_empty(),
            Kind::Redraw { left } => left == 0 || !self.can_draw(),
            Kind::TakeGood { left, .. }
            | Kind::Upgrade { left }
            | Kind::Deliver { left, .. }
            | Kind::Recall { left } => left == 0,
            Kind::Choose { effect, left, picked } => {
                left == 0 || self.choices(effect).len() == picked.count_ones() as usize
            }
            Kind::ScoreTargets => self.complete_targets(seat).next().is_none(),
            Kind::Pay { .. }
            | Kind::Move { .. }
            | Kind::PlayCard { .. }
            | Kind::TrackStep
            | Kind::PlaceExtension { .. }
            | Kind::TurnExtension { .. }
            | Kind::Reward { .. }
            | Kind::Start
            | Kind::Farm { .. }
            | Kind::Die { .. }
            | Kind::Community { .. }
            | Kind::Choice
            | Kind::Goat { .. }
            | Kind::Wages
            | Kind::Last
            | Kind::Card { .. }
            | Kind::Seq { .. }
            | Kind::Repeat { .. }
            | Kind::Triggered { .. }
            | Kind::Moving { .. }
            | Kind::Refill { .. }
            | Kind::Swap { .. }
            | Kind::Score { .. }
            | Kind::TakeTile { .. }
            | Kind::FinishBarrow { .. }
            | Kind::Raise { .. } => false,
        }
    }

    /// The lists of a choice.
    pub(super) fn choices(self, effect: EffectId) -> &'a [List] {
        let Effect::Choose { of, .. } = self.content.effects.get(effect) else { return &[] };
        self.content.effects.lists(*of)
    }
}

impl Play<'_, '_> {
    /// While the top frame is auto, it runs; before each, a loose good finds room.
    ///
    /// Rules: el_burro §7.3.
    pub(super) fn settle(&mut self, seat: Seat) {
        loop {
            self.store_loose(seat);
            let Some(&frame) = self.state.top(seat) else { return };
            self.anytime = frame.anytime;
            if !self.run(seat, frame) {
                return;
            }
        }
    }

    /// Runs the top frame; `false`: it waits for the seat.
    fn run(&mut self, seat: Seat, frame: Frame) -> bool {
        match frame.kind {
            Kind::Seq { rest } => self.run_seq(seat, rest, frame.track),
            Kind::Repeat { left, run } => self.run_repeat(seat, left, run, frame.track),
            Kind::Triggered { .. } => self.pop(seat),
            Kind::Moving { donkey, left, entered } => {
                return self.run_moving(seat, donkey, left, entered);
            }
            Kind::Refill { drawn, extra } => return self.run_refill(seat, drawn, extra),
            Kind::Swap { left: 0, discarded } => self.end_swap(seat, discarded),
            Kind::Reward { tracks, prestige } => return self.run_reward(seat, tracks, prestige),
            Kind::Score { target } => {
                self.pop(seat);
                self.score_target(seat, target);
            }
            Kind::TakeTile { market } => {
                self.pop(seat);
                self.take_tile(seat, market);
            }
            Kind::FinishBarrow { slot } => {
                self.pop(seat);
                self.finish_barrow(seat, slot);
            }
            Kind::Raise { event, deaf } => {
                self.pop(seat);
                self.raise(seat, event, deaf);
            }
            Kind::Card { slot, stage, made } => {
                return self.run_card_turn(seat, slot, stage, made);
            }
            Kind::AnyOrder { .. }
            | Kind::DieOrder { .. }
            | Kind::TakeGood { .. }
            | Kind::Pay { .. }
            | Kind::Move { .. }
            | Kind::Dock { .. }
            | Kind::Upgrade { .. }
            | Kind::PlayCard { .. }
            | Kind::Deliver { .. }
            | Kind::TrackStep
            | Kind::PlaceExtension { .. }
            | Kind::TurnExtension { .. }
            | Kind::Recall { .. }
            | Kind::Swap { .. }
            | Kind::Choose { .. }
            | Kind::Redraw { .. }
            | Kind::DiscardOne
            | Kind::ScoreTargets
            | Kind::Start
            | Kind::Farm { .. }
            | Kind::Die { .. }
            | Kind::Community { .. }
            | Kind::Choice
            | Kind::Goat { .. }
            | Kind::Wages
            | Kind::Last => {
                let void = self.look().is_void(seat, &frame.kind);
                if void {
                    self.pop(seat);
                }
                return void;
            }
        }
        true
    }

    fn run_seq(&mut self, seat: Seat, rest: List, track: Option<Track>) {
        let Some(first) = rest.at(0) else { return self.pop(seat) };
        if rest.len == 1 {
            self.pop(seat);
        } else {
            let rest = List { start: rest.start + 1, len: rest.len - 1, ..rest };
            self.set_top(seat, Kind::Seq { rest });
        }
        self.reach(seat, first, track);
    }

    fn run_repeat(&mut self, seat: Seat, left: u8, run: List, track: Option<Track>) {
        if left > 1 {
            self.set_top(seat, Kind::Repeat { left: left - 1, run });
        } else {
            self.pop(seat);
        }
        if left > 0 {
            self.push_list(seat, run, track);
        }
    }

    /// An effect is reached: what needs no choice happens, anything else becomes a frame.
    ///
    /// Rules: el_burro §8; what cannot be done is lost (§7.6).
    pub(super) fn reach(&mut self, seat: Seat, id: EffectId, track: Option<Track>) {
        let kind = match *self.content().effects.get(id) {
            Effect::Gain { what, n, different, sells_excess } => match what {
                What::Silver => return self.gain_silver(seat, n.into()),
                What::Worker => return self.gain_workers(seat, n),
                What::Prestige => return self.gain_prestige(seat, n.into(), Cause::Effect),
                What::Good(good) => {
                    return (0..n).for_each(|_| self.gain_good(seat, good, sells_excess));
                }
                What::Class(class) => {
                    Kind::TakeGood { class, left: n, taken: GoodSet::NONE, different }
                }
            },
            Effect::Siesta { n } => return self.move_siesta(seat, n),
            Effect::Trough { n } => {
                if self.look().trough_can_move(seat, n) {
                    self.move_trough(seat, n.into());
                }
                return;
            }
            Effect::Milestone { n } => return self.move_milestone(seat, n),
            Effect::Score(score) => {
                let prestige = self.look().score(seat, &score);
                return self.gain_prestige(seat, prestige, Cause::Effect);
            }
            Effect::RewardStep { track: Some(track) } => return self.step_track(seat, track),
            Effect::ClaimOption => return self.claim_option(seat, track),
            Effect::Pay { .. } => Kind::Pay { effect: id },
            Effect::MoveDonkey { n } => Kind::Move { steps: n },
            Effect::Upgrade { n } => Kind::Upgrade { left: n },
            Effect::PlayCard { special_free } => Kind::PlayCard { special_free },
            Effect::Deliver { kind, n } => {
                Kind::Deliver { kind: kind.in_step(self.state.step), left: n }
            }
            Effect::RewardStep { track: None } => Kind::TrackStep,
            Effect::PlaceExtension { shape } => Kind::PlaceExtension { shape },
            Effect::TurnExtension { shape } => Kind::TurnExtension { shape },
            Effect::RecallWorker { n } => Kind::Recall { left: n },
            Effect::DrawSwap { n } => Kind::Swap { left: n, discarded: 0 },
            Effect::Choose { pick, .. } => Kind::Choose { effect: id, left: pick, picked: 0 },
            Effect::Repeat { times, run } => {
                Kind::Repeat { left: self.look().copies(seat, times), run }
            }
        };
        self.push_for(seat, kind, track);
    }
}

impl DeliveryKind {
    /// What an entry of the farm space for deliveries is in a step (§12.2).
    pub(super) const fn in_step(self, step: Step) -> Self {
        match self {
            Self::OfStep if matches!(step, Step::Goat) => Self::Goat,
            Self::OfStep => Self::Donkey,
            Self::Donkey | Self::Goat | Self::Community | Self::Either => self,
        }
    }
}
