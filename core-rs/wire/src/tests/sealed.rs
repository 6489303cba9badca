//! Sealed choices: El Gaucho's start tiles and El Burro's donkey cards until all have chosen, the card that is kept of
//! a market draw of Buurn.
//! The others cannot tell one choice from another.

use std::collections::BTreeSet;
use std::sync::Arc;

use ludoteca_rules::buurn::Buurn;
use ludoteca_rules::el_burro::ElBurro;
use ludoteca_rules::el_gaucho::ElGaucho;
use prost::Message;
use prost_types::Any;

use super::desk::{Desk, Setting, library};
use crate::pb::ludoteca::buurn::v1 as buurn;
use crate::pb::ludoteca::el_burro::v1 as el_burro;
use crate::pb::ludoteca::el_gaucho::v1 as el_gaucho;
use crate::pb::ludoteca::v1 as pb;
use crate::{Call, HostedStep, HostedTable};

/// A call that acts, with the same request id for every action.
fn call(action: &Any) -> Call {
    let request = pb::ActRequest {
        table_id: "table".to_owned(),
        action: Some(action.clone()),
        request_id: vec![7; 8],
        ..Default::default()
    };
    Call::act(&request.encode_to_vec()).expect("a good request")
}

fn choices(table: &Arc<dyn HostedTable>, seat: u32) -> Vec<Any> {
    let bytes = table.actions(seat, false).expect("a seat");
    let list = pb::ListActionsResponse::decode(bytes.as_slice()).expect("a list");
    list.offers.into_iter().filter_map(|offer| offer.action).collect()
}

/// Everything that a viewer can get after a step.
fn sent(step: &Arc<dyn HostedStep>, viewer: Option<u32>) -> Vec<Vec<u8>> {
    let table = step.table().expect("no takeback");
    let mut sent = vec![
        step.notice(viewer, true).expect("an action"),
        table.view(viewer, true).expect("a seat"),
        table.info(false, None, false),
    ];
    sent.extend(viewer.map(|seat| table.actions(seat, true).expect("a seat")));
    sent
}

/// What a seat is answered that asks whether it may do these things.
fn checked(table: &Arc<dyn HostedTable>, seat: u32, actions: &[Any]) -> Vec<Vec<u8>> {
    let check = |action: &Any| {
        let table_id = table.table_id().to_owned();
        let action = Some(action.clone());
        let request = pb::CheckActionRequest { table_id, action, words: true };
        table.check(seat, &request.encode_to_vec()).expect("an action of the game")
    };
    actions.iter().map(check).collect()
}

/// The record of a table that goes on, after the events of `log` and one more.
fn record(desk: &Desk, step: &Arc<dyn HostedStep>, viewer: Option<u32>) -> Vec<u8> {
    let log: Vec<&[u8]> = desk.slices().into_iter().chain([step.event()]).collect();
    desk.library.export_record(&log, viewer).expect("a record")
}

fn kept(action: &Any) -> usize {
    let action = el_gaucho::Action::decode(action.value.as_slice()).expect("an Action");
    let Some(el_gaucho::action::Action::KeepStartTiles(keep)) = action.action else {
        panic!("another action: {action:?}")
    };
    keep.tiles.len()
}

/// R5: whatever a seat keeps, and however many tiles, the others get the same bytes; so they do of each choice
/// after it but the last, which opens all.
#[test]
fn r05_a_sealed_choice_is_one_notice_to_the_others() {
    let library = Arc::new(library());
    let (mut compared, mut lengths) = (0u32, BTreeSet::new());
    for seed in 0..30 {
        let seats = 2 + u32::try_from(seed % 3).expect("small");
        let desk = Desk::started(&library, Setting::of::<ElGaucho>(seats, seed));
        let mut worlds: Vec<Arc<dyn HostedTable>> = vec![Arc::clone(&desk.table)];
        for chooser in 0..seats - 1 {
            let next: Vec<Arc<dyn HostedStep>> = worlds
                .iter()
                .flat_map(|table| choices(table, chooser).into_iter().map(move |c| (table, c)))
                .map(|(table, choice)| {
                    lengths.insert(kept(&choice));
                    table.decide(&call(&choice), Some(chooser), &[], 5000).expect("a legal choice")
                })
                .collect();
            // Who has chosen knows; the others, and the public, see what they see in any world.
            for viewer in (chooser + 1..seats).map(Some).chain([None]) {
                let first = sent(&next[0], viewer);
                for step in &next[1..] {
                    assert_eq!(sent(step, viewer), first, "{viewer:?} of {seats}, game {seed}");
                    compared += 1;
                }
                let asks = |step: &Arc<dyn HostedStep>| {
                    let table = step.table().expect("no takeback");
                    let answers = |seat| {
                        let asked = [choices(&table, seat), choices(&desk.table, chooser)].concat();
                        checked(&table, seat, &asked[..asked.len().min(12)])
                    };
                    viewer.map(answers)
                };
                let ends = [&next[0], &next[next.len() - 1]];
                assert_eq!(asks(ends[0]), asks(ends[1]), "{viewer:?} asks what it may do");
                if chooser == 0 {
                    let records = ends.map(|step| record(&desk, step, viewer));
                    assert_eq!(records[0], records[1], "{viewer:?} exports a record");
                }
            }
            for seat in 0..=chooser {
                let own: BTreeSet<_> = next.iter().map(|step| sent(step, Some(seat))).collect();
                assert!(own.len() > 1, "seat {seat} sees its own choice");
            }
            let ends = [next.first(), next.last()].into_iter().flatten();
            worlds = ends.map(|step| step.table().expect("no takeback")).collect();
        }
    }
    println!("{compared} choices looked the same to others");
    assert!(compared > 300 && lengths.len() == 3, "{compared}, {lengths:?}");
}

