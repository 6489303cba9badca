//! Buurn: which family a card is of is hidden.

use std::collections::BTreeSet;

use ludoteca_rules::buurn::{Action, Buurn, Cards, Deck, Family, Phase, State};
use ludoteca_rules::{Actor, Deed, Event, Game};

use super::{Given, Sample, Sent, canaries_in, canary};
use crate::pb::ludoteca::buurn::v1 as pb;

/// The families of which there is another number of cards.
fn moved(before: &Cards, after: &Cards) -> impl Iterator<Item = usize> {
    let (before, after) = (*before, *after);
    Family::all().filter(move |each| before.of(*each) != after.of(*each)).map(Family::index)
}

/// The families of the cards that a seat put into the deck.
fn placed(deck: &Deck, seat: u32) -> impl Iterator<Item = usize> + '_ {
    let cards = deck.top.iter().chain(&deck.bottom);
    let own = cards.filter(move |placed| u32::from(placed.known_by.0) == seat);
    own.map(|placed| placed.family.index())
}

/// The families that an action shows to all.
fn shown(action: &Action) -> Vec<usize> {
    if let Action::Swap { own, theirs, .. } = action {
        vec![own.index(), theirs.index()]
    } else if let Action::Give { own, .. } = action {
        vec![own.index()]
    } else {
        Vec::new()
    }
}

fn hand(state: &State, seat: u32) -> impl Iterator<Item = usize> + '_ {
    let own = state.pending.is_some_and(|pending| u32::from(pending.seat.0) == seat);
    state.hand.iter().filter(move |_| own).map(|family| family.index())
}

impl Sample for Buurn {
    const FEWEST: u32 = 3;
    const OTHER: &'static [Given] =
        &[("tick_ms", "0"), ("late_ticks", "0"), ("extra_family", "true"), ("first_player", "1")];
    const HIDDEN: usize = 10;
    const TAKEBACKS: bool = false;

    fn canaries() -> String {
        let (mut kind, mut is_family) = (0, false);
        let line = |line: &str| {
            if line.starts_with("[[") {
                is_family = line == "[[family]]";
            }
            if !(is_family && line.starts_with("id = ")) {
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

    /// A notice names the families of the cards that it shows: those of the lot, those that come or go face up,
    /// the viewer's own; so does a refusal. A view names every family in play.
    fn known(
        before: &State,
        after: &State,
        event: &Event<Action>,
        viewer: Option<u32>,
        sent: Sent,
    ) -> Option<BTreeSet<usize>> {
        let names_all = !matches!(sent, Sent::Notice | Sent::Checked);
        if names_all || after.phase == Phase::Finished {
            return None;
        }
        let mut known: BTreeSet<usize> =
            before.lot.iter().chain(&after.lot).map(|family| family.index()).collect();
        known.extend(moved(&before.discard, &after.discard));
        for (then, now) in before.players.iter().zip(&after.players) {
            known.extend(moved(&then.face_up, &now.face_up));
        }
        if let Deed::Acted { action, actor: Actor::Seat(_), .. } = &event.deed {
            known.extend(shown(action));
        }
        if let Some(seat) = viewer {
            let (then, now) = (&before.players[seat as usize], &after.players[seat as usize]);
            known.extend(moved(&then.face_down, &now.face_down));
            known.extend(hand(before, seat).chain(hand(after, seat)));
            known.extend(placed(&before.deck, seat).chain(placed(&after.deck, seat)));
        }
        Some(known)
    }

    fn own_only(view: &pb::View) -> Vec<(bool, bool)> {
        let over = view.phase == Phase::Finished.id();
        let placed = |seat: u32| {
            let cards = view.deck.iter().flat_map(|deck| deck.top.iter().chain(&deck.bottom));
            cards.filter(|card| !card.family.is_empty()).any(|card| card.known_by == seat)
        };
        let shows = |player: &pb::Player| {
            let told = !player.face_down.is_empty() || !player.hand.is_empty();
            let counted = player.score.is_some() || !player.score_rows.is_empty();
            placed(player.seat) || !over && (told || counted)
        };
        view.players.iter().map(|player| (player.own, shows(player))).collect()
    }
}
