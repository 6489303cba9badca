//! Short English for what has no text of its own in the content file, in the manner of its texts.

use ludoteca_rules::el_burro::{
    CardStage, Content, Deck, Effect, EffectId, FarmStage, Frame, Kind, List, TargetPlan, Times,
    What,
};

use super::show::asked;

/// A frame of which nothing is left.
const DONE: &str = "done";

/// What the siesta step pays; empty where it pays nothing.
pub(super) fn siesta(moves: u8, prestige: u8) -> String {
    let prestige = (prestige > 0).then(|| format!("{prestige} prestige"));
    let moves = (moves > 0).then(|| format!("move {moves}"));
    [prestige, moves].into_iter().flatten().collect::<Vec<_>>().join(", ")
}

/// What a barrow asks for and brings.
pub(super) fn barrow(target: &TargetPlan, deck: Deck) -> String {
    let markings = target.markings.needs().iter().map(|need| things(&asked(need)));
    let markings = markings.collect::<Vec<_>>().join(" / ");
    let last = match deck {
        Deck::Normal => "",
        Deck::Special => " at the end",
    };
    format!("{markings}: {} prestige{last}", target.prestige)
}

/// `1 grape, 2 silver`.
fn things(things: &[String]) -> String {
    let mut told: Vec<(usize, &str)> = Vec::new();
    for thing in things {
        match told.last_mut() {
            Some((count, last)) if last == thing => *count += 1,
            Some(_) | None => told.push((1, thing)),
        }
    }
    let told = told.iter().map(|(count, thing)| counted(*count, thing));
    told.collect::<Vec<_>>().join(", ")
}

/// `1 grape`, `2 pigs`, `3 silver`.
fn counted(count: usize, thing: &str) -> String {
    const COUNTABLE: [&str; 5] = ["olive", "grape", "pig", "worker", "good"];
    let plural = count > 1 && COUNTABLE.iter().any(|noun| thing.ends_with(noun));
    format!("{count} {}{}", thing.replace('_', " "), if plural { "s" } else { "" })
}

fn times(n: u8, one: &str, more: &str) -> String {
    if n == 1 { format!("1 {one}") } else { format!("{n} {more}") }
}

/// What a list of effects does.
pub(super) fn list(content: &Content, list: List) -> String {
    let effects = content.effects.of(list).iter().map(|one| effect(content, one));
    effects.collect::<Vec<_>>().join(", ")
}

fn what(what: What) -> &'static str {
    match what {
        What::Silver => "silver",
        What::Worker => "worker",
        What::Prestige => "prestige",
        What::Good(good) => good.id(),
        What::Class(class) => class.id(),
    }
}

fn effect(content: &Content, one: &Effect) -> String {
    let some = |thing, n: u8| counted(n.into(), what(thing));
    match *one {
        Effect::Gain { what, n, .. } => format!("take {}", some(what, n)),
        Effect::Pay { what, n, then } => {
            format!("pay {} to {}", some(what, n), list(content, then))
        }
        Effect::MoveDonkey { n } => format!("one donkey {}", times(n, "space", "spaces")),
        Effect::Siesta { n } => times(n, "siesta step", "siesta steps"),
        Effect::Trough { n } if n < 0 => format!("trough {} back", n.unsigned_abs()),
        Effect::Trough { n } => format!("trough {n} forward"),
        Effect::Milestone { n } => format!("milestone {n} forward"),
        Effect::Upgrade { n } => times(n, "free upgrade", "free upgrades"),
        Effect::PlayCard { special_free: false } => "play a farm card".to_owned(),
        Effect::PlayCard { special_free: true } => {
            "play a farm card, a special one for free".to_owned()
        }
        Effect::Deliver { kind, n } => deliveries(n, kind.id()),
        Effect::RewardStep { track: Some(track) } => {
            format!("1 step on the {} track", track.id().replace('_', "/"))
        }
        Effect::RewardStep { track: None } => "1 step on any reward track".to_owned(),
        Effect::PlaceExtension { .. } => "place an extension".to_owned(),
        Effect::TurnExtension { .. } => "turn an extension".to_owned(),
        Effect::ClaimOption => "score the track at the end".to_owned(),
        Effect::RecallWorker { n } => format!("take {} back", times(n, "worker", "workers")),
        Effect::DrawSwap { n } => format!("swap up to {}", times(n, "card", "cards")),
        Effect::Choose { of, .. } => {
            let lists = content.effects.lists(of).iter().map(|one| list(content, *one));
            lists.collect::<Vec<_>>().join(" or ")
        }
        Effect::Repeat { times: Times::Fixed(n), run } => {
            format!("{n} times {}", list(content, run))
        }
        Effect::Repeat { times: Times::Per { max, .. }, run } => {
            format!("up to {max} times {}", list(content, run))
        }
        Effect::Score(_) => "score".to_owned(),
    }
}

