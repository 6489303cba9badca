//! Which chapter judges an action and carries it out (`rules.md` §7.3, §23).

use super::ElBurro;
use super::action::{Action, Verb};
use super::answers::entries;
use super::defaults;
use super::effect::DeliveryKind;
use super::frame::{CardStage, FarmStage, Frame, Kind};
use super::ids::{Extended, Good, Slot, Step};
use super::look::{Checked, Look};
use super::news::News;
use super::play::Play;
use super::rejection::Rejection;
use super::sets::{Sides, Tracks};
use super::state::State;
use crate::{Actor, Rules, Seat};

/// Once a seat has done so many actions in a turn, only its default is legal (§26).
pub(super) const TURN_ACTIONS_MOST: u16 = 400;

impl<'a> Look<'a> {
    /// The deliveries that a frame asks for; `None`: it asks for none now.
    pub(super) fn delivery_kind(self, seat: Seat, kind: &Kind) -> Option<DeliveryKind> {
        if let Kind::Deliver { kind, .. } = *kind {
            Some(kind)
        } else if let Kind::Goat { made } = *kind {
            (self.goat_left(seat, made) > 0).then_some(DeliveryKind::Goat)
        } else if let Kind::Card { slot: Slot::Donkey, stage: CardStage::Deliver, made } = *kind {
            (self.donkey_left(seat, made) > 0).then_some(DeliveryKind::Donkey)
        } else {
            None
        }
    }

    /// The terms of a frame that asks for a farm card: whether a special one is free, and the sides that are used.
    pub(super) fn play_terms(self, kind: &Kind) -> Option<(bool, Option<Sides>)> {
        if let Kind::PlayCard { special_free } = *kind {
            Some((special_free, None))
        } else if let Kind::Farm { stage: FarmStage::Expand, sides } = *kind {
            Some((false, self.first_sides(sides)))
        } else {
            None
        }
    }

    /// Whether the top frame, or the step, knows such an action now.
    ///
    /// Rules: el_burro §23, `no_such_choice`.
    fn knows(self, seat: Seat, top: &'a Frame, verb: Verb) -> bool {
        if verb.is_anytime() {
            let last = matches!(self.state.step, Step::LastDeliveries);
            return self.state.has_anytime() && (!last || verb == Verb::SpecialDelivery);
        }
        let kind = &top.kind;
        match verb {
            Verb::Skip | Verb::EndTurn => true,
            Verb::ReturnLoose => self.player(seat).has_loose() && !top.anytime,
            Verb::ChooseStart => matches!(kind, Kind::Start),
            Verb::RunEffect => matches!(kind, Kind::AnyOrder { .. } | Kind::DieOrder { .. }),
            Verb::ChooseOption => matches!(kind, Kind::Choose { .. }),
            Verb::TakeGood => matches!(kind, Kind::TakeGood { .. }),
            Verb::Pay => matches!(kind, Kind::Pay { .. }),
            Verb::UpgradeGood => matches!(kind, Kind::Upgrade { .. }),
            Verb::MoveDonkey => matches!(kind, Kind::Move { .. }),
            Verb::TakeBranch => matches!(kind, Kind::Moving { .. }),
            Verb::StopMove => {
                matches!(kind, Kind::Moving { donkey, .. } if self.faces_barrier(seat, *donkey))
            }
            Verb::ClaimDock | Verb::PassDock => matches!(kind, Kind::Dock { .. }),
            Verb::PlayCard => self.play_terms(kind).is_some(),
            Verb::DrawCard => matches!(kind, Kind::Refill { .. } | Kind::Redraw { .. }),
            Verb::DiscardCard => matches!(kind, Kind::DiscardOne),
            Verb::SwapCard => matches!(kind, Kind::Swap { .. }),
            Verb::Deliver => {
                self.delivery_kind(seat, kind).is_some_and(|kind| kind != DeliveryKind::Community)
            }
            Verb::DeliverCommunity => {
                self.delivery_kind(seat, kind).is_some_and(|kind| kind != DeliveryKind::Donkey)
            }
            Verb::TakeReward => {
                matches!(kind, Kind::TrackStep)
                    || matches!(kind, Kind::Reward { tracks, .. } if !tracks.is_empty())
            }
            Verb::TakeRewardPrestige => {
                matches!(kind, Kind::Reward { prestige, .. } if *prestige > 0)
            }
            Verb::PlaceExtension => matches!(kind, Kind::PlaceExtension { .. }),
            Verb::TurnExtension => matches!(kind, Kind::TurnExtension { .. }),
            Verb::RecallWorker => matches!(kind, Kind::Recall { .. }),
            Verb::ScoreTarget => matches!(kind, Kind::ScoreTargets),
            Verb::GainIncome => matches!(kind, Kind::Farm { stage: FarmStage::Income, .. }),
            Verb::Harvest => matches!(kind, Kind::Farm { stage: FarmStage::Harvest, .. }),
            Verb::GainOffspring => matches!(kind, Kind::Farm { stage: FarmStage::Offspring, .. }),
            Verb::TakeDie => matches!(kind, Kind::Die { taken: false }),
            Verb::UseCommunityDie => matches!(kind, Kind::Community { used: false }),
            Verb::AllocateDonkeys => matches!(kind, Kind::Choice),
            Verb::ActivateBonus => matches!(kind, Kind::Card { stage: CardStage::Bonus, .. }),
            Verb::Boost => matches!(kind, Kind::Card { stage: CardStage::Boost, .. }),
            Verb::PayWorkers => matches!(kind, Kind::Wages),
            Verb::BuyGood
            | Verb::SellGood
            | Verb::UpgradeForSilver
            | Verb::AssignWorker
            | Verb::SpecialDelivery
            | Verb::UseTrough
            | Verb::FulfilAchievement
            | Verb::UseAction => false,
        }
    }

