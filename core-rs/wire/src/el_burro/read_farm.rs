//! A seat, read from a view's message.

use ludoteca_rules::el_burro::{
    Barrow, Card, CardSides, Cards, DonkeyCard, DonkeyCards, Good, MarketState, OwnView,
    PlayerView, SLOTS, Support, TileSide,
};

use super::frames;
use super::read::{Reader, bounded, deck_count};
use super::read_parts::{
    areas, derived, donkeys, elements, farm_spaces, rewards, scores, tiles, uses,
};
use crate::field::{Read, few, small, word};
use crate::pb::ludoteca::el_burro::v1 as pb;

/// No seat has so much prestige or silver, or has so many actions in a turn.
const COUNTED_MOST: u16 = 10_000;
/// No seat has so many tokens of one kind.
const TOKENS_MOST: u8 = 60;

/// What the seats of a table share.
pub(super) struct Table<'a> {
    pub(super) markets: &'a [MarketState],
    pub(super) message: &'a pb::View,
}

/// Flags as bits; as many as there have to be.
pub(super) fn bits(flags: &[bool], count: u8) -> Read<u8> {
    if flags.len() != usize::from(count) || count > 8 {
        return Err("a number of flags is wrong".to_owned());
    }
    Ok((0..).zip(flags).fold(0, |bits, (place, flag)| bits | u8::from(*flag) << place))
}

/// Farm cards, each once.
pub(super) fn cards(read: Reader<'_>, entries: &[pb::Card]) -> Read<Cards> {
    entries.iter().map(|entry| card(read, Some(entry))).collect()
}

fn card(read: Reader<'_>, entry: Option<&pb::Card>) -> Read<Card> {
    let entry = entry.ok_or("a card is missing")?;
    word(&entry.id, "farm card", |id| read.content.card_of(id))
}

fn row(read: Reader<'_>, entries: &[pb::Card]) -> impl Iterator<Item = Read<Card>> {
    entries.iter().map(move |entry| card(read, Some(entry)))
}

fn donkey_card(read: Reader<'_>, entry: &pb::DonkeyCard) -> Read<DonkeyCard> {
    word(&entry.id, "donkey card", |id| read.content.donkey_of(id))
}

fn donkey_cards(read: Reader<'_>, entries: &[pb::DonkeyCard]) -> Read<DonkeyCards> {
    entries.iter().map(|entry| donkey_card(read, entry)).collect()
}

fn counted(number: u32, name: &str) -> Read<u16> {
    let number: u16 = small(number, name)?;
    if number <= COUNTED_MOST { Ok(number) } else { Err(format!("{name} is too large")) }
}

/// A seat's entry.
pub(super) fn player(read: Reader<'_>, table: &Table<'_>, p: &pb::Player) -> Read<PlayerView> {
    let numbers = &read.content.numbers;
    let maybe = |entry: &Option<pb::DonkeyCard>| {
        entry.as_ref().map(|card| donkey_card(read, card)).transpose()
    };
    let own = OwnView {
        hand: cards(read, &p.hand)?,
        donkey_hand: donkey_cards(read, &p.donkey_hand)?,
        donkey_discard: donkey_cards(read, &p.donkey_discard)?,
    };
    let admin: Vec<Card> = row(read, &p.administration_cards).collect::<Read<_>>()?;
    let goods = goods(p)?;
    let farm = farm_spaces(read, p)?;
    let areas = areas(read, table, p)?;
    let personal = p.personal.as_ref().ok_or("the goals are missing")?;
    let donkey_count = |count, name| bounded(count, DonkeyCards::ALL.len(), name);
    let acts = table.message.actors.contains(&p.seat);
    let view = PlayerView {
        prestige: counted(p.prestige, "prestige")?,
        silver: counted(p.silver, "silver")?,
        workers_free: bounded(p.workers, TOKENS_MOST, "workers")?,
        assigned: farm.assigned,
        store: goods.store,
        fields: goods.fields,
        field_goods: goods.field_goods,
        loose: goods.loose,
        hand_count: deck_count(p.hand_count.as_ref())?,
        admin_symbols: admin_symbols(read, &admin),
        field_cards: few(row(read, &p.field_cards))?,
        admin_cards: few(admin.into_iter().map(Ok))?,
        barrows: barrows(read, p)?,
        acquisitions: acquisitions(read, p)?,
        market_filled: areas.filled,
        markets_closed: areas.closed,
        markets_open: areas.open,
        barrows_scored: bounded(p.barrows_scored, TOKENS_MOST, "barrows_scored")?,
        donkeys: donkeys(read, p)?,
        elements: elements(read, p)?,
        milestone: bounded(p.milestone, numbers.milestone_last, "milestone")?,
        trough: bounded(p.trough, numbers.trough_last, "trough")?,
        siesta: bounded(p.siesta, numbers.siesta_last, "siesta")?,
        support: word(&p.support, "support", Support::from_id)?,
        reward: rewards(read, p)?,
        extensions: farm.extensions,
        tiles_front: tiles(read, p, TileSide::Front)?,
        tiles_back: tiles(read, p, TileSide::Back)?,
        personal: word(&personal.tile, "achievement", |id| read.content.personal_of(id))?,
        personal_claimed: bits(&personal.claimed, 3)?,
        donkey_pool_count: donkey_count(p.donkey_pool_count, "donkey_pool_count")?,
        donkey_hand_count: donkey_count(p.donkey_hand_count, "donkey_hand_count")?,
        donkey_discard_count: donkey_count(p.donkey_discard_count, "donkey_discard_count")?,
        donkey_unused: donkey_cards(read, &p.donkey_unused)?,
        chosen: p.chosen,
        siesta_card: maybe(&p.siesta_card)?,
        donkey_card: maybe(&p.donkey_card)?,
        stable_cards: few(p.stable_cards.iter().map(|card| donkey_card(read, card)))?,
        stable_hidden: bounded(p.stable_hidden, 1, "stable_hidden")?,
        boosted: [bounded(p.boosted_siesta, 2, "boost")?, bounded(p.boosted_donkey, 2, "boost")?],
        used: uses(read, p)?,
        turn_actions: counted(p.turn_actions, "turn_actions")?,
        stack: frames::stack(read.content, &p.stack, acts)?,
        scores: scores(p)?,
        derived: derived(p)?,
        own: p.own.then_some(own),
    };
    fields_have_cards(read, &view)?;
    Ok(view)
}

