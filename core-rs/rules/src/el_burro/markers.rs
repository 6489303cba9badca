//! Siesta, trough, milestones, prestige (`rules.md` §15).

use super::effect::List;
use super::ids::Support;
use super::look::Look;
use super::news::{Cause, News};
use super::play::Play;
use crate::Seat;

impl Look<'_> {
    pub(super) const fn siesta_can_move(self, seat: Seat) -> bool {
        self.player(seat).siesta < self.numbers().siesta_last
    }

    /// Whether the trough marker can move at all; back: by all of it.
    pub(super) fn trough_can_move(self, seat: Seat, n: i8) -> bool {
        let trough = self.player(seat).trough;
        if n < 0 { trough >= n.unsigned_abs() } else { trough < self.numbers().trough_last }
    }

    pub(super) const fn milestone_can_move(self, seat: Seat) -> bool {
        self.player(seat).milestone < self.numbers().milestone_last
    }
}

impl Play<'_, '_> {
    /// The siesta marker moves and lies on top of the markers there.
    ///
    /// Rules: el_burro §15.1.
    pub(super) fn move_siesta(&mut self, seat: Seat, n: u8) {
        let last = self.content().numbers.siesta_last;
        let from = self.player(seat).siesta;
        if from >= last || n == 0 {
            return;
        }
        let to = from.saturating_add(n).min(last);
        self.player(seat).siesta = to;
        self.state.siesta_order.retain(|other| *other != seat);
        let players = &self.state.players;
        let behind = |other: &Seat| players[other.index()].siesta <= to;
        let place = self.state.siesta_order.iter().position(behind);
        let place = place.unwrap_or(self.state.siesta_order.len());
        self.state.siesta_order.insert(place, seat);
        self.tell(|| News::SiestaMoved { seat, space: to });
        if to == last && !self.state.siesta_rewards.contains(&seat) {
            let rank = self.state.siesta_rewards.len();
            self.state.siesta_rewards.push(seat);
            let prestige = self.content().numbers.siesta_top[rank];
            self.gain_prestige(seat, prestige.into(), Cause::SiestaEnd);
        }
    }

    /// The trough marker moves, within its track.
    ///
    /// Rules: el_burro §15.2.
    pub(super) fn move_trough(&mut self, seat: Seat, n: i16) {
        let last = i16::from(self.content().numbers.trough_last);
        let player = self.player(seat);
        let to = (i16::from(player.trough) + n).clamp(0, last);
        let space = u8::try_from(to).unwrap_or(player.trough);
        if space != player.trough {
            player.trough = space;
            self.tell(|| News::TroughMoved { seat, space });
        }
    }

    /// The milestone marker moves, up to the end of its track.
    ///
    /// Rules: el_burro §15.2.
    pub(super) fn move_milestone(&mut self, seat: Seat, n: u8) {
        let last = self.content().numbers.milestone_last;
        let player = self.player(seat);
        let space = player.milestone.saturating_add(n).min(last);
        if space != player.milestone {
            player.milestone = space;
            self.tell(|| News::MilestoneMoved { seat, space });
        }
    }

    /// Prestige, as one gain; the tiles that it passes work before anything else.
    ///
    /// Rules: el_burro §15.4.
    pub(super) fn gain_prestige(&mut self, seat: Seat, count: u16, cause: Cause) {
        if count == 0 {
            return;
        }
        let before = self.player(seat).prestige;
        let after = before.saturating_add(count);
        self.player(seat).prestige = after;
        self.tell(|| News::PrestigeGained { seat, count, cause });
        if self.state.bonuses_work() {
            self.pass_tiles(seat, before, after);
        }
    }

    fn pass_tiles(&mut self, seat: Seat, before: u16, after: u16) {
        let content = self.content();
        let mut passed = [List::EMPTY; 2];
        for (place, (space, _)) in (0..).zip(&content.prestige_tiles) {
            let space = u16::from(*space);
            let there = &mut self.state.prestige_tiles[usize::from(place)];
            if before < space && after >= space && !there.used_by.contains(seat) {
                there.used_by = there.used_by.with(seat);
                let tile = there.tile;
                passed[usize::from(place)] = content.tile(tile).now;
                self.tell(|| News::PrestigeTile { seat, place, tile });
            }
        }
        for list in passed.into_iter().rev() {
            self.push_list(seat, list, None);
        }
    }

    /// The support marker turns to its basket side.
    ///
    /// Rules: el_burro §12.3.
    pub(super) fn turn_support(&mut self, seat: Seat) {
        self.player(seat).support = Support::Basket;
        self.tell(|| News::SupportTurned { seat });
    }
}
