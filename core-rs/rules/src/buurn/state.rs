//! All that is true at the table (`rules.md` §4): fields and invariants, no rules.

use arrayvec::ArrayVec;
use serde::{Deserialize, Serialize};

use super::cards::Cards;
use super::ids::{
    DECK, Family, FamilySet, HAND, LOT, ORGANISATIONS, Organisation, OrganisationSet, Phase,
    Question, SEATS, Totem,
};
use crate::Seat;

/// Everything at the table.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct State {
    /// Where the turn stands.
    pub phase: Phase,
    /// The running turn, from 1.
    pub turn: u32,
    /// Who calls the numbers of an untimed table.
    pub first_player: Seat,
    /// The last turn, once the End Game card has shown which one.
    pub final_turn: Option<u32>,
    /// The running auction, or the last one; the first is 1.
    pub auction_id: u32,
    /// Whether the auction was opened by a false start.
    pub restarted: bool,
    /// The first number of the auction.
    pub start_number: u8,
    /// The last number called in the auction.
    pub count: Option<u8>,
    /// The number at which the lot was sold.
    pub price: Option<u8>,
    /// How many decisions were asked for so far.
    pub decision_id: u32,
    /// The decision that is waited for.
    pub pending: Option<Pending>,
    /// Dollars on the Bank card.
    pub bank: u32,
    /// One entry a seat; the entries past the last seat stay empty.
    pub players: [Player; SEATS],
    /// The families in play.
    pub families: FamilySet,
    /// The cards for sale; after a sale those that are not taken yet.
    pub lot: ArrayVec<Family, LOT>,
    /// The slot that the buyer leaves, until the others are given.
    pub left: Option<u8>,
    /// The organisation card of this turn, until it is taken.
    pub organisation_on_offer: Option<Organisation>,
    /// How many effects of the card that was taken this turn are done.
    pub effects_done: u8,
    /// The cards of a running market draw, in the order they were drawn; their seat decides.
    pub hand: ArrayVec<Family, HAND>,
    /// The deck.
    pub deck: Deck,
    /// Face up.
    pub discard: Cards,
    /// Face up.
    pub organisation_discard: OrganisationSet,
    /// The turn in which each organisation card was taken; 0 where nobody took it.
    pub taken_in: [u32; ORGANISATIONS],
    /// Cards taken from the organisation pile so far.
    pub revealed: u8,
    /// Organisation cards never revealed so far, those removed at setup among them.
    pub organisation_unseen: OrganisationSet,
}

/// The ingredient deck, from top to bottom.
#[derive(Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct Deck {
    /// Cards put back on top; the last one is drawn first.
    pub top: ArrayVec<Placed, DECK>,
    /// Cards of unknown order.
    pub body: u8,
    /// Cards of unknown order below them, the End Game card among them if `end_in_tail`.
    pub tail: u8,
    /// Whether the End Game card is still to come.
    pub end_in_tail: bool,
    /// Cards put under the deck; the first one is drawn first.
    pub bottom: ArrayVec<Placed, DECK>,
    /// The ingredient cards in `body` and `tail`.
    pub unseen: Cards,
}

/// A card that a seat put back.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
pub struct Placed {
    /// What it is.
    pub family: Family,
    /// The seat that knows it.
    pub known_by: Seat,
}

/// What a seat has.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct Player {
    /// Dollars.
    pub money: u32,
    /// Ingredient cards that everybody sees.
    pub face_up: Cards,
    /// Ingredient cards that only the seat sees.
    pub face_down: Cards,
    /// Organisation cards.
    pub organisations: OrganisationSet,
    /// The totem of this turn.
    pub totem: Option<Totem>,
    /// Whether the seat is out of this turn's auction.
    pub sitting_out: bool,
    /// Whether nobody is there.
    pub absent: bool,
}

/// A decision that is waited for.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
pub struct Pending {
    /// Who decides.
    pub seat: Seat,
    /// On what.
    pub question: Question,
}

impl State {
    /// What a seat has.
    pub const fn player(&self, seat: Seat) -> &Player {
        &self.players[seat.index()]
    }

    /// What a seat has, to change it.
    pub const fn player_mut(&mut self, seat: Seat) -> &mut Player {
        &mut self.players[seat.index()]
    }

    /// Who holds a totem.
    pub fn holder(&self, totem: Totem) -> Option<Seat> {
        let seats = Seat::all(5).zip(&self.players);
        seats.filter(|(_, player)| player.totem == Some(totem)).map(|(seat, _)| seat).next()
    }

    /// Whether the seat takes part in the auction: it neither sits out nor is absent.
    pub const fn in_auction(&self, seat: Seat) -> bool {
        let player = self.player(seat);
        !player.sitting_out && !player.absent
    }

    /// Whether the seat is waited for in the scramble.
    pub const fn waits_for_totem(&self, seat: Seat) -> bool {
        self.in_auction(seat) && self.player(seat).totem.is_none()
    }

    /// The next number of the auction.
    pub fn next_number(&self) -> u8 {
        self.count.map_or(self.start_number, |count| count.saturating_sub(1))
    }
}

impl Player {
    /// All ingredient cards.
    pub fn cards(&self) -> Cards {
        self.face_up.with(&self.face_down)
    }
}

impl Clone for Deck {
    /// Bots copy states all the time: the lists are copied whole, not card by card.
    fn clone(&self) -> Self {
        let (mut top, mut bottom) = (ArrayVec::new(), ArrayVec::new());
        let copied = top.try_extend_from_slice(&self.top).is_ok()
            && bottom.try_extend_from_slice(&self.bottom).is_ok();
        debug_assert!(copied, "a copy has the room of the original");
        Self { top, bottom, ..*self }
    }
}

impl Deck {
    /// How many cards are in it, the End Game card included.
    pub fn count(&self) -> usize {
        self.top.len() + usize::from(self.body) + usize::from(self.tail) + self.bottom.len()
    }

    /// Whether no card is in it.
    pub fn is_empty(&self) -> bool {
        self.count() == 0
    }
}
