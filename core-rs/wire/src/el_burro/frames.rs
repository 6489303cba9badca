//! Frames of the decision stack, both ways.
//!
//! What a frame remembers goes as the core's own encoding; what comes back is held against the content, so that
//! no index in it points nowhere.

use ludoteca_rules::el_burro::{
    Card, Content, Dock, Effect, EffectId, Event, FarmSpace, Frame, Good, Kind, List, Market,
    RoadSpace, SLOTS, Side, Source, Target, Track,
};
use ludoteca_rules::{decode, encode};

use super::phrases;
use crate::field::Read;
use crate::pb::ludoteca::el_burro::v1 as pb;

/// The most that a frame counts.
const COUNTED_MOST: u8 = 60;
/// The most frames of a stack.
const DEPTH_MOST: usize = 64;
/// Donkeys of a seat.
const DONKEYS: u8 = 2;

/// A frame as clients get it.
pub(super) fn show(content: &Content, frame: &Frame) -> pb::Frame {
    pb::Frame {
        kind: kind(&frame.kind).to_owned(),
        left: left(&frame.kind).into(),
        anytime: frame.anytime,
        text: phrases::frame(content, frame, left(&frame.kind)),
        state: encode(frame),
    }
}

/// The word for a frame.
const fn kind(kind: &Kind) -> &'static str {
    match kind {
        Kind::Seq { .. } => "seq",
        Kind::Repeat { .. } => "repeat",
        Kind::AnyOrder { .. } => "any_order",
        Kind::DieOrder { .. } => "die_order",
        Kind::Triggered { .. } => "triggered",
        Kind::TakeGood { .. } => "take_good",
        Kind::Pay { .. } => "pay",
        Kind::Move { .. } => "move_donkey",
        Kind::Moving { .. } => "moving",
        Kind::Dock { .. } => "dock",
        Kind::Upgrade { .. } => "upgrade",
        Kind::PlayCard { .. } => "play_card",
        Kind::Deliver { .. } => "deliver",
        Kind::TrackStep => "track_step",
        Kind::PlaceExtension { .. } => "place_extension",
        Kind::TurnExtension { .. } => "turn_extension",
        Kind::Recall { .. } => "recall_worker",
        Kind::Swap { .. } => "swap",
        Kind::Choose { .. } => "choose",
        Kind::Refill { .. } => "refill",
        Kind::Redraw { .. } => "redraw",
        Kind::DiscardOne => "discard",
        Kind::Reward { .. } => "reward",
        Kind::ScoreTargets => "score_targets",
        Kind::Score { .. } => "score",
        Kind::TakeTile { .. } => "take_tile",
        Kind::FinishBarrow { .. } => "finish_barrow",
        Kind::Raise { .. } => "raise",
        Kind::Start => "start",
        Kind::Farm { .. } => "farm_turn",
        Kind::Die { .. } => "die_turn",
        Kind::Community { .. } => "community_turn",
        Kind::Choice => "donkey_choice",
        Kind::Card { .. } => "card_turn",
        Kind::Goat { .. } => "goat_turn",
        Kind::Wages => "wages",
        Kind::Last => "last_deliveries",
    }
}

/// How many of it are left, where it counts.
const fn left(kind: &Kind) -> u8 {
    match kind {
        Kind::Repeat { left, .. }
        | Kind::TakeGood { left, .. }
        | Kind::Moving { left, .. }
        | Kind::Upgrade { left }
        | Kind::Deliver { left, .. }
        | Kind::Recall { left }
        | Kind::Swap { left, .. }
        | Kind::Choose { left, .. }
        | Kind::Redraw { left } => *left,
        Kind::Move { steps } => *steps,
        Kind::Seq { .. }
        | Kind::AnyOrder { .. }
        | Kind::DieOrder { .. }
        | Kind::Triggered { .. }
        | Kind::Pay { .. }
        | Kind::Dock { .. }
        | Kind::PlayCard { .. }
        | Kind::TrackStep
        | Kind::PlaceExtension { .. }
        | Kind::TurnExtension { .. }
        | Kind::Refill { .. }
        | Kind::DiscardOne
        | Kind::Reward { .. }
        | Kind::ScoreTargets
        | Kind::Score { .. }
        | Kind::TakeTile { .. }
        | Kind::FinishBarrow { .. }
        | Kind::Raise { .. }
        | Kind::Start
        | Kind::Farm { .. }
        | Kind::Die { .. }
        | Kind::Community { .. }
        | Kind::Choice
        | Kind::Card { .. }
        | Kind::Goat { .. }
        | Kind::Wages
        | Kind::Last => 0,
    }
}

/// The stack of a message; a seat that acts has a frame on top that waits for it.
pub(super) fn stack(content: &Content, messages: &[pb::Frame], acts: bool) -> Read<Vec<Frame>> {
    if messages.len() > DEPTH_MOST {
        return Err("a stack is too deep".to_owned());
    }
    let stack: Vec<Frame> = messages.iter().map(|one| read(content, one)).collect::<Read<_>>()?;
    let waits = stack.last().is_some_and(|top| waits(&top.kind));
    if acts && !waits { Err("a seat acts without a decision".to_owned()) } else { Ok(stack) }
}

fn read(content: &Content, message: &pb::Frame) -> Read<Frame> {
    let frame: Frame = decode(&message.state).map_err(|_| "a frame cannot be read".to_owned())?;
    let known = is_known(content, &frame.kind) && counts(&frame.kind) <= COUNTED_MOST;
    if known { Ok(frame) } else { Err("a frame points nowhere".to_owned()) }
}

