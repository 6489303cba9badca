//! Whether an effect could do anything now (`rules.md` §8, "possible if"): what `choose` offers.

use super::effect::{Effect, List, Times, What};
use super::ids::{Class, Track};
use super::look::Look;
use super::things::Extension;
use crate::Seat;

impl Look<'_> {
    /// A list is possible if one of its effects is.
    pub(super) fn list_possible(self, seat: Seat, list: List, track: Option<Track>) -> bool {
        self.content.effects.of(list).iter().any(|effect| self.possible(seat, effect, track))
    }

    /// How many copies a `repeat` has now.
    pub(super) fn copies(self, seat: Seat, times: Times) -> u8 {
        match times {
            Times::Fixed(n) => n,
            Times::Per { counter, max } => {
                u8::try_from(self.counted(seat, counter)).unwrap_or(u8::MAX).min(max)
            }
        }
    }

    fn possible(self, seat: Seat, effect: &Effect, track: Option<Track>) -> bool {
        let player = self.player(seat);
        match *effect {
            Effect::Gain { what, sells_excess, .. } => match what {
                What::Silver | What::Worker | What::Prestige => true,
                What::Good(good) => {
                    let anytime = self.top(seat).is_some_and(|frame| frame.anytime);
                    sells_excess || anytime || self.has_room(seat, good)
                }
                What::Class(class) => class.goods().iter().any(|good| self.has_room(seat, good)),
            },
            Effect::Pay { what, n, .. } => self.can_pay(seat, what, n),
            Effect::MoveDonkey { .. } => (0..2).any(|donkey| self.check_move(seat, donkey).is_ok()),
            Effect::Siesta { n } => n > 0 && self.siesta_can_move(seat),
            Effect::Trough { n } => self.trough_can_move(seat, n),
            Effect::Milestone { .. } => self.milestone_can_move(seat),
            Effect::Upgrade { .. } => self.holds_any(seat, Class::BasicGood),
            Effect::PlayCard { special_free } => self.can_play(seat, special_free, None),
            Effect::Deliver { kind, .. } => self.can_deliver(seat, kind.in_step(self.state.step)),
            Effect::RewardStep { track: Some(track) } => self.marker_below_top(seat, track),
            Effect::RewardStep { track: None } => {
                Track::ALL.into_iter().any(|track| self.marker_below_top(seat, track))
            }
            Effect::PlaceExtension { shape } => {
                Extension::all().any(|tile| self.check_place(seat, shape, tile).is_ok())
            }
            Effect::TurnExtension { shape } => {
                Extension::all().any(|tile| self.check_turn(seat, shape, tile).is_ok())
            }
            Effect::ClaimOption => track.is_some_and(|track| self.can_claim(seat, track)),
            Effect::RecallWorker { .. } => !player.assigned.is_empty(),
            Effect::DrawSwap { .. } => !player.hand.is_empty(),
            Effect::Choose { of, .. } => {
                let lists = self.content.effects.lists(of);
                lists.iter().any(|list| self.list_possible(seat, *list, track))
            }
            Effect::Repeat { times, run } => {
                self.copies(seat, times) >= 1 && self.list_possible(seat, run, track)
            }
            Effect::Score(_) => true,
        }
    }

    /// Whether a seat has n of something.
    pub(super) fn can_pay(self, seat: Seat, what: What, n: u8) -> bool {
        let player = self.player(seat);
        match what {
            What::Silver => player.silver >= n.into(),
            What::Worker => player.workers_free >= n,
            What::Prestige => false, // no content pays prestige
            What::Good(good) => player.held(good) >= n,
            What::Class(class) => {
                let held = class.goods().iter().map(|good| u32::from(player.held(good)));
                held.sum::<u32>() >= n.into()
            }
        }
    }
}
