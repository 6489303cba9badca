//! Records: whole ones verify offline and say where they do not; others keep to one viewer's sight.

use std::sync::Arc;

use ludoteca_rules::burgenland::Burgenland;
use ludoteca_rules::{Deed, Game};
use prost::Message;
use serde_json::Value;

use super::desk::{Desk, Setting, library, settings};
use super::samples::Sample;
use crate::pb::ludoteca::v1 as pb;
use crate::{Error, Library};

const SETTING: Setting = Setting::of::<Burgenland>(3, 17);

of_each_game! {
    whole_records_verify_and_come_back
    an_abandoned_table_has_a_whole_record
    r39_a_live_record_keeps_to_one_viewers_sight
    r01_a_live_record_names_what_its_viewer_was_sent
}

fn verdict(library: &Library, record: &[u8]) -> pb::VerifyRecordResponse {
    let bytes = library.verify_record(record).expect("a record");
    pb::VerifyRecordResponse::decode(bytes.as_slice()).expect("a VerifyRecordResponse")
}

fn finished(library: &Arc<Library>, setting: Setting) -> (Desk, Vec<u8>) {
    let mut desk = Desk::started(library, setting);
    desk.play_out();
    let record = library.export_record(&desk.slices(), None).expect("a record");
    (desk, record)
}

/// A record of a finished table verifies, holds no secret, and is the same after import and export.
fn whole_records_verify_and_come_back<G: Sample>() {
    let library = Arc::new(library());
    for setting in settings::<G>(6) {
        let (desk, record) = finished(&library, setting);
        let found = verdict(&library, &record);
        assert!(found.ok, "{}", found.failure);
        assert_eq!(found.events, desk.log.len() as u64);
        assert_eq!(found.game, G::ID);
        let digest = blake3::Hash::from_bytes(desk.table.digest()).to_hex();
        assert_eq!(found.final_digest, digest.as_str());
        let text = String::from_utf8(record.clone()).expect("text");
        for token in &desk.tokens {
            assert!(!text.contains(blake3::Hash::from_bytes(*token).to_hex().as_str()));
        }
        let imported = library.import_record(&record).expect("it holds");
        let slices: Vec<&[u8]> = imported.iter().map(Vec::as_slice).collect();
        assert_eq!(library.export_record(&slices, None), Ok(record));
        let (table, _) = library.replay(&slices).expect("it replays");
        assert_eq!(table.digest(), desk.table.digest());
    }
}

/// Where each tampering is found: what is changed in which line, the seq it fails at, and a word of why.
#[test]
fn a_tampered_record_fails_where_it_was_tampered_with() {
    let library = Arc::new(library());
    let (desk, record) = finished(&library, SETTING);
    let text = String::from_utf8(record).expect("text");
    let lines: Vec<&str> = text.lines().collect();
    let line_of =
        |wanted: &str| lines.iter().position(|line| line.contains(wanted)).expect("there");
    let drawn = line_of("draw_cards");
    let started = line_of("\"started\"");
    let paid = line_of("pay_card");
    let other_seed = format!("\"seed\":\"{}\"", "0".repeat(64));
    let own_seed = format!("\"seed\":\"{}\"", blake3::Hash::from_bytes(desk.seed()).to_hex());
    let cases: Vec<(usize, &str, String, u64, &str)> = vec![
        (0, &own_seed, other_seed, 0, "commitment"),
        (0, "\"lifecycle\":\"finished\"", "\"lifecycle\":\"abandoned\"".into(), 0, "lifecycle"),
        (0, "\"name\":\"Seat1\"", "\"name\":\"Seat9\"".into(), 0, "seats"),
        (0, "\"turn_limit\":\"600\"", "\"turn_limit\":\"6\"".into(), 1, "digest"),
        (0, "\"table_id\":\"table\"", "\"table_id\":\"tabel\"".into(), 5, "picks"),
        (3, "\"contribution\":\"00000001\"", "\"contribution\":\"00000002\"".into(), 3, "digest"),
        (started, "\"picks\":[", "\"picks\":[0,".into(), started as u64, "picks"),
        (drawn, "draw_cards", "end_turn".into(), drawn as u64, "action_required"),
        (drawn, "draw_cards", "draw_card".into(), drawn as u64, "draw_card"),
        (paid, "\"card\":", "\"card\":\"joker\",\"x\":".into(), paid as u64, "x"),
        (drawn, "\"at_ms\":10", "\"at_ms\":9".into(), drawn as u64, "time"),
        (drawn, "\"digest\":\"", "\"digest\":\"00".into(), drawn as u64, "digest"),
        (
            drawn,
            "\"kind\":\"acted\"",
            "\"kind\":\"acted\",\"to_seq\":1".into(),
            drawn as u64,
            "field",
        ),
        (drawn, "{\"seq\":", "{\"seq\":1".into(), drawn as u64, "seq"),
    ];
    for (place, from, to, failed_seq, word) in cases {
        let mut changed: Vec<String> = lines.iter().map(|line| (*line).to_owned()).collect();
        changed[place] = changed[place].replacen(from, &to, 1);
        assert_ne!(changed[place], lines[place], "{from} is not in line {place}");
        let found = verdict(&library, changed.join("\n").as_bytes());
        assert!(!found.ok, "{to} was not found");
        assert_eq!(found.failed_seq, failed_seq, "{to}: {}", found.failure);
        assert!(found.failure.contains(word), "{to}: {}", found.failure);
        assert!(library.import_record(changed.join("\n").as_bytes()).is_err());
    }
    let cut = [&lines[..drawn], &lines[drawn + 1..]].concat().join("\n");
    assert!(verdict(&library, cut.as_bytes()).failure.contains("events are told of"));
}

