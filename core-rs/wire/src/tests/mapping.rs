//! Messages to rules types and back.

use std::sync::Arc;

use ludoteca_rules::burgenland::Burgenland;
use ludoteca_rules::{ContentFile, Event, Position, Rules, Seat, Viewer};
use prost::Message;
use prost_types::Any;

use super::desk::{Desk, Setting, library, settings};
use super::samples::Sample;
use crate::game::{decode_action, encode_action};
use crate::pb::ludoteca::burgenland::v1 as burgenland_pb;
use crate::pb::ludoteca::v1 as pb;
use crate::{Call, Error, log, table_id};

of_each_game! {
    actions_and_views_come_back_as_they_were
    r29_events_come_back_as_they_were
    a_check_answers_what_the_action_would
}

fn positions<G: Sample>(count: u64) -> impl Iterator<Item = Position<G>> {
    let file = ContentFile::<G>::parse(G::CONTENT).expect("our own content");
    settings::<G>(count).map(move |setting| {
        let given = setting.options.iter();
        let given: Vec<_> =
            given.map(|(id, value)| ((*id).to_owned(), (*value).to_owned())).collect();
        let seats = u8::try_from(setting.seats).expect("few");
        let options = G::options(&file.content, seats, &given).expect("good options");
        let rules = Rules {
            content: Arc::clone(&file.content),
            content_hash: file.hash,
            options,
            seats,
            revision: 1,
        };
        Position::new(Arc::new(rules), setting.seed)
    })
}

/// Every action of random games is itself again after the wire, and every view of every viewer.
fn actions_and_views_come_back_as_they_were<G: Sample>() {
    let (mut actions, mut views) = (0, 0);
    for mut position in positions::<G>(12) {
        while !position.is_over() {
            let (rules, state) = (position.rules(), position.state());
            for action in position.legal() {
                let bytes = encode_action::<G>(&rules.content, action);
                let back = decode_action::<G>(&rules.content, &bytes).ok();
                assert_eq!(back.as_ref(), Some(action));
                actions += 1;
            }
            for viewer in Seat::all(rules.seats).map(Viewer::Seat).chain([Viewer::Public]) {
                let view = G::view(rules, state, viewer);
                let message = G::view_message(rules, &view).encode_to_vec();
                let message = G::ViewMessage::decode(message.as_slice()).expect("a View");
                assert_eq!(G::view_of(rules, message), Ok(view));
                views += 1;
            }
            position.act_at_random();
        }
    }
    assert!(actions > 5_000 && views > 10_000, "{actions} actions, {views} views");
}

/// R29: an event is itself again after the log's encoding.
fn r29_events_come_back_as_they_were<G: Sample>() {
    let library = Arc::new(library());
    let content = G::content(G::CONTENT).expect("our own content");
    let mut events = 0;
    for setting in settings::<G>(6) {
        let mut desk = Desk::started(&library, setting);
        desk.play_out();
        for (bytes, place) in desk.log.iter().zip(1..) {
            let event: Event<G::Action> =
                log::decode::<G>(&content, bytes, place).expect("an event");
            assert_eq!(&log::encode::<G>(&content, &event), bytes);
            events += 1;
        }
    }
    println!("{events} events came back");
}

fn refusal(error: &Error) -> (String, bool) {
    match error {
        Error::Rejected(why) => (why.code.to_owned(), why.nonsense),
        Error::BadRequest { reason, .. } => ((*reason).to_owned(), true),
        Error::Corrupt(_) | Error::Refold | Error::BadRecord { .. } => panic!("{error}"),
    }
}

/// Bad input has a code of its own: another game's action, no action, an unknown one, no bytes of one.
#[test]
fn bad_actions_are_told_apart() {
    let library = Arc::new(library());
    let mut desk = Desk::started(&library, Setting::of::<Burgenland>(2, 3));
    let seat = desk.to_act().expect("somebody acts");
    let own = "type.googleapis.com/ludoteca.burgenland.v1.Action";
    let unknown_card = burgenland_pb::Action {
        action: Some(burgenland_pb::action::Action::PayCard(burgenland_pb::PayCard {
            card: "mauve_9".to_owned(),
        })),
    };
    for (type_url, value, code) in [
        ("", Vec::new(), "wrong_game"),
        ("type.googleapis.com/ludoteca.buurn.v1.Action", Vec::new(), "wrong_game"),
        (own, vec![0x0a], "malformed"),
        (own, Vec::new(), "unknown_id"),
        (own, vec![0xf8, 0x07, 0x01], "unknown_id"),
        (own, unknown_card.encode_to_vec(), "wrong_phase"),
    ] {
        let call = desk.act_call(Any { type_url: type_url.to_owned(), value });
        let refused = desk.table.decide(&call, Some(seat), &[], 9000).err().as_ref().map(refusal);
        assert_eq!(refused.map(|why| why.0).as_deref(), Some(code), "{type_url}");
    }
    let other = (seat + 1) % 2;
    let action = desk.offers(seat).offers[0].action.clone().expect("an action");
    let call = desk.act_call(action);
    let refused = desk.table.decide(&call, Some(other), &[], 9000).err().as_ref().map(refusal);
    assert_eq!(refused, Some(("not_your_turn".to_owned(), false)));
    assert_eq!(
        desk.table.decide(&call, None, &[], 9000).err().as_ref().map(refusal),
        Some(("bad_field".to_owned(), true)),
        "an action has a seat"
    );
}