/// The symbols of the administration: those of the normal cards there.
fn admin_symbols<const N: usize>(read: Reader<'_>, cards: &[Card]) -> [u8; N] {
    let mut symbols = [0; N];
    for card in cards {
        match &read.content.cards[card.index()].sides {
            CardSides::Normal { admin, .. } => {
                for category in admin {
                    symbols[category.index()] += 1;
                }
            }
            CardSides::Special(_) => {}
        }
    }
    symbols
}

/// A field is a card, and holds one token at most.
fn fields_have_cards(read: Reader<'_>, view: &PlayerView) -> Read<()> {
    let mut fields = [0; Good::ALL.len()];
    for card in &view.field_cards {
        match &read.content.cards[card.index()].sides {
            CardSides::Normal { field, .. } => fields[field.index()] += 1,
            CardSides::Special(_) => {}
        }
    }
    let held = view.field_goods.iter().zip(fields).all(|(tokens, cards)| *tokens <= cards);
    if fields == view.fields && held { Ok(()) } else { Err("a field has no card".to_owned()) }
}

struct Tokens {
    store: [u8; Good::ALL.len()],
    fields: [u8; Good::ALL.len()],
    field_goods: [u8; Good::ALL.len()],
    loose: [u8; Good::ALL.len()],
}

/// The good with an id.
pub(super) fn good(id: &str) -> Read<Good> {
    word(id, "good", Good::from_id)
}

fn goods(p: &pb::Player) -> Read<Tokens> {
    const NONE: [u8; Good::ALL.len()] = [0; Good::ALL.len()];
    let mut goods = Tokens { store: NONE, fields: NONE, field_goods: NONE, loose: NONE };
    for store in &p.stores {
        goods.store[good(&store.good)?.index()] = bounded(store.tokens, TOKENS_MOST, "tokens")?;
    }
    for field in &p.fields {
        let index = good(&field.good)?.index();
        goods.fields[index] = bounded(field.cards, TOKENS_MOST, "fields")?;
        goods.field_goods[index] = bounded(field.tokens, TOKENS_MOST, "tokens")?;
    }
    for one in &p.loose {
        let count = &mut goods.loose[good(one)?.index()];
        *count = bounded(u32::from(*count) + 1, TOKENS_MOST, "loose")?;
    }
    Ok(goods)
}

/// A slot of a row that nothing else lies in.
fn slot<T>(row: &[Option<T>; SLOTS], number: u32) -> Read<usize> {
    let slot: usize = small(number, "slot")?;
    match row.get(slot) {
        Some(None) => Ok(slot),
        Some(Some(_)) | None => Err(format!("there is no room in slot {number}")),
    }
}

fn barrows(read: Reader<'_>, p: &pb::Player) -> Read<[Option<Barrow>; SLOTS]> {
    let mut row = [None; SLOTS];
    for entry in &p.barrows {
        let slot = slot(&row, entry.slot)?;
        let card = card(read, entry.card.as_ref())?;
        let markings = &read.content.cards[card.index()].barrow.markings;
        let filled = bits(&entry.filled, markings.len())?;
        row[slot] = Some(Barrow { card, filled, being_scored: entry.being_scored });
    }
    Ok(row)
}

fn acquisitions(read: Reader<'_>, p: &pb::Player) -> Read<[Option<Card>; SLOTS]> {
    let mut row = [None; SLOTS];
    for entry in &p.acquisitions {
        let slot = slot(&row, entry.slot)?;
        row[slot] = Some(card(read, entry.card.as_ref())?);
    }
    Ok(row)
}
