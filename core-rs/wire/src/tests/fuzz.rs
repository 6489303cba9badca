//! No bytes whatever make the door panic: random ones, and good ones with something wrong in them.

use std::sync::Arc;

use ludoteca_rules::Playout;
use prost::Message;

use super::desk::{Desk, Setting, creation, library};
use super::samples::Sample;
use crate::pb::ludoteca::v1 as pb;
use crate::{Birth, Call, Library, sentence_of};

/// Rounds in the test run; a soak sets more.
const ROUNDS: u32 = 1500;

of_each_game! {
    r16_no_request_makes_the_door_panic
    r16_no_log_makes_the_door_panic
    r16_no_view_or_sentence_makes_the_door_panic
    r16_no_record_makes_the_door_panic
}

const fn setting<G: Sample>() -> Setting {
    Setting::other::<G>(3, 31)
}

/// Bytes that are nearly those of `good`: flipped, cut, repeated, or made up.
fn damaged(good: &[u8], random: &mut Playout) -> Vec<u8> {
    let mut bytes = good.to_vec();
    if random.below(4) == 0 {
        return bytes; // now and then a good one, so that what comes after the decoding is met too
    }
    let length = u32::try_from(bytes.len()).expect("short");
    if length == 0 || random.below(8) == 0 {
        return (0..random.below(64)).map(|_| (random.word() & 255) as u8).collect();
    }
    for _ in 0..=random.below(4) {
        let place = pick(bytes.len(), random);
        match random.below(5) {
            0 => bytes.truncate(place),
            1 if !bytes.is_empty() => bytes[place] ^= 1 << random.below(8),
            2 if !bytes.is_empty() => bytes[place] = (random.word() & 255) as u8,
            3 => bytes.insert(place.min(bytes.len()), (random.word() & 255) as u8),
            _ => {
                let from = place.min(bytes.len());
                let part = bytes[from..].to_vec();
                bytes.extend_from_slice(&part[..part.len().min(40)]);
            }
        }
    }
    bytes
}

/// A place in something of this length.
fn pick(length: usize, random: &mut Playout) -> usize {
    random.below(u32::try_from(length.max(1)).expect("short")) as usize
}

/// A finished log, a table in its middle, and what was sent of it.
struct Samples {
    library: Arc<Library>,
    desk: Desk,
    middle: usize,
}

impl Samples {
    fn new<G: Sample>() -> Self {
        let library = Arc::new(library());
        let mut desk = Desk::started(&library, setting::<G>());
        desk.play_out();
        let acts = |length: &usize| {
            let (table, _) = library.replay(&desk.slices()[..*length]).expect("it replays");
            let info =
                pb::Table::decode(table.info(false, None, false).as_slice()).expect("a Table");
            info.seats.iter().any(|seat| seat.to_act)
        };
        let half = desk.log.len() / 2;
        let middle = (half..desk.log.len()).find(acts).expect("somebody acts in the second half");
        Self { library, desk, middle }
    }
}

/// R16: requests: each kind of bytes of each call.
fn r16_no_request_makes_the_door_panic<G: Sample>() {
    let samples = Samples::new::<G>();
    let mut desk = samples.desk;
    let (table, _) = samples.library.replay(&desk.slices()[..samples.middle]).expect("it replays");
    desk.table = table;
    let seat = desk.to_act().expect("somebody acts");
    let action = desk.offers(seat).offers[0].action.clone();
    let (table_id, request_id) = (desk.id(), vec![7; 8]);
    let act = pb::ActRequest {
        table_id: table_id.clone(),
        action: action.clone(),
        request_id: request_id.clone(),
        ..Default::default()
    };
    let check = pb::CheckActionRequest { action, ..Default::default() }.encode_to_vec();
    let join = desk.join_request(1).encode_to_vec();
    let back = pb::TakeBackRequest { table_id, to_seq: 9, request_id }.encode_to_vec();
    let create = creation(setting::<G>(), &[7; 8]).encode_to_vec();
    let mut random = Playout::new(1);
    let (mut accepted, mut refused) = (0, 0);
    for _ in 0..ROUNDS {
        let calls = [
            Call::act(&damaged(&act.encode_to_vec(), &mut random)),
            Call::join(&damaged(&join, &mut random)),
            Call::take_back(&damaged(&back, &mut random)),
            Call::start(&damaged(&back, &mut random)),
            Call::leave(&damaged(&back, &mut random)),
            Call::resign(&damaged(&back, &mut random)),
        ];
        let decided = calls.into_iter().flatten().map(|call| {
            let seat = if random.below(4) == 0 { None } else { Some(random.below(5)) };
            desk.table.decide(&call, seat, &[9; 32], random.word()).map(|step| step.seq())
        });
        for result in decided.collect::<Vec<_>>() {
            *(if result.is_ok() { &mut accepted } else { &mut refused }) += 1;
        }
        let seats = random.below(4);
        refused += i32::from(desk.table.check(seats, &damaged(&check, &mut random)).is_err());
        let birth =
            Birth { table_id: "t", seed: &[1; 32], at_ms: random.word(), abandon_after_ms: 1 };
        let asked = damaged(&create, &mut random);
        accepted += i32::from(samples.library.create(&asked, birth).is_ok());
        refused += i32::from(samples.library.made(&asked, &desk.log[0]).is_err());
        refused += i32::from(Call::play("t", G::ID, &damaged(&join, &mut random)).is_err());
    }
    println!("{accepted} accepted, {refused} refused");
    assert!(accepted > 300 && refused > 300);
}