/// The stashes that put the other card under the deck, each with the card that it keeps.
fn stashes(table: &Arc<dyn HostedTable>, seat: u32) -> Vec<Any> {
    let goes_under = |choice: &Any| {
        let action = buurn::Action::decode(choice.value.as_slice()).expect("an Action").action;
        matches!(action, Some(buurn::action::Action::Stash(stash)) if stash.place == "bottom")
    };
    choices(table, seat).into_iter().filter(goes_under).collect()
}

/// Whether the deck is so full that nothing from under it comes up soon.
fn is_deep(table: &Arc<dyn HostedTable>) -> bool {
    let view = pb::View::decode(table.view(None, false).expect("the public").as_slice());
    let state = view.expect("a View").state.expect("it has started");
    let state = buurn::View::decode(state.value.as_slice()).expect("a View");
    state.deck.is_some_and(|deck| deck.body + deck.tail > 8)
}

/// R5: whichever card of a market draw a seat keeps, the others get the same bytes, what comes after it
/// included.
#[test]
fn r05_a_stash_is_one_notice_to_the_others() {
    let library = Arc::new(library());
    let (mut compared, mut own) = (0u32, 0u32);
    for seed in 0..40 {
        let seats = 3 + u32::try_from(seed % 3).expect("small");
        let mut desk = Desk::started(&library, Setting::of::<Buurn>(seats, seed));
        loop {
            if let [seat] = desk.acting()[..]
                && let [one, other] = &stashes(&desk.table, seat)[..]
                && is_deep(&desk.table)
            {
                let decide = |choice| desk.table.decide(&call(choice), Some(seat), &[], 900_000);
                let worlds = [one, other].map(|choice| decide(choice).expect("a legal choice"));
                for viewer in (0..seats).map(Some).chain([None]) {
                    let [first, second] = worlds.each_ref().map(|step| sent(step, viewer));
                    if viewer == Some(seat) {
                        own += u32::from(first != second);
                        continue;
                    }
                    assert_eq!(first, second, "{viewer:?} of {seats}, game {seed}");
                    let records = worlds.each_ref().map(|step| record(&desk, step, viewer));
                    assert_eq!(records[0], records[1], "{viewer:?} exports a record");
                    compared += 1;
                }
            }
            if desk.move_on().is_none() {
                break;
            }
        }
    }
    println!("{compared} stashes looked the same to others, {own} not to their own seat");
    assert!(compared > 50 && own > 10, "{compared}, {own}");
}

/// Whether an action allocates donkey cards.
fn allocates(choice: &Any) -> bool {
    let action = el_burro::Action::decode(choice.value.as_slice()).expect("an Action");
    matches!(action.action, Some(el_burro::action::Action::AllocateDonkeys(_)))
}

/// R5: whatever a seat plans with its donkey cards, the others get the same bytes until the last seat has chosen;
/// the seat itself does not.
#[test]
fn r05_donkey_cards_are_one_notice_to_the_others() {
    let library = Arc::new(library());
    let (mut compared, mut rounds) = (0u32, BTreeSet::new());
    for seed in 0..6 {
        let seats = 2 + u32::try_from(seed % 3).expect("small");
        let mut desk = Desk::started(&library, Setting::of::<ElBurro>(seats, seed));
        loop {
            let acting = desk.acting();
            for chooser in acting.iter().copied().filter(|_| acting.len() > 1) {
                let choices = choices(&desk.table, chooser);
                if !choices.iter().all(allocates) {
                    continue;
                }
                rounds.insert((seed, choices.len()));
                let steps: Vec<Arc<dyn HostedStep>> = choices
                    .iter()
                    .map(|choice| desk.table.decide(&call(choice), Some(chooser), &[], 1 << 40))
                    .map(|step| step.expect("a legal choice"))
                    .collect();
                for viewer in (0..seats).filter(|seat| *seat != chooser).map(Some).chain([None]) {
                    let first = sent(&steps[0], viewer);
                    for step in &steps[1..] {
                        assert_eq!(sent(step, viewer), first, "{viewer:?} of {seats}, game {seed}");
                        compared += 1;
                    }
                }
                let own: BTreeSet<_> = steps.iter().map(|step| sent(step, Some(chooser))).collect();
                assert_eq!(own.len(), choices.len(), "seat {chooser} sees its own choice");
            }
            if desk.move_on().is_none() {
                break;
            }
        }
    }
    println!("{compared} choices looked the same to others");
    assert!(compared > 300 && rounds.len() > 10, "{compared}, {rounds:?}");
}
