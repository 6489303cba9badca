//! What each viewer may see (`rules.md` §11), built up from nothing.

use arrayvec::ArrayVec;
use serde::{Deserialize, Serialize};

use super::Buurn;
use super::cards::Cards;
use super::ids::{
    DECK, Family, FamilySet, HAND, LOT, ORGANISATIONS, Organisation, OrganisationSet, Phase, SEATS,
    Totem,
};
use super::market;
use super::offer;
use super::scoring::{self, Estate, Estates, Score};
use super::state::{Pending, Placed, State};
use crate::{Rules, Seat, Viewer};

/// The state as one viewer may see it. What never changes (costs, families, cards) is in the content.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct View {
    /// Where the turn stands.
    pub phase: Phase,
    /// The running turn, from 1.
    pub turn: u32,
    /// Who calls the numbers of an untimed table.
    pub first_player: Seat,
    /// The last turn, once the End Game card has shown which one.
    pub final_turn: Option<u32>,
    /// The running auction, or the last one.
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
    /// What the market asks of the seat that decides there.
    pub market_cost: Option<u32>,
    /// Dollars on the Bank card.
    pub bank: u32,
    /// One entry a seat.
    pub players: ArrayVec<PlayerView, SEATS>,
    /// The families in play.
    pub families: FamilySet,
    /// The cards for sale, or not taken yet.
    pub lot: ArrayVec<Family, LOT>,
    /// The slot that the buyer leaves, until the others are given.
    pub left: Option<u8>,
    /// The organisation card of this turn, until it is taken.
    pub organisation_on_offer: Option<Organisation>,
    /// How many effects of the card that was taken this turn are done.
    pub effects_done: u8,
    /// How many cards the seat that decides has in hand.
    pub hand_count: u8,
    /// Those cards; only for the seat itself.
    pub hand: Option<ArrayVec<Family, HAND>>,
    /// The deck.
    pub deck: DeckView,
    /// Face up.
    pub discard: Cards,
    /// Face up.
    pub organisation_discard: OrganisationSet,
    /// Cards taken from the organisation pile so far.
    pub revealed: u8,
    /// The number on the back of the next organisation card.
    pub next_back: Option<u8>,
    /// Groups of seats that share a rank, best first; empty until the end.
    pub ranking: Vec<Vec<Seat>>,
}

/// A seat as a viewer sees it.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct PlayerView {
    /// Dollars.
    pub money: u32,
    /// Ingredient cards face up.
    pub face_up: Cards,
    /// How many lie face down.
    pub face_down_count: u32,
    /// Which ones; only the viewer's own, and all at the end.
    pub face_down: Option<Cards>,
    /// Organisation cards, in canonical order.
    pub organisations: ArrayVec<Owned, ORGANISATIONS>,
    /// The totem of this turn.
    pub totem: Option<Totem>,
    /// Whether the seat is out of this turn's auction.
    pub sitting_out: bool,
    /// Whether nobody is there.
    pub absent: bool,
    /// The highest number of the auction at which it can pay for a purchase; 0: none.
    pub pays_from: u8,
    /// Whether the viewer holds it.
    pub own: bool,
    /// Points as far as the viewer can count them; only the viewer's own, and all at the end.
    pub score: Option<Score>,
}

/// An organisation card in front of a seat.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
pub struct Owned {
    /// The card.
    pub card: Organisation,
    /// The turn in which it was taken; it works from the next one on.
    pub turn: u32,
}

/// The deck as a viewer sees it.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct DeckView {
    /// Cards put back on top; the last one is drawn first.
    pub top: ArrayVec<PlacedView, DECK>,
    /// Cards of unknown order.
    pub body: u8,
    /// Cards of unknown order below them.
    pub tail: u8,
    /// Whether the End Game card is among them.
    pub end_in_tail: bool,
    /// Cards put under the deck; the first one is drawn first.
    pub bottom: ArrayVec<PlacedView, DECK>,
}

