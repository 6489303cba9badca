//! A state that looks to a viewer like its view: sampled from what the view leaves open (`rules.md` §4).

use arrayvec::ArrayVec;

use super::ElGaucho;
use super::content::{Content, SeatPlan};
use super::dice::{Dice, HAND_MOST};
use super::herd::Herds;
use super::ids::{PASTURES, Phase, Posture, SEATS, SPACES, Tile};
use super::keep;
use super::state::{Keep, Player, State};
use super::tiles::Tiles;
use super::view::{PlayerView, TileView, View};
use crate::{Rules, Seat, Tape};

/// Samples the start tiles, discards, steppe and pool that the view does not show.
///
/// Each tile nobody showed is as likely to be in any hidden place. A sealed choice is one of those that its tiles
/// allow. A view that shows more than there is (a bot's input can say anything) is cut to what there is.
pub(super) fn determinize(rules: &Rules<ElGaucho>, view: &View, chance: &mut Tape<'_>) -> State {
    let content = &*rules.content;
    let plan = content.plan(rules.seats);
    let seats = usize::from(rules.seats).min(view.players.len());
    let mut unseen = Unseen { left: Tiles::ALL, chance };
    let removed = unseen.shown(view.removed);
    let (pampa, held) = pampa(plan, view, &mut unseen);
    let mut players = [Player::default(); SEATS];
    for (seat, (player, seen)) in (0..).zip(players.iter_mut().zip(&view.players[..seats])) {
        *player = shown_player(seen, &mut unseen);
        player.standing = of_seat(&held, Seat(seat), Posture::Standing);
        player.lying = of_seat(&held, Seat(seat), Posture::Lying);
    }
    let known = unseen.shown(view.steppe.known);
    for (player, seen) in players.iter_mut().zip(&view.players[..seats]) {
        if seen.own.is_none() {
            player.start_draw = unseen.draw(seen.start_draw_count);
            player.discards = unseen.draw(seen.discard_count);
            player.choice = sealed(content, view, seen, player.start_draw, &mut unseen);
        }
    }
    share_steppe(view, known, &mut players[..seats], &mut unseen);
    for player in &mut players[..seats] {
        let away = player.standing.len() + player.lying.len() + player.areas.len();
        player.supply = player.supply.min(plan.gauchos.saturating_sub(away));
    }
    let pool = unseen.left;
    let steppe_unseen = view.steppe.unseen.min(pool.len());
    let there = |seat: &Seat| seat.index() < seats;
    let start_seat = Some(view.start_seat).filter(there).unwrap_or(Seat(0));
    let last_round = content.round_cap.saturating_add(content.rounds_after_trigger + 1);
    State {
        phase: view.phase,
        round: view.round.min(last_round),
        start_seat,
        seat: view.seat.filter(there).unwrap_or(start_seat),
        trigger_round: view.trigger_round.map(|round| round.min(content.round_cap)),
        pampa,
        pool,
        pile_count: view.pile_count.min(pool.len() - steppe_unseen),
        steppe_unseen,
        dice_pool: view.dice_pool,
        hand: if usize::from(view.hand.len()) > HAND_MOST { Dice::default() } else { view.hand },
        picked: view.picked,
        placed_areas: view.placed_areas,
        vacated_areas: view.vacated_areas,
        secret_taken: view.secret_taken,
        players,
        removed,
    }
}

/// The tiles that have no place yet, and the luck that gives them one.
struct Unseen<'a, 'tape> {
    left: Tiles,
    chance: &'a mut Tape<'tape>,
}

impl Unseen<'_, '_> {
    /// Tiles that the view shows, as far as they have no other place.
    fn shown(&mut self, tiles: Tiles) -> Tiles {
        let there = tiles.and(self.left);
        self.left = self.left.without(there);
        there
    }

    /// Tiles that the view counts.
    fn draw(&mut self, count: u8) -> Tiles {
        let mut drawn = Tiles::default();
        for _ in 0..count.min(self.left.len()) {
            let pick = self.chance.pick("unseen_tile", self.left.len().into(), |k| k.to_string());
            if let Some(tile) = self.left.nth(pick) {
                self.left.remove(tile);
                drawn.insert(tile);
            }
        }
        drawn
    }

