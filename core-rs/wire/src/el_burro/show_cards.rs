//! Farm cards and donkey cards as messages.

use ludoteca_rules::el_burro::{Barrow, Card, CardSides, Content, DonkeyCard, Side};

use super::phrases;
use super::show::{filled, markings};
use crate::pb::ludoteca::el_burro::v1 as pb;

/// A card that is seen, with what it does in words.
pub(super) fn open_card(content: &Content, card: Card, functions: Vec<String>) -> pb::Card {
    let plan = &content.cards[card.index()];
    pb::Card {
        id: plan.id.clone(),
        deck: card.deck().id().to_owned(),
        name: plan.name.clone(),
        functions,
    }
}

/// A card in hand: what it does at each side.
pub(super) fn hand_card(content: &Content, card: Card) -> pb::Card {
    let functions = Side::ALL.map(|side| function(content, card, side));
    open_card(content, card, functions.into())
}

/// A card in play: what it does where it lies.
pub(super) fn played_card(content: &Content, card: Card, side: Side) -> pb::Card {
    open_card(content, card, vec![function(content, card, side)])
}

/// What a card does at a side.
fn function(content: &Content, card: Card, side: Side) -> String {
    let plan = &content.cards[card.index()];
    match (&plan.sides, side) {
        (CardSides::Normal { .. } | CardSides::Special(_), Side::Barrow) => {
            phrases::barrow(&plan.barrow, card.deck())
        }
        (CardSides::Normal { field, .. }, Side::Field) => {
            content.storages[field.index()].field_text.clone()
        }
        (CardSides::Normal { admin, .. }, Side::Administration) => {
            let texts = admin.map(|category| content.categories[category.index()].text.as_str());
            texts.join(" ")
        }
        (CardSides::Normal { acquisition, .. }, Side::Acquisition) => {
            content.acquisitions[acquisition.index()].text.clone()
        }
        (CardSides::Special(scores), Side::Field) => scores[0].text.clone(),
        (CardSides::Special(scores), Side::Administration) => scores[1].text.clone(),
        (CardSides::Special(scores), Side::Acquisition) => scores[2].text.clone(),
    }
}

/// A card in the barrow row.
pub(super) fn barrow(content: &Content, slot: u32, barrow: &Barrow) -> pb::RowCard {
    let target = &content.cards[barrow.card.index()].barrow;
    pb::RowCard {
        slot,
        card: Some(played_card(content, barrow.card, Side::Barrow)),
        markings: markings(&target.markings),
        filled: filled(&target.markings, barrow.filled),
        prestige: target.prestige.into(),
        being_scored: barrow.being_scored,
    }
}

/// A donkey card that is seen.
pub(super) fn donkey_card(content: &Content, card: DonkeyCard) -> pb::DonkeyCard {
    let plan = &content.donkeys[card.index()];
    pb::DonkeyCard { id: plan.id.clone(), value: plan.value.into(), text: plan.text.clone() }
}