    /// Whether an action may be taken while goods are loose.
    ///
    /// Rules: el_burro §9.4.
    pub(super) fn loose_allows(self, seat: Seat, anytime_frame: bool, action: &Action) -> bool {
        let loose = &self.player(seat).loose;
        let is_loose = |good: Good| loose[good.index()] > 0;
        if *action == Action::ReturnLoose {
            return true;
        }
        let anytime = action.verb().is_some_and(Verb::is_anytime);
        if anytime_frame && !anytime {
            return true;
        }
        if let Action::SellGood { good }
        | Action::UpgradeForSilver { good }
        | Action::UpgradeGood { good }
        | Action::DeliverCommunity { good } = action
        {
            return is_loose(*good);
        }
        let (Action::SpecialDelivery { goods: given, .. }
        | Action::Deliver { goods: given, .. }
        | Action::Pay { with: given }) = action
        else {
            return false;
        };
        given.goods().iter().any(is_loose)
    }

    /// Whether the top frame may be dropped.
    ///
    /// Rules: el_burro §7.4.
    pub(super) fn check_skip(self, seat: Seat, kind: &Kind) -> Checked {
        if let Kind::Farm { stage: FarmStage::Expand, sides } = *kind {
            return self.check_skip_expand(seat, sides);
        }
        let own_way = matches!(
            kind,
            Kind::ScoreTargets
                | Kind::Refill { .. }
                | Kind::Redraw { .. }
                | Kind::DiscardOne
                | Kind::Moving { .. }
                | Kind::Dock { .. }
        );
        if own_way || kind.is_base() { Err(Rejection::MustAnswer) } else { Ok(()) }
    }

    /// Whether the turn may end now.
    ///
    /// Rules: el_burro §7.8.
    pub(super) const fn check_end(kind: &Kind) -> Checked {
        let ends = matches!(
            kind,
            Kind::Farm { stage: FarmStage::End, .. }
                | Kind::Die { taken: true }
                | Kind::Community { .. }
                | Kind::Card { stage: CardStage::End | CardStage::Deliver, .. }
                | Kind::Goat { .. }
                | Kind::Last
        );
        if ends { Ok(()) } else { Err(Rejection::MustAnswer) }
    }

