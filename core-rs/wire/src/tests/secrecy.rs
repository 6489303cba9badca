//! What leaves the door, and to whom: hidden things are planted as canaries and looked for in every byte.

use std::sync::Arc;

use ludoteca_rules::{ContentFile, Event, Playout, Report, Timeline};
use prost::Message;

use super::desk::{Desk, Setting, library, settings};
use super::samples::{Sample, Sent};
use crate::pb::ludoteca::v1 as pb;
use crate::{HostedStep, log};

of_each_game! {
    r01_no_hidden_thing_is_in_any_byte_sent
    r02_the_seed_leaves_with_the_last_event_only
    r04_no_viewer_sees_all
    r28_tables_played_in_turns_are_as_alone
    r26_a_stepped_table_is_the_folded_one
}

/// Everything that a viewer can get at this moment.
fn sent(desk: &Desk, step: &Arc<dyn HostedStep>, viewer: Option<u32>) -> Vec<(Sent, Vec<u8>)> {
    let told = step.notice(viewer, true);
    let told = told.unwrap_or_else(|_| {
        desk.table.notice_of_takeback(step.event(), viewer, true).expect("a takeback")
    });
    let mut bytes = vec![
        (Sent::Notice, told),
        (Sent::View, desk.table.view(viewer, true).expect("a seat")),
        (Sent::Info, desk.table.info(false, None, false)),
    ];
    if let Some(seat) = viewer {
        bytes.push((Sent::Actions, desk.table.actions(seat, true).expect("a seat")));
    }
    bytes
}

/// Whether a seat may do something: what another seat may, or itself. The question comes with the answer.
fn checked(desk: &mut Desk, seat: u32) -> Option<(Vec<u8>, Vec<u8>)> {
    let offers: Vec<_> = (0..u32::from(desk.table.seats()))
        .flat_map(|seat| desk.offers(seat).offers)
        .filter_map(|offer| offer.action)
        .collect();
    let place = desk.random.below(u32::try_from(offers.len()).ok().filter(|count| *count > 0)?);
    let action = offers.get(place as usize).cloned();
    let request = pb::CheckActionRequest { table_id: desk.id(), action, words: true };
    let request = request.encode_to_vec();
    let answer = desk.table.check(seat, &request).expect("an action of the game");
    Some((request, answer))
}

/// R1: no canary of a hidden thing is in any byte sent to a viewer before the rules reveal it.
fn r01_no_hidden_thing_is_in_any_byte_sent<G: Sample>() {
    let library = Arc::new(library());
    library.add_content(G::ID, &G::canaries(), true).expect("a content file");
    let file = ContentFile::<G>::parse(&G::canaries()).expect("a content file");
    let (mut looked, mut seen, mut asked) = (0u64, 0u64, 0u64);
    for setting in settings::<G>(18) {
        let mut desk = Desk::started(&library, setting);
        let mut truth = Truth::of(&file, &desk.log);
        while let Some(step) = desk.move_on() {
            let (before, after, event) = truth.next(&file, step.event());
            for viewer in (0..setting.seats).map(Some).chain([None]) {
                for (what, bytes) in sent(&desk, &step, viewer) {
                    let known = G::known(&before, &after, &event, viewer, what);
                    let Some(known) = known else { continue };
                    let canaries = G::found(&bytes);
                    let leaked: Vec<_> = canaries.difference(&known).collect();
                    assert!(
                        leaked.is_empty(),
                        "{leaked:?} leaked to {viewer:?} by {event:?} in a {what:?} of game {}: {}",
                        setting.seed,
                        String::from_utf8_lossy(&bytes)
                    );
                    looked += (G::HIDDEN - known.len()) as u64;
                    seen += canaries.len() as u64;
                }
            }
            // Now and then somebody asks what it may do: an answer tells no more than the question names.
            if desk.random.below(4) > 0 || desk.table.is_over() {
                continue;
            }
            for seat in 0..setting.seats {
                let Some((question, answer)) = checked(&mut desk, seat) else { break };
                let known = G::known(&after, &after, &event, Some(seat), Sent::Checked);
                let Some(mut known) = known else { continue };
                known.extend(G::found(&question));
                let canaries = G::found(&answer);
                let leaked: Vec<_> = canaries.difference(&known).collect();
                assert!(leaked.is_empty(), "{leaked:?} leaked to {seat} that asks after {event:?}");
                asked += 1;
            }
        }
    }
    println!("looked for {looked} hidden canaries, saw {seen} that may be seen; {asked} questions");
    assert!(looked > 100_000 && seen > 1_000 && asked > 1_000);
}

/// The table as nobody but the service sees it.
struct Truth<G: Sample>(Timeline<G>);

impl<G: Sample> Truth<G> {
    fn of(file: &ContentFile<G>, log: &[Vec<u8>]) -> Self {
        let first = log::decode::<G>(&file.content, &log[0], 1).expect("an event");
        let mut truth = Self(Timeline::first(file, &first).expect("a first event"));
        for bytes in &log[1..] {
            truth.evolve(file, bytes);
        }
        truth
    }

