//! A state that looks to a viewer like its view: sampled from what the view leaves open (`rules.md` §3).

use super::Burgenland;
use super::cards::Cards;
use super::content::Content;
use super::ids::{BonusTile, Castle, ColourCard, SEATS};
use super::means::Means;
use super::state::{Player, State};
use super::view::View;
use crate::{Rules, Seat, Tape};

/// How often a hand is drawn anew because it could not complete the payment in progress.
const TRIES: usize = 2_000;

/// Samples the hands, bonus tiles and pools that the view does not show.
///
/// Each card nobody showed is as likely to be in any hidden place; so is each bonus tile. A payment in progress
/// says of the hand of the seat that pays that it can complete it (§8.3). A view that shows more than there is
/// (a bot's input can say anything) is cut to what there is.
pub(super) fn determinize(rules: &Rules<Burgenland>, view: &View, chance: &mut Tape<'_>) -> State {
    let content = &rules.content;
    let mut cards = unseen_cards(content, view);
    let mut tiles = unseen_tiles(content, view);
    let paying = paying_hand(content, view, &mut cards, chance);
    let mut players = [Player::default(); SEATS];
    for ((player, seen), seat) in players.iter_mut().zip(&view.players).zip(0..) {
        *player = Player {
            supply: seen.supply,
            large: seen.large,
            hand: match (seen.hand, paying) {
                (Some(hand), _) => within(content, &hand),
                (None, Some(hand)) if view.seat == Some(Seat(seat)) => hand,
                (None, _) => draw_cards(&mut cards, seen.hand_count, chance),
            },
            jokers: seen.jokers,
            exchange_tiles: seen.exchange_tiles,
            bonus_tiles: seen
                .bonus_tiles
                .unwrap_or_else(|| draw_tiles(&mut tiles, seen.bonus_count, chance)),
        };
    }
    State {
        phase: view.phase,
        seat: view.seat.or(view.winner).unwrap_or(Seat(0)),
        start_seat: view.start_seat,
        turn: view.turn,
        markers: view.markers,
        sites: view.sites,
        extra: view.extra,
        players,
        deck: cards,
        discard: within(content, &view.discard),
        exchange_supply: view.exchange_supply,
        bonus_pool: tiles,
        architect_top: view.architect_top,
        architect_unseen: view.architect_unseen,
        architect_queue: view.architect_queue.clone(),
        well_top: view.well_top,
        well_unseen: view.well_unseen,
        wells_built: view.wells_built,
        pending: view.pending,
        winner: view.winner,
    }
}

/// The hidden hand of a seat that is paying: one that can complete the payment. `None`: no such hand is asked for.
///
/// It is drawn first and drawn anew until it can, which makes each such hand as likely as the cards make it.
fn paying_hand(
    content: &Content,
    view: &View,
    pool: &mut Cards,
    chance: &mut Tape<'_>,
) -> Option<Cards> {
    let pending = view.pending?;
    let seen = view.players.get(view.seat?.index())?;
    if seen.hand.is_some() {
        return None;
    }
    let pays = |hand: &Cards| {
        let player = Player { hand: *hand, jokers: seen.jokers, ..Player::default() };
        let border = |castle: Castle| {
            content.castles[castle.index()].nodes.map(|node| view.markers[node.index()])
        };
        Means::of(content, &player).complete(pending.part, pending.architect_ahead, border)
    };
    for _ in 0..TRIES {
        let mut left = *pool;
        let hand = draw_cards(&mut left, seen.hand_count, chance);
        if pays(&hand) {
            *pool = left;
            return Some(hand);
        }
    }
    let hand = thinned(*pool, seen.hand_count, chance, pays);
    *pool = pool.without(&hand);
    Some(hand)
}

/// A hand for a payment that hardly any hand can complete: all the cards, less as many as must go. The lowest
/// go first, at random among those of a value, and none that the payment needs: more cards, or higher ones,
/// never make a payment harder.
fn thinned(pool: Cards, count: u8, chance: &mut Tape<'_>, pays: impl Fn(&Cards) -> bool) -> Cards {
    let mut hand = pool;
    for value in 1..=3 {
        let mut candidates = Cards::default();
        for card in ColourCard::all().filter(|card| card.value() == value) {
            candidates.0[card.index()] = pool.of(card);
        }
        while hand.count() > count && !candidates.is_empty() {
            let thinner = hand.without(&draw_cards(&mut candidates, 1, chance));
            if pays(&thinner) {
                hand = thinner;
            }
        }
    }
    hand
}

/// The cards, at most as many of each kind as there are.
fn within(content: &Content, cards: &Cards) -> Cards {
    Cards(std::array::from_fn(|kind| cards.0[kind].min(content.cards[kind].count)))
}

/// The cards in the deck and in the hands that the view does not show.
fn unseen_cards(content: &Content, view: &View) -> Cards {
    let hands = view.players.iter().filter_map(|player| player.hand);
    let shown = |kind: usize| {
        hands.clone().fold(view.discard.0[kind], |all, hand| all.saturating_add(hand.0[kind]))
    };
    Cards(std::array::from_fn(|kind| content.cards[kind].count.saturating_sub(shown(kind))))
}

/// The tiles in the pool and in the hands that the view does not show.
fn unseen_tiles(content: &Content, view: &View) -> [u8; BonusTile::ALL.len()] {
    let hands = view.players.iter().filter_map(|player| player.bonus_tiles);
    let shown = |kind: usize| {
        hands.clone().fold(view.bonus_played[kind], |all, tiles| all.saturating_add(tiles[kind]))
    };
    std::array::from_fn(|kind| content.bonus_tiles[kind].saturating_sub(shown(kind)))
}

fn draw_cards(pool: &mut Cards, count: u8, chance: &mut Tape<'_>) -> Cards {
    let mut drawn = Cards::default();
    for _ in 0..count {
        let left = pool.count();
        if left == 0 {
            break; // no view of a table shows more cards than there are
        }
        let pick = chance.pick("unseen_card", left.into(), |k| k.to_string());
        if let Some(card) = pool.nth(pick) {
            pool.take(card);
            drawn.add(card);
        }
    }
    drawn
}

fn draw_tiles(
    pool: &mut [u8; BonusTile::ALL.len()],
    count: u8,
    chance: &mut Tape<'_>,
) -> [u8; BonusTile::ALL.len()] {
    let mut drawn = [0; BonusTile::ALL.len()];
    for _ in 0..count {
        let left: u8 = pool.iter().sum();
        if left == 0 {
            break; // no view of a table shows more tiles than there are
        }
        let mut pick = chance.pick("unseen_tile", left.into(), |k| k.to_string());
        let taken = pool.iter().position(|count| match pick.checked_sub((*count).into()) {
            Some(rest) => {
                pick = rest;
                false
            }
            None => true,
        });
        if let Some(kind) = taken {
            pool[kind] -= 1;
            drawn[kind] += 1;
        }
    }
    drawn
}
