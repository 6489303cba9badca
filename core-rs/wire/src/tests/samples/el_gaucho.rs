//! El Gaucho: tiles are hidden.

use std::collections::BTreeSet;

use ludoteca_rules::el_gaucho::{ElGaucho, State, Tile, Tiles};
use ludoteca_rules::{Event, Game};

use super::{Given, Sample, Sent, canaries_in, canary};
use crate::pb::ludoteca::el_gaucho::v1 as pb;

/// What everybody sees of the tiles.
fn open_tiles(state: &State) -> Tiles {
    let held = state.players.iter().map(|player| player.herds.tiles.or(player.pending));
    held.fold(state.pampa_tiles().or(state.removed), Tiles::or)
}

fn own_tiles(state: &State, seat: u32) -> Tiles {
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
        _sent: Sent,
    ) -> Option<BTreeSet<usize>> {
        let open = open_tiles(before).or(open_tiles(after));
        let own = viewer.map(|seat| own_tiles(before, seat).or(own_tiles(after, seat)));
        Some(open.or(own.unwrap_or_default()).iter().map(Tile::index).collect())
    }

    fn own_only(view: &pb::View) -> Vec<(bool, bool)> {
        let shows = |player: &pb::Player| {
            !player.start_draw.is_empty() || player.choice.is_some() || !player.discards.is_empty()
        };
        view.players.iter().map(|player| (player.own, shows(player))).collect()
    }
}
