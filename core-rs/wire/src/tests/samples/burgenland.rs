//! Burgenland: cards are hidden.

use std::collections::BTreeSet;

use ludoteca_rules::burgenland::{Action, Burgenland, Cards};
use ludoteca_rules::{Deed, Event, Game};

use super::{Given, Sample, Sent, canaries_in, canary};
use crate::pb::ludoteca::burgenland::v1 as pb;

fn cards(cards: &Cards) -> BTreeSet<usize> {
    cards.kinds().map(|(card, _)| card.index()).collect()
}

impl Sample for Burgenland {
    const FEWEST: u32 = 2;
    const OTHER: &'static [Given] =
        &[("neutral_placement", "seats"), ("two_player_layout", "full_set")];
    const HIDDEN: usize = 24;

    /// Each colour card is there once.
    fn canaries() -> String {
        let (mut text, mut kind) = (String::new(), 0);
        for line in Self::CONTENT.lines() {
            if line.starts_with("  { id = \"") && line.contains("colour =") {
                let rest = line.split_once(", ").map(|(_, rest)| rest).expect("an entry");
                let (rest, _) = rest.rsplit_once(", ").expect("an entry");
                text += &["  { id = \"", &canary(kind), "\", ", rest, ", count = 1 },\n"].concat();
                kind += 1;
            } else {
                text += match line {
                    "colour_cards = 80" => "colour_cards = 24",
                    "cards_per_colour = 10" => "cards_per_colour = 3",
                    other => other,
                };
                text.push('\n');
            }
        }
        assert_eq!(kind, Self::HIDDEN);
        text
    }

    fn found(bytes: &[u8]) -> BTreeSet<usize> {
        canaries_in(bytes)
    }

    /// Its own hand, the discard, and what was rewarded in the open. A card that is paid, shuffled in again and
    /// drawn by the same action is where it was: the states cannot tell that it was shown.
    fn known(
        before: &Self::State,
        after: &Self::State,
        event: &Event<Self::Action>,
        viewer: Option<u32>,
        _sent: Sent,
    ) -> Option<BTreeSet<usize>> {
        if after.discard.count() < before.discard.count() || before.deck.count() < 6 {
            return None;
        }
        let mut known: BTreeSet<usize> = cards(&before.discard);
        known.extend(cards(&after.discard));
        if let Some(seat) = viewer {
            known.extend(cards(&before.players[seat as usize].hand));
            known.extend(cards(&after.players[seat as usize].hand));
        }
        let hidden = matches!(event.deed, Deed::Acted { action: Action::DrawCards, .. });
        for (then, now) in before.players.iter().zip(&after.players).filter(|_| !hidden) {
            let held = cards(&then.hand);
            known.extend(cards(&now.hand).into_iter().filter(|kind| !held.contains(kind)));
        }
        Some(known)
    }

    fn own_only(view: &pb::View) -> Vec<(bool, bool)> {
        let shows = |p: &pb::Player| !(p.hand.is_empty() && p.bonus_tiles.is_empty());
        view.players.iter().map(|player| (player.own, shows(player))).collect()
    }
}