/// Picks that a forger chose, with every digest made again, do not follow from the seed.
#[test]
fn chosen_picks_are_found() {
    let library = Arc::new(library());
    let (desk, _) = finished(&library, SETTING);
    let content = Burgenland::content(Burgenland::CONTENT).expect("our own content");
    let mut forged = desk.log.clone();
    for (bytes, place) in forged.iter_mut().zip(1..) {
        let mut event = crate::log::decode::<Burgenland>(&content, bytes, place).expect("an event");
        if matches!(event.deed, Deed::Started { .. }) {
            event.picks[0] = (event.picks[0] + 1) % 3;
            *bytes = crate::log::encode::<Burgenland>(&content, &event);
        }
    }
    let slices: Vec<&[u8]> = forged.iter().map(Vec::as_slice).take(6).collect();
    let Ok((table, _)) = library.replay(&slices[..5]) else {
        panic!("the picks are in their domain")
    };
    let start = desk.log[4].clone();
    assert_ne!(slices[4], start);
    let abandoned = table.tick(u64::MAX).expect("no bug").expect("the end is due");
    let log: Vec<&[u8]> = slices[..5].iter().copied().chain([abandoned.event()]).collect();
    let record = library.export_record(&log, None).expect("a record of a table that is over");
    let found = verdict(&library, &record);
    assert_eq!((found.ok, found.failed_seq), (false, 5), "{}", found.failure);
    assert!(found.failure.contains("picks"), "{}", found.failure);
}

/// An abandoned table is over: its record is whole.
fn an_abandoned_table_has_a_whole_record<G: Sample>() {
    let library = Arc::new(library());
    let mut desk = Desk::started(&library, Setting::of::<G>(3, 17));
    for _ in 0..9 {
        desk.move_on();
    }
    while !desk.table.is_over() {
        let due_ms = desk.table.due_at_ms().expect("the end is due");
        let step = desk.table.tick(due_ms).expect("no bug").expect("it is due");
        desk.log.push(step.event().to_vec());
        desk.table = step.table().expect("no takeback");
    }
    let record = library.export_record(&desk.slices(), Some(0)).expect("a record");
    let found = verdict(&library, &record);
    assert!(found.ok, "{}", found.failure);
    assert!(String::from_utf8_lossy(&record).contains("\"lifecycle\":\"abandoned\""));
}

fn shown(library: &Library, record: &[u8], seq: Option<u64>, viewer: &str) -> Value {
    let text = library.show_record(record, seq, viewer).expect("it can be shown");
    serde_json::from_str(&text).expect("JSON")
}

/// R39: the record of a table that goes on shows what its viewer saw, event by event, and nothing else.
fn r39_a_live_record_keeps_to_one_viewers_sight<G: Sample>() {
    let library = Arc::new(library());
    let (desk, whole) = finished(&library, Setting::of::<G>(3, 17));
    let middle = desk.log.len() / 2;
    for viewer in [None, Some(0), Some(2)] {
        let record = library.export_record(&desk.slices()[..middle], viewer).expect("a record");
        let name = viewer.map_or_else(|| "public".to_owned(), |seat| seat.to_string());
        for seq in (1..=middle as u64).step_by(7) {
            let live = shown(&library, &record, Some(seq), &name);
            let later = shown(&library, &whole, Some(seq), &name);
            assert_eq!(live["state"], later["state"], "seq {seq} for {name}");
            assert_eq!(live["view_digest"], later["view_digest"]);
        }
        let other = if viewer == Some(0) { "1" } else { "0" };
        assert!(library.show_record(&record, None, other).is_err(), "{other} is somebody else");
        assert!(library.show_record(&record, None, "all").is_err());
        let found = verdict(&library, &record);
        assert!(!found.ok && found.failure.contains("when the table is over"), "{}", found.failure);
        assert!(library.import_record(&record).is_err());
    }
}