/// R16: logs: a damaged event, a damaged order, a log cut anywhere.
fn r16_no_log_makes_the_door_panic<G: Sample>() {
    let samples = Samples::new::<G>();
    let log = samples.desk.log.clone();
    let mut random = Playout::new(2);
    let (mut replayed, mut refused) = (0, 0);
    for _ in 0..ROUNDS / 15 {
        let mut events = log[..=pick(log.len() - 1, &mut random)].to_vec();
        let place = pick(events.len(), &mut random);
        match random.below(4) {
            0 => drop(events.remove(place)),
            1 => events.insert(place, log[random.below(20) as usize].clone()),
            2 => events.truncate(place),
            _ => events[place] = damaged(&events[place].clone(), &mut random),
        }
        let slices: Vec<&[u8]> = events.iter().map(Vec::as_slice).collect();
        let told = samples.library.notices(&slices, 1, Some(random.below(4)), true);
        let exported = samples.library.export_record(&slices, None);
        let first = events.first().map(Vec::as_slice).unwrap_or_default();
        let missing = samples.library.missing_content(first);
        match samples.library.replay(&slices) {
            Ok((table, requests)) => {
                replayed += 1;
                assert!(exported.is_ok() && missing.is_none());
                let next = damaged(&log[events.len() % log.len()], &mut random);
                refused += i32::from(table.evolve(&next).is_err());
                refused += i32::from(requests.add(&next).is_err());
                refused += i32::from(table.notice_of_takeback(&next, None, true).is_err());
            }
            Err(_) => refused += i32::from(told.is_err()),
        }
    }
    println!("{replayed} replayed, {refused} refused");
    assert!(replayed > 20 && refused > 90);
}

/// R16: views to sample from, and sentences to tell.
fn r16_no_view_or_sentence_makes_the_door_panic<G: Sample>() {
    let samples = Samples::new::<G>();
    let (table, _) =
        samples.library.replay(&samples.desk.slices()[..samples.middle]).expect("it replays");
    let view = table.view(Some(1), true).expect("a seat");
    let notice = table.actions(0, true).expect("a seat");
    let notice = pb::ListActionsResponse::decode(notice.as_slice()).expect("a list");
    let sentence = notice.prompt.unwrap_or_default().encode_to_vec();
    let mut random = Playout::new(3);
    let (mut drawn, mut refused) = (0, 0);
    for round in 0..ROUNDS {
        let mut bytes = view.clone();
        if round > 10 {
            // One wrong byte, so that many of them are still views.
            let place = pick(bytes.len(), &mut random);
            bytes[place] = bytes[place].wrapping_add(1 + (random.word() & 3) as u8);
        }
        match samples.library.sampled(&bytes, random.word()) {
            Ok(mut position) => {
                drawn += 1;
                position.play_at_random(20);
            }
            Err(_) => refused += 1,
        }
        refused += i32::from(samples.library.sampled(&damaged(&view, &mut random), 1).is_err());
        refused += i32::from(sentence_of(&damaged(&sentence, &mut random)).is_err());
    }
    println!("{drawn} sampled, {refused} refused");
    assert!(drawn > 100 && refused > 100);
}

/// R16: records.
fn r16_no_record_makes_the_door_panic<G: Sample>() {
    let samples = Samples::new::<G>();
    let slices = samples.desk.slices();
    let whole = samples.library.export_record(&slices, None).expect("a record");
    let seen = samples.library.export_record(&slices[..samples.middle], Some(1)).expect("a record");
    let mut random = Playout::new(4);
    let (mut read, mut refused) = (0, 0);
    for round in 0..ROUNDS / 15 {
        let record = if round % 2 == 0 { &whole } else { &seen };
        // Damage within the first lines: a file of one wrong line is still worth reading on.
        let head = record.len().min(1 + random.below(4000) as usize);
        let mut bytes = damaged(&record[..head], &mut random);
        bytes.extend_from_slice(&record[head..]);
        let seq = random.below(3).checked_sub(1).map(u64::from);
        for viewer in ["all", "public", "1", "9", "x"] {
            refused += i32::from(samples.library.show_record(&bytes, seq, viewer).is_err());
        }
        read += i32::from(samples.library.verify_record(&bytes).is_ok());
        refused += i32::from(samples.library.import_record(&bytes).is_err());
    }
    println!("{read} read, {refused} refused");
    assert!(read > 10 && refused > 100);
}
