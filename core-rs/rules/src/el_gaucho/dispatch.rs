//! Which chapter judges an action and carries it out (`rules.md` §7).

use super::ElGaucho;
use super::action::{Action, Verb};
use super::ids::{Area, Phase, Posture};
use super::play::Play;
use super::rejection::Rejection;
use super::state::{Keep, State};
use super::{collect, keep, place, secret, special, turn};
use crate::{Actor, Rules, Seat, Seats};

/// The seats that have a decision to make.
pub(super) fn deciders(seats: u8, state: &State) -> Seats {
    match state.phase {
        Phase::Over => Seats::default(),
        Phase::Keep => state.choosing(seats),
        Phase::Place
        | Phase::Turn
        | Phase::Secret
        | Phase::Final
        | Phase::Collect
        | Phase::Gather => Seats::only(state.seat),
    }
}

/// Whether an action of this name exists in the phase.
///
/// Rules: el_gaucho §7.
const fn exists(verb: Verb, phase: Phase) -> bool {
    match verb {
        Verb::KeepStartTiles => matches!(phase, Phase::Keep),
        Verb::PlaceStartGaucho => matches!(phase, Phase::Place),
        Verb::PickDice
        | Verb::PlaceStanding
        | Verb::PlaceLying
        | Verb::RaiseGaucho
        | Verb::PlaceOnArea
        | Verb::UseWish
        | Verb::UseImmediateSale
        | Verb::UseTheft
        | Verb::UseOverseerRaise
        | Verb::UseOverseerReplace
        | Verb::UseSecretCattle
        | Verb::RecallFromArea
        | Verb::RecallFromTile
        | Verb::EndTurn => matches!(phase, Phase::Turn | Phase::Final),
        Verb::SecretTake | Verb::SecretDone => matches!(phase, Phase::Secret),
        Verb::CollectTile => matches!(phase, Phase::Collect | Phase::Gather),
    }
}

/// Whether `actor` may do `action` now.
///
/// Rules: el_gaucho §7, in its order.
pub(super) fn check(
    rules: &Rules<ElGaucho>,
    state: &State,
    actor: Actor,
    action: &Action,
) -> Result<(), Rejection> {
    let content = &*rules.content;
    if state.phase == Phase::Over {
        return Err(Rejection::GameOver);
    }
    let acts = matches!(actor, Actor::Seat(seat) if deciders(rules.seats, state).contains(seat));
    if !acts {
        let seat = (state.phase != Phase::Keep).then_some(state.seat);
        return Err(Rejection::NotYourTurn { seat });
    }
    let verb = action.verb().ok_or(Rejection::BadParameter)?;
    if !exists(verb, state.phase) {
        return Err(Rejection::WrongPhase);
    }
    if !action.is_well_formed(keep::most_tiles(content)) {
        return Err(Rejection::BadParameter);
    }
    match *action {
        Action::KeepStartTiles { tiles, direction } => {
            keep::check(content, state, actor, Keep { tiles, direction })
        }
        Action::PlaceStartGaucho { area } => place::check(state, area),
        Action::PickDice { dice } => turn::check_pick(state, dice),
        Action::PlaceStanding { tile, dice } => {
            turn::check_place(content, state, (tile, Posture::Standing, dice))
        }
        Action::PlaceLying { tile, dice } => {
            turn::check_place(content, state, (tile, Posture::Lying, dice))
        }
        Action::RaiseGaucho { tile, dice } => turn::check_raise(content, state, tile, dice),
        Action::PlaceOnArea { area, dice } => turn::check_area(content, state, area, dice),
        Action::UseWish { .. } => special::check_wish(state),
        Action::UseImmediateSale { race } => special::check_sale(content, state, race),
        Action::UseTheft { tile } => special::check_theft(state, tile),
        Action::UseOverseerRaise { tiles } => special::check_overseer_raise(state, tiles),
        Action::UseOverseerReplace { tile } => special::check_overseer_replace(state, tile),
        Action::UseSecretCattle => special::check_secret(rules, state),
        Action::RecallFromArea { area } => special::check_held(state, area),
        Action::RecallFromTile { tile } => turn::check_recall_tile(state, tile),
        Action::EndTurn => turn::check_picked(state),
        Action::SecretTake { tile, pasture } => secret::check_take(rules, state, tile, pasture),
        Action::SecretDone => secret::check_done(state),
        Action::CollectTile { tile, mode } => collect::check(state, tile, mode),
        Action::BadParameter { .. } | Action::Unknown => Err(Rejection::BadParameter),
    }
}