    /// The action's own checks, after the generic ones.
    fn check_own(self, seat: Seat, kind: &Kind, action: &Action) -> Checked {
        let kind_of = || self.delivery_kind(seat, kind).unwrap_or(DeliveryKind::OfStep);
        match *action {
            Action::ChooseStart { space } => self.check_start(space),
            Action::RunEffect { index } if index < entries(kind) => Ok(()),
            Action::RunEffect { .. } => Err(Rejection::BadIndex),
            Action::PlayCard { card, side, replace } => {
                let terms = self.play_terms(kind).unwrap_or_default();
                self.check_play(seat, (card, side, replace), terms)
            }
            Action::DrawCard { deck } => self.check_draw(deck),
            Action::DiscardCard { card } | Action::SwapCard { card } => self.check_hand(seat, card),
            Action::Deliver { owner, target, marking, goods } => {
                self.check_delivery(seat, kind_of(), &(owner, target, marking, goods))
            }
            Action::DeliverCommunity { good } => self.check_community(seat, kind_of(), good),
            Action::RecallWorker { space } => self.check_recall(seat, space),
            Action::ScoreTarget { target } => self.check_score(seat, target),
            Action::UpgradeGood { good } => self.check_upgrade(seat, good),
            Action::MoveDonkey { donkey } => self.check_move(seat, donkey),
            Action::Skip => self.check_skip(seat, kind),
            Action::EndTurn => Self::check_end(kind),
            Action::TakeDie { face } => self.check_die(face),
            Action::AllocateDonkeys { siesta, donkey, stable, discard } => {
                self.check_allocation(seat, (siesta, donkey, stable, discard))
            }
            Action::Boost { plus } => self.check_boost(seat, plus),
            Action::PayWorkers { spaces } => self.check_wages(seat, spaces),
            Action::BuyGood { good, with } => self.check_buy(seat, good, with),
            Action::SellGood { good } => self.check_sell(seat, good),
            Action::UpgradeForSilver { good } => self.check_upgrade_for_silver(seat, good),
            Action::AssignWorker { space } => self.check_assign(seat, space),
            Action::SpecialDelivery { target, marking, goods } => {
                self.check_special(seat, &(seat, target, marking, goods))
            }
            Action::UseTrough { action } => self.check_trough(seat, action),
            Action::FulfilAchievement { achievement } => self.check_claim_of(seat, achievement),
            Action::UseAction { source, with } => self.check_use(seat, source, &with),
            Action::ChooseOption { .. }
            | Action::TakeGood { .. }
            | Action::Pay { .. }
            | Action::TakeBranch { .. }
            | Action::ClaimDock { .. }
            | Action::TakeReward { .. }
            | Action::PlaceExtension { .. }
            | Action::TurnExtension { .. } => self.check_answer(seat, kind, action),
            Action::StopMove
            | Action::PassDock
            | Action::TakeRewardPrestige
            | Action::ReturnLoose
            | Action::GainIncome
            | Action::Harvest
            | Action::GainOffspring
            | Action::UseCommunityDie
            | Action::ActivateBonus => Ok(()),
            Action::BadParameter { .. } => Err(Rejection::BadParameter),
        }
    }

    /// Answers that are judged by what the frame holds.
    fn check_answer(self, seat: Seat, kind: &Kind, action: &Action) -> Checked {
        match (*kind, *action) {
            (Kind::Choose { effect, picked, .. }, Action::ChooseOption { index }) => {
                self.check_option(seat, (effect, picked), index)
            }
            (Kind::TakeGood { class, taken, different, .. }, Action::TakeGood { good }) => {
                self.check_take(seat, (class, taken, different), good)
            }
            (Kind::Pay { effect }, Action::Pay { with }) => self.check_pay(seat, effect, &with),
            (Kind::Moving { donkey, .. }, Action::TakeBranch { branch }) => {
                self.check_branch(seat, donkey, branch)
            }
            (Kind::Dock { dock, .. }, Action::ClaimDock { boat }) => self.check_claim(dock, boat),
            (Kind::Reward { tracks, .. }, Action::TakeReward { track }) => {
                self.check_reward(seat, tracks, track)
            }
            (Kind::TrackStep, Action::TakeReward { track }) => {
                self.check_reward(seat, Tracks::ALL, track)
            }
            (Kind::PlaceExtension { shape }, Action::PlaceExtension { tile }) => {
                self.check_place(seat, shape, tile)
            }
            (Kind::TurnExtension { shape }, Action::TurnExtension { tile }) => {
                self.check_turn(seat, shape, tile)
            }
            _ => Err(Rejection::NoSuchChoice),
        }
    }
}

/// Whether `actor` may do `action` now.
///
/// Rules: el_burro §23, in its order.
pub(super) fn check(
    rules: &Rules<ElBurro>,
    state: &State,
    actor: Actor,
    action: &Action,
) -> Checked {
    if state.over {
        return Err(Rejection::GameOver);
    }
    let Actor::Seat(seat) = actor else { return Err(Rejection::NotYourTurn) };
    if !state.actors.contains(seat) {
        return Err(Rejection::NotYourTurn);
    }
    let look = Look::new(rules, state);
    let Some(verb) = action.verb().filter(|_| action.is_well_formed(rules.seats)) else {
        return Err(Rejection::BadParameter);
    };
    let top = look.top(seat).ok_or(Rejection::NoSuchChoice)?;
    let player = look.player(seat);
    let capped = player.turn_actions >= TURN_ACTIONS_MOST
        && defaults::default_action(look, seat).as_ref() != Some(action);
    if capped || !look.knows(seat, top, verb) {
        return Err(Rejection::NoSuchChoice);
    }
    if player.has_loose() && !look.loose_allows(seat, top.anytime, action) {
        return Err(Rejection::LooseFirst);
    }
    look.check_own(seat, &top.kind, action)
}

