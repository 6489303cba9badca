//! Farm cards: playing them, replacing them (`rules.md` §10.1, §10.3, §10.4).

use super::event::Event;
use super::frame::{FarmStage, Kind};
use super::ids::{SLOTS, Side};
use super::look::{Checked, Look};
use super::news::News;
use super::plans::CardSides;
use super::play::Play;
use super::rejection::Rejection;
use super::sets::Sides;
use super::state::{Barrow, Carrier, Player};
use super::things::{Card, Source};
use crate::Seat;

use super::action::Action;

/// Where a card goes on a side of the farm: the free slot of a row, or none at the edges without slots.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Room {
    /// The end of the side.
    Edge,
    /// This slot of the row.
    Slot(usize),
    /// The row is full.
    Full,
}

impl Player {
    /// Where a card that replaces nothing would go.
    fn room(&self, side: Side) -> Room {
        let free = match side {
            Side::Field | Side::Administration => return Room::Edge,
            Side::Acquisition => self.acquisitions.iter().position(Option::is_none),
            Side::Barrow => self.barrows.iter().position(Option::is_none),
        };
        free.map_or(Room::Full, Room::Slot)
    }
}

impl Look<'_> {
    /// What a card costs to play.
    fn play_cost(self, seat: Seat, card: Card, special_free: bool) -> u16 {
        if card.is_special() && !special_free { self.special_cost(seat) } else { 0 }
    }

    /// Whether the card in a slot of a full row may not be replaced: a barrow that is complete or being scored.
    fn is_locked(self, seat: Seat, side: Side, slot: u8) -> bool {
        let barrow = self.player(seat).barrows.get(usize::from(slot)).copied().flatten();
        let complete =
            |barrow: Barrow| self.barrow_plan(barrow.card).markings.all() == barrow.filled;
        side == Side::Barrow && barrow.is_some_and(|barrow| barrow.being_scored || complete(barrow))
    }

    /// Whether a card may be played. `sides` are those used in the first expansion, while it goes on.
    ///
    /// Rules: el_burro §10.1.
    pub(super) fn check_play(
        self,
        seat: Seat,
        (card, side, replace): (Card, Side, Option<u8>),
        (special_free, sides): (bool, Option<Sides>),
    ) -> Checked {
        let player = self.player(seat);
        if !player.hand.contains(card) {
            return Err(Rejection::CardNotInHand);
        }
        if sides.is_some_and(|sides| sides.contains(side)) {
            return Err(Rejection::SideUsed);
        }
        if player.silver < self.play_cost(seat, card, special_free) {
            return Err(Rejection::CannotPay);
        }
        let full = player.room(side) == Room::Full;
        let Some(slot) = replace else {
            return if full { Err(Rejection::RowFull) } else { Ok(()) };
        };
        // The first expansion replaces nothing (§17.2).
        if !full || sides.is_some() {
            return Err(Rejection::RowNotFull);
        }
        if self.is_locked(seat, side, slot) { Err(Rejection::CardLocked) } else { Ok(()) }
    }

    /// Every way to play a card.
    ///
    /// Rules: el_burro §10.1, in the order of §3.
    pub(super) fn each_play(
        self,
        seat: Seat,
        special_free: bool,
        sides: Option<Sides>,
        mut option: impl FnMut(Card, Side, Option<u8>),
    ) {
        let player = self.player(seat);
        let open = |side: Side| !sides.is_some_and(|sides| sides.contains(side));
        let rooms = Side::ALL.map(|side| (side, open(side), player.room(side)));
        let affordable = player.silver >= self.special_cost(seat) || special_free;
        for card in player.hand.iter() {
            if card.is_special() && !affordable {
                continue;
            }
            for (side, _, room) in rooms.into_iter().filter(|(_, open, _)| *open) {
                match room {
                    Room::Edge | Room::Slot(_) => option(card, side, None),
                    Room::Full if sides.is_some() => {}
                    Room::Full => {
                        for slot in (0..).take(SLOTS) {
                            if !self.is_locked(seat, side, slot) {
                                option(card, side, Some(slot));
                            }
                        }
                    }
                }
            }
        }
    }

    /// Whether there is any way to play a card.
    pub(super) fn can_play(self, seat: Seat, special_free: bool, sides: Option<Sides>) -> bool {
        let mut any = false;
        self.each_play(seat, special_free, sides, |_, _, _| any = true);
        any
    }

    pub(super) fn list_plays(
        self,
        seat: Seat,
        special_free: bool,
        sides: Option<Sides>,
        out: &mut Vec<Action>,
    ) {
        self.each_play(seat, special_free, sides, |card, side, replace| {
            out.push(Action::PlayCard { card, side, replace });
        });
    }

    /// Whether the first expansion of a seat goes on: nothing is refilled until it is over (§10.2).
    fn expands_first(self, seat: Seat) -> bool {
        let base = self.player(seat).stack.first();
        let expand = |kind| matches!(kind, Kind::Farm { stage: FarmStage::Expand, .. });
        self.state.round == 1 && base.is_some_and(|frame| expand(frame.kind))
    }
}