/// The largest number in a frame.
fn counts(kind: &Kind) -> u8 {
    if let Kind::Swap { discarded: more, .. }
    | Kind::Reward { prestige: more, .. }
    | Kind::Card { made: more, .. }
    | Kind::Goat { made: more } = *kind
    {
        return more.max(left(kind));
    }
    left(kind)
}

/// Whether everything that a frame points at is there.
fn is_known(content: &Content, kind: &Kind) -> bool {
    let effect = |id: EffectId| content.effects.all().get(id.index());
    match *kind {
        Kind::Seq { rest: list } | Kind::Repeat { run: list, .. } => is_list(content, list),
        Kind::AnyOrder { of, left } => is_list(content, of) && u32::from(left) >> of.len == 0,
        Kind::DieOrder { face, cards, .. } => {
            (1..=6).contains(&face) && cards.iter().flatten().all(|card| is_card(*card))
        }
        Kind::Triggered { sources } => u32::from(sources.0) >> Source::COUNT == 0,
        Kind::TakeGood { taken, .. } => taken.0 >> Good::ALL.len() == 0,
        Kind::Pay { effect: id } => matches!(effect(id), Some(Effect::Pay { .. })),
        Kind::Choose { effect: id, picked, .. } => match effect(id) {
            Some(Effect::Choose { of, .. }) => u32::from(picked) >> of.len == 0,
            Some(_) | None => false,
        },
        Kind::Moving { donkey, entered, .. } => {
            donkey < DONKEYS && entered.is_none_or(|space| space.index() < RoadSpace::COUNT)
        }
        Kind::Dock { donkey, dock } => donkey < DONKEYS && dock.index() < Dock::COUNT,
        Kind::Reward { tracks, .. } => tracks.0 >> Track::ALL.len() == 0,
        Kind::Score { target } => target.index() < Target::COUNT,
        Kind::TakeTile { market } => market.index() < Market::COUNT,
        Kind::FinishBarrow { slot } => usize::from(slot) < SLOTS,
        Kind::Raise { event, deaf } => is_event(event) && deaf.is_none_or(is_card),
        Kind::Farm { sides, .. } => sides.0 >> Side::ALL.len() == 0,
        Kind::Move { .. }
        | Kind::Upgrade { .. }
        | Kind::PlayCard { .. }
        | Kind::Deliver { .. }
        | Kind::TrackStep
        | Kind::PlaceExtension { .. }
        | Kind::TurnExtension { .. }
        | Kind::Recall { .. }
        | Kind::Swap { .. }
        | Kind::Refill { .. }
        | Kind::Redraw { .. }
        | Kind::DiscardOne
        | Kind::ScoreTargets
        | Kind::Start
        | Kind::Die { .. }
        | Kind::Community { .. }
        | Kind::Choice
        | Kind::Card { .. }
        | Kind::Goat { .. }
        | Kind::Wages
        | Kind::Last => true,
    }
}

/// No list of the content is longer: the bits of a list in any order fit into a frame.
const LIST_MOST: u8 = 15;

fn is_list(content: &Content, list: List) -> bool {
    let end = usize::from(list.start) + usize::from(list.len);
    list.len <= LIST_MOST && end <= content.effects.all().len()
}

const fn is_card(card: Card) -> bool {
    card.index() < Card::COUNT
}

const fn is_event(event: Event) -> bool {
    match event {
        Event::DieTaken(face) => 1 <= face && face <= 6,
        Event::WorkerAssigned(space) => space.index() < FarmSpace::COUNT,
        Event::Delivery { goods, .. } => goods.0 >> Good::ALL.len() == 0,
        Event::Income
        | Event::Harvest
        | Event::Offspring
        | Event::CardPlayed { .. }
        | Event::GoodBought(_)
        | Event::GoodSold(_)
        | Event::GoodUpgraded { .. }
        | Event::DonkeyCard(_)
        | Event::BarrowScored
        | Event::MarketScored
        | Event::RewardStep(_)
        | Event::RoundScoring
        | Event::TurnOrderSet { .. } => true,
    }
}

/// Whether a frame waits for its seat: it is not one that the engine runs by itself, and something is left of it.
fn waits(kind: &Kind) -> bool {
    match *kind {
        Kind::Seq { .. }
        | Kind::Repeat { .. }
        | Kind::Triggered { .. }
        | Kind::Score { .. }
        | Kind::TakeTile { .. }
        | Kind::FinishBarrow { .. }
        | Kind::Raise { .. } => false,
        Kind::AnyOrder { left, .. } => left != 0,
        Kind::DieOrder { action, bonus, cards, tiles, round_tile, .. } => {
            let sources = !tiles.is_empty() || cards.iter().any(Option::is_some);
            action || bonus || round_tile || sources
        }
        Kind::Moving { left, entered, .. } => left > 0 && entered.is_none(),
        Kind::TakeGood { left, .. }
        | Kind::Upgrade { left }
        | Kind::Deliver { left, .. }
        | Kind::Recall { left }
        | Kind::Swap { left, .. }
        | Kind::Choose { left, .. }
        | Kind::Redraw { left } => left > 0,
        Kind::Pay { .. }
        | Kind::Move { .. }
        | Kind::Dock { .. }
        | Kind::PlayCard { .. }
        | Kind::TrackStep
        | Kind::PlaceExtension { .. }
        | Kind::TurnExtension { .. }
        | Kind::Refill { .. }
        | Kind::DiscardOne
        | Kind::Reward { .. }
        | Kind::ScoreTargets
        | Kind::Start
        | Kind::Farm { .. }
        | Kind::Die { .. }
        | Kind::Community { .. }
        | Kind::Choice
        | Kind::Card { .. }
        | Kind::Goat { .. }
        | Kind::Wages
        | Kind::Last => true,
    }
}