/// Appends the legal actions of `actor` to `out`.
///
/// Rules: el_gaucho §3, in its canonical order.
pub(super) fn legal(rules: &Rules<ElGaucho>, state: &State, actor: Actor, out: &mut Vec<Action>) {
    let Actor::Seat(seat) = actor else { return };
    if !deciders(rules.seats, state).contains(seat) {
        return;
    }
    match state.phase {
        Phase::Over => {}
        Phase::Keep => {
            let drawn = state.players[seat.index()].start_draw;
            keep::choices(&rules.content, drawn, |Keep { tiles, direction }| {
                out.push(Action::KeepStartTiles { tiles, direction });
            });
        }
        Phase::Place => {
            let free = Area::ALL.into_iter().filter(|area| place::check(state, *area).is_ok());
            out.extend(free.map(|area| Action::PlaceStartGaucho { area }));
        }
        Phase::Turn | Phase::Final => {
            turn::legal_dice(rules, state, out);
            special::legal(rules, state, out);
            turn::legal_end(state, out);
        }
        Phase::Secret => secret::legal(rules, state, out),
        Phase::Collect | Phase::Gather => collect::legal(state, out),
    }
}

/// Carries out an action of `seat` that [`check`] passed.
pub(super) fn apply(play: &mut Play<'_, '_>, seat: Seat, action: &Action) {
    match *action {
        Action::KeepStartTiles { tiles, direction } => {
            play.keep_start_tiles(seat, Keep { tiles, direction });
        }
        Action::PlaceStartGaucho { area } => play.place_start_gaucho(area),
        Action::PickDice { dice } => play.pick_dice(dice),
        Action::PlaceStanding { tile, dice } => play.place_gaucho(tile, Posture::Standing, dice),
        Action::PlaceLying { tile, dice } => play.place_gaucho(tile, Posture::Lying, dice),
        Action::RaiseGaucho { tile, dice } => play.raise_gaucho(tile, dice),
        Action::PlaceOnArea { area, dice } => play.place_on_area(area, dice),
        Action::UseWish { face } => play.use_wish(face),
        Action::UseImmediateSale { race } => play.use_immediate_sale(race),
        Action::UseTheft { tile } => play.use_theft(tile),
        Action::UseOverseerRaise { tiles } => play.use_overseer_raise(tiles),
        Action::UseOverseerReplace { tile } => play.use_overseer_replace(tile),
        Action::UseSecretCattle => play.use_secret_cattle(),
        Action::RecallFromArea { area } => play.recall_from_area(area),
        Action::RecallFromTile { tile } => play.recall_from_tile(tile),
        Action::EndTurn => play.end_turn(),
        Action::SecretTake { tile, pasture } => play.secret_take(tile, pasture),
        Action::SecretDone => play.secret_done(),
        Action::CollectTile { tile, mode } => play.collect_tile(tile, mode),
        Action::BadParameter { .. } | Action::Unknown => {} // never passes the check
    }
}

/// What the service plays for an absent seat; `None` if the seat has nothing to decide.
///
/// Rules: el_gaucho §14.
pub(super) fn default_action(rules: &Rules<ElGaucho>, state: &State, seat: Seat) -> Option<Action> {
    if !deciders(rules.seats, state).contains(seat) {
        return None;
    }
    match state.phase {
        Phase::Over => None,
        Phase::Keep => {
            let Keep { tiles, direction } =
                keep::default_choice(state.players[seat.index()].start_draw)?;
            Some(Action::KeepStartTiles { tiles, direction })
        }
        Phase::Place => {
            let area = Area::ALL.into_iter().find(|area| place::check(state, *area).is_ok())?;
            Some(Action::PlaceStartGaucho { area })
        }
        Phase::Turn if !state.picked => {
            turn::highest_pair(state.dice_pool).map(|dice| Action::PickDice { dice })
        }
        Phase::Turn | Phase::Final => Some(Action::EndTurn),
        Phase::Secret => secret::default_action(rules, state),
        Phase::Collect | Phase::Gather => collect::default_action(state),
    }
}
