//! §5: what a pick means.

use ludoteca_rules::el_burro::{Action, Card, Cards, Deck, DonkeyCard, ElBurro, Frame, Kind};
use ludoteca_rules::{Actor, Game, Report, Seat, Tape};

use crate::board::{Board, content};

/// The cards with these ids, as a pool lists them.
fn sorted_ids<'a>(ids: impl Iterator<Item = &'a str>) -> Vec<&'a str> {
    let mut ids: Vec<&str> = ids.collect();
    ids.sort_unstable();
    ids
}

/// The ids of the cards of a deck, sorted.
fn deck_ids(deck: Deck) -> Vec<&'static str> {
    let cards = Card::all().filter(|card| card.deck() == deck);
    sorted_ids(cards.map(|card| content().content.card_id(card)))
}

/// §5: a draw of a farm card counts the pool by id, not by the order of the content.
#[test]
fn s05_card_pools_are_sorted_by_id() {
    for (deck, ids) in [Deck::Normal, Deck::Special].map(|deck| (deck, deck_ids(deck))) {
        for pick in [0, 1, ids.len() / 2, ids.len() - 1] {
            let mut board = Board::of("turn = 'A farm income'");
            let kind = Kind::Refill { drawn: false, extra: false };
            let frame = Frame { kind, anytime: false, track: None };
            board.state.players[0].stack.push(frame);
            let recorded = [u32::try_from(pick).unwrap()];
            let mut tape = Tape::recorded(&recorded);
            let (actor, action) = (Actor::Seat(Seat(0)), Action::DrawCard { deck });
            let (rules, state) = (&board.rules, &mut board.state);
            ElBurro::apply(rules, state, actor, &action, &mut tape, &mut Report::silent()).unwrap();
            let drawn = board.state.players[0].hand;
            let wanted = content().content.card_of(ids[pick]).unwrap();
            assert_eq!(drawn, Cards::only(wanted), "{pick} of {deck:?} is {}", ids[pick]);
        }
    }
}

/// §5: so does a draw of a donkey card.
#[test]
fn s05_donkey_pools_are_sorted_by_id() {
    let content = &content().content;
    let ids = sorted_ids(DonkeyCard::all().map(|card| content.donkey_id(card)));
    let mut board = Board::of("turn = 'B revenue_community end'");
    let mut tape = Tape::recorded(&[11, 0, 0, 1, 0, 1, 9, 0]);
    let (actor, action) = (Actor::Seat(Seat(1)), Action::EndTurn);
    let (rules, state) = (&board.rules, &mut board.state);
    ElBurro::apply(rules, state, actor, &action, &mut tape, &mut Report::silent()).unwrap();
    for (seat, wanted) in [(0, [11, 0, 1, 3]), (1, [0, 2, 11, 1])] {
        let wanted = wanted.map(|place: usize| content.donkey_of(ids[place]).unwrap());
        assert_eq!(board.state.players[seat].donkey_hand, wanted.into_iter().collect());
    }
}