fn deliveries(n: u8, kind: &str) -> String {
    let by = match kind {
        "community" => "to the community",
        "goat" => "by goat",
        "donkey" => "by donkey",
        _ => "by goat or donkey",
    };
    format!("{} {by}", times(n, "delivery", "deliveries"))
}

fn of(content: &Content, id: EffectId) -> String {
    effect(content, content.effects.get(id))
}

/// What a frame asks, or what comes when those above it are done.
pub(super) fn frame(content: &Content, frame: &Frame, left: u8) -> String {
    match frame.kind {
        // The last one was begun: what it brings lies above the frame.
        Kind::AnyOrder { left: 0, .. } => DONE.to_owned(),
        Kind::TakeGood { .. }
        | Kind::Upgrade { .. }
        | Kind::Deliver { .. }
        | Kind::Recall { .. }
        | Kind::Choose { .. }
        | Kind::Redraw { .. }
            if left == 0 =>
        {
            DONE.to_owned()
        }
        Kind::Seq { rest } => list(content, rest),
        Kind::Repeat { left, run } => format!("{left} more: {}", list(content, run)),
        Kind::AnyOrder { of, left } => {
            let open = (0..of.len).filter(|place| left & (1 << place) != 0);
            let open = open.filter_map(|place| of.at(place)).map(|id| self::of(content, id));
            format!("in any order: {}", open.collect::<Vec<_>>().join("; "))
        }
        Kind::DieOrder { face, .. } => format!("what the die {face} brings, in any order"),
        Kind::Triggered { .. } => "cards and tiles act".to_owned(),
        Kind::TakeGood { class, left, different, .. } => {
            let goods = counted(left.into(), class.id());
            format!("take {goods}{}", if different { ", all different" } else { "" })
        }
        Kind::Pay { effect } | Kind::Choose { effect, .. } => of(content, effect),
        Kind::Move { steps } => format!("one donkey {}", times(steps, "space", "spaces")),
        Kind::Moving { donkey, left, .. } => {
            format!("donkey {} goes {} more", donkey + 1, times(left, "space", "spaces"))
        }
        Kind::Dock { dock, .. } => format!("dock {}", dock.index() + 1),
        Kind::Upgrade { left } => times(left, "free upgrade", "free upgrades"),
        Kind::PlayCard { special_free } => effect(content, &Effect::PlayCard { special_free }),
        Kind::Deliver { kind, left } => deliveries(left, kind.id()),
        Kind::TrackStep => "1 step on any reward track".to_owned(),
        Kind::PlaceExtension { .. } => "place an extension".to_owned(),
        Kind::TurnExtension { .. } => "turn an extension".to_owned(),
        Kind::Recall { left } => format!("take {} back", times(left, "worker", "workers")),
        Kind::Swap { left, .. } => format!("swap up to {}", times(left, "card", "cards")),
        Kind::Refill { .. } => "draw cards up to the limit".to_owned(),
        Kind::Redraw { left } => format!("draw {}", times(left, "card", "cards")),
        Kind::DiscardOne => "discard a card".to_owned(),
        Kind::Reward { .. } => "reward of the delivery".to_owned(),
        Kind::ScoreTargets => "score what is complete".to_owned(),
        Kind::Score { .. } => "a target is scored".to_owned(),
        Kind::TakeTile { .. } => "take the market's tile".to_owned(),
        Kind::FinishBarrow { .. } => "the barrow leaves".to_owned(),
        Kind::Raise { .. } => "cards and tiles listen".to_owned(),
        Kind::Start => "starting space".to_owned(),
        Kind::Farm { stage, .. } => format!("farm phase: {}", farm(stage)),
        Kind::Die { taken } => if taken { "end of the turn" } else { "take a die" }.to_owned(),
        Kind::Community { used } => if used { "end of the turn" } else { "die for all" }.to_owned(),
        Kind::Choice => "choose donkey cards".to_owned(),
        Kind::Card { slot, stage, .. } => format!("{} turn: {}", slot.id(), card(stage)),
        Kind::Goat { .. } => "goat turn".to_owned(),
        Kind::Wages => "wages".to_owned(),
        Kind::Last => "last deliveries".to_owned(),
    }
}

const fn farm(stage: FarmStage) -> &'static str {
    match stage {
        FarmStage::Expand => "expand",
        FarmStage::Income => "income",
        FarmStage::Harvest => "harvest",
        FarmStage::Offspring => "offspring",
        FarmStage::End => "end",
    }
}

const fn card(stage: CardStage) -> &'static str {
    match stage {
        CardStage::Bonus => "bonus",
        CardStage::Boost => "boost",
        CardStage::Rest => "rest",
        CardStage::Prestige => "prestige",
        CardStage::Travel => "travel",
        CardStage::Leave => "the card leaves",
        CardStage::Deliver => "deliveries",
        CardStage::End => "end",
    }
}
