//! Effects in words: sentences made of the content's data, for buttons and questions.

use super::content::Content;
use super::effect::{Effect, List, Times, What};
use super::naming;
use crate::{Arg, Sentence};

/// What the effects of a list do, in order.
pub(super) fn list(content: &Content, list: List) -> Arg {
    let effects = content.effects.of(list).iter();
    Arg::List(effects.map(|each| Arg::Sentence(effect(content, each))).collect())
}

/// What an effect does.
pub(super) fn effect(content: &Content, effect: &Effect) -> Sentence {
    match *effect {
        Effect::Gain { what, n, different, .. } => {
            resource("effect-gain", what, n).with("different", Arg::Flag(different))
        }
        Effect::Pay { what, n, then } => {
            resource("effect-pay", what, n).with("then", list(content, then))
        }
        Effect::MoveDonkey { n } => Sentence::new("effect-move-donkey").number("n", n),
        Effect::Siesta { n } => Sentence::new("effect-siesta").number("n", n),
        Effect::Trough { n } => Sentence::new("effect-trough")
            .with("back", Arg::Flag(n < 0))
            .number("n", n.unsigned_abs()),
        Effect::Milestone { n } => Sentence::new("effect-milestone").number("n", n),
        Effect::Upgrade { n } => Sentence::new("effect-upgrade").number("n", n),
        Effect::PlayCard { special_free } => {
            Sentence::new("effect-play-card").with("free", Arg::Flag(special_free))
        }
        Effect::Deliver { kind, n } => Sentence::new("effect-deliver")
            .with("kind", Arg::id("delivery", kind.id()))
            .number("n", n),
        Effect::RewardStep { track: Some(track) } => {
            Sentence::new("effect-reward-step").with("track", naming::track(track))
        }
        Effect::RewardStep { track: None } => Sentence::new("effect-any-reward-step"),
        Effect::PlaceExtension { .. } => Sentence::new("effect-place-extension"),
        Effect::TurnExtension { .. } => Sentence::new("effect-turn-extension"),
        Effect::ClaimOption => Sentence::new("effect-claim-option"),
        Effect::RecallWorker { n } => Sentence::new("effect-recall-worker").number("n", n),
        Effect::DrawSwap { n } => Sentence::new("effect-draw-swap").number("n", n),
        Effect::Choose { pick, of } => {
            let lists = content.effects.lists(of).iter();
            let lists = lists.map(|each| {
                Arg::Sentence(Sentence::new("effect-option").with("what", list(content, *each)))
            });
            Sentence::new("effect-choose").number("n", pick).with("of", Arg::List(lists.collect()))
        }
        Effect::Repeat { times, run } => match times {
            Times::Fixed(n) => Sentence::new("effect-repeat").number("n", n),
            Times::Per { max, .. } => Sentence::new("effect-repeat-per").number("n", max),
        }
        .with("what", list(content, run)),
        Effect::Score(_) => Sentence::new("effect-score"),
    }
}

/// So many of a resource, or of a class.
fn resource(key: &'static str, what: What, n: u8) -> Sentence {
    let id = match what {
        What::Silver => "silver",
        What::Worker => "worker",
        What::Prestige => "prestige",
        What::Good(good) => good.id(),
        What::Class(class) => class.id(),
    };
    Sentence::new(key).number("n", n).with("what", Arg::id("resource", id))
}
