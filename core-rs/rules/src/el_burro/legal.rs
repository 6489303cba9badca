//! The legal actions of a seat in canonical order (`rules.md` §3): what the top frame offers, `skip`, anytime
//! actions, `return_loose`, `end_turn`.

use super::action::Action;
use super::answers::entries;
use super::defaults;
use super::dispatch::TURN_ACTIONS_MOST;
use super::frame::{CardStage, FarmStage, Kind};
use super::ids::{Branch, Deck, Good, Step, Track};
use super::look::Look;
use super::sets::{DonkeyCards, Tracks};
use super::things::{Boat, DonkeyCard, Extension};
use crate::Seat;

impl Look<'_> {
    /// Appends the legal actions of a seat.
    pub(super) fn list(self, seat: Seat, out: &mut Vec<Action>) {
        if self.state.over || !self.state.actors.contains(seat) {
            return;
        }
        let start = out.len();
        self.list_uncapped(seat, out);
        if self.player(seat).turn_actions >= TURN_ACTIONS_MOST {
            let default = defaults::first_default(&out[start..]);
            out.truncate(start);
            out.extend(default);
        }
    }

    /// The legal actions without the safety cap of §26.
    pub(super) fn list_uncapped(self, seat: Seat, out: &mut Vec<Action>) {
        let Some(top) = self.top(seat) else { return };
        let start = out.len();
        self.list_own(seat, &top.kind, out);
        if self.check_skip(seat, &top.kind).is_ok() {
            out.push(Action::Skip);
        }
        if self.state.step == Step::LastDeliveries {
            self.list_special(seat, out);
        } else if self.state.has_anytime() {
            self.list_anytime(seat, out);
        }
        let loose = self.player(seat).has_loose();
        if loose && !top.anytime {
            out.push(Action::ReturnLoose);
        }
        if Self::check_end(&top.kind).is_ok() {
            out.push(Action::EndTurn);
        }
        if loose {
            let mut place = 0;
            out.retain(|action| {
                place += 1;
                place <= start || self.loose_allows(seat, top.anytime, action)
            });
        }
    }

    /// The options of the top frame.
    ///
    /// Rules: el_burro §8, in its order.
    fn list_own(self, seat: Seat, kind: &Kind, out: &mut Vec<Action>) {
        if let Some(kind) = self.delivery_kind(seat, kind) {
            self.list_deliveries(seat, kind, out);
        }
        match *kind {
            Kind::AnyOrder { .. } | Kind::DieOrder { .. } => {
                out.extend((0..entries(kind)).map(|index| Action::RunEffect { index }));
            }
            Kind::TakeGood { class, taken, different, .. } => {
                let fits = |good: &Good| self.check_take(seat, (class, taken, different), *good);
                let goods = class.goods().iter().filter(|good| fits(good).is_ok());
                out.extend(goods.map(|good| Action::TakeGood { good }));
            }
            Kind::Upgrade { .. } => {
                let held = Good::ALL.into_iter();
                let held = held.filter(|good| self.check_upgrade(seat, *good).is_ok());
                out.extend(held.map(|good| Action::UpgradeGood { good }));
            }
            Kind::Pay { effect } => self.list_payments(seat, effect, out),
            Kind::Move { .. } | Kind::Moving { .. } | Kind::Dock { .. } => {
                self.list_travel(seat, kind, out);
            }
            Kind::PlayCard { .. }
            | Kind::Swap { .. }
            | Kind::Refill { .. }
            | Kind::Redraw { .. }
            | Kind::DiscardOne => self.list_cards(seat, kind, out),
            Kind::TrackStep
            | Kind::Reward { .. }
            | Kind::PlaceExtension { .. }
            | Kind::TurnExtension { .. } => self.list_rewards(seat, kind, out),
            Kind::Recall { .. } => {
                let spaces = self.player(seat).assigned.iter();
                out.extend(spaces.map(|space| Action::RecallWorker { space }));
            }
            Kind::Choose { effect, picked, .. } => {
                let open = |index| self.check_option(seat, (effect, picked), index).is_ok();
                let all = (0..).zip(self.choices(effect)).map(|(index, _)| index);
                let open = all.filter(|index| open(*index));
                out.extend(open.map(|index| Action::ChooseOption { index }));
            }
            Kind::ScoreTargets => {
                let targets = self.complete_targets(seat);
                out.extend(targets.map(|target| Action::ScoreTarget { target }));
            }
            Kind::Start
            | Kind::Farm { .. }
            | Kind::Die { .. }
            | Kind::Community { .. }
            | Kind::Choice
            | Kind::Card { .. }
            | Kind::Wages => self.list_base(seat, kind, out),
            Kind::Seq { .. }
            | Kind::Repeat { .. }
            | Kind::Triggered { .. }
            | Kind::Deliver { .. }
            | Kind::Score { .. }
            | Kind::TakeTile { .. }
            | Kind::FinishBarrow { .. }
            | Kind::Raise { .. }
            | Kind::Goat { .. }
            | Kind::Last => {}
        }
    }

    /// The options of a base frame, but for deliveries.
    fn list_base(self, seat: Seat, kind: &Kind, out: &mut Vec<Action>) {
        if let Kind::Farm { stage, .. } = *kind {
            match stage {
                FarmStage::Expand => self.list_cards(seat, kind, out),
                FarmStage::Income => out.push(Action::GainIncome),
                FarmStage::Harvest => out.push(Action::Harvest),
                FarmStage::Offspring => out.push(Action::GainOffspring),
                FarmStage::End => {}
            }
        } else if let Kind::Die { taken: false } = kind {
            let faces = (1..=6).filter(|face| self.check_die(*face).is_ok());
            out.extend(faces.map(|face| Action::TakeDie { face }));
        } else if let Kind::Community { used: false } = kind {
            out.push(Action::UseCommunityDie);
        } else if let Kind::Card { stage: CardStage::Bonus, .. } = kind {
            out.push(Action::ActivateBonus);
        } else if let Kind::Card { stage: CardStage::Boost, .. } = kind {
            let boosts = (0..3).filter(|plus| self.check_boost(seat, *plus).is_ok());
            out.extend(boosts.map(|plus| Action::Boost { plus }));
        } else if *kind == Kind::Start {
            let spaces = self.content.road.starting_spaces();
            let free = spaces.filter(|space| self.check_start(*space).is_ok());
            out.extend(free.map(|space| Action::ChooseStart { space }));
        } else if *kind == Kind::Choice {
            list_allocations(self.player(seat).donkey_hand, out);
        } else if *kind == Kind::Wages {
            self.list_wages(seat, out);
        }
    }

    /// The options of frames about farm cards.
    fn list_cards(self, seat: Seat, kind: &Kind, out: &mut Vec<Action>) {
        let hand = self.player(seat).hand;
        if let Some((special_free, sides)) = self.play_terms(kind) {
            self.list_plays(seat, special_free, sides, out);
        } else if let Kind::Swap { .. } = kind {
            out.extend(hand.iter().map(|card| Action::SwapCard { card }));
        } else if *kind == Kind::DiscardOne {
            out.extend(hand.iter().map(|card| Action::DiscardCard { card }));
        } else {
            let decks = Deck::ALL.into_iter().filter(|deck| self.check_draw(*deck).is_ok());
            out.extend(decks.map(|deck| Action::DrawCard { deck }));
        }
    }

    /// The options of frames about the road.
    fn list_travel(self, seat: Seat, kind: &Kind, out: &mut Vec<Action>) {
        if let Kind::Dock { dock, .. } = *kind {
            let boats = Boat::all().filter(|boat| self.check_claim(dock, *boat).is_ok());
            out.extend(boats.map(|boat| Action::ClaimDock { boat }));
            out.push(Action::PassDock);
        } else if let Kind::Moving { donkey, .. } = *kind {
            let open = |branch: &Branch| self.check_branch(seat, donkey, *branch).is_ok();
            let open = Branch::ALL.into_iter().filter(open);
            out.extend(open.map(|branch| Action::TakeBranch { branch }));
            if self.faces_barrier(seat, donkey) {
                out.push(Action::StopMove);
            }
        } else {
            let free = (0..2).filter(|donkey| self.check_move(seat, *donkey).is_ok());
            out.extend(free.map(|donkey| Action::MoveDonkey { donkey }));
        }
    }

    /// The options of frames about reward tracks.
    fn list_rewards(self, seat: Seat, kind: &Kind, out: &mut Vec<Action>) {
        if let Kind::PlaceExtension { shape } = *kind {
            let fits = |tile: &Extension| self.check_place(seat, shape, *tile).is_ok();
            let tiles = Extension::all().filter(fits);
            out.extend(tiles.map(|tile| Action::PlaceExtension { tile }));
        } else if let Kind::TurnExtension { shape } = *kind {
            let fits = |tile: &Extension| self.check_turn(seat, shape, *tile).is_ok();
            let tiles = Extension::all().filter(fits);
            out.extend(tiles.map(|tile| Action::TurnExtension { tile }));
        } else {
            let (tracks, prestige) = if let Kind::Reward { tracks, prestige } = *kind {
                (tracks, prestige)
            } else {
                (Tracks::ALL, 0)
            };
            let open = |track: &Track| self.check_reward(seat, tracks, *track).is_ok();
            let open = Track::ALL.into_iter().filter(open);
            out.extend(open.map(|track| Action::TakeReward { track }));
            if prestige > 0 {
                out.push(Action::TakeRewardPrestige);
            }
        }
    }
}

/// Every way to allocate a hand of three or four donkey cards.
///
/// Rules: el_burro §19.1.
fn list_allocations(hand: DonkeyCards, out: &mut Vec<Action>) {
    let without = |cards: DonkeyCards, card: DonkeyCard| cards.without(DonkeyCards::only(card));
    for siesta in hand.iter() {
        let rest = without(hand, siesta);
        for donkey in rest.iter() {
            let rest = without(rest, donkey);
            for stable in rest.iter() {
                let discard = without(rest, stable).iter().next();
                out.push(Action::AllocateDonkeys { siesta, donkey, stable, discard });
            }
        }
    }
}
