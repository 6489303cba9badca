//! The content duties (`rules.md` §26): what the rules rely on, checked when a content is parsed.

use std::collections::BTreeSet;

use super::content::Content;
use super::content_lists::{Checked, ensure};
use super::effect::{DeliveryKind, Effect, List, What};
use super::event::{EventKind, Filter};
use super::ids::{GeneralSide, Good};
use super::part::{Cost, Modifiers, Part, Trigger};
use super::plans::{CardSides, Named};
use super::road::{Next, RoadSpacePlan};
use super::things::RoadSpace;

/// Checks duties 1 to 5. Duties 4 and 7 are checked where markings and totals are read; 6 holds by the types (no
/// counter, effect or condition names fields or storage apart); 8 is a matter of tests.
pub(super) fn duties(content: &Content) -> Checked<()> {
    no_free_silver(content)?;
    for (id, part) in lasting(content) {
        limited(content, part).map_err(|wrong| format!("{id}: {wrong}"))?;
    }
    road(content)?;
    recalls(content)?;
    places(content)
}

/// The parts that may lie in play: acquisitions, market tiles, round tiles; with their ids.
fn lasting(content: &Content) -> impl Iterator<Item = (&str, &Part)> {
    let named = content.acquisitions.iter().chain(&content.tiles);
    let named = named.map(|entry: &Named<Part>| (entry.id.as_str(), &entry.part));
    named.chain(content.round_tiles.iter().map(|tile| (tile.id.as_str(), &tile.part)))
}

/// Duty 1: whatever lies in play, no chain of buying, upgrading and selling gains silver. Each price is taken with
/// every modifier that favours the seat: prices never meet, because only basic goods are bought and sold, a good
/// is bought for at least one silver more than it is sold for, and no upgraded good is sold.
fn no_free_silver(content: &Content) -> Checked<()> {
    let mut sum = Modifiers::default();
    lasting(content).for_each(|(_, part)| sum.add(&part.modifiers));
    for good in Good::ALL {
        let storage = &content.storages[good.index()];
        let (buy, sell) = (storage.buy.is_some(), storage.sell.is_some());
        let traded = good.is_basic() || !(buy || sell || storage.upgrade.is_some());
        ensure(traded, || format!("{}: an upgraded good is for sale", good.id()))?;
        let priced = |modifier: i8, price| modifier == 0 || price;
        let known = priced(sum.buy[good.index()], buy)
            && priced(sum.sell[good.index()], sell)
            && priced(sum.upgrade[good.index()], storage.upgrade.is_some());
        ensure(known, || format!("{}: a modifier of a price that it has not", good.id()))?;
        let single = storage.markings.is_some();
        let stored = sum.storage[good.index()] == 0 || single;
        ensure(stored, || format!("{}: markings for an open storage", good.id()))?;
    }
    Ok(())
}

/// Duties 1 and 2: triggers of what a seat can do at will have a limit, and no trigger feeds itself without one.
fn limited(content: &Content, part: &Part) -> Checked<()> {
    for trigger in content.effects.triggers(part.triggers) {
        let kind = trigger.on.kind();
        let at_will = matches!(
            kind,
            EventKind::GoodBought
                | EventKind::GoodSold
                | EventKind::GoodUpgraded
                | EventKind::WorkerAssigned
        );
        ensure(!at_will || trigger.limit > 0, || format!("{} without a limit", kind.id()))?;
        let feeds = reach(content, trigger.run, &mut |effect| raises(effect, trigger));
        ensure(!feeds || trigger.limit > 0, || format!("{} feeds itself", kind.id()))?;
    }
    Ok(())
}

/// Whether an effect can raise the event that a trigger hears: at once, or by what a seat can do with it.
fn raises(effect: &Effect, trigger: &Trigger) -> bool {
    match (trigger.on, effect) {
        (Filter::CardPlayed { .. }, Effect::PlayCard { .. })
        | (Filter::RewardStep { .. }, Effect::RewardStep { .. })
        | (
            Filter::BarrowScored | Filter::MarketScored | Filter::RewardStep { .. },
            Effect::Deliver { .. },
        ) => true,
        (Filter::GoodUpgraded { by_silver, .. }, Effect::Upgrade { .. }) => by_silver != Some(true),
        (Filter::Delivery { kinds, .. }, Effect::Deliver { kind, .. }) => {
            let may = match kind {
                DeliveryKind::Donkey | DeliveryKind::Community => 1 << kind.index(),
                DeliveryKind::Goat => {
                    1 << DeliveryKind::Goat.index() | 1 << DeliveryKind::Community.index()
                }
                DeliveryKind::Either | DeliveryKind::OfStep => u8::MAX,
            };
            kinds & may != 0
        }
        _ => false,
    }
}

/// Whether `found` says yes of an effect of the list, or of one within it.
pub(super) fn reach(
    content: &Content,
    list: List,
    found: &mut impl FnMut(&Effect) -> bool,
) -> bool {
    let effects = &content.effects;
    effects.of(list).iter().any(|effect| {
        if found(effect) {
            return true;
        }
        match *effect {
            Effect::Pay { then: inner, .. } | Effect::Repeat { run: inner, .. } => {
                reach(content, inner, found)
            }
            Effect::Choose { of, .. } => {
                effects.lists(of).iter().any(|list| reach(content, *list, found))
            }
            Effect::Gain { .. }
            | Effect::MoveDonkey { .. }
            | Effect::Siesta { .. }
            | Effect::Trough { .. }
            | Effect::Milestone { .. }
            | Effect::Upgrade { .. }
            | Effect::PlayCard { .. }
            | Effect::Deliver { .. }
            | Effect::RewardStep { .. }
            | Effect::PlaceExtension { .. }
            | Effect::TurnExtension { .. }
            | Effect::ClaimOption
            | Effect::RecallWorker { .. }
            | Effect::DrawSwap { .. }
            | Effect::Score(_) => false,
        }
    })
}

