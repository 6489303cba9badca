//! Retries: the same request id is the same event, whatever was played in between.

use std::sync::Arc;

use ludoteca_rules::burgenland::Burgenland;
use prost::Message;
use prost_types::Any;

use super::desk::{Desk, Setting, creation, library};
use crate::call::Wish;
use crate::pb::ludoteca::v1 as pb;
use crate::{Call, Error};

const SETTING: Setting = Setting::of::<Burgenland>(3, 11);

fn reason(error: &Error) -> &'static str {
    let Error::BadRequest { reason, .. } = error else { panic!("no bad request: {error}") };
    reason
}

/// R11: a call that was accepted is found under its token and id on any worker, after any restart.
#[test]
fn r11_a_retried_call_is_found_in_the_log_alone() {
    let library = Arc::new(library());
    let mut desk = Desk::started(&library, SETTING);
    let mut made = Vec::new();
    for _ in 0..60 {
        let Some(seat) = desk.to_act() else { break };
        let offers = desk.offers(seat).offers;
        let choice = desk.random.below(u32::try_from(offers.len()).expect("a short list"));
        let action = offers[choice as usize].action.clone().expect("an action");
        let call = desk.act_call(action);
        let step = desk.ask(&call, Some(seat)).expect("a legal action");
        made.push((call, seat, step.seq()));
    }
    let (_, requests) = library.replay(&desk.slices()).expect("the log replays");
    for (call, seat, seq) in &made {
        let token = desk.tokens[*seat as usize];
        assert_eq!(requests.find(&token, call), Ok(Some(*seq)));
        let other = desk.tokens[(*seat as usize + 1) % 3];
        assert_eq!(requests.find(&other, call), Ok(None), "ids belong to a token");
    }
    let (first, second) =
        (&made[0], made.iter().find(|m| m.0.wish != made[0].0.wish).expect("two"));
    let reused = Call { request_id: first.0.request_id.clone(), ..second.0.clone() };
    let token = desk.tokens[first.1 as usize];
    assert_eq!(requests.find(&token, &reused).as_ref().map_err(reason), Err("request_id_reused"));
}

/// R11: joining, leaving and joining again, and what is added one by one.
#[test]
fn r11_the_index_follows_who_holds_a_seat() {
    let library = Arc::new(library());
    let mut desk = Desk::opened(&library, SETTING);
    let (_, requests) = library.replay(&desk.slices()).expect("the log replays");
    let join = desk.join_request(1);
    let join = Call::join(&join.encode_to_vec()).expect("a good request");
    let step = desk.table.decide(&join, None, &desk.tokens[1], 2000).expect("a free seat");
    assert_eq!(requests.find(&desk.tokens[1], &join), Ok(None));
    requests.add(step.event()).expect("the next event");
    requests.add(step.event()).expect("known events are passed over");
    assert_eq!(requests.find(&desk.tokens[1], &join), Ok(Some(2)));
    let table = step.table().expect("a table");
    let (table_id, request_id) = (desk.id(), desk.request_id());
    let leave = pb::LeaveTableRequest { table_id, request_id };
    let leave = Call::leave(&leave.encode_to_vec()).expect("a good request");
    let step = table.decide(&leave, Some(1), &[], 2001).expect("a held seat");
    requests.add(step.event()).expect("the next event");
    assert_eq!(
        requests.find(&desk.tokens[1], &leave),
        Ok(Some(3)),
        "found though the seat is free"
    );
    assert_eq!(requests.find(&desk.tokens[1], &join), Ok(Some(2)));
    let elsewhere = pb::JoinTableRequest { seat: Some(2), ..desk.join_request(2) };
    let elsewhere = Call::join(&elsewhere.encode_to_vec()).expect("a good request");
    let elsewhere = Call { request_id: join.request_id.clone(), ..elsewhere };
    let mut others = vec![elsewhere];
    for wish in [
        Wish::Start,
        Wish::Leave,
        Wish::Resign,
        Wish::TakeBack { to_seq: 1 },
        Wish::Act(Any::default()),
    ] {
        others.push(Call { wish, ..join.clone() });
    }
    for other in &others {
        let found = requests.find(&desk.tokens[1], other);
        assert_eq!(found.as_ref().map_err(reason), Err("request_id_reused"), "{other:?}");
    }
}

/// Nobody may look who holds no seat.
const OFF: Option<pb::Spectators> =
    Some(pb::Spectators { off: true, delay_moves: 0, delay_seconds: 0 });

/// R11: a creation is its own again, and nobody else's.
#[test]
fn r11_a_retried_creation_is_recognised() {
    let library = Arc::new(library());
    let desk = Desk::opened(&library, SETTING);
    let message = crate::log::message(&desk.log[0], 1).expect("an event");
    let request = creation(SETTING, &message.request_id);
    let made = |request: &pb::CreateTableRequest| {
        library.made(&request.encode_to_vec(), &desk.log[0]).expect("a request")
    };
    assert!(made(&request));
    assert!(made(&pb::CreateTableRequest { abandon_after_ms: Some(60_000), ..request.clone() }));
    for other in [
        pb::CreateTableRequest { seats: 2, ..request.clone() },
        pb::CreateTableRequest { name: "Another".to_owned(), ..request.clone() },
        pb::CreateTableRequest { game: "chess".to_owned(), ..request.clone() },
        pb::CreateTableRequest { abandon_after_ms: Some(1), ..request.clone() },
        pb::CreateTableRequest { takeover: pb::Takeover::Bots.into(), ..request.clone() },
        pb::CreateTableRequest { spectators: OFF, ..request.clone() },
        creation(Setting::other::<Burgenland>(3, 11), &message.request_id),
        creation(SETTING, b"12345678"),
    ] {
        assert!(!made(&other), "{other:?}");
    }
}
