//! What leaves the door, and to whom: hidden cards are planted as canaries and looked for in every byte.

use std::collections::BTreeSet;
use std::sync::Arc;

use ludoteca_rules::burgenland::{Action, Burgenland, Cards, State};
use ludoteca_rules::{ContentFile, Deed, Event, Game, Playout, Report, Timeline};
use prost::Message;

use super::desk::{Desk, Setting, library, settings};
use crate::pb::ludoteca::burgenland::v1 as burgenland;
use crate::pb::ludoteca::v1 as pb;
use crate::{HostedStep, log};

/// The kinds of colour card, in the order of the content.
const KINDS: usize = 24;

/// Names that appear nowhere else.
fn canary(kind: usize) -> String {
    format!("qz{kind:02}x")
}

/// A content file in which each colour card is there once, under the name of a canary.
fn canary_content() -> String {
    let (mut text, mut kind) = (String::new(), 0);
    for line in Burgenland::CONTENT.lines() {
        if line.starts_with("  { id = \"") && line.contains("colour =") {
            let rest = line.split_once(", ").map(|(_, rest)| rest).expect("an entry");
            let (rest, _) = rest.rsplit_once(", ").expect("an entry");
            text += &["  { id = \"", &canary(kind), "\", ", rest, ", count = 1 },\n"].concat();
            kind += 1;
        } else {
            text += match line {
                "colour_cards = 80" => "colour_cards = 24",
                "cards_per_colour = 10" => "cards_per_colour = 3",
                other => other,
            };
            text.push('\n');
        }
    }
    assert_eq!(kind, KINDS);
    text
}

fn kinds(cards: &Cards) -> BTreeSet<usize> {
    cards.kinds().map(|(card, _)| card.index()).collect()
}

/// The canaries in some bytes.
fn found(bytes: &[u8]) -> BTreeSet<usize> {
    let kind = |window: &[u8]| match window {
        [b'q', b'z', tens @ b'0'..=b'9', ones @ b'0'..=b'9', b'x'] => {
            Some(usize::from(tens - b'0') * 10 + usize::from(ones - b'0'))
        }
        _ => None,
    };
    bytes.windows(canary(0).len()).filter_map(kind).collect()
}

/// What a viewer may read of one event: its own hand, the discard, and what was rewarded in the open.
fn allowed(
    before: &State,
    after: &State,
    event: &Event<Action>,
    viewer: Option<u32>,
) -> BTreeSet<usize> {
    let mut known: BTreeSet<usize> = kinds(&before.discard);
    known.extend(kinds(&after.discard));
    if let Some(seat) = viewer {
        known.extend(kinds(&before.players[seat as usize].hand));
        known.extend(kinds(&after.players[seat as usize].hand));
    }
    let hidden = matches!(event.deed, Deed::Acted { action: Action::DrawCards, .. });
    for (then, now) in before.players.iter().zip(&after.players).filter(|_| !hidden) {
        let held = kinds(&then.hand);
        known.extend(kinds(&now.hand).into_iter().filter(|kind| !held.contains(kind)));
    }
    known
}

/// A card that is paid, shuffled in again and drawn by the same action is where it was: the states cannot
/// tell that it was shown.
fn reshuffled(before: &State, after: &State) -> bool {
    after.discard.count() < before.discard.count() || before.deck.count() < 6
}

/// Everything that a viewer can get at this moment.
fn sent(desk: &Desk, step: &Arc<dyn HostedStep>, viewer: Option<u32>) -> Vec<Vec<u8>> {
    let told = step.notice(viewer, true);
    let told = told.unwrap_or_else(|_| {
        desk.table.notice_of_takeback(step.event(), viewer, true).expect("a takeback")
    });
    let mut bytes = vec![told, desk.table.view(viewer, true).expect("a seat")];
    bytes.push(desk.table.info(false, None));
    if let Some(seat) = viewer {
        bytes.push(desk.table.actions(seat, true).expect("a seat"));
    }
    bytes
}

