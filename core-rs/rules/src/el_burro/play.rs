//! What a rule works on while an action is applied.

use super::ElBurro;
use super::content::Content;
use super::effect::List;
use super::facts;
use super::frame::{Frame, Kind};
use super::ids::Track;
use super::look::Look;
use super::news::News;
use super::state::{Player, State};
use crate::{Report, Rules, Seat, Tape};

/// The table, its luck and its audience.
pub(super) struct Play<'a, 'tape> {
    pub(super) rules: &'a Rules<ElBurro>,
    pub(super) state: &'a mut State,
    pub(super) chance: &'a mut Tape<'tape>,
    pub(super) report: &'a mut Report,
    /// Whether what is pushed now comes from an anytime action (§7.2).
    pub(super) anytime: bool,
}

impl<'a> Play<'a, '_> {
    pub(super) fn content(&self) -> &'a Content {
        &self.rules.content
    }

    pub(super) fn look(&self) -> Look<'_> {
        Look::new(self.rules, self.state)
    }

    pub(super) const fn player(&mut self, seat: Seat) -> &mut Player {
        &mut self.state.players[seat.index()]
    }

    /// Tells what happened to those who may know.
    #[inline]
    pub(super) fn tell(&mut self, news: impl FnOnce() -> News) {
        let content = self.content();
        self.report.tell(|| facts::fact(content, &news()));
    }

    /// Tells a seat what happened, and the others what they may know of it.
    #[inline]
    pub(super) fn tell_apart(&mut self, seat: Seat, news: impl Fn() -> News) {
        let content = self.content();
        let (own, others) = (|| facts::fact(content, &news()), || facts::hidden(content, &news()));
        self.report.tell_apart(seat, own, others);
    }

    /// Puts a frame on a seat's stack.
    pub(super) fn push(&mut self, seat: Seat, kind: Kind) {
        self.push_for(seat, kind, None);
    }

    /// Puts a frame on a seat's stack that belongs to a space of a reward track.
    pub(super) fn push_for(&mut self, seat: Seat, kind: Kind, track: Option<Track>) {
        let anytime = self.anytime;
        self.player(seat).stack.push(Frame { kind, anytime, track });
    }

    /// Puts a list of effects on a seat's stack.
    ///
    /// Rules: el_burro §8: with `any_order` the seat orders them.
    pub(super) fn push_list(&mut self, seat: Seat, list: List, track: Option<Track>) {
        if list.is_empty() {
            return;
        }
        let kind = if list.any_order {
            Kind::AnyOrder { of: list, left: (1 << list.len) - 1 }
        } else {
            Kind::Seq { rest: list }
        };
        self.push_for(seat, kind, track);
    }

    pub(super) fn pop(&mut self, seat: Seat) {
        self.player(seat).stack.pop();
    }

    /// Changes the frame on top, which is there.
    pub(super) fn set_top(&mut self, seat: Seat, kind: Kind) {
        if let Some(top) = self.player(seat).stack.last_mut() {
            top.kind = kind;
        }
    }
}
