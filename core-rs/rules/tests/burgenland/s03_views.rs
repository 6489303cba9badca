//! §3 state and who sees it.

use ludoteca_rules::burgenland::{Burgenland, ColourCard, View};
use ludoteca_rules::{Game, Seat, Viewer, encode};

use crate::board::Board;

const TABLE: &str = r#"
hand0 = ["red_1", "white_3"]
hand1 = ["green_2"]
jokers1 = 18
tiles0 = { coins_5 = 1, exchange = 2 }
tiles1 = { ignore_rules = 1 }
bonus_pool = { extra_space = 3, ten_coins = 2, ignore_rules = 2, coins_5 = 3 }
"#;

fn view(board: &Board, viewer: Viewer) -> View {
    Burgenland::view(&board.rules, &board.state, viewer)
}

/// §3: the owner sees faces and kinds, everybody else counts; jokers and exchange tiles are open.
#[test]
fn s03_hands_and_bonus_tiles_are_hidden() {
    let board = Board::new(3, &[], TABLE);
    let own = view(&board, Viewer::Seat(Seat(0)));
    assert_eq!(own.players[0].hand, Some(board.player(0).hand));
    assert_eq!(own.players[0].bonus_tiles, Some([0, 0, 0, 1]));
    assert_eq!((own.players[1].hand, own.players[1].bonus_tiles), (None, None));
    assert_eq!((own.players[1].hand_count, own.players[1].bonus_count), (1, 1));
    assert_eq!((own.players[1].jokers, own.players[0].exchange_tiles), (18, 2));
    let public = view(&board, Viewer::Public);
    assert!(public.players.iter().all(|p| p.hand.is_none() && p.bonus_tiles.is_none()));
    assert_eq!(public.deck_count, 77);
}

/// §3: the joker pile is shown as 0 however many are in hands.
#[test]
fn s03_joker_pile_is_never_below_zero() {
    let mut board = Board::new(3, &[], TABLE);
    assert_eq!(view(&board, Viewer::Public).joker_pile, 0);
    board.state.players[1].jokers = 3;
    assert_eq!(view(&board, Viewer::Public).joker_pile, 14);
}

/// §12: the kinds of tiles played are public; they are in no hand and not in the pool.
#[test]
fn s12_played_bonus_tiles_are_shown() {
    let board = Board::new(3, &[], TABLE);
    assert_eq!(view(&board, Viewer::Public).bonus_played, [0, 1, 0, 0], "a ten coins tile is gone");
}

/// §3: two states that differ only in hidden things look the same to everybody else, byte for byte.
#[test]
fn s03_others_views_do_not_depend_on_hidden_things() {
    let here = Board::new(3, &[], TABLE);
    let mut there = Board::new(3, &[], TABLE);
    let (red, green) =
        (here.content().card("red_1").unwrap(), here.content().card("green_3").unwrap());
    let swap =
        |cards: &mut ludoteca_rules::burgenland::Cards, out: ColourCard, into: ColourCard| {
            cards.take(out);
            cards.add(into);
        };
    swap(&mut there.state.players[0].hand, red, green);
    swap(&mut there.state.deck, green, red);
    there.state.players[0].bonus_tiles = [1, 0, 0, 0];
    there.state.bonus_pool = [2, 2, 2, 4];
    for viewer in [Viewer::Public, Viewer::Seat(Seat(1)), Viewer::Seat(Seat(2))] {
        assert_eq!(encode(&view(&here, viewer)), encode(&view(&there, viewer)), "{viewer:?}");
    }
    let own = Viewer::Seat(Seat(0));
    assert_ne!(encode(&view(&here, own)), encode(&view(&there, own)), "the pair does differ");
}

/// §3: the whole state under the names of the rules, for records of finished tables.
#[test]
fn s03_state_in_the_names_of_the_rules() {
    let mut board = Board::new(2, &[], r#"hand0 = ["red_1*4"]"#);
    board.acts(0, "start_build wall c1_west border", &[]);
    let json = Burgenland::state_json(&board.rules, &board.state);
    let names = "architect_queue architect_top architect_unseen bonus_pool deck discard \
        exchange_supply extra hand jokers large markers pending phase ranking seat sites start_seat \
        supply tiles turn well_top well_unseen wells_built winner";
    let mut keys: Vec<&str> = json.as_object().unwrap().keys().map(String::as_str).collect();
    keys.sort_unstable();
    assert_eq!(keys, names.split_whitespace().collect::<Vec<_>>());
    assert_eq!(json["hand"][0]["red_1"], 4);
    assert_eq!(json["markers"]["p8"], "white");
    assert_eq!(json["sites"]["c1_west"], serde_json::Value::Null);
    assert_eq!(json["pending"]["part"]["cards_missing"], 4);
    assert_eq!(json["deck"]["red_2"], 4);
    board.acts(0, "pay_auto", &[]);
    let json = Burgenland::state_json(&board.rules, &board.state);
    assert_eq!(json["sites"]["c1_west"]["piece"], "wall");
    assert_eq!(json["sites"]["c1_west"]["owner"], 0);
    assert_eq!(json["tiles"][0]["exchange"], 1);
}
