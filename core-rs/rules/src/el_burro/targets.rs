//! Delivery targets, and scoring those that are complete (`rules.md` §12.1, §13).

use super::event::Event;
use super::frame::Kind;
use super::ids::MARKETS;
use super::look::{Checked, Look};
use super::news::{Cause, News};
use super::plans::{Markings, TargetPlan};
use super::play::Play;
use super::rejection::Rejection;
use super::things::{Boat, Card, Market, Target, TargetKind};
use crate::Seat;

/// A target as it is now.
#[derive(Debug, Clone, Copy)]
pub(super) struct TargetNow<'a> {
    /// What it needs.
    pub(super) markings: &'a Markings,
    /// Its filled markings, as bits.
    pub(super) filled: u8,
    /// Whether it is a "game end" barrow or a boat.
    pub(super) special: bool,
    /// Whether it is a market area that was scored.
    pub(super) closed: bool,
    /// Whether it is a barrow whose scoring has begun.
    pub(super) being_scored: bool,
}

impl TargetNow<'_> {
    pub(super) const fn is_complete(&self) -> bool {
        self.filled == self.markings.all()
    }
}

impl<'a> Look<'a> {
    pub(super) fn barrow_plan(self, card: Card) -> &'a TargetPlan {
        &self.content.cards[card.index()].barrow
    }

    /// A boat with the side that lies up.
    pub(super) fn boat_plan(self, boat: Boat) -> &'a TargetPlan {
        &self.content.boats[boat.index()].sides[self.state.boat_sides[boat.index()].index()]
    }

    /// The markings of a market: of the tile that covers it, else the printed ones.
    pub(super) fn market_markings(self, market: Market) -> &'a Markings {
        match self.state.markets[market.index()].cover {
            Some(cover) => &self.content.covers[cover.index()].markings,
            None => &self.content.markets[market.index()].markings,
        }
    }

    /// A target of a seat; `None`: an empty slot, or a dock without a boat of the seat.
    pub(super) fn target(self, owner: Seat, target: Target) -> Option<TargetNow<'a>> {
        let player = self.player(owner);
        let open = TargetNow {
            markings: self.market_markings(Market(0)),
            filled: 0,
            special: false,
            closed: false,
            being_scored: false,
        };
        Some(match target.kind() {
            TargetKind::Slot(slot) => {
                let barrow = (*player.barrows.get(slot)?)?;
                TargetNow {
                    markings: &self.barrow_plan(barrow.card).markings,
                    filled: barrow.filled,
                    special: barrow.card.is_special(),
                    being_scored: barrow.being_scored,
                    ..open
                }
            }
            TargetKind::Market(market) => TargetNow {
                markings: self.market_markings(market),
                filled: player.market_filled[market.index()],
                closed: player.markets_closed & (1 << market.0) != 0,
                ..open
            },
            TargetKind::Dock(dock) => {
                let moored = (*self.state.docks.get(dock.index())?)?;
                if moored.seat != owner {
                    return None;
                }
                let markings = &self.boat_plan(moored.boat).markings;
                TargetNow { markings, filled: moored.filled, special: true, ..open }
            }
        })
    }

    /// The targets of a seat that are complete and not scored; those that are scored only at the end do not count.
    ///
    /// Rules: el_burro §7.9.
    pub(super) fn complete_targets(self, seat: Seat) -> impl Iterator<Item = Target> + use<'a> {
        let complete = move |target: &Target| {
            self.target(seat, *target).is_some_and(|now| {
                now.is_complete() && !now.special && !now.closed && !now.being_scored
            })
        };
        Target::all().filter(complete)
    }

    pub(super) fn check_score(self, seat: Seat, target: Target) -> Checked {
        let complete = self.complete_targets(seat).any(|other| other == target);
        if complete { Ok(()) } else { Err(Rejection::TargetNotComplete) }
    }
}

impl Play<'_, '_> {
    /// At the start of a turn: what others completed is scored first.
    ///
    /// Rules: el_burro §7.9.
    pub(super) fn push_complete_targets(&mut self, seat: Seat) {
        if self.look().complete_targets(seat).next().is_some() {
            self.push(seat, Kind::ScoreTargets);
        }
    }

    /// A complete own target is scored.
    ///
    /// Rules: el_burro §13.
    pub(super) fn score_target(&mut self, seat: Seat, target: Target) {
        if self.look().check_score(seat, target).is_err() {
            return;
        }
        match target.kind() {
            TargetKind::Slot(slot) => self.score_barrow(seat, slot),
            TargetKind::Market(market) => self.score_market(seat, market),
            TargetKind::Dock(_) => {}
        }
    }

    /// Rules: el_burro §13.1.
    fn score_barrow(&mut self, seat: Seat, index: usize) {
        let Some(barrow) = &mut self.player(seat).barrows[index] else { return };
        barrow.being_scored = true;
        let card = barrow.card;
        let Ok(slot) = u8::try_from(index) else { return };
        self.tell(|| News::BarrowScored { seat, slot, card });
        self.push(seat, Kind::Raise { event: Event::BarrowScored, deaf: None });
        self.push(seat, Kind::FinishBarrow { slot });
        let steps = self.content().numbers.barrow_road_spaces;
        self.push(seat, Kind::Move { steps });
        let prestige = self.look().barrow_plan(card).prestige;
        self.gain_prestige(seat, prestige.into(), Cause::Barrow);
    }

    /// A scored barrow leaves the farm; the workers on it go to the supply.
    pub(super) fn finish_barrow(&mut self, seat: Seat, slot: u8) {
        let player = self.player(seat);
        let Some(barrow) = player.barrows[usize::from(slot)].take() else { return };
        player.barrows_scored = player.barrows_scored.saturating_add(1);
        let card = barrow.card;
        self.state.discard.insert(card);
        self.tell(|| News::BarrowLeft { seat, card });
    }

    /// Rules: el_burro §13.2.
    fn score_market(&mut self, seat: Seat, market: Market) {
        let content = self.content();
        let player = self.player(seat);
        player.markets_closed |= 1 << market.0;
        player.market_filled[market.index()] = 0;
        let places = &mut self.state.markets[market.index()].places;
        let place = places.len();
        places.push(seat);
        self.tell(|| News::MarketScored {
            seat,
            market,
            place: u8::try_from(place).unwrap_or(u8::MAX),
        });
        self.push(seat, Kind::Raise { event: Event::MarketScored, deaf: None });
        self.push(seat, Kind::TakeTile { market });
        let printed = content.markets[market.index()].prestige.get(place).copied().unwrap_or(0);
        let round = content.numbers.market_round_prestige * self.state.round;
        self.gain_prestige(seat, u16::from(printed) + u16::from(round), Cause::Market);
    }

    /// The seat takes a tile of a scored market, and its front works.
    pub(super) fn take_tile(&mut self, seat: Seat, market: Market) {
        let there = &mut self.state.markets[market.index()];
        let tile = there.bonus;
        there.bonus_left = there.bonus_left.saturating_sub(1);
        self.player(seat).tiles_front.insert(tile);
        self.tell(|| News::TileTaken { seat, tile });
        self.push_list(seat, self.content().tile(tile).now, None);
    }
}

const _: () = assert!(MARKETS <= 8);
