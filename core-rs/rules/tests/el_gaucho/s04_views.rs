//! §4 state and who sees it.

use ludoteca_rules::el_gaucho::{ElGaucho, Tiles, View};
use ludoteca_rules::{Game, Seat, Viewer, encode};

use crate::board::{Board, tiles};

const TABLE: &str = r#"
areas0 = ["sort", "theft"]
pasture_a = "brown_03 0L, white_06 1S, black_12 -"
herds1 = ["ochre 9,4"]
pesos1 = 230
discards0 = ["white_01", "white_02"]
discards1 = ["white_03"]
seen0 = ["spotted_01", "spotted_02"]
seen1 = ["spotted_02", "spotted_03"]
steppe_unseen = 1
hand = [2, 5]
dice_pool = [1, 1, 6]
"#;

fn view(board: &Board, viewer: Viewer) -> View {
    ElGaucho::view(&board.rules, &board.state, viewer)
}

/// §4: the owner sees its discards and the steppe tiles it has looked at, everybody else counts.
#[test]
fn s04_discards_and_steppe_are_hidden() {
    let board = Board::new(3, TABLE);
    let ids = |ids: &[&str]| tiles(board.content(), ids);
    let own = view(&board, Viewer::Seat(Seat(0)));
    assert_eq!(own.players[0].own.unwrap().discards, ids(&["white_01", "white_02"]));
    assert_eq!(own.players[1].own, None);
    assert_eq!((own.players[0].discard_count, own.players[1].discard_count), (2, 1));
    assert_eq!(own.steppe.known, ids(&["spotted_01", "spotted_02"]));
    assert_eq!((own.steppe.tiles, own.steppe.unseen), (4, 1));
    let public = view(&board, Viewer::Public);
    assert!(public.players.iter().all(|player| player.own.is_none()));
    assert_eq!(public.steppe.known, Tiles::default());
    assert_eq!((public.steppe.tiles, public.steppe.unseen), (4, 1));
}

/// §4: everything on the table is public: pampa, dice, areas, herds, money.
#[test]
fn s04_the_table_is_public() {
    let board = Board::new(3, TABLE);
    let public = view(&board, Viewer::Public);
    assert_eq!(public.seat, Some(Seat(0)));
    assert_eq!((public.hand, public.dice_pool), (board.state.hand, board.state.dice_pool));
    let pasture = &public.pampa[0];
    assert_eq!((pasture.total, pasture.complete, pasture.spaces.len()), (21, false, 3));
    let gauchos: Vec<_> = pasture.spaces.iter().flatten().map(|space| space.gaucho).collect();
    assert_eq!(gauchos[2], None);
    assert_eq!(gauchos[0].map(|(seat, posture)| (seat.0, posture.id())), Some((0, "lying")));
    let seat = &public.players[1];
    assert_eq!((seat.pesos, seat.track), (230, (30, 200)));
    assert_eq!(seat.herds.iter().map(|herd| herd.price()).collect::<Vec<_>>(), [18]);
    assert_eq!(public.pampa.each_ref().map(|pasture| pasture.spaces.len()), [3, 4, 4, 5]);
    assert!(!public.final_round);
}

/// §4: two states that differ only in hidden things look the same to everybody else, byte for byte.
#[test]
fn s04_others_views_do_not_depend_on_hidden_things() {
    let here = Board::new(3, TABLE);
    let mut there = here.clone();
    let ids = |ids: &[&str]| tiles(here.content(), ids);
    let [own, other, _, _] = &mut there.state.players;
    // Seat 0's discards and what it saw change places with tiles of the pool, and who saw what is another.
    own.discards = ids(&["black_01", "white_02"]);
    own.steppe_seen = ids(&["spotted_02", "black_02"]);
    other.steppe_seen = ids(&["spotted_02", "spotted_03"]);
    there.state.pool = there.state.pool.without(ids(&["black_01", "black_02"]));
    there.state.pool = there.state.pool.or(ids(&["white_01", "spotted_01"]));
    for viewer in [Viewer::Public, Viewer::Seat(Seat(1)), Viewer::Seat(Seat(2))] {
        assert_eq!(encode(&view(&here, viewer)), encode(&view(&there, viewer)), "{viewer:?}");
    }
    let own = Viewer::Seat(Seat(0));
    assert_ne!(encode(&view(&here, own)), encode(&view(&there, own)), "the pair does differ");
}

/// §4: the whole state under the names of the rules, for records of finished tables.
#[test]
fn s04_state_in_the_names_of_the_rules() {
    let mut board = Board::new(3, TABLE);
    let names = "areas choices current_seat dice_pool discards hand herds pampa pending pesos phase picked \
        pile_count placed_areas pool ranking removed round secret_taken start_draw start_seat steppe_known \
        steppe_unseen supply trigger_round vacated_areas";
    let json = ElGaucho::state_json(&board.rules, &board.state);
    let mut keys: Vec<&str> = json.as_object().unwrap().keys().map(String::as_str).collect();
    keys.sort_unstable();
    assert_eq!(keys, names.split_whitespace().collect::<Vec<_>>());
    assert_eq!(json["pampa"]["pasture_a_2"]["tile"], "white_06");
    assert_eq!(json["pampa"]["pasture_a_1"]["gaucho"]["posture"], "lying");
    assert_eq!(json["pampa"]["pasture_d_5"], serde_json::Value::Null);
    assert_eq!(json["pampa"].as_object().unwrap().len(), 16, "spaces in use");
    assert_eq!(json["herds"][1]["ochre"][0], "ochre_09", "from left to right");
    assert_eq!(json["steppe_known"][1]["seen_by"].as_array().unwrap().len(), 2);
    assert_eq!(json["hand"].as_array().unwrap().len(), 2);
    board.state.phase = ludoteca_rules::el_gaucho::Phase::Over;
    let json = ElGaucho::state_json(&board.rules, &board.state);
    assert_eq!(json["ranking"][0][0], 1);
}
