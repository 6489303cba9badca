//! A view as a message: indices become ids, what never changes is added from the content.

use ludoteca_rules::Seat;
use ludoteca_rules::buurn::{
    Cards, Content, DeckView, Family, Organisation, Owned, PlacedView, PlayerView, Score, Totem,
    View,
};

use crate::message::rank_group;
use crate::pb::ludoteca::buurn::v1 as pb;

/// The source of points of all organisation cards together.
pub(super) const ORGANISATIONS: &str = "organisations";
/// The source of points of dollars.
pub(super) const MONEY: &str = "money";

/// A view as clients get it.
pub(super) fn view(content: &Content, seats: u8, view: &View) -> pb::View {
    let pile: u32 = content.piles.iter().map(|pile| u32::from(pile.used)).sum();
    let lot = (0..).zip(&view.lot);
    pb::View {
        phase: view.phase.id().to_owned(),
        seat: view.pending.map(|pending| number(pending.seat)),
        question: view.pending.map(|pending| pending.question.id().to_owned()).unwrap_or_default(),
        decision: view.decision_id,
        turn: view.turn,
        first_player: number(view.first_player),
        final_turn: view.final_turn,
        auction: view.auction_id,
        restarted: view.restarted,
        start_number: u32::from(view.start_number),
        count: view.count.map(u32::from),
        price: view.price.map(u32::from),
        bank: view.bank,
        families: view.families.iter().map(|each| family(content, each)).collect(),
        lot: lot.map(|(slot, card)| lot_card(content, slot, *card)).collect(),
        organisation_on_offer: view.organisation_on_offer.map(|card| organisation(content, card)),
        next_back: view.next_back.map(u32::from),
        organisation_pile_count: pile.saturating_sub(u32::from(view.revealed)),
        deck: Some(deck(content, &view.deck)),
        discard: cards(content, &view.discard),
        organisation_discard: view
            .organisation_discard
            .iter()
            .map(|card| organisation(content, card))
            .collect(),
        totems: content.layout(seats).totems.iter().map(|each| totem(view, *each)).collect(),
        players: (0..).zip(&view.players).map(|(seat, p)| player(content, view, seat, p)).collect(),
        ranking: view.ranking.iter().map(|group| rank_group(group)).collect(),
        effects_done: u32::from(view.effects_done),
        revealed: u32::from(view.revealed),
        market_cost: view.market_cost,
        left_slot: view.left.map(u32::from),
        hand_count: u32::from(view.hand_count),
    }
}

fn number(seat: Seat) -> u32 {
    u32::from(seat.0)
}

fn family(content: &Content, family: Family) -> pb::Family {
    let kind = content.families.get(family.index());
    pb::Family {
        id: content.family_id(family).to_owned(),
        name: kind.map(|kind| kind.name.clone()).unwrap_or_default(),
        copies: kind.map(|kind| u32::from(kind.copies)).unwrap_or_default(),
    }
}

fn lot_card(content: &Content, slot: u32, family: Family) -> pb::LotCard {
    pb::LotCard { slot, family: content.family_id(family).to_owned() }
}

fn organisation(content: &Content, card: Organisation) -> pb::Organisation {
    let kind = content.organisation(card);
    let back = content.piles.iter().find(|pile| pile.cards.contains(card));
    pb::Organisation {
        id: kind.id.clone(),
        name: kind.name.clone(),
        r#type: kind.card_type.id().to_owned(),
        text: kind.text.clone(),
        back: back.map(|pile| u32::from(pile.back)).unwrap_or_default(),
    }
}

fn cards(content: &Content, cards: &Cards) -> Vec<pb::FamilyCount> {
    let kinds = cards.kinds().map(|(family, count)| pb::FamilyCount {
        family: content.family_id(family).to_owned(),
        count: u32::from(count),
    });
    kinds.collect()
}

/// The deck; the cards on top are told from above.
fn deck(content: &Content, deck: &DeckView) -> pb::Deck {
    let placed = |placed: &PlacedView| pb::DeckCard {
        family: placed.family.map(|card| content.family_id(card).to_owned()).unwrap_or_default(),
        known_by: number(placed.placed_by),
    };
    let top: Vec<_> = deck.top.iter().rev().map(placed).collect();
    let bottom: Vec<_> = deck.bottom.iter().map(placed).collect();
    let known = u32::try_from(top.len() + bottom.len()).unwrap_or(u32::MAX);
    pb::Deck {
        count: known.saturating_add(u32::from(deck.body)).saturating_add(u32::from(deck.tail)),
        top,
        body: u32::from(deck.body),
        tail: u32::from(deck.tail),
        end_in_tail: deck.end_in_tail,
        bottom,
    }
}

fn totem(view: &View, totem: Totem) -> pb::Totem {
    let holder = (0..).zip(&view.players).find(|(_, player)| player.totem == Some(totem));
    pb::Totem { id: totem.id().to_owned(), holder: holder.map(|(seat, _)| seat) }
}

fn player(content: &Content, view: &View, seat: u32, seen: &PlayerView) -> pb::Player {
    let decides = view.pending.is_some_and(|pending| number(pending.seat) == seat);
    let hand = view.hand.iter().flatten().filter(|_| decides);
    let owned = |owned: &Owned| pb::OwnedOrganisation {
        card: Some(organisation(content, owned.card)),
        turn: owned.turn,
    };
    pb::Player {
        seat,
        money: seen.money,
        face_up: cards(content, &seen.face_up),
        face_down_count: seen.face_down_count,
        organisations: seen.organisations.iter().map(owned).collect(),
        totem: seen.totem.map(|totem| totem.id().to_owned()).unwrap_or_default(),
        sitting_out: seen.sitting_out,
        absent: seen.absent,
        pays_from: u32::from(seen.pays_from),
        own: seen.own,
        face_down: seen.face_down.map(|down| cards(content, &down)).unwrap_or_default(),
        hand: hand.map(|card| content.family_id(*card).to_owned()).collect(),
        score: seen.score.map(|score| points(score.total())),
        score_rows: seen.score.map(|score| rows(content, view, &score)).unwrap_or_default(),
    }
}

/// Points as they are shown: no game of ours has so many that they do not fit.
fn points(points: i64) -> i32 {
    i32::try_from(points).unwrap_or(if points < 0 { i32::MIN } else { i32::MAX })
}

/// The points of each family in play, then those of organisation cards and dollars.
fn rows(content: &Content, view: &View, score: &Score) -> Vec<pb::ScoreRow> {
    let row =
        |source: &str, of: i64| pb::ScoreRow { source: source.to_owned(), points: points(of) };
    let families = view.families.iter().map(|family| {
        let of = score.families.get(family.index()).copied().unwrap_or_default();
        row(content.family_id(family), of)
    });
    families.chain([row(ORGANISATIONS, score.organisations), row(MONEY, score.money)]).collect()
}