/// A request id has 8 to 32 bytes, a message of actions 1 to 256, a table id 1 to 64 characters.
#[test]
fn requests_are_bounded() {
    let request = |id: usize, table_id: &str| {
        let request =
            pb::StartTableRequest { table_id: table_id.to_owned(), request_id: vec![1; id] };
        Call::start(&request.encode_to_vec()).map(|_| ()).map_err(|error| refusal(&error).0)
    };
    assert_eq!(request(8, "t"), Ok(()));
    assert_eq!(request(32, &"t".repeat(64)), Ok(()));
    assert_eq!(request(7, "t"), Err("bad_request_id".to_owned()));
    assert_eq!(request(33, "t"), Err("bad_request_id".to_owned()));
    assert_eq!(request(8, ""), Err("bad_field".to_owned()));
    assert_eq!(request(8, &"t".repeat(65)), Err("bad_field".to_owned()));
    let play = |count: usize| {
        let action = pb::PlayAction {
            action: Some(Any {
                type_url: "type.googleapis.com/ludoteca.burgenland.v1.Action".to_owned(),
                value: Vec::new(),
            }),
            request_id: vec![1; 8],
            expected_seq: None,
        };
        let message = pb::PlayActions { actions: vec![action; count] };
        Call::play("t", "burgenland", &message.encode_to_vec())
            .map(|calls| calls.len())
            .map_err(|error| refusal(&error).0)
    };
    assert_eq!(play(256), Ok(256));
    assert_eq!(play(0), Err("bad_field".to_owned()));
    assert_eq!(play(257), Err("bad_field".to_owned()));
}

/// What a check answers is what the action would: its facts, that it reveals, or why not. No event is made.
fn a_check_answers_what_the_action_would<G: Sample>() {
    let library = Arc::new(library());
    let (mut previews, mut reveals) = (0, 0);
    let mut desk = Desk::started(&library, Setting::of::<G>(3, 21));
    for _ in 0..300 {
        let before = desk.table.digest();
        for (seat, offer) in desk.offered() {
            let action = offer.action;
            let request = pb::CheckActionRequest {
                table_id: desk.id(),
                action: action.clone(),
                words: false,
            };
            let answer = desk.table.check(seat, &request.encode_to_vec()).expect("a request");
            let answer = pb::CheckActionResponse::decode(answer.as_slice()).expect("an answer");
            assert_eq!(answer.rejection, None);
            let call = desk.act_call(action.expect("an action"));
            let step = desk.table.decide(&call, Some(seat), &[], 1).expect("a legal action");
            if answer.reveals {
                assert!(answer.facts.is_empty(), "what would be drawn stays untold");
                reveals += 1;
            } else {
                let told = step.notice(Some(seat), false).expect("an action");
                let told = pb::Notice::decode(told.as_slice()).expect("a Notice");
                let facts: Vec<_> =
                    told.facts.iter().filter(|f| is_of_the_game(f)).cloned().collect();
                assert_eq!(answer.facts, facts);
                previews += 1;
            }
        }
        assert_eq!(desk.table.digest(), before);
        if desk.move_on().is_none() {
            break;
        }
    }
    let least_reveals = if G::TAKEBACKS { 50 } else { 10 }; // a race is mostly hands on totems
    assert!(previews > 50 && reveals > least_reveals, "{previews} previews, {reveals} reveals");
}

/// A check of what the rules refuse answers why.
#[test]
fn a_check_of_an_illegal_action_says_why() {
    let library = Arc::new(library());
    let desk = Desk::started(&library, Setting::of::<Burgenland>(3, 21));
    let stranger = (desk.to_act().expect("somebody acts") + 1) % 3;
    let end = burgenland_pb::Action {
        action: Some(burgenland_pb::action::Action::EndTurn(burgenland_pb::EndTurn {})),
    };
    let action = Any {
        type_url: "type.googleapis.com/ludoteca.burgenland.v1.Action".to_owned(),
        value: end.encode_to_vec(),
    };
    let request = pb::CheckActionRequest { action: Some(action), ..Default::default() };
    let answer = desk.table.check(stranger, &request.encode_to_vec()).expect("a request");
    let answer = pb::CheckActionResponse::decode(answer.as_slice()).expect("an answer");
    assert_eq!(answer.rejection.map(|why| why.code).as_deref(), Some("not_your_turn"));
}

fn is_of_the_game(fact: &pb::Fact) -> bool {
    fact.sentence.as_ref().is_some_and(|sentence| sentence.key != "fact-finished")
}

/// The options of a table come back as they were given, resolved.
#[test]
fn options_are_shown_resolved() {
    let library = Arc::new(library());
    let desk = Desk::opened(&library, Setting::other::<Burgenland>(2, 1));
    let any = desk.info().options.expect("options");
    let shown = burgenland_pb::Options::decode(any.value.as_slice()).expect("Options");
    let expected = burgenland_pb::Options {
        start_seat: Some("random".to_owned()),
        neutral_placement: Some("seats".to_owned()),
        two_player_layout: Some("full_set".to_owned()),
        turn_limit: Some(600),
    };
    assert_eq!(shown, expected);
}

/// An error repeats no more of a request than a reader needs.
#[test]
fn errors_repeat_little() {
    let library = library();
    let long = "x".repeat(1_000_000);
    let told = library.game(&long).expect_err("no such game").to_string();
    assert!(told.len() < 100 && told.contains("\"xxx"), "{told}");
    let told = library.game("chess").expect_err("no such game").to_string();
    assert_eq!(told, "there is no game \"chess\" here");
}

/// The id of a table follows from token and request id, and is what the log and the links can hold.
#[test]
fn table_ids_are_short_and_differ() {
    let id = table_id(&[1; 32], b"12345678");
    assert_eq!(id.len(), 26);
    assert!(id.bytes().all(|byte| byte.is_ascii_lowercase() || byte.is_ascii_digit()));
    assert_eq!(id, table_id(&[1; 32], b"12345678"));
    assert_ne!(id, table_id(&[2; 32], b"12345678"));
    assert_ne!(id, table_id(&[1; 32], b"12345679"));
}
