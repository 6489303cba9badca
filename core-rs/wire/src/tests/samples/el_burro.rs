//! El Burro: hands are hidden, and so are donkey cards until all have chosen.

use std::collections::BTreeSet;

use ludoteca_rules::el_burro::{
    Action, Card, Cards, DonkeyCard, DonkeyCards, ElBurro, Player, State, Step,
};
use ludoteca_rules::{Actor, Deed, Event, Game};

use super::{Given, Sample, Sent, canaries_in, canary};
use crate::pb::ludoteca::el_burro::v1 as pb;

/// The farm cards that lie face up.
fn open_cards(state: &State) -> Cards {
    let farms = state.players.iter().flat_map(|player| {
        let barrows = player.barrows.iter().flatten().map(|barrow| barrow.card);
        let rows = barrows.chain(player.acquisitions.iter().flatten().copied());
        rows.chain(player.field_cards.iter().copied()).chain(player.admin_cards.iter().copied())
    });
    farms.collect::<Cards>().or(state.discard)
}

/// The donkey cards of a seat that lie face up. While seats choose, what they have chosen is hidden.
fn open_donkeys(state: &State, player: &Player) -> DonkeyCards {
    let places = player.siesta_card.into_iter().chain(player.donkey_card);
    let stable = player.stable_cards.iter().copied();
    let chosen = state.step == Step::DonkeyChoice && player.siesta_card.is_some();
    let open: DonkeyCards = if chosen {
        stable.take(player.stable_cards.len() - 1).collect()
    } else {
        places.chain(stable).collect()
    };
    open.or(player.donkey_unused)
}

/// The donkey cards of a seat that its holder knows.
fn own_donkeys(player: &Player) -> DonkeyCards {
    let chosen = player.siesta_card.into_iter().chain(player.donkey_card);
    let chosen: DonkeyCards = chosen.chain(player.stable_cards.iter().copied()).collect();
    chosen.or(player.donkey_hand).or(player.donkey_discard)
}

/// The card that leaves a hand with the action.
fn shown(action: &Action) -> Option<Card> {
    if let Action::PlayCard { card, .. }
    | Action::DiscardCard { card }
    | Action::SwapCard { card } = action
    {
        return Some(*card);
    }
    None
}

impl Sample for ElBurro {
    const FEWEST: u32 = 2;
    const OTHER: &'static [Given] = &[
        ("variable_markets", "true"),
        ("variable_bonuses", "true"),
        ("first_seat", "1"),
        ("rondel_direction", "counterclockwise"),
        ("simultaneous", "in_order"),
    ];
    /// Donkey cards, of which every seat has the same, and farm cards.
    const HIDDEN: usize = DonkeyCard::COUNT + Card::COUNT;

    fn canaries() -> String {
        let (mut kind, mut hidden) = (0, false);
        let line = |line: &str| {
            if line.starts_with('[') {
                hidden = ["[[farm_card]]", "[[special_card]]", "[[donkey_card]]"].contains(&line);
            }
            if !hidden || !line.starts_with("id = ") {
                return format!("{line}\n");
            }
            kind += 1;
            format!("id = \"{}\"\n", canary(kind - 1))
        };
        let text = Self::CONTENT.lines().map(line).collect();
        assert_eq!(kind, Self::HIDDEN);
        text
    }

    fn found(bytes: &[u8]) -> BTreeSet<usize> {
        canaries_in(bytes)
    }

    fn known(
        before: &State,
        after: &State,
        event: &Event<Action>,
        viewer: Option<u32>,
        _sent: Sent,
    ) -> Option<BTreeSet<usize>> {
        let mut cards = open_cards(before).or(open_cards(after));
        let mut donkeys = DonkeyCards::NONE;
        for state in [before, after] {
            for player in &state.players {
                donkeys = donkeys.or(open_donkeys(state, player));
            }
            if let Some(seat) = viewer {
                let player = &state.players[seat as usize];
                cards = cards.or(player.hand);
                donkeys = donkeys.or(own_donkeys(player));
            }
        }
        if let Deed::Acted { action, actor: Actor::Seat(_), .. } = &event.deed {
            cards = cards.or(shown(action).into_iter().collect());
        }
        Some(places(cards, donkeys))
    }

    fn own_only(view: &pb::View) -> Vec<(bool, bool)> {
        let shows = |player: &pb::Player| {
            let donkeys = !player.donkey_hand.is_empty() || !player.donkey_discard.is_empty();
            donkeys || !player.hand.is_empty()
        };
        view.players.iter().map(|player| (player.own, shows(player))).collect()
    }
}

/// The hidden things by their place in the content file, where the donkey cards come first.
fn places(cards: Cards, donkeys: DonkeyCards) -> BTreeSet<usize> {
    let cards = cards.iter().map(|card| DonkeyCard::COUNT + card.index());
    donkeys.iter().map(DonkeyCard::index).chain(cards).collect()
}
