//! §7.3 payments, §8.2 prices, §8.3: checked against a search of all ways to pay.

use ludoteca_rules::burgenland::{
    Action, Burgenland, Card, Cards, Castle, ColourCard, Part, Pending, Phase, Piece, Player,
    Price, Purpose, Rejection, Site, Space, State,
};
use ludoteca_rules::{Actor, Game, Playout, Report, Tape};

use crate::board::Board;

/// §7.3: no way back out of a payment, not even for the seat that opened it.
#[test]
fn s07_3_no_way_back() {
    let mut board = Board::new(2, &[], r#"hand0 = ["red_1*4"]"#);
    board.acts(0, "start_build wall c1_west border", &[]);
    for action in ["draw_cards", "end_turn", "start_build wall c1_north border"] {
        assert_eq!(board.act(0, action, &[]), Err(Rejection::WrongPhase), "{action}");
    }
}

/// §7.3: a satisfied part closes at once, and the architect's opens.
#[test]
fn s07_3_the_architect_is_a_second_part() {
    let mut board = Board::new(2, &[], r#"hand0 = ["red_1*4", "white_1*4"]"#);
    board.acts(0, "start_build keep c1_west border", &[]);
    for _ in 0..4 {
        board.acts(0, "pay_card red_1", &[]);
    }
    assert_eq!(board.legal(), ["pay_auto", "pay_card white_1"]);
    assert_eq!(
        board.state.pending.map(|pending| pending.part),
        Some(Part::Architect { missing: 3 })
    );
    board.acts(0, "pay_card white_1", &[]);
    board.acts(0, "pay_card white_1", &[]);
    board.acts(0, "pay_card white_1", &["architect_top 1"]);
    assert_eq!(board.state.phase, Phase::After);
}

/// §8.2: a card may overpay if it reaches the target, which closes the part: no change is given.
#[test]
fn s08_2_no_change() {
    let before = r#"
        hand0 = ["red_3*2", "green_3", "yellow_3", "white_1"]
        tiles0 = { ten_coins = 1 }
    "#;
    let mut exact = Board::new(2, &[], before);
    exact.acts(0, "start_build wall large ten_coins", &[]);
    exact.acts(0, "pay_auto", &[]);
    assert_eq!(exact.hand(0), "yellow_3", "3 + 3 + 3 + 1");
    let mut over = Board::new(2, &[], before);
    over.acts(0, "start_build wall large ten_coins", &[]);
    for card in ["red_3", "red_3", "green_3", "yellow_3"] {
        over.acts(0, &format!("pay_card {card}"), &[]);
    }
    assert_eq!(over.hand(0), "white_1", "12 for 10");
}

/// §7.3: coin parts take the highest cards within what is missing, then the lowest above it.
#[test]
fn s07_3_coins_are_paid_closely() {
    let mut board = Board::new(2, &[], r#"hand0 = ["red_2", "green_3", "white_2", "yellow_3"]"#);
    board.acts(0, "buy_joker", &[]);
    board.acts(0, "pay_auto", &[]);
    assert_eq!(board.hand(0), "red_2 white_2", "3 + 3 = 6");
    let mut board = Board::new(2, &[], r#"hand0 = ["red_2", "green_3", "white_2"]"#);
    board.acts(0, "buy_joker", &[]);
    board.acts(0, "pay_auto", &[]);
    assert_eq!(board.hand(0), "", "3 + 2, then 1 is missing and the 2 is above it");
}

/// Every card a seat can pay with, jokers included.
pub(crate) fn tenders() -> Vec<Card> {
    ColourCard::all().map(Card::Colour).chain([Card::Joker]).collect()
}

/// A payment as the rules of §8.2 describe it, card by card, without the shortcuts of §8.3.
fn pay(
    state: &State,
    pending: Pending,
    player: &Player,
    card: Card,
) -> Option<(Option<Pending>, Player)> {
    let mut left = *player;
    let (colour, value) = match card {
        Card::Joker => {
            left.jokers = left.jokers.checked_sub(1)?;
            (None, 3)
        }
        Card::Colour(card) => {
            if left.hand.of(card) == 0 {
                return None;
            }
            left.hand.take(card);
            (Some(card.colour()), card.value())
        }
    };
    let part = match pending.part {
        Part::Border { castle, missing } => {
            let content = &crate::board::content().content;
            let nodes = content.castles[castle.index()].nodes;
            let fits = |c| nodes.iter().any(|node| state.markers[node.index()] == c);
            if !colour.is_none_or(fits) {
                return None;
            }
            Part::Border { castle, missing: missing - 1 }
        }
        Part::Same { colour: fixed, missing } => {
            if fixed.is_some() && colour.is_some() && fixed != colour {
                return None;
            }
            Part::Same { colour: fixed.or(colour), missing: missing - 1 }
        }
        Part::Different { paid, missing } => {
            let bit = colour.map_or(0, |colour| 1 << colour.0);
            if paid & bit != 0 {
                return None;
            }
            Part::Different { paid: paid | bit, missing: missing - 1 }
        }
        Part::TenCoins { missing } => Part::TenCoins { missing: missing.saturating_sub(value) },
        Part::Architect { missing } => Part::Architect { missing: missing.saturating_sub(value) },
        Part::Joker { missing } => {
            colour?;
            Part::Joker { missing: missing.saturating_sub(value) }
        }
    };
    let paid = match part {
        Part::Border { missing, .. }
        | Part::Same { missing, .. }
        | Part::Different { missing, .. }
        | Part::TenCoins { missing }
        | Part::Architect { missing }
        | Part::Joker { missing } => missing == 0,
    };
    let open = match pending.architect_ahead {
        _ if !paid => Some(Pending { part, ..pending }),
        0 => None,
        missing => {
            Some(Pending { part: Part::Architect { missing }, architect_ahead: 0, ..pending })
        }
    };
    Some((open, left))
}

/// Whether some sequence of cards pays to the end. A state once found hopeless is not searched again.
fn completes(
    state: &State,
    pending: Pending,
    player: &Player,
    hopeless: &mut Vec<(Pending, Player)>,
) -> bool {
    if hopeless.contains(&(pending, *player)) {
        return false;
    }
    let found = tenders().into_iter().any(|card| match pay(state, pending, player, card) {
        None => false,
        Some((None, _)) => true,
        Some((Some(open), left)) => completes(state, open, &left, hopeless),
    });
    if !found {
        hopeless.push((pending, *player));
    }
    found
}

/// A payment and a hand of a few cards, at random.
fn random_payment(board: &mut Board, chance: &mut Playout) -> Pending {
    let mut small = |n: u32| u8::try_from(chance.below(n)).unwrap();
    let architect_ahead = if small(2) == 0 { 0 } else { small(6) };
    let castle = Castle(small(11));
    let site = Site::Space(castle, Space::North);
    let purpose = Purpose::Build { piece: Piece::Keep, site, price: Price::Border };
    let (part, purpose) = match small(6) {
        0 | 1 => (Part::Border { castle, missing: 1 + small(4) }, purpose),
        2 => (Part::Same { colour: None, missing: 1 + small(6) }, purpose),
        3 => (Part::Different { paid: small(255), missing: 1 + small(6) }, purpose),
        4 => (Part::TenCoins { missing: 1 + small(10) }, purpose),
        _ => (Part::Joker { missing: 1 + small(6) }, Purpose::Joker { back: Phase::Main }),
    };
    let colour_price =
        matches!(part, Part::Same { .. } | Part::Different { .. } | Part::Joker { .. });
    let count = small(8);
    let mut deck = Cards(board.content().cards.each_ref().map(|kind| kind.count));
    // Few colours, so that prices of one colour are met too.
    let mut hand = Cards::default();
    for _ in 0..count {
        let card = ColourCard(small(if colour_price { 9 } else { 24 }));
        if deck.of(card) > 0 {
            deck.take(card);
            hand.add(card);
        }
    }
    board.state.players[0] =
        Player { hand, jokers: u32::from(small(3)), supply: [2; 4], ..Player::default() };
    board.state.deck = deck;
    let architect_ahead = if colour_price { 0 } else { architect_ahead };
    Pending { purpose, part, architect_ahead }
}

/// §8.3: the formulas allow a card exactly if a search of all ways to pay finds an end after it.
#[test]
fn s08_3_a_card_is_legal_if_a_search_finds_an_end() {
    const SEED: u64 = 8;
    let mut chance = Playout::new(SEED);
    let mut board = Board::new(2, &[], "");
    let (mut payable, mut hopeless, mut refused) = (0, 0, 0);
    for _ in 0..3_000 {
        let pending = random_payment(&mut board, &mut chance);
        let mut known = Vec::new();
        let player = *board.player(0);
        if !completes(&board.state, pending, &player, &mut known) {
            hopeless += 1;
            continue; // never opened (§8.3)
        }
        payable += 1;
        board.state.phase = Phase::Paying;
        board.state.pending = Some(pending);
        for card in tenders() {
            let action = Action::PayCard { card };
            let actor = Actor::Seat(board.state.seat);
            let checked = Burgenland::check(&board.rules, &board.state, actor, &action);
            let wanted = match pay(&board.state, pending, &player, card) {
                None => false,
                Some((None, _)) => true,
                Some((Some(open), left)) => completes(&board.state, open, &left, &mut known),
            };
            assert_eq!(
                checked.is_ok(),
                wanted,
                "seed {SEED}: {card:?} of {player:?} for {pending:?}"
            );
            refused += u32::from(checked == Err(Rejection::WouldNotComplete));
        }
    }
    println!(
        "{payable} payments, {hopeless} that cannot be paid, {refused} cards that would not complete"
    );
    assert!(payable > 500 && hopeless > 500 && refused > 100);
}

/// The preference list of §7.3, read literally.
fn preferences(board: &Board, part: Part) -> Vec<Card> {
    let all: Vec<ColourCard> = ColourCard::all().collect();
    let mut cards = all.clone();
    match part {
        Part::Border { .. } | Part::Different { .. } => {
            cards.sort_by_key(|c| (c.value(), c.colour()));
        }
        Part::Same { .. } => {
            let count = |c: &ColourCard| {
                all.iter()
                    .filter(|o| o.colour() == c.colour())
                    .map(|o| board.player(0).hand.of(*o))
                    .sum::<u8>()
            };
            cards.sort_by_key(|c| (std::cmp::Reverse(count(c)), c.colour(), c.value()));
        }
        Part::TenCoins { missing } | Part::Architect { missing } | Part::Joker { missing } => {
            let key = |c: &ColourCard| {
                let value = c.value();
                let above = value > missing;
                (above, if above { i16::from(value) } else { -i16::from(value) }, c.colour())
            };
            cards.sort_by_key(key);
        }
    }
    cards.into_iter().map(Card::Colour).chain([Card::Joker]).collect()
}

/// §7.3: `pay_auto` is the first legal card of the preference list, again and again.
#[test]
fn s07_3_pay_auto_follows_the_preference_list() {
    const SEED: u64 = 73;
    let mut chance = Playout::new(SEED);
    let mut payments = 0;
    for _ in 0..2_000 {
        let mut by_card = Board::new(2, &[], "");
        let pending = random_payment(&mut by_card, &mut chance);
        by_card.state.phase = Phase::Paying;
        by_card.state.pending = Some(pending);
        let player = *by_card.player(0);
        if !completes(&by_card.state, pending, &player, &mut Vec::new()) {
            continue;
        }
        let actor = Actor::Seat(by_card.state.seat);
        let (rules, mut auto) = (by_card.rules.clone(), by_card.state.clone());
        let seed = chance.word();
        let apply = |state: &mut State, action| {
            let mut luck = Playout::new(seed);
            let mut tape = Tape::playout(&mut luck);
            Burgenland::apply(&rules, state, actor, &action, &mut tape, &mut Report::silent())
                .unwrap();
        };
        apply(&mut auto, Action::PayAuto);
        while let Some(pending) = by_card.state.pending {
            let legal = |card: &Card| {
                let action = Action::PayCard { card: *card };
                Burgenland::check(&rules, &by_card.state, actor, &action).is_ok()
            };
            let card = preferences(&by_card, pending.part).into_iter().find(legal).unwrap();
            apply(&mut by_card.state, Action::PayCard { card });
        }
        assert_eq!(by_card.state, auto, "seed {SEED}: {player:?} for {pending:?}");
        payments += 1;
    }
    println!("{payments} payments");
    assert!(payments > 300);
}
