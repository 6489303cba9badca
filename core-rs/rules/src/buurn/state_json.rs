//! The whole state under the names of `rules.md` §4, for records of finished tables.

use serde_json::{Map, Value, json};

use super::Buurn;
use super::cards::Cards;
use super::content::Content;
use super::ids::{Family, OrganisationSet, Totem};
use super::scoring;
use super::state::{Placed, State};
use crate::{Rules, Seat};

/// Everything at the table.
pub(super) fn state_json(rules: &Rules<Buurn>, state: &State) -> Value {
    let content = &rules.content;
    let players: Vec<Value> =
        Seat::all(rules.seats).map(|seat| player(content, state, seat)).collect();
    let deck = &state.deck;
    let pending = state.pending.map(|pending| {
        json!({
            "seat": pending.seat.0,
            "question": pending.question.id(),
            "decision": state.decision_id,
        })
    });
    let scores = scoring::scores(rules, state);
    let ended = scoring::outcome(rules, state);
    let organisation = |card| content.organisation(card).id.as_str();
    json!({
        "phase": state.phase.id(),
        "turn": state.turn,
        "first_player": state.first_player.0,
        "final_turn": state.final_turn,
        "auction_id": state.auction_id,
        "start_number": state.start_number,
        "count": state.count,
        "price": state.price,
        "decision_id": state.decision_id,
        "pending": pending,
        "bank": state.bank,
        "players": players,
        "families": state.families.iter().map(|f| content.family_id(f)).collect::<Vec<_>>(),
        "lot": list(content, &state.lot),
        "left": state.left,
        "organisation_on_offer": state.organisation_on_offer.map(organisation),
        "hand": list(content, &state.hand),
        "deck": {
            "top": placed(content, &deck.top),
            "body": deck.body,
            "tail": deck.tail,
            "end_in_tail": deck.end_in_tail,
            "bottom": placed(content, &deck.bottom),
        },
        "unseen": cards(content, &deck.unseen),
        "discard": cards(content, &state.discard),
        "organisation_discard": organisations(content, state.organisation_discard),
        "revealed": state.revealed,
        "organisation_unseen": organisations(content, state.organisation_unseen),
        "scores": ended.is_some().then(|| scores.iter().map(scoring::Score::total).collect::<Vec<_>>()),
        "ranking": ended.map(|outcome| {
            let groups = outcome.ranking.iter();
            groups.map(|group| group.iter().map(|s| s.0).collect::<Vec<_>>()).collect::<Vec<_>>()
        }),
    })
}

fn player(content: &Content, state: &State, seat: Seat) -> Value {
    let player = state.player(seat);
    let owned = player.organisations.iter().map(|card| {
        let turn = state.taken_in[card.index()];
        json!({ "card": content.organisation(card).id, "turn": turn })
    });
    json!({
        "money": player.money,
        "face_up": cards(content, &player.face_up),
        "face_down": cards(content, &player.face_down),
        "organisations": owned.collect::<Vec<_>>(),
        "totem": player.totem.map(Totem::id),
        "sitting_out": player.sitting_out,
        "absent": player.absent,
    })
}

fn cards(content: &Content, cards: &Cards) -> Value {
    let entry = |(family, count): (_, u8)| (content.family_id(family).to_owned(), count.into());
    Value::Object(cards.kinds().map(entry).collect::<Map<_, _>>())
}

fn list(content: &Content, families: &[Family]) -> Value {
    families.iter().map(|family| Value::from(content.family_id(*family))).collect()
}

fn placed(content: &Content, placed: &[Placed]) -> Value {
    let card = |placed: &Placed| json!({ "family": content.family_id(placed.family), "known_by": placed.known_by.0 });
    placed.iter().map(card).collect()
}

fn organisations(content: &Content, cards: OrganisationSet) -> Value {
    cards.iter().map(|card| Value::from(content.organisation(card).id.as_str())).collect()
}