/// R1: no canary of a hidden card is in any byte sent to a viewer before the rules reveal it.
#[test]
fn r01_no_hidden_card_is_in_any_byte_sent() {
    let library = Arc::new(library());
    library.add_content(Burgenland::ID, &canary_content(), true).expect("a content file");
    let file = ContentFile::<Burgenland>::parse(&canary_content()).expect("a content file");
    let (mut looked, mut own) = (0u64, 0u64);
    for setting in settings(12) {
        let mut desk = Desk::started(&library, setting);
        let mut truth = Truth::of(&file, &desk.log);
        while let Some(step) = desk.move_on() {
            let (before, after, event) = truth.next(&file, step.event());
            if reshuffled(&before, &after) {
                continue;
            }
            for viewer in (0..setting.seats).map(Some).chain([None]) {
                let known = allowed(&before, &after, &event, viewer);
                for bytes in sent(&desk, &step, viewer) {
                    let canaries = found(&bytes);
                    let leaked: Vec<_> = canaries.difference(&known).collect();
                    assert!(
                        leaked.is_empty(),
                        "{leaked:?} leaked to {viewer:?} by {event:?} in game {}",
                        setting.seed
                    );
                    looked += (KINDS - known.len()) as u64;
                    own += canaries.len() as u64;
                }
            }
        }
    }
    println!("looked for {looked} hidden canaries, saw {own} that may be seen");
    assert!(looked > 100_000 && own > 100_000);
}

/// The table as nobody but the service sees it.
struct Truth(Timeline<Burgenland>);

impl Truth {
    fn of(file: &ContentFile<Burgenland>, log: &[Vec<u8>]) -> Self {
        let first = log::decode::<Burgenland>(&file.content, &log[0], 1).expect("an event");
        let mut truth = Self(Timeline::first(file, &first).expect("a first event"));
        for bytes in &log[1..] {
            truth.evolve(file, bytes);
        }
        truth
    }

    fn evolve(&mut self, file: &ContentFile<Burgenland>, bytes: &[u8]) -> Event<Action> {
        let place = self.0.table().seq() + 1;
        let event = log::decode::<Burgenland>(&file.content, bytes, place).expect("an event");
        self.0.evolve(&event, &mut Report::silent()).expect("the log replays");
        event
    }

    fn state(&self) -> State {
        self.0.table().state().expect("it has started").clone()
    }

    /// The states around the next event.
    fn next(
        &mut self,
        file: &ContentFile<Burgenland>,
        bytes: &[u8],
    ) -> (State, State, Event<Action>) {
        let before = self.state();
        let event = self.evolve(file, bytes);
        (before, self.state(), event)
    }
}

/// R2: the seed is in nothing that is sent before the table is over, and in the last notice.
#[test]
fn r02_the_seed_leaves_with_the_last_event_only() {
    let library = Arc::new(library());
    for setting in settings(3) {
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
                let bytes = sent(&desk, &step, viewer);
                assert_eq!(holds(&bytes[0]), over, "the notice of seq {}", step.seq());
                assert_eq!(holds(&bytes[2]), over, "the table after seq {}", step.seq());
                assert!(!bytes[3..].iter().any(|bytes| holds(bytes)), "the legal actions");
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

fn state_of(view: &[u8]) -> burgenland::View {
    let view = pb::View::decode(view).expect("a View");
    burgenland::View::decode(view.state.expect("a state").value.as_slice()).expect("a View")
}

/// R4: nobody gets more than their own: the public no hand at all, a seat its own, no number shows all.
#[test]
fn r04_no_viewer_sees_all() {
    let library = Arc::new(library());
    let mut views = 0;
    for setting in settings(9) {
        let mut desk = Desk::started(&library, setting);
        while desk.move_on().is_some() {
            for viewer in (0..setting.seats).map(Some).chain([None]) {
                for player in state_of(&desk.table.view(viewer, false).expect("a seat")).players {
                    let own = Some(player.seat) == viewer;
                    assert_eq!(player.own, own);
                    assert!(own || player.hand.is_empty() && player.bonus_tiles.is_empty());
                    views += 1;
                }
            }
            for seat in [setting.seats, 255, 256, u32::MAX] {
                assert!(desk.table.view(Some(seat), false).is_err());
                assert!(desk.library.notices(&desk.slices()[..1], 1, Some(seat), false).is_err());
            }
        }
    }
    println!("{views} seats were looked at");
}

/// R28: two tables played in turns have the logs that each has alone.
#[test]
fn r28_tables_played_in_turns_are_as_alone() {
    let library = Arc::new(library());
    let setting = |seed| Setting { seats: 3, seed, other_options: false };
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
#[test]
fn r26_a_stepped_table_is_the_folded_one() {
    let library = Arc::new(library());
    let file = ContentFile::<Burgenland>::parse(Burgenland::CONTENT).expect("our own content");
    let mut desk = Desk::started(&library, Setting { seats: 4, seed: 2, other_options: false });
    let mut steps = 0;
    while desk.move_on().is_some() && steps < 60 {
        let (folded, _) = library.replay(&desk.slices()).expect("the log replays");
        assert_eq!(folded.digest(), desk.table.digest());
        assert_eq!(folded.view(Some(1), false), desk.table.view(Some(1), false));
        steps += 1;
    }
    assert_eq!(Truth::of(&file, &desk.log).0.table().digest(), desk.table.digest());
}
