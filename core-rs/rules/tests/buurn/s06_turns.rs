//! §6 turn structure: what a turn begins and ends with.

use ludoteca_rules::Seat;

use crate::board::Board;

/// §6: the first player moves to the left after a sale, and stays after a count of zero (R4).
#[test]
fn s06_the_first_player_moves_after_a_resolution() {
    let mut board = Board::new(4, "smuggler", "");
    board.run(&["T 12..0"]);
    assert_eq!((board.state.turn, board.state.first_player), (2, Seat(0)));
    board.run(&["SOLD 2 6", "clock close a2", "2 give_lot 2"]);
    assert_eq!((board.state.turn, board.state.first_player), (3, Seat(1)));
    board.state.first_player = Seat(3);
    board.run(&["SOLD 2 3", "clock close a3", "2 give_lot 2"]);
    assert_eq!(board.state.first_player, Seat(0), "seats go round");
}

/// §6: totems go back, sitting out ends, count and price are none again; owned cards pay first.
#[test]
fn s06_a_turn_begins_anew() {
    let mut board =
        Board::new(4, "smuggler", "money = [12, 12, 12, 1]\norganisations1 = [\"benzo\"]");
    board.run(&["T 12..9", "3 grab O a1 9", "SOLD 0 6", "1 grab X a2 6", "2 grab B a2 6"]);
    assert!(board.state.players[3].sitting_out);
    board.run(&["0 give_lot 0", "2 market bank"]);
    let state = &board.state;
    assert_eq!((state.turn, state.count, state.price, state.auction_id), (2, None, None, 3));
    assert!(state.players.iter().all(|player| player.totem.is_none() && !player.sitting_out));
    // 12 + 3 tax + 1 share + 1 of benzo at the start of turn 2; none at the start of turn 1, which was before.
    assert_eq!(state.players[1].money, 17);
    assert_eq!(board.facts(ludoteca_rules::Viewer::Public, "fact-gain").len(), 1);
}
