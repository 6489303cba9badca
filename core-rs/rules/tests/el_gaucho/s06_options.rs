//! §6 setup and the creation options.

use ludoteca_rules::el_gaucho::{ElGaucho, Phase};
use ludoteca_rules::{Game, Seat, Viewer};

use crate::board::{Board, listed, rules};

/// §6: the options fix who starts and which race is out.
#[test]
fn s06_options_fix_what_is_random_otherwise() {
    let board = Board::drawn(2, &[("start_seat", "1"), ("removed_race", "spotted")]);
    assert_eq!(board.state.start_seat, Seat(1));
    let spotted = board.content().race("spotted").unwrap();
    assert_eq!(board.state.removed, spotted.tiles());
    let told = board.told(Viewer::Public, "fact-race-removed");
    assert_eq!(listed(&told[0].sentence, "race"), "spotted");
}

/// §6: every option is written out resolved, and the race only where there is one to remove.
#[test]
fn s06_option_values() {
    let values = |seats, given: &[(&str, &str)]| {
        let rules = rules(seats, given).unwrap();
        let values = ElGaucho::option_values(&rules.options);
        values.iter().map(|(id, value)| format!("{id}={value}")).collect::<Vec<_>>().join(" ")
    };
    assert_eq!(values(2, &[]), "start_seat=random removed_race=random");
    assert_eq!(values(3, &[]), "start_seat=random");
    let given = [("removed_race", "black"), ("start_seat", "0")];
    assert_eq!(values(2, &given), "start_seat=0 removed_race=black");
    assert_eq!(values(4, &[("start_seat", "3")]), "start_seat=3");
}

/// §6: an unknown option or value, one given twice, or one that does not go with the seats is `bad_option`.
#[test]
fn s06_bad_options() {
    let bad: [(u8, &[(&str, &str)]); 12] = [
        (2, &[("start_seat", "2")]),
        (4, &[("start_seat", "4")]),
        (4, &[("start_seat", "-1")]),
        (4, &[("start_seat", "01")]),
        (4, &[("start_seat", "")]),
        (2, &[("removed_race", "pink")]),
        (2, &[("removed_race", "")]),
        (3, &[("removed_race", "random")]),
        (4, &[("removed_race", "brown")]),
        (2, &[("start_seat", "0"), ("start_seat", "0")]),
        (1, &[]),
        (5, &[]),
    ];
    for (seats, given) in bad {
        let refused = rules(seats, given).unwrap_err();
        assert_eq!(refused, ludoteca_rules::el_gaucho::Rejection::BadOption, "{seats} {given:?}");
    }
}

/// §6 step 6: beginning with the start seat, all tiles of a seat before the next one draws.
#[test]
fn s06_start_tiles_are_drawn_seat_by_seat() {
    let rules = rules(3, &[("start_seat", "2")]).unwrap();
    let (board, script) = Board::set_up(rules, &[crate::board::ANY]);
    let drawn: Vec<&str> = script
        .told()
        .iter()
        .filter(|(what, _)| what == "start_tile")
        .map(|(_, tile)| tile.as_str())
        .collect();
    for (turn, seat) in [2, 0, 1].into_iter().enumerate() {
        let mut tiles = drawn[turn * 4..turn * 4 + 4].to_vec();
        tiles.sort_by_key(|id| board.content().tile(id));
        assert_eq!(board.ids(board.player(seat).start_draw), tiles, "seat {seat}");
    }
    assert_eq!(board.state.phase, Phase::Keep);
}

/// §6 step 8: anticlockwise from the seat right of the start seat, the start seat last; then round 1 begins.
#[test]
fn s06_first_gauchos_go_anticlockwise() {
    for (seats, start, order) in
        [(2, 0, vec![1, 0]), (3, 1, vec![0, 2, 1]), (4, 2, vec![1, 0, 3, 2])]
    {
        let mut board = Board::drawn(seats, &[("start_seat", &start.to_string())]);
        for seat in 0..seats {
            let first = board.legal_of(seat)[0].clone();
            assert_eq!(board.act(seat, &first, &[]), Ok(()));
        }
        assert_eq!(board.state.phase, Phase::Place);
        for seat in order {
            assert_eq!(board.acting(), seat);
            let first = board.legal()[0].clone();
            board.does(&first);
        }
        assert_eq!((board.state.phase, board.state.round), (Phase::Turn, 1));
        assert_eq!(board.state.seat, Seat(start));
        assert_eq!(board.state.dice_pool.len(), 2 * seats + 1);
    }
}
