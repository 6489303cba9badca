//! A state that looks to a viewer like its view: sampled from what the view leaves open (`rules.md` §11).

use arrayvec::ArrayVec;

use super::Buurn;
use super::cards::Cards;
use super::content::Content;
use super::ids::{DECK, Family, HAND, ORGANISATIONS, Organisation, OrganisationSet, SEATS};
use super::setup;
use super::state::{Deck, Placed, Player, State};
use super::view::{DeckView, PlacedView, View};
use crate::{Rules, Tape};

/// Samples the face-down cards, the hand and the deck that the view does not show: each card nobody showed is as
/// likely to be in any hidden place.
///
/// A view that shows more than there is (a bot's input can say anything) is cut to what there is.
pub(super) fn determinize(rules: &Rules<Buurn>, view: &View, chance: &mut Tape<'_>) -> State {
    let content = &rules.content;
    let mut unseen = Unseen { cards: unseen_cards(content, view), chance };
    let mut players: [Player; SEATS] = Default::default();
    for (player, seen) in players.iter_mut().zip(&view.players) {
        *player = Player {
            money: seen.money,
            face_up: within(content, view, &seen.face_up),
            face_down: match &seen.face_down {
                Some(cards) => within(content, view, cards),
                None => unseen.draw(seen.face_down_count),
            },
            organisations: seen.organisations.iter().map(|owned| owned.card).collect(),
            totem: seen.totem,
            sitting_out: seen.sitting_out,
            absent: seen.absent,
        };
    }
    let hand: ArrayVec<Family, HAND> = match &view.hand {
        Some(hand) => hand.iter().copied().filter(|card| view.families.contains(*card)).collect(),
        None => (0..view.hand_count).take(HAND).filter_map(|_| unseen.one()).collect(),
    };
    let top = unseen.placed(&view.deck.top);
    let bottom = unseen.placed(&view.deck.bottom);
    State {
        phase: view.phase,
        turn: view.turn,
        first_player: view.first_player,
        final_turn: final_turn(view),
        auction_id: view.auction_id,
        restarted: view.restarted,
        start_number: view.start_number,
        count: view.count,
        price: view.price,
        decision_id: view.decision_id,
        pending: view.pending,
        bank: view.bank,
        players,
        families: view.families,
        lot: view.lot.iter().copied().filter(|card| view.families.contains(*card)).collect(),
        left: view.left,
        organisation_on_offer: view.organisation_on_offer,
        effects_done: view.effects_done,
        hand,
        deck: deck(&view.deck, top, bottom, unseen.cards),
        discard: within(content, view, &view.discard),
        organisation_discard: view.organisation_discard,
        taken_in: taken_in(view),
        revealed: view.revealed,
        organisation_unseen: organisation_unseen(view),
    }
}

/// The cards that the view does not show, and the luck to deal them.
struct Unseen<'a, 'tape> {
    cards: Cards,
    chance: &'a mut Tape<'tape>,
}

impl Unseen<'_, '_> {
    /// A card, as likely as its copies are; `None` when there is none left.
    fn one(&mut self) -> Option<Family> {
        let left = self.cards.count();
        if left == 0 {
            return None; // no view of a table shows more cards than there are
        }
        let pick = self.chance.pick("unseen_card", left, |k| k.to_string());
        let family = self.cards.nth(pick)?;
        self.cards.take(family);
        Some(family)
    }

    fn draw(&mut self, count: u32) -> Cards {
        (0..count.min(self.cards.count())).filter_map(|_| self.one()).collect()
    }

    fn placed(&mut self, cards: &ArrayVec<PlacedView, DECK>) -> ArrayVec<Placed, DECK> {
        let known = |placed: &PlacedView| {
            let family = placed.family.or_else(|| self.one())?;
            Some(Placed { family, known_by: placed.placed_by })
        };
        cards.iter().filter_map(known).collect()
    }
}

/// The cards, at most as many of each family as there are.
fn within(content: &Content, view: &View, cards: &Cards) -> Cards {
    let there = setup::deck(content, view.families).unseen;
    Cards(std::array::from_fn(|family| cards.0[family].min(there.0[family])))
}

/// The cards in the deck, in hands and face down that the view does not show.
fn unseen_cards(content: &Content, view: &View) -> Cards {
    let mut unseen = setup::deck(content, view.families).unseen;
    let owned = view.players.iter().flat_map(|player| [Some(player.face_up), player.face_down]);
    for cards in owned.flatten().chain([view.discard]) {
        unseen = unseen.without(&cards);
    }
    let placed = view.deck.top.iter().chain(&view.deck.bottom).filter_map(|placed| placed.family);
    let hand = view.hand.iter().flatten().copied();
    for family in placed.chain(hand).chain(view.lot.iter().copied()) {
        if view.families.contains(family) {
            unseen.take(family);
        }
    }
    unseen
}

/// The deck; its sizes are those of the view wherever that has cards enough.
fn deck(
    seen: &DeckView,
    top: ArrayVec<Placed, DECK>,
    bottom: ArrayVec<Placed, DECK>,
    unseen: Cards,
) -> Deck {
    let end_in_tail = seen.end_in_tail && seen.tail > 0;
    let cards = u8::try_from(unseen.count()).unwrap_or(u8::MAX);
    let tail = seen.tail.min(cards.saturating_add(end_in_tail.into()));
    let body = cards.saturating_add(end_in_tail.into()).saturating_sub(tail);
    Deck { top, body, tail, end_in_tail, bottom, unseen }
}

/// A deck without an End Game card has shown which turn is the last.
fn final_turn(view: &View) -> Option<u32> {
    let shown = !(view.deck.end_in_tail && view.deck.tail > 0);
    view.final_turn.or(shown.then_some(view.turn))
}

/// When each organisation card was taken.
fn taken_in(view: &View) -> [u32; ORGANISATIONS] {
    let mut turns = [0; ORGANISATIONS];
    for owned in view.players.iter().flat_map(|player| &player.organisations) {
        if let Some(turn) = turns.get_mut(owned.card.index()) {
            *turn = owned.turn;
        }
    }
    turns
}

/// The organisation cards that lie nowhere.
fn organisation_unseen(view: &View) -> OrganisationSet {
    let owned = view.players.iter().flat_map(|player| &player.organisations);
    let mut unseen: OrganisationSet = Organisation::all().collect();
    let shown = owned.map(|owned| owned.card).chain(view.organisation_on_offer);
    shown.chain(view.organisation_discard.iter()).for_each(|card| unseen.remove(card));
    unseen
}