    fn evolve(&mut self, file: &ContentFile<G>, bytes: &[u8]) -> Event<G::Action> {
        let place = self.0.table().seq() + 1;
        let event = log::decode::<G>(&file.content, bytes, place).expect("an event");
        self.0.evolve(&event, &mut Report::silent()).expect("the log replays");
        event
    }

    fn state(&self) -> G::State {
        self.0.table().state().expect("it has started").clone()
    }

    /// The states around the next event.
    fn next(
        &mut self,
        file: &ContentFile<G>,
        bytes: &[u8],
    ) -> (G::State, G::State, Event<G::Action>) {
        let before = self.state();
        let event = self.evolve(file, bytes);
        (before, self.state(), event)
    }
}

/// R2: the seed is in nothing that is sent before the table is over, and in the last notice.
fn r02_the_seed_leaves_with_the_last_event_only<G: Sample>() {
    let library = Arc::new(library());
    for setting in settings::<G>(3) {
        let mut desk = Desk::started(&library, setting);
        let seed = desk.seed();
        let hex = blake3::Hash::from_bytes(seed).to_hex();
        let holds = |bytes: &[u8]| {
            let raw = |place: usize| bytes[place..].starts_with(&seed);
            let said = |place: usize| bytes[place..].starts_with(hex.as_bytes());
            (0..bytes.len()).any(|place| {
                bytes[place] == seed[0] && raw(place)
                    || bytes[place] == hex.as_bytes()[0] && said(place)
            })
        };
        while let Some(step) = desk.move_on() {
            let over = desk.table.is_over();
            for viewer in (0..setting.seats).map(Some).chain([None]) {
                for (what, bytes) in sent(&desk, &step, viewer) {
                    let shown = over && what != Sent::Actions;
                    assert_eq!(holds(&bytes), shown, "a {what:?} after seq {}", step.seq());
                }
            }
            if !over && step.seq() % 100 == 0 {
                let record = desk.library.export_record(&desk.slices(), Some(0)).expect("a record");
                assert!(!holds(&record), "a record of a table that goes on");
            }
        }
        let record = desk.library.export_record(&desk.slices(), None).expect("a record");
        assert!(holds(&record), "a whole record");
    }
}

/// R4: nobody gets more than their own: the public no hand at all, a seat its own, no number shows all.
fn r04_no_viewer_sees_all<G: Sample>() {
    let library = Arc::new(library());
    let (mut views, mut shown) = (0, 0);
    for setting in settings::<G>(9) {
        let mut desk = Desk::started(&library, setting);
        while desk.move_on().is_some() {
            for viewer in (0..setting.seats).map(Some).chain([None]) {
                let bytes = desk.table.view(viewer, false).expect("a seat");
                let view = pb::View::decode(bytes.as_slice()).expect("a View");
                let state = view.state.expect("it has started");
                let state = G::ViewMessage::decode(state.value.as_slice()).expect("a View");
                for (seat, (own, shows)) in (0..).zip(G::own_only(&state)) {
                    assert_eq!(own, Some(seat) == viewer);
                    assert!(own || !shows, "{viewer:?} sees what is seat {seat}'s alone");
                    (views, shown) = (views + 1, shown + u32::from(shows));
                }
            }
            for seat in [setting.seats, 255, 256, u32::MAX] {
                assert!(desk.table.view(Some(seat), false).is_err());
                assert!(desk.library.notices(&desk.slices()[..1], 1, Some(seat), false).is_err());
            }
        }
    }
    println!("{views} seats were looked at");
    assert!(shown > 100, "only {shown} showed their own");
}

/// R28: two tables played in turns have the logs that each has alone.
fn r28_tables_played_in_turns_are_as_alone<G: Sample>() {
    let library = Arc::new(library());
    let setting = |seed| Setting::of::<G>(3, seed);
    let alone = |seed| {
        let mut desk = Desk::started(&library, setting(seed));
        desk.play_out();
        desk.log
    };
    let (mut left, mut right) =
        (Desk::started(&library, setting(70)), Desk::started(&library, setting(71)));
    let mut coin = Playout::new(9);
    while !(left.table.is_over() && right.table.is_over()) {
        if coin.below(2) == 0 {
            left.move_on()
        } else {
            right.move_on()
        };
    }
    assert_eq!(left.log, alone(70));
    assert_eq!(right.log, alone(71));
}

/// R26: a table that was kept and stepped is the one that its log folds to.
fn r26_a_stepped_table_is_the_folded_one<G: Sample>() {
    let library = Arc::new(library());
    let file = ContentFile::<G>::parse(G::CONTENT).expect("our own content");
    let mut desk = Desk::started(&library, Setting::of::<G>(4, 2));
    let mut steps = 0;
    while desk.move_on().is_some() && steps < 60 {
        let (folded, _) = library.replay(&desk.slices()).expect("the log replays");
        assert_eq!(folded.digest(), desk.table.digest());
        assert_eq!(folded.view(Some(1), false), desk.table.view(Some(1), false));
        steps += 1;
    }
    assert_eq!(Truth::of(&file, &desk.log).0.table().digest(), desk.table.digest());
}
