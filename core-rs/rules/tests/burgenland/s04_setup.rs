//! §4 setup, §5 its chance, §7.1 neutral pieces placed by the seats.

use ludoteca_rules::burgenland::{Burgenland, Phase, Rejection};
use ludoteca_rules::{Game, Playout, Report, Seat, Tape, Viewer};

use crate::board::{Board, rules};

/// §5: a fixed start seat asks for no outcome; 2 seats place 15 neutral pieces and are dealt 4 + 5 cards.
#[test]
fn s05_picks_of_setup() {
    let (_, script) = Board::set_up(rules(2, &[("start_seat", "1")]).unwrap(), &[]);
    let count = |name| script.asked().iter().filter(|(asked, _)| *asked == name).count();
    assert_eq!(count("start_seat"), 0);
    assert_eq!(count("marker"), 8);
    assert_eq!((count("well_top"), count("architect_top")), (1, 1));
    assert_eq!(count("neutral"), 15);
    assert_eq!(count("deal_card"), 9);
}

/// §4 step 7: from the start seat on, 4, 5, 6, 7 cards and a joker each.
#[test]
fn s04_hands_grow_by_turn_order() {
    for start in 0..4u8 {
        let fixed = [("start_seat", ["0", "1", "2", "3"][usize::from(start)])];
        let (board, _) = Board::set_up(rules(4, &fixed).unwrap(), &[]);
        let hands: Vec<u8> = (0..4).map(|k| board.player((start + k) % 4).hand.count()).collect();
        assert_eq!(hands, [4, 5, 6, 7]);
        assert!((0..4).all(|seat| board.player(seat).jokers == 1));
        assert_eq!((board.state.seat, board.state.turn), (Seat(start), 1));
        assert_eq!(board.state.phase, Phase::Main);
    }
}

/// §4 step 6: whatever the castles, 3 seats end with 7 north and 3 west spaces taken.
#[test]
fn s04_random_neutral_pieces_always_fit() {
    for seed in 0..50 {
        let rules = rules(3, &[]).unwrap();
        let mut chance = Playout::new(seed);
        let mut tape = Tape::playout(&mut chance);
        let state = Burgenland::setup(&rules, &mut tape, &mut Report::silent());
        let taken =
            |space: usize| state.sites.iter().filter(|castle| castle[space].is_some()).count();
        assert_eq!((taken(0), taken(1), taken(2)), (7, 3, 0), "seed {seed}");
    }
}

/// §7.1: the start seat places first, then clockwise; with the last piece setup goes on with the deal.
#[test]
fn s07_1_the_seats_place_the_neutral_pieces() {
    let options = [("neutral_placement", "seats"), ("start_seat", "2")];
    let (mut board, script) = Board::set_up(rules(4, &options).unwrap(), &[]);
    assert_eq!(script.asked().len(), 10, "8 markers, the well, the architect");
    assert_eq!(board.state.phase, Phase::PlaceNeutral);
    assert_eq!(board.legal().len(), 11);
    assert_eq!(
        board.act(3, "place_neutral c1", &[]),
        Err(Rejection::NotYourTurn { seat: Seat(2) })
    );
    board.acts(2, "place_neutral c1", &[]);
    board.acts(3, "place_neutral c2", &[]);
    let again = board.act(0, "place_neutral c2", &[]);
    assert!(matches!(again, Err(Rejection::SiteNotAllowed { neutral: true, .. })), "{again:?}");
    board.acts(0, "place_neutral c3", &[]);
    assert_eq!(board.act(1, "place_neutral c4", &[]), Ok(()));
    assert_eq!(board.awaits, Some("deal_card"), "the deal is on the tape of the last piece");
    assert_eq!((board.state.phase, board.state.seat), (Phase::Main, Seat(2)));
    assert_eq!(board.player(2).hand.count(), 4);
    assert_eq!(board.told(Viewer::Public, "fact-place-neutral").len(), 4);
}

/// §12: a deal shows faces to the seat and a number to everybody else.
#[test]
fn s12_dealt_cards_are_hidden() {
    let (board, _) = Board::set_up(rules(4, &[("start_seat", "0")]).unwrap(), &[]);
    assert_eq!(board.told(Viewer::Public, "fact-deal-cards").len(), 0);
    assert_eq!(board.told(Viewer::Public, "fact-deal-cards-hidden").len(), 4);
    assert_eq!(board.told(Viewer::Seat(Seat(1)), "fact-deal-cards").len(), 1);
    assert_eq!(board.told(Viewer::Seat(Seat(1)), "fact-deal-cards-hidden").len(), 3);
}
