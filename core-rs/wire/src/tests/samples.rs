//! What the tests of the door have to know of each game.

use std::collections::BTreeSet;

use ludoteca_rules::burgenland::{self, Burgenland};
use ludoteca_rules::el_gaucho::{self, ElGaucho, Tile, Tiles};
use ludoteca_rules::{Deed, Event, Game};

use crate::game::GameWire;
use crate::pb::ludoteca::burgenland::v1 as burgenland_pb;
use crate::pb::ludoteca::el_gaucho::v1 as el_gaucho_pb;

/// A creation option and its value.
pub(super) type Given = (&'static str, &'static str);

/// A game on the wire, as the tests play it.
pub(super) trait Sample: GameWire {
    /// The fewest seats of a table.
    const FEWEST: u32;
    /// Options other than the defaults, good for every number of seats.
    const OTHER: &'static [Given];

    /// A content file whose hidden things have names that are found nowhere else.
    fn canaries() -> String;

    /// The hidden things whose names are in some bytes.
    fn found(bytes: &[u8]) -> BTreeSet<usize>;

    /// The hidden things that a viewer may read of when `event` leads from one state to the other; `None` where
    /// the states cannot tell.
    fn known(
        before: &Self::State,
        after: &Self::State,
        event: &Event<Self::Action>,
        viewer: Option<u32>,
    ) -> Option<BTreeSet<usize>>;

    /// How many hidden things there are.
    const HIDDEN: usize;

    /// The seats of a view with whether each is said to be the viewer's own, and whether it shows anything that
    /// only its holder may see.
    fn own_only(view: &Self::ViewMessage) -> Vec<(bool, bool)>;
}

/// The k-th name of a hidden thing.
fn canary(kind: usize) -> String {
    format!("qz{kind:02}x")
}

/// The canaries in some bytes.
fn canaries_in(bytes: &[u8]) -> BTreeSet<usize> {
    let kind = |window: &[u8]| match window {
        [b'q', b'z', tens @ b'0'..=b'9', ones @ b'0'..=b'9', b'x'] => {
            Some(usize::from(tens - b'0') * 10 + usize::from(ones - b'0'))
        }
        _ => None,
    };
    bytes.windows(canary(0).len()).filter_map(kind).collect()
}

fn cards(cards: &burgenland::Cards) -> BTreeSet<usize> {
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
        let hidden =
            matches!(event.deed, Deed::Acted { action: burgenland::Action::DrawCards, .. });
        for (then, now) in before.players.iter().zip(&after.players).filter(|_| !hidden) {
            let held = cards(&then.hand);
            known.extend(cards(&now.hand).into_iter().filter(|kind| !held.contains(kind)));
        }
        Some(known)
    }

    fn own_only(view: &burgenland_pb::View) -> Vec<(bool, bool)> {
        let shows = |p: &burgenland_pb::Player| !(p.hand.is_empty() && p.bonus_tiles.is_empty());
        view.players.iter().map(|player| (player.own, shows(player))).collect()
    }
}

/// What everybody sees of the tiles.
fn open_tiles(state: &el_gaucho::State) -> Tiles {
    let held = state.players.iter().map(|player| player.herds.tiles.or(player.pending));
    held.fold(state.pampa_tiles().or(state.removed), Tiles::or)
}

fn own_tiles(state: &el_gaucho::State, seat: u32) -> Tiles {
    let player = &state.players[seat as usize];
    player.start_draw.or(player.discards).or(player.steppe_seen)
}

impl Sample for ElGaucho {
    const FEWEST: u32 = 2;
    const OTHER: &'static [Given] = &[("start_seat", "1")];
    const HIDDEN: usize = 60;

    fn canaries() -> String {
        let mut kind = 0;
        let line = |line: &str| {
            let tile = line.strip_prefix("id = \"").is_some_and(|id| {
                id.trim_end_matches('"').rsplit_once('_').is_some_and(|(_, n)| n.len() == 2)
            });
            if !tile {
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

    /// The pampa, herds and what is out of the game; its own start tiles and what it saw of the steppe.
    fn known(
        before: &Self::State,
        after: &Self::State,
        _event: &Event<Self::Action>,
        viewer: Option<u32>,
    ) -> Option<BTreeSet<usize>> {
        let open = open_tiles(before).or(open_tiles(after));
        let own = viewer.map(|seat| own_tiles(before, seat).or(own_tiles(after, seat)));
        Some(open.or(own.unwrap_or_default()).iter().map(Tile::index).collect())
    }

    fn own_only(view: &el_gaucho_pb::View) -> Vec<(bool, bool)> {
        let shows = |player: &el_gaucho_pb::Player| {
            !player.start_draw.is_empty() || player.choice.is_some() || !player.discards.is_empty()
        };
        view.players.iter().map(|player| (player.own, shows(player))).collect()
    }
}
