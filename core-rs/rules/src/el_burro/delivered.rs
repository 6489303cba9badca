//! What a delivery brings about (`rules.md` §12.3).

use super::deliveries::Delivery;
use super::effect::DeliveryKind;
use super::event::Event;
use super::frame::Kind;
use super::ids::{Good, Support, Track};
use super::look::{Checked, Look};
use super::news::{Cause, News};
use super::play::Play;
use super::rejection::Rejection;
use super::sets::{Bag, Tracks};
use super::things::{Target, TargetKind};
use crate::Seat;

impl Look<'_> {
    /// Whether a track may be taken as the reward of a delivery, or of a step on any track.
    pub(super) fn check_reward(self, seat: Seat, tracks: Tracks, track: Track) -> Checked {
        if !tracks.contains(track) {
            return Err(Rejection::TrackNotOffered);
        }
        if self.marker_below_top(seat, track) { Ok(()) } else { Err(Rejection::MarkerAtTop) }
    }
}

impl Play<'_, '_> {
    /// A donkey or goat delivery that passed the check.
    pub(super) fn deliver(&mut self, seat: Seat, delivery: &Delivery) {
        let (owner, target, _, goods) = *delivery;
        let own = owner == seat;
        let kind = if own { DeliveryKind::Donkey } else { DeliveryKind::Goat };
        self.hand_over(seat, delivery, Some(kind));
        if own && self.look().check_score(seat, target).is_ok() {
            self.push(seat, Kind::Score { target });
        }
        let event = Event::Delivery { kind, goods: goods.goods() };
        self.push(seat, Kind::Raise { event, deaf: None });
        if own {
            return;
        }
        self.push_reward(seat, &goods);
        if self.state.player(owner).support == Support::Prestige {
            self.turn_support(owner);
            let prestige = self.content().numbers.support_prestige;
            self.gain_prestige(seat, prestige.into(), Cause::Support);
        }
    }

    /// A delivery to an own "game end" barrow or boat: the goods lie there, and nothing else happens.
    ///
    /// Rules: el_burro §16.
    pub(super) fn deliver_special(&mut self, seat: Seat, delivery: &Delivery) {
        self.hand_over(seat, delivery, None);
    }

    pub(super) fn deliver_community(&mut self, seat: Seat, good: Good) {
        self.take_good(seat, good);
        self.tell(|| News::DeliveredToCommunity { seat, good });
        let goods = Bag::good(good);
        let event = Event::Delivery { kind: DeliveryKind::Community, goods: goods.goods() };
        self.push(seat, Kind::Raise { event, deaf: None });
        self.push_reward(seat, &goods);
    }

    /// Everything given leaves the seat, and the marking is filled.
    fn hand_over(&mut self, seat: Seat, delivery: &Delivery, kind: Option<DeliveryKind>) {
        let (owner, target, marking, goods) = *delivery;
        self.take_goods(seat, &goods);
        let player = self.player(seat);
        player.silver -= u16::from(goods.silver());
        player.workers_free -= goods.workers();
        self.fill(owner, target, marking);
        self.tell(|| News::Delivered { seat, owner, target, marking, goods, kind });
    }

    fn fill(&mut self, owner: Seat, target: Target, marking: u8) {
        let bit = 1 << marking;
        match target.kind() {
            TargetKind::Slot(slot) => {
                if let Some(barrow) = &mut self.player(owner).barrows[slot] {
                    barrow.filled |= bit;
                }
            }
            TargetKind::Market(market) => {
                self.player(owner).market_filled[market.index()] |= bit;
            }
            TargetKind::Dock(dock) => {
                if let Some(moored) = &mut self.state.docks[dock.index()] {
                    moored.filled |= bit;
                }
            }
        }
    }

    /// Exactly one reward: the only candidate by itself, one of several by choice.
    fn push_reward(&mut self, seat: Seat, goods: &Bag) {
        let tracks: Tracks = if goods.workers() > 0 {
            Track::ALL.into_iter().collect()
        } else {
            goods.goods().iter().map(Good::track).collect()
        };
        let silver = self.content().numbers.silver_prestige;
        let prestige = if goods.silver() > 0 { silver } else { 0 };
        self.push(seat, Kind::Reward { tracks, prestige });
    }

    /// The reward of a delivery; `false`: there are several, and the seat has to choose.
    pub(super) fn run_reward(&mut self, seat: Seat, tracks: Tracks, prestige: u8) -> bool {
        match (tracks.len(), prestige) {
            (0, _) => {
                self.pop(seat);
                self.gain_prestige(seat, prestige.into(), Cause::Reward);
            }
            (1, 0) => {
                self.pop(seat);
                tracks.iter().for_each(|track| self.step_track(seat, track));
            }
            _ => return false,
        }
        true
    }

    /// Takes the prestige that a delivery of silver brings.
    pub(super) fn take_reward_prestige(&mut self, seat: Seat, kind: &Kind) {
        if let Kind::Reward { prestige, .. } = *kind {
            self.pop(seat);
            self.gain_prestige(seat, prestige.into(), Cause::Reward);
        }
    }

    /// The frame that asked for a delivery has one less.
    pub(super) fn count_delivery(&mut self, seat: Seat, kind: &Kind) {
        if let Kind::Deliver { kind, left } = *kind {
            self.set_top(seat, Kind::Deliver { kind, left: left - 1 });
        } else if let Kind::Goat { made } = *kind {
            self.set_top(seat, Kind::Goat { made: made.saturating_add(1) });
        } else if let Kind::Card { slot, stage, made } = *kind {
            self.set_top(seat, Kind::Card { slot, stage, made: made.saturating_add(1) });
        }
    }
}
