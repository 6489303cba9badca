//! Actions as a client offers them: labels, anchors, warnings, prompts.
//!
//! The label of an action is told to everybody who may see the action: it says nothing that is hidden.

use super::ElGaucho;
use super::action::Action;
use super::content::Content;
use super::dispatch;
use super::ids::{Area, Mode, Phase};
use super::keep;
use super::naming;
use super::play::Play;
use super::special;
use super::state::State;
use crate::{Actor, Anchor, Arg, Offer, Report, Rules, Seat, Sentence, Tape};

/// A parameter: its name, its value, and where the thing can be pointed at.
type Param = (&'static str, Arg, Option<Anchor>);

/// A legal action as a client offers it.
pub(super) fn offer(
    rules: &Rules<ElGaucho>,
    state: &State,
    actor: Actor,
    action: &Action,
) -> Offer {
    let content = &rules.content;
    let mut params = params(content, action);
    if let (Action::UseImmediateSale { race }, Actor::Seat(seat)) = (action, actor) {
        for (_, _, anchor) in &mut params {
            *anchor = Some(naming::herd_anchor(content, seat, *race));
        }
    }
    Offer {
        label: label(rules, state, action),
        params,
        reveals: reveals(rules, state, actor, action),
        false_start: false,
        warning: warning(state, action),
    }
}

/// The parameters of an action, in the order of `rules.md` §7. Lists point at nothing: their entries do.
pub(super) fn params(content: &Content, action: &Action) -> Vec<Param> {
    let at = |tile| ("tile", naming::tile(content, tile), Some(naming::tile_anchor(content, tile)));
    let on = |area| ("area", naming::area(area), Some(naming::area_anchor(area)));
    match *action {
        Action::KeepStartTiles { tiles, direction } => vec![
            ("tiles", naming::tiles(content, tiles), None),
            ("direction", naming::direction(direction), None),
        ],
        Action::PlaceStartGaucho { area } | Action::RecallFromArea { area } => vec![on(area)],
        Action::PickDice { dice } => vec![("dice", naming::dice(dice), None)],
        Action::PlaceStanding { tile, dice }
        | Action::PlaceLying { tile, dice }
        | Action::RaiseGaucho { tile, dice } => {
            vec![at(tile), ("dice", naming::dice(dice), None)]
        }
        Action::PlaceOnArea { area, dice } => vec![on(area), ("dice", naming::dice(dice), None)],
        Action::UseWish { face } => vec![("face", Arg::Number(face.into()), None)],
        Action::UseImmediateSale { race } => vec![("race", naming::race(content, race), None)],
        Action::UseTheft { tile }
        | Action::UseOverseerReplace { tile }
        | Action::RecallFromTile { tile } => vec![at(tile)],
        Action::UseOverseerRaise { tiles } => {
            vec![("tiles", naming::tiles(content, tiles), None)]
        }
        Action::SecretTake { tile, pasture } => {
            let anchor = naming::pasture_anchor(content, pasture);
            vec![at(tile), ("pasture", naming::pasture(content, pasture), Some(anchor))]
        }
        Action::CollectTile { tile, mode } => vec![at(tile), ("mode", naming::mode(mode), None)],
        Action::UseSecretCattle
        | Action::EndTurn
        | Action::SecretDone
        | Action::BadParameter { .. }
        | Action::Unknown => Vec::new(),
    }
}

fn label(rules: &Rules<ElGaucho>, state: &State, action: &Action) -> Sentence {
    let content = &*rules.content;
    let tile = |key, tile| Sentence::new(key).with("tile", naming::tile(content, tile));
    let area = |key, area| Sentence::new(key).with("area", naming::area(area));
    match *action {
        Action::KeepStartTiles { tiles, direction } => Sentence::new("label-keep-start-tiles")
            .with("tiles", naming::tiles(content, tiles))
            .with("direction", naming::direction(direction)),
        Action::PlaceStartGaucho { area: at } => area("label-place-start-gaucho", at),
        Action::PickDice { dice } => {
            Sentence::new("label-pick-dice").with("dice", naming::dice(dice))
        }
        Action::PlaceStanding { tile: at, dice } => {
            tile("label-place-standing", at).with("dice", naming::dice(dice))
        }
        Action::PlaceLying { tile: at, dice } => {
            tile("label-place-lying", at).with("dice", naming::dice(dice))
        }
        Action::RaiseGaucho { tile: at, dice } => {
            tile("label-raise-gaucho", at).with("dice", naming::dice(dice))
        }
        Action::PlaceOnArea { area: at, dice } => {
            area("label-place-on-area", at).with("dice", naming::dice(dice))
        }
        Action::UseWish { face } => Sentence::new("label-use-wish").number("face", face),
        Action::UseImmediateSale { race } => {
            let price = state.player().herds.herd(race).price();
            Sentence::new("label-use-immediate-sale")
                .with("race", naming::race(content, race))
                .number("pesos", price.saturating_add(content.sale_bonus))
        }
        Action::UseTheft { tile: at } => {
            let victim = special::owner_of(state, at).unwrap_or(state.seat);
            tile("label-use-theft", at).seat("victim", victim).number("pesos", at.value())
        }
        Action::UseOverseerRaise { tiles } => {
            Sentence::new("label-use-overseer-raise").with("tiles", naming::tiles(content, tiles))
        }
        Action::UseOverseerReplace { tile: at } => {
            let victim = special::lying_on(state, at).unwrap_or(state.seat);
            tile("label-use-overseer-replace", at)
                .seat("victim", victim)
                .number("pesos", at.value())
        }
        Action::UseSecretCattle => {
            Sentence::new("label-use-secret-cattle").number("count", state.steppe_count())
        }
        Action::RecallFromArea { area: at } => area("label-recall-from-area", at),
        Action::RecallFromTile { tile: at } => tile("label-recall-from-tile", at),
        Action::EndTurn => Sentence::new("label-end-turn"),
        Action::SecretTake { tile: at, pasture } => {
            tile("label-secret-take", at).with("pasture", naming::pasture(content, pasture))
        }
        Action::SecretDone => Sentence::new("label-secret-done"),
        Action::CollectTile { tile: at, mode } => collect_label(content, state, at, mode),
        Action::BadParameter { .. } | Action::Unknown => Sentence::new("reject-bad-parameter"),
    }
}

/// What becomes of a collected tile's herd.
fn collect_label(content: &Content, state: &State, tile: super::Tile, mode: Mode) -> Sentence {
    let mut herd = state.player().herds.herd(tile.race());
    let sold = match mode {
        Mode::Append => herd.append(tile.value()),
        Mode::Sort => {
            herd.sort_in(tile.value());
            None
        }
    };
    let key = match (mode, &sold) {
        (Mode::Sort, _) => "label-sort",
        (Mode::Append, Some(_)) => "label-append-after-sale",
        (Mode::Append, None) => "label-append",
    };
    Sentence::new(key)
        .with("tile", naming::tile(content, tile))
        .with("race", naming::race(content, tile.race()))
        .number("count", herd.len())
        .number("worth", herd.price())
        .number("pesos", sold.map_or(0, |herd| herd.price()))
}

/// Whether the action draws or rolls something, or shows what was hidden (`games/README.md`, Takebacks).
fn reveals(rules: &Rules<ElGaucho>, state: &State, actor: Actor, action: &Action) -> bool {
    match *action {
        Action::UseSecretCattle | Action::SecretTake { .. } => true,
        Action::KeepStartTiles { .. } => {
            let choosing = state.choosing(rules.seats);
            matches!(actor, Actor::Seat(seat) if choosing.without(seat).is_empty())
        }
        Action::PlaceStartGaucho { .. } => state.seat == state.start_seat,
        Action::EndTurn => chance_follows(rules, state, |play| {
            let last = play.close_turn();
            if last {
                play.open_collection();
            }
            last
        }),
        Action::CollectTile { tile, mode } => chance_follows(rules, state, |play| {
            play.put(state.seat, tile, mode);
            true
        }),
        Action::PickDice { .. }
        | Action::PlaceStanding { .. }
        | Action::PlaceLying { .. }
        | Action::RaiseGaucho { .. }
        | Action::PlaceOnArea { .. }
        | Action::UseWish { .. }
        | Action::UseImmediateSale { .. }
        | Action::UseTheft { .. }
        | Action::UseOverseerRaise { .. }
        | Action::UseOverseerReplace { .. }
        | Action::RecallFromArea { .. }
        | Action::RecallFromTile { .. }
        | Action::SecretDone
        | Action::BadParameter { .. }
        | Action::Unknown => false,
    }
}

/// Whether the round ends with what `first` does, and something is drawn or rolled then. A collection needs no
/// luck: it is tried out.
fn chance_follows(
    rules: &Rules<ElGaucho>,
    state: &State,
    first: impl FnOnce(&mut Play<'_, '_>) -> bool,
) -> bool {
    let mut after = *state;
    let (mut chance, mut report) = (Tape::recorded(&[]), Report::silent());
    let mut play = Play { rules, state: &mut after, chance: &mut chance, report: &mut report };
    first(&mut play) && play.settle() && play.chance_follows()
}

/// What would be lost by the action.
fn warning(state: &State, action: &Action) -> Option<Sentence> {
    let lost = *action == Action::EndTurn && !state.hand.is_empty();
    lost.then(|| {
        Sentence::new("warning-dice-lost")
            .with("dice", naming::dice(state.hand))
            .number("count", state.hand.len())
    })
}

/// What the seat is asked to do now.
pub(super) fn prompt(rules: &Rules<ElGaucho>, state: &State, seat: Seat) -> Sentence {
    let content = &rules.content;
    if state.phase == Phase::Over {
        return Sentence::new("prompt-over");
    }
    if !dispatch::deciders(rules.seats, state).contains(seat) {
        return match state.phase {
            Phase::Keep => Sentence::new("prompt-wait-for-choices"),
            Phase::Place
            | Phase::Turn
            | Phase::Secret
            | Phase::Final
            | Phase::Collect
            | Phase::Gather
            | Phase::Over => Sentence::new("prompt-wait").seat("seat", state.seat),
        };
    }
    match state.phase {
        Phase::Over => Sentence::new("prompt-over"),
        Phase::Keep => Sentence::new("prompt-keep")
            .number("two", keep::most_value(content, 2))
            .number("three", keep::most_value(content, 3)),
        Phase::Place => Sentence::new("prompt-place"),
        Phase::Turn if !state.picked => Sentence::new("prompt-pick"),
        Phase::Turn if state.hand.is_empty() => Sentence::new("prompt-turn-without-dice"),
        Phase::Turn => Sentence::new("prompt-turn")
            .with("dice", naming::dice(state.hand))
            .number("count", state.hand.len()),
        Phase::Final => Sentence::new("prompt-final"),
        Phase::Secret if state.secret_taken => {
            Sentence::new("prompt-secret-second").number("most", content.secret_two_most)
        }
        Phase::Secret => Sentence::new("prompt-secret"),
        Phase::Collect | Phase::Gather => {
            let prompt = Sentence::new("prompt-collect");
            let sort = state.player().areas.contains(Area::Sort);
            let prompt = prompt.with("sort", Arg::Flag(sort));
            match state.player().pending.first_race() {
                Some(race) => prompt.with("race", naming::race(content, race)),
                None => prompt.with("race", Arg::List(Vec::new())),
            }
        }
    }
}