/// A card that a seat put back.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
pub struct PlacedView {
    /// Who put it there.
    pub placed_by: Seat,
    /// What it is; only for that seat.
    pub family: Option<Family>,
}

/// What `viewer` may see.
///
/// Rules: buurn §11.
pub(super) fn view(rules: &Rules<Buurn>, state: &State, viewer: Viewer) -> View {
    let content = &rules.content;
    let over = state.phase == Phase::Finished;
    let visits = matches!(state.phase, Phase::BlackMarket | Phase::SecondaryMarket);
    let cost = |pending: &Pending| market::cost(content, state, pending.seat);
    let holds_hand = state.pending.is_some_and(|pending| viewer.holds(pending.seat));
    let next_back = content.back_on_top(state.revealed).map(|pile| content.piles[pile].back);
    View {
        phase: state.phase,
        turn: state.turn,
        first_player: state.first_player,
        final_turn: state.final_turn,
        auction_id: state.auction_id,
        restarted: state.restarted,
        start_number: state.start_number,
        count: state.count,
        price: state.price,
        decision_id: state.decision_id,
        pending: state.pending,
        market_cost: state.pending.as_ref().filter(|_| visits).map(cost),
        bank: state.bank,
        players: players(rules, state, viewer),
        families: state.families,
        lot: state.lot.clone(),
        left: state.left,
        organisation_on_offer: state.organisation_on_offer,
        effects_done: state.effects_done,
        hand_count: u8::try_from(state.hand.len()).unwrap_or(u8::MAX),
        hand: holds_hand.then(|| state.hand.clone()),
        deck: DeckView {
            top: state.deck.top.iter().map(|placed| placed_view(*placed, viewer)).collect(),
            body: state.deck.body,
            tail: state.deck.tail,
            end_in_tail: state.deck.end_in_tail,
            bottom: state.deck.bottom.iter().map(|placed| placed_view(*placed, viewer)).collect(),
        },
        discard: state.discard,
        organisation_discard: state.organisation_discard,
        revealed: state.revealed,
        next_back,
        ranking: if over {
            scoring::outcome(rules, state).map_or_else(Vec::new, |outcome| outcome.ranking)
        } else {
            Vec::new()
        },
    }
}

fn placed_view(placed: Placed, viewer: Viewer) -> PlacedView {
    let known = viewer.holds(placed.known_by);
    PlacedView { placed_by: placed.known_by, family: known.then_some(placed.family) }
}

fn players(rules: &Rules<Buurn>, state: &State, viewer: Viewer) -> ArrayVec<PlayerView, SEATS> {
    let shown = |seat: Seat| viewer.holds(seat) || state.phase == Phase::Finished;
    let scores = Seat::all(rules.seats).any(shown).then(|| {
        let estates: Estates = Seat::all(rules.seats).map(|s| estate(state, s, shown(s))).collect();
        scoring::scores_of(&rules.content, state, &estates)
    });
    let owned = |card: Organisation| Owned { card, turn: state.taken_in[card.index()] };
    let player_view = |seat: Seat| {
        let player = state.player(seat);
        let score = scores.as_ref().and_then(|scores| scores.get(seat.index())).copied();
        PlayerView {
            money: player.money,
            face_up: player.face_up,
            face_down_count: player.face_down.count(),
            face_down: shown(seat).then_some(player.face_down),
            organisations: player.organisations.iter().map(owned).collect(),
            totem: player.totem,
            sitting_out: player.sitting_out,
            absent: player.absent,
            pays_from: offer::dearest(&rules.content, state, seat),
            own: viewer.holds(seat),
            score: score.filter(|_| shown(seat)),
        }
    };
    Seat::all(rules.seats).map(player_view).collect()
}

/// What a viewer can count of a seat: the cards that lie open, and the others where it sees them.
fn estate(state: &State, seat: Seat, shown: bool) -> Estate {
    let player = state.player(seat);
    Estate {
        cards: if shown { player.cards() } else { player.face_up },
        face_down: player.face_down.count(),
        organisations: player.organisations.len(),
        money: player.money,
    }
}
