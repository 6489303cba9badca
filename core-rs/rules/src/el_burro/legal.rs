//! The legal actions of a seat in canonical order (`rules.md` §3): what the top frame offers, `skip`, anytime
//! actions, `return_loose`, `end_turn`.

use super::action::Action;
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
                out.extend((0..self.entries(kind)).map(|index| Action::RunEffect { index }));
            }
            Kind::TakeGood { class, taken, different, .. } => {
                let fits = |good: &Good| self.check_take(seat, (class, taken, different), *good);
                let goods = class.goods().iter().filter(|good| fits(good).is_ok());
                out.extend(goods.map(|good| Action::TakeGood { good }));
            }
            Kind::Pay { effect } => self.list_payments(seat, effect, out),
            Kind::Move { .. } => {
                let free = (0..2).filter(|donkey| self.check_move(seat, *donkey).is_ok());
                out.extend(free.map(|donkey| Action::MoveDonkey { donkey }));
            }
            Kind::Moving { donkey, .. } => self.list_branches(seat, donkey, out),
            Kind::Dock { dock, .. } => {
                let boats = Boat::all().filter(|boat| self.check_claim(dock, *boat).is_ok());
                out.extend(boats.map(|boat| Action::ClaimDock { boat }));
                out.push(Action::PassDock);
            }
            Kind::Upgrade { .. } => {
                let held = Good::ALL.into_iter();
                let held = held.filter(|good| self.check_upgrade(seat, *good).is_ok());
                out.extend(held.map(|good| Action::UpgradeGood { good }));
            }
            Kind::PlayCard { .. } => self.list_cards(seat, kind, out),
            Kind::TrackStep => self.list_tracks(seat, Tracks::ALL, out),
            Kind::Reward { tracks, prestige } => {
                self.list_tracks(seat, tracks, out);
                if prestige > 0 {
                    out.push(Action::TakeRewardPrestige);
                }
            }
            Kind::PlaceExtension { shape } => {
                let fits = |tile: &Extension| self.check_place(seat, shape, *tile).is_ok();
                let tiles = Extension::all().filter(fits);
                out.extend(tiles.map(|tile| Action::PlaceExtension { tile }));
            }
            Kind::TurnExtension { shape } => {
                let fits = |tile: &Extension| self.check_turn(seat, shape, *tile).is_ok();
                let tiles = Extension::all().filter(fits);
                out.extend(tiles.map(|tile| Action::TurnExtension { tile }));
            }
            Kind::Recall { .. } => {
                let spaces = self.player(seat).assigned.iter();
                out.extend(spaces.map(|space| Action::RecallWorker { space }));
            }
            Kind::Swap { .. } => {
                let hand = self.player(seat).hand.iter();
                out.extend(hand.map(|card| Action::SwapCard { card }));
            }
            Kind::Choose { effect, picked, .. } => {
                let count = (0..).zip(self.choices(effect));
                let open = |index| self.check_option(seat, (effect, picked), index).is_ok();
                let open = count.map(|(index, _)| index).filter(|index| open(*index));
                out.extend(open.map(|index| Action::ChooseOption { index }));
            }
            Kind::Refill { .. } | Kind::Redraw { .. } => {
                let decks = Deck::ALL.into_iter().filter(|deck| self.check_draw(*deck).is_ok());
                out.extend(decks.map(|deck| Action::DrawCard { deck }));
            }
            Kind::DiscardOne => {
                let hand = self.player(seat).hand.iter();
                out.extend(hand.map(|card| Action::DiscardCard { card }));
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
        match *kind {
            Kind::Start => {
                let spaces = self.content.road.starting_spaces();
                let free = spaces.filter(|space| self.check_start(*space).is_ok());
                out.extend(free.map(|space| Action::ChooseStart { space }));
            }
            Kind::Farm { stage, .. } => match stage {
                FarmStage::Expand => self.list_cards(seat, kind, out),
                FarmStage::Income => out.push(Action::GainIncome),
                FarmStage::Harvest => out.push(Action::Harvest),
                FarmStage::Offspring => out.push(Action::GainOffspring),
                FarmStage::End => {}
            },
            Kind::Die { taken: false } => {
                let faces = (1..=6).filter(|face| self.check_die(*face).is_ok());
                out.extend(faces.map(|face| Action::TakeDie { face }));
            }
            Kind::Community { used: false } => out.push(Action::UseCommunityDie),
            Kind::Choice => list_allocations(self.player(seat).donkey_hand, out),
            Kind::Card { stage: CardStage::Bonus, .. } => out.push(Action::ActivateBonus),
            Kind::Card { stage: CardStage::Boost, .. } => {
                let boosts = (0..3).filter(|plus| self.check_boost(seat, *plus).is_ok());
                out.extend(boosts.map(|plus| Action::Boost { plus }));
            }
            Kind::Wages => self.list_wages(seat, out),
            _ => {}
        }
    }

    fn list_cards(self, seat: Seat, kind: &Kind, out: &mut Vec<Action>) {
        if let Some((special_free, sides)) = self.play_terms(kind) {
            self.list_plays(seat, special_free, sides, out);
        }
    }

    fn list_branches(self, seat: Seat, donkey: u8, out: &mut Vec<Action>) {
        for branch in Branch::ALL {
            if self.check_branch(seat, donkey, branch).is_ok() {
                out.push(Action::TakeBranch { branch });
            }
        }
        if self.faces_barrier(seat, donkey) {
            out.push(Action::StopMove);
        }
    }

    fn list_tracks(self, seat: Seat, tracks: Tracks, out: &mut Vec<Action>) {
        let open = |track: &Track| self.check_reward(seat, tracks, *track).is_ok();
        let open = Track::ALL.into_iter().filter(open);
        out.extend(open.map(|track| Action::TakeReward { track }));
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