impl Play<'_, '_> {
    /// A card that passed the check is played; the frame that asked for it goes on.
    ///
    /// Rules: el_burro §10.1.
    pub(super) fn play_card(
        &mut self,
        seat: Seat,
        (card, side, replace): (Card, Side, Option<u8>),
        special_free: bool,
    ) {
        self.report.show(); // the card was hidden
        let cost = self.look().play_cost(seat, card, special_free);
        self.player(seat).silver -= cost;
        if let Some(slot) = replace {
            self.replace(seat, side, slot.into());
        }
        let slot = match self.player(seat).room(side) {
            Room::Slot(slot) => u8::try_from(slot).ok(),
            Room::Edge | Room::Full => None,
        };
        self.player(seat).hand.remove(card);
        self.tell(|| News::CardPlayed { seat, card, side, slot, silver: cost });
        self.lay(seat, card, side);
        let special = card.is_special();
        let event = Event::CardPlayed { side, special };
        self.push(seat, Kind::Raise { event, deaf: Some(card) });
        if side == Side::Acquisition
            && let Some(acquisition) = self.content().acquisition(card)
        {
            self.push_list(seat, self.content().acquired(acquisition).now, None);
        }
        if !self.look().expands_first(seat) {
            self.push(seat, Kind::Refill { drawn: false, extra: false });
        }
    }

    /// The card lies in play; what a normal card brings at once.
    fn lay(&mut self, seat: Seat, card: Card, side: Side) {
        let content = self.content();
        let sides = &content.cards[card.index()].sides;
        let player = self.player(seat);
        match side {
            Side::Field => player.field_cards.push(card),
            Side::Administration => player.admin_cards.push(card),
            Side::Acquisition => {
                if let Some(slot) = player.acquisitions.iter_mut().find(|slot| slot.is_none()) {
                    *slot = Some(card);
                }
            }
            Side::Barrow => {
                if let Some(slot) = player.barrows.iter_mut().find(|slot| slot.is_none()) {
                    *slot = Some(Barrow { card, filled: 0, being_scored: false });
                }
            }
        }
        let CardSides::Normal { field, admin, .. } = sides else { return };
        match side {
            Side::Field => {
                player.fields[field.index()] += 1;
                player.field_goods[field.index()] += 1;
            }
            Side::Administration => {
                for category in admin {
                    player.admin_symbols[category.index()] += 1;
                }
            }
            Side::Acquisition => self.gain_workers(seat, content.numbers.acquisition_workers),
            Side::Barrow => {}
        }
    }

    /// The card in a slot of a full row goes to its discard pile; what lies on it is lost.
    ///
    /// Rules: el_burro §10.3.
    fn replace(&mut self, seat: Seat, side: Side, slot: usize) {
        let player = self.player(seat);
        let card = match side {
            Side::Field | Side::Administration => None,
            Side::Acquisition => player.acquisitions[slot].take(),
            Side::Barrow => player.barrows[slot].take().map(|barrow| barrow.card),
        };
        let Some(card) = card else { return };
        if side == Side::Acquisition {
            self.forget_source(seat, slot);
        }
        self.state.discard.insert(card);
        self.tell(|| News::CardReplaced { seat, card });
    }

    /// What an acquisition that left still runs is no run of the card that comes into its slot.
    fn forget_source(&mut self, seat: Seat, slot: usize) {
        let Some(source) = Source::at(slot) else { return };
        for frame in &mut self.player(seat).stack {
            if let Kind::Triggered { sources } = &mut frame.kind {
                sources.remove(source);
            }
        }
    }
}

impl Carrier {
    /// The card, if it is one.
    pub const fn card(self) -> Option<Card> {
        match self {
            Self::Card(card) => Some(card),
            Self::Tile(_) | Self::RoundTile => None,
        }
    }
}
