//! What a seat is asked to do now, in a sentence.

use super::ElBurro;
use super::describe;
use super::effect::Effect;
use super::frame::{CardStage, FarmStage, Frame, Kind};
use super::ids::{Phase, Slot};
use super::look::Look;
use super::naming;
use super::state::State;
use crate::{Arg, Rules, Seat, Sentence};

/// What the seat is asked to do now.
pub(super) fn prompt(rules: &Rules<ElBurro>, state: &State, seat: Seat) -> Sentence {
    let look = Look::new(rules, state);
    if state.phase() == Phase::Over {
        return Sentence::new("prompt-over");
    }
    if !state.actors.contains(seat) {
        return Sentence::new("prompt-wait").with("seats", naming::seats(state.actors.iter()));
    }
    if look.player(seat).has_loose() {
        return Sentence::new("prompt-loose");
    }
    look.top(seat).map_or_else(|| Sentence::new("prompt-turn"), |frame| asked(look, seat, frame))
}

/// What the frame on top asks.
fn asked(look: Look<'_>, seat: Seat, frame: &Frame) -> Sentence {
    let content = look.content;
    let key = Sentence::new;
    match frame.kind {
        Kind::AnyOrder { .. } | Kind::DieOrder { .. } => key("prompt-any-order"),
        Kind::TakeGood { class, left, different, .. } => key("prompt-take-good")
            .with("goods", naming::goods(class.goods()))
            .number("left", left)
            .with("different", Arg::Flag(different)),
        Kind::Pay { effect } => key("prompt-pay").with("what", what(look, effect)),
        Kind::Choose { effect, left, .. } => {
            key("prompt-choose").number("left", left).with("what", what(look, effect))
        }
        Kind::Move { steps } => key("prompt-move").number("steps", steps),
        Kind::Moving { donkey, left, .. } => {
            key("prompt-moving").number("donkey", donkey + 1).number("left", left)
        }
        Kind::Dock { dock, .. } => key("prompt-dock")
            .with("dock", naming::dock(content, dock))
            .number("prestige", content.road.space(content.road.dock(dock)).prestige),
        Kind::Upgrade { left } => key("prompt-upgrade").number("left", left),
        Kind::PlayCard { special_free } => {
            let cost = if special_free { 0 } else { look.special_cost(seat) };
            key("prompt-play-card").number("cost", cost)
        }
        Kind::Deliver { kind, left } => {
            key("prompt-deliver").with("kind", Arg::id("delivery", kind.id())).number("left", left)
        }
        Kind::TrackStep => key("prompt-track-step"),
        Kind::PlaceExtension { .. } => key("prompt-place-extension"),
        Kind::TurnExtension { .. } => key("prompt-turn-extension"),
        Kind::Recall { left } => key("prompt-recall").number("left", left),
        Kind::Swap { left, .. } => key("prompt-swap").number("left", left),
        Kind::Refill { .. } => key("prompt-refill").number("limit", look.card_limit(seat)),
        Kind::Redraw { left } => key("prompt-redraw").number("left", left),
        Kind::DiscardOne => key("prompt-discard-one"),
        Kind::Reward { .. } => key("prompt-reward"),
        Kind::ScoreTargets => key("prompt-score-targets"),
        Kind::Start => key("prompt-start"),
        Kind::Farm { stage, .. } => farm(look, stage),
        Kind::Die { taken: false } => key("prompt-take-die"),
        Kind::Community { used: false } => {
            key("prompt-community-die").number("face", look.state.community_die.unwrap_or(0))
        }
        Kind::Die { taken: true } | Kind::Community { used: true } => key("prompt-end-turn"),
        Kind::Choice => key("prompt-choose-donkeys"),
        Kind::Card { slot, stage, .. } => card(look, seat, slot, stage),
        Kind::Goat { .. } => key("prompt-goat"),
        Kind::Wages => key("prompt-wages").number("wage", look.numbers().wage),
        Kind::Last => key("prompt-last-deliveries"),
        // Nobody is asked while the engine runs these.
        Kind::Seq { .. }
        | Kind::Repeat { .. }
        | Kind::Triggered { .. }
        | Kind::Score { .. }
        | Kind::TakeTile { .. }
        | Kind::FinishBarrow { .. }
        | Kind::Raise { .. } => key("prompt-turn"),
    }
}

fn what(look: Look<'_>, effect: super::effect::EffectId) -> Arg {
    let effect: &Effect = look.content.effects.get(effect);
    Arg::Sentence(describe::effect(look.content, effect))
}

fn farm(look: Look<'_>, stage: FarmStage) -> Sentence {
    match stage {
        FarmStage::Expand if look.state.round <= 1 => Sentence::new("prompt-expand-first"),
        FarmStage::Expand => Sentence::new("prompt-expand"),
        FarmStage::Income => Sentence::new("prompt-income"),
        FarmStage::Harvest => Sentence::new("prompt-harvest"),
        FarmStage::Offspring => Sentence::new("prompt-offspring"),
        FarmStage::End => Sentence::new("prompt-end-farm"),
    }
}

fn card(look: Look<'_>, seat: Seat, slot: Slot, stage: CardStage) -> Sentence {
    let sentence = match stage {
        CardStage::Bonus => Sentence::new("prompt-bonus"),
        CardStage::Boost => Sentence::new("prompt-boost"),
        CardStage::Deliver => Sentence::new("prompt-donkey"),
        CardStage::Rest
        | CardStage::Prestige
        | CardStage::Travel
        | CardStage::Leave
        | CardStage::End => Sentence::new("prompt-end-turn"),
    };
    let value = look.card_value(seat, slot);
    sentence.with("slot", naming::slot(slot)).number("value", value)
}
