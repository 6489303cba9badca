//! The spectator policy on its way: asked for, stored, told, exported, and left out where it is the default.

use std::sync::Arc;

use ludoteca_rules::burgenland::Burgenland;
use prost::Message;

use super::desk::{Desk, Setting, creation, library};
use crate::pb::ludoteca::v1 as pb;
use crate::{Birth, Library};

const SETTING: Setting = Setting::of::<Burgenland>(2, 34);
const NONE: pb::Spectators = pb::Spectators { off: false, delay_moves: 0, delay_seconds: 0 };
const OFF: pb::Spectators = pb::Spectators { off: true, ..NONE };
const MOVES: pb::Spectators = pb::Spectators { delay_moves: 3, ..NONE };
const SECONDS: pb::Spectators = pb::Spectators { delay_seconds: 2, ..NONE };

fn first_event(library: &Library, spectators: Option<pb::Spectators>) -> Result<Vec<u8>, String> {
    let request = pb::CreateTableRequest { spectators, ..creation(SETTING, b"12345678") };
    let birth = Birth { table_id: "table", seed: &[1; 32], at_ms: 1, abandon_after_ms: 0 };
    let made = library.create(&request.encode_to_vec(), birth);
    made.map(|step| step.event().to_vec()).map_err(|error| error.to_string())
}

/// R34: the default leaves a log as it always was; any other is in it and comes back.
#[test]
fn r34_only_another_policy_than_public_is_stored() {
    let library = library();
    let plain = first_event(&library, None).expect("a good request");
    assert_eq!(first_event(&library, Some(NONE)).as_ref(), Ok(&plain));
    for policy in [OFF, MOVES, SECONDS] {
        let event = first_event(&library, Some(policy)).expect("a good request");
        assert_ne!(event, plain);
        let (table, _) = library.replay(&[&event]).expect("it replays");
        let info = table.info(false, None, false);
        let info = pb::Table::decode(info.as_slice()).expect("a Table");
        assert_eq!(info.spectators, Some(policy));
    }
    for two in [
        pb::Spectators { delay_moves: 1, ..OFF },
        pb::Spectators { delay_seconds: 1, ..OFF },
        pb::Spectators { delay_seconds: 1, ..MOVES },
    ] {
        assert!(first_event(&library, Some(two)).is_err(), "{two:?}");
    }
}

/// R34: a whole record says what spectators saw, and verifies; without a policy it has no word of it.
#[test]
fn r34_a_record_carries_the_policy() {
    let library = Arc::new(library());
    for (policy, word) in [
        (None, None),
        (Some(OFF), Some(r#""spectators":"off""#)),
        (Some(MOVES), Some(r#""spectators":{"delay_moves":3}"#)),
        (Some(SECONDS), Some(r#""spectators":{"delay_seconds":2}"#)),
    ] {
        let mut desk = Desk::started_with(&library, SETTING, policy);
        desk.play_out();
        let record = library.export_record(&desk.slices(), None).expect("a record");
        let text = String::from_utf8(record.clone()).expect("text");
        match word {
            Some(word) => assert!(text.contains(word), "{word}"),
            None => assert!(!text.contains("spectators")),
        }
        let verdict = library.verify_record(&record).expect("a record");
        let verdict = pb::VerifyRecordResponse::decode(verdict.as_slice()).expect("a verdict");
        assert!(verdict.ok, "{}", verdict.failure);
        let imported = library.import_record(&record).expect("it holds");
        let slices: Vec<&[u8]> = imported.iter().map(Vec::as_slice).collect();
        assert_eq!(library.export_record(&slices, None), Ok(record));
    }
}

/// R34: which part of a log in play is shown; all of it is before the start.
#[test]
fn r34_shown_seq_keeps_to_the_policy() {
    let library = Arc::new(library());
    let open = Desk::opened(&library, SETTING);
    assert_eq!(library.shown_seq(&open.slices(), 0), Ok(1));
    let started = |policy| {
        let mut desk = Desk::started_with(&library, SETTING, policy);
        for _ in 0..4 {
            desk.move_on();
        }
        desk
    };
    let start = 4;
    let (off, public) = (started(Some(OFF)), started(None));
    assert_eq!(library.shown_seq(&off.slices(), u64::MAX), Ok(start - 1));
    assert_eq!(library.shown_seq(&public.slices(), 0), Ok(public.table.seq()));
    let moves = started(Some(MOVES));
    assert_eq!(library.shown_seq(&moves.slices(), 0), Ok(moves.table.seq() - 3));
    assert_eq!(library.shown_seq(&moves.slices()[..5], 0), Ok(start - 1), "not the setup yet");
    let late = started(Some(SECONDS));
    let last_ms = late.table.at_ms();
    assert_eq!(library.shown_seq(&late.slices(), last_ms), Ok(start - 1));
    assert_eq!(library.shown_seq(&late.slices(), last_ms + 1_999), Ok(late.table.seq() - 1));
    assert_eq!(library.shown_seq(&late.slices(), last_ms + 2_000), Ok(late.table.seq()));
}

/// R34: what the lobby tells of a table that is not shown as it is says nothing of the game itself.
#[test]
fn r34_a_sealed_table_tells_no_turn() {
    let library = Arc::new(library());
    let to_act = |policy, sealed| {
        let desk = Desk::started_with(&library, SETTING, policy);
        let info = pb::Table::decode(desk.table.info(false, None, sealed).as_slice());
        info.expect("a Table").seats.iter().any(|seat| seat.to_act)
    };
    for policy in [OFF, MOVES, SECONDS] {
        assert!(!to_act(Some(policy), true));
        assert!(to_act(Some(policy), false));
    }
    assert!(to_act(None, true), "public is public");
}
