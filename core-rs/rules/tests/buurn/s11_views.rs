//! §11 hidden information: what each viewer sees.

use ludoteca_rules::buurn::{Buurn, Phase};
use ludoteca_rules::{Game, Seat, Viewer, encode};

use crate::board::Board;

/// §11: face-down cards are their owner's until the game is over, then everybody's.
#[test]
fn s11_face_down_cards_are_shown_at_the_end() {
    let mut board = Board::new(4, "smuggler", "face_down1 = [\"citron*2\"]\nfinal_turn = 1");
    let seen = |board: &Board, viewer| {
        let view = Buurn::view(&board.rules, &board.state, viewer);
        let player = &view.players[1];
        (
            player.face_down_count,
            player.face_down.map(|cards| cards.count()),
            player.score.is_some(),
        )
    };
    let (own, other) = (Viewer::Seat(Seat(1)), Viewer::Seat(Seat(0)));
    assert_eq!(seen(&board, own), (2, Some(2), true));
    assert_eq!(seen(&board, other), (2, None, false));
    assert_eq!(seen(&board, Viewer::Public), (2, None, false));
    board.step("T 12..0", &[]);
    for viewer in [own, other, Viewer::Public] {
        assert_eq!(seen(&board, viewer), (2, Some(2), true), "{viewer:?}");
        assert_eq!(board.facts(viewer, "fact-show-cards").len(), 1);
    }
}

/// §11: a seat's own points count what the seat sees: they tell nothing of the others' face-down cards.
#[test]
fn s11_own_points_tell_nothing_hidden() {
    let one = Board::new(4, "smuggler", "face_up1 = [\"citron*2\"]\nface_down2 = [\"citron*3\"]");
    let other = Board::new(4, "smuggler", "face_up1 = [\"citron*2\"]\nface_down2 = [\"fuel*3\"]");
    let view = |board: &Board, seat| {
        encode(&Buurn::view(&board.rules, &board.state, Viewer::Seat(Seat(seat))))
    };
    assert_eq!(view(&one, 1), view(&other, 1));
    assert_ne!(view(&one, 2), view(&other, 2), "their owner knows them");
}

/// §11: sizes of the deck's zones, the flag and the next back are public; no order and no weights are.
#[test]
fn s11_the_deck_shows_its_sizes() {
    let one = Board::new(
        4,
        "smuggler",
        "deck = { unseen = [\"citron*5\", \"fuel*5\"], body = 7, tail = 4 }",
    );
    let other = Board::new(
        4,
        "smuggler",
        "deck = { unseen = [\"cactus*5\", \"mustard*5\"], body = 7, tail = 4 }",
    );
    for viewer in [Viewer::Seat(Seat(0)), Viewer::Public] {
        let view = Buurn::view(&one.rules, &one.state, viewer);
        assert_eq!((view.deck.body, view.deck.tail, view.deck.end_in_tail), (7, 4, true));
        assert_eq!((view.next_back, view.revealed), (Some(12), 1));
        assert_eq!(encode(&view), encode(&Buurn::view(&other.rules, &other.state, viewer)));
    }
}

/// §11: what a stash kept is in nobody else's log entry; what was drawn is in nobody else's facts.
#[test]
fn s11_a_stash_shows_its_place_alone() {
    let mut board = Board::new(4, "smuggler", "");
    for step in ["SOLD 0 6", "1 grab X a1 6", "2 grab O a1 6", "0 give_lot 0"] {
        board.step(step, &[]);
    }
    board.step("3 market pay", &["ingredient 3 cactus", "ingredient 3 mustard"]);
    let mut second = board.clone();
    board.step("3 stash 0 bottom", &["ingredient fuel", "ingredient fuel", "organisation benzo"]);
    second.step("3 stash 1 bottom", &["ingredient fuel", "ingredient fuel", "organisation benzo"]);
    for viewer in [Viewer::Seat(Seat(0)), Viewer::Public] {
        let seen = |board: &Board| {
            let (before, actor, action) = board.last.as_ref().unwrap();
            let facts: Vec<_> = board.told.iter().filter(|(v, _)| *v == viewer).cloned().collect();
            let view = encode(&Buurn::view(&board.rules, &board.state, viewer));
            (Buurn::seen(&board.rules, before, *actor, action, viewer), facts, view)
        };
        assert_eq!(seen(&board), seen(&second), "{viewer:?}");
    }
    let content = board.content();
    let kept = |board: &Board| {
        let facts = board.facts(Viewer::Seat(Seat(3)), "fact-keep");
        format!("{:?}", facts[0].sentence.args[1])
    };
    assert!(kept(&board).contains(content.family_id(content.family("cactus").unwrap())));
    assert!(kept(&second).contains("mustard"));
}

/// §11: the end shows the deck to nobody.
#[test]
fn s11_what_is_left_of_the_deck_stays_hidden() {
    let mut board = Board::new(4, "smuggler", "final_turn = 1\ndeck = { top = [\"cactus/1\"] }");
    board.step("T 12..0", &[]);
    assert_eq!(board.state.phase, Phase::Finished);
    let view = Buurn::view(&board.rules, &board.state, Viewer::Public);
    assert_eq!(view.deck.top[0].family, None);
}