/// Carries out an action of `seat` that [`check`] passed.
///
/// Rules: el_burro §7.3.
pub(super) fn apply(play: &mut Play<'_, '_>, seat: Seat, action: &Action) {
    let Some(&top) = play.state.top(seat) else { return };
    let player = play.player(seat);
    player.turn_actions = player.turn_actions.saturating_add(1);
    play.anytime = top.anytime || action.verb().is_some_and(Verb::is_anytime);
    carry_out(play, seat, &top, action);
    play.settle(seat);
    if play.state.step.is_simultaneous() {
        for other in Seat::all(play.rules.seats).filter(|other| *other != seat) {
            play.settle(other);
        }
    }
    play.advance();
}

fn carry_out(play: &mut Play<'_, '_>, seat: Seat, top: &Frame, action: &Action) {
    match *action {
        Action::ChooseStart { space } => play.choose_start(seat, space),
        Action::RunEffect { index } => play.run_effect(seat, index),
        Action::ChooseOption { index } => play.choose_option(seat, index),
        Action::TakeGood { good } => play.take_one(seat, good),
        Action::Pay { with } => play.pay(seat, &with),
        Action::UpgradeGood { good } => play.upgrade_good(seat, good),
        Action::MoveDonkey { donkey } => play.move_donkey(seat, donkey),
        Action::TakeBranch { branch } => play.take_branch(seat, branch),
        Action::StopMove => play.stop_move(seat),
        Action::ClaimDock { boat } => play.claim_dock(seat, boat),
        Action::PassDock => play.pass_dock(seat),
        Action::PlayCard { card, side, replace } => {
            play.answer_play(seat, &top.kind, (card, side, replace));
        }
        Action::DrawCard { deck } => play.draw_card(seat, deck),
        Action::DiscardCard { card } => play.discard_card(seat, card),
        Action::SwapCard { card } => play.swap_card(seat, card),
        Action::Deliver { owner, target, marking, goods } => {
            play.count_delivery(seat, &top.kind);
            play.deliver(seat, &(owner, target, marking, goods));
        }
        Action::DeliverCommunity { good } => {
            play.count_delivery(seat, &top.kind);
            play.deliver_community(seat, good);
        }
        Action::TakeReward { track } => {
            play.pop(seat);
            play.step_track(seat, track);
        }
        Action::TakeRewardPrestige => play.take_reward_prestige(seat, &top.kind),
        Action::PlaceExtension { tile } => play.lay_extension(seat, tile, Extended::Plain),
        Action::TurnExtension { tile } => play.lay_extension(seat, tile, Extended::Upgraded),
        Action::RecallWorker { space } => play.recall_worker(seat, space),
        Action::ScoreTarget { target } => play.score_target(seat, target),
        Action::Skip => play.skip(seat, &top.kind),
        Action::ReturnLoose => play.return_loose(seat),
        Action::GainIncome => play.gain_income(seat),
        Action::Harvest => play.harvest(seat),
        Action::GainOffspring => play.gain_offspring(seat),
        Action::TakeDie { face } => play.take_die(seat, face),
        Action::UseCommunityDie => play.use_community_die(seat),
        Action::AllocateDonkeys { siesta, donkey, stable, discard } => {
            play.allocate_donkeys(seat, (siesta, donkey, stable, discard));
        }
        Action::ActivateBonus => play.activate_bonus(seat, &top.kind),
        Action::Boost { plus } => play.boost(seat, &top.kind, plus),
        Action::PayWorkers { spaces } => play.pay_workers(seat, spaces),
        Action::EndTurn => play.end_turn(seat),
        Action::BuyGood { good, with } => play.buy_good(seat, good, with),
        Action::SellGood { good } => play.sell_good(seat, good),
        Action::UpgradeForSilver { good } => play.upgrade_for_silver(seat, good),
        Action::AssignWorker { space } => play.assign_worker(seat, space),
        Action::SpecialDelivery { target, marking, goods } => {
            play.deliver_special(seat, &(seat, target, marking, goods));
        }
        Action::UseTrough { action } => play.use_trough(seat, action),
        Action::FulfilAchievement { achievement } => play.claim_achievement(seat, achievement),
        Action::UseAction { source, with } => play.use_action(seat, source, &with),
        Action::BadParameter { .. } => {} // never passes the check
    }
}

impl Play<'_, '_> {
    /// The top frame is dropped, and what it still offered is forfeited.
    ///
    /// Rules: el_burro §7.4.
    fn skip(&mut self, seat: Seat, kind: &Kind) {
        self.tell(|| News::Skipped { seat });
        if let Kind::Farm { sides, .. } = *kind {
            self.skip_expand(seat, sides);
        } else if let Kind::Swap { discarded, .. } = *kind {
            self.end_swap(seat, discarded);
        } else {
            self.pop(seat);
        }
    }
}
