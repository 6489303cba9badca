//! What each viewer may see (`rules.md` §4), built up from nothing.

use arrayvec::ArrayVec;
use serde::{Deserialize, Serialize};

use super::content::Content;
use super::dice::Dice;
use super::herd::Herds;
use super::ids::{Areas, PASTURES, Pasture, Phase, Posture, SEATS, SPACES, Tile};
use super::pampa;
use super::state::{Keep, Player, State};
use super::tiles::Tiles;
use super::{ElGaucho, dispatch, round, scoring};
use crate::{Rules, Seat, Viewer};

/// The state as one viewer may see it. What never changes (big and small numbers, sums) is in the content.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct View {
    /// What goes on now.
    pub phase: Phase,
    /// The running round, from 1; 0 before the first.
    pub round: u16,
    /// Whether it is the final round, without dice.
    pub final_round: bool,
    /// Who takes the first turn of the round.
    pub start_seat: Seat,
    /// Who acts; `None` where several seats may or none does.
    pub seat: Option<Seat>,
    /// The round in which the pile ran out.
    pub trigger_round: Option<u16>,
    /// The pastures, smallest first.
    pub pampa: [PastureView; PASTURES],
    /// Tiles in the draw pile.
    pub pile_count: u8,
    /// The steppe.
    pub steppe: SteppeView,
    /// Dice that nobody has taken this round.
    pub dice_pool: Dice,
    /// Unused dice of the seat that acts, a wished one too.
    pub hand: Dice,
    /// Whether the seat that acts has taken its dice.
    pub picked: bool,
    /// Areas that the seat filled this turn.
    pub placed_areas: Areas,
    /// Areas that the seat emptied this turn.
    pub vacated_areas: Areas,
    /// In the phase `secret`: whether a tile has been taken.
    pub secret_taken: bool,
    /// One entry a seat.
    pub players: ArrayVec<PlayerView, SEATS>,
    /// Sold tiles, and the race that is out of the game.
    pub removed: Tiles,
    /// Groups of seats that share a rank, best first; empty until the end.
    pub ranking: Vec<Vec<Seat>>,
}

/// A pasture as everybody sees it.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct PastureView {
    /// The spaces in use, left to right.
    pub spaces: ArrayVec<Option<TileView>, SPACES>,
    /// The sum of the values.
    pub total: u16,
    /// Whether every tile holds a gaucho: its standing gauchos go home at the end of the round.
    pub complete: bool,
}

/// A tile in the pampa.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
pub struct TileView {
    /// The tile.
    pub tile: Tile,
    /// The gaucho on it: whose he is, and how he holds it.
    pub gaucho: Option<(Seat, Posture)>,
}

/// The steppe as a viewer sees it.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
pub struct SteppeView {
    /// Tiles there.
    pub tiles: u8,
    /// Of them those that nobody has looked at.
    pub unseen: u8,
    /// Those that the viewer has looked at.
    pub known: Tiles,
}

/// A seat as a viewer sees it.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct PlayerView {
    /// Gauchos at home.
    pub supply: u8,
    /// Action areas that hold a gaucho of this seat.
    pub areas: Areas,
    /// The herds.
    pub herds: Herds,
    /// Collected tiles that are in no herd yet.
    pub pending: Tiles,
    /// Money.
    pub pesos: u32,
    /// Its field on the money track, and the number on the scoring tile.
    pub track: (u32, u32),
    /// Start tiles drawn, while the seats choose.
    pub start_draw_count: u8,
    /// Whether it has chosen its start tiles.
    pub chosen: bool,
    /// Start tiles not kept.
    pub discard_count: u8,
    /// What only the seat itself sees; of nobody else.
    pub own: Option<OwnView>,
}

/// What only a seat itself sees.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct OwnView {
    /// The start tiles it drew.
    pub start_draw: Tiles,
    /// What it keeps of them, until all have chosen.
    pub choice: Option<Keep>,
    /// The start tiles it did not keep.
    pub discards: Tiles,
}

/// What `viewer` may see.
///
/// Rules: el_gaucho §4.
pub(super) fn view(rules: &Rules<ElGaucho>, state: &State, viewer: Viewer) -> View {
    let content = &*rules.content;
    let plan = content.plan(rules.seats);
    let deciders = dispatch::deciders(rules.seats, state);
    let one = deciders.contains(state.seat) && state.phase != Phase::Keep;
    let ended = scoring::outcome(rules.seats, state);
    let known = Seat::all(rules.seats).find(|seat| viewer.holds(*seat));
    View {
        phase: state.phase,
        round: state.round,
        final_round: round::is_final(content, state, state.round),
        start_seat: state.start_seat,
        seat: one.then_some(state.seat),
        trigger_round: state.trigger_round,
        pampa: std::array::from_fn(|index| pasture_view(state, index, plan.used[index])),
        pile_count: state.pile_count,
        steppe: SteppeView {
            tiles: state.steppe_count(),
            unseen: state.steppe_unseen,
            known: known
                .map_or_else(Tiles::default, |seat| state.players[seat.index()].steppe_seen),
        },
        dice_pool: state.dice_pool,
        hand: state.hand,
        picked: state.picked,
        placed_areas: state.placed_areas,
        vacated_areas: state.vacated_areas,
        secret_taken: state.secret_taken,
        players: Seat::all(rules.seats)
            .map(|seat| player_view(content, &state.players[seat.index()], viewer.holds(seat)))
            .collect(),
        removed: state.removed,
        ranking: ended.map_or_else(Vec::new, |outcome| outcome.ranking),
    }
}

fn pasture_view(state: &State, index: usize, used: u8) -> PastureView {
    let spaces = state.pampa[index].iter().take(usize::from(used));
    let space =
        |tile: &Option<Tile>| tile.map(|tile| TileView { tile, gaucho: gaucho(state, tile) });
    let complete = |pasture: Pasture| pampa::is_complete(state, state.occupied(), pasture);
    let pasture = Pasture::all().nth(index);
    PastureView {
        spaces: spaces.map(space).collect(),
        total: pasture.map_or(0, |pasture| pampa::total(state, pasture)),
        complete: pasture.is_some_and(complete),
    }
}

/// The gaucho on a tile.
pub(super) fn gaucho(state: &State, tile: Tile) -> Option<(Seat, Posture)> {
    state.players.iter().zip(0..).find_map(|(player, seat)| {
        let posture = match (player.standing.contains(tile), player.lying.contains(tile)) {
            (true, _) => Posture::Standing,
            (false, true) => Posture::Lying,
            (false, false) => return None,
        };
        Some((Seat(seat), posture))
    })
}

fn player_view(content: &Content, player: &Player, own: bool) -> PlayerView {
    PlayerView {
        supply: player.supply,
        areas: player.areas,
        herds: player.herds,
        pending: player.pending,
        pesos: player.pesos,
        track: content.track(player.pesos),
        start_draw_count: player.start_draw.len(),
        chosen: player.choice.is_some(),
        discard_count: player.discards.len(),
        own: own.then_some(OwnView {
            start_draw: player.start_draw,
            choice: player.choice,
            discards: player.discards,
        }),
    }
}