/// The kind of action that a line of a record tells of, or `None`; the texts of its facts.
fn told_in(line: &Value) -> (Option<&str>, Vec<&str>) {
    let facts = line["facts"].as_array().into_iter().flatten();
    (line["action"]["type"].as_str(), facts.filter_map(|fact| fact["text"].as_str()).collect())
}

/// R1, R39: a line of the record of a table that goes on tells what its viewer was told live: the same facts in
/// the same words, the action if it was shown one, and nothing hidden beside.
fn r01_a_live_record_names_what_its_viewer_was_sent<G: Sample>() {
    let library = Arc::new(library());
    library.add_content(G::ID, &G::canaries(), true).expect("a content file");
    let mut lines = 0;
    for setting in settings::<G>(3) {
        let viewers: Vec<_> = (0..setting.seats).map(Some).chain([None]).collect();
        let mut desk = Desk::started(&library, setting);
        let started = desk.log.len();
        let mut sent: Vec<Vec<[Vec<u8>; 2]>> = vec![Vec::new(); viewers.len()];
        while sent[0].len() < 150 {
            let Some(step) = desk.move_on().filter(|_| !desk.table.is_over()) else { break };
            for (viewer, sent) in viewers.iter().zip(&mut sent) {
                let notice = step.notice(*viewer, true).unwrap_or_else(|_| {
                    let after = &desk.table;
                    after.notice_of_takeback(step.event(), *viewer, true).expect("a takeback")
                });
                sent.push([notice, desk.table.view(*viewer, false).expect("a seat")]);
            }
        }
        for (viewer, sent) in viewers.iter().zip(&sent) {
            let end = started + sent.len();
            let record = library.export_record(&desk.slices()[..end], *viewer).expect("a record");
            let text = String::from_utf8(record).expect("text");
            for (line, [notice, view]) in text.lines().skip(1 + started).zip(sent) {
                let json: Value = serde_json::from_str(line).expect("JSON");
                let told = pb::Notice::decode(notice.as_slice()).expect("a Notice");
                let (action, facts) = told_in(&json);
                let said = told.facts.iter().flat_map(|fact| &fact.sentence);
                assert_eq!(facts, said.map(|s| s.text.as_str()).collect::<Vec<_>>(), "{viewer:?}");
                assert_eq!(action.is_some(), told.action.is_some(), "{viewer:?} reads {line}");
                let mut known = G::found(notice);
                known.extend(G::found(view));
                let action = json["action"].to_string();
                assert!(G::found(action.as_bytes()).is_subset(&G::found(notice)), "{line}");
                // A view tells what is other than before: what is gone was in the view before.
                assert!(G::found(line.as_bytes()).is_subset(&known), "{viewer:?} reads {line}");
                lines += 1;
            }
        }
    }
    println!("{lines} lines of live records");
    assert!(lines > 500);
}

/// A whole record shows the state after any event: all of it, or what a viewer saw.
#[test]
fn a_whole_record_shows_every_state() {
    let library = Arc::new(library());
    let (desk, record) = finished(&library, SETTING);
    let last = desk.log.len() as u64;
    let all = shown(&library, &record, None, "all");
    assert_eq!(all["seq"], last);
    assert_eq!(all["lifecycle"], "finished");
    assert_eq!(all["digest"], blake3::Hash::from_bytes(desk.table.digest()).to_hex().as_str());
    assert_eq!(shown(&library, &record, Some(1), "all")["state"], Value::Null);
    assert_eq!(shown(&library, &record, Some(5), "public")["state"]["phase"], "main");
    for (seq, viewer) in [(Some(0), "all"), (Some(last + 1), "all"), (None, "3"), (None, "me")] {
        let error = library.show_record(&record, seq, viewer).expect_err("not to be shown");
        assert!(matches!(error, Error::BadRequest { reason: "bad_field", .. }), "{error}");
    }
}

/// What is no record says so, with the line.
#[test]
fn no_record_is_told_as_such() {
    let library = library();
    for (file, why) in [
        (&b""[..], "no header"),
        (b"{}", "no header"),
        (b"\xff\xfe", "no header"),
        (b"{\"ludoteca_record\":1", "no header"),
    ] {
        let error = library.verify_record(file).expect_err("no record");
        assert!(matches!(&error, Error::BadRecord { line: 1, .. }), "{error}");
        assert!(error.to_string().contains(why), "{error}");
    }
    let (_, record) = finished(&Arc::new(library), SETTING);
    let library = self::library();
    let text = String::from_utf8(record).expect("text");
    let newer = text.replacen("\"ludoteca_record\":1", "\"ludoteca_record\":2", 1);
    assert!(
        library
            .verify_record(newer.as_bytes())
            .expect_err("newer")
            .to_string()
            .contains("format 2")
    );
    let chess = text.replacen("\"game\":\"burgenland\"", "\"game\":\"chess\"", 1);
    assert!(
        library.verify_record(chess.as_bytes()).expect_err("chess").to_string().contains("chess")
    );
}
