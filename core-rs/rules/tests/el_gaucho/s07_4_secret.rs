//! §7.4 secret cattle: private peeks.

use ludoteca_rules::el_gaucho::{ElGaucho, Phase};
use ludoteca_rules::{Game, Seat, Viewer, encode};

use crate::board::{Board, listed};

const TABLE: &str = r#"
areas0 = ["secret_cattle"]
supply0 = 2
pile = 9
pasture_a = "spotted_12 -, ochre_08 -, _"
"#;

/// The four tiles that seat 0 finds.
const FOUR: [&str; 4] = [
    "steppe_tile black_01",
    "steppe_tile white_03",
    "steppe_tile brown_09",
    "steppe_tile ochre_12",
];

fn looking() -> Board {
    let named = crate::board::tiles(
        &crate::board::content().content,
        &["black_01", "white_03", "brown_09", "ochre_12", "white_08"],
    );
    let rules = crate::board::rules(4, &[]).unwrap();
    let mut board = Board::of(rules, &TABLE.parse().unwrap(), named);
    assert_eq!(board.act(0, "use_secret_cattle()", &FOUR), Ok(()));
    board
}

/// §7.4: only the seat that looks learns the tiles: by view, fact and legal list.
#[test]
fn s07_4_a_peek_is_private() {
    let board = looking();
    let own = Viewer::Seat(Seat(0));
    assert_eq!(board.legal().len(), 16, "4 tiles, 4 pastures");
    assert!(board.legal_of(1).is_empty());
    let told = board.told(own, "fact-look-at-steppe");
    assert_eq!(listed(&told[0].sentence, "tiles"), "[brown_09,ochre_12,black_01,white_03]");
    for viewer in [Viewer::Seat(Seat(1)), Viewer::Public] {
        assert_eq!(board.told(viewer, "fact-look-at-steppe-hidden").len(), 1);
        let view = ElGaucho::view(&board.rules, &board.state, viewer);
        assert!(view.steppe.known.is_empty());
        assert_eq!((view.steppe.tiles, view.steppe.unseen), (4, 0));
    }
}

/// §7.4, R31: what is left in the steppe decides nothing that others can see.
#[test]
fn s07_4_the_phase_goes_on_for_public_reasons_alone() {
    let first = looking();
    let mut second = looking();
    // The same, but no second low tile is there.
    let ids = |ids: &[&str]| crate::board::tiles(first.content(), ids);
    let swap = |set: &mut ludoteca_rules::el_gaucho::Tiles| {
        *set = set.without(ids(&["white_03"])).or(ids(&["white_08"]));
    };
    swap(&mut second.state.players[0].steppe_seen);
    second.state.pool = second.state.pool.without(ids(&["white_08"])).or(ids(&["white_03"]));
    let mut boards = [first, second];
    for board in &mut boards {
        board.does("secret_take(black_01, pasture_a)");
        assert_eq!(board.state.phase, Phase::Secret);
        assert!(board.legal().contains(&"secret_done()".to_owned()));
    }
    assert_ne!(boards[0].legal(), boards[1].legal(), "only the seat knows");
    for viewer in [Viewer::Seat(Seat(1)), Viewer::Public] {
        let view = |board: &Board| encode(&ElGaucho::view(&board.rules, &board.state, viewer));
        assert_eq!(view(&boards[0]), view(&boards[1]));
    }
    for board in &mut boards {
        board.does("secret_done()");
    }
    let viewer = Viewer::Seat(Seat(2));
    let view = |board: &Board| encode(&ElGaucho::view(&board.rules, &board.state, viewer));
    assert_eq!(view(&boards[0]), view(&boards[1]));
}

/// §7.4: each of the five conditions ends the phase by itself.
#[test]
fn s07_4_when_the_phase_ends_at_once() {
    let mut high = looking();
    high.does("secret_take(brown_09, pasture_b)");
    assert_eq!(high.state.phase, Phase::Turn, "9 is above 4");
    let mut second = looking();
    second.does("secret_take(black_01, pasture_b)");
    second.does("secret_take(white_03, pasture_b)");
    assert_eq!(second.state.phase, Phase::Turn, "it was the second");
    let mut alone = looking();
    alone.state.players[0].supply = 1;
    alone.does("secret_take(black_01, pasture_b)");
    assert_eq!(alone.state.phase, Phase::Turn, "no gaucho for another tile");
}

/// §7.4: the steppe is filled up to four, not by four, with tiles that nobody knows.
#[test]
fn s07_4_refill_up_to_four() {
    let mut board = looking();
    board.does("secret_take(black_01, pasture_a)");
    board.does("secret_done()");
    assert_eq!((board.state.steppe_unseen, board.state.steppe_count()), (1, 4));
    assert_eq!(board.state.pile_count, 8);
    assert_eq!(board.ids(board.player(0).steppe_seen), ["brown_09", "ochre_12", "white_03"]);
    let told = board.told(Viewer::Public, "fact-steppe-filled");
    assert_eq!(told[0].amount, Some(1));
}

/// Takebacks: a peek at tiles that were drawn earlier has an empty tape and still counts as shown.
#[test]
fn s07_4_a_peek_at_known_tiles_is_shown() {
    let before = r#"
        areas0 = ["secret_cattle"]
        steppe_unseen = 0
        seen1 = ["brown_09", "ochre_12", "white_07", "white_08"]
        "#;
    let mut board = Board::new(2, before);
    board.sends("use_secret_cattle()", true);
    // Also when the seat has seen them all: nobody else may know that.
    let mut board = Board::new(2, &before.replace("seen1", "seen0"));
    board.sends("use_secret_cattle()", true);
    board.sends("secret_take(white_07, pasture_a)", true);
    let mut board = Board::new(2, &format!("phase = \"secret\"\nsecret_taken = true\n{before}"));
    board.sends("secret_done()", false);
}

/// §7.4: in the final round the turn goes on without dice.
#[test]
fn s07_4_back_to_the_final_round() {
    let mut board = Board::new(
        2,
        "phase = \"final\"\npicked = false\nround = 9\ntrigger_round = 7\nareas0 = [\"secret_cattle\"]\n\
         pile = 0\nsteppe_unseen = 2",
    );
    board.does("use_secret_cattle()");
    let take = board.legal()[0].clone();
    board.does(&take);
    if board.state.phase == Phase::Secret {
        board.does("secret_done()");
    }
    assert_eq!(board.state.phase, Phase::Final);
    assert_eq!((board.state.steppe_unseen, board.state.pile_count), (0, 0));
}
