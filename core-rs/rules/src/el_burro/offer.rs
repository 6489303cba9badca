//! Actions as a client offers them: parameters with their anchors, warnings, what shows something.
//!
//! The label of an action (`label.rs`) is told to everybody who may see the action: it says nothing hidden.

use super::ElBurro;
use super::action::Action;
use super::content::Content;
use super::frame::Kind;
use super::ids::Side;
use super::label;
use super::look::Look;
use super::naming;
use super::state::State;
use super::things::{RoadSpace, Source, SourceKind};
use crate::{Actor, Anchor, Arg, Game, Offer, Report, Rules, Seat, Sentence, Tape};

/// A parameter: its name, its value, and where the thing can be pointed at.
pub(super) type Param = (&'static str, Arg, Option<Anchor>);

/// A legal action as a client offers it.
pub(super) fn offer(rules: &Rules<ElBurro>, state: &State, actor: Actor, action: &Action) -> Offer {
    let look = Look::new(rules, state);
    let seat = match actor {
        Actor::Seat(seat) => seat,
        Actor::Clock => Seat(0),
    };
    let mut params = params_of(look.content, seat, action);
    point(look, seat, action, &mut params);
    Offer {
        label: label::label(look, seat, action),
        params,
        reveals: reveals(rules, state, actor, action),
        false_start: false,
        warning: warning(look, seat, action),
    }
}

/// The parameters of an action, in the order of `rules.md`.
pub(super) fn params(content: &Content, action: &Action) -> Vec<Param> {
    params_of(content, Seat(0), action)
}

fn params_of(content: &Content, seat: Seat, action: &Action) -> Vec<Param> {
    good_params(content, seat, action)
        .or_else(|| card_params(content, seat, action))
        .or_else(|| road_params(content, seat, action))
        .or_else(|| farm_params(content, seat, action))
        .unwrap_or_default() // the others have none
}

/// The parameters of actions on the road and of a turn's course.
fn road_params(content: &Content, seat: Seat, action: &Action) -> Option<Vec<Param>> {
    let number = |name, number: u8, anchor| vec![(name, Arg::Number(number.into()), anchor)];
    Some(match (*action,) {
        (Action::ChooseStart { space },) => {
            let anchor = naming::road_anchor(content, space);
            vec![("space", naming::road(content, space), Some(anchor))]
        }
        (Action::RunEffect { index } | Action::ChooseOption { index },) => {
            number("index", index, None)
        }
        (Action::MoveDonkey { donkey },) => {
            number("donkey", donkey, Some(naming::donkey_anchor(seat, donkey)))
        }
        (Action::TakeBranch { branch },) => vec![("branch", naming::branch(branch), None)],
        (Action::ClaimDock { boat },) => {
            let anchor = naming::boat_anchor(content, boat);
            vec![("boat", naming::boat(content, boat), Some(anchor))]
        }
        (Action::TakeReward { track },) => {
            vec![("track", naming::track(track), Some(naming::track_anchor(seat, track)))]
        }
        (Action::ScoreTarget { target },) => {
            let anchor = naming::target_anchor(content, seat, target);
            vec![("target", naming::target(content, target), Some(anchor))]
        }
        (Action::TakeDie { face },) => number("face", face, Some(naming::die_anchor(face))),
        (Action::Boost { plus },) => number("plus", plus, None),
        (Action::UseTrough { action },) => {
            let anchor = naming::own("trough", seat);
            vec![("action", naming::trough_action(action), Some(anchor))]
        }
        (Action::FulfilAchievement { achievement },) => {
            let anchor = naming::achievement_anchor(seat, achievement);
            vec![("achievement", naming::achievement(achievement), Some(anchor))]
        }
        (Action::UseAction { source, with },) => vec![
            ("source", naming::source(content, source), None),
            ("with", naming::bag(with), None),
        ],
        _ => return None,
    })
}

/// The parameters of actions with cards; one that names nothing is left out.
fn card_params(content: &Content, seat: Seat, action: &Action) -> Option<Vec<Param>> {
    let card =
        |card| ("card", naming::card(content, card), Some(naming::card_anchor(content, card)));
    let place = |name, card| {
        let anchor = naming::donkey_card_anchor(content, card);
        (name, naming::donkey_card(content, card), Some(anchor))
    };
    Some(match (*action,) {
        (Action::PlayCard { card: played, side, replace },) => {
            let mut params = vec![card(played), ("side", naming::side(side), None)];
            params.extend(replace.map(|slot| {
                let at = naming::slot_anchor(content, seat, side, slot);
                ("replace", Arg::Number(slot.into()), at)
            }));
            params
        }
        (Action::DrawCard { deck },) => {
            vec![("deck", naming::deck(deck), Some(naming::deck_anchor(deck)))]
        }
        (Action::DiscardCard { card: given } | Action::SwapCard { card: given },) => {
            vec![card(given)]
        }
        (Action::AllocateDonkeys { siesta, donkey, stable, discard },) => {
            let mut params =
                vec![place("siesta", siesta), place("donkey", donkey), place("stable", stable)];
            params.extend(discard.map(|card| place("discard", card)));
            params
        }
        _ => return None,
    })
}

/// The parameters of actions with farm spaces and extensions.
fn farm_params(content: &Content, seat: Seat, action: &Action) -> Option<Vec<Param>> {
    Some(match (*action,) {
        (Action::PlaceExtension { tile } | Action::TurnExtension { tile },) => {
            let anchor = naming::extension_anchor(content, seat, tile);
            vec![("tile", naming::extension(content, tile), Some(anchor))]
        }
        (Action::RecallWorker { space } | Action::AssignWorker { space },) => {
            let anchor = naming::space_anchor(content, seat, space);
            vec![("space", naming::space(content, space), Some(anchor))]
        }
        (Action::PayWorkers { spaces },) => {
            vec![("spaces", naming::spaces(content, spaces), None)]
        }
        _ => return None,
    })
}

/// The parameters of actions with goods.
fn good_params(content: &Content, seat: Seat, action: &Action) -> Option<Vec<Param>> {
    let good = |good| ("good", naming::good(good), Some(naming::good_anchor(seat, good)));
    let delivered = |owner, target, marking, goods| {
        let at = naming::target_anchor(content, owner, target);
        let there = naming::marking_anchor(content, owner, target, marking);
        [
            ("target", naming::target(content, target), Some(at)),
            ("marking", Arg::Number(i64::from(marking)), Some(there)),
            ("goods", naming::bag(goods), None),
        ]
    };
    Some(match (*action,) {
        (
            Action::TakeGood { good: taken }
            | Action::UpgradeGood { good: taken }
            | Action::DeliverCommunity { good: taken }
            | Action::SellGood { good: taken }
            | Action::UpgradeForSilver { good: taken },
        ) => vec![good(taken)],
        (Action::BuyGood { good: bought, with },) => {
            vec![good(bought), ("with", naming::means(with), None)]
        }
        (Action::Pay { with },) => vec![("with", naming::bag(with), None)],
        (Action::Deliver { owner, target, marking, goods },) => {
            let mut params = vec![("owner", Arg::Seat(owner.0), None)];
            params.extend(delivered(owner, target, marking, goods));
            params
        }
        (Action::SpecialDelivery { target, marking, goods },) => {
            delivered(seat, target, marking, goods).into()
        }
        _ => return None,
    })
}

/// Anchors that depend on the table: the first space of a branch, the card that makes room or that acts.
fn point(look: Look<'_>, seat: Seat, action: &Action, params: &mut [Param]) {
    let (content, player) = (look.content, look.player(seat));
    let anchor = match (*action, look.top(seat).map(|frame| frame.kind)) {
        (Action::TakeBranch { branch }, Some(Kind::Moving { donkey, .. })) => player
            .donkeys
            .get(usize::from(donkey))
            .and_then(|donkey| donkey.space)
            .and_then(|space| content.road.space(space).next.behind(branch))
            .map(|space: RoadSpace| naming::road_anchor(content, space)),
        (Action::UseAction { source, .. }, _) => source_anchor(look, seat, source),
        _ => return,
    };
    if let Some((_, _, place)) = params.first_mut() {
        *place = anchor;
    }
}

fn source_anchor(look: Look<'_>, seat: Seat, source: Source) -> Option<Anchor> {
    let content = look.content;
    match source.kind() {
        SourceKind::Acquisition(slot) => {
            look.player(seat).acquisitions[slot].map(|card| naming::card_anchor(content, card))
        }
        SourceKind::Tile(tile) => Some(naming::own_tile_anchor(content, seat, tile)),
        SourceKind::RoundTile => {
            look.state.round_tile().map(|tile| naming::round_tile_anchor(content, tile))
        }
    }
}

/// Whether the action draws or rolls something, or shows what was hidden (`games/README.md`, Takebacks): it is tried
/// out, for what follows it may reach far.
fn reveals(rules: &Rules<ElBurro>, state: &State, actor: Actor, action: &Action) -> bool {
    let (mut after, mut report) = (state.clone(), Report::silent());
    let mut chance = Tape::recorded(&[]); // each pick is 0, and counted
    let done = ElBurro::apply(rules, &mut after, actor, action, &mut chance, &mut report);
    done.is_ok() && (chance.asked() > 0 || report.showed())
}

/// What would be lost by the action.
fn warning(look: Look<'_>, seat: Seat, action: &Action) -> Option<Sentence> {
    let player = look.player(seat);
    let kind = look.top(seat).map(|frame| frame.kind);
    match (*action, kind) {
        (Action::Skip, Some(_)) => Some(Sentence::new("warning-forfeit")),
        (Action::StopMove, Some(Kind::Moving { left, .. })) => {
            Some(Sentence::new("warning-move-lost").number("left", left))
        }
        (Action::ReturnLoose, _) => Some(Sentence::new("warning-loose-lost")),
        (Action::PlayCard { replace: Some(slot), side, .. }, _) => {
            let slot = usize::from(slot);
            let card = match side {
                Side::Barrow => {
                    player.barrows.get(slot).copied().flatten().map(|barrow| barrow.card)
                }
                Side::Acquisition => player.acquisitions.get(slot).copied().flatten(),
                Side::Field | Side::Administration => None,
            };
            card.map(|card| {
                Sentence::new("warning-replaced").with("card", naming::card(look.content, card))
            })
        }
        _ => None,
    }
}
