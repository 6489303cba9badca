//! A state that looks to a viewer like its view: sampled from what the view leaves open (`rules.md` §4.3).

use super::ElBurro;
use super::ids::{Deck, Phase, SEATS};
use super::sets::{Cards, DonkeyCards};
use super::setup;
use super::state::{Player, State};
use super::things::{Card, DonkeyCard};
use super::view::{DeckCounts, PlayerView, View};
use crate::{Rules, Seat, Seats, Tape};

/// Samples the hands, the pools and the face-down donkey cards that the view does not show.
///
/// Each card nobody showed is as likely to be in any hidden place of its deck, and each donkey card of a seat in any
/// hidden place of that seat. A view that shows more than there is (a bot's input can say anything) is cut to what
/// there is.
pub(super) fn determinize(rules: &Rules<ElBurro>, view: &View, chance: &mut Tape<'_>) -> State {
    let seats = usize::from(rules.seats).min(view.players.len());
    let seen = &view.players[..seats];
    let mut unseen = Unseen { left: Cards::ALL.without(shown(view)), chance };
    let mut players: [Player; SEATS] = std::array::from_fn(|_| setup::player(rules, false));
    for (player, seen) in players.iter_mut().zip(seen) {
        *player = shown_player(seen);
        if let Some(own) = &seen.own {
            player.hand = own.hand.and(unseen.left);
            unseen.left = unseen.left.without(player.hand);
        }
    }
    for (player, seen) in players.iter_mut().zip(seen) {
        if seen.own.is_none() {
            player.hand = unseen.hand(seen.hand_count);
        }
        donkeys(player, seen, unseen.chance);
    }
    let there = |seat: &Seat| seat.index() < seats;
    State {
        round: view.round,
        step: view.step,
        over: view.phase == Phase::Over,
        actors: view.actors.iter().filter(there).fold(Seats::default(), Seats::with),
        done: view.done,
        begun: view.begun,
        stable_gains: view.stable_gains,
        turn_order: view.turn_order.clone(),
        siesta_order: view.siesta_order.clone(),
        siesta_rewards: view.siesta_rewards.clone(),
        rondel_side: view.rondel_side,
        rondel_rotation: view.rondel_rotation,
        dice: view.dice,
        community_die: view.community_die,
        round_tiles: view.round_tiles,
        markets: view.markets.clone(),
        prestige_tiles: view.prestige_tiles,
        general: view.general.clone(),
        boat_sides: view.boat_sides,
        boats_left: view.boats_left,
        docks: view.docks,
        scoring_marks: view.scoring_marks,
        pool: unseen.left,
        discard: view.discard,
        players,
    }
}

/// The farm cards that lie face up somewhere.
fn shown(view: &View) -> Cards {
    let farms = view.players.iter().flat_map(|player| {
        let barrows = player.barrows.iter().flatten().map(|barrow| barrow.card);
        let rows = barrows.chain(player.acquisitions.iter().flatten().copied());
        rows.chain(player.field_cards.iter().copied()).chain(player.admin_cards.iter().copied())
    });
    farms.collect::<Cards>().or(view.discard)
}

/// The farm cards that have no place yet, and the luck that gives them one.
struct Unseen<'a, 'tape> {
    left: Cards,
    chance: &'a mut Tape<'tape>,
}

impl Unseen<'_, '_> {
    /// A hand of cards that the view counts.
    fn hand(&mut self, count: DeckCounts) -> Cards {
        let normal = self.draw(Deck::Normal, count.normal);
        normal.or(self.draw(Deck::Special, count.special))
    }

    fn draw(&mut self, deck: Deck, count: u8) -> Cards {
        let mut drawn = Cards::NONE;
        for _ in 0..count {
            let left = self.left.of(deck);
            if left.is_empty() {
                break;
            }
            let pick = self.chance.pick("unseen_card", left.len().into(), |k| k.to_string());
            let card: Option<Card> = left.nth(pick);
            let Some(card) = card else { break };
            drawn.insert(card);
            self.left.remove(card);
        }
        drawn
    }
}

/// Deals the donkey cards of a seat that the view does not show: twelve, each in one place.
fn donkeys(player: &mut Player, seen: &PlayerView, chance: &mut Tape<'_>) {
    let known = seen.siesta_card.into_iter().chain(seen.donkey_card);
    let known: DonkeyCards = known.chain(seen.stable_cards.iter().copied()).collect();
    let mut left = DonkeyCards::ALL.without(known).without(seen.donkey_unused);
    if let Some(own) = &seen.own {
        player.donkey_hand = own.donkey_hand.and(left);
        left = left.without(player.donkey_hand);
        player.donkey_discard = own.donkey_discard.and(left);
        player.donkey_pool = left.without(player.donkey_discard);
        return;
    }
    let mut draw = || -> Option<DonkeyCard> {
        if left.is_empty() {
            return None;
        }
        let pick = chance.pick("unseen_donkey", left.len().into(), |k| k.to_string());
        let card: DonkeyCard = left.nth(pick)?;
        left.remove(card);
        Some(card)
    };
    player.donkey_hand = (0..seen.donkey_hand_count).map_while(|_| draw()).collect();
    player.donkey_discard = (0..seen.donkey_discard_count).map_while(|_| draw()).collect();
    if seen.chosen {
        player.siesta_card = player.siesta_card.or_else(&mut draw);
        player.donkey_card = player.donkey_card.or_else(&mut draw);
    }
    for _ in 0..seen.stable_hidden {
        if let (Some(card), false) = (draw(), player.stable_cards.is_full()) {
            player.stable_cards.push(card);
        }
    }
    player.donkey_pool = left;
}

/// What the view shows of a seat.
fn shown_player(seen: &PlayerView) -> Player {
    Player {
        prestige: seen.prestige,
        silver: seen.silver,
        workers_free: seen.workers_free,
        assigned: seen.assigned,
        store: seen.store,
        fields: seen.fields,
        field_goods: seen.field_goods,
        loose: seen.loose,
        hand: Cards::NONE,
        field_cards: seen.field_cards.clone(),
        admin_cards: seen.admin_cards.clone(),
        admin_symbols: seen.admin_symbols,
        barrows: seen.barrows,
        acquisitions: seen.acquisitions,
        market_filled: seen.market_filled,
        markets_closed: seen.markets_closed,
        markets_open: seen.markets_open,
        barrows_scored: seen.barrows_scored,
        donkeys: seen.donkeys,
        elements: seen.elements,
        milestone: seen.milestone,
        trough: seen.trough,
        siesta: seen.siesta,
        support: seen.support,
        reward: seen.reward,
        extensions: seen.extensions,
        tiles_front: seen.tiles_front,
        tiles_back: seen.tiles_back,
        personal: seen.personal,
        personal_claimed: seen.personal_claimed,
        donkey_pool: DonkeyCards::NONE,
        donkey_hand: DonkeyCards::NONE,
        donkey_discard: DonkeyCards::NONE,
        donkey_unused: seen.donkey_unused,
        siesta_card: seen.siesta_card,
        donkey_card: seen.donkey_card,
        stable_cards: seen.stable_cards.clone(),
        boosted: seen.boosted,
        used: seen.used.clone(),
        turn_actions: seen.turn_actions,
        stack: seen.stack.clone(),
        scores: seen.scores,
    }
}
