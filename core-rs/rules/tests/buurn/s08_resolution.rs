//! §8 resolution, where `examples.md` has no vector.

use ludoteca_rules::{Actor, Seat, Viewer};

use crate::board::Board;

/// §8.2: at every price, with and without tax, no dollar is made or lost.
#[test]
fn s08_2_payments_add_up() {
    for seats in [3, 4, 5] {
        for price in 1..=12 {
            for taxed in [false, true] {
                let mut board = Board::new(seats, "hard_bargainer", "");
                if taxed && seats == 3 {
                    continue;
                }
                board.run(&[&format!("SOLD 0 {price}")]);
                if taxed {
                    board.run(&[&format!("1 grab X a1 {price}")]);
                }
                board.run(&["clock close a1"]);
                if seats == 5 {
                    board.run(&["0 leave 0"]);
                }
                board.run(&["0 give_lot 0"]);
                let total = board.money().iter().sum::<u32>() + board.state.bank;
                assert_eq!(total, 12 * u32::from(seats) + 1, "{seats} seats, price {price}");
                assert_eq!(board.money()[0], 12 - price);
                let tax = if taxed { price.div_ceil(2) } else { 0 };
                let share = (price - tax) / (u32::from(seats) - 1);
                assert_eq!(board.money()[1], 12 + tax + share);
                assert_eq!(*board.money().last().unwrap(), 12 + share);
            }
        }
    }
}

/// §8.3: a holder without a card on offer still gains from the cards it has.
#[test]
fn s08_3_gains_without_a_card_on_offer() {
    let mut board = Board::new(4, "smuggler", "organisations2 = [\"union_boss\"]");
    board.state.organisation_on_offer = None;
    board.run(&["SOLD 0 1", "1 grab X a1 1", "2 grab O a1 1", "0 give_lot 0"]);
    assert_eq!(board.money(), [11, 13, 15, 12]);
}

/// §8.5: five players and a lot of two: the buyer takes all, the Secondary Market has only the Bank.
#[test]
fn s08_5_no_third_card() {
    let mut board = Board::new(5, "smuggler", "lot = [\"citron\", \"fuel\"]");
    let steps = ["SOLD 0 8", "clock presence 3 false", "1 grab X a1 8", "2 grab O a1 8"];
    board.run(&steps);
    board.run(&["4 grab S a1 8", "0 give_lot 0"]);
    assert_eq!(board.money(), [4, 17, 13, 13, 14], "the Bank of $1 is taken without a question");
    assert_eq!((board.state.bank, board.state.turn), (0, 2));
}

/// §8.5: the third card is discarded when nobody pays for it, and given where its payer says.
#[test]
fn s08_6_what_nobody_takes_is_discarded() {
    let mut board = Board::new(5, "smuggler", "");
    board.run(&["SOLD 0 8", "4 grab S a1 8", "clock close a1", "0 leave 2", "0 give_lot 0"]);
    let mut other = board.clone();
    board.run(&["4 market bank"]);
    assert_eq!(board.state.discard.count(), 1, "mustard");
    assert_eq!(board.state.organisation_discard.len(), 1, "smuggler");
    other.run(&["4 market pay", "4 give_third 4"]);
    assert_eq!(other.state.players[4].face_up.count(), 1);
    assert_eq!(other.state.discard.count(), 0);
}

/// §8.1: in the last turn the lot may be empty: the buyer pays and gets no card.
#[test]
fn s08_1_an_empty_lot_is_paid_for() {
    let mut board = Board::new(4, "smuggler", "lot = []\nfinal_turn = 1");
    board.run(&["SOLD 0 5", "clock close a1"]);
    assert_eq!(board.state.phase, ludoteca_rules::buurn::Phase::Finished, "nothing to decide");
    assert_eq!(board.money(), [7, 13, 13, 13]);
    assert_eq!(board.state.bank, 3);
}

/// §8: the market draw that follows a forced payment is hidden too, and only its drawer decides.
#[test]
fn s08_a_market_draw_is_seen_by_its_drawer() {
    let mut board = Board::new(4, "smuggler", "bank = 0");
    let steps = ["SOLD 0 1", "1 grab X a1 1", "2 grab O a1 1"];
    board.run(&steps);
    board.step("0 give_lot 0", &["ingredient 3 cactus", "ingredient 3 mustard"]);
    let drawn = |viewer| {
        let open = board.facts(viewer, "fact-draw").len();
        (open, board.facts(viewer, "fact-draw-hidden").len())
    };
    assert_eq!(drawn(Viewer::Seat(Seat(3))), (2, 0));
    assert_eq!(drawn(Viewer::Seat(Seat(0))), (0, 2), "not even who caused it");
    assert_eq!(drawn(Viewer::Public), (0, 2));
    assert_eq!(board.legal(Actor::Seat(Seat(0))), []);
    assert_eq!(board.legal(Actor::Seat(Seat(3))).len(), 4);
}
