//! What viewers are told: live as in a replay, with the digest of what they see.

use std::sync::Arc;

use ludoteca_rules::burgenland::Burgenland;
use prost::Message;

use super::desk::{Desk, Setting, library, settings};
use super::samples::Sample;
use crate::pb::ludoteca::v1 as pb;
use crate::{Call, HostedTable};

of_each_game! {
    r39_a_replay_gives_the_bytes_that_were_sent_live
    r20_a_notice_carries_the_digest_of_its_viewers_view
}

/// A seat or the public.
fn viewers(seats: u8) -> impl Iterator<Item = Option<u32>> {
    (0..u32::from(seats)).map(Some).chain([None])
}

fn notice(bytes: &[u8]) -> pb::Notice {
    pb::Notice::decode(bytes).expect("a Notice")
}

fn view(table: &Arc<dyn HostedTable>, viewer: Option<u32>) -> pb::View {
    pb::View::decode(table.view(viewer, false).expect("a seat").as_slice()).expect("a View")
}

/// R39: a replay gives each viewer the bytes it got live, takebacks included.
fn r39_a_replay_gives_the_bytes_that_were_sent_live<G: Sample>() {
    let library = Arc::new(library());
    let mut takebacks = 0;
    for setting in settings::<G>(9) {
        let mut desk = Desk::started(&library, setting);
        let started = desk.log.len();
        let mut live: Vec<Vec<Vec<u8>>> = viewers(desk.table.seats()).map(|_| Vec::new()).collect();
        while let Some(step) = desk.move_on() {
            for (viewer, sent) in viewers(desk.table.seats()).zip(&mut live) {
                let bytes = step.notice(viewer, true).unwrap_or_else(|_| {
                    let after = &desk.table;
                    after.notice_of_takeback(step.event(), viewer, true).expect("a takeback")
                });
                takebacks += u32::from(notice(&bytes).kind == "taken_back");
                sent.push(bytes);
            }
        }
        for (viewer, sent) in viewers(desk.table.seats()).zip(&live) {
            let from_seq = started as u64 + 1;
            let told = library.notices(&desk.slices(), from_seq, viewer, true).expect("a replay");
            assert_eq!(&told, sent, "viewer {viewer:?} of game {}", setting.seed);
        }
    }
    assert!(takebacks > 20 || !G::TAKEBACKS, "only {takebacks} takebacks were told");
}

/// R20: the digest in a notice is that of the view at that seq, for every viewer.
fn r20_a_notice_carries_the_digest_of_its_viewers_view<G: Sample>() {
    let library = Arc::new(library());
    for setting in settings::<G>(6) {
        let mut desk = Desk::started(&library, setting);
        while let Some(step) = desk.move_on() {
            for viewer in viewers(desk.table.seats()) {
                let Ok(bytes) = step.notice(viewer, false) else { continue };
                let notice = notice(&bytes);
                let view = view(&desk.table, viewer);
                assert_eq!(notice.view_digest, view.view_digest, "seq {}", notice.seq);
                assert_eq!(notice.takeback_from, view.takeback_from);
                assert_eq!(desk.table.view_digest(viewer), Ok(view.view_digest));
            }
        }
    }
}

/// A table's own events are told in its catalogue's words, with the names of those who come and go.
#[test]
fn the_table_tells_who_comes_and_goes() {
    let library = Arc::new(library());
    let setting = Setting::of::<Burgenland>(2, 5);
    let mut desk = Desk::started(&library, setting);
    let (table_id, request_id) = (desk.id(), desk.request_id());
    let request = pb::ResignRequest { table_id, request_id };
    let call = Call::resign(&request.encode_to_vec()).expect("a good request");
    desk.ask(&call, Some(1)).expect("a held seat");
    let told = library.notices(&desk.slices(), 1, None, true).expect("a replay");
    let told: Vec<_> = told.iter().map(|bytes| notice(bytes)).collect();
    let texts: Vec<_> = told.iter().flat_map(|n| &n.sentence).map(|s| s.text.as_str()).collect();
    assert_eq!(
        texts,
        [
            "The table opens.",
            "Seat0 takes a seat.",
            "Seat1 takes a seat.",
            "The game starts.",
            "Seat1 gives up.",
        ]
    );
    let last = told.last().expect("five notices");
    assert_eq!(last.lifecycle, i32::from(pb::Lifecycle::Finished), "one seat is left");
    let facts: Vec<_> = last.facts.iter().flat_map(|f| &f.sentence).map(|s| &s.key).collect();
    assert_eq!(facts, ["fact-finished"]);
    assert_eq!(last.seed, desk.seed());
    let ranking: Vec<_> = desk.info().ranking.into_iter().map(|group| group.seats).collect();
    assert_eq!(ranking, [[0], [1]]);
}

/// The clock plays for a seat that nobody holds, and ends a table that nobody plays.
#[test]
fn the_clock_plays_for_a_vacated_seat() {
    let library = Arc::new(library());
    let mut desk = Desk::started(&library, Setting::of::<Burgenland>(3, 8));
    let acting = desk.to_act().expect("somebody acts");
    assert_eq!(desk.table.due_at_ms(), Some(desk.table.at_ms() + 60_000), "only the end is due");
    assert!(desk.table.tick(desk.table.at_ms()).expect("no bug").is_none());
    let (table_id, request_id) = (desk.id(), desk.request_id());
    let request = pb::LeaveTableRequest { table_id, request_id };
    let call = Call::leave(&request.encode_to_vec()).expect("a good request");
    desk.ask(&call, Some(acting)).expect("a held seat");
    assert_eq!(desk.table.due_at_ms(), Some(0));
    let step = desk.table.tick(desk.table.at_ms()).expect("no bug").expect("a default action");
    let told = notice(&step.notice(None, false).expect("an action"));
    assert_eq!((told.seat, told.by_clock, told.kind.as_str()), (Some(acting), true, "acted"));
    let end_ms = desk.table.at_ms() + 60_000;
    let later = desk.table.tick(end_ms).expect("no bug").expect("an event");
    assert!(later.table().is_some());
}