/// Duty 2: workers come back by what may be used only so often a round, and added actions use something up.
fn recalls(content: &Content) -> Checked<()> {
    let recalls =
        |list: List| reach(content, list, &mut |e| matches!(e, Effect::RecallWorker { .. }));
    for (id, part) in lasting(content) {
        if let Some(action) = &part.action {
            let pays = action.cost != Cost::default();
            ensure(pays || action.limit > 0, || format!("{id}: an action for nothing"))?;
            let limited = !recalls(action.run) || action.limit > 0;
            ensure(limited, || format!("{id}: recall_worker without a limit"))?;
        }
        let triggers = content.effects.triggers(part.triggers);
        let bare = recalls(part.now) || triggers.iter().any(|trigger| recalls(trigger.run));
        ensure(!bare, || format!("{id}: recall_worker outside an action"))?;
    }
    let bare = worker_lists(content).chain(plain_lists(content)).any(recalls);
    ensure(!bare, || "recall_worker outside a limited action".to_owned())
}

/// What workers do on farm spaces and extensions.
fn worker_lists(content: &Content) -> impl Iterator<Item = List> {
    let spaces = content.spaces.iter().map(|space| space.action.run);
    spaces.chain(content.extensions.iter().flat_map(|e| e.actions.map(|action| action.run)))
}

/// Lists of places that only pay out (duty 5), and others that no card carries.
fn plain_lists(content: &Content) -> impl Iterator<Item = List> {
    let road = content.road.spaces.iter().map(|space| space.effects);
    let rewards = content.reward_spaces.iter().flatten().copied();
    let cards = content.donkeys.iter().map(|card| card.effects);
    let faces = content.faces.iter().map(|face| face.part);
    let bonuses = content.bonuses.iter().map(|bonus| bonus.part);
    let trough = content.trough_actions.iter().map(|(_, run)| *run);
    let rest = trough.chain([content.personal_bonus]);
    road.chain(rewards).chain(cards).chain(faces).chain(bonuses).chain(rest)
}

/// Duty 3: every space can be reached, sections of a junction have one number and meet again, each branch behind
/// the barrier area's junction has a barrier, docks come last.
fn road(content: &Content) -> Checked<()> {
    let road = &content.road;
    let mut reached: BTreeSet<RoadSpace> = road.starting_spaces().collect();
    for space in RoadSpace::all() {
        let plan = road.space(space);
        let ways = match plan.next {
            Next::End => Vec::new(),
            Next::One(one) => vec![one],
            Next::Junction { short, long } => vec![short, long],
        };
        ensure(reached.contains(&space), || format!("{} cannot be reached", plan.id))?;
        for way in ways {
            // Content order is the order of travel, so one pass reaches all.
            ensure(way > space, || format!("{} leads back", plan.id))?;
            reached.insert(way);
            let behind = road.space(way);
            let ahead = behind.number >= plan.number;
            let docks = plan.dock.is_none() || behind.dock.is_some();
            ensure(ahead && docks, || format!("{} leads to {}", plan.id, behind.id))?;
        }
        let Next::Junction { short, long } = plan.next else { continue };
        let (short, long) = (road.space(short), road.space(long));
        let meet = meeting(content, short) == meeting(content, long);
        ensure(short.number == long.number && meet, || format!("{}: its sections", plan.id))?;
        let barriers = (short.barrier, long.barrier);
        let known = [(None, None), (Some(GeneralSide::Demanding), Some(GeneralSide::Simple))];
        ensure(known.contains(&barriers), || format!("{}: its barriers", plan.id))?;
    }
    let barred = road.spaces.iter().filter(|space| space.barrier.is_some()).count();
    let first = |space: &RoadSpacePlan| space.barrier.is_none() || space.place == 0;
    let at_start = road.spaces.iter().all(first);
    ensure(barred == 2 && at_start, || "the barriers".to_owned())
}

/// Where a section of a junction ends: the first space behind it.
fn meeting(content: &Content, start: &RoadSpacePlan) -> Option<RoadSpace> {
    let mut plan = start;
    loop {
        match plan.next {
            Next::One(next) => {
                let behind = content.road.space(next);
                if behind.section != start.section {
                    return Some(next);
                }
                plan = behind;
            }
            Next::End | Next::Junction { .. } => return None,
        }
    }
}

/// Duty 5, and that `only_in` and payments say something that can be.
fn places(content: &Content) -> Checked<()> {
    let scores =
        |list: List| content.effects.of(list).iter().all(|e| matches!(e, Effect::Score(_)));
    for (id, part) in lasting(content) {
        ensure(scores(part.last), || format!("{id}: `final` holds more than scores"))?;
    }
    for card in &content.cards {
        if let CardSides::Special(sides) = &card.sides {
            let fine = sides.iter().all(|side| scores(side.part) && !side.part.is_empty());
            ensure(fine, || format!("{}: `final` holds more than scores", card.id))?;
        }
    }
    let options = content.tracks.iter().all(|track| scores(track.option));
    ensure(options, || "reward_track: an option that does more than score".to_owned())?;
    let lists = worker_lists(content).chain(plain_lists(content));
    for list in lists {
        let odd = reach(content, list, &mut |effect| {
            matches!(effect, Effect::Gain { what: What::Class(class), n, different: true, .. }
                if u32::from(*n) > class.goods().len())
        });
        ensure(!odd, || "more different goods than there are".to_owned())?;
    }
    Ok(())
}