    fn any_of<T: Copy>(&mut self, what: &'static str, list: &[T]) -> Option<T> {
        let count = u32::try_from(list.len()).ok().filter(|count| *count > 0)?;
        list.get(self.chance.pick(what, count, |k| k.to_string()) as usize).copied()
    }
}

type Pampa = [[Option<Tile>; SPACES]; PASTURES];

/// The tiles in the pampa, and those of them that hold a gaucho.
fn pampa(
    plan: &SeatPlan,
    view: &View,
    unseen: &mut Unseen<'_, '_>,
) -> (Pampa, ArrayVec<TileView, { SPACES * PASTURES }>) {
    let mut pampa: Pampa = [[None; SPACES]; PASTURES];
    let mut held = ArrayVec::new();
    for ((spaces, seen), used) in pampa.iter_mut().zip(&view.pampa).zip(plan.used) {
        let in_use = spaces.iter_mut().take(usize::from(used));
        for (space, shown) in in_use.zip(&seen.spaces) {
            let Some(shown) = shown else { continue };
            if unseen.shown(Tiles::only(shown.tile)).is_empty() {
                continue;
            }
            *space = Some(shown.tile);
            held.push(*shown);
        }
    }
    (pampa, held)
}

fn of_seat(held: &[TileView], seat: Seat, posture: Posture) -> Tiles {
    let own = held.iter().filter(|shown| shown.gaucho == Some((seat, posture)));
    own.map(|shown| shown.tile).collect()
}

/// What everybody sees of a seat, and what the viewer sees of its own.
fn shown_player(seen: &PlayerView, unseen: &mut Unseen<'_, '_>) -> Player {
    let mut herds = Herds::default();
    let tiles = unseen.shown(seen.herds.tiles);
    for mut herd in (Herds { tiles, ..seen.herds }).iter() {
        herd.straighten();
        herds.put(herd);
    }
    let own = seen.own.unwrap_or_default();
    let start_draw = unseen.shown(own.start_draw);
    Player {
        supply: seen.supply,
        areas: seen.areas.iter().collect(),
        standing: Tiles::default(),
        lying: Tiles::default(),
        herds,
        pending: unseen.shown(seen.pending),
        pesos: seen.pesos,
        start_draw,
        choice: own.choice.filter(|keep| start_draw.contains_all(keep.tiles)),
        discards: unseen.shown(own.discards),
        steppe_seen: Tiles::default(),
    }
}

/// A choice that a seat may have sealed.
fn sealed(
    content: &Content,
    view: &View,
    seen: &PlayerView,
    drawn: Tiles,
    unseen: &mut Unseen<'_, '_>,
) -> Option<Keep> {
    if !seen.chosen || view.phase != Phase::Keep {
        return None;
    }
    let mut choices = Vec::new();
    keep::choices(content, drawn, |choice| choices.push(choice));
    unseen.any_of("sealed_choice", &choices)
}

/// Who has looked at the tiles of the steppe that the viewer has not: the seat that looks now, or any other one.
/// Whoever has seen a tile that came later has seen those that were there before, too.
fn share_steppe(view: &View, known: Tiles, players: &mut [Player], unseen: &mut Unseen<'_, '_>) {
    let viewer = view.players.iter().position(|seen| seen.own.is_some());
    if let Some(player) = viewer.and_then(|viewer| players.get_mut(viewer)) {
        player.steppe_seen = known;
    }
    let hidden = view.steppe.tiles.saturating_sub(view.steppe.unseen);
    let hidden = unseen.draw(hidden.saturating_sub(known.len()));
    let looking = view.seat.filter(|_| view.phase == Phase::Secret).map(Seat::index);
    if hidden.is_empty() && looking.is_none() {
        return;
    }
    let others: ArrayVec<usize, SEATS> =
        (0..players.len()).filter(|seat| Some(*seat) != viewer).collect();
    let seer = looking.or_else(|| unseen.any_of("seen_by", &others));
    if let Some(player) = seer.and_then(|seer| players.get_mut(seer)) {
        player.steppe_seen = known.or(hidden);
    }
}
